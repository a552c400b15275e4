"""The client for asyncio programs: the calls of `sayso.client.sync`, to be awaited.

Cancelling a call while the person decides claims nothing: the question stays open, and its answer
is kept for the identical request or for its ticket. A call that is cancelled between its claim and
the daemon's reply may have used the answer up unheard: then asking again asks the person anew. A
bound question ends with the call.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from sayso.client import spawn  # noqa: F401 - loaded now: an upgrade may replace it
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
from sayso.errors import NotOpen, SaysoError

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
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
        PromptInfo,
        SelectOptions,
        TextOptions,
    )
    from sayso.core.outcome import Outcome
    from sayso.core.secret import Bytes
    from sayso.platforms.contract.channel import Channel
    from sayso.wire.progress import Progress


class AsyncClient(Session):
    """Asks the person through the daemon. Calls may run in several tasks at once: each has a
    connection of its own.

    Leaving the `async with` block ends the calls of other tasks that still wait.
    """

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    async def confirm(
        self,
        message: str,
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[ConfirmOptions],
    ) -> Outcome:
        """Like `sayso.client.sync.Client.confirm`."""
        return await self._converse(self._ask(confirm_params(message, options), on_progress, heard))

    async def notice(
        self,
        message: str,
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[NoticeOptions],
    ) -> Outcome:
        """Like `sayso.client.sync.Client.notice`."""
        return await self._converse(self._ask(notice_params(message, options), on_progress, heard))

    async def device_code(
        self,
        message: str,
        address: str,
        code: str,
        poll: Awaitable[bool] | None = None,
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[DeviceCodeOptions],
    ) -> Outcome:
        """Like `sayso.client.sync.Client.device_code`, but `poll` is an awaitable: it runs in a
        task while the dialog is open, and is cancelled once the question is over."""
        params = device_code_params(message, address, code, options)
        if poll is None:
            return await self._converse(self._ask(params, on_progress, heard))
        number: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def progress(told: Progress) -> None:
            if not number.done():
                number.set_result(told.number)
            if on_progress is not None:
                on_progress(told)

        polling = asyncio.ensure_future(poll)
        finishing = asyncio.ensure_future(self._finish_after(polling, number))
        try:
            outcome = await self._converse(self._ask(params, progress, heard))
        finally:
            for task in (polling, finishing):
                task.cancel()
            await asyncio.gather(polling, finishing, return_exceptions=True)
        if not polling.cancelled():
            polling.result()  # raises what `poll` raised
        if not finishing.cancelled():
            finishing.result()  # raises what kept the question from hearing of it
        return outcome

    async def _finish_after(
        self, polling: asyncio.Future[bool], number: asyncio.Future[int]
    ) -> None:
        await asyncio.wait([polling])
        if not polling.cancelled():
            done = polling.exception() is None and polling.result()
            with suppress(NotOpen):  # the question ended meanwhile: its outcome says how
                await self.finish(number=await number, done=done)

    async def finish(
        self, ticket: str | None = None, number: int | None = None, *, done: bool
    ) -> None:
        """Like `sayso.client.sync.Client.finish`."""
        await self._converse(self._finish(ticket, number, done))

    async def password(
        self,
        message: str,
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[PasswordOptions],
    ) -> Outcome:
        """Like `sayso.client.sync.Client.password`."""
        return await self._converse(
            self._ask(password_params(message, options), on_progress, heard)
        )

    async def text(
        self,
        message: str,
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[TextOptions],
    ) -> Outcome:
        """Like `sayso.client.sync.Client.text`."""
        return await self._converse(self._ask(text_params(message, options), on_progress, heard))

    async def select(
        self,
        message: str,
        options: Sequence[str | OptionField],
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **more: Unpack[SelectOptions],
    ) -> Outcome:
        """Like `sayso.client.sync.Client.select`."""
        params = select_params(message, options, more)
        return await self._converse(self._ask(params, on_progress, heard))

    async def form(
        self,
        message: str,
        questions: Sequence[FormField],
        *,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        **options: Unpack[FormOptions],
    ) -> Outcome:
        """Like `sayso.client.sync.Client.form`."""
        params = form_params(message, questions, options)
        return await self._converse(self._ask(params, on_progress, heard))

    async def collect(
        self,
        ticket: str,
        *,
        wait: float | None = None,
        on_progress: OnProgress | None = None,
        heard: Heard | None = None,
        on_kind: OnKind | None = None,
    ) -> Outcome:
        """Like `sayso.client.sync.Client.collect`."""
        return await self._converse(self._collect(ticket, wait, on_progress, heard, on_kind))

    async def withdraw(self, ticket: str | None = None, number: int | None = None) -> int:
        """Like `sayso.client.sync.Client.withdraw`."""
        return await self._converse(self._withdraw(ticket, number))

    async def withdraw_scope(self, scope: str) -> list[int]:
        """Like `sayso.client.sync.Client.withdraw_scope`."""
        return await self._converse(self._withdraw_scope(scope))

    async def do_not_disturb(self, seconds: float) -> None:
        """Like `sayso.client.sync.Client.do_not_disturb`."""
        await self._converse(self._do_not_disturb(seconds))

    async def open_next(self) -> int | None:
        """Like `sayso.client.sync.Client.open_next`."""
        return await self._converse(self._open_next())

    async def prompts(self) -> list[PromptInfo]:
        """Like `sayso.client.sync.Client.prompts`."""
        return await self._converse(self._prompts())

    async def status(self) -> DaemonStatus:
        """Like `sayso.client.sync.Client.status`."""
        return await self._converse(self._status())

    async def open_place(
        self,
        name: str,
        *,
        container: bool = False,
        uid: int | None = None,
        destination: str = "",
        new: bool = False,
    ) -> list[PlaceInfo]:
        """Like `sayso.client.sync.Client.open_place`."""
        params = {"name": name, "container": container, "destination": destination}
        if uid is not None:
            params["uid"] = uid
        if new:
            params["new"] = True
        return await self._converse(self._places("remote_open", params))

    async def allow_place(self, name: str, *, secrets: bool) -> list[PlaceInfo]:
        """Like `sayso.client.sync.Client.allow_place`."""
        params = {"name": name, "secrets": secrets}
        return await self._converse(self._places("remote_allow", params))

    async def close_place(self, name: str) -> list[PlaceInfo]:
        """Like `sayso.client.sync.Client.close_place`."""
        return await self._converse(self._places("remote_close", {"name": name}))

    async def places(self) -> list[PlaceInfo]:
        """Like `sayso.client.sync.Client.places`."""
        return await self._converse(self._places("remote_list", {}))

    async def make_way(self, screen: str) -> bool:
        """Like `sayso.client.sync.Client.make_way`."""
        return await self._converse(self._make_way(screen))

    async def _converse(self, conversation: Conversation[T]) -> T:
        connection = _Connection(self)
        try:
            step = next(conversation)
            while True:
                try:
                    data = await connection.take(step)
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

    async def take(self, step: Step) -> Bytes:
        nothing = bytearray()
        if isinstance(step, Connect):
            self.close()
            self._connection = self._session.adopt(await _connect(self._session, step))
            return nothing
        if isinstance(step, Guard):
            self._room.guard()
            return nothing
        assert self._connection is not None  # noqa: S101 - a conversation connects first
        match step:
            case Send(data, within, lends):
                # A cancellation that is due takes effect here, before a claim can be sent.
                await asyncio.sleep(0)
                async with asyncio.timeout(within):
                    sent = self._connection.lend(data, lends) if lends else 0
                    await self._connection.asend(memoryview(data)[sent:])
                return nothing
            case Receive(within):
                async with asyncio.timeout(within):
                    return self._room.taken(await self._connection.areceive_into(self._room.view))

    def close(self) -> None:
        if self._connection is not None:
            self._session.release(self._connection)
            self._connection = None


async def _connect(session: Session, step: Connect) -> Channel:
    """Connects in a thread, as a daemon may have to start, which blocks. If this is cancelled, the
    connection that the thread makes is closed."""
    await asyncio.sleep(step.after)
    within = session.within(step)
    connecting = asyncio.get_running_loop().run_in_executor(
        None, partial(connect, session.environ, start=step.start, within=within, path=step.path)
    )
    try:
        return await asyncio.shield(connecting)
    except asyncio.CancelledError:
        connecting.add_done_callback(_discard)
        raise


def _discard(connecting: asyncio.Future[Channel]) -> None:
    if not connecting.cancelled() and connecting.exception() is None:
        connecting.result().close()
