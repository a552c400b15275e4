"""What was typed into a secure field, as bytes that can be wiped: no Python string is made of it.

PyObjC makes one of every NSString that it hands over, so none is asked for. AppKit keeps strings of
its own, and those of the keys: we can neither lock nor wipe them.
"""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import AppKit

from sayso.core.secret import wipe
from sayso.platforms.macos import memory

_BREAKS = b"\n\r"
_CONTINUES, _BEGINS = 0xC0, 0x80
"""Of a byte of UTF-8 that goes on: its first bits."""


def read(*of: Any) -> memoryview:
    """A copy of what stands in these fields, as UTF-8, a newline between two, for the caller to
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
    """Bytes of UTF-8. Raises MemoryNotLocked."""
    with _copied(field) as text:
        return len(text)


def length(field: Any) -> int:
    """Characters. Raises MemoryNotLocked."""
    with _copied(field) as text:
        return sum(byte & _CONTINUES != _BEGINS for byte in text)


def same(one: Any, other: Any) -> bool:
    """Whether two hold the same text. Raises MemoryNotLocked."""
    with _copied(one) as left, _copied(other) as right:
        return left == right


def has_line_break(field: Any) -> bool:
    """Raises MemoryNotLocked."""
    with _copied(field) as text:
        return any(byte in _BREAKS for byte in text)


def hand_over(one: Any, other: Any) -> None:
    """From one field to another, and away from the first."""
    other.takeStringValueFrom_(one)
    one.setStringValue_("")


@contextmanager
def _copied(field: Any) -> Iterator[memoryview]:
    """Wiped afterwards. A field that hides its text may tell bullets for it: one that does not is
    given it for a moment."""
    carrier = AppKit.NSTextField.alloc().initWithFrame_(((0, 0), (10, 10)))
    carrier.takeStringValueFrom_(field)
    text = carrier.attributedStringValue()
    kinds = {
        AppKit.NSDocumentTypeDocumentAttribute: AppKit.NSPlainTextDocumentType,
        AppKit.NSCharacterEncodingDocumentAttribute: AppKit.NSUTF8StringEncoding,
    }
    whole = (0, text.length())
    data, fault = text.dataFromRange_documentAttributes_error_(whole, kinds, None)
    carrier.setStringValue_("")
    if data is None:
        raise OSError(f"a field does not tell what was typed: {fault}")
    copy = memory.lock(data.length())
    try:
        if data.length():
            copy[:] = memoryview(data.bytes()).cast("B")
        yield copy
    finally:
        wipe(copy)
