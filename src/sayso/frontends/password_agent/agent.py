"""Has the person asked for what systemd's requests want, and answers them.

Each request has a task and a connection of its own, so that one which nobody answers keeps no other
from being asked.
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
"""Seconds before a question that could not be asked is asked again."""

_GRANTED, _DECLINED = b"+", b"-"


class Agent:
    """For the requests in these directories."""

    def __init__(
        self, part: PasswordAgent, directories: Sequence[str], note: Callable[[str], None]
    ) -> None:
        """`note` hears, in a line each, why a request is not answered."""
        self._part = part
        self._directories = directories
        self._note = note
        self._client = AsyncClient(name=f"sayso-ask-password-agent/{__version__}")
        self._asked: dict[str, tuple[object, asyncio.Task[None]]] = {}
        """By the path of each request: which state of the file it was, and who asks."""
        self._one_ended = asyncio.Event()

    async def run(self) -> None:
        """Until it is cancelled. Raises ServiceError: the directories can't be watched."""
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
        """Raises OSError."""
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
        """Answers it, for as long as it counts."""

        def note(why: str) -> None:
            self._note(f"{visible_path(path)}: {' '.join(why.split())}")

        try:
            request = parse(self._part.read(path))
            if _left(request) == 0:
                return
            with closing(self._part.connect(path, request.socket)) as reply:
                await self._answer(request, reply, note)
        except TimeoutError:  # who asked has gone, or waits no longer
            return
        except FileNotFoundError:  # so has the file, since it was listed
            return
        except OSError as error:
            note(f"it can't be answered: {error.strerror}")
        except SaysoError as error:
            note(error.message)

    async def _answer(self, request: Request, reply: Reply, note: Callable[[str], None]) -> None:
        """Raises OSError, SaysoError; TimeoutError: it counts no more."""
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
                self._tell_one_ended()
        _hand_over(outcome, reply, note)

    async def _outcome(self, request: Request, note: Callable[[str], None]) -> Outcome:
        """Of a question that was asked: what keeps it from that passes. Raises SaysoError."""
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

    def _tell_one_ended(self) -> None:
        """There may be room for another question."""
        self._one_ended.set()
        self._one_ended.clear()


def _left(request: Request) -> float | None:
    """Seconds for the answer, 0 where it comes too late; None: as long as it takes."""
    if request.not_after is None:
        return None
    return max(0.0, request.not_after - asyncio.get_running_loop().time())


def _hand_over(outcome: Outcome, reply: Reply, note: Callable[[str], None]) -> None:
    """Where nobody has answered, nothing is sent: another agent may still do it. Raises OSError."""
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
    """The loop says at once what is raised here; the other requests go on."""
    if not task.cancelled():
        task.result()


def serve(note: Callable[[str], None]) -> None:
    """Until this process is told to end. Raises Unsupported, ServiceError."""
    part = select.password_agent()
    asyncio.run(Agent(part, part.directories(os.environ), note).run())
