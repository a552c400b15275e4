"""Shapes of the values in a request: each shape checks a value, and gives the JSON Schema for it.

A value is never converted from another type of JSON: "1" is no number, 1 no boolean, and 1.0 no
whole number. Whatever is wrong raises Fault, which says where in the value.
"""

from __future__ import annotations

import math

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from sayso.core.settings import Bounds

    Schema = dict[str, Any]
    Check = Callable[[Any], object]
    """A function that raises ValueError, which says what is wrong with the value."""

CHARACTERS = "characters"
BYTES = "bytes of UTF-8"


class Fault(Exception):
    """What is wrong, and where. `path`: names of fields and indexes in lists, outermost first."""

    def __init__(self, says: str, *path: str) -> None:
        super().__init__(says)
        self.says = says
        self.path = path

    def within(self, name: str) -> Fault:
        return Fault(self.says, name, *self.path)


class Shape(Protocol):
    """A kind of value that is allowed."""

    def read(self, value: object) -> object:
        """Checks a value that came from JSON, and returns what it stands for. Raises Fault."""

    def schema(self) -> Schema:
        """The JSON Schema of such a value, in a new dict."""


class Text(Value):
    """A text that can be encoded in UTF-8: it has no lone surrogates."""

    most: int = 0
    """Most units that the text may have. 0: no limit."""
    unit: str = CHARACTERS
    """Unit of `most`: CHARACTERS or BYTES."""
    checks: tuple[Check, ...] = ()
    says: Mapping[str, object] | None = None
    """Keywords of JSON Schema that express the checks, as far as it can."""

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise Fault("must be a text")
        try:
            size = len(value.encode())
        except UnicodeEncodeError as error:
            raise Fault(f"holds half a surrogate pair at character {error.start}") from None
        for check in self.checks:
            _run(check, value)
        if self.most and (size if self.unit == BYTES else len(value)) > self.most:
            raise Fault(f"must be at most {self.most} {self.unit}")
        return value

    def schema(self) -> Schema:
        limit = {"maxLength": self.most} if self.most else {}
        size = {"maxBytes": self.most} if self.unit == BYTES else {}
        return {"type": "string", **limit, **size, **(self.says or {})}


class Hexadecimal(Value):
    """A text of exactly `digits` lowercase hexadecimal digits."""

    digits: int

    def read(self, value: object) -> str:
        if not isinstance(value, str) or len(value) != self.digits or set(value) - _HEXADECIMAL:
            raise Fault(f"must be {self.digits} lowercase hexadecimal digits")
        return value

    def schema(self) -> Schema:
        """The length is included, as some validators let `$` match before a last newline."""
        pattern = f"^[0-9a-f]{{{self.digits}}}$"
        length = {"minLength": self.digits, "maxLength": self.digits}
        return {"type": "string", "pattern": pattern, **length}


_HEXADECIMAL = frozenset("0123456789abcdef")


class Number(Value):
    """A finite number."""

    bounds: Bounds | None = None
    whole: bool = False
    above: int | None = None
    """The number must be larger than this. None: any."""
    below: int | None = None
    """The number must be smaller than this. None: any."""
    least: int | None = None

    def read(self, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int if self.whole else (int, float)):
            raise Fault("must be a whole number" if self.whole else "must be a number")
        if isinstance(value, float) and not math.isfinite(value):
            raise Fault("must be a finite number")
        if self.bounds and not self.bounds.low <= value <= self.bounds.high:
            raise Fault(f"must be from {self.bounds.low:g} to {self.bounds.high:g}")
        if self.above is not None and value <= self.above:
            raise Fault(f"must be more than {self.above}")
        if self.below is not None and value >= self.below:
            raise Fault(f"must be less than {self.below}")
        if self.least is not None and value < self.least:
            raise Fault(f"must be at least {self.least}")
        return value if self.whole else _as_float(value)

    def schema(self) -> Schema:
        said: Schema = {"type": "integer" if self.whole else "number"}
        if self.bounds:
            said |= {"minimum": self.bounds.low, "maximum": self.bounds.high}
        if self.above is not None:
            said["exclusiveMinimum"] = self.above
        if self.below is not None:
            said["exclusiveMaximum"] = self.below
        if self.least is not None:
            said["minimum"] = self.least
        return said


def _as_float(number: float) -> float:
    try:
        return float(number)
    except OverflowError:  # a whole number of hundreds of digits
        raise Fault("must be a finite number") from None


class Flag(Value):
    """True or false."""

    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise Fault("must be true or false")
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}


class Choice(Value):
    """One of these words."""

    words: tuple[str, ...]

    def read(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise Fault(f"must be {' or '.join(map(repr, self.words))}")
        return value

    def schema(self) -> Schema:
        if len(self.words) == 1:
            return {"type": "string", "const": self.words[0]}
        return {"type": "string", "enum": list(self.words)}


class ListOf(Value):
    """A list of `least` to `most` items, read as a tuple."""

    item: Shape
    least: int
    most: int
    check: Check | None = None
    """Check of the whole list, after its items."""
    says: Mapping[str, object] | None = None
    """Keywords of JSON Schema that express `check`, as far as it can."""

    def read(self, value: object) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise Fault("must be a list")
        if not self.least <= len(value) <= self.most:
            raise Fault(f"must hold at least {self.least} and at most {self.most}")
        read = tuple(read_within(str(place), self.item, each) for place, each in enumerate(value))
        if self.check:
            _run(self.check, read)
        return read

    def schema(self) -> Schema:
        count = {"minItems": self.least, "maxItems": self.most}
        return {"type": "array", "items": self.item.schema(), **count, **(self.says or {})}


class Table(Value):
    """An object whose names the asker chooses. Its values may be `null`."""

    key: Shape
    value: Shape
    most: int
    says: Mapping[str, object] | None = None
    """Keywords of JSON Schema for the names."""

    def read(self, value: object) -> dict[str, object]:
        if not isinstance(value, dict):
            raise Fault("must be an object")
        if len(value) > self.most:
            raise Fault(f"must hold at most {self.most}")
        read: dict[str, object] = {}
        for name, each in value.items():
            read_within(name, self.key, name)
            read[name] = None if each is None else read_within(name, self.value, each)
        return read

    def schema(self) -> Schema:
        either = {"anyOf": [self.value.schema(), {"type": "null"}]}
        limits = {"maxProperties": self.most, **(self.says or {})}
        return {"type": "object", "additionalProperties": either, **limits}


class Either(Value):
    """A value of one of these shapes: the first that fits reads it."""

    shapes: tuple[Shape, ...]

    def read(self, value: object) -> object:
        for shape in self.shapes:
            try:
                return shape.read(value)
            except Fault as fault:
                last = fault
        raise last

    def schema(self) -> Schema:
        return {"anyOf": [shape.schema() for shape in self.shapes]}


class OneOf(Value):
    """An object whose member `name` says which of the `shapes` it has."""

    name: str
    shapes: Mapping[str, Shape]

    def read(self, value: object) -> object:
        if not isinstance(value, dict):
            raise Fault("must be an object")
        if self.name not in value:
            raise Fault("is missing", self.name)
        which = value[self.name]
        shape = self.shapes.get(which) if isinstance(which, str) else None
        if shape is None:
            raise Fault(f"must be {' or '.join(map(repr, self.shapes))}", self.name)
        return shape.read(value)

    def schema(self) -> Schema:
        return {"oneOf": [shape.schema() for shape in self.shapes.values()]}


def _run(check: Check, value: object) -> None:
    """Raises Fault."""
    try:
        check(value)
    except ValueError as error:
        raise Fault(str(error)) from None


def read_within(name: str, shape: Shape, value: object) -> object:
    """Reads a member or an item. Raises Fault, whose path begins with `name`."""
    try:
        return shape.read(value)
    except Fault as fault:
        raise fault.within(name) from None
