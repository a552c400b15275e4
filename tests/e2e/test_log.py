"""The log of real processes: through a daemon that is killed, and while it is read."""

import json
from pathlib import Path
from typing import Any

from support.processes import kill, wait_gone, wait_until
from support.world import World


def told(world: World) -> list[dict[str, Any]]:
    done = world.sayso("log", "--json")
    assert done.code == 0
    return [json.loads(line) for line in done.out.splitlines()]


def until_logged(world: World, event: str, times: int) -> None:
    """A daemon that is killed before it has written says nothing."""
    wait_until(
        lambda: [record["event"] for record in told(world)].count(event) == times,
        f"{event} in the log, {times} times",
    )


def test_a_killed_daemon_breaks_no_chain(headless_world: World) -> None:
    world = headless_world
    for times in (1, 2):
        assert world.sayso("confirm", "Deploy?").code == 4
        until_logged(world, "InteractionRefused", times)
        pid = world.daemon_pid()
        assert pid
        kill(pid)
        wait_gone(pid)
    assert world.sayso("confirm", "Deploy?").code == 4
    assert world.sayso("daemon", "stop").code == 0
    events = [record["event"] for record in told(world)]
    assert events == ["DaemonStarted", "InteractionRefused"] * 3 + ["DaemonStopped"]
    verified = world.sayso("log", "verify")
    assert (verified.code, verified.out) == (0, "7 records, unbroken.\n")


def test_it_is_private_and_status_names_it(headless_world: World) -> None:
    world = headless_world
    assert world.sayso("confirm", "Deploy?").code == 4
    until_logged(world, "InteractionRefused", 1)
    place = Path(world.environ["XDG_STATE_HOME"]) / "sayso" / "log"
    assert f"\nlog          {place}\n" in world.sayso("status").out
    assert place.stat().st_mode & 0o777 == 0o700
    (file,) = place.glob("*.jsonl")
    assert file.stat().st_mode & 0o777 == 0o600
    assert (place / "daemon.log").stat().st_mode & 0o777 == 0o600


def test_a_place_that_others_can_read_is_named_by_status(headless_world: World) -> None:
    world = headless_world
    place = Path(world.environ["XDG_STATE_HOME"]) / "sayso" / "log"
    place.mkdir(parents=True)
    place.chmod(0o755)
    assert world.sayso("confirm", "Deploy?").code == 4
    fault = f"log          {place} (not written: {place} has mode 0755, not 0700)\n"
    wait_until(lambda: fault in world.sayso("status").out, "the fault in the status")
    assert list(place.glob("*.jsonl")) == []
