"""Frozen records for the modules that a short command loads.

For the type checker, a subclass of `Value` is a frozen dataclass (PEP 681): its annotations are its
fields. Loading `dataclasses`, and letting it write code for each class, takes a command longer than
asking the daemon does. Everything that no short command loads uses dataclasses.

The module of a subclass needs `from __future__ import annotations`: annotations are read as text
here.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any, ClassVar, Never, NoReturn, TypeVar, dataclass_transform
    from typing import Protocol as Protocol

    _T = TypeVar("_T", bound="Value")
else:

    def dataclass_transform(**_):
        return lambda kind: kind

    class Protocol:
        """Stands for `typing.Protocol`, which is slow to load; the type checker sees the real
        one."""


@dataclass_transform(frozen_default=True)
class Value:
    """A record that can't be changed, equal to another of its class with equal fields. Fields with
    a default come last."""

    __match_args__: ClassVar[tuple[str, ...]] = ()
    """The names of the fields, in the order of the positional arguments."""

    def __init_subclass__(cls) -> None:
        hints = cls.__annotations__.items()
        own = [name for name, hint in hints if not hint.startswith("ClassVar")]
        cls.__match_args__ = (*cls.__match_args__, *own)  # type: ignore[misc]  # makes its own

    def __init__(self, *args: Any, **members: Any) -> None:
        """Raises TypeError for a field that is missing, unknown or given twice."""
        kind, names, values = type(self), self.__match_args__, self.__dict__
        values.update(zip(names, args, strict=False))
        if len(args) > len(names) or not members.keys().isdisjoint(values):
            raise TypeError(f"{kind.__name__} is given more than {', '.join(names) or 'nothing'}")
        values.update(members)
        for name in names:
            if name not in values:
                if not hasattr(kind, name):
                    raise TypeError(f"{kind.__name__} needs {name}")
                values[name] = getattr(kind, name)
        if len(values) > len(names):
            raise TypeError(f"{kind.__name__} has no {', '.join(values.keys() - set(names))}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} stays as it is")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} stays")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return fields(self) == fields(other)

    def __hash__(self) -> int:
        return hash((type(self), *fields(self).values()))

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in fields(self).items())
        return f"{type(self).__qualname__}({told})"


def fields(value: Value) -> dict[str, Any]:
    """The fields by name, in their order, without anything that a property has cached beside
    them."""
    return {name: value.__dict__[name] for name in value.__match_args__}


def replace(value: _T, **changes: Any) -> _T:
    """A copy of `value` with these fields changed."""
    return type(value)(**fields(value) | changes)


def assert_never(value: Never) -> NoReturn:
    """Raises AssertionError. The type checker proves that no call is ever reached; like
    `typing.assert_never`."""
    raise AssertionError(f"nobody thought of {value!r}")
