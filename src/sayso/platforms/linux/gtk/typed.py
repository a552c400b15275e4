"""What was typed into an entry, as bytes that can be wiped: no Python string is made of it.

GTK keeps the text of an entry as UTF-8 in a buffer that it overwrites when text is deleted, when
the buffer grows and when it goes. We lock the pages of that buffer. More is not possible: the X
server, the clipboard that text is pasted from, the events of the keys and, while the text is shown,
Pango's layouts have copies of their own, which we can neither lock nor wipe.
"""

import sys

assert sys.platform == "linux"

import ctypes
from functools import cache
from typing import Any

from gi.repository import Gtk

from sayso.platforms.linux import gobject, memory

_ROOM = 4_000
"""Bytes that a buffer has from the start, so that it rarely grows. Growing moves the text, and
wipes the memory where it was."""


def new_buffer() -> Any:
    """An empty GtkEntryBuffer in locked memory. Raises MemoryNotLocked."""
    buffer = Gtk.EntryBuffer()
    buffer.set_text(" " * _ROOM, _ROOM)
    lock(buffer)
    buffer.delete_text(0, -1)
    return buffer


def lock(buffer: Any) -> None:
    """Keeps what the buffer holds from being swapped out. To be called again when the buffer has
    grown. Raises MemoryNotLocked."""
    memory.pin(_address(buffer), buffer.get_bytes())


def read(*buffers: Any) -> memoryview:
    """A copy of what these GtkEntryBuffers hold, with a newline between two, for the caller to
    wipe. Raises MemoryNotLocked."""
    sizes = [buffer.get_bytes() for buffer in buffers]
    data = memory.lock(sum(sizes) + len(sizes) - 1)
    start = 0
    for buffer, size in zip(buffers, sizes, strict=True):
        if start:
            data[start : start + 1] = b"\n"
            start += 1
        if size:
            target = (ctypes.c_char * size).from_buffer(data, start)
            ctypes.memmove(target, _address(buffer), size)
        start += size
    return data


def same(one: Any, other: Any) -> bool:
    """Whether two buffers hold the same text; they are compared in place."""
    size = one.get_bytes()
    if size != other.get_bytes():
        return False
    return not _memcmp()(_address(one), _address(other), size)


def has_line_break(buffer: Any) -> bool:
    """Whether the text has a newline; it is searched in place."""
    return bool(_memchr()(_address(buffer), ord("\n"), buffer.get_bytes()))


@cache
def _memchr() -> Any:
    function = ctypes.CDLL(None).memchr
    function.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]
    function.restype = ctypes.c_void_p
    return function


@cache
def _memcmp() -> Any:
    function = ctypes.CDLL(None).memcmp
    function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    return function


def _address(buffer: Any) -> Any:
    """The address of the buffer's text."""
    return _get_text()(gobject.address(buffer))


@cache
def _get_text() -> Any:
    """gtk_entry_buffer_get_text, which PyGObject only offers as a function that makes a str."""
    function = ctypes.CDLL("libgtk-3.so.0").gtk_entry_buffer_get_text
    function.argtypes = [ctypes.c_void_p]
    function.restype = ctypes.c_void_p
    return function
