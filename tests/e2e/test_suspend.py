"""The machine sleeps for a day, or its wall clock is set by one: real processes, played clocks."""

import os
import signal

import pytest

from support.asking import answer, came_out, dialog, no_dialog, pending, until_state
from support.clocks import DAY, Clocks
from support.processes import kill, wait_gone
from support.world import World

MESSAGE = "Deploy?"


@pytest.fixture
def clocks(world: World) -> Clocks:
    return Clocks(world)


def expired(world: World, ticket: str) -> bool:
    done = world.sayso("collect", ticket, "--json")
    return done.code == 2 and done.json["error"]["data"]["error"] == "expired"


def test_questions_that_were_open_are_over(world: World, clocks: Clocks) -> None:
    """On the screen, behind it, or put off; who waits hears so within seconds of waking time."""
    put_off = pending(world, "Put off?")
    answer(world, "Put off?", "Later")
    asked = world.start("confirm", MESSAGE, "--wait", "600", "--timeout", "600", "--json")
    dialog(world, MESSAGE)
    queued = pending(world, "Queued?")
    daemon = world.daemon_pid()
    clocks.sleep()
    assert came_out(asked.wait()) == (5, "timed_out")
    for ticket in (put_off, queued):
        assert came_out(world.sayso("collect", ticket, "--json")) == (5, "timed_out")
    no_dialog(world)
    status = world.sayso("status", "--json")
    assert status.code == 0
    assert status.json["daemon"]["pid"] == daemon


def test_an_answer_that_was_kept_is_gone(world: World, clocks: Clocks) -> None:
    """Whoever asks first afterwards, and however soon."""
    ticket = pending(world, MESSAGE, "--retention", "600")
    answer(world, MESSAGE, "Approve")
    until_state(world, "answered")
    clocks.sleep()
    assert pending(world, MESSAGE) != ticket
    assert expired(world, ticket)


def test_a_claim_is_not_repeated(world: World, clocks: Clocks) -> None:
    world.sayso("daemon", "start")
    with world.wire() as wire:
        asking = wire.request("ask", {"kind": "confirm", "message": MESSAGE})
        answer(world, MESSAGE, "Approve")
        claim = {"claim": wire.reply(asking)["result"]["claim"]}
        assert wire.call("claim", claim)["result"]["status"] == "approved"
        clocks.sleep(50)
        assert wire.call("claim", claim)["result"]["status"] == "approved"
        clocks.sleep(10)
        assert wire.call("claim", claim)["error"]["data"]["error"] == "unknown_claim"


def test_a_successor_that_starts_a_day_later_hands_out_nothing(
    world: World, clocks: Clocks
) -> None:
    answered = pending(world, MESSAGE, "--retention", "600")
    answer(world, MESSAGE, "Approve")
    until_state(world, "answered")
    shown = pending(world, "Restart?", "--timeout", "600")
    dialog(world, "Restart?")
    queued = pending(world, "Delete?")
    sleep_between_two_daemons(world, clocks)
    assert expired(world, answered)
    for ticket in (shown, queued):
        assert came_out(world.sayso("collect", ticket, "--json")) == (5, "timed_out")
    no_dialog(world)


def sleep_between_two_daemons(world: World, clocks: Clocks) -> None:
    with world.wire() as wire:
        status = wire.call("status")["result"]
    os.kill(status["keeper"], signal.SIGSTOP)
    kill(status["pid"])
    wait_gone(status["pid"])
    clocks.sleep()
    os.kill(status["keeper"], signal.SIGCONT)


@pytest.mark.parametrize("seconds", [-DAY, DAY])
def test_a_wall_clock_that_is_set_changes_nothing(
    seconds: float, world: World, clocks: Clocks
) -> None:
    """Neither deadline, retention nor the order of the log."""
    kept = pending(world, MESSAGE)
    answer(world, MESSAGE, "Approve")
    until_state(world, "answered")
    asked = world.start("confirm", "Restart?", "--json")
    dialog(world, "Restart?")
    clocks.set_wall(seconds)
    assert came_out(world.sayso("collect", kept, "--json")) == (0, "approved")
    (open_one,) = [each for each in world.prompts() if each["state"] == "shown"]
    assert 90 < open_one["seconds_left"] <= 120
    answer(world, "Restart?", "Approve")
    assert came_out(asked.wait()) == (0, "approved")
    assert world.sayso("log", "verify").code == 0
    shown = world.sayso("log", "--since", "1h", "--json").out.splitlines()
    assert len(shown) == (3 if seconds > 0 else 9)
