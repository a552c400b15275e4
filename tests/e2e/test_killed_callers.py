"""Callers killed with -9: until the claim their answer waits for the retry, after it is spent.

An act is a line that a script prints after its command said yes: never more acts than clicks.
"""

import os
import shlex
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from probes.probe import Control
from support import stepwise_caller
from support.agents import Agent, Started
from support.processes import Seen, kill, wait_gone, wait_until
from support.turns import answer_next, on_screen
from support.world import World

ACT = "acted"

STEPWISE = str(Path(stepwise_caller.__file__))


def start_asking(agent: Agent, *options: str, message: str = "Deploy?") -> Started:
    """In a fresh shell, which acts when the answer is yes."""
    command = shlex.join(["sayso", "confirm", message, *options])
    return agent.start_sh(f"{command} && echo {ACT}")


def ask(agent: Agent, *options: str, message: str = "Deploy?") -> list[str]:
    """What came out of it, without waiting for the person: the status, then perhaps the act."""
    return start_asking(agent, "--wait", "0", *options, message=message).wait().out.split()


def caller_of(asked: Started) -> Seen:
    """The process that asks, below the shell."""
    return asked.descendant("confirm")


def end(asked: Started, caller: Seen) -> list[str]:
    """Kills the caller alone: its shell lives on, to act if it can. What came out of it."""
    kill(caller.pid)
    wait_gone(caller.pid)
    return asked.wait().out.split()


def assert_next_is_asked_anew(world: World, agent: Agent) -> None:
    """The answer is spent: the same words are a new question, on a new dialog."""
    assert ask(agent) == ["pending"]
    on_screen(world)


def withdraw(world: World) -> None:
    with world.wire() as wire:
        wire.call("withdraw", {"number": on_screen(world)["number"]})
    world.dialogs.wait_gone(role=None)


def before_it_is_shown(world: World) -> None:
    wait_until(world.prompts, "the question")


def on_the_screen(world: World) -> None:
    on_screen(world)


@pytest.mark.parametrize("moment", [before_it_is_shown, on_the_screen])
def test_killed_while_it_waits(world: World, moment: Callable[[World], None]) -> None:
    agent = world.agent()
    asked = start_asking(agent)
    caller = caller_of(asked)
    moment(world)
    assert end(asked, caller) == []
    answer_next(world, "Approve")
    assert ask(agent) == ["approved", ACT]
    assert_next_is_asked_anew(world, agent)


def test_killed_while_it_waits_and_asked_again_before_the_click(world: World) -> None:
    agent = world.agent()
    asked = start_asking(agent)
    caller = caller_of(asked)
    dialog = world.dialogs.wait_for("Approve").pid
    end(asked, caller)
    again = start_asking(agent)
    wait_until(lambda: on_screen(world)["waiting"], "the retry to wait")
    assert answer_next(world, "Approve") == dialog
    assert again.wait().out.split() == ["approved", ACT]


def test_killed_between_the_click_and_hearing_of_it(world: World) -> None:
    agent = world.agent()
    asked = start_asking(agent)
    caller = caller_of(asked)
    on_screen(world)
    os.kill(caller.pid, signal.SIGSTOP)
    answer_next(world, "Approve")
    assert end(asked, caller) == []
    assert ask(agent) == ["approved", ACT]
    assert_next_is_asked_anew(world, agent)


class Steps:
    """A caller that an agent runs, step by step."""

    def __init__(self, world: World, agent: Agent) -> None:
        self._started = agent.start(
            [sys.executable, STEPWISE, str(world.socket_path),
             '{"kind": "confirm", "message": "Deploy?"}']
        )  # fmt: skip

    def wait_for(self, word: str) -> None:
        wait_until(lambda: word in self._started.out, f"the step {word}")

    def go_on(self) -> None:
        os.kill(self._started.pid, signal.SIGUSR1)

    def kill(self) -> None:
        self._started.kill()
        assert self._started.wait().code == -signal.SIGKILL


def test_killed_before_it_asks(world: World) -> None:
    world.sayso("daemon", "start")
    agent = world.agent()
    steps = Steps(world, agent)
    steps.wait_for("connected")
    steps.kill()
    assert world.prompts() == []
    assert_next_is_asked_anew(world, agent)


def test_killed_between_ready_and_claim(world: World) -> None:
    world.sayso("daemon", "start")
    agent = world.agent()
    steps = Steps(world, agent)
    steps.wait_for("connected")
    steps.go_on()
    answer_next(world, "Approve")
    steps.wait_for("ready")
    steps.kill()
    assert ask(agent) == ["approved", ACT]
    assert_next_is_asked_anew(world, agent)


def test_killed_after_committed(world: World) -> None:
    world.sayso("daemon", "start")
    agent = world.agent()
    steps = Steps(world, agent)
    steps.wait_for("connected")
    steps.go_on()
    answer_next(world, "Approve")
    steps.wait_for("ready")
    steps.go_on()
    steps.wait_for("approved")
    steps.kill()
    assert_next_is_asked_anew(world, agent)


def insist(world: World, button: Control) -> None:
    """Clicks on until it counted: the news that the caller has gone makes the window grow, and a
    click just then falls beside the button, or comes too early."""

    def counted() -> bool:
        for again in world.dialogs.find(button.name, pid=button.pid):
            if again.alive:
                world.dialogs.click(again)
        return not world.dialogs.find(pid=button.pid)

    wait_until(counted, "a click that counts")


def test_killed_at_any_moment_around_the_click(world: World) -> None:
    """Wherever the kill falls, one click is one act at the most, and the answer is not lost
    unless it was committed to the one that was killed."""
    agent = world.agent()
    for milliseconds in (0, 12, 16, 20, 24, 40):
        message = f"Deploy after {milliseconds} ms?"
        asked = start_asking(agent, message=message)
        caller = caller_of(asked)
        on_screen(world)
        killer = threading.Timer(milliseconds / 1000, kill, [caller.pid])
        button = world.dialogs.wait_for("Approve")
        killer.start()
        world.dialogs.click(button)
        killer.join()
        insist(world, button)
        first, second = asked.wait().out.split(), ask(agent, message=message)
        assert (first + second).count(ACT) <= 1
        assert second in (["approved", ACT], ["pending"])
        if second == ["pending"]:
            withdraw(world)


def test_retries_at_once_share_one_click_among_them_once(world: World) -> None:
    agent = world.agent()
    assert ask(agent) == ["pending"]
    answer_next(world, "Approve")
    retries = agent.start_xargs(["sayso", "confirm", "Deploy?", "--wait", "0"], times=4, at_once=4)
    assert sorted(retries.wait().out.split()) == ["approved", "pending", "pending", "pending"]
