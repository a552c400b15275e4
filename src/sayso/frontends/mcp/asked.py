"""What this server still has to know of a call of `ask_user` or `sign_in`, until its outcome was
told.

The daemon keeps the question. Kept here is what it does not know: the questions that its answers
belong to, for `check`; that it was on the screen; and an outcome that was claimed for a call which
was cancelled in that moment. It is spent, so the identical call hears it from here.
"""

import time
from collections.abc import Awaitable, Callable

import anyio

from sayso.client.shapes import Progress
from sayso.core import outcome as core
from sayso.frontends.mcp.questions import Question

KEPT_SECONDS = 1_800.0
"""Since the last call of it."""

KEPT = 64

_ON_SCREEN = frozenset({"shown", "put_off"})

Get = Callable[[anyio.CancelScope], Awaitable[core.Outcome]]
"""Gets the outcome. It shields its scope for as long as an answer is on its way."""


class Asked:
    """The question of one call, or of several that are identical."""

    def __init__(self, kind: str = "", questions: tuple[Question, ...] = ()) -> None:
        self.kind = kind
        """On the socket; empty: it is not known yet."""
        self.questions = questions
        """None: another session asked them, or there are none."""
        self.ticket = ""
        """Once it was pending."""
        self.rendered = False
        """It has been on the screen."""
        self.used = 0.0
        self._spent: core.Decision | None = None
        """The outcome, once it was claimed."""
        self._latest: object = None
        """The newest call."""
        self._scope: anyio.CancelScope | None = None
        """Of the call that asks."""
        self._turn = anyio.Lock()
        """Of the one call that asks: of two, one could claim what the other then asks anew."""

    async def ask(self, get: Get) -> core.Outcome:
        """How it ends, for the newest call. The one before makes way for it, as it does at the
        daemon; not while an answer is on its way to it, which the newest then gets."""
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
        """Where the question stands."""
        self.rendered = self.rendered or progress.state in _ON_SCREEN

    def _heard(self, outcome: core.Outcome, call: object) -> core.Outcome:
        if isinstance(outcome, core.Pending):
            self.ticket = outcome.ticket
        elif isinstance(outcome, core.Decision):
            self._spent = outcome
        return outcome if call is self._latest else core.Superseded("newer_call")


class AskedCalls:
    """Those that a call may go on with, by what they ask."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._calls: dict[str, Asked] = {}
        """The one used last stands last."""

    def take(self, key: str, kind: str, questions: tuple[Question, ...] = ()) -> Asked:
        """That of the identical call before, or a new one."""
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
        """Forgets it, once this outcome ends it."""
        if not isinstance(outcome, core.Pending | core.Superseded):
            self.drop(asked)

    def drop(self, asked: Asked) -> None:
        self._calls = {key: each for key, each in self._calls.items() if each is not asked}

    def _clear(self) -> None:
        since = self._now() - KEPT_SECONDS
        self._calls = {key: each for key, each in self._calls.items() if each.used > since}
