"""Changes of files as a unified diff: what there is now, and what the tool would make of it."""

from __future__ import annotations

import os
import stat

from sayso.values import Value

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST = 1 << 20
"""Bytes of a file that is read to show what stands around a change. Of a longer one, and of what
is no file of text, the change alone is shown."""
MOST_LINES = 4000
"""Of one side: beyond it a comparison takes seconds, and all of the new stands for it."""
_CONTEXT = 3

_OLD = ("old_string", "oldString")
_NEW = ("new_string", "newString")
_ALL = ("replace_all", "replaceAll", "allow_multiple")
STEP = frozenset({*_OLD, *_NEW, *_ALL})
"""The fields of a step."""


class Step(Value):
    """Some words that become others."""

    old: str
    new: str
    everywhere: bool


def step(told: object) -> Step | None:
    """None: it says something else, or more."""
    if not isinstance(told, dict):
        return None
    old, new = _first(told, _OLD), _first(told, _NEW)
    if not isinstance(old, str) or not isinstance(new, str):
        return None
    return Step(old, new, _first(told, _ALL) is True)


def edited(path: str, steps: Sequence[Step]) -> str:
    """Of the file as it is now, where each step finds its words; else of the words alone."""
    before = _read(path)
    after = before
    for each in steps:
        if after is None or each.old not in after or (each.old == "" and after != ""):
            return _words_alone(path, steps)
        after = after.replace(each.old, each.new, -1 if each.everywhere else 1)
    if before is None or after is None:
        return _words_alone(path, steps)
    return _diff(path, before, after)


def written(path: str, content: str) -> str:
    """Of the file as it is now, or of nothing."""
    before = _read(path)
    if before is None:
        return _diff(path, "", content, is_new=not is_there(path))
    return _diff(path, before, content)


def is_there(path: str) -> bool:
    return os.path.lexists(path)


def _words_alone(path: str, steps: Sequence[Step]) -> str:
    parts = [f"--- {_one_line(path)}", f"+++ {_one_line(path)}"]
    for each in steps:
        parts.append("@@ everywhere @@" if each.everywhere else "@@ once @@")
        parts += _marked("-", each.old)
        parts += _marked("+", each.new)
    return "\n".join(parts)


def _diff(path: str, before: str, after: str, *, is_new: bool = False) -> str:
    """With both names, even where nothing changes."""
    names = "/dev/null" if is_new else _one_line(path), _one_line(path)
    old, new = _lines(before), _lines(after)
    if max(len(old), len(new)) > MOST_LINES:
        hunks = [f"@@ -1,{len(old)} +1,{len(new)} @@ all of it", *_marked("+", after)]
    else:
        import difflib  # slow to load

        hunks = list(difflib.unified_diff(old, new, n=_CONTEXT))[2:]
        hunks = [line for hunk in hunks for line in _ended(hunk)]
    return "\n".join([f"--- {names[0]}", f"+++ {names[1]}", *hunks])


def _lines(text: str) -> list[str]:
    """Parted at newlines alone, and each with its own: a tool sees no others."""
    lines = text.split("\n")
    ended = [f"{line}\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended


def _ended(line: str) -> Iterator[str]:
    if line.endswith("\n"):
        yield line[:-1]
    else:
        yield line
        yield _UNENDED


_UNENDED = "\\ No newline at end of file"
"""As diff and git say it: https://www.gnu.org/software/diffutils/manual/, Incomplete Lines."""


def _marked(sign: str, text: str) -> Iterator[str]:
    for line in _lines(text):
        yield from _ended(sign + line)


def _read(path: str) -> str | None:
    """None: there is no short file of text."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return None
    try:
        with open(descriptor, "rb") as file:  # noqa: PTH123 - no pathlib on this path
            is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)  # a pipe would be waited for
            data = file.read(LONGEST + 1) if is_file else b"\xff"
        return data.decode() if len(data) <= LONGEST else None
    except (OSError, ValueError):
        return None


def _first(told: dict[str, object], names: Sequence[str]) -> object:
    return next((told[name] for name in names if name in told), None)


def _one_line(path: str) -> str:
    return path if path.isprintable() else repr(path)
