"""A stream of bytes between two processes: a Unix socket, unix(7).

Short commands load this module. So it uses `_socket`, on which the standard library builds
`socket`: that takes 2 ms to load, a tenth of a short command. asyncio needs `socket.socket`.
"""

from __future__ import annotations

import sys

assert sys.platform != "win32"

import _socket
import os
import select
import struct
from contextlib import suppress

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import socket
    from asyncio import AbstractEventLoop, BaseProtocol
    from collections.abc import Callable
    from typing import Self

    from sayso.core.secret import Bytes
    from sayso.platforms.contract.channel import Channel, Lent
    from sayso.platforms.contract.watching import CallOff

_ROOM = 1 << 16
_DESCRIPTOR = struct.Struct("i")  # cmsg(3), SCM_RIGHTS


class SocketChannel:
    """One end of the stream: see `contract.channel`."""

    def __init__(self, sock: _socket.socket) -> None:
        """`sock` belongs to the channel from now on."""
        self._sock = sock

    @property
    def sock(self) -> _socket.socket:
        """The socket, for modules of this platform alone."""
        return self._sock

    def send(self, data: bytes | Bytes) -> None:
        self._sock.sendall(data)

    def lend(self, data: bytes, sock: _socket.socket) -> int:
        rights = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, _DESCRIPTOR.pack(sock.fileno()))
        return self._sock.sendmsg([data], [rights])

    def receive(self) -> bytes:
        try:
            return self._sock.recv(_ROOM)
        except ConnectionResetError:  # the other end closed without reading all that we sent
            return b""

    def receive_into(self, room: memoryview) -> int:
        try:
            return self._sock.recv_into(room)
        except ConnectionResetError:
            return 0

    def wait_at_most(self, seconds: float | None) -> None:
        self._sock.settimeout(seconds)

    def abort(self) -> None:
        with suppress(OSError):  # the connection has just ended
            self._sock.shutdown(_socket.SHUT_RDWR)

    async def asend(self, data: bytes | Bytes) -> None:
        loop, sock = self._on_loop()
        await loop.sock_sendall(sock, data)

    async def areceive_into(self, room: memoryview) -> int:
        loop, sock = self._on_loop()
        try:
            return await loop.sock_recv_into(sock, room)
        except ConnectionResetError:
            return 0

    async def serve(self, protocol: BaseProtocol) -> None:
        loop, sock = self._on_loop()
        await loop.create_connection(lambda: protocol, sock=sock)

    def send_some(self, data: memoryview) -> int:
        return self._sock.send(data)

    def watch_room(self, ready: Callable[[], None]) -> CallOff:
        loop, sock = self._on_loop()
        again = os.dup(sock.fileno())  # a loop allows one watcher per descriptor
        loop.add_writer(again, ready)

        def call_off() -> None:
            loop.remove_writer(again)
            os.close(again)

        return call_off

    def has_unread(self) -> bool:
        try:
            return bool(self._sock.recv(1, _socket.MSG_PEEK | _socket.MSG_DONTWAIT))
        except OSError:  # nothing has come, or the connection is broken
            return False

    def take_lent(self) -> Lent | None:
        """None, always: the system closes what came along, as it is not received by recvmsg(2)."""
        return None

    def _on_loop(self) -> tuple[AbstractEventLoop, socket.socket]:
        """The running loop, and the socket as the loop needs it."""
        import asyncio  # a process that has a loop has loaded both
        import socket

        if not isinstance(self._sock, socket.socket):
            self._sock = socket.socket(fileno=self._sock.detach())
        self._sock.setblocking(False)
        return asyncio.get_running_loop(), self._sock

    def close(self) -> None:
        self._sock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class InheritedChannel(SocketChannel):
    """A channel that stays open until this process has ended, even after `close`. Only after the
    other end has closed, `close` closes it."""

    def __init__(self, sock: _socket.socket) -> None:
        super().__init__(sock)
        self._kept: int | None = os.dup(sock.fileno())  # closed by nothing else than `close`

    def close(self) -> None:
        super().close()
        if self._kept is not None and _has_hung_up(self._kept):
            os.close(self._kept)
            self._kept = None


def _has_hung_up(descriptor: int) -> bool:
    asked = select.poll()
    asked.register(descriptor, select.POLLHUP)  # BSD reports it only if it is asked for
    return bool(asked.poll(0))


def pair() -> tuple[SocketChannel, socket.socket]:
    """Makes a channel: our end, and the other end for a child process. Raises OSError."""
    import socket  # few make a pair

    ours, theirs = socket.socketpair()
    return SocketChannel(ours), theirs


def descriptor(channel: Channel) -> int:
    """The descriptor of a channel that this platform made. It is readable when data has come, or
    the other end has closed."""
    return sock(channel).fileno()


def sock(channel: Channel) -> _socket.socket:
    """The socket of a channel that this platform made."""
    if not isinstance(channel, SocketChannel):
        raise TypeError(f"{type(channel).__name__} is not a channel of this platform")
    return channel.sock
