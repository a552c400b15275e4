"""Rectangles and other structs. Their fields are those of Objective-C, and they work as tuples
wherever PyObjC takes or compares one."""

from collections.abc import Iterator
from ctypes import Structure, c_double, c_ulong
from typing import Any


class Struct(Structure):
    def __len__(self) -> int:
        return len(self._fields_)

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, field[0]) for field in self._fields_)

    def __getitem__(self, index: int) -> Any:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Struct, tuple)):
            return len(self) == len(other) and all(map(_equal, self, other))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]  # its fields can change

    def __repr__(self) -> str:
        fields = (f"{field[0]}={getattr(self, field[0])!r}" for field in self._fields_)
        return f"<{type(self).__name__} {' '.join(fields)}>"


def _equal(one: object, other: object) -> bool:
    return one == other


class CGPoint(Struct):
    _fields_ = (("x", c_double), ("y", c_double))


class CGSize(Struct):
    _fields_ = (("width", c_double), ("height", c_double))


class CGRect(Struct):
    _fields_ = (("origin", CGPoint), ("size", CGSize))


class NSRange(Struct):
    _fields_ = (("location", c_ulong), ("length", c_ulong))


class NSEdgeInsets(Struct):
    _fields_ = (("top", c_double), ("left", c_double), ("bottom", c_double), ("right", c_double))


BY_TAG: dict[str, type[Struct]] = {
    "_NSPoint": CGPoint, "CGPoint": CGPoint,
    "_NSSize": CGSize, "CGSize": CGSize,
    "_NSRect": CGRect, "CGRect": CGRect,
    "_NSRange": NSRange,
    "NSEdgeInsets": NSEdgeInsets,
}  # fmt: skip
"""Structs by their names in type encodings: GNUstep's and Apple's."""


def made(kind: type[Struct], value: Any) -> Struct:
    """A struct of this kind, from such a struct or from a (nested) tuple. Raises ValueError."""
    if isinstance(value, kind):
        return value
    fields = kind._fields_
    if not isinstance(value, (tuple, list, Struct)) or len(value) != len(fields):
        raise ValueError(f"{value!r} is no {kind.__name__}: it takes {len(fields)} fields")
    given = []
    for field, each in zip(fields, value, strict=True):
        inner = field[1]
        given.append(made(inner, each) if issubclass(inner, Struct) else each)
    return kind(*given)
