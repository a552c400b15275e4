"""Which characters of the details get a style, by what the details are.

A style changes how characters look, never which there are: all of the text stands there as it is.
Nothing is left out for a text that is not what it says it is.
"""

from __future__ import annotations

import re
from enum import Enum, auto

from sayso.core.questions import DetailKind

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator


class Style(Enum):
    """What a part of a text is."""

    FILE = auto()
    """Lines that say which file the rest is about."""
    HUNK = auto()
    """A line that says where in the file."""
    ADDED = auto()
    """Whole lines, with their sign."""
    REMOVED = auto()
    """The same."""
    SIGN = auto()
    """Of a line that is added or removed: the first character of it."""
    NAME = auto()
    """Of a field, with its colon."""


STYLED = frozenset({DetailKind.DIFF, DetailKind.FIELDS})
"""Other details are drawn in one style."""
BANDS = frozenset({Style.HUNK, Style.ADDED, Style.REMOVED})
"""Styles of whole lines, which have a tint behind them, from edge to edge."""
BOLD = frozenset({Style.FILE, Style.SIGN, Style.NAME})

Span = tuple[int, int, Style]
"""From this character, up to that one."""
Line = tuple[Style | None, int]
"""What has a tint behind it, or None, and how many characters are bold at its beginning."""

_HUNK = re.compile(r"@@ -\d+(?:,(\d{1,9}))? \+\d+(?:,(\d{1,9}))? @@")
_NAME = re.compile(r"^[^\s:][^:\n]*:(?=[ \n]|\Z)", re.MULTILINE)


def spans(kind: DetailKind, text: str) -> Iterator[Span]:
    """By their beginnings. Lines of one style that follow one another are one span; the newline at
    the end of a line belongs to it. Their signs, which stand within, come next."""
    match kind:
        case DetailKind.DIFF:
            for span in _joined(text):
                yield span
                yield from _signs(text, span)
        case DetailKind.FIELDS:
            for name in _NAME.finditer(text):
                yield (*name.span(), Style.NAME)
        case _:
            return


def lines(kind: DetailKind, text: str) -> list[Line]:
    """The same line by line, for toolkits that draw each by itself."""
    match kind:
        case DetailKind.DIFF:
            style_of = _Diff().style_of
            return [_line(style_of(line), line) for line in text.split("\n")]
        case DetailKind.FIELDS:
            names = map(_NAME.match, text.split("\n"))
            return [(None, name.end() if name else 0) for name in names]
        case _:
            return []


def _line(style: Style | None, line: str) -> Line:
    if style is Style.FILE:
        return None, len(line)
    return style, int(style in _SIGNED)


def _joined(text: str) -> Iterator[Span]:
    style_of = _Diff().style_of
    start = place = 0
    before: Style | None = None
    for line in text.split("\n"):
        style = style_of(line)
        if style is not before:
            if before:
                yield start, place, before
            start, before = place, style
        place += len(line) + 1
    if before:
        yield start, len(text), before


def _signs(text: str, span: Span) -> Iterator[Span]:
    start, end, style = span
    while style in _SIGNED and start < end:
        yield start, start + 1, Style.SIGN
        start = (text.find("\n", start, end) + 1) or end


_SIGNED = frozenset({Style.ADDED, Style.REMOVED})


class _Diff:
    """A unified one, line by line.

    A hunk says how many lines it has. Until these are over, `--- a` is a line `-- a` that goes,
    and no name of a file.
    """

    def __init__(self) -> None:
        self._old = self._new = 0
        """Lines that the hunk still has, of what was and of what will be."""

    def style_of(self, line: str) -> Style | None:
        match line[:1]:
            case "-":
                return self._removed(line)
            case "+":
                return self._added(line)
            case "" | " ":
                self._old -= 1
                self._new -= 1
                return None
            case "@" if line.startswith("@@"):
                self._begin(_HUNK.match(line))
                return Style.HUNK
            case "d" | "i" if line.startswith(("diff ", "index ")):
                self._begin(None)
                return Style.FILE
            case _:
                return None

    def _removed(self, line: str) -> Style:
        if self._old <= 0 and line.startswith("--- "):
            return Style.FILE
        self._old -= 1
        return Style.REMOVED

    def _added(self, line: str) -> Style:
        if self._new <= 0 and line.startswith("+++ "):
            return Style.FILE
        self._new -= 1
        return Style.ADDED

    def _begin(self, hunk: re.Match[str] | None) -> None:
        """What does not say how many lines it has counts for none."""
        self._old, self._new = (int(told or 1) for told in hunk.groups()) if hunk else (0, 0)
