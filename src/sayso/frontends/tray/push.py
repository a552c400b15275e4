"""Runs a program of the person's own that tells them, wherever they are, which questions they miss.

On its standard input the program gets who asked, and the titles, but never details or an answer. It
can't answer a question. One runs at a time, ten seconds after the last one ended at the earliest.
"""

from __future__ import annotations

from sayso.core.text import visible_line
from sayso.platforms import select
from sayso.presentation import notifications
from sayso.wire.codec import encode

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from sayso.core.overview import PromptOverview
    from sayso.core.settings import Settings
    from sayso.platforms.contract.children import Children, Ended
    from sayso.platforms.contract.loop import Loop
    from sayso.presentation.notifications import Notification

WITHIN = 10.0
"""Seconds that the program may run."""
GAP = 10.0
"""Seconds from the end of the program to its next start."""

_MOST = 100
"""Most questions that wait for the program, so that a flood of questions can't fill the memory."""

MISSED, WAITING = "missed", "waiting"


class Push:
    def __init__(
        self,
        tell: Callable[[str], None],
        *,
        children: Children | None = None,
        loop: Loop | None = None,
    ) -> None:
        """`tell` gets lines for the log, each once. A part that is not given is this system's
        own."""
        self._tell = tell
        self._children = children or select.children()
        self._loop = loop or select.loop()
        self._command: tuple[str, ...] = ()
        self._wants_waiting = False
        self._due: dict[str, list[PromptOverview]] = {MISSED: [], WAITING: []}
        self._is_busy = False
        """The program runs, or ended less than GAP seconds ago."""
        self._complaints: set[str] = set()

    def configure(self, settings: Settings) -> None:
        self._command, self._wants_waiting = settings.notify_command, settings.notify_waiting
        if not self._command or not self._wants_waiting:
            self._due[WAITING].clear()
        if not self._command:
            self._due[MISSED].clear()

    def missed(self, question: PromptOverview) -> None:
        """Adds a question that nobody saw or answered in time."""
        self._add(MISSED, question)

    def waits(self, question: PromptOverview) -> None:
        """Adds a question that came unattended, if the person wants to be told of these."""
        if self._wants_waiting:
            self._add(WAITING, question)

    def is_over(self, open_ones: Sequence[PromptOverview]) -> None:
        """Drops questions that no longer wait. `open_ones`: those that are still open."""
        numbers = {each.number for each in open_ones}
        self._due[WAITING] = [each for each in self._due[WAITING] if each.number in numbers]

    def _add(self, event: str, question: PromptOverview) -> None:
        if self._command:
            self._due[event] = [*self._due[event], question][-_MOST:]
            self._next()

    def _next(self) -> None:
        event = next((each for each, questions in self._due.items() if questions), None)
        if event is None or self._is_busy or not self._command:
            return
        questions, self._due[event] = self._due[event], []
        self._is_busy = True
        given = encode(_told(event, questions))
        self._children.run(self._command, self._ended, WITHIN, given)

    def _ended(self, how: Ended) -> None:
        complaint = visible_line(how.complaint)
        if not how.succeeded and complaint not in self._complaints:
            self._complaints.add(complaint)
            self._tell(f"notify_command: {complaint}")
        self._loop.later(GAP, self._free)

    def _free(self) -> None:
        self._is_busy = False
        self._next()


def _told(event: str, questions: Sequence[PromptOverview]) -> dict[str, Any]:
    said = _said(event, questions)
    text = f"{said.summary}\n{said.body}" if said.body else said.summary
    asked = [{"asker": each.asker, "place": each.place, "title": each.title} for each in questions]
    return {"event": event, "text": text, "questions": asked}


def _said(event: str, questions: Sequence[PromptOverview]) -> Notification:
    if event == MISSED:
        return notifications.missed(questions)
    return notifications.waiting(questions, lasting=True, news=True)
