"""Converts the arguments and results of methods between Python and Objective-C."""

import operator
import sys
from collections.abc import Mapping
from ctypes import c_bool, c_char_p, c_double, c_longlong, c_ulong, c_ulonglong, c_ushort, c_void_p
from typing import Any

from macos_double import objects, record, runtime, structs
from macos_double.encodings import YES_OR_NO, Kind

INTEGERS = "csSiIlLqQz"
NATIVE = f"utf-16-{sys.byteorder[0]}e"
"""The encoding of unichar."""


def to_objc(kind: Kind, value: Any) -> Any:
    """The value as ctypes takes it. Objects that are made for this live as long as the current
    pool."""
    match kind.code:
        case "@" | "#":
            return pointer_to(value)
        case ":":
            return _selector(value)
        case "{":
            return structs.made(kind.ctype, value)
        case "T":
            return ord(value)
        case "*":
            return value
        case "f" | "d":
            return float(value)
        case code if code in YES_OR_NO:
            return 1 if value else 0
        case code if code in INTEGERS:
            return _integer(kind, value)
        case _:
            if value is not None:
                raise NotImplementedError(f"the double hands over no {kind.code}, but None")
            return None


def from_objc(kind: Kind, value: Any, *, owned: bool = False) -> Any:
    """The value as Python's. `owned`: the caller hands over a reference to the object."""
    match kind.code:
        case "@" | "#":
            return python_value(value, owned=owned) if value else None
        case ":":
            return runtime.selector_name(value) if value else None
        case "T":
            return chr(value)
        case code if code in YES_OR_NO:
            return bool(value)
        case code if code[0] in "^@" and value:
            raise NotImplementedError(f"the double takes no {kind.code}")
        case _:
            return value


def _integer(kind: Kind, value: Any) -> int:
    number = operator.index(value)
    if kind.ctype(number).value != number:
        raise ValueError(f"{number} is out of the range of {kind.code}")
    return number


def _selector(value: str | bytes | None) -> int:
    if value is None:
        return 0
    name = value.decode() if isinstance(value, bytes) else value
    record.named(name)
    return runtime.selector(name)


def python_value(pointer: int, *, owned: bool = False) -> Any:
    """The value of an object: text and numbers become Python's own, all other objects get a
    proxy."""
    if runtime.is_class(pointer):
        return objects.wrap(pointer)
    if runtime.descends(pointer, "NSString"):
        value: Any = _text(pointer)
    elif runtime.descends(pointer, "NSNumber"):
        value = _number(pointer)
    else:
        return objects.wrap(pointer, owned=owned)
    if owned:
        objects.release(pointer)
    return value


def pointer_to(value: Any) -> int:  # noqa: C901 - a table of types
    """The pointer to an object that stands for a value of Python's."""
    match value:
        case None:
            return 0
        case objects.Proxy():
            return value.pyobjc_id
        case type() if issubclass(value, objects.Proxy):
            return value.pyobjc_class
        case str():
            return _string(value)
        case bool():
            return _new("NSNumber", "numberWithBool:", (c_bool, value))
        case int() if value >= 1 << 63:
            return _new("NSNumber", "numberWithUnsignedLongLong:", (c_ulonglong, value))
        case int():
            return _new("NSNumber", "numberWithLongLong:", (c_longlong, value))
        case float():
            return _new("NSNumber", "numberWithDouble:", (c_double, value))
        case bytes():
            whole = ((c_char_p, value), (c_ulong, len(value)))
            return _new("NSData", "dataWithBytes:length:", *whole)
        case list() | tuple():
            array = _new("NSMutableArray", "array")
            for each in value:
                runtime.message(array, "addObject:", None, (c_void_p, _element(each)))
            return array
        case Mapping():
            made = _new("NSMutableDictionary", "dictionary")
            for key, each in value.items():
                pair = ((c_void_p, _element(each)), (c_void_p, _element(key)))
                runtime.message(made, "setObject:forKey:", None, *pair)
            return made
        case _:
            raise NotImplementedError(f"the double makes no object of {type(value).__name__}")


def _element(value: Any) -> int:
    """Like `pointer_to`, but NSNull for None: a collection of Objective-C holds no nil."""
    return pointer_to(value) or _new("NSNull", "null")


def _new(class_name: str, selector: str, *arguments: tuple[Any, Any]) -> int:
    made: int = runtime.message(runtime.class_named(class_name), selector, c_void_p, *arguments)
    return made


def _string(value: str) -> int:
    encoded = value.encode(NATIVE, "surrogatepass")
    units = (c_ushort * (len(encoded) // 2)).from_buffer_copy(encoded)
    whole = ((c_void_p, units), (c_ulong, len(units)))
    return _new("NSString", "stringWithCharacters:length:", *whole)


def _text(pointer: int) -> str:
    length = runtime.message(pointer, "length", c_ulong)
    units = (c_ushort * length)()
    runtime.message(pointer, "getCharacters:", None, (c_void_p, units))
    return bytes(units).decode(NATIVE, "surrogatepass")


def _number(pointer: int) -> bool | int | float:
    kind = runtime.message(pointer, "objCType", c_char_p)
    if "NSBoolNumber" in runtime.line(runtime.class_of(pointer)):
        return bool(runtime.message(pointer, "boolValue", c_bool))
    if kind in (b"f", b"d"):
        return float(runtime.message(pointer, "doubleValue", c_double))
    if kind == b"Q":
        return int(runtime.message(pointer, "unsignedLongLongValue", c_ulonglong))
    return int(runtime.message(pointer, "longLongValue", c_longlong))
