"""Files and directories of the person's on macOS: see the contract."""

import sys

assert sys.platform == "darwin"

import os
from collections.abc import Callable
from contextlib import suppress

from sayso.platforms.macos.native import files as native
from sayso.platforms.macos.native import numbers
from sayso.platforms.macos.native.events import Changes
from sayso.platforms.unix import files, readiness

open_file = files.open_file
make_directory = files.make_directory
replace = files.replace
alone = files.alone


def take_after(new: str, old: str) -> None:
    """Mode, group, access list, flags, times and extended attributes. Python's `copystat` leaves
    out access lists and attributes here."""
    files.check_replaceable(new, old)
    native.copy_metadata(old, new)
    os.utime(new)


class Watch:
    """kqueue(2) on the file, and on each directory in which a change would have another file read
    at the path."""

    def __init__(self, path: str, changed: Callable[[], None]) -> None:
        self._path = path
        self._changes = Changes()
        self._call_off = readiness.watch(self._changes.fileno(), changed, self._changes.close)

    def renew(self) -> None:
        self._changes.drain()
        seen: set[str] = set()
        while seen != (now := on_the_way(self._path)):
            self._changes.forget()
            seen = now
            for directory in now:
                try:
                    self._changes.follow(directory)
                except (FileNotFoundError, NotADirectoryError):
                    seen = set()  # it was exchanged meanwhile
            with suppress(OSError):  # it is not there, or not ours to look at
                self._changes.follow(self._path)

    def close(self) -> None:
        self._call_off()


def watch(path: str, changed: Callable[[], None]) -> Watch:
    return Watch(path, changed)


def on_the_way(path: str) -> set[str]:
    """See `unix.files.on_the_way`."""
    return files.on_the_way(path, numbers.MAXSYMLINKS)
