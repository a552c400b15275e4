"""Shows a command as text, so that two commands that differ in anything never look the same.

Each part of the command is in quotes on a line of its own, and no part has a quote inside: so a
wrapped line never looks like two parts, and no part looks like text of ours.
"""

from sayso.core.action import Action, Change, Program
from sayso.core.text import visible_in_order
from sayso.presentation import catalogue

_QUOTE = '"'
_NO_QUOTE = "\\u{22}"


def describe(action: Action) -> str:
    """The whole command as text, except where its input comes from."""
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
    """`text` in quotes, as one line; a quote inside is escaped, so that the last quote always marks
    the end."""
    return f"{_QUOTE}{visible_in_order(text).replace(_QUOTE, _NO_QUOTE)}{_QUOTE}"


def _change(change: Change) -> str:
    name = quoted(change.name)
    if change.value is None:
        return catalogue.taken_out(name)
    return catalogue.set_to(name, quoted(change.value))


def _program(program: Program) -> str:
    return catalogue.holds(quoted(program.path), program.sha256)
