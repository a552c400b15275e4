"""Changes one table of a TOML text, or one element of a list, and no other byte.

tomlkit writes values, and changes values inside a line. What has lines of its own is changed line
by line, without tomlkit: it would join tables that stand apart, and remove the comments before the
next table together with a table. tomllib reads the result, which must have the wanted values, or
nothing is changed.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable

from sayso.configuration.compare import same

Path = tuple[str | int, ...]
"""The keys from the outermost table inwards; a number is an index in a list."""


def parse(text: str) -> dict[str, Any]:
    """Reads a TOML text. Raises ValueError: what is wrong, and where."""
    return tomllib.loads(text)


def put(text: str, path: Path, value: object) -> str:
    """The text with the value at the path. An index behind the end of a list appends to the list.
    Raises ValueError: the text is no TOML, or can't be changed safely."""
    wanted = parse(text)
    holder = _holder(wanted, path)
    is_new = not _has(holder, path[-1])
    if not is_new and same(holder[path[-1]], value):
        return text
    _set(holder, path[-1], copy.deepcopy(value))
    own_lines = None
    if isinstance(value, str | int):
        own_lines = _in_its_line(text, path, value)
    elif is_new and isinstance(value, dict):
        own_lines = _appended(text, path, value)
    return _that_says(wanted, path, [own_lines, _put_in_place(text, path, value)])


def drop(text: str, path: Path) -> str:
    """The text without the value at the path, if there is one. Raises ValueError, like `put`."""
    wanted = parse(text)
    holder: Any = wanted
    for key in path[:-1]:
        if not _has(holder, key):
            return text
        holder = holder[key]
    if not _has(holder, path[-1]):
        return text
    del holder[path[-1]]
    return _that_says(wanted, path, [_without_lines(text, path), _dropped_in_place(text, path)])


def says(text: str, wanted: dict[str, Any]) -> bool:
    """Whether the text is TOML and has just these values."""
    try:
        return same(parse(text), wanted)
    except ValueError:
        return False


def _that_says(wanted: dict[str, Any], path: Path, tries: list[str | None]) -> str:
    """The first of the texts that has the wanted values. Raises ValueError: none has."""
    for text in tries:
        if text is None:
            continue
        try:
            said = parse(text)
        except ValueError:
            continue
        if same(_filled(said, path), _filled(wanted, path)):
            return text
    raise ValueError("it is written in a way that can't be changed safely: change it by hand")


def _filled(table: dict[str, Any], path: Path) -> dict[str, Any]:
    """The table with all tables that lead to the path, so that it does not matter whether a text
    keeps or drops those that have become empty."""
    with suppress(ValueError):
        _holder(table, path)
    return table


def _holder(table: dict[str, Any], path: Path) -> Any:
    """The table or list that holds the last key of the path. What is missing on the way is made.
    Raises ValueError: something on the way is no table or list."""
    holder: Any = table
    for depth, key in enumerate(path):
        kind: Any = list if isinstance(key, int) else dict
        if not isinstance(holder, kind):
            name = "list" if kind is list else "table"
            raise ValueError(f"{'.'.join(map(str, path[:depth]))} is not a {name}")  # noqa: TRY004 - of the text
        if depth == len(path) - 1:
            break
        if not _has(holder, key):
            _set(holder, key, [] if isinstance(path[depth + 1], int) else {})
        holder = holder[key]
    return holder


def _has(holder: Any, key: str | int) -> bool:
    if isinstance(key, int):
        return isinstance(holder, list) and key < len(holder)
    return isinstance(holder, dict) and key in holder


def _set(holder: Any, key: str | int, value: object) -> None:
    if isinstance(key, int) and key >= len(holder):
        holder.append(value)
    else:
        holder[key] = value


def _appended(text: str, path: Path, value: dict[str, Any]) -> str | None:
    """The text with a new table for the value at its end. None: the table belongs to an element of
    a list, so the end is not its place."""
    *keys, last = path[:-1] if isinstance(path[-1], int) else path
    if any(isinstance(key, int) for key in keys):
        return None
    table = tomlkit.table()
    for name, member in value.items():
        table.add(name, member)
    document = tomlkit.document()
    holder: Any = document
    for key in keys:
        holder = holder.setdefault(key, tomlkit.table(is_super_table=True))
    holder[last] = [table] if isinstance(path[-1], int) else table
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return text + gap + tomlkit.dumps(document)


def _in_its_line(text: str, path: Path, value: str | int) -> str | None:
    """The text with the value in the line of its key, or in a new line after the last one of its
    table. None: the table has no lines."""
    key, written = path[-1], tomlkit.item(value).as_string()
    lines = _lines(text)
    inside = [
        number
        for number, place, _ in _placed(lines)
        if place == path[:-1] and not _is_remark(lines[number])
    ]
    for number in inside:
        line = _VALUE.fullmatch(lines[number])
        if line and line["key"] == key:
            lines[number] = line["before"] + written + line["after"]
            return "".join(lines)
    if not inside:
        return None
    last = inside[-1]
    lines[last] = lines[last].removesuffix("\n") + f"\n{key} = {written}\n"
    return "".join(lines)


_VALUE = re.compile(
    r"""(?P<before>[ \t]*(?P<key>[\w-]+)[ \t]*=[ \t]*)"""
    r"""(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^"'#\n]*?)"""
    r"""(?P<after>[ \t]*(?:\#[^\n]*)?\n?)"""
)


def _put_in_place(text: str, path: Path, value: object) -> str | None:
    def put(holder: Any) -> None:
        if isinstance(value, dict) and isinstance(holder, InlineTable):
            table = tomlkit.inline_table()
            table.update(value)
            _set(holder, path[-1], table)
        else:
            _set(holder, path[-1], value)

    return _in_place(text, path, put)


def _dropped_in_place(text: str, path: Path) -> str | None:
    def drop(holder: Any) -> None:
        del holder[path[-1]]

    return _in_place(text, path, drop)


def _in_place(text: str, path: Path, change: Callable[[Any], None]) -> str | None:
    """The text after `change` of the table or list that holds the last key, made by tomlkit. None:
    tomlkit can't."""
    try:
        document = tomlkit.parse(text)
        holder: Any = document
        for key in path[:-1]:
            holder = holder[key]
        change(holder)
        return tomlkit.dumps(document)
    except (TOMLKitError, KeyError, IndexError, TypeError):
        return None


def _without_lines(text: str, path: Path) -> str:
    """The text without the tables at this path, each from its header to its last value.

    Comments after the last value belong to what follows, and stay.
    """
    kept: list[str] = []
    aside: list[str] = []
    was_inside = False
    lines = _lines(text)
    for number, place, is_header in _placed(lines):
        line, inside = lines[number], place[: len(path)] == path
        if is_header:
            if was_inside and not inside:
                _close(kept, aside, at_end=False)
            aside = []
        was_inside = inside
        if not inside:
            kept.append(line)
        elif _is_remark(line):
            aside.append(line)
        else:
            aside = []
    if was_inside:
        _close(kept, aside, at_end=True)
    return "".join(kept)


def _lines(text: str) -> list[str]:
    """The lines of the text, each with its newline."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _placed(lines: list[str]) -> Iterator[tuple[int, Path, bool]]:
    """For each line: its index, the path of its table, and whether the line is a header."""
    place: Path = ()
    before = ""
    lists: dict[Path, int] = {}
    for number, line in enumerate(lines):
        header = _header(line, before)
        before += line
        if header is not None:
            place = _place(header, lists)
        yield number, place, header is not None


def _close(kept: list[str], aside: list[str], *, at_end: bool) -> None:
    """Adds the lines that stood after removed tables. Of two blank lines, before and after the
    tables, one goes."""
    follows_blank = _is_blank(aside[0]) if aside else at_end
    if kept and _is_blank(kept[-1]) and follows_blank:
        kept.pop()
    kept += aside


def _is_blank(line: str) -> bool:
    return not line.strip()


def _is_remark(line: str) -> bool:
    return _is_blank(line) or line.lstrip().startswith("#")


def _header(line: str, before: str) -> Header | None:
    """The header of a table in this line; None: it has none. `before`: the text before the line."""
    if not line.lstrip().startswith("["):
        return None
    try:
        tomllib.loads(before)  # fails inside a string or a list, where "[" begins no header
        table: Any = tomllib.loads(line.strip())
    except tomllib.TOMLDecodeError:
        return None
    keys = []
    while isinstance(table, dict) and table:
        key, table = next(iter(table.items()))
        keys.append(key)
    return tuple(keys), isinstance(table, list)


Header = tuple[tuple[str, ...], bool]
"""The keys of a table, and whether it is an element of a list."""


def _place(header: Header, lists: dict[Path, int]) -> Path:
    """The path of the table with this header. `lists`: index of the last element of each list so
    far."""
    keys, is_element = header
    place: Path = ()
    for depth, key in enumerate(keys, start=1):
        place += (key,)
        if is_element and depth == len(keys):
            lists[place] = lists.get(place, -1) + 1
        if place in lists:
            place += (lists[place],)
    return place
