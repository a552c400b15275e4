"""The person's own words that go along with a denial."""

from __future__ import annotations

from sayso.presentation import catalogue

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.presentation.view import WordsLine


class DenyWords:
    """The line for these words. What another program writes into it is not sent."""

    def __init__(self, line: WordsLine) -> None:
        self.line = line
        self._was_armed = False

    @property
    def answer(self) -> str:
        """The words that go along with the denial; empty: there are none."""
        line = self.line
        sent = line.is_open and line.is_by_hand and not line.obstacle
        return line.text if sent else ""

    @property
    def takes_keys(self) -> bool:
        """Whether keys count in the line. Keys that were meant for another window don't: the dialog
        must have been armed before. That the dialog grows as the line opens, and is armed anew,
        does not matter: nobody types into a line that they opened for something else."""
        return self._was_armed and self.line.has_focus

    def stand(self, is_armed: bool) -> None:
        """Notes whether the dialog is armed."""
        self._was_armed = self._was_armed or is_armed

    def note_hand(self) -> None:
        """The text of the line has changed: while it holds what a program wrote, the person is told
        so."""
        if self.line.text and not self.line.is_by_hand:
            self.line.say(catalogue.DENY_WORDS_NOT_TYPED())
