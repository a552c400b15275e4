"""A form of ten questions, half filled in by a person's keys: what was typed outlives who dies."""

import json
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from probes.probe import BUTTON
from support import form_caller
from support.agents import Agent, Started
from support.asking import answer, came_out, dialog
from support.processes import StillWaiting, kill, wait_gone, wait_until
from support.world import World

MESSAGE = "A new host"
NAMES = [f"Question {number}" for number in range(10)]
QUESTIONS = [{"kind": "text", "header": name} for name in NAMES]
HALF, REST = NAMES[:5], NAMES[5:]
ANSWERS = [f"words for {number}" for number in range(10)]

CALLER = str(Path(form_caller.__file__))


def start_asking(world: World, agent: Agent, wait: float = 600) -> Started:
    return agent.start([str(world.interpreter.python), CALLER, str(wait), json.dumps(QUESTIONS)])


def outcome(asked: Started) -> Any:
    done = asked.wait()
    assert done.code == 0, done
    return json.loads(done.out)


def holds(world: World, pid: int, name: str, text: str) -> bool:
    """The field shows, with this text."""
    return any(each.text == text for each in world.dialogs.find(name, role="text", pid=pid))


def fill_in(world: World, pid: int, names: list[str]) -> None:
    """One after another: Return leads on."""
    for name in names:
        place = NAMES.index(name)
        wait_until(partial(is_at, world, pid, name), f'the keyboard in "{name}"')
        world.dialogs.type(ANSWERS[place])
        wait_until(partial(holds, world, pid, name, ANSWERS[place]), f'what was typed in "{name}"')
        world.dialogs.key("Return")


def is_at(world: World, pid: int, name: str) -> bool:
    return any("focused" in each.states for each in world.dialogs.find(name, role="text", pid=pid))


def goes_to(world: World, pid: int, name: str) -> bool:
    """By a click, which may come as the dialog moves for what it says of its asker."""
    world.dialogs.click(world.dialogs.find(name, role="text", pid=pid)[0])
    with suppress(StillWaiting):
        return wait_until(partial(is_at, world, pid, name), "the keyboard", 2)
    return False


def fill_in_half(world: World) -> int:
    """The dialog's process."""
    pid = dialog(world, MESSAGE)
    world.dialogs.click(world.dialogs.find(NAMES[0], role="text", pid=pid)[0])
    fill_in(world, pid, HALF)
    return pid


def fill_in_rest_and_submit(world: World, pid: int) -> None:
    """Whatever has the keyboard by now: from one that shows whole, in the middle."""
    shown = [name for name in HALF if world.dialogs.find(name, role="text", pid=pid)]
    middle = shown[len(shown) // 2]
    wait_until(partial(goes_to, world, pid, middle), f'a click into "{middle}"')
    for name in HALF[HALF.index(middle) :]:
        wait_until(partial(is_at, world, pid, name), f'the keyboard in "{name}"')
        world.dialogs.key("Return")
    fill_in(world, pid, REST)
    world.dialogs.press("Send", pid=pid)
    world.dialogs.wait_gone(role=BUTTON, pid=pid)


def half_stands(world: World, pid: int) -> None:
    """The first of the questions that show, each with its answer."""

    def as_left() -> bool:
        shown = [name for name in HALF if world.dialogs.find(name, role="text", pid=pid)]
        return bool(shown) and all(
            holds(world, pid, name, ANSWERS[NAMES.index(name)]) for name in shown
        )

    wait_until(as_left, "what was typed before")


def another_dialog(world: World, before: int) -> int:
    """Its process, once the one before is gone."""
    wait_gone(before)
    return dialog(world, MESSAGE, timeout=30)


ALL = ["answered", ANSWERS]


def test_its_caller_is_killed_and_asks_again(world: World) -> None:
    agent = world.agent()
    first = start_asking(world, agent)
    before = fill_in_half(world)
    first.kill()
    first.wait()
    again = start_asking(world, agent)
    wait_until(lambda: world.prompts()[0]["waiting"], "the caller to be back")
    assert dialog(world, MESSAGE) == before
    half_stands(world, before)
    fill_in_rest_and_submit(world, before)
    assert outcome(again) == ALL


def test_its_dialog_is_killed(world: World) -> None:
    asked = start_asking(world, world.agent())
    before = fill_in_half(world)
    kill(before)
    after = another_dialog(world, before)
    half_stands(world, after)
    fill_in_rest_and_submit(world, after)
    assert outcome(asked) == ALL


def test_its_daemon_is_killed(world: World) -> None:
    """The question comes back. What was typed was in that daemon's memory alone."""
    asked = start_asking(world, world.agent())
    before = fill_in_half(world)
    daemon = world.daemon_pid()
    assert daemon is not None
    kill(daemon)
    wait_gone(daemon)
    after = another_dialog(world, before)
    world.dialogs.click(world.dialogs.find(NAMES[0], role="text", pid=after)[0])
    fill_in(world, after, NAMES)
    world.dialogs.press("Send", pid=after)
    assert outcome(asked) == ALL


@pytest.mark.long
def test_later_and_back(world: World) -> None:
    world.set_clocks({"Settings.put_off": 3.0})
    asked = start_asking(world, world.agent())
    before = fill_in_half(world)
    world.dialogs.press("Later", pid=before)
    after = another_dialog(world, before)
    half_stands(world, after)
    fill_in_rest_and_submit(world, after)
    assert outcome(asked) == ALL


@pytest.mark.long
def test_it_is_put_back_for_another_and_brought_up_again(world: World) -> None:
    asked = start_asking(world, world.agent())
    before = dialog(world, MESSAGE)
    second = world.start("confirm", "Restart?", "--wait", "600", "--json")
    world.dialogs.wait_for("1 of 2", pid=before)
    fill_in_half(world)
    world.dialogs.press("1 of 2", pid=before)

    def row() -> str | None:
        names = [each.name for each in world.dialogs.find(role=BUTTON, pid=before)]
        return next((name for name in names if "Restart?" in name), None)

    world.dialogs.press(wait_until(row, "the row of the other"), pid=before)
    answer(world, "Restart?", "Approve")
    assert came_out(second.wait()) == (0, "approved")
    after = another_dialog(world, before)
    half_stands(world, after)
    fill_in_rest_and_submit(world, after)
    assert outcome(asked) == ALL


def test_a_late_answer_is_collected_by_the_same_request(world: World) -> None:
    agent = world.agent()
    assert outcome(start_asking(world, agent, wait=0)) == ["pending", []]
    pid = fill_in_half(world)
    fill_in_rest_and_submit(world, pid)
    assert outcome(start_asking(world, agent)) == ALL
