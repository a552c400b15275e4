"""A secret on its way through a pipe."""

import sys

assert sys.platform == "win32"

import asyncio

import pytest

from contract.channel import MUCH, Ends, Listener, fill
from sayso.platforms.windows import memory
from support.event_loop import on_event_loop


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> list[bytearray]:
    """What was locked for it."""
    made: list[bytearray] = []

    def lock(size: int) -> memoryview:
        made.append(bytearray(size))
        return memoryview(made[-1])

    monkeypatch.setattr(memory, "lock", lock)
    return made


@on_event_loop
async def test_it_is_wiped_as_soon_as_it_was_taken(ends: Ends, pieces: list[bytearray]) -> None:
    ours, theirs = ends
    await ours.serve(Listener())
    assert ours.send_some(memoryview(b"secret")) == 6
    assert theirs.receive() == b"secret"
    assert pieces == [bytearray(6)]


@on_event_loop
async def test_one_that_had_to_wait_is_wiped_then(ends: Ends, pieces: list[bytearray]) -> None:
    ours, theirs = ends
    await ours.serve(Listener())
    sent = len(MUCH) - len(fill(ours, memoryview(MUCH)))
    assert any(pieces[-1])
    room, come = memoryview(bytearray(len(MUCH))), 0
    taken = asyncio.Event()
    call_off = ours.watch_room(taken.set)
    while come < sent:
        come += await theirs.areceive_into(room[come:])
    await taken.wait()
    call_off()
    assert bytes(room[:come]) == MUCH[:come]
    assert not any(map(any, pieces))


@on_event_loop
async def test_one_that_nobody_takes_is_wiped_at_the_end(
    ends: Ends, pieces: list[bytearray]
) -> None:
    ours, _theirs = ends
    listener = Listener()
    await ours.serve(listener)
    assert fill(ours, memoryview(MUCH))
    listener.transport.abort()
    await listener.over.wait()
    ours.close()
    assert not any(map(any, pieces))
