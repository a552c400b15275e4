"""Changes one table of a TOML text and no other byte.

tomlkit writes and changes values. A table of its own is added at the end of the text and taken out
by its lines, as tomlkit counts the comments before the next table to the one that is removed. What
comes out is read by tomllib, and must say what it should: else nothing is changed.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Callable
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable

from sayso.configuration.compare import same

Path = tuple[str, ...]
"""The keys from the outermost table inward."""


def parse(text: str) -> dict[str, Any]:
    """Raises ValueError: what is wrong, and where."""
    return tomllib.loads(text)


def put(text: str, path: Path, value: object) -> str:
    """The text with the value at the path. Raises ValueError: it is no TOML, or can't hold it."""
    wanted = parse(text)
    holder = wanted
    for key in path[:-1]:
        holder = holder.setdefault(key, {})
        if not isinstance(holder, dict):
            raise ValueError(f"{key} is not a table")  # noqa: TRY004 - of the text
    if path[-1] in holder and same(holder[path[-1]], value):
        return text
    is_new = path[-1] not in holder
    holder[path[-1]] = copy.deepcopy(value)
    tries = [_put_in_place(text, path, value)]
    if is_new and isinstance(value, dict):
        tries.insert(0, _appended(text, path, value))
    return _that_says(wanted, path, tries)


def drop(text: str, path: Path) -> str:
    """The text without what stands at the path, if it is there. Raises ValueError, as `put`."""
    wanted = parse(text)
    holder: Any = wanted
    for key in path[:-1]:
        holder = holder.get(key)
        if not isinstance(holder, dict):
            return text
    if path[-1] not in holder:
        return text
    del holder[path[-1]]
    return _that_says(wanted, path, [_without_lines(text, path), _dropped_in_place(text, path)])


def says(text: str, wanted: dict[str, Any]) -> bool:
    """Whether it is a TOML of just this."""
    try:
        return same(parse(text), wanted)
    except ValueError:
        return False


def _that_says(wanted: dict[str, Any], path: Path, tries: list[str | None]) -> str:
    """The first that does. Raises ValueError."""
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
    """With the tables that lead to the path: one that is empty now may be gone, or stay."""
    holder: Any = table
    for key in path[:-1]:
        if isinstance(holder, dict):
            holder = holder.setdefault(key, {})
    return table


def _appended(text: str, path: Path, value: dict[str, Any]) -> str:
    table = tomlkit.table()
    for key, member in value.items():
        table.add(key, member)
    document = tomlkit.document()
    holder: Any = document
    for key in path[:-1]:
        holder = holder.setdefault(key, tomlkit.table(is_super_table=True))
    holder[path[-1]] = table
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return text + gap + tomlkit.dumps(document)


def _put_in_place(text: str, path: Path, value: object) -> str | None:
    def put(holder: Any) -> None:
        if isinstance(value, dict) and isinstance(holder, InlineTable):
            table = tomlkit.inline_table()
            table.update(value)
            holder[path[-1]] = table
        else:
            holder[path[-1]] = value

    return _in_place(text, path, put)


def _dropped_in_place(text: str, path: Path) -> str | None:
    def drop(holder: Any) -> None:
        del holder[path[-1]]

    return _in_place(text, path, drop)


def _in_place(text: str, path: Path, change: Callable[[Any], None]) -> str | None:
    """With a change of what holds the last key; None: tomlkit can't."""
    try:
        document = tomlkit.parse(text)
        holder: Any = document
        for key in path[:-1]:
            holder = holder[key]
        change(holder)
        return tomlkit.dumps(document)
    except (TOMLKitError, KeyError):
        return None


def _without_lines(text: str, path: Path) -> str:
    """Without the tables of this path, each from its header to its last value.

    Comments behind that are of what follows.
    """
    kept: list[str] = []
    aside: list[str] = []
    inside = False
    before = ""
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        header = _header(line, before)
        before += line
        if header is not None:
            was_inside, inside = inside, header[: len(path)] == path
            if was_inside and not inside:
                _close(kept, aside, at_end=False)
            aside = []
        if not inside:
            kept.append(line)
        elif _is_remark(line):
            aside.append(line)
        else:
            aside = []
    if inside:
        _close(kept, aside, at_end=True)
    return "".join(kept)


def _close(kept: list[str], aside: list[str], *, at_end: bool) -> None:
    """Adds what stood behind the tables; the blank line before them goes where one follows."""
    follows_blank = _is_blank(aside[0]) if aside else at_end
    if kept and _is_blank(kept[-1]) and follows_blank:
        kept.pop()
    kept += aside


def _is_blank(line: str) -> bool:
    return not line.strip()


def _is_remark(line: str) -> bool:
    return _is_blank(line) or line.lstrip().startswith("#")


def _header(line: str, before: str) -> Path | None:
    """The keys of a table's header, if the line is one."""
    if not line.lstrip().startswith("["):
        return None
    try:
        tomllib.loads(before)  # in the midst of a string or a list, it is not whole
        table: Any = tomllib.loads(line.strip())
    except tomllib.TOMLDecodeError:
        return None
    keys = []
    while isinstance(table, dict) and table:
        key, table = next(iter(table.items()))
        keys.append(key)
    return tuple(keys)
