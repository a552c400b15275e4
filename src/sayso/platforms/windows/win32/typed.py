"""What was typed into an edit control, as bytes that can be wiped: no Python string is made of it.

The control keeps its text in memory of its own, which is overwritten if the text is replaced by one
of the same length. We can't lock that memory; nor can we wipe what the system keeps of the keys
themselves, or of what is drawn while the text is shown.
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
"""Characters for which the control gets memory at first: one that grows later moves its text, and
leaves a copy behind."""
_FILLER = "*"


def prepare(window: int) -> None:
    """Gives the control room for a text. To be called before anything is typed."""
    windows.set_text(window, _FILLER * _ROOM)
    clear(window)


def clear(window: int) -> None:
    """Empties the control, and overwrites what stood in it."""
    windows.set_text(window, _FILLER * controls.length(window))
    windows.set_text(window, "")
    windows.send(window, EditMessage.FORGET_UNDO)


def read(*of: int) -> memoryview:
    """A copy of the texts of these controls as UTF-8, with a newline between two, in locked memory,
    for the caller to wipe. Raises MemoryNotLocked."""
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
    """Turns each "\\r\\n" in `data` into "\\n", in place; returns what is left of `data`. A text
    from the clipboard has both characters at the end of a line."""
    kept, last = 0, len(data) - 1
    for place, byte in enumerate(data):
        if byte != 0x0D or place == last or data[place + 1] != 0x0A:
            data[kept] = byte
            kept += 1
    wipe(data[kept:])
    return data[:kept]


def size(window: int) -> int:
    """How many bytes the control's text takes as UTF-8. Raises MemoryNotLocked."""
    with _copied(window) as text:
        return utf8.size(*text)


def same(one: int, other: int) -> bool:
    """Whether two controls hold the same text. Raises MemoryNotLocked."""
    with _copied(one) as (left, count), _copied(other) as (right, others):
        return count == others and left[: count * CHARACTER] == right[: count * CHARACTER]


def has_line_break(window: int) -> bool:
    """Whether the control's text has a line break. Raises MemoryNotLocked."""
    with _copied(window) as (characters, count):
        units = characters[: count * CHARACTER].cast("H")
        return any(unit in (0x0A, 0x0D) for unit in units)


@contextmanager
def _copied(window: int) -> Iterator[tuple[memoryview, int]]:
    """A copy of the control's text in the system's characters, and how many there are. It is wiped
    afterwards."""
    room = controls.length(window) + 1
    copy = memory.lock(room * CHARACTER)
    try:
        yield copy, controls.text_into(window, utf8.address(copy), room)
    finally:
        wipe(copy)
