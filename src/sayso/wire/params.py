"""Parameters of requests: a class for each method, whose fields are declared once.

From a declaration come what the daemon takes, the JSON Schema, the options of the command line with
their help, and what the tools of agents take.
"""

from __future__ import annotations

from sayso.core.settings import NAME_CHARACTERS, Bounds
from sayso.errors import InvalidParams
from sayso.values import Value
from sayso.wire.shapes import Fault, Number, read_within

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any, ClassVar, Final, TypeVar

    from sayso.wire.shapes import Schema, Shape

    _Params = TypeVar("_Params", bound="Params")

LEFT_OUT: Final = object()
"""Instead of a value: there is none."""

QUESTION: Final = "question"
CLOCKS: Final = "clocks"
LIFE: Final = "life"
IDENTITY: Final = "identity"


class Usage(Value):
    """How a person gives it on a command line, and an agent to a tool."""

    help: str
    """For the command line, after the option's name."""
    value: str = ""
    """What the help calls its value; empty: a truth, which the option itself says."""
    group: str = QUESTION
    """Options of one group stand together."""
    name: str = ""
    """What both call it; empty: as the field."""
    is_for_agents: bool = True
    is_option: bool = True
    """False: a command line has it in another way."""


class Field(Value):
    """One member of a request."""

    shape: Shape
    says: str
    """What it means, for who reads the schema."""
    default: object = LEFT_OUT
    """LEFT_OUT: it must be there."""
    told: object = LEFT_OUT
    """The default that the schema tells: of a clock the settings'. LEFT_OUT: none."""
    usage: Usage | None = None
    """None: it is no option."""

    @property
    def is_required(self) -> bool:
        return self.default is LEFT_OUT

    def schema(self) -> Schema:
        told = {} if self.told is LEFT_OUT else {"default": self.told}
        return {**told, **self.shape.schema(), "description": self.says}


def field(
    shape: Shape,
    says: str,
    default: object = LEFT_OUT,
    told: object = LEFT_OUT,
    usage: Usage | None = None,
) -> Any:
    """A Field, where the type checker looks for a value of that field."""
    return Field(shape, says, default, told, usage)


class Params(Value):
    """What a method takes. A subclass declares each field as `name: type = field(…)`; afterwards
    the attribute of the class is the field's default."""

    FIELDS: ClassVar[Mapping[str, Field]] = {}
    WITHOUT: ClassVar[frozenset[str]] = frozenset()
    """Fields of its base that it does not take."""
    SAYS: ClassVar[Mapping[str, Any]] = {}
    """What its schema says beside its fields."""

    def __init_subclass__(cls) -> None:
        own = {name: each for name, each in vars(cls).items() if isinstance(each, Field)}
        together = {**cls.FIELDS, **own}
        cls.FIELDS = {name: each for name, each in together.items() if name not in cls.WITHOUT}
        for name, field in own.items():
            if field.is_required:
                delattr(cls, name)
            else:
                setattr(cls, name, field.default)
        cls.__match_args__ = tuple(cls.FIELDS)  # type: ignore[misc, assignment]  # its own

    def verify(self, given: Collection[str]) -> None:
        """What the fields must be together; those that were `given` are named. Raises ValueError
        that begins with the field's name."""


class Record(Value):
    """A value that is an object with fields of its own."""

    of: type[Params]

    def read(self, value: object) -> Params:
        if not isinstance(value, dict):
            raise Fault("must be an object")
        return read(self.of, value)

    def schema(self) -> Schema:
        return object_schema(self.of)


def object_schema(kind: type[Params]) -> Schema:
    """Closed: an unknown field is an error."""
    required = [name for name, field in kind.FIELDS.items() if field.is_required]
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split()),
        "properties": {name: field.schema() for name, field in kind.FIELDS.items()},
        **({"required": required} if required else {}),
        "additionalProperties": False,
        **kind.SAYS,
    }


def read(kind: type[_Params], given: Mapping[str, object]) -> _Params:
    """Raises Fault of the first field that is wrong, in the order of their declaration."""
    values: dict[str, object] = {}
    for name, field in kind.FIELDS.items():
        if name in given:
            values[name] = read_within(name, field.shape, given[name])
        elif field.is_required:
            raise Fault("is missing", name)
    for name in given:
        if name not in kind.FIELDS:
            raise Fault("is not a field of this method", name)
    params = kind(**values)
    try:
        params.verify(given)
    except ValueError as error:
        name, _, says = str(error).partition(": ")
        raise Fault(says, name) from None
    return params


def parse(kind: type[_Params], given: Mapping[str, Any]) -> _Params:
    """Raises InvalidParams that names the first field at fault and its bounds."""
    try:
        return read(kind, given)
    except Fault as fault:
        raise _invalid(kind, fault) from None


def _invalid(kind: type[Params], fault: Fault) -> InvalidParams:
    path = ".".join(fault.path)
    is_readable = path.isprintable() and 0 < len(path) <= NAME_CHARACTERS
    field = path if is_readable else "(unreadable name)"
    bounds = _bounds(kind, fault.path)
    remedy = f"{field} takes {bounds.low:g} to {bounds.high:g}" if bounds else None
    return InvalidParams(f"{field}: {fault.says}", field=field, remedy=remedy)


def _bounds(kind: type[Params], path: tuple[str, ...]) -> Bounds | None:
    """Of the number that the path leads to."""
    shape: object = None
    for name in path:
        field = kind.FIELDS.get(name)
        shape = field.shape if field else None
        kind = shape.of if isinstance(shape, Record) else Params  # which has no fields
    return shape.bounds if isinstance(shape, Number) else None
