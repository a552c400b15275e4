"""A command that an answer is for: all of it is shown to the person, and nothing else is run."""

from __future__ import annotations

from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any


class Program(Value):
    """A file that is executed."""

    path: str
    """Absolute, without symbolic links."""
    sha256: str
    """Of what it holds, in lowercase hex."""


class Change(Value):
    """Of one variable of the environment."""

    name: str
    value: str | None
    """None: it is taken out."""


class Action(Value):
    """A command, and where what was typed goes. The rest of its environment is the asker's own."""

    argv: tuple[str, ...]
    cwd: str
    """Absolute, without symbolic links."""
    programs: tuple[Program, ...]
    """What is executed: a program; or a script, then what reads it, as its first line names it."""
    environment: tuple[Change, ...] = ()
    """By name."""
    descriptor: int = 0
    """The one that the command reads it from; 0: standard input."""
    newline: bool = True
    """One follows what was typed."""


def read_action(told: dict[str, Any]) -> Action:
    """Of its fields as JSON has them. Raises KeyError, TypeError."""
    return Action(
        **told
        | {
            "argv": tuple(told["argv"]),
            "programs": tuple(Program(**each) for each in told["programs"]),
            "environment": tuple(Change(**each) for each in told["environment"]),
        }
    )
