"""Shows as a unified diff how a tool would change a file."""

from __future__ import annotations

from sayso.frontends.hook.reading import LONGEST
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sayso.frontends.hook.reading import Found

MOST_PAIRS = 250_000
"""Most (old line, new line) pairs that difflib compares; equal lines at both ends are not among
them, but for `_CONTEXT`. Above this it is too slow: one hunk removes all old lines and then adds
all new ones."""
_CONTEXT = 3
_LONGEST_RESULT = 2 * LONGEST
"""Most characters of a file that is shown as it would be after a replacement."""


class Replacement(Value):
    """One replacement of `old` by `new`."""

    old: str
    new: str
    everywhere: bool = False
    deletes_newline: bool = False
    """When `new` is empty, a newline right after `old` goes too, as Claude Code's Edit does."""


def diff_of_edits(path: str, found: Found, replacements: Sequence[Replacement]) -> str:
    """A diff of the whole file if every replacement finds its `old`; else of their texts
    alone."""
    after = found.text
    for each in replacements:
        after = None if after is None else _replaced(after, each)
    if found.text is None or after is None:
        return _words_alone(path, replacements)
    return _diff(path, path, found.text, after)


def diff_of_write(path: str, found: Found, content: str) -> str:
    """A diff from the current file (or from no file) to `content`. If there is a file that can't
    be shown, the diff says so and adds all lines."""
    if found.is_there is False:
        return _diff("/dev/null", path, "", content)
    if found.text is None:
        head = [f"--- {_one_line(path)}", f"+++ {_one_line(path)}", _UNSEEN]
        return "\n".join([*head, *_marked("+", _lines(content))])
    return _diff(path, path, found.text, content)


_UNSEEN = "@@ whatever there is goes: it can't be shown @@"


def _replaced(text: str, replacement: Replacement) -> str | None:
    """The text after this replacement; None: `old` is not in it, or the result is too long to
    show."""
    old = replacement.old
    if (
        replacement.deletes_newline
        and not replacement.new
        and not old.endswith("\n")
        and f"{old}\n" in text
    ):
        old = f"{old}\n"
    if not old:
        return replacement.new if text == "" else None
    count = text.count(old) if replacement.everywhere else int(old in text)
    if not count or len(text) + count * (len(replacement.new) - len(old)) > _LONGEST_RESULT:
        return None
    return text.replace(old, replacement.new, count)


def _words_alone(path: str, replacements: Sequence[Replacement]) -> str:
    parts = [f"--- {_one_line(path)}", f"+++ {_one_line(path)}"]
    for each in replacements:
        old, new = _lines(each.old), _lines(each.new)
        where = "everywhere" if each.everywhere else "once"
        parts.append(f"@@ -0,{len(old)} +0,{len(new)} @@ {where}")
        parts += [*_marked("-", old), *_marked("+", new)]
    return "\n".join(parts)


def _diff(old_name: str, new_name: str, old_text: str, new_text: str) -> str:
    """A unified diff. Both file names are in it even if nothing changes."""
    old, new = _lines(old_text), _lines(new_text)
    start = _common_prefix(old, new)
    end = _common_prefix(old[start:][::-1], new[start:][::-1])
    first = max(start - _CONTEXT, 0)
    last = max(end - _CONTEXT, 0)
    hunks = _hunks(old[first : len(old) - last], new[first : len(new) - last], first)
    return "\n".join([f"--- {_one_line(old_name)}", f"+++ {_one_line(new_name)}", *hunks])


def _common_prefix(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are equal at the start of both."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _hunks(old: Sequence[str], new: Sequence[str], first: int) -> Iterator[str]:
    """The hunks between these parts of the files. `first`: how many equal lines precede them."""
    if len(old) * len(new) > MOST_PAIRS:
        yield f"@@ -{first + 1},{len(old)} +{first + 1},{len(new)} @@"
        yield from _marked("-", old)
        yield from _marked("+", new)
        return
    import difflib  # slow to load

    matcher = difflib.SequenceMatcher(None, old, new)
    for group in matcher.get_grouped_opcodes(_CONTEXT):
        (_, i1, _, j1, _), (_, _, i2, _, j2) = group[0], group[-1]
        yield f"@@ -{_span(first, i1, i2)} +{_span(first, j1, j2)} @@"
        for tag, a1, a2, b1, b2 in group:
            if tag == "equal":
                yield from _marked(" ", old[a1:a2])
            else:
                yield from _marked("-", old[a1:a2])
                yield from _marked("+", new[b1:b2])


def _span(first: int, start: int, end: int) -> str:
    """Start and length as in a hunk header. An empty range names the line before it."""
    count = end - start
    return f"{first + start + (count > 0)},{count}"


def _lines(text: str) -> list[str]:
    """Splits at "\\n" only, unlike `str.splitlines`, and keeps it: the tools know no other line
    end."""
    lines = text.split("\n")
    ended = [f"{line}\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended


def _marked(sign: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield sign + line.removesuffix("\n")
        if not line.endswith("\n"):
            yield _UNENDED


_UNENDED = "\\ No newline at end of file"
"""The mark that diff and git use: https://www.gnu.org/software/diffutils/manual/, Incomplete
Lines."""


def _one_line(path: str) -> str:
    return path if path.isprintable() else repr(path)
