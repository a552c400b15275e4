"""Changes one member of a JSON text, or one element of a list in it, and no other byte; comments
and trailing commas stay.

No maintained library does this: those that keep comments take seconds for the megabyte that a
client's file may have, read JSON5, which the clients refuse, or have no way to insert. So the text
is parsed here; the standard library's json reads only what has no comments in it, such as strings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Path = tuple[str | int, ...]
"""The keys from the outermost object inward; a number is an index in a list."""

_SPACE = re.compile(r"[ \t\r\n]*")
_COMMENTS = re.compile(r"(?:[ \t\r\n]|//[^\r\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_COMMENT_ON_THE_LINE = re.compile(r"(?:[ \t]|/\*(?:[^*\r\n]|\*(?!/))*\*/)*(?://[^\r\n]*)?")
_SCALAR = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
_DECODER = json.JSONDecoder()
_DEPTH = 200
"""Levels of nesting: far more than a configuration has, and far less than Python's stack allows."""


@dataclass(frozen=True)
class Node:
    """A value, and where it stands in the text: from `start` up to `end`, which is not part of
    it."""

    start: int
    end: int
    value: Any
    """The value as json.loads returns it."""
    members: list[Member] = field(default_factory=list)
    """The members of an object, or the elements of a list."""


@dataclass(frozen=True)
class Member:
    """`"key": value` in an object, or a value in a list."""

    key: str | int
    start: int
    node: Node
    comma: int | None
    """Where the comma after it stands; None: there is none."""


def parse(text: str, *, comments: bool) -> Node:
    """The outermost value of the text. `comments`: comments and trailing commas are allowed. Raises
    ValueError that says what is wrong, and where.

    An object that has a key twice is refused: programs differ in which of the two counts.
    """
    reader = _Reader(text, comments=comments)
    node = reader.value(reader.skip(0), 0)
    if (rest := reader.skip(node.end)) < len(text):
        raise reader.error("there is more after the end", rest)
    return node


def put(text: str, path: Path, value: object, *, comments: bool) -> str:
    """The text with the value at the path; an empty text becomes a whole new one.

    A value that is there already and equal stays as it is written. Raises ValueError if the text is
    not JSON, or if the path leads into a value that is no object, or no list. An index past the end
    of a list means its end.
    """
    if _is_empty(text):
        return json.dumps(_nested(path, value), indent=2, ensure_ascii=False) + "\n"
    root = node = parse(text, comments=comments)
    for depth, key in enumerate(path):
        kind, name = (list, "a list") if isinstance(key, int) else (dict, "an object")
        if not isinstance(node.value, kind):
            what = ".".join(map(str, path[:depth])) or "the whole"
            raise ValueError(f"{what} is not {name}")  # noqa: TRY004 - text is wrong
        member = _member(node, key)
        if member is None:
            inner = _nested(path[depth + 1 :], value)
            return _insert(text, node, key, inner, _Style(text, root))
        node = member.node
    if node.value == value:
        return text
    written = _Style(text, root).write(value, _indent_at(text, node.start))
    return text[: node.start] + written + text[node.end :]


def drop(text: str, path: Path, *, comments: bool) -> str:
    """The text without the member at the path, if it is there. Raises ValueError like `put`."""
    if _is_empty(text):
        return text
    node = parse(text, comments=comments)
    for key in path[:-1]:
        member = _member(node, key)
        if member is None:
            return text
        node = member.node
    member = _member(node, path[-1])
    return text if member is None else _cut(text, node, member)


class _Reader:
    def __init__(self, text: str, *, comments: bool) -> None:
        self._text = text
        self._comments = comments
        self._gap = _COMMENTS if comments else _SPACE

    def error(self, words: str, at: int) -> ValueError:
        line = self._text.count("\n", 0, at) + 1
        return ValueError(f"line {line}, column {at - self._text.rfind(chr(10), 0, at)}: {words}")

    def skip(self, at: int) -> int:
        gap = self._gap.match(self._text, at)
        return gap.end() if gap else at

    def value(self, at: int, depth: int) -> Node:
        if depth > _DEPTH:
            raise self.error("it is nested too deep", at)
        match self._text[at : at + 1]:
            case "{":
                return self._object(at, depth)
            case "[":
                return self._array(at, depth)
            case '"':
                text, end = self._string(at)
                return Node(at, end, text)
        scalar = _SCALAR.match(self._text, at)
        if scalar is None:
            raise self.error("a value is missing", at)
        return Node(at, scalar.end(), json.loads(scalar[0]))

    def _string(self, at: int) -> tuple[str, int]:
        try:
            text, end = _DECODER.raw_decode(self._text, at)
        except json.JSONDecodeError as error:
            raise self.error(error.msg, error.pos) from None
        return text, end

    def _object(self, start: int, depth: int) -> Node:
        members: list[Member] = []
        values: dict[str, Any] = {}
        at = self.skip(start + 1)
        while not self._closes("}", at, after_comma=bool(members)):
            if self._text[at : at + 1] != '"':
                raise self.error('a key in "double quotes" is missing', at)
            key, end = self._string(at)
            if key in values:
                raise self.error(f"{json.dumps(key)} is there twice", at)
            colon = self.skip(end)
            if self._text[colon : colon + 1] != ":":
                raise self.error("a colon is missing", colon)
            node = self.value(self.skip(colon + 1), depth + 1)
            values[key] = node.value
            start_of_member, comma = at, self._comma(node.end)
            members.append(Member(key, start_of_member, node, comma))
            at = self.skip(node.end if comma is None else comma + 1)
            if comma is None:
                self._expect("}", at)
                break
        return Node(start, at + 1, values, members)

    def _array(self, start: int, depth: int) -> Node:
        elements: list[Member] = []
        at = self.skip(start + 1)
        while not self._closes("]", at, after_comma=bool(elements)):
            node = self.value(at, depth + 1)
            comma = self._comma(node.end)
            elements.append(Member(len(elements), at, node, comma))
            at = self.skip(node.end if comma is None else comma + 1)
            if comma is None:
                self._expect("]", at)
                break
        return Node(start, at + 1, [element.node.value for element in elements], elements)

    def _comma(self, end: int) -> int | None:
        at = self.skip(end)
        return at if self._text[at : at + 1] == "," else None

    def _closes(self, bracket: str, at: int, *, after_comma: bool) -> bool:
        if self._text[at : at + 1] != bracket:
            return False
        if after_comma and not self._comments:
            raise self.error("a comma before the closing bracket", at)
        return True

    def _expect(self, bracket: str, at: int) -> None:
        if self._text[at : at + 1] != bracket:
            raise self.error(f"a comma or {bracket} is missing", at)


class _Style:
    """How a text is indented and broken into lines."""

    def __init__(self, text: str, root: Node) -> None:
        self.unit = next(_indents(text, root), "  ")
        self.is_one_line = bool(root.members) and not any(
            _starts_line(text, member.start) for member in root.members
        )

    def write(self, value: object, indent: str) -> str:
        if self.is_one_line:
            return json.dumps(value, ensure_ascii=False)
        lines = json.dumps(value, indent=self.unit, ensure_ascii=False).split("\n")
        return f"\n{indent}".join(lines)

    def member(self, key: str | int, value: object, indent: str) -> str:
        return _label(key) + self.write(value, indent)


def _is_empty(text: str) -> bool:
    return not text.strip(" \t\r\n")


def _nested(path: Path, value: object) -> object:
    for key in reversed(path):
        value = [value] if isinstance(key, int) else {key: value}
    return value


def _label(key: str | int) -> str:
    return "" if isinstance(key, int) else f"{json.dumps(key, ensure_ascii=False)}: "


def _member(node: Node, key: str | int) -> Member | None:
    return next((member for member in node.members if member.key == key), None)


def _indents(text: str, root: Node) -> Iterator[str]:
    for member in root.members:
        indent = _indent_at(text, member.start)
        if indent and _starts_line(text, member.start):
            yield indent


def _indent_at(text: str, at: int) -> str:
    """The blanks at the beginning of the line that index `at` is on."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _starts_line(text: str, at: int) -> bool:
    """Whether only blanks stand before index `at` on its line, and the line is not the first."""
    line = text.rfind("\n", 0, at) + 1
    return line > 0 and not text[line:at].strip(" \t")


def _insert(text: str, node: Node, key: str | int, value: object, style: _Style) -> str:
    if not node.members:
        return _fill(text, node, key, value, style)
    last = node.members[-1]
    if not _starts_line(text, last.start):
        inline = _label(key) + json.dumps(value, ensure_ascii=False)
        if last.comma is not None:
            return text[: last.comma + 1] + f" {inline}," + text[last.comma + 1 :]
        return text[: last.node.end] + f", {inline}" + text[last.node.end :]
    indent = _indent_at(text, last.start)
    end = last.node.end if last.comma is None else last.comma + 1
    # a comment behind the last member stays with it
    comment = _COMMENT_ON_THE_LINE.match(text, end)
    line_end = comment.end() if comment else end
    if not re.match(r"\r?\n", text[line_end : line_end + 2]):  # the closing bracket is on that line
        line_end = end
    comma, own_comma = ("", ",") if last.comma is not None else (",", "")
    member = f"\n{indent}{style.member(key, value, indent)}{own_comma}"
    return text[:end] + comma + text[end:line_end] + member + text[line_end:]


def _fill(text: str, node: Node, key: str | int, value: object, style: _Style) -> str:
    """Adds the first member to an object or a list, which may hold comments."""
    if style.is_one_line:
        inside = text[node.start + 1 : node.end - 1]
        member = (inside if inside.strip() else "") + style.member(key, value, "")
        return text[: node.start + 1] + member + text[node.end - 1 :]
    outer = _indent_at(text, node.start)
    inner = outer + style.unit
    kept = text[node.start + 1 : node.end - 1].rstrip()
    member = f"\n{inner}{style.member(key, value, inner)}\n{outer}"
    return text[: node.start + 1] + kept + member + text[node.end - 1 :]


def _cut(text: str, node: Node, member: Member) -> str:
    place = node.members.index(member)
    start, end = member.start, member.node.end if member.comma is None else member.comma + 1
    around = text[node.start + 1 : start] + text[end : node.end - 1]
    if len(node.members) == 1 and not around.strip():
        return text[: node.start + 1] + text[node.end - 1 :]
    head, tail = text[:start], text[end:]
    if place and member.comma is None:  # the member before it is the last now
        head = _without(head, node.members[place - 1].comma)
    line_end = re.match(r"[ \t]*\r?\n", tail)
    starts_line = _starts_line(text, start)
    if starts_line and line_end:  # the member fills whole lines
        return head.rstrip(" \t") + tail[line_end.end() :]
    if not starts_line and (line_end or member.comma is None):
        return head.rstrip(" \t") + tail
    return head + tail.lstrip(" \t")


def _without(text: str, at: int | None) -> str:
    return text if at is None else text[:at] + text[at + 1 :]
