"""Words of the person's own, which go along with a denial."""

from __future__ import annotations

from sayso.presentation import catalogue

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.presentation.view import WordsLine


class DenyWords:
    """What another program writes into their line is not sent."""

    def __init__(self, line: WordsLine) -> None:
        self.line = line
        self._was_armed = False

    @property
    def answer(self) -> str:
        """What goes along with the denial; empty: nothing does."""
        line = self.line
        sent = line.is_open and line.is_by_hand and not line.obstacle
        return line.text if sent else ""

    @property
    def takes_keys(self) -> bool:
        """Those that were meant for another window are not let in; it grows as it opens, which
        arms the dialog anew, but nobody types into a line that they opened for something else."""
        return self._was_armed and self.line.has_focus

    def stand(self, is_armed: bool) -> None:
        """How the dialog stands."""
        self._was_armed = self._was_armed or is_armed

    def note_hand(self) -> None:
        """Something of it has changed: who wrote it is told while it stands there."""
        if self.line.text and not self.line.is_by_hand:
            self.line.say(catalogue.DENY_WORDS_NOT_TYPED())
