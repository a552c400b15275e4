"""What goes to a peer whose system takes little at a time: all of it, in order, and then wiped."""

import asyncio
import contextlib
import errno
import os
import socket
from collections.abc import AsyncIterator, Callable

from sayso.core.secret import Secret
from sayso.daemon.outbox import Outbox
from sayso.platforms.contract.watching import CallOff
from sayso.platforms.unix.channel import SocketChannel
from support.still_loop import StillLoop, run

TYPED = bytes(range(256)) * 200
SMALL = 4 << 10


class Sender(asyncio.Protocol):
    """Ours: as `sayso.daemon.connection` uses an outbox."""

    def __init__(self, channel: SocketChannel) -> None:
        self._channel = channel

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.outbox = Outbox(transport, self._channel)
        self.lost = asyncio.Event()

    def resume_writing(self) -> None:
        self.outbox.flush()

    def connection_lost(self, _: Exception | None) -> None:
        self.outbox.flush()
        self.lost.set()


class Exhausted(SocketChannel):
    """The system has no descriptor left to tell by that there is room."""

    def watch_room(self, ready: Callable[[], None]) -> CallOff:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


@contextlib.asynccontextmanager
async def connected(
    kind: type[SocketChannel] = SocketChannel,
) -> AsyncIterator[tuple[Sender, socket.socket]]:
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
    theirs.setblocking(False)
    sender = Sender(channel := kind(ours))
    await channel.serve(sender)
    with theirs:
        yield sender, theirs
    if not sender.transport.is_closing():
        sender.transport.abort()
    await sender.lost.wait()


async def read(loop: StillLoop, sock: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += await loop.sock_recv(sock, size - len(data))
    return data


def test_all_comes_in_order_and_then_it_is_wiped() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with connected() as (sender, peer):
            first, second = Secret(bytearray(TYPED)), Secret(bytearray(TYPED[::-1]))
            sender.outbox.put(b"one\n", first)
            sender.outbox.put(b"two\n")
            sender.outbox.put(b"three\n", second)
            assert (len(first), len(second)) == (len(TYPED), len(TYPED))
            assert sender.outbox.unsent >= len(TYPED)
            expected = b"one\n" + TYPED + b"two\nthree\n" + TYPED[::-1]
            assert await read(loop, peer, len(expected)) == expected
            assert (len(first), len(second), sender.outbox.unsent) == (0, 0, 0)

    run(scenario)


def test_what_the_peer_did_not_take_is_wiped_when_it_has_gone() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with connected() as (sender, peer):
            secret, late = Secret(bytearray(TYPED)), Secret(bytearray(TYPED))
            sender.outbox.put(b"one\n", secret)
            peer.close()
            await sender.lost.wait()
            assert len(secret) == 0
            sender.outbox.put(b"two\n", late)
            assert len(late) == 0

    run(scenario)


def test_where_nobody_tells_of_room_it_is_wiped_and_the_peer_dropped() -> None:
    """Else it would wait for ever, and its caller with it."""

    async def scenario(_loop: StillLoop) -> None:
        async with connected(Exhausted) as (sender, _):
            secret = Secret(bytearray(TYPED))
            sender.outbox.put(b"one\n", secret)
            await sender.lost.wait()
            assert len(secret) == 0

    run(scenario)


def test_what_the_peer_did_not_take_is_wiped_when_we_close() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with connected() as (sender, peer):
            secret = Secret(bytearray(TYPED))
            sender.outbox.put(b"one\n", secret)
            sender.outbox.close()
            assert len(secret) == 0
            assert (await read(loop, peer, 4)) == b"one\n"

    run(scenario)


def test_what_was_put_before_we_close_still_goes_out() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with connected() as (sender, peer):
            sender.outbox.put(TYPED)
            sender.outbox.close()
            assert await read(loop, peer, len(TYPED)) == TYPED

    run(scenario)


def test_finishing_sends_all_that_waits_and_then_closes() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with connected() as (sender, peer):
            secret = Secret(bytearray(TYPED))
            sender.outbox.put(b"one\n", secret)
            sender.outbox.put(b"two\n")
            sender.outbox.finish()
            assert len(secret) == len(TYPED)
            data = await read(loop, peer, 4 + len(TYPED) + 4)
            assert data == b"one\n" + TYPED + b"two\n"
            assert await loop.sock_recv(peer, 1) == b""

    run(scenario)
