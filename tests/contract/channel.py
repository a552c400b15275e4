"""What every channel does, whatever is behind it. A backend's own test inherits this."""

import asyncio
import contextlib
import threading

import pytest

from sayso.platforms.contract.channel import Channel
from support.event_loop import on_event_loop, turn
from support.processes import PATIENCE

Ends = tuple[Channel, Channel]
MUCH = bytes(range(256)) * 4096
"""More bytes than a system buffers for somebody who does not read."""


class Listener(asyncio.Protocol):
    """Keeps the data that comes, and notes the end of the connection."""

    def __init__(self) -> None:
        self.heard = b""
        self.over = asyncio.Event()
        self._came = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.heard += data
        self._came.set()

    async def hears(self, word: bytes) -> None:
        """Waits until just these bytes have come. Waits for ever if there are others."""
        while self.heard != word:
            self._came.clear()
            await self._came.wait()

    def connection_lost(self, _: Exception | None) -> None:
        self.over.set()


class Placer(asyncio.BufferedProtocol):
    """Receives into a buffer of its own."""

    def __init__(self, room: memoryview) -> None:
        self.room = room
        self.come = 0
        self.over = asyncio.Event()
        self._came = asyncio.Event()

    def get_buffer(self, sizehint: int) -> memoryview:
        return self.room[self.come :]

    def buffer_updated(self, nbytes: int) -> None:
        self.come += nbytes
        self._came.set()

    async def has(self, size: int) -> None:
        while self.come < size:
            self._came.clear()
            await self._came.wait()

    def connection_lost(self, _: Exception | None) -> None:
        self.over.set()


class Writer(Listener):
    """Knows whether it should wait before it writes more, as the transport tells it."""

    def __init__(self) -> None:
        super().__init__()
        self.waits = False
        self.may_go_on = asyncio.Event()

    def pause_writing(self) -> None:
        self.waits = True

    def resume_writing(self) -> None:
        self.waits = False
        self.may_go_on.set()


def fill(channel: Channel, data: memoryview) -> memoryview:
    """Sends until there is no room. Returns the rest."""
    with contextlib.suppress(BlockingIOError):
        while data:
            data = data[channel.send_some(data) :]
    return data


@pytest.mark.usefixtures("bounded")
class ChannelContract:
    """Fixture: `ends`, both ends of one channel, which are closed after the test."""

    def test_bytes_come_in_order_both_ways(self, ends: Ends) -> None:
        ours, theirs = ends
        ours.send(b"one ")
        ours.send(memoryview(b"two"))
        theirs.send(bytearray(b"three"))
        heard = b""
        while len(heard) < 7:
            heard += theirs.receive()
        assert heard == b"one two"
        assert ours.receive() == b"three"

    def test_they_lie_where_they_shall(self, ends: Ends) -> None:
        ours, theirs = ends
        room = bytearray(8)
        ours.send(b"secret")
        assert theirs.receive_into(memoryview(room)[:3]) == 3
        assert theirs.receive_into(memoryview(room)[3:]) == 3
        assert room == b"secret\0\0"

    def test_what_was_sent_before_the_end_is_not_lost(self, ends: Ends) -> None:
        ours, theirs = ends
        ours.send(b"the end")
        ours.close()
        assert theirs.receive() == b"the end"
        assert theirs.receive() == b""
        assert theirs.receive_into(memoryview(bytearray(8))) == 0

    def test_an_end_with_something_unread_is_an_end(self, ends: Ends) -> None:
        ours, theirs = ends
        theirs.send(b"unread")
        ours.close()
        assert theirs.receive() == b""

    def test_so_it_is_for_what_has_a_place(self, ends: Ends) -> None:
        ours, theirs = ends
        theirs.send(b"unread")
        ours.close()
        assert theirs.receive_into(memoryview(bytearray(8))) == 0

    @on_event_loop
    async def test_so_it_is_on_a_loop(self, ends: Ends) -> None:
        ours, theirs = ends
        theirs.send(b"unread")
        ours.close()
        assert await theirs.areceive_into(memoryview(bytearray(8))) == 0

    def test_nobody_is_at_a_closed_end(self, ends: Ends) -> None:
        ours, theirs = ends
        theirs.close()
        with pytest.raises(BrokenPipeError):
            ours.send(b"too late")

    def test_closing_twice_is_no_fault(self, ends: Ends) -> None:
        with ends[0]:
            ends[0].close()

    def test_waiting_has_the_limit_that_was_set(self, ends: Ends) -> None:
        ours, _theirs = ends
        ours.wait_at_most(0.01)
        with pytest.raises(TimeoutError):
            ours.receive()
        with pytest.raises(TimeoutError):
            ours.send(MUCH)

    def test_an_abort_ends_who_waits_elsewhere(self, ends: Ends) -> None:
        ours, theirs = ends
        heard: list[bytes] = []
        waiting = threading.Thread(target=lambda: heard.append(ours.receive()))
        waiting.start()
        ours.abort()
        waiting.join(PATIENCE)
        assert heard == [b""]
        assert theirs.receive() == b""
        ours.abort()

    @on_event_loop
    async def test_on_a_loop_nothing_else_stands_still(self, ends: Ends) -> None:
        ours, theirs = ends
        room = memoryview(bytearray(len(MUCH)))
        sending = asyncio.create_task(ours.asend(MUCH))
        come = 0
        while come < len(MUCH):
            come += await theirs.areceive_into(room[come:])
        await sending
        assert bytes(room) == MUCH
        ours.close()
        assert await theirs.areceive_into(room) == 0

    @on_event_loop
    async def test_a_protocol_hears_what_comes_and_the_end(self, ends: Ends) -> None:
        ours, theirs = ends
        listener = Listener()
        await ours.serve(listener)
        theirs.send(b"word")
        await listener.hears(b"word")
        listener.transport.write(b"answer")
        assert theirs.receive() == b"answer"
        theirs.close()
        await listener.over.wait()

    @on_event_loop
    async def test_what_has_come_and_was_not_read_is_known(self, ends: Ends) -> None:
        ours, theirs = ends
        listener = Listener()
        await ours.serve(listener)
        assert not ours.has_unread()
        listener.transport.pause_reading()
        theirs.send(b"word")
        await turn()
        assert ours.has_unread()
        listener.transport.abort()
        await listener.over.wait()

    @on_event_loop
    async def test_a_secret_goes_past_the_transport_as_there_is_room(self, ends: Ends) -> None:
        ours, theirs = ends
        listener, left = Listener(), memoryview(MUCH)
        await ours.serve(listener)
        left = fill(ours, left)
        room = asyncio.Event()
        call_off = ours.watch_room(room.set)
        await turn()
        assert not room.is_set()
        got = len(MUCH) - len(left)
        while got:
            got -= len(theirs.receive())
        await room.wait()
        assert ours.send_some(left) > 0
        call_off()
        listener.transport.abort()
        await listener.over.wait()


@pytest.mark.usefixtures("bounded")
class TransportContract:
    """What the asyncio loop does for a protocol that `Channel.serve` was given. Fixture: `ends`, as
    above."""

    @on_event_loop
    async def test_what_comes_lies_where_its_protocol_wants_it(self, ends: Ends) -> None:
        ours, theirs = ends
        room = bytearray(8)
        placer = Placer(memoryview(room))
        await ours.serve(placer)
        theirs.send(b"sec")
        await placer.has(3)
        theirs.send(b"ret")
        await placer.has(6)
        assert room == b"secret\0\0"
        theirs.close()
        await placer.over.wait()

    @on_event_loop
    async def test_what_comes_while_reading_is_paused_comes_afterwards(self, ends: Ends) -> None:
        ours, theirs = ends
        listener = Listener()
        await ours.serve(listener)
        listener.transport.pause_reading()
        theirs.send(b"one ")
        await turn()
        theirs.send(b"two")
        await turn()
        assert listener.heard == b""
        listener.transport.resume_reading()
        await listener.hears(b"one two")
        listener.transport.pause_reading()
        theirs.close()
        await turn()
        assert not listener.over.is_set()
        listener.transport.resume_reading()
        await listener.over.wait()

    @on_event_loop
    async def test_who_writes_much_is_told_to_wait_until_all_is_sent(self, ends: Ends) -> None:
        ours, theirs = ends
        writer = Writer()
        await ours.serve(writer)
        writer.transport.set_write_buffer_limits(0)
        writer.transport.write(MUCH)
        assert writer.waits
        assert writer.transport.get_write_buffer_size() > 0
        room = memoryview(bytearray(len(MUCH)))
        come = 0
        while come < len(MUCH):
            come += await theirs.areceive_into(room[come:])
        await writer.may_go_on.wait()
        assert writer.transport.get_write_buffer_size() == 0
        assert bytes(room) == MUCH
        writer.transport.abort()
        await writer.over.wait()

    @on_event_loop
    async def test_a_close_sends_what_was_written_before(self, ends: Ends) -> None:
        ours, theirs = ends
        listener = Listener()
        await ours.serve(listener)
        listener.transport.write(MUCH)
        listener.transport.close()
        assert listener.transport.is_closing()
        room = memoryview(bytearray(len(MUCH)))
        come = 0
        while come < len(MUCH):
            come += await theirs.areceive_into(room[come:])
        await listener.over.wait()
        assert bytes(room) == MUCH
        assert await theirs.areceive_into(room) == 0

    @on_event_loop
    async def test_an_abort_does_not_wait_for_who_does_not_read(self, ends: Ends) -> None:
        ours, _theirs = ends
        listener = Listener()
        await ours.serve(listener)
        listener.transport.write(MUCH)
        listener.transport.abort()
        await listener.over.wait()
