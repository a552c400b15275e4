"""What the kernel would execute for a command: found, looked at, and sealed.

A file that is executed is first copied to memory that nobody can change any more (memfd_create(2),
seals), and what it holds is worked out of that copy. The exception is a program that takes rights
of its own, a set-user-ID one for instance, as it would have none in a copy: that one is executed
where it is, if root alone can change it there. See `Sealing`.
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
"""Descriptors below are for standard streams, and for a secret."""
_PIECE = 1 << 20
LARGEST = 1 << 30
"""Bytes of a file: a copy of it takes memory."""
_LONGEST_NAME = 249
"""Bytes: of a memory's, memfd_create(2)."""
_SHEBANG, _ELF = b"#!", b"\x7fELF"
_HEAD = 256
"""Bytes of a script's first line that the kernel reads: BINPRM_BUF_SIZE, linux/binfmts.h."""
_WORDS = re.compile(rb"[ \t]*([^ \t\0]+)[ \t]*([^\0]*?)[ \t]*")
"""A script's first line: what reads it, and all the rest in one."""
_MFD_EXEC = 0x10  # linux/memfd.h, from Linux 6.3; Python has no name for it yet
_MEMFD = os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING
_SEALS = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OWN_RIGHTS = stat.S_ISUID | stat.S_ISGID


class Sealing(Enum):
    """Which files are copied, to be executed from there."""

    NONE = auto()
    """They are looked at."""
    ALL = auto()
    CHANGEABLE = auto()
    """All that others than root can change. What root alone can change is executed where it is, and
    so finds what lies beside it."""


class Executable(Value):
    """One file that is executed."""

    name: str
    """As argv or the first line of a script has it."""
    program: Program
    descriptor: int
    """Of the file, or of its sealed copy; closed when another program is executed."""
    is_copy: bool
    """It is that of a copy."""


class Chain(Value):
    """A program; or a script, then what reads it."""

    executables: tuple[Executable, ...]
    options: tuple[str, ...]
    """What the first line of each script hands to what reads it, beside the script; or empty."""

    @property
    def programs(self) -> tuple[Program, ...]:
        return tuple(each.program for each in self.executables)

    def argv(self, argv: tuple[str, ...], place_of: Callable[[Executable], str]) -> list[str]:
        """As the kernel hands it on. `place_of`: the path by which a script is read."""
        handed = list(argv)
        for script, option, reader in zip(
            self.executables, self.options, self.executables[1:], strict=False
        ):
            words = [option] if option else []
            handed = [reader.name, *words, place_of(script), *handed[1:]]
        return handed


def by_descriptor(executable: Executable) -> str:
    """Its path in every process that has inherited it."""
    return f"/proc/self/fd/{executable.descriptor}"


def is_there(name: str, directory: str) -> bool:
    """There is something of this name, whatever it is."""
    try:
        return os.path.exists(find(name, directory))
    except InvalidParams:
        return False


def find(name: str, directory: str) -> str:
    """The path of the program that this name means there, links and all.

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
    """All that the kernel would execute; what is copied is read from there. Descriptors are closed
    with `stack`. Raises InvalidParams.
    """
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
    """The same file under a number that no secret's has; the other is closed."""
    try:
        return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE)
    finally:
        os.close(descriptor)


def _open(path: str, stack: ExitStack, sealing: Sealing) -> tuple[int, bool]:
    """Of what is to be executed there; and whether that is a copy. Raises InvalidParams."""
    try:
        path.encode()
        with ExitStack() as looking:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)  # a device, opened, would do something
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
    except OSError as error:  # this system executes no memory
        if _is_roots_alone(path):
            return found, False
        raise _refused(path, f"no copy of it can be executed: {error.strerror}") from error
    stack.callback(os.close, copy)
    return (found, False) if is_looked_at else (copy, True)


def _check(path: str, descriptor: int) -> None:
    """Raises InvalidParams for what the kernel would not execute."""
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
    """By its mode or by its capabilities (capabilities(7)). Raises InvalidParams."""
    if os.fstat(descriptor).st_mode & _OWN_RIGHTS:
        return True
    try:
        return bool(os.getxattr(descriptor, "security.capability"))
    except OSError as error:
        if error.errno in (errno.ENODATA, errno.ENOTSUP):
            return False
        raise _refused(path, why(error)) from error


def _is_roots_alone(path: str) -> bool:
    """Nobody else can put another file there. `path` has no links."""
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
    """For a copy of that; one that can be executed. Raises OSError."""
    name = os.fsdecode(os.fsencode(os.path.basename(path))[:_LONGEST_NAME])
    try:
        return os.memfd_create(name, _MEMFD | _MFD_EXEC)
    except OSError as error:
        if error.errno != errno.EINVAL:  # a kernel before 6.3 does not know that flag
            raise
        return os.memfd_create(name, _MEMFD)


def _digest(path: str, descriptor: int) -> str:
    """Raises InvalidParams."""
    digest = hashlib.sha256()
    try:
        for piece in _pieces(descriptor):
            digest.update(piece)
    except OSError as error:
        raise _refused(path, why(error)) from error
    return digest.hexdigest()


def _pieces(descriptor: int) -> Iterator[bytes]:
    """All of a file, which may grow meanwhile: never more than the largest. Raises OSError."""
    at = 0
    while piece := os.pread(descriptor, _PIECE, at):
        at += len(piece)
        if at > LARGEST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        yield piece


def _first_line(descriptor: int, path: str) -> tuple[str, str] | None:
    """Of a script: what reads it, and what that is handed beside it; None: it is no script.

    As the kernel has it: fs/binfmt_script.c. Raises InvalidParams for what it would not execute.
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
