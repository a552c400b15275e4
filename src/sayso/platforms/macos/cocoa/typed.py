"""Reads what was typed into a field, as bytes that can be wiped: no Python string is made of it.

AppKit keeps strings of its own, of the field and of the keys: we can neither lock nor wipe them.
"""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ctypes import addressof, c_bool, c_char, c_ulong, c_void_p
from typing import Any

import AppKit
import objc

from sayso.core.secret import wipe
from sayso.platforms.macos import memory
from sayso.platforms.macos.cocoa import raw

_BREAKS = b"\n\r"
_FIRST_BITS, _GOES_ON = 0xC0, 0x80
"""A mask for the first bits of a byte of UTF-8, and their value in a byte that belongs to the
character before."""


def read(*of: Any) -> memoryview:
    """A copy of the text in these fields, as UTF-8, with a newline between two, for the caller to
    wipe. Raises MemoryNotLocked."""
    with ExitStack() as copies:
        texts = [copies.enter_context(_copied(field)) for field in of]
        data = memory.lock(sum(map(len, texts)) + len(texts) - 1)
        start = 0
        for text in texts:
            if start:
                data[start : start + 1] = b"\n"
                start += 1
            data[start : start + len(text)] = text
            start += len(text)
        return data


def size(field: Any) -> int:
    """The size of the field's text, in bytes of UTF-8."""
    with objc.autorelease_pool():
        return _size(_text(field))


def length(field: Any) -> int:
    """The length of the field's text, in characters. Raises MemoryNotLocked."""
    with _copied(field) as text:
        return sum(byte & _FIRST_BITS != _GOES_ON for byte in text)


def same(one: Any, other: Any) -> bool:
    """Whether two fields hold the same text. Raises MemoryNotLocked."""
    with _copied(one) as left, _copied(other) as right:
        return left == right


def has_line_break(field: Any) -> bool:
    """Whether there is a line break in the field's text. Raises MemoryNotLocked."""
    with _copied(field) as text:
        return any(byte in _BREAKS for byte in text)


@contextmanager
def _copied(field: Any) -> Iterator[memoryview]:
    """The field's text as UTF-8, wiped after the block. Raises MemoryNotLocked."""
    with objc.autorelease_pool():
        text = _text(field)
        count = _size(text)
        copy = memory.lock(count + 1)  # AppKit adds a NUL at the end
        try:
            _write(text, copy)
            yield copy[:count]
        finally:
            wipe(copy)


def _text(field: Any) -> int:
    """The address of the field's NSString, which lives as long as the autorelease pool."""
    return int(raw.message(objc.pyobjc_id(field), "stringValue"))


def _size(text: int) -> int:
    return int(
        raw.message(
            text, "lengthOfBytesUsingEncoding:", c_ulong, (c_ulong, AppKit.NSUTF8StringEncoding)
        )
    )


def _write(text: int, room: memoryview) -> None:
    place = addressof((c_char * len(room)).from_buffer(room))
    whole = ((c_void_p, place), (c_ulong, len(room)), (c_ulong, AppKit.NSUTF8StringEncoding))
    if len(room) > 1 and not raw.message(text, "getCString:maxLength:encoding:", c_bool, *whole):
        raise OSError("a field does not tell what was typed")
