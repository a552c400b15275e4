"""The three flows on the real thing: answered in time, answered late, never answered."""

import pytest

from support.asking import ALERT, answer, came_out, dialog, no_dialog, pending
from support.processes import wait_until
from support.world import World

MESSAGE = "Deploy build 4711 to production?"


def test_approved_in_time(world: World) -> None:
    asked = world.start("confirm", MESSAGE, "--title", "Deploy")
    answer(world, MESSAGE, "Approve")
    done = asked.wait()
    assert (done.code, done.out) == (0, "approved\n")
    assert done.err == "Approved by the person at the screen.\n"
    no_dialog(world)


def test_denied_in_time(world: World) -> None:
    labels = ("--approve", "Deploy", "--deny", "Keep as it is")
    asked = world.start("confirm", MESSAGE, *labels, "--json")
    answer(world, MESSAGE, "Keep as it is")
    done = asked.wait()
    assert done.code == 1
    assert done.json == {"status": "denied", "decider": "user", "allowed": False, "exit": 1}
    no_dialog(world)


@pytest.mark.parametrize("keys", ["Escape", "alt+F4"])
def test_dismissed_in_time(world: World, keys: str) -> None:
    """By Escape, and by closing the window through the window manager."""
    asked = world.start("confirm", MESSAGE, "--json")
    take_the_keyboard(world)
    world.dialogs.wait_for("Approve")  # a hand that came down earlier means nothing
    world.dialogs.key(keys)
    done = asked.wait()
    assert came_out(done) == (1, "dismissed")
    assert done.json["allowed"] is False
    no_dialog(world)


def take_the_keyboard(world: World) -> None:
    """As a person does: by a click into the dialog, which by itself takes no keyboard."""
    pid = dialog(world, MESSAGE)
    (text,) = world.dialogs.find("Question", role="text", pid=pid)
    world.dialogs.click(text)
    (window,) = world.dialogs.windows()
    wait_until(lambda: world.dialogs.active_window() == window.handle, "the window manager's word")
    wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")


def test_answered_late(world: World) -> None:
    command = ("confirm", MESSAGE, "--wait", "1")
    first = world.sayso(*command)
    assert (first.code, first.out) == (3, "pending\n")
    assert "sayso collect " in first.err

    answer(world, MESSAGE, "Approve")
    no_dialog(world)
    (kept,) = world.prompts()
    assert (kept["state"], kept["waiting"]) == ("answered", False)

    second = world.sayso(*command, "--json")
    assert second.code == 0
    assert second.json == {"status": "approved", "decider": "user", "allowed": True, "exit": 0}
    assert not world.dialogs.find(role=ALERT)

    third = world.sayso(*command, "--json")
    assert came_out(third) == (3, "pending")
    answer(world, MESSAGE, "Deny")
    denied = world.sayso(*command)
    assert (denied.code, denied.out) == (1, "denied\n")
    assert denied.err == "Denied by the person at the screen. Stop here.\n"


def test_the_command_that_pending_prints_gets_the_late_answer(world: World) -> None:
    first = world.sayso("confirm", MESSAGE, "--wait", "1")
    (line,) = [line for line in first.err.splitlines() if "sayso collect " in line]
    answer(world, MESSAGE, "Approve")
    picked_up = world.spawn(["sh", "-c", line.partition(": ")[2]]).wait()
    assert (picked_up.code, picked_up.out) == (0, "approved\n")


def test_never_answered(world: World) -> None:
    asked = world.start("confirm", MESSAGE, "--timeout", "15", "--json")
    dialog(world, MESSAGE)
    done = asked.wait()
    assert came_out(done) == (5, "timed_out")
    assert (done.json["reason"], done.json["decider"]) == ("deadline", "deadline")
    assert done.json["allowed"] is False
    no_dialog(world)


def test_never_answered_and_asked_about_later(world: World) -> None:
    ticket = pending(world, MESSAGE, "--timeout", "15")
    dialog(world, MESSAGE)
    no_dialog(world)
    done = world.sayso("collect", ticket)
    assert (done.code, done.out) == (5, "timed_out\n")
    assert done.err == "The time for an answer is over. If you ask again, it is a new question.\n"
    assert world.sayso("collect", ticket, "--json").json["error"]["data"]["error"] == "expired"

    pending(world, MESSAGE)
    answer(world, MESSAGE, "Deny")
    assert world.sayso("confirm", MESSAGE).code == 1
