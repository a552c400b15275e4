"""Frozen dataclasses as plain data that JSON can carry, and back, by their own type hints.

A dataclass becomes a dictionary with its class's name under `is`, a tuple becomes a list, an enum
its value, and infinity, which JSON does not have, becomes None. All else but text and numbers is
a TypeError: so nothing gets into plain data that was not meant to, a secret least of all.
"""

from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from math import inf
from sys import float_info
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

_CLASS = "is"


def plain(value: object) -> Any:
    """Raises TypeError for what plain data has no form for."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | int | float):
        return None if value == inf else value
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        named = {name: plain(getattr(value, name)) for name in _names(type(value))}
        return {_CLASS: type(value).__name__} | named
    raise TypeError(f"{type(value).__name__} has no plain form")


def typed(kind: Any, value: Any) -> Any:
    """What `plain` was given, if that was of this kind. Raises KeyError, TypeError or ValueError.

    `kind` is a type as a hint names it: of text, numbers, enums, literals, tuples, dataclasses, and
    unions of these. Nothing is converted, missing or left over: what is not exact is refused.
    """
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return typed(_member(get_args(kind), value), value)
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
    return kind(value) if issubclass(kind, Enum) else _dataclass(kind, value)


def _member(kinds: tuple[Any, ...], value: Any) -> Any:
    """That of a union which the value says it is, or the only one besides None."""
    if value is None and NoneType in kinds:
        return NoneType
    if isinstance(value, dict):
        return {kind.__name__: kind for kind in kinds}[value[_CLASS]]
    return next(kind for kind in kinds if kind is not NoneType)


def _tuple(kinds: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{type(value).__name__} where a list belongs")
    if kinds[-1] is ...:
        return tuple(typed(kinds[0], each) for each in value)
    return tuple(typed(kind, each) for kind, each in zip(kinds, value, strict=True))


def _float(value: Any) -> float:
    if value is None:
        return inf
    if type(value) not in (int, float) or not abs(value) <= float_info.max:
        raise TypeError("not a finite number")
    number: float = value
    return number


def _dataclass(kind: Any, value: Any) -> Any:
    if not isinstance(value, dict):
        raise TypeError(f"{type(value).__name__} where {kind.__name__} belongs")
    if value.keys() != {_CLASS, *_names(kind)} or value[_CLASS] != kind.__name__:
        raise ValueError(f"not the fields of {kind.__name__}")
    return kind(**{name: typed(hints(kind)[name], value[name]) for name in _names(kind)})


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def hints(kind: Any) -> dict[str, Any]:
    """The types of a class's fields, by name."""
    return get_type_hints(kind)
