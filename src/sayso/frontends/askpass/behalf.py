"""On whose behalf a program asks, in lines of the asker's frame: claims, for display alone."""

from __future__ import annotations

import shlex

from sayso.core.program_name import SHELLS
from sayso.frontends import fields

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sayso.platforms.contract.starter import Program

    Find = Callable[[int], Program | None]
    """The program of this pid; None: it can't be seen."""

_INIT = 1
_ARGUMENTS = 2
"""Words of a shell's command line that has something to do."""
_DEPTH = 16
_WIDTH = 60
"""Characters of a line: what is wider has to be scrolled before a dialog can be answered."""


def describe(program: Program | None, clients: Sequence[Program], find: Find) -> dict[str, str]:
    """`program`: who started us. `clients`: those of its own for which it may ask. A single one is
    the program that matters, as the dialog names its process; which of several it is, the system
    does not tell."""
    if len(clients) > 1:
        return {f"Perhaps for process {each.pid}": _client(each, find) for each in clients}
    program = clients[0] if clients else program
    if program is None:
        return {}
    whole, starter = _command(program, find)
    return {"Command": whole} | ({"Started by": starter} if starter else {})


def render(lines: Mapping[str, object]) -> str:
    """As the details of a question: several lines stand below their name."""
    return plain("\n".join(_named(name, str(value)) for name, value in lines.items()))


def _named(name: str, value: str) -> str:
    return f"{name}:\n{fields.indented(value)}" if "\n" in value else f"{name}: {value}"


def plain(text: str) -> str:
    """What is no UTF-8 is escaped: no question holds it."""
    return text.encode("utf-8", "backslashreplace").decode()


def _client(client: Program, find: Find) -> str:
    whole, starter = _command(client, find)
    by = ["started by", starter] if starter else []
    place = [wrapped(("in", _quoted(client.cwd)))] if client.cwd else []
    return "\n".join([whole, *by, *place])


def _command(program: Program, find: Find) -> tuple[str, str]:
    """As a person has typed it; and the command that they typed instead, if another one did."""
    whole = _outermost(program, find)
    starter = _starter(whole, find)
    return _words(whole), _words(_outermost(starter, find)) if starter else ""


def _outermost(program: Program, find: Find) -> Program:
    """`git clone` starts git-remote-https, and that one `sh -c "git credential-sayso get"`."""
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
    """None: it can't be seen, or says nothing: the first process of all, which takes orphans on,
    and a shell that a person types into."""
    by = find(program.parent) if program.parent > _INIT else None
    is_typed_into = by is not None and by.name in SHELLS and len(by.argv or ()) < _ARGUMENTS
    return None if is_typed_into else by


def _runs_words(program: Program) -> bool:
    return program.name in SHELLS and "-c" in (program.argv or ())


def _words(program: Program) -> str:
    return wrapped(map(_quoted, program.argv)) if program.argv else program.name


def _quoted(word: str) -> str:
    """In one line, as bash takes it."""
    return shlex.quote(word) if word.isprintable() else f"${word!r}"


def wrapped(words: Iterable[str]) -> str:
    """In lines; one that is indented goes on with a word that is longer than a line."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) >= _WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
        while len(lines[-1]) > _WIDTH:
            lines[-1:] = lines[-1][:_WIDTH], f"  {lines[-1][_WIDTH:]}"
    return "\n".join(lines)
