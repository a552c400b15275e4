"""Asks the question that an event stands for, as long as somebody waits for the answer."""

from __future__ import annotations

import time
from contextlib import suppress

from sayso import __version__
from sayso.client.sync import Client
from sayso.core.settings import LIMIT
from sayso.frontends.bound import Watched
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.outcome import Outcome
    from sayso.frontends.hook.question import Question

_DEADLINE = 600.0
"""Most seconds that a dialog stays open."""

_GRACE = 1.0
"""Seconds after the end of the time for the daemon to say so. A daemon that hangs, or that a broken
line hides, is not waited for any longer: the agent would lose patience, and run the tool."""


class Waiting:
    """A hook that waits for the person's answer, as long as its agent waits for the hook."""

    def __init__(self, question: Question, title: str, limit: float, *, spawn: bool) -> None:
        """`limit`: seconds from now on to the answer, including time before the dialog opens."""
        self._question = question
        self._title = title
        self._limit = max(limit, LIMIT.low)
        self._until = time.monotonic() + limit + _GRACE
        self._client = Client(spawn=spawn, name=f"sayso-hook/{__version__}")
        self._starter = select.starter().hold()

    def outcome(self) -> Outcome | None:
        """The answer; None: the question was answered elsewhere, the agent has gone, or the time is
        over and the daemon says nothing. Raises SaysoError."""
        return Watched(self._client, self._is_over).outcome(self._ask)

    def _ask(self) -> Outcome:
        asked = self._question
        options = {
            "bound": True,
            "limit": self._limit,
            "timeout": min(self._limit, _DEADLINE),
            "says_it_is": self._title,
            "tool_call": True,
        }
        ask = getattr(self._client, asked.kind)
        outcome: Outcome = ask(*asked.words, heard=self._is_heard, **options, **asked.options)
        return outcome

    def _is_heard(self) -> bool:
        """Whether the agent that started us still runs and reads our output."""
        from sayso.platforms.contract.output import Output  # once it has been asked

        return self._starter.lives() and select.processes().output() is not Output.ABANDONED

    def _is_over(self) -> bool:
        return self.is_late() or not self._is_heard() or self._is_answered()

    def is_late(self) -> bool:
        """Whether the time for an answer is over."""
        return time.monotonic() >= self._until

    def _is_answered(self) -> bool:
        """Whether the question was answered elsewhere. If that can't be checked, it stays open."""
        is_over = self._question.is_over
        with suppress(OSError, ValueError, RecursionError):
            return is_over is not None and is_over()
        return False
