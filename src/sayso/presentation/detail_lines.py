"""The lines of a question's details, for a toolkit that counts characters as UTF-16 does."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from sayso.presentation import catalogue
from sayso.presentation.details import BANDS, lines
from sayso.presentation.long_lines import stretches

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.questions import DetailKind
    from sayso.presentation.details import Line, Style


class DetailLines:
    """The lines of one text that has styles. A very long line goes on below, after words that say
    so."""

    def __init__(self, kind: DetailKind, text: str, between: int) -> None:
        """`between`: characters that the toolkit has between two lines."""
        told = lines(kind, text)
        pairs = zip(text.split("\n"), told, strict=True)
        written = [each for pair in pairs for each in _written(*pair)]
        self.words = [words for words, _ in written]
        self._lines = [line for _, line in written]
        self._begins = [0, *accumulate(utf16(words) + between for words in self.words)]
        self.has_bands = any(style in BANDS for style, _ in told)

    def at(self, character: int) -> int:
        """The index of the line in which this character stands."""
        return min(bisect_right(self._begins, character), len(self.words)) - 1

    def style(self, line: int) -> Style | None:
        """The style whose tint stands behind the whole line; None: none does."""
        return self._lines[line][0]

    def begin(self, line: int) -> int:
        return self._begins[line]

    def bold(self, line: int) -> str:
        """The characters at the beginning of the line that are bold."""
        return self.words[line][: self._lines[line][1]]


def _written(words: str, line: Line) -> Iterator[tuple[str, Line]]:
    """The line with its style, in as many pieces as it takes."""
    style, bold = line
    *before, last = stretches(words)
    for each in before:
        yield f"{each} {catalogue.LINE_GOES_ON()}", (style, min(bold, len(each)))
        bold = 0
    yield last, (style, bold)


def utf16(words: str) -> int:
    """The length of the words in UTF-16 code units."""
    return len(words.encode("utf-16-le")) // 2
