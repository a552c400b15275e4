"""GCC's Objective-C runtime and GNUstep's libraries. Pointers are numbers here; 0 is nil.

What a function does is in GCC's <objc/runtime.h>, under the name that is declared here.
"""

import ctypes
import faulthandler
import functools
from ctypes import CDLL, CFUNCTYPE, RTLD_GLOBAL, c_bool, c_char_p, c_size_t, c_void_p
from typing import Any

from macos_double import LIBRARIES

faulthandler.enable()  # after a segmentation fault, it prints where Python was

RUNTIME = CDLL("libobjc.so.4", RTLD_GLOBAL)
BASE, GUI = (CDLL(name, RTLD_GLOBAL) for name in LIBRARIES)


def _declared(name: str, result: Any, *arguments: Any) -> Any:
    function = RUNTIME[name]
    function.restype, function.argtypes = result, arguments
    return function


_get_class = _declared("objc_getClass", c_void_p, c_char_p)
_class_name = _declared("class_getName", c_char_p, c_void_p)
_superclass = _declared("class_getSuperclass", c_void_p, c_void_p)
_is_meta = _declared("class_isMetaClass", c_bool, c_void_p)
_method = _declared("class_getInstanceMethod", c_void_p, c_void_p, c_void_p)
_encoding = _declared("method_getTypeEncoding", c_char_p, c_void_p)
_implementation = _declared("class_getMethodImplementation", c_void_p, c_void_p, c_void_p)
_looked_up = _declared("objc_msg_lookup", c_void_p, c_void_p, c_void_p)
_selector = _declared("sel_registerName", c_void_p, c_char_p)
_typed_selector = _declared("sel_registerTypedName", c_void_p, c_char_p, c_char_p)
_selector_name = _declared("sel_getName", c_char_p, c_void_p)
_allocate = _declared("objc_allocateClassPair", c_void_p, c_void_p, c_char_p, c_size_t)
_register = _declared("objc_registerClassPair", None, c_void_p)
_add = _declared("class_addMethod", c_bool, c_void_p, c_void_p, c_void_p, c_char_p)
_replace = _declared("class_replaceMethod", c_void_p, c_void_p, c_void_p, c_void_p, c_char_p)


def class_named(name: str) -> int:
    return _get_class(name.encode()) or 0


def class_of(pointer: int) -> int:
    """The class of an object; for a class, its metaclass."""
    return c_void_p.from_address(pointer).value or 0


@functools.cache
def class_name(pointer: int) -> str:
    name: bytes = _class_name(pointer)
    return name.decode()


@functools.cache
def superclass(pointer: int) -> int:
    return _superclass(pointer) or 0


@functools.cache
def line(pointer: int) -> tuple[str, ...]:
    """The names of the class and of all classes above it."""
    above = superclass(pointer)
    return (class_name(pointer), *(line(above) if above else ()))


def is_class(pointer: int) -> bool:
    return bool(_is_meta(class_of(pointer)))


@functools.cache
def selector(name: str) -> int:
    number: int = _selector(name.encode())
    return number


def selector_name(pointer: int) -> str:
    name: bytes = _selector_name(pointer)
    return name.decode()


def encoding(of_class: int, name: str) -> str:
    """The types of a method that instances of the class have; empty: they have no such method."""
    method = _method(of_class, selector(name))
    return _encoding(method).decode() if method else ""


def implementation(receiver: int, name: str, start: int = 0) -> int:
    """The address of a method's code. `start`: the class where the search begins; 0: the
    receiver's."""
    found = (
        _implementation(start, selector(name)) if start else _looked_up(receiver, selector(name))
    )
    return found or 0


def message(receiver: int, name: str, result: Any = c_void_p, *arguments: tuple[Any, Any]) -> Any:
    """Sends a message that the double itself needs. `arguments`: pairs of type and value."""
    prototype = CFUNCTYPE(result, c_void_p, c_void_p, *(kind for kind, _ in arguments))
    function = prototype(implementation(receiver, name))
    return function(receiver, selector(name), *(value for _, value in arguments))


def descends(pointer: int, name: str) -> bool:
    """Whether the object is an instance of this class, or of a subclass."""
    return name in line(class_of(pointer))


def allocate(above: int, name: str) -> int:
    """Makes a class to which methods can be added until it is registered."""
    pointer: int = _allocate(above, name.encode(), 0)
    return pointer


def register(pointer: int) -> None:
    _register(pointer)


_kept: list[Any] = []
"""Functions that the runtime calls, kept here because it holds no reference to them."""


def add_method(to_class: int, name: str, types: str, function: Any) -> None:
    """Adds a method. Its selector is registered with the types, as GNUstep finds them by the
    selector."""
    _kept.append(function)
    typed = _typed_selector(name.encode(), types.encode())
    assert _add(to_class, typed, ctypes.cast(function, c_void_p), types.encode()), name


def replace_method(of_class: int, name: str, function: Any) -> None:
    _kept.append(function)
    types = encoding(of_class, name).encode()
    _replace(of_class, selector(name), ctypes.cast(function, c_void_p), types)
