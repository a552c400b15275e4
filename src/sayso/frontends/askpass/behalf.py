"""On whose behalf a program asks, in lines of the asker's frame: claims, for display alone."""

from __future__ import annotations

import shlex

from sayso.core.lineage import SHELLS
from sayso.frontends import fields

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sayso.platforms.contract.starter import Program

    Find = Callable[[int], Program | None]
    """The program of this pid; None: it can't be seen."""

_INIT = 1
_WIDTH = 60
"""Characters of a line: what is wider has to be scrolled before a dialog can be answered."""


def describe(program: Program | None, clients: Sequence[Program], find: Find) -> dict[str, object]:
    """`program`: who started us. `clients`: those of its own for which it may ask: which of them
    it is, of several, the system does not tell."""
    if clients:
        name = "For" if len(clients) == 1 else "For one of"
        return {name: [_client(each, find) for each in clients]}
    if program is None:
        return {}
    told: dict[str, object] = {"Command": _command(program)}
    if by := _starter(program, find):
        told["Started by"] = _command(by)
    return told


def render(lines: Mapping[str, object]) -> str:
    """As the details of a question."""
    return plain(fields.render(lines))


def plain(text: str) -> str:
    """What is no UTF-8 is escaped: no question holds it."""
    return text.encode("utf-8", "backslashreplace").decode()


def _client(client: Program, find: Find) -> dict[str, object]:
    told: dict[str, object] = {f"process {client.pid}": _command(client)}
    if client.cwd:
        told["in"] = client.cwd
    if by := _starter(client, find):
        told["started by"] = _command(by)
    return told


def _starter(program: Program, find: Find) -> Program | None:
    """None: it can't be seen, or says nothing: the first process of all, which takes orphans on,
    and a shell that a person types into."""
    by = find(program.parent) if program.parent > _INIT else None
    return None if by and by.name in SHELLS and len(by.argv or ()) < len(("sh", "script")) else by


def _command(program: Program) -> str:
    """In lines of its words, quoted as a shell takes them."""
    if not program.argv:
        return program.name
    lines = [""]
    for word in map(shlex.quote, program.argv):
        if lines[-1] and len(lines[-1]) + len(word) >= _WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)
