"""What was typed into an edit control, as bytes that can be wiped: no Python string is made of it.

The control keeps its text in memory of its own, which is overwritten where the text is replaced by
another of the same length. We can't lock that memory; nor are there ways to wipe what the system
has of the keys themselves, or of what is drawn while it is shown.
"""

import sys

assert sys.platform == "win32"

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from sayso.core.secret import wipe
from sayso.platforms.windows import memory
from sayso.platforms.windows.native import controls, utf8, windows
from sayso.platforms.windows.native.controls import EditMessage
from sayso.platforms.windows.native.utf8 import CHARACTER

_ROOM = 4_000
"""Characters: a control that grows leaves what it held elsewhere, and so does not grow early."""
_FILLER = "*"


def prepare(window: int) -> None:
    """Before anything is typed."""
    windows.set_text(window, _FILLER * _ROOM)
    clear(window)


def clear(window: int) -> None:
    """What stood there is overwritten."""
    windows.set_text(window, _FILLER * controls.length(window))
    windows.set_text(window, "")
    windows.send(window, EditMessage.FORGET_UNDO)


def read(*of: int) -> memoryview:
    """A copy of what stands in these, as UTF-8, a newline between two, for the caller to wipe.
    Raises MemoryNotLocked."""
    with ExitStack() as copies:
        texts = [copies.enter_context(_copied(window)) for window in of]
        sizes = [utf8.size(*text) for text in texts]
        data = memory.lock(sum(sizes) + len(sizes) - 1)
        start = 0
        for (characters, count), size in zip(texts, sizes, strict=True):
            if start:
                data[start : start + 1] = b"\n"
                start += 1
            utf8.encode_into(characters, count, data[start : start + size])
            start += size
        return _with_plain_lines(data)


def _with_plain_lines(data: memoryview) -> memoryview:
    """The clipboard has two characters for the end of a line."""
    kept, last = 0, len(data) - 1
    for place, byte in enumerate(data):
        if byte != 0x0D or place == last or data[place + 1] != 0x0A:
            data[kept] = byte
            kept += 1
    wipe(data[kept:])
    return data[:kept]


def size(window: int) -> int:
    """Bytes of UTF-8. Raises MemoryNotLocked."""
    with _copied(window) as text:
        return utf8.size(*text)


def same(one: int, other: int) -> bool:
    """Whether two hold the same text. Raises MemoryNotLocked."""
    with _copied(one) as (left, count), _copied(other) as (right, others):
        return count == others and left[: count * CHARACTER] == right[: count * CHARACTER]


def has_line_break(window: int) -> bool:
    """Raises MemoryNotLocked."""
    with _copied(window) as (characters, count):
        units = characters[: count * CHARACTER].cast("H")
        return any(unit in (0x0A, 0x0D) for unit in units)


@contextmanager
def _copied(window: int) -> Iterator[tuple[memoryview, int]]:
    """In the system's characters, and how many of them; wiped afterwards."""
    room = controls.length(window) + 1
    copy = memory.lock(room * CHARACTER)
    try:
        yield copy, controls.text_into(window, utf8.address(copy), room)
    finally:
        wipe(copy)
