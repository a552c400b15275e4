"""Input that comes before the person can have read the question never approves."""

import pytest

from probes.probe import Control, Window
from probes.steps import Click, Key, KeyDown, KeyUp, Move, MoveWindow, Press, Release, Step
from support.asking import ALERT
from support.processes import Job, wait_until
from support.turns import on_screen
from support.world import World

pytestmark = [
    pytest.mark.unhurried,
    pytest.mark.serial("input comes at moments of real seconds"),
]

MESSAGE = "Deploy?"


def ask(world: World) -> Job:
    return world.start("confirm", MESSAGE)


def deny(world: World, asked: Job) -> None:
    button = world.dialogs.press("Deny")
    assert asked.wait().code == 1
    world.dialogs.wait_gone(role=None, pid=button.pid)


def approve_button(world: World) -> Control:
    """Alive or not."""
    return wait_until(lambda: next(iter(world.dialogs.find("Approve")), None), "Approve")


def approved_by_a_click(world: World, asked: Job) -> bool:
    world.dialogs.press("Approve")
    return asked.wait().code == 0


def take_the_keyboard(world: World) -> None:
    """As a person does: by a click into the dialog, which by itself takes no keyboard."""
    on_screen(world)
    (dialog,) = world.dialogs.find(role=ALERT)
    world.dialogs.press("Question", role="text", pid=dialog.pid)
    wait_until(lambda: world.dialogs.find(role=ALERT)[0].active, "the keyboard")


def focus_approve(world: World) -> None:
    """By the pointer, which goes down there, once that is alive, and comes up elsewhere."""
    x, y = world.dialogs.wait_for("Approve", timeout=20).centre
    world.dialogs.perform(Move(x, y), Press())
    world.dialogs.perform(Move(x, y - 100), Release())
    wait_until(lambda: "focused" in approve_button(world).states, "the focus on Approve")


def seconds_pass(world: World, seconds: float) -> None:
    """On the countdown of the dialog on the screen."""
    start = on_screen(world)["seconds_left"]
    wait_until(lambda: on_screen(world)["seconds_left"] <= start - seconds, "the countdown", 20)


def place_of_approve(world: World) -> Control:
    """Where it will be the next time."""
    asked = ask(world)
    control = world.dialogs.wait_for("Approve")
    deny(world, asked)
    return control


def test_single_click_as_it_appears(world: World) -> None:
    place = place_of_approve(world)
    asked = ask(world)
    on_screen(world)
    world.dialogs.click(place)
    assert world.dialogs.wait_for("Approve").centre == place.centre
    assert asked.running
    assert approved_by_a_click(world, asked)


def test_clicks_hammered_as_it_appears(world: World) -> None:
    """On the place of Approve, from before the dialog is there until well past the arming delay."""
    place = place_of_approve(world)
    asked = ask(world)
    with world.dialogs.repeating(Move(*place.centre), Click()):
        seconds_pass(world, 2)
        assert asked.running
    assert approve_button(world).centre == place.centre
    assert approved_by_a_click(world, asked)


@pytest.mark.parametrize("key", ["Return", "space"])
def test_keys_hammered_as_it_gets_the_keyboard(world: World, key: str) -> None:
    """With Tab between them, which would bring them to Approve."""
    asked = ask(world)
    with world.dialogs.repeating(Key("Tab"), Key(key)):
        take_the_keyboard(world)
        seconds_pass(world, 2)
        assert asked.running
    assert approved_by_a_click(world, asked)


def test_single_input_just_after_the_dialog_moved(world: World) -> None:
    """A dialog that moves under the hand is armed anew, as one that appears."""
    asked = ask(world)
    take_the_keyboard(world)
    (window,) = world.dialogs.windows()
    place = put(world, window, 300)
    for single in (Key("Return"), Key("space"), Click()):
        put(world, window, 100)
        focus_approve(world)
        again = put(world, window, 300, Move(*place.centre), single)
        assert again.centre == place.centre
        assert asked.running
    world.dialogs.click(place)
    assert asked.wait().code == 0


def put(world: World, window: Window, at: int, *steps: Step) -> Control:
    """Approve, alive again after the window was put there, and these steps right after it.

    Until the dialog has heard that it moved, its Approve tells of its new place and is alive.
    """
    world.dialogs.perform(MoveWindow(window.handle, at, at), *steps)
    wait_until(lambda: not approve_button(world).alive, "Approve to notice")
    return world.dialogs.wait_for("Approve")


def test_key_held_across_the_arming(world: World) -> None:
    """Its repeats put the arming off, for 10 s at most; then they go on, and are no presses."""
    asked = ask(world)
    take_the_keyboard(world)
    world.dialogs.perform(KeyDown("Return"))
    try:
        focus_approve(world)
        seconds_pass(world, 0.5)
        assert asked.running
    finally:
        world.dialogs.perform(KeyUp("Return"))
    seconds_pass(world, 0.2)
    assert asked.running
    world.dialogs.key("Return")
    assert asked.wait().code == 0
