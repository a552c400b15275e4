"""A system that tells of the person only by a main loop of its own: it has a process for that."""

import asyncio
import sys
from collections.abc import Callable
from typing import NoReturn

from in_memory.presence import MemorySource
from sayso.daemon.presence import Presence
from sayso.platforms import select
from sayso.platforms.contract.presence import Lost, SessionState
from support.event_loop import on_event_loop

LOCKED = "the screen is locked"

TELLING = """
from sayso.platforms import select
with select.processes().inherited_channel() as ours:
    ours.send(b"the screen is locked\\n")
    ours.receive()
    ours.send(b"\\n")
    ours.receive()
"""
"""Its loop is the test: it tells the next thing once it is asked to."""


class TellingProcess:
    """Fulfils `sayso.platforms.contract.presence.Source`."""

    place = None

    def __init__(self) -> None:
        self.child = select.processes().spawn([sys.executable, "-c", TELLING])

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        room = memoryview(bytearray(100))
        try:
            while count := await self.child.channel.areceive_into(room):
                words = bytes(room[:count]).decode().strip()
                told(SessionState("its own", words or None))
            raise Lost("its process has ended")
        finally:
            self.child.process.kill()
            self.child.process.wait()
            self.child.channel.close()


class System:
    """Fulfils `sayso.platforms.contract.presence.Presence`."""

    def __init__(self) -> None:
        self.source = TellingProcess()

    def person(self) -> TellingProcess:
        return self.source

    def session_bus(self) -> MemorySource:
        return MemorySource()


@on_event_loop
async def test_what_a_process_of_its_own_tells_is_followed() -> None:
    system, told = System(), asyncio.Queue[str | None]()
    presence = Presence(lambda: system)
    presence.start(told.put_nowait, lambda: None, lambda: None)
    assert await told.get() == LOCKED
    await system.source.child.channel.asend(b"go on")
    assert await told.get() is None
    await system.source.child.channel.asend(b"and end")
    while presence.fault != "its process has ended":  # noqa: ASYNC110 (the loop must go on for it)
        await asyncio.sleep(0)
    presence.close()
