"""What the kernel would execute for a command: found, checked, and sealed.

A file that is executed is first copied to memory that nobody can change any more (memfd_create(2),
seals), and its digest and first line are read from that copy. The exception is a program that runs
with rights of its own, a set-user-ID one for instance, as a copy would lose them: such a program is
executed where it is, if only root can change it there. See `Sealing`.
"""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import errno
import fcntl
import hashlib
import os
import re
import stat
from contextlib import ExitStack, suppress
from enum import Enum, auto

from sayso.core.action import Program
from sayso.core.settings import PROGRAMS
from sayso.core.text import shorten, visible_line
from sayso.errors import InvalidParams
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FIELD = "argv"
_SHOWN = 200
"""Characters of a path that an error repeats."""
_OTHER = "name another program, or mend this one"
_FIRST_FREE = 10
"""The lowest descriptor for our own files. Those below are for standard streams, and for a secret.
"""
_PIECE = 1 << 20
LARGEST = 1 << 30
"""Bytes of the largest file: a copy of it takes memory."""
_LONGEST_NAME = 249
"""Bytes of the longest name of a memory file, memfd_create(2)."""
_SHEBANG, _ELF = b"#!", b"\x7fELF"
_HEAD = 256
"""Bytes of a script's first line that the kernel reads: BINPRM_BUF_SIZE, linux/binfmts.h."""
_WORDS = re.compile(rb"[ \t]*([^ \t\0]+)[ \t]*([^\0]*?)[ \t]*")
"""A script's first line after "#!": its interpreter, and all the rest as one argument."""
_MFD_EXEC = 0x10  # linux/memfd.h, from Linux 6.3; Python has no name for it yet
_MEMFD = os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING
_SEALS = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OWN_RIGHTS = stat.S_ISUID | stat.S_ISGID


class Sealing(Enum):
    """Which files are copied, so that the copies are executed."""

    NONE = auto()
    """No file is copied: they are only checked."""
    ALL = auto()
    CHANGEABLE = auto()
    """All that anybody but root can change. What only root can change is executed where it is, and
    so finds what lies beside it."""


class Executable(Value):
    """One file that is executed."""

    name: str
    """The name as it stands in argv or in the first line of a script."""
    program: Program
    descriptor: int
    """A descriptor of the file, or of its sealed copy; close-on-exec."""
    is_copy: bool
    """Whether the descriptor is that of a sealed copy."""


class Chain(Value):
    """A program; or a script, then its interpreter, which may be a script again."""

    executables: tuple[Executable, ...]
    options: tuple[str, ...]
    """For each script, the argument that its first line gives to its interpreter; or empty."""

    @property
    def programs(self) -> tuple[Program, ...]:
        return tuple(each.program for each in self.executables)

    def argv(self, argv: tuple[str, ...], place_of: Callable[[Executable], str]) -> list[str]:
        """The arguments that the kernel would pass on. `place_of`: the path by which an interpreter
        reads its script."""
        handed = list(argv)
        for script, option, reader in zip(
            self.executables, self.options, self.executables[1:], strict=False
        ):
            words = [option] if option else []
            handed = [reader.name, *words, place_of(script), *handed[1:]]
        return handed


def by_descriptor(executable: Executable) -> str:
    """The path of the file in every process that has inherited its descriptor."""
    return f"/proc/self/fd/{executable.descriptor}"


def is_there(name: str, directory: str) -> bool:
    """Whether anything has this name, whatever it is."""
    try:
        return os.path.exists(find(name, directory))
    except InvalidParams:
        return False


def find(name: str, directory: str) -> str:
    """The path of the program that this name means there; links stay in it.

    Raises InvalidParams.
    """
    if "/" in name:
        return os.path.join(directory, name)
    for place in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(directory, place, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise _refused(name, "there is no such program", "name it by its path")


def follow(name: str, directory: str, stack: ExitStack, sealing: Sealing) -> Chain:
    """All files that the kernel would execute. What is copied is read from the copy. The
    descriptors are closed with `stack`. Raises InvalidParams."""
    executables: list[Executable] = []
    options: list[str] = []
    path: str | None = find(name, directory)
    while path is not None:
        if len(executables) == PROGRAMS:
            raise _refused(name, "its scripts are read by scripts, too many times")
        path = os.path.realpath(path)
        descriptor, is_copy = _open(path, stack, sealing)
        program = Program(path, _digest(path, descriptor))
        executables.append(Executable(name, program, descriptor, is_copy))
        path = None
        if line := _first_line(descriptor, program.path):
            name, option = line
            options.append(option)
            path = os.path.join(directory, name)
    return Chain(tuple(executables), tuple(options))


def above_streams(descriptor: int) -> int:
    """A duplicate of the descriptor, with a number that no secret has; the given one is closed."""
    try:
        return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE)
    finally:
        os.close(descriptor)


def _open(path: str, stack: ExitStack, sealing: Sealing) -> tuple[int, bool]:
    """A descriptor of what is to be executed for this path, and whether it is that of a copy.
    Raises InvalidParams."""
    try:
        path.encode()
        with ExitStack() as looking:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)  # to open a device could do something
            looking.callback(os.close, place)
            _check(path, place)
            opened = os.open(f"/proc/self/fd/{place}", os.O_RDONLY | os.O_CLOEXEC)
    except UnicodeEncodeError:
        raise _refused(path, "its path is not UTF-8") from None
    except OSError as error:
        raise _refused(path, why(error)) from error
    found = above_streams(opened)
    stack.callback(os.close, found)
    own_rights = _has_own_rights(path, found)
    if own_rights and not _is_roots_alone(path):
        raise _refused(path, "it runs with rights of its own, and others than root can change it")
    if own_rights or (sealing is Sealing.CHANGEABLE and _is_roots_alone(path)):
        return found, False
    is_looked_at = sealing is Sealing.NONE
    try:
        copy = above_streams(_new_memory(path) if is_looked_at else _sealed(path, found))
    except OSError as error:  # this system can't execute from memory
        if _is_roots_alone(path):
            return found, False
        raise _refused(path, f"no copy of it can be executed: {error.strerror}") from error
    stack.callback(os.close, copy)
    return (found, False) if is_looked_at else (copy, True)


def _check(path: str, descriptor: int) -> None:
    """Raises InvalidParams for a file that the kernel would not execute, or that is too large."""
    seen = os.fstat(descriptor)
    if not stat.S_ISREG(seen.st_mode):
        raise _refused(
            path, "it is a directory" if stat.S_ISDIR(seen.st_mode) else "it is not a file"
        )
    if not os.access(f"/proc/self/fd/{descriptor}", os.X_OK):
        raise _refused(path, "it is not executable")
    if seen.st_size > LARGEST:
        raise _refused(path, f"it is larger than {LARGEST >> 20} MiB")


def _has_own_rights(path: str, descriptor: int) -> bool:
    """Whether the program runs with rights of its own, by its mode or its capabilities
    (capabilities(7)). Raises InvalidParams."""
    if os.fstat(descriptor).st_mode & _OWN_RIGHTS:
        return True
    try:
        return bool(os.getxattr(descriptor, "security.capability"))
    except OSError as error:
        if error.errno in (errno.ENODATA, errno.ENOTSUP):
            return False
        raise _refused(path, why(error)) from error


def _is_roots_alone(path: str) -> bool:
    """Whether nobody but root can change this file, or put another in its place. `path` has no
    links."""
    while True:
        seen = os.lstat(path)
        if seen.st_uid != 0 or seen.st_mode & _OTHERS_WRITE:
            return False
        if path == "/":
            return True
        path = os.path.dirname(path)


def _sealed(path: str, source: int) -> int:
    """A copy that nobody can change, root included. Raises OSError."""
    copy = _new_memory(path)
    try:
        for piece in _pieces(source):
            os.write(copy, piece)  # memory takes all of it or fails
        fcntl.fcntl(copy, fcntl.F_ADD_SEALS, _SEALS)
    except BaseException:
        os.close(copy)
        raise
    return copy


def _new_memory(path: str) -> int:
    """An empty, executable memory file, for a copy of the file at this path. Raises OSError."""
    name = os.fsdecode(os.fsencode(os.path.basename(path))[:_LONGEST_NAME])
    try:
        return os.memfd_create(name, _MEMFD | _MFD_EXEC)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a kernel before 6.3 does not know that flag
            raise
        return os.memfd_create(name, _MEMFD)


def _digest(path: str, descriptor: int) -> str:
    """SHA-256 of the file, in hexadecimal. Raises InvalidParams."""
    digest = hashlib.sha256()
    try:
        for piece in _pieces(descriptor):
            digest.update(piece)
    except OSError as error:
        raise _refused(path, why(error)) from error
    return digest.hexdigest()


def _pieces(descriptor: int) -> Iterator[bytes]:
    """The whole file, but never more than LARGEST bytes, as it may grow meanwhile.
    Raises OSError."""
    at = 0
    while piece := os.pread(descriptor, _PIECE, at):
        at += len(piece)
        if at > LARGEST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        yield piece


def _first_line(descriptor: int, path: str) -> tuple[str, str] | None:
    """A script's interpreter, and the argument that its first line gives to it; None: the file is
    no script.

    As the kernel reads it: fs/binfmt_script.c. Raises InvalidParams for what it would not execute.
    """
    head = os.pread(descriptor, _HEAD, 0)
    if head.startswith(_ELF):
        return None
    if not head.startswith(_SHEBANG):
        raise _refused(path, 'it is neither a program nor a script that begins with "#!"')
    line, newline, _ = head[len(_SHEBANG) :].partition(b"\n")
    if not newline and len(head) == _HEAD:
        raise _refused(path, "its first line is too long")
    words = _WORDS.fullmatch(line)
    with suppress(UnicodeDecodeError):
        if words:
            return words[1].decode(), words[2].decode()
    raise _refused(path, "its first line names nothing that could read it")


def _refused(path: str, why: str, remedy: str = _OTHER) -> InvalidParams:
    shown = shorten(visible_line(path), _SHOWN)
    return InvalidParams(f"{_FIELD}: {shown}: {why}", field=_FIELD, remedy=remedy)


def why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
