"""A text that is typed: what keeps it from being an answer, and what in it can't be seen."""

from __future__ import annotations

from abc import ABC, abstractmethod

from sayso.core.settings import ANSWER_BYTES
from sayso.core.text import has_controls, has_halves, hidden
from sayso.presentation import catalogue

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_SECRET = 65_530
"""Most bytes of a secret. Where a text is longer than some 65,534 bytes, GTK silently cuts it at
the end of a character (GTK_ENTRY_BUFFER_MAX_SIZE): so what comes near that is refused, on every
system."""


class TypedText(ABC):
    """A text of one line or several; a toolkit draws it in a field of its own."""

    def __init__(self, *, multiline: bool, most: int = ANSWER_BYTES) -> None:
        """`most`: bytes of UTF-8, at most."""
        self.takes_lines = multiline
        """Whether it may have several lines."""
        self._most = most
        self.is_by_hand = True
        """Whether all of it was written by an input device, or an input method, of the person's."""
        self.written_at_cursor = False
        """Whether an input method, the clipboard or a key made the latest change, so that the
        change is brought into view."""
        self.composing = False
        """Whether an input method shows characters that are not in the text yet."""

    @property
    @abstractmethod
    def text(self) -> str: ...

    @property
    @abstractmethod
    def has_focus(self) -> bool:
        """Whether keys go into it."""

    @property
    def is_composing(self) -> bool:
        """Whether keys go to an input method, which shows characters that are not in the text
        yet."""
        return self.composing and self.has_focus

    @property
    def fault(self) -> str:
        """What keeps it from being an answer, whatever the question, in words; empty: nothing
        does."""
        text = self.text
        if self.composing:
            return catalogue.COMPOSING()
        if len(text.encode(errors="replace")) > self._most:
            return catalogue.text_too_long(self._most)
        if has_halves(text) or has_controls(text, lines=True):
            return catalogue.CONTROLS()
        return catalogue.ONE_LINE() if has_controls(text, lines=self.takes_lines) else ""

    @property
    def unseen_words(self) -> str:
        """Words that say which of its characters can't be seen; empty: all can be seen."""
        escapes = hidden(self.text[: self._most])
        return catalogue.cannot_be_seen(escapes) if escapes else ""

    def _note_change(self, *, by_hand: bool) -> None:
        """Notes that the text has changed. `by_hand`: an input device or an input method of the
        person's wrote it."""
        self.is_by_hand = not self.text or (self.is_by_hand and by_hand)


def secret_obstacle(
    *,
    user: int | None,
    breaks: Callable[[], bool],
    length: int,
    size: Callable[[], int],
    is_repeated: Callable[[], bool],
    is_composing: bool = False,
) -> str:
    """What keeps a secret from being submitted, in words; empty: nothing does. `user`: characters
    of the name that goes with it; None: there is no name. `length`: characters of the secret. The
    functions read the secret and are called only where they must: `breaks` tells whether the name
    has a line break; `size`, the bytes of name and secret; `is_repeated`, whether the secret was
    typed twice alike, where it has to be. `is_composing`: a character is shown that is not in the
    text yet, as after a dead key; False where the system has no such thing in a password."""
    if is_composing:
        return catalogue.COMPOSING()
    if user == 0:
        return catalogue.USER_MISSING()
    if user and breaks():  # a line break ends the name for whoever reads the answer
        return catalogue.NAME_OF_ONE_LINE()
    if not length:
        return catalogue.NOTHING_TYPED()
    if size() > LONGEST_SECRET:
        return catalogue.TOO_LONG()
    return "" if is_repeated() else catalogue.NOT_THE_SAME()
