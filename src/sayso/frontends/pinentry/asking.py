"""Asks a question, as long as somebody waits for the answer."""

from __future__ import annotations

import time

from sayso import __version__
from sayso.client.sync import Client
from sayso.core.outcome import Withdrawn
from sayso.errors import SaysoError
from sayso.frontends.pinentry.waiting import beside

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.client.shapes import Progress
    from sayso.core.outcome import Outcome
    from sayso.frontends.pinentry.question import Question

PATIENCE = 4.0
"""Seconds until the daemon, which may have to start first, must have confirmed the question: gpg
hangs as long as we wait."""


class Asking:
    """Asks one question, once."""

    def __init__(
        self,
        question: Question,
        waits: Callable[[], bool],
        on_behalf: int | None,
        *,
        spawn: bool,
    ) -> None:
        self._question = question
        self._on_behalf = on_behalf
        self._waits = waits
        self._client = Client(spawn=spawn, name=f"sayso-pinentry/{__version__}")
        self._deadline = time.monotonic() + PATIENCE
        self._is_taken = False
        self._outcome: Outcome | None = None
        self.fault = "the daemon does not answer"
        """Why there is no outcome."""

    def outcome(self) -> Outcome | None:
        """The outcome, which is Withdrawn if nobody waits any more; None: the question could not be
        asked."""
        beside(self._ask, self._is_over, self._client.close)
        if not self._waits():
            return Withdrawn("caller_gone")
        return self._outcome

    def _ask(self) -> None:
        asked = self._question
        ask = getattr(self._client, asked.kind)
        try:
            with self._client:
                self._outcome = ask(
                    asked.message,
                    heard=self._waits,
                    on_progress=self._take_progress,
                    on_behalf=self._on_behalf,
                    **asked.options,
                )
        except SaysoError as error:
            if not self._is_late:  # else we have closed the client ourselves
                self.fault = error.message

    def _take_progress(self, _: Progress) -> None:
        self._is_taken = True

    @property
    def _is_late(self) -> bool:
        return not self._is_taken and time.monotonic() > self._deadline

    def _is_over(self) -> bool:
        return self._is_late or not self._waits()
