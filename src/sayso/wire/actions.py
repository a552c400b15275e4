"""Commands that a secret may be said to be for: checked here, field by field."""

from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, WithJsonSchema, model_validator

from sayso.core import action as a
from sayso.core import settings as s
from sayso.wire.fields import AtMost, Params, PlainText, none_by_default

_SHA256 = r"^[0-9a-f]{64}$"
_SAID_OF_A_SHA256 = {"type": "string", "pattern": _SHA256, "minLength": 64, "maxLength": 64}
_SAID_OF_A_WORD: dict[str, Any] = {"pattern": "^[^\\u0000]*$"}
_SAID_OF_NAMES: dict[str, Any] = {"propertyNames": {"pattern": "^[^=\\u0000]+$"}}


def _no_nul(text: str) -> str:
    if "\0" in text:
        raise ValueError("must not hold the character 0")
    return text


def _absolute(path: str) -> str:
    if not path.startswith("/"):
        raise ValueError("must be an absolute path")
    return path


def _variable(name: str) -> str:
    if not name or "=" in name:
        raise ValueError('a name must not be empty or hold "="')
    return name


_Sha256 = Annotated[str, Field(pattern=_SHA256), WithJsonSchema(_SAID_OF_A_SHA256)]
_Word = Annotated[PlainText, AfterValidator(_no_nul), Field(json_schema_extra=_SAID_OF_A_WORD)]
_Path = Annotated[
    _Word,
    AfterValidator(_absolute),
    AtMost(s.PATH_BYTES, "bytes of UTF-8"),
    Field(json_schema_extra={"pattern": "^/[^\\u0000]*$"}),
]
_Variable = Annotated[_Word, AfterValidator(_variable)]


class Command(Params):
    """What is executed, and how."""

    argv: Annotated[list[_Word], Field(min_length=1, max_length=s.ARGUMENTS)]
    """Its name and its arguments; 64 KiB of UTF-8 at most, with `environment`."""
    cwd: _Path
    """The directory that it runs in."""
    environment: Annotated[
        dict[_Variable, _Word | None],
        Field(max_length=s.VARIABLES, json_schema_extra=_SAID_OF_NAMES),
    ] = {}  # noqa: RUF012 - pydantic copies it
    """Variables with another value than the asker's own, or `null`: without it. At most 64."""
    descriptor: Annotated[
        int, Field(ge=s.DESCRIPTOR.low, le=s.DESCRIPTOR.high, json_schema_extra=none_by_default)
    ] = 0
    """The one that it reads the secret from. Left out: standard input."""
    newline: bool = True
    """A newline follows the secret, as most programs read a line."""

    @model_validator(mode="after")
    def _is_not_too_long(self) -> Self:
        if not self.argv[0]:
            raise ValueError("argv: the name of the program must not be empty")
        words = [*self.argv, *self.environment, *filter(None, self.environment.values())]
        if sum(len(word.encode()) for word in words) > s.COMMAND_BYTES:
            limit = f"{s.COMMAND_BYTES} bytes of UTF-8"
            raise ValueError(f"argv: must be at most {limit}, with environment")
        return self


class ActionProgram(Params):
    """A file that is executed."""

    path: _Path
    """Absolute, without symbolic links."""
    sha256: _Sha256
    """Of what the file holds."""


class Action(Command):
    """What the asker says that the secret is for: a command that it alone is handed to. The dialog
    shows all of it."""

    programs: Annotated[list[ActionProgram], Field(min_length=1, max_length=s.PROGRAMS)]
    """What is executed: a program; or a script, then what reads it, as its first line names it."""

    def read(self) -> a.Action:
        changes = sorted(self.environment.items())
        return a.Action(
            argv=tuple(self.argv),
            cwd=self.cwd,
            programs=tuple(a.Program(each.path, each.sha256) for each in self.programs),
            environment=tuple(a.Change(name, value) for name, value in changes),
            descriptor=self.descriptor,
            newline=self.newline,
        )
