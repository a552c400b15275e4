"""Files and directories of the person's on Linux: see the contract."""

import sys

assert sys.platform == "linux"

import os
import shutil
from collections.abc import Callable
from contextlib import suppress

from sayso.platforms.linux import native, readiness
from sayso.platforms.unix import files

_LINKS = 40
"""Links on the way to a file that the kernel follows, path_resolution(7)."""

open_file = files.open_file
make_directory = files.make_directory
replace = files.replace
alone = files.alone


def take_after(new: str, old: str) -> None:
    """Mode, group, times and attributes."""
    files.check_replaceable(new, old)
    shutil.copystat(old, new)
    os.utime(new)


class Watch:
    """inotify(7) on each directory in which a change would have another file read at the path.

    The libraries for it start threads; here the loop has one descriptor more.
    """

    def __init__(self, path: str, changed: Callable[[], None]) -> None:
        self._path = path
        self._descriptor = native.inotify()
        self._call_off = readiness.watch(self._descriptor, changed)
        self._watched: set[int] = set()

    def renew(self) -> None:
        while self._drain():
            pass
        seen: set[str] = set()
        watched: set[int] = set()
        while seen != (now := on_the_way(self._path)):
            seen, watched = now, set()
            for directory in now:
                try:
                    watched.add(native.watch_directory(self._descriptor, directory))
                except (FileNotFoundError, NotADirectoryError):
                    seen = set()  # it was exchanged meanwhile
        for number in self._watched - watched:
            with suppress(OSError):  # its directory has gone
                native.unwatch_directory(self._descriptor, number)
        self._watched = watched

    def close(self) -> None:
        self._call_off()

    def _drain(self) -> bool:
        try:
            return bool(os.read(self._descriptor, 1 << 16))
        except BlockingIOError:
            return False


def watch(path: str, changed: Callable[[], None]) -> Watch:
    return Watch(path, changed)


def on_the_way(path: str) -> set[str]:
    """See `unix.files.on_the_way`."""
    return files.on_the_way(path, _LINKS)
