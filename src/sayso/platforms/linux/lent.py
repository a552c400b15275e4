"""Sockets that callers lend us, sent by SCM_RIGHTS of unix(7), and what such a socket proves.

With a socket that a server accepted, the kernel records which process connected it. If the socket
was inherited or handed on since, that process may have nothing to do with it any more: the socket
proves that process only as long as the process still holds the other end.
"""

import sys

assert sys.platform == "linux"

import array
import os
import socket
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice

from sayso.platforms.contract.channel import Lent
from sayso.platforms.linux import unix_diag
from sayso.platforms.linux.closing import close_at_once
from sayso.platforms.unix.channel import SocketChannel
from sayso.platforms.unix.starter import is_servers

_ROOM_FOR_ALL = socket.CMSG_LEN(253 * array.array("i").itemsize)
"""Bytes of ancillary data for as many descriptors as may come along with some bytes: unix(7),
SCM_MAX_FD. Those without room would be closed by the kernel, and this thread would wait for it: see
`closing`."""

_DESCRIPTORS = 4096
"""The most descriptors of one process that are checked: it may have millions, and we have others to
serve."""


class LentSocket:
    """A socket that was lent, or why there is none. Fulfils `Lent`."""

    def __init__(
        self, sock: socket.socket | None, fault: str | None = None, *, had_room: bool = True
    ) -> None:
        self.sock = sock
        """None: there is nothing to check."""
        self.fault = fault
        self.had_room = had_room

    def close(self) -> None:
        if self.sock and self.sock.fileno() >= 0:
            close_at_once([self.sock.detach()])


class LendingChannel(SocketChannel):
    """A channel to a caller, who may lend a socket along with some bytes."""

    def __init__(self, sock: socket.socket) -> None:
        self._receiving = _Receiving(fileno=sock.detach())
        super().__init__(self._receiving)

    def take_lent(self) -> LentSocket | None:
        lent, self._receiving.lent = self._receiving.lent, None
        return lent


class _Receiving(socket.socket):
    """A socket whose `recv` also takes descriptors. asyncio reads by `recv`, for which the kernel
    delivers only bytes, and closes descriptors. One read ends with the bytes that a descriptor came
    with: unix(7)."""

    lent: LentSocket | None = None
    """The socket that came with the bytes that were read last."""

    def __init__(self, fileno: int) -> None:
        super().__init__(fileno=fileno)
        # Out-of-band bytes are read in their turn, with their descriptors. The kernel would skip
        # them, and close the descriptors. Before Linux 5.15 there are none.
        self.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        if flags:  # it only peeks
            return super().recv(size, flags)
        data, told, found, _ = self.recvmsg(size, _ROOM_FOR_ALL, socket.MSG_CMSG_CLOEXEC)
        self.lent = _lent(told, more=bool(found & socket.MSG_CTRUNC))
        return data

    def close(self) -> None:
        """Closes what is unread as well, with its descriptors."""
        if self.fileno() < 0:
            return
        with suppress(OSError):  # the other end has gone
            self.shutdown(socket.SHUT_RD)  # nothing more comes
        if self._has_unread():
            close_at_once([self.detach()])
        else:
            super().close()

    def _has_unread(self) -> bool:
        try:
            return bool(self.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except OSError:  # nothing has come, or the connection is broken
            return False


def _lent(told: Iterable[tuple[int, int, bytes]], *, more: bool) -> LentSocket | None:
    """The socket in this ancillary data; None: no descriptor came. `more`: more descriptors came
    than this process had room for."""
    descriptors = array.array("i")
    for level, kind, data in told:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            descriptors.frombytes(data)
    if not descriptors:
        return LentSocket(None, had_room=False) if more else None
    if more or len(descriptors) > 1:
        close_at_once(descriptors)
        return LentSocket(None, "came with others")
    (descriptor,) = descriptors
    try:
        return LentSocket(socket.socket(fileno=descriptor))
    except OSError:  # the descriptor is not a socket's
        close_at_once(descriptors)
        return LentSocket(None, "is no socket")


def sock_of(lent: Lent) -> socket.socket | None:
    """The socket that was lent; None: there is none. Raises TypeError where another platform took
    it."""
    if not isinstance(lent, LentSocket):
        raise TypeError(f"{type(lent).__name__} is not a socket that was lent on this platform")
    return lent.sock


def is_accepted(sock: socket.socket) -> bool:
    """Whether a server got this socket from accept(2), and it has another end."""
    try:
        return is_servers(sock)
    except OSError:  # no other end
        return False


def is_held(sock: socket.socket, pid: int) -> bool:
    """Whether this process has the other end open. Raises OSError where that can't be seen."""
    inode = unix_diag.peer_inode(sock)
    if inode is None:
        return False
    other, directory = f"socket:[{inode}]", f"/proc/{pid}/fd"  # proc_pid_fd(5)
    with os.scandir(directory) as descriptors:
        return any(_link(each) == other for each in islice(descriptors, _DESCRIPTORS))


def _link(entry: os.DirEntry[str]) -> str:
    try:
        return os.readlink(entry.path)
    except FileNotFoundError:  # it was closed just now
        return ""
