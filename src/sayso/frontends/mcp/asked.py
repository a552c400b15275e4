"""What this server must remember of a call of `ask_user` or `sign_in` until its outcome was told.

The daemon keeps the question. Kept here is what the daemon does not know: the questions that the
answers belong to, for `check`; that the dialog was on the screen; and an outcome that was claimed
for a call which was cancelled at that moment. The daemon hands an outcome out only once, so the
next identical call gets it from here.
"""

import time
from collections.abc import Awaitable, Callable

import anyio

from sayso.client.shapes import Progress
from sayso.core import outcome as core
from sayso.frontends.mcp.questions import Question

KEPT_SECONDS = 1_800.0
"""Seconds that a question is remembered after its last call."""

KEPT = 64
"""Most questions that are remembered."""

_ON_SCREEN = frozenset({"shown", "put_off"})

Get = Callable[[anyio.CancelScope], Awaitable[core.Outcome]]
"""Gets the outcome. It shields the scope from cancellation while an answer is on its way."""


class Asked:
    """The question of one call, or of several that are identical."""

    def __init__(self, kind: str = "", questions: tuple[Question, ...] = ()) -> None:
        self.kind = kind
        """The question's kind on the socket; empty: not known yet."""
        self.questions = questions
        """Empty: another session asked them, or there are none."""
        self.ticket = ""
        """The daemon's ticket, once the question was pending."""
        self.rendered = False
        """Whether the dialog has been on the screen."""
        self.used = 0.0
        self._spent: core.Decision | None = None
        """The outcome, once it was claimed."""
        self._latest: object = None
        """The newest call."""
        self._scope: anyio.CancelScope | None = None
        """The scope of the call that asks."""
        self._turn = anyio.Lock()
        """Held by the call that asks. If two asked at once, one could claim the answer, and the
        other would ask anew."""

    async def ask(self, get: Get) -> core.Outcome:
        """The outcome, for the newest call. The call before ends as superseded, as at the daemon;
        but if an answer is on its way to that call, the newest call gets the answer."""
        self._latest = call = object()
        if self._scope and not self._scope.shield:
            self._scope.cancel()
        async with self._turn:
            if call is self._latest and self._spent is None:
                with anyio.CancelScope() as self._scope:
                    return self._heard(await get(self._scope), call)
        if call is self._latest and self._spent is not None:
            return self._spent
        return core.Superseded("newer_call")

    def hear(self, progress: Progress) -> None:
        """Takes note of where the question stands."""
        self.rendered = self.rendered or progress.state in _ON_SCREEN

    def _heard(self, outcome: core.Outcome, call: object) -> core.Outcome:
        if isinstance(outcome, core.Pending):
            self.ticket = outcome.ticket
        elif isinstance(outcome, core.Decision):
            self._spent = outcome
        return outcome if call is self._latest else core.Superseded("newer_call")


class AskedCalls:
    """The questions that a later call may go on with, by what they ask."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._calls: dict[str, Asked] = {}
        """The question that was used last stands last."""

    def take(self, key: str, kind: str, questions: tuple[Question, ...] = ()) -> Asked:
        """The question of an identical earlier call, or a new one."""
        self._clear()
        asked = self._calls.pop(key, None) or Asked(kind, questions)
        asked.used = self._now()
        self._calls[key] = asked
        for oldest in list(self._calls)[:-KEPT]:
            del self._calls[oldest]
        return asked

    def of_ticket(self, ticket: str) -> Asked | None:
        self._clear()
        return next((each for each in self._calls.values() if each.ticket == ticket), None)

    def close(self, asked: Asked, outcome: core.Outcome) -> None:
        """Forgets the question if this outcome ends it."""
        if not isinstance(outcome, core.Pending | core.Superseded):
            self.drop(asked)

    def drop(self, asked: Asked) -> None:
        self._calls = {key: each for key, each in self._calls.items() if each is not asked}

    def _clear(self) -> None:
        since = self._now() - KEPT_SECONDS
        self._calls = {key: each for key, each in self._calls.items() if each.used > since}
