"""Parameters for the command that a question is about. Each field is checked here."""

from __future__ import annotations

from sayso.core import settings as s
from sayso.wire.params import Params, Record, field
from sayso.wire.shapes import BYTES, Flag, Hexadecimal, ListOf, Number, Table, Text

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sayso.core import action as a


def _no_nul(text: str) -> None:
    if "\0" in text:
        raise ValueError("must not hold the character 0")


_ROOTS = r"/|[A-Za-z]:[\\/]|\\\\"
"""Regular expression for the beginning of an absolute path. On Windows it is a drive, with slash or
backslash, or two backslashes before a server's name."""


def _absolute(path: str) -> None:
    import re  # only the daemon checks paths

    if not re.match(_ROOTS, path):
        raise ValueError("must be an absolute path")


def _variable(name: str) -> None:
    if not name or "=" in name:
        raise ValueError('a name must not be empty or hold "="')


_WORD = Text(checks=(_no_nul,), says={"pattern": "^[^\\u0000]*$"})
_PATH = Text(s.PATH_BYTES, BYTES, (_no_nul, _absolute), {"pattern": f"^({_ROOTS})[^\\u0000]*$"})
_NAME = Text(checks=(_no_nul, _variable))


class Command(Params):
    """A command, and how it is executed."""

    argv: tuple[str, ...] = field(
        ListOf(_WORD, 1, s.ARGUMENTS),
        "Name and arguments of the command; 64 KiB of UTF-8 at most, with `environment`.",
    )
    cwd: str = field(_PATH, "The directory that it runs in.")
    environment: Mapping[str, str | None] = field(
        Table(_NAME, _WORD, s.VARIABLES, {"propertyNames": {"pattern": "^[^=\\u0000]+$"}}),
        "Variables with another value than the asker's own, or `null`: without it. At most 64.",
        {},
        {},
    )
    descriptor: int = field(
        Number(s.DESCRIPTOR, whole=True),
        "The one that it reads the secret from. Left out: standard input.",
        0,
    )
    newline: bool = field(
        Flag(),
        "A newline follows the secret, as most programs read a line.",
        default=True,
        schema_default=True,
    )

    def verify(self, given: Collection[str]) -> None:  # noqa: ARG002 - see Params
        if not self.argv[0]:
            raise ValueError("argv: the name of the program must not be empty")
        words = [*self.argv, *self.environment, *filter(None, self.environment.values())]
        if sum(len(word.encode()) for word in words) > s.COMMAND_BYTES:
            limit = f"{s.COMMAND_BYTES} bytes of UTF-8"
            raise ValueError(f"argv: must be at most {limit}, with environment")

    def changes(self) -> tuple[a.Change, ...]:
        """The changes to the environment, sorted by name."""
        from sayso.core import action as a  # for the daemon alone

        return tuple(a.Change(name, value) for name, value in sorted(self.environment.items()))


class ActionProgram(Params):
    """A file that is executed."""

    path: str = field(_PATH, "Absolute, without symbolic links.")
    sha256: str = field(Hexadecimal(64), "Checksum of the file's bytes.")


class Action(Command):
    """The command that the question is about, as the asker says: it runs this command once the
    question is approved, or hands the secret to it, and does nothing else. The dialog shows all of
    the command."""

    programs: tuple[ActionProgram, ...] = field(
        ListOf(Record(ActionProgram), 1, s.PROGRAMS),
        "What is executed: a program; or a script, then what reads it, as its first line names it.",
    )

    def read(self) -> a.Action:
        from sayso.core import action as a  # as above

        return a.Action(
            argv=self.argv,
            cwd=self.cwd,
            programs=tuple(a.Program(each.path, each.sha256) for each in self.programs),
            environment=self.changes(),
            descriptor=self.descriptor,
            newline=self.newline,
        )
