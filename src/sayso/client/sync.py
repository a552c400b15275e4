"""The client for ordinary programs: each call blocks until it has its outcome.

from sayso.client.sync import Client

with Client() as client:
    outcome = client.confirm("Deploy build 4711 to production?", title="Deploy")
if outcome.allowed:
    deploy()
"""

from __future__ import annotations

import time

from sayso.client.calls import (
    confirm_params,
    device_code_params,
    form_params,
    notice_params,
    password_params,
    select_params,
    text_params,
)
from sayso.client.link import (
    Connect,
    Guard,
    Receive,
    Room,
    Send,
)
from sayso.client.routes import connect
from sayso.client.session import Session
from sayso.errors import SaysoError

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType
    from typing import Self, Unpack

    from sayso.client.link import Conversation, Step, T
    from sayso.client.shapes import (
        ConfirmOptions,
        DaemonStatus,
        DeviceCodeOptions,
        FormField,
        FormOptions,
        Heard,
        NoticeOptions,
        OnKind,
        OnProgress,
        OptionField,
        PasswordOptions,
        PlaceInfo,
        Poll,
        PromptInfo,
        SelectOptions,
        TextOptions,
    )
    from sayso.core.outcome import Outcome
    from sayso.core.secret import Bytes
    from sayso.platforms.contract.channel import Channel


class Client(Session):
    """Asks the person through the daemon. Calls may run in several threads at once: each has a
    connection of its own.

    Leaving the `with` block ends the calls of other threads that still wait. Errors of a call are
    SaysoErrors, which say whose fault it is and what to do: see `sayso.errors`.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def confirm(
        self,
        message: str,
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[ConfirmOptions],
    ) -> Outcome:
        """Asks the person to approve. Act only if `outcome.allowed`.

        `on_progress` is called with the question's progress, at least every 15 s. `heard` is called
        right before the answer is claimed, and says whether anyone can still receive the answer. If
        not, the answer stays for a later request and the outcome is Pending (for a bound question:
        the answer is lost, and the outcome is Withdrawn).

        Raises InvalidParams, Mismatch, Expired and other errors.
        """
        return self._converse(self._ask(confirm_params(message, options), on_progress, heard))

    def notice(
        self,
        message: str,
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[NoticeOptions],
    ) -> Outcome:
        """Shows the person a message; parameters as for `confirm`. The outcome is Answered once
        they press the button, Dismissed if they close the dialog. A caller that only wants to tell
        something can treat both alike."""
        return self._converse(self._ask(notice_params(message, options), on_progress, heard))

    def device_code(
        self,
        message: str,
        address: str,
        code: str,
        poll: Poll | None = None,
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[DeviceCodeOptions],
    ) -> Outcome:
        """Shows the person an address and the code to type there (RFC 8628) until they have signed
        in; then the outcome is Answered, decided by `requester`.

        `poll` runs in a thread while the dialog is open; its result finishes the question, and what
        it raises is raised here. It gets an event that is set once the question is over: dismissed,
        say, or timed out. Without `poll`, another thread has to call `finish`, or, if the question
        is not bound, any program that has its ticket.
        """
        params = device_code_params(message, address, code, options)
        if poll is None:
            return self._converse(self._ask(params, on_progress, heard))
        from sayso.client.poll import Polling  # threads are slow to load

        def finish(number: int, done: bool) -> None:
            self.finish(number=number, done=done)

        def ask(on_progress: OnProgress) -> Outcome:
            return self._converse(self._ask(params, on_progress, heard))

        return Polling(poll, finish).beside(ask, on_progress)

    def finish(self, ticket: str | None = None, number: int | None = None, *, done: bool) -> None:
        """Tells the daemon how a sign-in by a device code ended. The question is named by its
        ticket, or, in the process that asked, by its number. `done`: the person has signed in, so
        the outcome is Answered; else it is Withdrawn. Starts no daemon.

        Raises NotOpen if the question is over already, and UnknownPrompt.
        """
        self._converse(self._finish(ticket, number, done))

    def password(
        self,
        message: str,
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[PasswordOptions],
    ) -> Outcome:
        """Asks the person to type a password; parameters as for `confirm`.

        An Answered outcome has the password as `outcome.secret`: use `secret.view()`, then call
        `secret.wipe()`. A password is handed out once: if the connection breaks as it is sent,
        Unreachable is raised, and only a new question helps.
        """
        return self._converse(self._ask(password_params(message, options), on_progress, heard))

    def text(
        self,
        message: str,
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[TextOptions],
    ) -> Outcome:
        """Asks the person to type some text; parameters as for `confirm`.

        An Answered outcome has the text as `outcome.answer`, a str.
        """
        return self._converse(self._ask(text_params(message, options), on_progress, heard))

    def select(
        self,
        message: str,
        options: Sequence[str | OptionField],
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **more: Unpack[SelectOptions],
    ) -> Outcome:
        """Asks the person to choose from 2 to 32 options; other parameters as for `confirm`.

        An Answered outcome has the chosen options as `outcome.answer`, a tuple of str in the order
        of `options`, and text of the person's own as `outcome.custom`.
        """
        params = select_params(message, options, more)
        return self._converse(self._ask(params, on_progress, heard))

    def form(
        self,
        message: str,
        questions: Sequence[FormField],
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[FormOptions],
    ) -> Outcome:
        """Asks the person several questions on one page; other parameters as for `confirm`.

        An Answered outcome has `outcome.answers`: one for each question, in the same order.
        """
        params = form_params(message, questions, options)
        return self._converse(self._ask(params, on_progress, heard))

    def collect(
        self,
        ticket: str,
        *,
        wait: float | None = None,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        on_kind: OnKind | None = None,
    ) -> Outcome:
        """The outcome of the question that this ticket names. `wait`: seconds to wait for it; None:
        the daemon's default.

        `on_kind` is called with the kind of the question ("confirm", "text", …) right before the
        answer is claimed, or once it is known that there is no answer to claim. What it raises is
        raised here, and the answer is not claimed.

        Raises Expired if the ticket is unknown, collected or past its retention.
        """
        return self._converse(self._collect(ticket, wait, on_progress, heard, on_kind))

    def withdraw(self, ticket: str | None = None, number: int | None = None) -> int:
        """Takes back an open question, by its ticket or its number; returns the number. Starts no
        daemon.

        Returns when the dialog has gone. Raises UnknownPrompt, NotOpen, and NotAcknowledged if the
        dialog had to be ended by force; the question is withdrawn all the same.
        """
        return self._converse(self._withdraw(ticket, number))

    def withdraw_scope(self, scope: str) -> list[int]:
        """Takes back all open questions of this asker in this scope, except bound ones; returns
        their numbers. Meant for a session that ends while its program goes on. Starts no daemon.

        Returns when their dialogs have gone. Raises NotOpen if there is no such question, and
        NotAcknowledged as `withdraw` does.
        """
        return self._converse(self._withdraw_scope(scope))

    def do_not_disturb(self, seconds: float) -> None:
        """Turns do-not-disturb on for `seconds`, at most 36 hours; 0 turns it off, and starts no
        daemon. The person's settings decide what happens to questions meanwhile."""
        self._converse(self._do_not_disturb(seconds))

    def open_next(self) -> int | None:
        """Brings the next question to the screen, because the person wants to see it; returns its
        number. A dialog that is on the screen already comes to the front. Starts no daemon.

        None: no question is open, or only questions of this program: it may not open its own unless
        the person typed its command into a shell on a terminal.
        """
        return self._converse(self._open_next())

    def prompts(self) -> list[PromptInfo]:
        """The questions that are open, and the answers that are kept. Starts no daemon."""
        return self._converse(self._prompts())

    def status(self) -> DaemonStatus:
        """The daemon's state. Starts no daemon: raises Unreachable if none runs."""
        return self._converse(self._status())

    def open_place(
        self,
        name: str,
        *,
        container: bool = False,
        uid: int | None = None,
        destination: str = "",
        new: bool = False,
    ) -> list[PlaceInfo]:
        """Lets another machine, or a container, ask here under this name, through a socket of its
        own; returns all machines and containers that may ask. `uid`: the user who may use the
        socket, as this machine numbers users. `destination`: where ssh is to carry the socket, as
        typed after `ssh`. `new`: the name must not be in use yet.

        Raises InvalidParams if the name looks like another one, or is in use though it was to be
        new; UnusableFile if it can't be remembered.
        """
        params = {"name": name, "container": container, "destination": destination}
        if uid is not None:
            params["uid"] = uid
        if new:
            params["new"] = True
        return self._converse(self._places("remote_open", params))

    def allow_place(self, name: str, *, secrets: bool) -> list[PlaceInfo]:
        """Sets whether the machine or container of this name may ask for passwords, sign-ins by a
        device code, and pages to be opened. Returns all of them. Raises UnknownPlace."""
        params = {"name": name, "secrets": secrets}
        return self._converse(self._places("remote_allow", params))

    def close_place(self, name: str) -> list[PlaceInfo]:
        """Lets the machine or container of this name ask no more, and withdraws its questions.
        Returns those that may still ask. Raises UnknownPlace."""
        return self._converse(self._places("remote_close", {"name": name}))

    def places(self) -> list[PlaceInfo]:
        """The other machines and containers that may ask here. Starts no daemon."""
        return self._converse(self._places("remote_list", {}))

    def make_way(self, screen: str) -> bool:
        """Asks the daemon to end if it found no screen, though there is this one, and has nothing
        to lose. Returns whether it ends. Raises UnknownMethod or VersionMismatch if the daemon is
        too old to know this request."""
        return self._converse(self._make_way(screen))

    def _converse(self, conversation: Conversation[T]) -> T:
        connection = _Connection(self)
        try:
            step = next(conversation)
            while True:
                try:
                    data = connection.take(step)
                except (OSError, SaysoError) as error:
                    step = conversation.throw(error)
                else:
                    step = conversation.send(data)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            connection.close()


class _Connection:
    """Carries out the steps of a conversation, over one connection at a time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._connection: Channel | None = None
        self._room = Room()

    def take(self, step: Step) -> Bytes:
        nothing = bytearray()
        if isinstance(step, Connect):
            self.close()
            within = self._session.within(step)
            if step.after:
                time.sleep(step.after)
            self._connection = self._session.adopt(
                connect(self._session.environ, start=step.start, within=within, path=step.path)
            )
            return nothing
        if isinstance(step, Guard):
            self._room.guard()
            return nothing
        assert self._connection is not None  # noqa: S101 - a conversation connects first
        self._connection.wait_at_most(step.within)
        match step:
            case Send(data, _, lends):
                sent = self._connection.lend(data, lends) if lends else 0
                self._connection.send(memoryview(data)[sent:])
                return nothing
            case Receive():
                return self._room.taken(self._connection.receive_into(self._room.view))

    def close(self) -> None:
        if self._connection is not None:
            self._session.release(self._connection)
            self._connection = None
