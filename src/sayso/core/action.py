"""A command that is run with an answer: all of it is shown to the person, and nothing else is
run."""

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
    """The SHA-256 of its contents, in lowercase hex."""


class Change(Value):
    """A change of one environment variable."""

    name: str
    value: str | None
    """The new value; None: the variable is taken out."""


class Action(Value):
    """A command, and where the typed answer goes. The rest of the command's environment is the
    asker's own."""

    argv: tuple[str, ...]
    cwd: str
    """Absolute, without symbolic links."""
    programs: tuple[Program, ...]
    """What is executed: a program; or a script, then its interpreter, which its first line
    names."""
    environment: tuple[Change, ...] = ()
    """Changes of environment variables, sorted by name."""
    descriptor: int = 0
    """The file descriptor from which the command reads the typed answer; 0: standard input."""
    newline: bool = True
    """Whether a newline follows what was typed."""


def read_action(told: dict[str, Any]) -> Action:
    """An Action from its fields as JSON has them. Raises KeyError, TypeError."""
    return Action(
        **told
        | {
            "argv": tuple(told["argv"]),
            "programs": tuple(Program(**each) for each in told["programs"]),
            "environment": tuple(Change(**each) for each in told["environment"]),
        }
    )
