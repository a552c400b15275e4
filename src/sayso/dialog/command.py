"""A command as text, so that two that differ in anything never look the same.

Each part of it is in quotes, one a line, and no quote stands within: so a line that is wrapped
never looks like two, and no part looks like a word of ours.
"""

from sayso.core.action import Action, Change, Program
from sayso.core.text import visible_in_order
from sayso.presentation import catalogue

_QUOTE = '"'
_NO_QUOTE = "\\u{22}"


def describe(action: Action) -> str:
    """All of it, but for where its input comes from."""
    return "\n".join(
        [
            catalogue.ARGUMENTS(),
            *map(quoted, action.argv),
            catalogue.run_in(quoted(action.cwd)),
            *map(_change, action.environment),
            *map(_program, action.programs),
        ]
    )


def quoted(text: str) -> str:
    """One line that ends where its last quote is, whatever stands in it."""
    return f"{_QUOTE}{visible_in_order(text).replace(_QUOTE, _NO_QUOTE)}{_QUOTE}"


def _change(change: Change) -> str:
    name = quoted(change.name)
    if change.value is None:
        return catalogue.taken_out(name)
    return catalogue.set_to(name, quoted(change.value))


def _program(program: Program) -> str:
    return catalogue.holds(quoted(program.path), program.sha256)
