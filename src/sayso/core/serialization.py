"""Turns records (frozen dataclasses, values) into plain data that JSON can carry, and back, by
their type hints.

A record becomes a dictionary with the name of its class under `is`, a tuple becomes a list, an enum
becomes its value, and infinity, which JSON does not have, becomes None. Everything else but text,
numbers, booleans and None raises TypeError: so nothing gets into plain data that was not meant to,
a secret least of all.

A field that has its default is left out, and on the way back a field that was left out gets its
default. So data from before a class had some field reads like data of today. Data with an unknown
field is refused.
"""

from collections.abc import Collection, Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from math import inf
from sys import float_info
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

from sayso.values import Value

_CLASS = "is"

_AS_IT_IS = frozenset({str, int, bool, NoneType})
_REQUIRED = object()
"""Stands for the default of a field that has none."""

_UNLOADED = {"ClassVar": ClassVar, "Literal": Literal}
"""Names in the type hints of values that their modules do not load."""


def to_plain(value: object) -> Any:
    """The plain data of this value. Raises TypeError for a type that has no plain form."""
    kind: Any = type(value)
    if kind in _AS_IT_IS:
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str | int | float):
        return None if value == inf else value
    if isinstance(value, tuple):
        return [to_plain(each) for each in value]
    if _is_record(kind):
        named = {name: getattr(value, name) for name in kind.__match_args__}
        return {_CLASS: kind.__name__} | fields_to_plain(kind, named)
    raise TypeError(f"{kind.__name__} has no plain form")


def fields_to_plain(kind: type, values: Mapping[str, object]) -> dict[str, Any]:
    """The plain data of these fields of a record, by name, without those that have their
    default."""
    return {
        name: to_plain(value)
        for name, value in values.items()
        if (default := _default(kind, name)) is not value and value != default
    }


@cache
def _default(kind: type, name: str) -> object:
    return getattr(kind, name, _REQUIRED)


@cache
def _is_record(kind: Any) -> bool:
    """Whether this class is a record of either kind: `__match_args__` names the fields of a
    dataclass as well."""
    return issubclass(kind, Value) or is_dataclass(kind)


def from_plain(kind: Any, value: Any) -> Any:
    """Reads plain data as this kind. Raises KeyError, TypeError or ValueError.

    `kind` is a type as a hint names it: text, numbers, enums, literals, tuples, records, and unions
    of these. A wrong type, an unknown field, and a missing field without a default are refused;
    nothing is converted.
    """
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return from_plain(_member(get_args(kind), value), value)
    if origin is Literal:
        return get_args(kind)[get_args(kind).index(value)]
    if origin is tuple:
        return _tuple(get_args(kind), value)
    if kind is float:
        return _float(value)
    if kind in (str, int, bool, NoneType):
        if type(value) is not kind:
            raise TypeError(f"{type(value).__name__} where {kind.__name__} belongs")
        return value
    return kind(value) if issubclass(kind, Enum) else _record(kind, value)


def _member(kinds: tuple[Any, ...], value: Any) -> Any:
    """The member of a union that the value belongs to: the record that it names, its own type, a
    tuple for a list, or the remaining one that is not None."""
    if value is None and NoneType in kinds:
        return NoneType
    if isinstance(value, dict):
        records = [kind for kind in kinds if hasattr(kind, "__match_args__")]
        return {kind.__name__: kind for kind in records}[value[_CLASS]]
    if type(value) in kinds:
        return type(value)
    for kind in kinds:
        if kind is not NoneType and (get_origin(kind) is tuple) == isinstance(value, list):
            return kind
    raise TypeError(f"{type(value).__name__} where none of that kind belongs")


def _tuple(kinds: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{type(value).__name__} where a list belongs")
    if kinds[-1] is ...:
        return tuple(from_plain(kinds[0], each) for each in value)
    return tuple(from_plain(kind, each) for kind, each in zip(kinds, value, strict=True))


def _float(value: Any) -> float:
    if value is None:
        return inf
    if type(value) not in (int, float) or not abs(value) <= float_info.max:
        raise TypeError("not a finite number")
    number: float = value
    return number


def _record(kind: Any, value: Any) -> Any:
    if not isinstance(value, dict):
        raise TypeError(f"{type(value).__name__} where {kind.__name__} belongs")
    if value[_CLASS] != kind.__name__:
        raise ValueError(f"not a {kind.__name__}")
    named = {name: member for name, member in value.items() if name != _CLASS}
    return kind(**fields_from_plain(kind, kind.__match_args__, named))


def fields_from_plain(kind: Any, names: Collection[str], told: Any) -> dict[str, Any]:
    """The values of those fields that `told` has. `names`: the fields that it may have. Raises like
    `from_plain`."""
    if not isinstance(told, dict):
        raise TypeError(f"{type(told).__name__} where fields of {kind.__name__} belong")
    if not told.keys() <= set(names):
        raise ValueError(f"more than the fields of {kind.__name__}")
    return {name: from_plain(hints(kind)[name], value) for name, value in told.items()}


@cache
def hints(kind: Any) -> dict[str, Any]:
    """The types of a class's fields, by name."""
    return get_type_hints(kind, localns=_UNLOADED)
