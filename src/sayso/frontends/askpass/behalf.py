"""Lines for a dialog that say on whose behalf a program asks: unproven claims, for display
alone."""

from __future__ import annotations

from sayso.core.program_name import SHELLS
from sayso.frontends import fields

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sayso.platforms.contract.starter import Program

    Find = Callable[[int], Program | None]
    """Finds the program of a pid; None: the system does not show it."""

_INIT = 1
_ARGUMENTS = 2
"""A shell whose command line has fewer words than this runs nothing: a person types into it."""
_DEPTH = 16
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%_+=:,./-")
"""Characters of words that need no quotes."""
_WIDTH = 60
"""Characters of a line: a wider line would have to be scrolled before the dialog can be
answered."""


def describe(
    program: Program | None, clients: Sequence[Program | None], find: Find
) -> dict[str, str]:
    """Lines that say on whose behalf we ask: each line's name, and its text. `program`: the program
    that started us. `clients`: the clients of `program` that it may ask for. A single client is
    described instead of `program`, as the dialog names the client's process. Several are all
    listed, as the system does not tell which one it is. Both: None is one that the system does not
    show."""
    seen = [each for each in clients if each]
    unseen = {"Perhaps for": "a program that can't be seen"} if None in clients else {}
    if len(clients) > 1:
        return {f"Perhaps for process {each.pid}": _client(each, find) for each in seen} | unseen
    program = seen[0] if seen else program
    if program is None:
        return unseen
    return {"Command": _words(program)} | _origin(program, find) | unseen


def render(lines: Mapping[str, object]) -> str:
    """The lines as the details of a question: a text of several lines stands below its name."""
    return plain("\n".join(_named(name, str(value)) for name, value in lines.items()))


def _named(name: str, value: str) -> str:
    return f"{name}:\n{fields.indented(value)}" if "\n" in value else f"{name}: {value}"


def plain(text: str) -> str:
    """The text with everything that is not UTF-8 escaped: no question can hold that."""
    return text.encode("utf-8", "backslashreplace").decode()


def _client(client: Program, find: Find) -> str:
    origin = [
        line for name, command in _origin(client, find).items() for line in (name.lower(), command)
    ]
    place = [wrapped(("in", quoted(client.cwd)))] if client.cwd else []
    return "\n".join([_words(client), *origin, *place])


def _origin(program: Program, find: Find) -> dict[str, str]:
    """What the person may have typed in place of this program: the command line of the outermost
    program of its family, and that of the program which started that one. Each is left out if there
    is none. Neither replaces the program's own command: any program may take the name of
    another."""
    outermost = _outermost(program, find)
    whole, starter = _words(outermost), _starter(outermost, find)
    family = {"Part of": whole} if whole != _words(program) else {}
    return family | ({"Started by": _words(_outermost(starter, find))} if starter else {})


def _outermost(program: Program, find: Find) -> Program:
    """The farthest ancestor of the same family of programs, or `program` itself: `git clone` starts
    git-remote-https, which starts `sh -c "git credential-sayso get"`. Shells that run a command are
    skipped."""
    family, above = _family(program), program
    for _ in range(_DEPTH):
        if (by := _starter(above, find)) is None:
            break
        above = by
        if _family(by) == family:
            program = by
        elif not _runs_words(by):
            break
    return program


def _family(program: Program) -> str:
    return program.name.partition("-")[0]


def _starter(program: Program, find: Find) -> Program | None:
    """The program that started this one. None: the system does not show it, or it says nothing: the
    first process of all, which adopts orphans, or a shell that a person types into."""
    by = find(program.parent) if program.parent > _INIT else None
    is_typed_into = by is not None and by.name in SHELLS and len(by.argv or ()) < _ARGUMENTS
    return None if is_typed_into else by


def _runs_words(program: Program) -> bool:
    return program.name in SHELLS and "-c" in (program.argv or ())


def _words(program: Program) -> str:
    return wrapped(map(quoted, program.argv)) if program.argv else program.name


def quoted(word: str) -> str:
    """The word in one line, quoted as bash reads it. `shlex`, which quotes alike, is slow to
    load."""
    if word and _PLAIN.issuperset(word):
        return word
    if not word.isprintable():
        return f"${word!r}"
    quote = "'\"'\"'"
    return "'" + word.replace("'", quote) + "'"


def wrapped(words: Iterable[str]) -> str:
    """The words in lines of at most 60 characters. An indented line continues a word that is longer
    than a line."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) >= _WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
        while len(lines[-1]) > _WIDTH:
            lines[-1:] = lines[-1][:_WIDTH], f"  {lines[-1][_WIDTH:]}"
    return "\n".join(lines)
