"""Which characters of the details get a style, by the kind of details.

A style changes how characters look, never which there are: all of the text stands there as it is.
Nothing is left out of a text that is not of the kind that it claims to be.
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
    """A hunk header: the line that says where in the file."""
    ADDED = auto()
    """Whole added lines, with their sign."""
    REMOVED = auto()
    """Whole removed lines, with their sign."""
    SIGN = auto()
    """The first character of a line that is added or removed."""
    NAME = auto()
    """The name of a field, with its colon."""


STYLED = frozenset({DetailKind.DIFF, DetailKind.FIELDS})
"""Kinds of details that have several styles. The others are drawn in one style."""
BANDS = frozenset({Style.HUNK, Style.ADDED, Style.REMOVED})
"""Styles of whole lines, which have a tint behind them, from edge to edge."""
BOLD = frozenset({Style.FILE, Style.SIGN, Style.NAME})

Span = tuple[int, int, Style]
"""The index of the first character, the index after the last one, and the style."""
Line = tuple[Style | None, int]
"""The style whose tint stands behind the whole line, or None; and how many characters are bold at
its beginning."""

_HUNK = re.compile(r"@@ -\d+(?:,(\d{1,9}))? \+\d+(?:,(\d{1,9}))? @@")
_NAME = re.compile(r"^[^\s:][^:\n]*:(?=[ \n]|\Z)", re.MULTILINE)


def spans(kind: DetailKind, text: str) -> Iterator[Span]:
    """The parts of a text that have a style, by their beginnings. Lines of one style that follow
    one another are one span; the newline at the end of a line belongs to it. After such a span come
    those of its signs, which lie inside it."""
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
    """The styles of a text line by line, for toolkits that draw each line by itself. Empty for a
    kind that is drawn in one style."""
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
    """Gives the styles of a unified diff, line by line.

    A hunk header says how many lines its hunk has. Until these are over, `--- a` is a removed line
    `-- a`, and no name of a file.
    """

    def __init__(self) -> None:
        self._old = self._new = 0
        """Lines that the hunk still has, of the old file and of the new one."""

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
        """Begins a hunk. A header that does not say how many lines there are counts as having
        none."""
        self._old, self._new = (int(told or 1) for told in hunk.groups()) if hunk else (0, 0)
