"""Asks the person for the passwords that systemd's requests want, and answers the requests.

Each request has a task and a connection of its own, so that a request which nobody answers does not
hold up the others.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import ExitStack, closing, suppress

from sayso import __version__
from sayso.client.aio import AsyncClient
from sayso.core.outcome import Answered, Denied, Dismissed, NoInteractor, Outcome, Refused
from sayso.core.text import visible_path
from sayso.errors import SaysoError, ServiceError
from sayso.frontends.password_agent import question
from sayso.frontends.password_agent.request import Request, parse
from sayso.platforms import select
from sayso.presentation.outcomes import explain

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sayso.platforms.contract.password_agent import PasswordAgent, Reply

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
"""Seconds before a question that could not be asked is tried again. The pause doubles each time, up
to the longest."""

_GRANTED, _DECLINED = b"+", b"-"


class Agent:
    """Answers the requests in these directories."""

    def __init__(
        self, part: PasswordAgent, directories: Sequence[str], note: Callable[[str], None]
    ) -> None:
        """`note` is called with one line that says why a request is not answered."""
        self._part = part
        self._directories = directories
        self._note = note
        self._client = AsyncClient(name=f"sayso-ask-password-agent/{__version__}")
        self._asked: dict[str, tuple[object, asyncio.Task[None]]] = {}
        """The state in which a request's file was found, and the task that asks the person, by the
        file's path."""
        self._one_ended = asyncio.Event()

    async def run(self) -> None:
        """Answers requests until it is cancelled. Raises ServiceError: the directories can't be
        watched."""
        changed = asyncio.Event()
        try:
            with ExitStack() as stack:
                watches = [
                    stack.enter_context(
                        closing(select.files().watch(os.path.join(each, "ask."), changed.set))  # noqa: PTH118 - of whatever bytes
                    )
                    for each in self._directories
                ]
                while True:
                    changed.clear()
                    for watch in watches:
                        watch.renew()
                    self._look()
                    await changed.wait()
        except OSError as error:
            raise ServiceError(
                f"requests for passwords can't be watched: {error.strerror}",
                remedy="mend that, then start it again",
            ) from error

    def _look(self) -> None:
        """Starts a task for each new request, and cancels those whose request has changed or gone.
        Raises OSError."""
        there: dict[str, object] = {}
        for directory in self._directories:
            there |= self._part.requests(directory)
        for path, (state, task) in list(self._asked.items()):
            if there.get(path) != state:
                task.cancel()
                del self._asked[path]
        for path, state in there.items():
            if path not in self._asked:
                task = asyncio.create_task(self._take(path))
                task.add_done_callback(_tell_fault)
                self._asked[path] = state, task

    async def _take(self, path: str) -> None:
        """Answers the request at this path, for as long as it is valid."""

        def note(why: str) -> None:
            self._note(f"{visible_path(path)}: {' '.join(why.split())}")

        try:
            written = self._part.read(path)
            request = parse(written.text, by_root=written.by_root)
            if _left(request) == 0:
                return
            with closing(self._part.connect(path, request.socket)) as reply:
                await self._answer(request, reply, note)
        except TimeoutError:  # the program that asked has gone, or waits no longer
            return
        except FileNotFoundError:  # the file has gone since it was listed
            return
        except OSError as error:
            note(f"it can't be answered: {error.strerror}")
        except SaysoError as error:
            note(error.message)

    async def _answer(self, request: Request, reply: Reply, note: Callable[[str], None]) -> None:
        """Asks the person, and sends the answer. Raises OSError, SaysoError; TimeoutError: the
        request is no longer valid."""
        async with asyncio.timeout_at(request.not_after) as until:

            def exited() -> None:
                if not until.expired():
                    until.reschedule(0)

            if (call_off := self._part.watch_exit(request.pid, exited)) is None:
                return
            try:
                outcome = await self._outcome(request, note)
            finally:
                call_off()
                self._wake_waiting()
        _hand_over(outcome, reply, note)

    async def _outcome(self, request: Request, note: Callable[[str], None]) -> Outcome:
        """Asks until the question has an outcome: whatever keeps it from being asked is temporary,
        so it is tried again. Raises SaysoError."""
        pause, said = _FIRST_PAUSE, ""
        while True:
            after: float | None = None
            try:
                outcome = await self._ask(request)
            except ServiceError as error:
                why = error.message
            else:
                if not isinstance(outcome, Refused | NoInteractor):
                    return outcome
                why = explain(outcome)
                after = outcome.retry_after if isinstance(outcome, Refused) else None
            if why != said:
                note(said := why)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause if after is None else max(after, pause)):
                    await self._one_ended.wait()
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _ask(self, request: Request) -> Outcome:
        words, options = question.words(request), question.options(request, _left(request))
        if request.echo:
            return await self._client.text(words, **options)
        return await self._client.password(words, **options)

    def _wake_waiting(self) -> None:
        """Wakes the questions that wait to be tried again: there may be room for one more."""
        self._one_ended.set()
        self._one_ended.clear()


def _left(request: Request) -> float | None:
    """Seconds until the answer comes too late, 0 if it already does; None: no time limit."""
    if request.not_after is None:
        return None
    return max(0.0, request.not_after - asyncio.get_running_loop().time())


def _hand_over(outcome: Outcome, reply: Reply, note: Callable[[str], None]) -> None:
    """Sends the outcome to the program that asked. Where nobody has answered, nothing is sent:
    another agent may still answer. Raises OSError."""
    match outcome:
        case Answered(secret=None, answer=str() as words):
            reply.send(_GRANTED, words.encode())
        case Answered(secret=secret) if secret is not None:
            try:
                reply.send(_GRANTED, secret.view())
            finally:
                secret.wipe()
        case Denied() | Dismissed():
            reply.send(_DECLINED)
        case _:
            note(explain(outcome))


def _tell_fault(task: asyncio.Task[None]) -> None:
    """Raises what the task raised, so that the event loop reports it at once; the other requests go
    on."""
    if not task.cancelled():
        task.result()


def serve(note: Callable[[str], None]) -> None:
    """Answers requests until this process is asked to end. Raises Unsupported, ServiceError."""
    part = select.password_agent()
    asyncio.run(Agent(part, part.directories(os.environ), note).run())
