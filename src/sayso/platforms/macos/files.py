"""The person's files and directories on macOS: see the contract."""

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
locked = files.locked


def adopt_permissions(new: str, old: str) -> None:
    """Gives the new file the old one's mode, group, access list, flags and extended attributes; it
    counts as modified now. Python's `copystat` leaves out access lists and attributes here."""
    files.check_replaceable(new, old)
    native.copy_metadata(old, new)
    os.utime(new)


class Watch:
    """A watch by kqueue(2) on the file, and on each directory in which a change would put another
    file at the path."""

    def __init__(self, path: str, changed: Callable[[], None]) -> None:
        self._path = path
        self._changes = Changes()
        self._call_off = readiness.watch(self._changes.fileno(), changed, self._changes.close)

    def renew(self) -> None:
        self._changes.drain()
        seen: set[str] = set()
        while seen != (now := directories_on_the_way(self._path)):
            self._changes.forget()
            seen = now
            for directory in now:
                try:
                    self._changes.follow(directory)
                except (FileNotFoundError, NotADirectoryError):
                    seen = set()  # it was replaced meanwhile: once more
            with suppress(OSError):  # the file is missing, or we may not open it
                self._changes.follow(self._path)

    def close(self) -> None:
        self._call_off()


def watch(path: str, changed: Callable[[], None]) -> Watch:
    return Watch(path, changed)


def directories_on_the_way(path: str) -> set[str]:
    """See `unix.files.directories_on_the_way`."""
    return files.directories_on_the_way(path, numbers.MAXSYMLINKS)
