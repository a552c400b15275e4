"""Questions on Windows, end to end: real commands, daemon, keeper, dialogs, pointer and keys."""

import json

import pytest

from probes.probe import BUTTON
from sayso.core.settings import Settings
from support.processes import PATIENCE, wait_until
from support.wine_agent import STARTING, Hire, WineAgent, outcomes
from support.world import World

APPROVED, DENIED, PENDING, TIMED_OUT, REFUSED = 0, 1, 3, 5, 9
ASK = ("confirm", "Deploy build 4711?")
AT_ONCE = ("--wait", "0s")


def status(agent: WineAgent) -> dict[str, int]:
    told: dict[str, int] = json.loads(agent.sayso("status", "--json").out)["daemon"]
    return told


def buttons(windows: World, name: str) -> int:
    return len(windows.dialogs.find(name, role=BUTTON))


def test_a_question_starts_the_daemon(windows: World, hire: Hire) -> None:
    """A busy machine has no daemon in time: then the command says so, and is repeated."""
    agent = hire()

    def is_asked() -> bool:
        return agent.is_ready(agent.sayso(*ASK, *AT_ONCE).code, PENDING)

    wait_until(is_asked, "a question", STARTING)
    windows.dialogs.press("Approve")
    assert agent.sayso(*ASK).code == APPROVED
    agent.sayso("daemon", "stop")


def test_a_click_in_time(windows: World, agent: WineAgent) -> None:
    asked = agent.start(*ASK)
    windows.dialogs.press("Approve")
    assert asked.result(PATIENCE).code == APPROVED


@pytest.mark.long
def test_a_denial(windows: World, agent: WineAgent) -> None:
    asked = agent.start(*ASK)
    windows.dialogs.press("Deny")
    assert asked.result(PATIENCE).code == DENIED


def test_a_late_click_counts_once(windows: World, agent: WineAgent) -> None:
    assert agent.sayso(*ASK, *AT_ONCE).code == PENDING
    windows.dialogs.press("Approve")
    windows.dialogs.wait_gone("Approve")
    assert agent.sayso(*ASK).code == APPROVED
    assert agent.sayso(*ASK, *AT_ONCE).code == PENDING  # it was spent: this is a new question
    windows.dialogs.press("Deny")


def test_no_answer_is_no_approval(windows: World, agent: WineAgent) -> None:
    asked = agent.start(*ASK, "--timeout", "5s")
    windows.dialogs.wait_for("Approve")
    assert asked.result(30).code == TIMED_OUT
    windows.dialogs.wait_gone("Approve")


@pytest.mark.long
def test_an_answer_outlives_the_daemon(windows: World, agent: WineAgent) -> None:
    assert agent.sayso(*ASK, *AT_ONCE).code == PENDING
    windows.dialogs.press("Approve")
    windows.dialogs.wait_gone("Approve")
    before = status(agent)
    windows.wine.kill(before["pid"])
    assert agent.sayso(*ASK).code == APPROVED
    after = status(agent)
    assert (after["pid"] != before["pid"], after["keeper"]) == (True, before["keeper"])


@pytest.mark.long
def test_a_question_outlives_its_dialog(windows: World, agent: WineAgent) -> None:
    asked = agent.start(*ASK)
    windows.dialogs.wait_for("Approve")
    shown = windows.dialogs.find("Approve")[0].pid
    windows.wine.kill(shown)
    wait_until(
        lambda: any(each.pid != shown for each in windows.dialogs.find("Approve")), "another dialog"
    )
    windows.dialogs.press("Approve")
    assert asked.result(PATIENCE).code == APPROVED


@pytest.mark.long
def test_a_question_outlives_keeper_and_daemon(windows: World, agent: WineAgent) -> None:
    """Whoever is killed is replaced by the other."""
    assert agent.sayso(*ASK, *AT_ONCE).code == PENDING
    windows.dialogs.press("Approve")
    windows.dialogs.wait_gone("Approve")
    first = status(agent)
    windows.wine.kill(first["keeper"])
    wait_until(lambda: status(agent)["keeper"] not in (None, first["keeper"]), "another keeper")
    windows.wine.kill(first["pid"])
    assert agent.sayso(*ASK).code == APPROVED


@pytest.mark.long
def test_two_agents_have_answers_of_their_own(windows: World, agent: WineAgent, hire: Hire) -> None:
    other = hire()
    assert agent.sayso(*ASK, *AT_ONCE).code == PENDING
    windows.dialogs.press("Approve")
    windows.dialogs.wait_gone("Approve")
    asked = other.start(*ASK)
    windows.dialogs.press("Deny")
    assert asked.result(PATIENCE).code == DENIED
    assert agent.sayso(*ASK).code == APPROVED


@pytest.mark.long
def test_many_calls_at_once_are_each_answered(windows: World, agent: WineAgent) -> None:
    """As many as one asker may have open are asked; the others are refused."""
    calls = [agent.start("confirm", f"Question {n}?", *AT_ONCE) for n in range(40)]
    asked = Settings.prompts_per_origin
    assert sorted(outcomes(calls)) == [PENDING] * asked + [REFUSED] * (40 - asked)


RUN = ("run", "--", "cmd", "/c", "echo ran& exit 7")


def test_a_command_runs_after_a_yes_and_its_status_is_ours(
    windows: World, agent: WineAgent
) -> None:
    asked = agent.start(*RUN)
    windows.dialogs.press("Run")
    done = asked.result(PATIENCE)
    assert (done.code, done.out.split()) == (7, ["ran"])


def test_and_after_a_late_one_once(windows: World, agent: WineAgent) -> None:
    assert agent.sayso(RUN[0], *AT_ONCE, *RUN[1:]).code == 126
    windows.dialogs.press("Run")
    windows.dialogs.wait_gone("Run")
    done = agent.sayso(RUN[0], *AT_ONCE, *RUN[1:])
    assert (done.code, done.out.split()) == (7, ["ran"])
    again = agent.sayso(RUN[0], *AT_ONCE, *RUN[1:])  # a new question
    assert (again.code, again.out.split()[0]) == (126, "pending")
    windows.dialogs.press("Deny")


def test_no_command_runs_after_a_no(windows: World, agent: WineAgent) -> None:
    asked = agent.start(*RUN)
    windows.dialogs.press("Deny")
    done = asked.result(PATIENCE)
    assert (done.code, done.out.split()[0]) == (126, "denied")


def test_there_is_no_such_command(agent: WineAgent) -> None:
    assert agent.sayso("run", "--", "no-such-program-7f3a").code == 127
