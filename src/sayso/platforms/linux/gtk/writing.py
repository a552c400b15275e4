"""Writes a text into the buffer of a view, so that the view can draw and break each line of it.

Neither the clipboard nor assistive technology sees what is inserted for that, except the words
which say that a very long line goes on.
"""

import sys

assert sys.platform == "linux"

import re
from bisect import bisect_right
from functools import cache
from typing import Any

from gi.repository import GdkPixbuf, Pango

from sayso.presentation import catalogue
from sayso.presentation.long_lines import LONGEST, longest, stretches

_SMALLER = 1 / 1.2
"""The scale of Pango's own step "small"."""
_UNBROKEN = re.compile(r"[!-\u052f\u1e00-\u1fff]{24,}")
_PIECE = re.compile(r".{1,8}[\u0300-\u036f]*")
_COARSE_PIECE = re.compile(r".{1,40}[\u0300-\u036f]*")
"""Where Pango has to break a word of letters it draws a hyphen that nobody wrote, and GTK 3 can't
forbid it. So a long word may be broken after each such piece: a picture of one clear pixel stands
there, which neither the clipboard nor assistive technology sees."""
_COARSE_FROM = 100_000
"""Characters of a text from which on its pieces are longer: each piece takes some 40 µs to be
shown."""


def piece_of(text: str) -> re.Pattern[str]:
    """The pattern for pieces of the text's long words; a word may be broken after each piece."""
    return _PIECE if len(text) < _COARSE_FROM else _COARSE_PIECE


def is_unbroken(text: str) -> bool:
    """Whether a word of the text has to be broken into pieces."""
    return _UNBROKEN.search(text) is not None


def breakable(text: str, piece: re.Pattern[str]) -> str:
    """The text for measuring: zero-width spaces let long words break where they will in the
    buffer."""
    return _UNBROKEN.sub(lambda word: "\u200b".join(piece.findall(word[0])) + "\u200b", text)


class Written:
    """A text at the end of a buffer, and the place of each of its characters in the buffer."""

    def __init__(self, buffer: Any, text: str, piece: re.Pattern[str] | None) -> None:
        """`piece`: the pieces into which long words may be broken; None: they are not broken.
        Pango's work grows with the square of a line's length, and what is wider than 2^31 of its
        units (262,144 letters are) it does not draw at all: so a long line goes on below, after a
        mark in a style that no text can put on."""
        self._buffer = buffer
        self._end = buffer.get_end_iter()
        self._piece = piece
        self._begin = buffer.get_char_count()
        self._count = 0
        """Characters of the text that are written so far."""
        self._after: list[int] = []
        """Each entry says after how many characters of the text something was inserted."""
        self._between: list[int] = [0]
        """How many characters were inserted before the first of these places, before the second,
        and so on."""
        if longest(text) <= LONGEST:
            self._write_stretch(text)
        else:
            self._write_lines(text.split("\n"))

    def place_of(self, character: int) -> Any:
        """The place of this character in the buffer. `character` may be the one beyond the last."""
        between = self._between[bisect_right(self._after, character)]
        return self._buffer.get_iter_at_offset(self._begin + character + between)

    def _write_lines(self, lines: list[str]) -> None:
        mark = self._buffer.create_tag(None, style=Pango.Style.ITALIC, scale=_SMALLER)
        goes_on = f" {catalogue.LINE_GOES_ON()}\n"
        for number, line in enumerate(lines):
            if number:
                self._write("\n")
            for place, stretch in enumerate(stretches(line)):
                if place:
                    self._buffer.insert_with_tags(self._end, goes_on, mark)
                    self._note(len(goes_on))
                self._write_stretch(stretch)

    def _write_stretch(self, text: str) -> None:
        written = 0
        if self._piece:
            for word in _UNBROKEN.finditer(text):
                self._write(text[written : word.start()])
                for letters in self._piece.findall(word[0]):
                    self._write(letters)
                    self._buffer.insert_pixbuf(self._end, _clear_pixel())
                    self._note(1)
                written = word.end()
        self._write(text[written:])

    def _write(self, text: str) -> None:
        self._buffer.insert(self._end, text)
        self._count += len(text)

    def _note(self, characters: int) -> None:
        """Notes that so many characters were inserted here."""
        self._after.append(self._count)
        self._between.append(self._between[-1] + characters)


@cache
def _clear_pixel() -> Any:
    pixel = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, True, 8, 1, 1)
    pixel.fill(0)
    return pixel
