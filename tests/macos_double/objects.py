"""Python's proxies for objects of Objective-C. A proxy owns one reference, and gives it back when
Python drops the proxy: a delegate that nobody keeps is gone here as on a Mac."""

import sys
from collections.abc import Callable
from ctypes import c_bool, c_ulong, c_void_p
from typing import Any
from weakref import WeakValueDictionary

from macos_double import runtime

POOL = "NSAutoreleasePool"
"""The class of pools, which can't be retained; the code that makes one drains it."""


class Proxy:
    __slots__ = ("__weakref__", "pyobjc_id", "pyobjc_owns")

    pyobjc_class: int
    """The class's address."""
    pyobjc_id: int
    """The object's address."""
    pyobjc_owns: bool

    def __del__(self) -> None:
        if self.pyobjc_owns and not sys.is_finalizing():
            release(self.pyobjc_id)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Proxy):
            return NotImplemented
        argument = (c_void_p, other.pyobjc_id)
        return bool(runtime.message(self.pyobjc_id, "isEqual:", c_bool, argument))

    def __hash__(self) -> int:
        return int(runtime.message(self.pyobjc_id, "hash", c_ulong))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {self.pyobjc_id:#x}>"


classes: list[Callable[[int], Any]] = []
"""Holds one function, set by the module `classes`: it returns the Python class for a class of
Objective-C."""

_proxies: WeakValueDictionary[int, Proxy] = WeakValueDictionary()
_attributes: dict[int, dict[str, Any]] = {}
"""Attributes of objects of Python's own classes, by address; they outlive the proxy."""


def wrap(pointer: int, *, owned: bool = False) -> Any:
    """The only proxy of an object. `owned`: the caller hands over a reference to the object."""
    if runtime.is_class(pointer):
        return classes[0](pointer)
    found = _proxies.get(pointer)
    if found is not None:
        if owned:
            release(pointer)
        return found
    is_pool = runtime.descends(pointer, POOL)
    if not owned and not is_pool:
        retain(pointer)
    made = _made(pointer, owns=not is_pool)
    if not is_pool:
        _proxies[pointer] = made
    return made


def borrow(pointer: int) -> Proxy:
    """A proxy for an object that is being deallocated, and so can't be retained any more."""
    return _made(pointer, owns=False)


def _made(pointer: int, *, owns: bool) -> Proxy:
    kind = classes[0](runtime.class_of(pointer))
    made: Proxy = object.__new__(kind)
    made.pyobjc_id = pointer
    made.pyobjc_owns = owns
    if kind.__dictoffset__:
        object.__setattr__(made, "__dict__", _attributes.setdefault(pointer, {}))
    return made


def forget(pointer: int) -> None:
    """Drops the attributes of an object that is being deallocated."""
    _attributes.pop(pointer, None)


def retain(pointer: int) -> None:
    if not runtime.descends(pointer, POOL):
        runtime.message(pointer, "retain")


def release(pointer: int) -> None:
    runtime.message(pointer, "release", None)


def autorelease(pointer: int) -> int:
    runtime.message(pointer, "autorelease")
    return pointer
