"""What the kernel says about the other end of a Unix socket, and about a process by descriptor."""

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

_PR_SET_DUMPABLE = 4  # linux/prctl.h

_UCRED = struct.Struct("iII")  # unix(7): pid, uid, gid


def peer_credentials(sock: socket.socket) -> tuple[int, int]:
    """Pid and effective uid at connect (of the server: at listen). Pid 0: not in our namespace."""
    data = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _UCRED.size)
    pid, uid, _gid = _UCRED.unpack(data)
    return pid, uid


def check_user(sock: socket.socket) -> None:
    """Raises UntrustedPeer unless the process at the other end runs as our user."""
    _pid, uid = peer_credentials(sock)
    if uid != os.geteuid():
        raise UntrustedPeer(
            f"the process at the other end runs as user {uid}, not as {os.geteuid()}",
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
    import ctypes  # slow to load, and no client needs it

    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def open_pidfd(pid: int) -> int:
    """A descriptor that becomes readable when the process exits, as a zombie at the latest.

    Raises ProcessLookupError when no process has this pid, Unsupported before Linux 5.3.
    """
    try:
        return os.pidfd_open(pid)
    except OSError as error:
        if error.errno == errno.ENOSYS:
            raise Unsupported("sayso needs Linux 5.3 or later: no pidfd_open here") from error
        if error.errno in (errno.EINVAL, errno.ENOENT):  # the number is a mere thread's by now
            raise ProcessLookupError(errno.ESRCH, "no process has this pid") from error
        raise


def is_readable(pidfd: int) -> bool:
    """The process has exited: all of its threads, so that a dead first thread does not count."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    return bool(poll.poll(0))
