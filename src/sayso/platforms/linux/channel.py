"""A way for bytes between two processes of ours: a pair of Unix sockets, unix(7)."""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import socket

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from asyncio import BaseProtocol
    from types import TracebackType
    from typing import Self

    from sayso.core.secret import Bytes
    from sayso.platforms.contract.channel import Channel

_ROOM = 1 << 16


class SocketChannel:
    """One end of it; see the contract."""

    def __init__(self, sock: socket.socket) -> None:
        """`sock` is ours from now on."""
        self._sock = sock

    @property
    def descriptor(self) -> int:
        """Readable when something has come, or the other end has closed."""
        return self._sock.fileno()

    def send(self, data: bytes | Bytes) -> None:
        self._sock.sendall(data)

    def receive(self) -> bytes:
        try:
            return self._sock.recv(_ROOM)
        except ConnectionResetError:  # it closed, with something of ours unread
            return b""

    def wait_at_most(self, seconds: float) -> None:
        self._sock.settimeout(seconds)

    async def serve(self, protocol: BaseProtocol) -> None:
        import asyncio  # whoever has a loop has loaded it

        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: protocol, sock=self._sock)

    def close(self) -> None:
        self._sock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def pair() -> tuple[SocketChannel, socket.socket]:
    """Ours, and the other end for a child process. Raises OSError."""
    ours, theirs = socket.socketpair()
    return SocketChannel(ours), theirs


def descriptor(channel: Channel) -> int:
    """Of one that this platform made."""
    if not isinstance(channel, SocketChannel):
        raise TypeError(f"{type(channel).__name__} is no channel of this platform")
    return channel.descriptor
