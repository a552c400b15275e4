"""The questions of one call, answered one after the other, and what was answered so far.

The call may end before its last answer: it was pending, cancelled, or its client gave up. The
identical call goes on with the next question; what the person has said by then is not asked again.
It is kept in this process, for a while.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import anyio

from sayso.core import outcome as core

KEPT_SECONDS = 1_800.0
"""Since the last word of it."""

KEPT_SERIES = 64

Answer = str | list[str]
"""A text, or the options chosen."""

_ENDINGS = core.Denied | core.Dismissed | core.TimedOut
_ON_SCREEN = frozenset({"shown", "put_off"})


@dataclass
class QuestionBatch:
    headings: Sequence[str]
    """Of each of its questions: by which its answer can be told from the others."""
    answers: list[Answer] = field(default_factory=list)
    ticket: str = ""
    """Of the question that was pending last."""
    rendered: bool = False
    """The question that is asked just now has been on the screen."""
    by: core.By | None = None
    """By what one of the answers was given, or more of them."""
    used: float = 0.0
    _latest: int = 0
    """The number of the newest call."""
    _turn: anyio.Lock = field(default_factory=anyio.Lock)
    """Of the one call that asks: two would ask the same question, or mix up the answers."""
    _asking: anyio.CancelScope | None = None
    """Of the call that asked last."""

    @property
    def length(self) -> int:
        return len(self.headings)

    @property
    def left(self) -> int:
        return self.length - len(self.answers)

    @property
    def last(self) -> core.Answered:
        """The outcome of the question answered last."""
        answer = self.answers[-1]
        told = answer if isinstance(answer, str) else tuple(answer)
        return core.Answered(answer=told, by=self.by)

    def join(self) -> int:
        """The number of one more call. The one before makes way for it, as it does at the daemon;
        not while an answer is on its way to it."""
        self._latest += 1
        if self._asking and not self._asking.shield:
            self._asking.cancel()
        return self._latest

    async def ask_next(
        self, call: int, ask: Callable[[anyio.CancelScope], Awaitable[core.Outcome]]
    ) -> core.Outcome:
        """How its next question ends, asked by the newest call. `ask` shields its scope for as long
        as an answer is on its way."""
        outcome: core.Outcome = core.Superseded("newer_call")
        if call != self._latest:
            return outcome
        async with self._turn:
            if not self.left:
                return self.last
            if call == self._latest:
                with anyio.CancelScope() as self._asking:
                    outcome = await ask(self._asking)
                    self._hear(outcome)
        return outcome

    def stands(self, state: str) -> None:
        """Where its question stands, in the daemon's word."""
        self.rendered = self.rendered or state in _ON_SCREEN

    def _hear(self, outcome: core.Outcome) -> None:
        """How its question ended, or that it has not."""
        if isinstance(outcome, core.Pending):
            self.ticket = outcome.ticket
        elif isinstance(outcome, core.Answered) and outcome.answer is not None:
            answer, self.by = outcome.answer, outcome.by or self.by
            self.answers.append(answer if isinstance(answer, str) else list(answer))
            self.ticket, self.rendered = "", not self.left


class QuestionBatches:
    """The series that a call may go on with, by what their calls ask."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._series: dict[str, QuestionBatch] = {}
        """The one used last stands last."""

    def take(self, key: str, headings: Sequence[str]) -> QuestionBatch:
        """That of the identical call before, or a new one."""
        self._clear()
        series = self._series.pop(key, None) or QuestionBatch(headings)
        series.used = self._now()
        self._series[key] = series
        for oldest in list(self._series)[:-KEPT_SERIES]:
            del self._series[oldest]
        return series

    def of_ticket(self, ticket: str) -> QuestionBatch | None:
        self._clear()
        return next((each for each in self._series.values() if each.ticket == ticket), None)

    def close(self, series: QuestionBatch, outcome: core.Outcome) -> None:
        """Forgets it if that ends it: each question is answered, or one never will be."""
        series.used = self._now()
        if isinstance(outcome, _ENDINGS) or not series.left:
            self.drop(series)

    def drop(self, series: QuestionBatch) -> None:
        self._series = {key: each for key, each in self._series.items() if each is not series}

    def _clear(self) -> None:
        since = self._now() - KEPT_SECONDS
        self._series = {key: each for key, each in self._series.items() if each.used > since}
