"""What the kernel says about the other end of a Unix socket: bsd/kern/uipc_usrreq.c of xnu.

No ctypes: the short commands load this.
"""

import sys

assert sys.platform == "darwin"

import _socket
import errno
import os
import struct

from sayso.errors import UntrustedPeer
from sayso.platforms.macos.native import numbers

XUCRED_SIZE = 76
"""Bytes of `struct xucred`."""
XUCRED_BEGINNING = struct.Struct("=II")
"""The beginning of `struct xucred`: its version and the effective user id."""
_LAUNCHD = 0, 1
"""launchd's user and pid."""


def peer_user(sock: _socket.socket) -> int:
    """The effective user id of the process at the other end: of a client, as it connected; of a
    server, as it began to listen. The kernel keeps it with the socket, so it is known even when the
    process has gone.

    Raises OSError: the socket is not connected, or the kernel's answer has an unknown format.
    """
    told = sock.getsockopt(numbers.SOL_LOCAL, numbers.LOCAL_PEERCRED, XUCRED_SIZE)
    if len(told) != XUCRED_SIZE:
        raise OSError(errno.EINVAL, "the user at the other end is told in another way")
    version, user = XUCRED_BEGINNING.unpack_from(told)
    if version != numbers.XUCRED_VERSION:
        raise OSError(errno.EINVAL, f"the user at the other end is told in version {version}")
    return int(user)


def check_user(sock: _socket.socket) -> None:
    """Raises UntrustedPeer unless the process at the other end runs as our user."""
    try:
        user = peer_user(sock)
    except OSError as error:
        raise UntrustedPeer(f"the system does not tell who is at the other end: {error}") from error
    if user != os.geteuid():
        raise UntrustedPeer(
            f"the process at the other end runs as user {user}, not as {os.geteuid()}",
            remedy="run both as the same user",
        )


def is_launchds(sock: _socket.socket) -> bool:
    """Whether launchd listens at the other end, for a daemon that has yet to start. False where
    that is not told."""
    try:
        return (peer_user(sock), peer_pid(sock)) == _LAUNCHD
    except OSError:
        return False


def connect(sock: _socket.socket, path: str) -> None:
    """Connects to the socket at `path`. Raises OSError. ConnectionRefusedError: nobody listens
    there; or as many callers wait as the listener allows, where Linux would wait for room
    (`unp_connect` in bsd/kern/uipc_usrreq.c of xnu, where `sonewconn` fails)."""
    sock.connect(path)


def peer_pid(sock: _socket.socket) -> int:
    """The pid of the process that last used the other end. It need not be the one that connected,
    and it may have ended by now, if another process holds that end as well.

    Raises OSError: ENOTCONN, the other end is closed.
    """
    return sock.getsockopt(numbers.SOL_LOCAL, numbers.LOCAL_PEERPID)
