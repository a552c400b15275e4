"""The person's files and directories: see the contract."""

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
"""Name of the lock file in a directory. It disappears with the process that made it."""

_LINKS = 63
"""Most links on the way to a file that Windows follows: "Reparse Points"."""

_LOOKS = 0.05
"""Seconds between checks whether a lock or a file is free: Windows does not report it."""
_REPLACED_WITHIN = 2.0
"""Seconds to wait for a program that has a file open."""


def open_file(path: str, buffering: int = -1) -> BinaryIO:
    """Opens the file once, so that what is checked is what is read. Others may write and rename it
    meanwhile.

    A device is opened and then refused by its kind; a pipe's server can't act as us.
    """
    flags = Flag.BACKUP_SEMANTICS | Flag.SQOS_IDENTIFICATION
    with ExitStack() as stack:
        handle = stack.enter_context(files.open_handle(path, Access.READ, flags=flags))
        if not files.is_on_disk(handle.number) or files.kind(handle.number) & Kind.DIRECTORY:
            name = visible_path(os.path.basename(path))
            raise OSError(errno.EINVAL, f"{name} is not a regular file")
        descriptor = msvcrt.open_osfhandle(handle.number, os.O_RDONLY)
        stack.pop_all()  # the descriptor owns the handle now
    return os.fdopen(descriptor, "rb", buffering)


def make_directory(path: str) -> None:
    """Makes the directory and those above it that are missing, for our user and the system
    alone."""
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


def adopt_permissions(new: str, old: str) -> None:
    """Gives the new file the old one's access list and attributes; its times are now."""
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
    """Tries for a while: Windows replaces no file that is open, and other programs (indexers, virus
    scanners, another process of ours) open every file for a moment."""
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
def locked(directory: str, within: float) -> Iterator[None]:
    """Locks the directory with a file that nobody else can open meanwhile. Windows removes the file
    with its last handle, however this process ends.

    Opening the directory itself so that nobody else may write would need no file; but then Windows
    could rename no file in it, as it opens the directory for writing to do so.
    """
    until = time.monotonic() + within
    while (held := lock(directory)) is None:
        if time.monotonic() >= until:
            raise TimeoutError(errno.ETIMEDOUT, "another program keeps its directory locked")
        time.sleep(_LOOKS)
    with held:
        yield


def lock(directory: str) -> Handle | None:
    """The lock of this directory, which the caller closes; None: somebody else has it. Raises
    OSError."""
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
    """Watches (FindFirstChangeNotification) each directory in which a change could lead the path to
    another file. Directories above those can't be renamed meanwhile."""

    def __init__(self, path: str, changed: Callable[[], None]) -> None:
        self._path = path
        self._changed = changed
        self._watched: list[tuple[ChangeNotice, CallOff]] = []

    def renew(self) -> None:
        self.close()
        seen: set[str] = set()
        while seen != (now := directories_on_the_way(self._path)):
            self.close()
            seen = now
            for directory in now:
                try:
                    self._begin(directory)
                except (FileNotFoundError, NotADirectoryError):
                    seen = set()  # the directory was replaced meanwhile

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


def directories_on_the_way(path: str) -> set[str]:
    """The directories that hold a link on the way to the file, and the one that holds the file
    itself or the first part of the path that is missing."""
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
    """The root of the path's drive or share, and the parts after it."""
    drive, rest = os.path.splitdrive(path)
    return f"{drive}\\", deque(rest.replace("/", "\\").split("\\"))


def _link(path: str) -> str | None:
    """Where a link or a junction leads; None: the path is neither."""
    try:
        return os.readlink(path).removeprefix("\\\\?\\")
    except (OSError, ValueError):  # ValueError: a reparse point of another kind
        return None
