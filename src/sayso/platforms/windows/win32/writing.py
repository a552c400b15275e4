"""Draws text: it begins where lines begin, and runs in the direction of its own letters."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import painting
from sayso.platforms.windows.native.painting import Area, Words
from sayso.presentation.direction import runs_right_to_left

_WRAPPED = Words.WRAPPED | Words.AS_IN_FIELDS


def write(
    dc: int,
    words: str,
    area: Area,
    *,
    font: int,
    color: int,
    ends_line: bool = False,
    letter: int | None = None,
) -> None:
    """Draws text in as many lines as it takes. `ends_line`: it stands at the end of the line, not
    at the beginning. `letter`: index of the letter to underline; None: none."""
    flags = _WRAPPED
    if runs_right_to_left(words):
        flags |= Words.FROM_RIGHT
    if ends_line:
        flags |= Words.RIGHT
    if letter is None:
        painting.write(dc, words, area, flags, font=font, color=color)
    else:
        painting.write_with_letter(dc, words, letter, area, flags, font=font, color=color)
