"""The client for ordinary programs: each call blocks until its outcome.

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
    ROOM,
    Connect,
    Guard,
    Receive,
    Send,
    locked,
)
from sayso.client.session import Session
from sayso.client.spawn import connect
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
    """Calls may run in several threads at once: each has a connection of its own.

    Leaving the `with` block ends the calls of other threads that still wait. Every call raises
    a SaysoError that says whose fault it is and what to do: see `sayso.errors`.
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

        `on_progress` hears where the question stands, at least every 15 s. `heard` says right
        before the answer is claimed whether anyone can still hear it; if not, the answer
        stays for a later request and the outcome is Pending (of a bound question it is gone, and
        the outcome Withdrawn).

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
        """Tells the person something, as `confirm` asks to approve: Answered once they press its
        button, Dismissed where they close it. Who only tells takes both for done."""
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
        """Shows the person an address and the code to type there (RFC 8628), until they have signed
        in: Answered then, decided by `requester`.

        `poll` runs in a thread while the dialog is open; what it returns finishes the question, and
        what it raises is raised here. It is handed an event that is set once the question is over:
        dismissed, say, or timed out. Without it `finish` is to be said by another thread, or, of a
        question that is not bound, by whoever has its ticket.
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
        """Says how a sign-in by a device code ended, by the question's ticket, or by its number in
        the process that asked: it is Answered where it is `done`, else Withdrawn. Starts no daemon.

        Raises NotOpen where the question is over already, and UnknownPrompt.
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
        """Asks the person to type a password, as `confirm` asks to approve.

        An Answered outcome has it as `outcome.secret`: use `secret.view()`, then call
        `secret.wipe()`. It is handed out once: where the connection broke on its way here,
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
        """Asks the person to type some words, as `confirm` asks to approve.

        An Answered outcome has them as `outcome.answer`, a str.
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
        """Asks the person to choose from 2 to 32 options, as `confirm` asks to approve.

        An Answered outcome has those chosen as `outcome.answer`, a tuple of str, in their order,
        and words of the person's own as `outcome.custom`.
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
        """Asks the person several questions on one page, as `confirm` asks to approve.

        An Answered outcome has `outcome.answers`, one for each question, in their order.
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
        """The outcome of the question that this ticket names, waiting `wait` seconds for it.

        `on_kind` is told the kind of the question ("confirm", "text", …) right before its
        answer is claimed, or once it is known that there is none to claim; what it raises is raised
        here, and an answer stays.

        Raises Expired where the ticket is unknown, collected or past its retention.
        """
        return self._converse(self._collect(ticket, wait, on_progress, heard, on_kind))

    def withdraw(self, ticket: str | None = None, number: int | None = None) -> int:
        """Takes an open question back, by its ticket or its number; returns the number. Starts no
        daemon.

        Returns when its dialog has gone. Raises UnknownPrompt, NotOpen, and NotAcknowledged where
        the dialog had to be ended by force; the question is withdrawn all the same.
        """
        return self._converse(self._withdraw(ticket, number))

    def withdraw_scope(self, scope: str) -> list[int]:
        """Takes all open questions of the same asker in this scope back, but bound ones; returns
        their numbers. For a session that ends while its program lives. Starts no daemon.

        Returns when their dialogs have gone. Raises NotOpen where there are none, and
        NotAcknowledged as `withdraw` does.
        """
        return self._converse(self._withdraw_scope(scope))

    def do_not_disturb(self, seconds: float) -> None:
        """Turns it on for so many seconds, at most 36 hours; 0 turns it off, and starts no daemon.
        The person's settings decide what becomes of questions meanwhile."""
        self._converse(self._do_not_disturb(seconds))

    def open_next(self) -> int | None:
        """Brings the next question to the screen, as the person wants it; returns its number. What
        is there already comes to the front. Starts no daemon.

        None: nothing is open, or only questions of this very program, which opens none of its own
        unless the person typed its command into a shell on a terminal.
        """
        return self._converse(self._open_next())

    def prompts(self) -> list[PromptInfo]:
        """The questions that are open, and the answers that are kept. Starts no daemon."""
        return self._converse(self._prompts())

    def status(self) -> DaemonStatus:
        """The daemon's state. Starts none: raises Unreachable where none runs."""
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
        own; returns all that may. `uid`: of who may use it, as this machine numbers them.
        `destination`: where ssh is to carry it, as after `ssh`. `new`: it is not open yet.

        Raises InvalidParams where the name looks like another one's, or is open and was to be new;
        UnusableFile where it can't be remembered.
        """
        params = {"name": name, "container": container, "destination": destination}
        if uid is not None:
            params["uid"] = uid
        if new:
            params["new"] = True
        return self._converse(self._places("remote_open", params))

    def allow_place(self, name: str, *, secrets: bool) -> list[PlaceInfo]:
        """Whether it may ask for passwords, sign-ins by a device code, and pages to be opened.
        Raises UnknownPlace."""
        params = {"name": name, "secrets": secrets}
        return self._converse(self._places("remote_allow", params))

    def close_place(self, name: str) -> list[PlaceInfo]:
        """Lets nothing come from it any more; what it asked is withdrawn. Raises UnknownPlace."""
        return self._converse(self._places("remote_close", {"name": name}))

    def places(self) -> list[PlaceInfo]:
        """Those that may ask here. Starts no daemon."""
        return self._converse(self._places("remote_list", {}))

    def make_way(self, screen: str) -> bool:
        """Asks the daemon to end if it found no screen, though there is this one, and holds
        nothing. Returns whether it ends. Raises UnknownMethod or VersionMismatch where it is an
        older one."""
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
    """The one connection that a conversation has at a time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._connection: Channel | None = None
        self._room = memoryview(bytearray(ROOM))

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
            self._room = locked(ROOM)
            return nothing
        assert self._connection is not None  # noqa: S101 - a conversation connects first
        self._connection.wait_at_most(step.within)
        match step:
            case Send(data, _, lends):
                sent = self._connection.lend(data, lends) if lends else 0
                self._connection.send(memoryview(data)[sent:])
                return nothing
            case Receive():
                return self._room[: self._connection.receive_into(self._room)]

    def close(self) -> None:
        if self._connection is not None:
            self._session.release(self._connection)
            self._connection = None
