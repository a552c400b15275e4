"""A text that is typed: what makes it no answer, and what of it can't be seen."""

from __future__ import annotations

from abc import ABC, abstractmethod

from sayso.core.settings import ANSWER_BYTES
from sayso.core.text import has_controls, hidden
from sayso.presentation import catalogue

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_SECRET = 65_530
"""Bytes of a secret. What is longer than some 65,534 GTK cuts, at the end of a character, without a
word (GTK_ENTRY_BUFFER_MAX_SIZE): so what comes near is refused, on every system."""


class TypedText(ABC):
    """Of one line or several; what it is drawn in is a toolkit's."""

    def __init__(self, *, multiline: bool, most: int = ANSWER_BYTES) -> None:
        """`most`: bytes of UTF-8."""
        self.takes_lines = multiline
        """Several."""
        self._most = most
        self.is_by_hand = True
        """All of it was written by a device, or an input method, of the person's."""
        self.written_at_cursor = False
        """The latest change, by an input method, the clipboard or a key: it is brought in view."""
        self.composing = False
        """An input method shows what is not in the text yet."""

    @property
    @abstractmethod
    def text(self) -> str: ...

    @property
    @abstractmethod
    def has_focus(self) -> bool:
        """Keys go into it."""

    @property
    def fault(self) -> str:
        """What makes it no answer, whatever the question, in words; empty: nothing."""
        text = self.text
        if self.composing:
            return catalogue.COMPOSING()
        if len(text.encode(errors="replace")) > self._most:
            return catalogue.text_too_long(self._most)
        if not has_controls(text, lines=self.takes_lines):
            return ""
        return catalogue.CONTROLS() if has_controls(text, lines=True) else catalogue.ONE_LINE()

    @property
    def unseen_words(self) -> str:
        """That it holds what can't be seen, in words; empty: it does not."""
        escapes = hidden(self.text[: self._most])
        return catalogue.cannot_be_seen(escapes) if escapes else ""

    def _note_change(self, *, by_hand: bool) -> None:
        """`by_hand`: a device of the person's, or an input method, wrote it."""
        self.is_by_hand = not self.text or (self.is_by_hand and by_hand)


def secret_obstacle(
    *,
    user: int | None,
    breaks: Callable[[], bool],
    length: int,
    size: Callable[[], int],
    is_repeated: Callable[[], bool],
) -> str:
    """What keeps a secret from being submitted, in words; empty: nothing. `user`: characters of the
    name that goes with it; None: none does. `length`: characters. What reads the secret is asked
    where it has to be: whether the name has a line break; `size`, bytes of both; whether it
    `is_repeated`, where it is typed twice."""
    if user == 0:
        return catalogue.USER_MISSING()
    if user and breaks():  # it would end the name where it is read
        return catalogue.NAME_OF_ONE_LINE()
    if not length:
        return catalogue.NOTHING_TYPED()
    if size() > LONGEST_SECRET:
        return catalogue.TOO_LONG()
    return "" if is_repeated() else catalogue.NOT_THE_SAME()
