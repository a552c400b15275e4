"""Parameters of requests: a class for each method, whose fields are declared once.

Each declaration gives the daemon's checks, the JSON Schema, the command line's options with their
help, and the parameters of agents' tools.
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
"""Stands for "no value", as None can be a value."""

QUESTION: Final = "question"
CLOCKS: Final = "clocks"
LIFE: Final = "life"
IDENTITY: Final = "identity"


class Usage(Value):
    """How a field is offered as an option of the command line and as a parameter of a tool."""

    help: str
    """Description of the option in the command line's help."""
    placeholder: str = ""
    """Placeholder for the option's value in the help. Empty: the option is a flag."""
    group: str = QUESTION
    """Options of one group are listed together in the help."""
    name: str = ""
    """Name of the option and of the tool's parameter. Empty: the field's name."""
    is_for_agents: bool = True
    is_option: bool = True
    """False: the command line takes the value in another way than by an option."""


class Field(Value):
    """One member of a request's parameters."""

    shape: Shape
    says: str
    """Description of the field in the schema."""
    default: object = LEFT_OUT
    """Value if a request leaves the field out. LEFT_OUT: the field is required."""
    schema_default: object = LEFT_OUT
    """Default that the schema states: for a clock, the one of the settings. LEFT_OUT: none."""
    usage: Usage | None = None
    """None: no option sets the field."""

    @property
    def is_required(self) -> bool:
        return self.default is LEFT_OUT

    def schema(self) -> Schema:
        default = {} if self.schema_default is LEFT_OUT else {"default": self.schema_default}
        return {**default, **self.shape.schema(), "description": self.says}


def field(
    shape: Shape,
    says: str,
    default: object = LEFT_OUT,
    schema_default: object = LEFT_OUT,
    usage: Usage | None = None,
) -> Any:
    """Makes a Field. It is typed Any, as the type checker expects a value of the field's type."""
    return Field(shape, says, default, schema_default, usage)


class Params(Value):
    """The parameters of a method. A subclass declares each field as `name: type = field(…)`; once
    the class is made, that attribute holds the field's default."""

    FIELDS: ClassVar[Mapping[str, Field]] = {}
    WITHOUT: ClassVar[frozenset[str]] = frozenset()
    """Fields of the base class that this class leaves out."""
    SAYS: ClassVar[Mapping[str, Any]] = {}
    """Members of the JSON Schema beside the fields, such as `oneOf`."""

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
        """Checks the fields against each other. `given`: names of the fields that the request has.
        Raises ValueError, whose text begins with a field's name."""


class Record(Value):
    """The shape of an object whose members are the fields of `of`."""

    of: type[Params]

    def read(self, value: object) -> Params:
        if not isinstance(value, dict):
            raise Fault("must be an object")
        return read(self.of, value)

    def schema(self) -> Schema:
        return object_schema(self.of)


def object_schema(kind: type[Params]) -> Schema:
    """The JSON Schema of these parameters. It is closed: an unknown field is an error."""
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
    """Makes parameters of the members given. Raises Fault for the first field that is wrong, in the
    order of declaration."""
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
    """Like `read`, but raises InvalidParams, which names the first wrong field and its bounds."""
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
    """The bounds of the field at this path, if it is a number that has bounds."""
    shape: object = None
    for name in path:
        field = kind.FIELDS.get(name)
        shape = field.shape if field else None
        kind = shape.of if isinstance(shape, Record) else Params  # it has no fields
    return shape.bounds if isinstance(shape, Number) else None
