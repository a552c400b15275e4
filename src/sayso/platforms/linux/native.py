"""Calls of the kernel that Python lacks: for the peer of a Unix socket, for processes, and for
changes of files."""

import sys

assert sys.platform == "linux"

import _socket
import errno
import os
import select
import struct

from sayso.errors import Unsupported, UntrustedPeer

SO_PEERPIDFD = 77
"""socket option of asm-generic/socket.h, from Linux 6.5; Python has no name for it yet"""

# linux/prctl.h
_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4

_CLOSE_RANGE_UNSHARE = 2
"""linux/close_range.h"""

# inotify(7)
_IN_CHANGES = 0x004 | 0x008 | 0x040 | 0x080 | 0x100 | 0x200 | 0x400 | 0x800
"""In the directory a file was written and closed, came, went or got other attributes; or this
happened to the directory itself. Single writes are not reported: nobody wants half a file."""
_IN_ONLYDIR = 0x01000000

_UCRED = struct.Struct("iII")  # unix(7): pid, uid, gid


def peer_credentials(sock: _socket.socket) -> tuple[int, int]:
    """Pid and effective uid of the other end when it connected (of a server: when it listened). Pid
    0: the process is not in our pid namespace."""
    data = sock.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, _UCRED.size)
    pid, uid, _gid = _UCRED.unpack(data)
    return pid, uid


def check_user(sock: _socket.socket, user: int | None = None) -> None:
    """Raises UntrustedPeer unless the process at the other end runs as `user`; None: as our own."""
    wanted = os.geteuid() if user is None else user
    _pid, uid = peer_credentials(sock)
    if uid != wanted:
        raise UntrustedPeer(
            f"the process at the other end runs as user {uid}, not as {wanted}",
            remedy="run both as the same user",
        )


def peer_pidfd(sock: _socket.socket) -> int | None:
    """A pidfd of the process that connected; None: this kernel can't (before 6.5).

    Raises ProcessLookupError when that process is gone.
    """
    try:
        return sock.getsockopt(_socket.SOL_SOCKET, SO_PEERPIDFD)
    except OSError as error:
        if error.errno == errno.ENOPROTOOPT:
            return None
        if error.errno == errno.EINVAL:  # kernels before 6.9 say so of a process that is gone
            raise ProcessLookupError(errno.ESRCH, "the process is gone") from error
        raise


def hang_up_descriptor(sock: _socket.socket) -> int:
    """A descriptor that becomes readable when the other end has closed both directions. It is an
    epoll(7) that asks for no events, and so reports only that. Raises OSError."""
    with select.epoll() as epoll:
        epoll.register(sock, 0)
        return os.dup(epoll.fileno())


def set_undumpable() -> None:
    """Raises OSError."""
    _called("prctl", _PR_SET_DUMPABLE, 0, 0, 0, 0)


def end_with_parent() -> None:
    """Has the kernel kill this process (SIGKILL) once the thread that started it is gone. Raises
    OSError."""
    import signal  # slow to load, and short commands load this module

    _called("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def copy_descriptors() -> None:
    """Gives the calling thread a copy of all descriptors but standard input: it no longer shares
    them with the other threads. close_range(2), as unshare(2) is forbidden in many containers.
    Raises OSError (before Linux 5.9), AttributeError (the C library lacks the call)."""
    _called("close_range", 0, 0, _CLOSE_RANGE_UNSHARE)


def inotify() -> int:
    """A descriptor that becomes readable when something happens in a directory that
    `watch_directory` has added; the caller drains it. Raises OSError."""
    return _called("inotify_init1", os.O_NONBLOCK | os.O_CLOEXEC)


def watch_directory(descriptor: int, path: str) -> int:
    """Watches this directory. Returns the number of the watch, the same as before if there was one.
    Raises OSError."""
    return _called("inotify_add_watch", descriptor, os.fsencode(path), _IN_CHANGES | _IN_ONLYDIR)


def unwatch_directory(descriptor: int, number: int) -> None:
    """Ends the watch with this number. Raises OSError: the directory has gone, and the watch with
    it."""
    _called("inotify_rm_watch", descriptor, number)


def _called(name: str, *arguments: int | bytes) -> int:
    """Calls this function of the C library. Raises OSError where it fails."""
    import ctypes  # slow to load, and no client needs it

    result: int = getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def open_pidfd(pid: int) -> int:
    """A descriptor that becomes readable when the process exits, even if it stays as a zombie.

    Raises ProcessLookupError when no process has this pid, Unsupported before Linux 5.3.
    """
    try:
        return os.pidfd_open(pid)
    except OSError as error:
        if error.errno == errno.ENOSYS:
            raise Unsupported(
                "sayso needs Linux 5.3 or later: this system has no pidfd_open"
            ) from error
        if error.errno in (errno.EINVAL, errno.ENOENT):  # the number is only a thread's by now
            raise ProcessLookupError(errno.ESRCH, "no process has this pid") from error
        raise


def is_readable(descriptor: int) -> bool:
    """Whether data has come, or the other end has gone. For a pidfd: whether the process has exited
    with all of its threads; the exit of the first thread alone does not count."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
