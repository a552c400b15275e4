"""What PyObjC adds to collections, so that they work like Python's."""

from collections.abc import Iterator
from ctypes import c_ubyte
from typing import Any

from macos_double import record, runtime


def _count(self: Any) -> int:
    counted: int = self.count()
    return counted


def _at(self: Any, index: int) -> Any:
    position = range(self.count())[index]  # raises IndexError
    return self.objectAtIndex_(position)


def _each(self: Any) -> Iterator[Any]:
    return (self.objectAtIndex_(index) for index in range(self.count()))


def _contains(self: Any, value: Any) -> bool:
    return bool(self.containsObject_(value))


def _value(self: Any, key: Any) -> Any:
    value = self.objectForKey_(key)
    if value is None:
        raise KeyError(key)
    return value


def _get(self: Any, key: Any, default: Any = None) -> Any:
    value = self.objectForKey_(key)
    return default if value is None else value


def _keys(self: Any) -> Iterator[Any]:
    return iter(self.allKeys())


def _bytes(self: Any) -> Any:
    """The bytes where they are in memory, as PyObjC gives them: nothing is copied."""
    record.sent(runtime.line(runtime.class_of(self.pyobjc_id)), "bytes", 0, to_class=False)
    address = runtime.message(self.pyobjc_id, "bytes")
    return (c_ubyte * self.length()).from_address(address) if address else b""


CONVENIENCES: dict[str, dict[str, Any]] = {
    "NSArray": {
        "__len__": _count, "__getitem__": _at, "__iter__": _each, "__contains__": _contains,
    },
    "NSDictionary": {
        "__len__": _count, "__getitem__": _value, "__iter__": _keys, "get": _get, "keys": _keys,
    },
    "NSData": {"__len__": lambda self: self.length(), "bytes": _bytes},
    "NSAttributedString": {"__len__": lambda self: self.length()},
}  # fmt: skip
