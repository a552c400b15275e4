"""What the kernel says about the other end of a Unix socket, a process by descriptor, and files."""

import sys

assert sys.platform == "linux"

import errno
import os
import select
import socket
import struct

from sayso.errors import Unsupported, UntrustedPeer

SO_PEERPIDFD = 77
"""socket option of asm-generic/socket.h, from Linux 6.5; Python has no name for it yet"""

# linux/prctl.h
_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4

# inotify(7)
_IN_CHANGES = 0x004 | 0x008 | 0x040 | 0x080 | 0x100 | 0x200 | 0x400 | 0x800
"""A file there was written and closed, came, went or got other rights; or the directory itself did.
Not each write: nobody wants half a file."""
_IN_ONLYDIR = 0x01000000

_UCRED = struct.Struct("iII")  # unix(7): pid, uid, gid


def peer_credentials(sock: socket.socket) -> tuple[int, int]:
    """Pid and effective uid at connect (of the server: at listen). Pid 0: not in our namespace."""
    data = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _UCRED.size)
    pid, uid, _gid = _UCRED.unpack(data)
    return pid, uid


def check_user(sock: socket.socket, user: int | None = None) -> None:
    """Raises UntrustedPeer unless the process at the other end runs as this user; None: ours."""
    wanted = os.geteuid() if user is None else user
    _pid, uid = peer_credentials(sock)
    if uid != wanted:
        raise UntrustedPeer(
            f"the process at the other end runs as user {uid}, not as {wanted}",
            remedy="run both as the same user",
        )


def peer_pidfd(sock: socket.socket) -> int | None:
    """A descriptor of the process that connected; None: this kernel can't (before 6.5).

    Raises ProcessLookupError when that process is gone.
    """
    try:
        return sock.getsockopt(socket.SOL_SOCKET, SO_PEERPIDFD)
    except OSError as error:
        if error.errno == errno.ENOPROTOOPT:
            return None
        if error.errno == errno.EINVAL:  # kernels before 6.9 say so of a process that is gone
            raise ProcessLookupError(errno.ESRCH, "the process is gone") from error
        raise


def hang_up_descriptor(sock: socket.socket) -> int:
    """Becomes readable when the other end has closed both directions: of that alone epoll(7) tells
    when it is asked for nothing. Raises OSError."""
    with select.epoll() as epoll:
        epoll.register(sock, 0)
        return os.dup(epoll.fileno())


def set_undumpable() -> None:
    """Raises OSError."""
    _called("prctl", _PR_SET_DUMPABLE, 0, 0, 0, 0)


def end_with_parent() -> None:
    """By SIGKILL, once the thread that started this process is gone. Raises OSError."""
    import signal  # which takes long to load, for the short commands that load this module

    _called("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def inotify() -> int:
    """A descriptor that becomes readable when something happens in the directories that
    `watch_directory` names; what it has to be read is drained by the caller. Raises OSError."""
    return _called("inotify_init1", os.O_NONBLOCK | os.O_CLOEXEC)


def watch_directory(descriptor: int, path: str) -> int:
    """The number of this directory, the same if it was watched before. Raises OSError."""
    return _called("inotify_add_watch", descriptor, os.fsencode(path), _IN_CHANGES | _IN_ONLYDIR)


def unwatch_directory(descriptor: int, number: int) -> None:
    """Raises OSError: it has gone by itself."""
    _called("inotify_rm_watch", descriptor, number)


def _called(name: str, *arguments: int | bytes) -> int:
    """Raises OSError."""
    import ctypes  # slow to load, and no client needs it

    result: int = getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def open_pidfd(pid: int) -> int:
    """A descriptor that becomes readable when the process exits, as a zombie at the latest.

    Raises ProcessLookupError when no process has this pid, Unsupported before Linux 5.3.
    """
    try:
        return os.pidfd_open(pid)
    except OSError as error:
        if error.errno == errno.ENOSYS:
            raise Unsupported(
                "sayso needs Linux 5.3 or later: this system has no pidfd_open"
            ) from error
        if error.errno in (errno.EINVAL, errno.ENOENT):  # the number is a mere thread's by now
            raise ProcessLookupError(errno.ESRCH, "no process has this pid") from error
        raise


def is_readable(descriptor: int) -> bool:
    """Something has come, or the other end has gone. Of a pidfd: the process has exited, all of
    its threads, so that a dead first thread does not count."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
