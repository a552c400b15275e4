"""Says when something came up in the middle of sway's screen, by pictures that sway hands out as
soon as one differs from the last (zwlr_screencopy_manager_v1)."""

import mmap
import os
import struct
import threading
import time
from collections.abc import Mapping

from probes.wayland_client import Connection
from support.processes import StillWaiting

_CAPTURE, _COPY_WITH_DAMAGE, _DESTROY = 0, 2, 1
_BUFFER, _READY, _FAILED, _BUFFER_DONE = 0, 2, 3, 6
_CREATE_POOL, _CREATE_BUFFER = 0, 0
_VERSION = 3

_WIDE, _HIGH = 64, 8
"""Size in pixels of the middle that is compared: no shadow and no corner reaches there."""


class SwayJudge:
    """Watches each new picture of the screen in a thread, until `close`."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._connection = Connection(environ)
        bind = self._connection.bind
        self._manager = bind("zwlr_screencopy_manager_v1", _VERSION)
        self._shm, self._output = bind("wl_shm"), bind("wl_output")
        self._buffer, self._pixels = 0, mmap.mmap(-1, 1)
        self._shape = (0, 0, 0)
        self._empty = b""
        self._changed = threading.Condition()
        self._is_there, self._since = False, 0
        """Whether something is there, and since when: nanoseconds of CLOCK_MONOTONIC."""
        self._is_over = False
        self._empty = self._middle(at_once=True)
        self._connection.wait_for_ever()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._is_over = True
        self._connection.hang_up()
        self._thread.join()
        self._connection.close()

    def see(self, within: float = 30.0) -> int:
        """When something came up, in nanoseconds of CLOCK_MONOTONIC. Raises StillWaiting after
        `within` seconds."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._is_there, within):
                raise StillWaiting(f"nothing came up within {within:g} s")
            return self._since

    def gone(self, within: float = 10.0) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: not self._is_there, within):
                raise StillWaiting(f"it is still there after {within:g} s")

    def _look(self) -> None:
        while not self._is_over:
            try:
                is_there = self._middle() != self._empty
            except EOFError:  # hung up
                return
            now = time.monotonic_ns()
            with self._changed:
                if is_there != self._is_there:
                    self._is_there, self._since = is_there, now
                    self._changed.notify_all()

    def _middle(self, *, at_once: bool = False) -> bytes:
        """Pixels in the middle of the next picture that differs from the one before; with
        `at_once`, of a picture that is taken now."""
        frame = self._connection.new()
        told: dict[int, bytes] = {}
        self._connection.hear(frame, told.__setitem__)
        body = struct.pack("<IiI", frame, 0, self._output)
        self._connection.send(self._manager, _CAPTURE, body)
        self._until(told, _BUFFER_DONE)
        if not self._buffer:
            self._make_buffer(*struct.unpack("<IIII", told[_BUFFER]))
        request = 0 if at_once else _COPY_WITH_DAMAGE
        self._connection.send(frame, request, struct.pack("<I", self._buffer))
        self._until(told, _READY)
        self._connection.send(frame, _DESTROY)
        width, height, across = self._shape
        left, top = (width - _WIDE) // 2 * 4, (height - _HIGH) // 2
        starts = [(top + row) * across + left for row in range(_HIGH)]
        return b"".join(self._pixels[start : start + _WIDE * 4] for start in starts)

    def _until(self, told: Mapping[int, bytes], event: int) -> None:
        while event not in told:
            assert _FAILED not in told, "sway takes no picture"
            self._connection.read()

    def _make_buffer(self, shape: int, width: int, height: int, across: int) -> None:
        size = across * height
        memory = os.memfd_create("pictures")
        os.ftruncate(memory, size)
        self._pixels, self._shape = mmap.mmap(memory, size), (width, height, across)
        pool, self._buffer = self._connection.new(), self._connection.new()
        send = self._connection.send
        send(self._shm, _CREATE_POOL, struct.pack("<Ii", pool, size), memory)
        body = struct.pack("<IiiiiI", self._buffer, 0, width, height, across, shape)
        send(pool, _CREATE_BUFFER, body)
        os.close(memory)
