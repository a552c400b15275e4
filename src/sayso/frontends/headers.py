"""Makes the header of a form's question, where the asker gave none or one that does not fit."""

from __future__ import annotations

from sayso.core.settings import HEADER_CHARACTERS
from sayso.core.text import has_controls, visible_line

_BLANK = "Question"


def fit_header(header: str, message: str) -> tuple[str, str]:
    """A header that a form accepts, and the text below it.

    A header that is not one short line is cut down to one, and stands in full at the beginning of
    the text. An empty header is made from the message, which is left out if the header says all of
    it.
    """
    made = _fit(header or message)
    if not header:
        return made, "" if made == message else message
    if made == header:
        return made, message
    return made, f"{header}\n{message}" if message else header


def _fit(text: str) -> str:
    """The first line of `text`, at most 30 characters: the end of a longer one is replaced by an
    ellipsis."""
    line = " ".join(text.strip().partition("\n")[0].split())
    if has_controls(line, lines=False):
        line = visible_line(line)
    if len(line) > HEADER_CHARACTERS:
        line = f"{line[: HEADER_CHARACTERS - 1].rstrip()}…"
    return line or _BLANK
