"""Files and directories of the person's: see the contract."""

import sys

assert sys.platform == "win32"

import errno
import msvcrt
import os
import shutil
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import BinaryIO

from sayso.core.text import visible_path
from sayso.errors import UnusableFile
from sayso.platforms.contract.watching import CallOff
from sayso.platforms.windows import readiness
from sayso.platforms.windows.native import access, files, security
from sayso.platforms.windows.native.files import (
    Access,
    ChangeNotice,
    Disposition,
    Flag,
    Kind,
    Share,
)
from sayso.platforms.windows.native.held import Handle
from sayso.platforms.windows.trust import ADMINISTRATORS, owner_only

LOCK = ".sayso.lock"
"""The file in a directory that somebody has alone; it goes with whoever made it."""

_LINKS = 63
"""Links on the way to a file that Windows follows: "Reparse Points"."""

_LOOKS = 0.05
"""Seconds between looks whether a lock or a file is free: Windows tells nobody."""
_REPLACED_WITHIN = 2.0
"""Seconds to wait for whoever has a file open."""


def open_file(path: str, buffering: int = -1) -> BinaryIO:
    """It is opened once: what is checked is what is read. Others may write and rename it meanwhile.

    A device's name is refused by what it opens; a pipe's server may not act as us.
    """
    flags = Flag.BACKUP_SEMANTICS | Flag.SQOS_IDENTIFICATION
    with ExitStack() as stack:
        handle = stack.enter_context(files.open_handle(path, Access.READ, flags=flags))
        if not files.is_on_disk(handle.number) or files.kind(handle.number) & Kind.DIRECTORY:
            name = visible_path(os.path.basename(path))
            raise OSError(errno.EINVAL, f"{name} is not a regular file")
        descriptor = msvcrt.open_osfhandle(handle.number, os.O_RDONLY)
        stack.pop_all()  # it is the descriptor's now
    return os.fdopen(descriptor, "rb", buffering)


def make_directory(path: str) -> None:
    """Each new one for our user and the system alone."""
    if os.path.isdir(path):
        return
    above = os.path.dirname(path)
    if above not in ("", path):
        make_directory(above)
    try:
        files.make_directory(path, owner_only())
    except FileExistsError:
        if not os.path.isdir(path):  # else another process of ours was faster
            raise


def take_after(new: str, old: str) -> None:
    """Its list of access, its times and attributes."""
    with files.open_handle(old, Access.READ_CONTROL | Access.READ_ATTRIBUTES) as handle:
        owner = access.of(handle.number).owner
        if owner not in (security.our_user(), ADMINISTRATORS):
            raise UnusableFile(
                f"{visible_path(old)} belongs to another user ({owner})",
                remedy="run this as its owner; nothing was changed",
            )
        if files.kind(handle.number) & Kind.READ_ONLY:
            raise UnusableFile(
                f"{visible_path(old)} is read-only",
                remedy="make it writable, or change it where it is made",
            )
        access.copy(handle.number, new)
    shutil.copystat(old, new)
    os.utime(new)


def replace(new: str, old: str) -> None:
    """Windows replaces no file that is open, and programs that look after files (indexers, virus
    scanners, another one of ours) open each for a moment."""
    until = time.monotonic() + _REPLACED_WITHIN
    while True:
        try:
            os.replace(new, old)
        except PermissionError:
            if time.monotonic() >= until:
                raise
            time.sleep(_LOOKS)
        else:
            return


@contextmanager
def alone(directory: str, within: float) -> Iterator[None]:
    """By a file that nobody else can open meanwhile; Windows removes it with its last handle,
    however its process ends.

    The directory itself, opened so that nobody else may write, would do without a file; but then
    Windows could rename no file within it, as it opens the directory for writing to do so.
    """
    until = time.monotonic() + within
    while (held := lock(directory)) is None:
        if time.monotonic() >= until:
            raise TimeoutError(errno.ETIMEDOUT, "another program keeps its directory locked")
        time.sleep(_LOOKS)
    with held:
        yield


def lock(directory: str) -> Handle | None:
    """To be closed; None: somebody else has it. Raises OSError."""
    try:
        return files.open_handle(
            os.path.join(directory, LOCK),
            Access.READ | Access.DELETE,
            Share.NONE,
            Disposition.OPEN_ALWAYS,
            Flag.HIDDEN | Flag.DELETE_ON_CLOSE | Flag.OPEN_REPARSE_POINT,
        )
    except OSError as error:
        if getattr(error, "winerror", None) == files.ERROR_SHARING_VIOLATION:
            return None
        raise


class Watch:
    """FindFirstChangeNotification on each directory in which a change would have another file read
    at the path. Directories above those can't be renamed meanwhile."""

    def __init__(self, path: str, changed: Callable[[], None]) -> None:
        self._path = path
        self._changed = changed
        self._watched: list[tuple[ChangeNotice, CallOff]] = []

    def renew(self) -> None:
        self.close()
        seen: set[str] = set()
        while seen != (now := on_the_way(self._path)):
            self.close()
            seen = now
            for directory in now:
                try:
                    self._begin(directory)
                except (FileNotFoundError, NotADirectoryError):
                    seen = set()  # it was exchanged meanwhile

    def _begin(self, directory: str) -> None:
        notice = ChangeNotice(directory)
        try:
            self._watched.append((notice, readiness.watch(notice.handle, self._changed)))
        except BaseException:
            notice.close()
            raise

    def close(self) -> None:
        while self._watched:
            notice, call_off = self._watched.pop()
            call_off()
            notice.close()


def watch(path: str, changed: Callable[[], None]) -> Watch:
    return Watch(path, changed)


def on_the_way(path: str) -> set[str]:
    """The directories that have a link on the way, the file itself, or what is missing first."""
    found: set[str] = set()
    here, todo = _parts(os.path.abspath(path))
    links = 0
    while todo:
        part = todo.popleft()
        if part in ("", "."):
            continue
        if part == "..":
            here = os.path.dirname(here)
            continue
        entry = os.path.join(here, part)
        if links < _LINKS and (target := _link(entry)):
            links += 1
            found.add(here)
            here, more = _parts(os.path.join(here, target))
            todo = more + todo
        elif todo and os.path.isdir(entry):
            here = entry
        else:
            found.add(here)
            break
    return found


def _parts(path: str) -> tuple[str, deque[str]]:
    """Its drive's or share's root, and what comes after it."""
    drive, rest = os.path.splitdrive(path)
    return f"{drive}\\", deque(rest.replace("/", "\\").split("\\"))


def _link(path: str) -> str | None:
    """Where a link or a junction leads; None: it is none."""
    try:
        return os.readlink(path).removeprefix("\\\\?\\")
    except (OSError, ValueError):  # ValueError: a reparse point of another kind
        return None
