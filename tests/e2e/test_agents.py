"""Agents side by side that use the same words: two dialogs, and answers that are never crossed."""

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from support import stepwise_caller
from support.agents import Agent, Started
from support.processes import look, wait_gone, wait_until
from support.turns import answer_next, on_screen
from support.world import World

ASK = ("sayso", "confirm", "Deploy?", "--json")

STEPWISE = str(Path(stepwise_caller.__file__))

Way = Callable[[Agent, Sequence[str]], Started]


def by_shell(agent: Agent, command: Sequence[str]) -> Started:
    return agent.start_sh(shlex.join(command))


def by_make(agent: Agent, command: Sequence[str]) -> Started:
    return agent.start_make(command)


def outcomes(started: Started) -> list[dict[str, Any]]:
    """What each of its commands printed, once all have ended."""
    started.wait()
    return [json.loads(line) for line in started.out.splitlines()]


def statuses(started: Started) -> list[str]:
    return sorted(outcome["status"] for outcome in outcomes(started))


def wait_open(world: World, count: int) -> None:
    wait_until(lambda: len(world.prompts()) == count, f"{count} questions")


@pytest.mark.parametrize("terminal", [False, True], ids=["no-terminals", "terminals"])
@pytest.mark.parametrize("approved", ["left", pytest.param("right", marks=pytest.mark.long)])
def test_two_agents_with_the_same_words_get_an_answer_each(
    world: World, terminal: bool, approved: str
) -> None:
    parent = world.agent()
    agents = {name: parent.child(terminal=terminal) for name in ("left", "right")}
    # each goes once through each way, in opposite orders
    ways: dict[str, tuple[Way, Way]] = {"left": (by_shell, by_make), "right": (by_make, by_shell)}

    def everyone(way: int, *options: str) -> dict[str, Started]:
        return {name: ways[name][way](agent, [*ASK, *options]) for name, agent in agents.items()}

    asked = everyone(0, "--wait", "1")
    # a dialog names the program that asks: make, else the agent itself
    askers = {asked["right"].pid: "right", agents["left"].pid: "left"}
    first = {name: outcomes(each)[0] for name, each in asked.items()}
    assert first["left"]["ticket"] != first["right"]["ticket"]
    assert [each["place"] for each in world.prompts()] == [1, 2]

    again = {name: outcomes(each)[0] for name, each in everyone(1, "--wait", "0").items()}
    assert again == first
    assert len(world.prompts()) == 2

    dialogs = set()
    for _ in agents:
        asker = askers[on_screen(world)["pid"]]
        dialogs.add(answer_next(world, "Approve" if asker == approved else "Deny"))
    assert len(dialogs) == 2

    got = {name: outcomes(each)[0]["status"] for name, each in everyone(0, "--wait", "0").items()}
    assert got == {name: "approved" if name == approved else "denied" for name in agents}
    assert world.prompts() == []


def two_by_make(agent: Agent) -> Started:
    return agent.start_make(ASK, ASK, jobs=2)


def two_by_xargs(agent: Agent) -> Started:
    return agent.start_xargs(ASK, times=2, at_once=2)


@pytest.mark.parametrize(
    ("start", "labels"),
    [
        pytest.param(two_by_make, ("Approve", "Deny"), marks=pytest.mark.long),
        (two_by_xargs, ("Deny", "Approve")),
    ],
    ids=["make", "xargs"],
)
def test_two_commands_at_once_under_one_program_get_a_dialog_each(
    world: World, start: Callable[[Agent], Started], labels: tuple[str, str]
) -> None:
    both = start(world.agent())
    wait_open(world, 2)
    first, second = (answer_next(world, label) for label in labels)
    assert first != second
    assert statuses(both) == ["approved", "denied"]
    assert world.prompts() == []


def test_command_started_while_another_waits_gets_its_own_dialog(world: World) -> None:
    agent = world.agent()
    first = by_shell(agent, ASK)
    wait_open(world, 1)
    second = by_shell(agent, ASK)
    wait_open(world, 2)
    assert answer_next(world, "Deny") != answer_next(world, "Approve")
    assert (statuses(first), statuses(second)) == (["denied"], ["approved"])


def test_agent_does_not_inherit_the_question_of_one_that_ended(world: World) -> None:
    """It lived beside it, so it is another one."""
    parent = world.agent()
    left, right = parent.child(), parent.child()
    ask = [*ASK, "--wait", "0"]
    assert statuses(by_shell(left, ask)) == ["pending"]
    left.close()
    wait_gone(left.pid)
    assert statuses(by_shell(right, ask)) == ["pending"]
    assert len(world.prompts()) == 2
    answer_next(world, "Approve")
    answer_next(world, "Deny")
    assert statuses(by_shell(right, ask)) == ["denied"]


def left_over(agent: Agent, *command: str) -> tuple[Started, int]:
    """The command, started by a shell that was killed meanwhile; its process."""
    shell = agent.start_sh(f"{shlex.join(command)}; true")
    process = shell.descendant(command[1]).pid
    return shell, process


def kill_shell(shell: Started) -> None:
    shell.kill()
    assert shell.wait().code == -signal.SIGKILL


def test_left_over_from_a_killed_shell_is_superseded(world: World) -> None:
    agent = world.agent()
    shell, process = left_over(agent, *ASK)
    dialog = world.dialogs.wait_for("Approve").pid
    kill_shell(shell)
    assert look(process), "the command lives on"

    retry = agent.start_sh(shlex.join(ASK))
    wait_gone(process)
    assert [each["status"] for each in outcomes(shell)] == ["superseded"]
    assert len(world.prompts()) == 1
    assert answer_next(world, "Approve") == dialog
    assert statuses(retry) == ["approved"]


def test_left_over_from_a_killed_shell_leaves_the_answer_to_the_retry(world: World) -> None:
    agent = world.agent()
    shell, process = left_over(agent, *ASK)
    world.dialogs.wait_for("Approve")
    kill_shell(shell)
    answer_next(world, "Approve")
    wait_gone(process)
    assert json.loads(shell.out)["status"] == "pending"
    assert statuses(agent.start_sh(shlex.join([*ASK, "--wait", "0"]))) == ["approved"]


def test_late_claim_of_one_left_over_is_refused(world: World) -> None:
    world.sayso("daemon", "start")
    agent = world.agent()
    question = json.dumps({"kind": "confirm", "message": "Deploy?"})
    shell, process = left_over(agent, sys.executable, STEPWISE, str(world.socket_path), question)
    wait_until(lambda: "connected" in shell.out, "the connection")
    os.kill(process, signal.SIGUSR1)
    answer_next(world, "Approve")
    wait_until(lambda: "ready" in shell.out, "the offer")
    offer = json.loads(shell.out.splitlines()[1])
    kill_shell(shell)

    # an answer recorded for a living requester goes to that process, or by ticket
    assert statuses(by_shell(agent, [*ASK, "--wait", "0"])) == ["pending"]
    retry = agent.start_sh(shlex.join([*ASK, "--ticket", offer["ticket"]]))
    assert statuses(retry) == ["approved"]
    os.kill(process, signal.SIGUSR1)
    wait_until(lambda: len(shell.out.splitlines()) == 3, "the reply to the late claim")
    assert json.loads(shell.out.splitlines()[2])["status"] == "superseded"
    os.kill(process, signal.SIGUSR1)
    wait_gone(process)
