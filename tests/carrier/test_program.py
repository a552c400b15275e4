"""How an ssh process is asked to end."""

import sys

assert sys.platform == "linux"

import asyncio
import signal

import pytest

from sayso.carrier import program
from support.event_loop import on_event_loop

ENDS_AT_ONE_OF = """
import signal, sys
asked = 0
def hear(*_):
    global asked
    asked += 1
    if asked == int(sys.argv[1]):
        sys.exit(7)
signal.signal(signal.SIGTERM, hear)
print("ready", flush=True)
while True:
    signal.pause()
"""


@pytest.mark.parametrize(("heard", "status"), [("1", 7), ("2", 7), ("3", -signal.SIGKILL)])
@on_event_loop
async def test_it_is_asked_twice_and_then_killed(
    heard: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ssh can miss the first request to end."""
    monkeypatch.setattr(program, "AGAIN_SECONDS", 0.05)
    if status < 0:
        monkeypatch.setattr(program, "LEAVE_SECONDS", 0.05)
    ready = asyncio.Event()
    running = await program.start(
        [sys.executable, "-c", ENDS_AT_ONE_OF, heard], heard=lambda _: ready.set()
    )
    await ready.wait()
    await running.close()
    assert running.ended.result() == status
