"""Thousands of frames over the real socket, before real dialogs that nobody touches."""

import sys

assert sys.platform == "linux"

import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz.strategies import FRAMES
from support.asking import answer, came_out
from support.lengths import AtLength
from support.world import World

BATCH = 50
THE_END = "the end"


def conversation(world: World, frames: list[bytes]) -> list[dict[str, Any]]:
    """All that the daemon says to these frames, until it has read the last one."""
    said: list[dict[str, Any]] = []
    with world.wire(timeout=20) as wire:
        last = {"jsonrpc": "2.0", "id": THE_END, "method": "status"}
        wire.send(b"".join(frame + b"\n" for frame in frames) + json.dumps(last).encode() + b"\n")
        while (message := wire.line()) is not None:
            said.append(message)
            if message.get("id") == THE_END:
                return said
    raise AssertionError(f"the connection closed after {said[-3:]}")


def withdraw_all(world: World) -> None:
    with world.wire() as wire:
        for prompt in wire.call("list")["result"]["prompts"]:
            wire.call("withdraw", {"number": prompt["number"]})


def test_thousands_of_frames(world: World, at_length: AtLength) -> None:
    in_all = at_length(500, 10_000)
    assert world.sayso("daemon", "start").code == 0
    daemon = world.daemon_pid()
    assert daemon is not None
    sent = 0

    @settings(
        max_examples=in_all // BATCH,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(FRAMES, min_size=BATCH, max_size=BATCH))
    def batch(frames: list[bytes]) -> None:
        nonlocal sent
        sent += len(frames)
        for message in conversation(world, frames):
            assert message["jsonrpc"] == "2.0"
            assert len({"result", "error", "method"} & message.keys()) == 1
            status = message.get("result", {}).get("status")
            assert status not in ("approved", "answered", "ready"), message
            code = message.get("error", {}).get("code")
            assert code is None or isinstance(code, int)

    batch()
    assert sent >= in_all
    assert world.daemon_pid() == daemon, "it is the same daemon still"
    withdraw_all(world)
    log = Path(world.environ["XDG_STATE_HOME"], "sayso", "log", "daemon.log")
    assert "Traceback" not in log.read_text()
    asked = world.start("confirm", "Deploy?", "--json")
    answer(world, "Deploy?", "Approve")
    assert came_out(asked.wait()) == (0, "approved")
