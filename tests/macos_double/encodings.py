"""Reads the types of a method, as Objective-C encodes them: `v24@0:8@16`, or `v@:@` in metadata."""

import ctypes
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from macos_double.structs import BY_TAG

SIMPLE: dict[str, Any] = {
    "c": ctypes.c_byte, "C": ctypes.c_ubyte, "B": ctypes.c_ubyte, "Z": ctypes.c_ubyte,
    "s": ctypes.c_short, "S": ctypes.c_ushort, "T": ctypes.c_ushort,
    "i": ctypes.c_int, "I": ctypes.c_uint, "l": ctypes.c_long, "L": ctypes.c_ulong,
    "q": ctypes.c_longlong, "Q": ctypes.c_ulonglong, "f": ctypes.c_float, "d": ctypes.c_double,
    "z": ctypes.c_byte, "v": None,
    "@": ctypes.c_void_p, "#": ctypes.c_void_p, ":": ctypes.c_void_p, "*": ctypes.c_char_p,
}  # fmt: skip
"""Types by their codes. Z, T and z are PyObjC's own, in its metadata: BOOL, unichar, a small
number."""

YES_OR_NO = "CBZ"
"""Codes that are taken for a BOOL: GNUstep's is an unsigned char, and hardly anything else is
one."""

QUALIFIERS = "rnNoORVA+-0123456789"
"""Characters that are skipped: qualifiers of types, and the offsets of arguments."""

GCC = str.maketrans({"Z": "C", "T": "S", "z": "c"})
"""The codes that GCC's runtime knows, for those that are PyObjC's own."""


@dataclass(frozen=True)
class Kind:
    code: str
    """The first character of the type; for a pointer or a block, all of it."""
    ctype: Any
    """The type for ctypes; None for void."""


@dataclass(frozen=True)
class Signature:
    result: Kind
    arguments: tuple[Kind, ...]
    """The arguments, without the object and the selector."""
    prototype: Any
    """The function's type for ctypes, with the object and the selector."""


@functools.cache
def signature(types: str) -> Signature:
    result, _, _, *arguments = kinds(types)
    pointers = (ctypes.c_void_p, ctypes.c_void_p)
    prototype = ctypes.CFUNCTYPE(result.ctype, *pointers, *(each.ctype for each in arguments))
    return Signature(result, tuple(arguments), prototype)


@functools.cache
def kinds(types: str) -> tuple[Kind, ...]:
    return tuple(map(_kind, _parts(types)))


def _parts(types: str) -> Iterator[str]:
    at = 0
    while at < len(types):
        if types[at] in QUALIFIERS:
            at += 1
            continue
        end = _end(types, at)
        yield types[at:end]
        at = end


def _end(types: str, at: int) -> int:
    """The index after the type that begins at `at`."""
    match types[at]:
        case "^":
            at += 1
            while types[at] in QUALIFIERS:
                at += 1
            return _end(types, at)
        case "@" if types[at + 1 : at + 2] == "?":
            return at + 2
        case "{" | "(" | "[":
            depth = 0
            for end in range(at, len(types)):
                depth += (types[end] in "{([") - (types[end] in "})]")
                if not depth:
                    return end + 1
            raise ValueError(f"{types} does not end")
        case _:
            return at + 1


def _kind(part: str) -> Kind:
    match part[0]:
        case "{":
            tag = part[1:].partition("=")[0].rstrip("}")
            if tag not in BY_TAG:
                raise NotImplementedError(f"the double has no struct {tag}")
            return Kind("{", BY_TAG[tag])
        case "^":
            return Kind(part, ctypes.c_void_p)
        case "@":
            return Kind(part, ctypes.c_void_p)
        case code if code in SIMPLE:
            return Kind(code, SIMPLE[code])
        case _:
            raise NotImplementedError(f"the double has no type {part}")
