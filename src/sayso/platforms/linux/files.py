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
"""The most symbolic links that the kernel follows on the way to a file: path_resolution(7)."""

open_file = files.open_file
make_directory = files.make_directory
replace = files.replace
locked = files.locked


def adopt_permissions(new: str, old: str) -> None:
    """Gives `new` the mode, group and extended attributes of `old`; its times are now. Raises
    UnusableFile, OSError."""
    files.check_replaceable(new, old)
    shutil.copystat(old, new)
    os.utime(new)


class Watch:
    """Watches, by inotify(7), each directory in which a change would make the path lead to another
    file.

    Libraries for inotify start threads; this only adds one descriptor to the event loop.
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
        while seen != (now := directories_on_the_way(self._path)):
            seen, watched = now, set()
            for directory in now:
                try:
                    watched.add(native.watch_directory(self._descriptor, directory))
                except (FileNotFoundError, NotADirectoryError):
                    seen = set()  # it was replaced meanwhile
        for number in self._watched - watched:
            with suppress(OSError):  # the directory has gone, and its watch with it
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


def directories_on_the_way(path: str) -> set[str]:
    """See `unix.files.directories_on_the_way`."""
    return files.directories_on_the_way(path, _LINKS)
