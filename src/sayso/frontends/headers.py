"""A header for each question of a form, where who asks gave none."""

from __future__ import annotations

from sayso.core.settings import HEADER_CHARACTERS
from sayso.core.text import has_controls, visible_line

_BLANK = "Question"


def headed(header: str, message: str) -> tuple[str, str]:
    """A header that a form takes, and the words that stand under it.

    A header that is no such line is made one, and stands whole at the head of the words. Where
    there is none, it is made from the message, which is left out if the header says all of it.
    """
    made = _fit(header or message)
    if not header:
        return made, "" if made == message else message
    if made == header:
        return made, message
    return made, f"{header}\n{message}" if message else header


def _fit(text: str) -> str:
    """One line of at most 30 characters: of a longer one the end makes way for an ellipsis."""
    line = " ".join(text.strip().partition("\n")[0].split())
    if has_controls(line, lines=False):
        line = visible_line(line)
    if len(line) > HEADER_CHARACTERS:
        line = f"{line[: HEADER_CHARACTERS - 1].rstrip()}…"
    return line or _BLANK
