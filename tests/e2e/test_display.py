"""The display goes away under a running daemon, and comes back under its name."""

import contextlib
import time
from typing import Any

from probes.probe import Control
from support.asking import answer, came_out, dialog, no_dialog, pending
from support.monitors import Monitor
from support.processes import wait_until
from support.world import World

GONE = (4, "no_interactor")


def screen_status(world: World) -> tuple[str | None, str | None]:
    """What the daemon calls its screen, and why it has none."""
    with world.wire() as wire:
        told: dict[str, Any] = wire.call("status")["result"]
    return told["screen"], told["screen_reason"]


def a_dialog_works(world: World, message: str) -> None:
    asked = world.start("confirm", message, "--json")
    answer(world, message, "Approve")
    assert came_out(asked.wait()) == (0, "approved")
    no_dialog(world)


def test_while_nothing_is_open(world: World) -> None:
    """Questions end at once, an answer from before is kept, and status tells the truth."""
    ticket = pending(world, "Deploy before?")
    answer(world, "Deploy before?", "Approve")
    no_dialog(world)
    assert screen_status(world) == (world.environ["DISPLAY"], None)
    daemon = world.daemon_pid()

    world.screen.lose()
    name, reason = wait_until(
        lambda: told if (told := screen_status(world))[0] is None else None,
        "the daemon to notice that its display has gone",
        30,
    )
    assert name is None
    assert reason is not None
    assert world.environ["DISPLAY"] in reason
    for _ in range(2):
        started = time.monotonic()
        assert came_out(world.sayso("confirm", "Deploy?", "--json")) == GONE
        assert time.monotonic() - started < 10  # the render budget's smallest, however slow we are
    assert came_out(world.sayso("collect", ticket, "--json")) == (0, "approved")
    assert f"none ({reason})" in world.sayso("status").out

    world.screen.restore()
    a_dialog_works(world, "Deploy after?")
    assert screen_status(world) == (world.environ["DISPLAY"], None)
    assert world.daemon_pid() == daemon


def test_while_a_question_is_shown_and_another_queued(world: World) -> None:
    """Both callers hear of it, without waiting for any clock; asking again asks anew."""
    callers = [world.start("confirm", "Deploy?", "--json")]
    dialog(world, "Deploy?")
    callers.append(world.start("confirm", "Restart?", "--json"))
    wait_until(lambda: len(world.prompts()) == 2, "the second question")
    daemon = world.daemon_pid()

    world.screen.lose()
    assert [came_out(caller.wait()) for caller in callers] == [GONE, GONE]
    assert world.prompts() == []

    world.screen.restore()
    a_dialog_works(world, "Deploy?")
    assert world.daemon_pid() == daemon


def test_a_monitor_is_unplugged_under_a_question() -> None:
    """What was asked on it is whole on the one that is left, and a click there counts."""
    left, right = Monitor(x=0, y=0, width=800, height=600), Monitor(800, 0, 1024, 768)
    with contextlib.closing(World(monitors=[left, right])) as world:
        world.dialogs.move(right.x + 100, right.y + 100)
        asked = world.start("confirm", "Deploy?", "--json")
        pid = dialog(world, "Deploy?")

        def place() -> Control:
            return world.dialogs.find(role="alert", pid=pid)[0]

        assert place().x >= right.x
        daemon = world.daemon_pid()
        world.screen.arrange([left])
        wait_until(
            lambda: place().x + place().width <= left.width, "it on the monitor that is left"
        )
        answer(world, "Deploy?", "Approve")
        assert came_out(asked.wait()) == (0, "approved")
        assert world.daemon_pid() == daemon
