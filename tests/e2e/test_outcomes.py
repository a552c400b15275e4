"""Every outcome that the command line can reach, with its exit status, in words and as JSON.

The person's own word and the deadline are in test_flows.py.
"""

import signal
from typing import Any

import pytest

from support.asking import ALERT, answer, came_out, dialog, no_dialog, pending, replace_gi
from support.processes import Finished, kill, wait_until
from support.world import World

HANGS = "import time\ntime.sleep(1000)\n"
NOT_INSTALLED = "raise ImportError('No module named gi')\n"


def told(done: Finished) -> dict[str, Any]:
    """The outcome as JSON, once its exit status is seen to be the real one."""
    outcome = done.json
    assert outcome.pop("exit") == done.code, done
    return outcome


# The clocks


def test_pending(world: World) -> None:
    words = world.sayso("confirm", "Deploy?", "--wait", "0")
    assert (words.code, words.out) == (3, "pending\n")
    ticket = words.err.rpartition("sayso collect ")[2].strip()
    assert len(ticket) == 32
    dialog(world, "Deploy?")
    done = world.sayso("confirm", "Deploy?", "--wait", "0", "--json")
    assert done.code == 3
    assert told(done) == {"status": "pending", "ticket": ticket, "decider": None, "allowed": False}


def test_not_shown_because_nothing_is_painted(world: World) -> None:
    replace_gi(world, HANGS)
    command = ("confirm", "Deploy?", "--render-timeout", "10", "--max-retries", "0")
    done = world.sayso(*command, "--json")
    assert done.code == 7
    outcome = told(done)
    assert "10 s" in outcome.pop("retry_reason")
    assert outcome == {
        "status": "not_shown",
        "should_retry": False,
        "decider": "ui",
        "allowed": False,
    }
    again = world.sayso(*command)
    assert (again.code, again.out) == (7, "not_shown\n")
    assert "Do not try again." in again.err


def test_not_shown_because_its_dialogs_end_by_themselves(world: World) -> None:
    """With one further attempt: first it is worth trying again, then no more."""
    command = ("confirm", "Deploy?", "--max-retries", "1", "--json")
    for should_retry in (True, False):
        asked = world.start(*command)
        for _ in range(2):
            pid = dialog(world, "Deploy?")
            kill(pid)
            world.dialogs.wait_gone(role=ALERT, pid=pid)
        done = asked.wait()
        assert came_out(done) == (7, "not_shown")
        assert done.json["should_retry"] is should_retry
        assert "ended by itself" in done.json["retry_reason"]


# Nobody can be asked


def test_no_interactor_without_a_screen(headless_world: World) -> None:
    words = headless_world.sayso("confirm", "Deploy?")
    assert (words.code, words.out) == (4, "no_interactor\n")
    assert words.err.startswith("Nobody can be asked: there is no screen")
    done = headless_world.sayso("confirm", "Deploy?", "--json")
    assert done.code == 4
    outcome = told(done)
    assert "DISPLAY" in outcome.pop("reason")
    assert outcome == {"status": "no_interactor", "decider": "headless", "allowed": False}


def test_no_interactor_on_a_screen_that_cannot_be_opened(headless_world: World) -> None:
    headless_world.environ["DISPLAY"] = ":unreachable"
    for _ in range(2):
        done = headless_world.sayso("confirm", "Deploy?", "--json")
        assert came_out(done) == (4, "no_interactor")
        assert ":unreachable" in done.json["reason"]


def test_no_interactor_where_no_dialog_can_be_made(world: World) -> None:
    replace_gi(world, NOT_INSTALLED)
    done = world.sayso("confirm", "Deploy?", "--json")
    assert came_out(done) == (4, "no_interactor")
    assert "GTK" in done.json["reason"]


def test_a_denial_can_be_declared_for_no_interactor(headless_world: World) -> None:
    words = headless_world.sayso("confirm", "Deploy?", "--if-headless", "deny")
    assert (words.code, words.out) == (1, "denied\n")
    done = headless_world.sayso("confirm", "Deploy?", "--if-headless", "deny", "--json")
    assert done.code == 1
    assert told(done) == {"status": "denied", "decider": "headless", "allowed": False}


def test_an_approval_can_not_be_declared(headless_world: World) -> None:
    for declared in ("approve", "approved", "env:HOME"):
        done = headless_world.sayso("confirm", "Deploy?", "--if-headless", declared)
        assert (done.code, done.out) == (2, "")
        assert "--if-headless" in done.err


# The requester's own doing


def test_superseded_by_a_newer_call(world: World) -> None:
    ticket = pending(world, "Deploy?")
    first = world.start("collect", ticket)
    wait_until(lambda: world.prompts()[0]["waiting"], "the first call to wait")
    second = world.start("confirm", "Deploy?", "--ticket", ticket, "--json")
    words = first.wait()
    assert (words.code, words.out) == (8, "superseded\n")
    assert words.err == "A newer request took this question over. Nothing to do.\n"
    third = world.start("collect", ticket, "--json")
    done = second.wait()
    assert done.code == 8
    assert told(done) == {
        "status": "superseded",
        "reason": "newer_call",
        "decider": "requester",
        "allowed": False,
    }
    answer(world, "Deploy?")
    assert came_out(third.wait()) == (1, "denied")


def test_superseded_by_a_newer_question_in_its_slot(world: World) -> None:
    older = pending(world, "Deploy 1?", "--slot", "deploy")
    dialog(world, "Deploy 1?")
    newer = pending(world, "Deploy 2?", "--slot", "deploy")
    answer(world, "Deploy 2?")
    assert came_out(world.sayso("collect", newer, "--json")) == (1, "denied")
    done = world.sayso("collect", older, "--json")
    assert came_out(done) == (8, "superseded")
    assert done.json["reason"] == "slot"
    words = world.sayso("collect", older)
    assert words.err == "A newer question took its place. Nothing to do.\n"


@pytest.mark.parametrize("by", ["number", "ticket"])
def test_withdrawn_by_its_requester(world: World, by: str) -> None:
    ticket = pending(world, "Deploy?")
    waiting = world.start("collect", ticket, "--json")
    wait_until(lambda: world.prompts()[0]["waiting"], "the call to wait")
    dialog(world, "Deploy?")
    withdrawn = world.sayso("withdraw", "1" if by == "number" else ticket)
    assert (withdrawn.code, withdrawn.out) == (0, "withdrawn\n")
    done = waiting.wait()
    assert done.code == 8
    assert told(done) == {
        "status": "withdrawn",
        "reason": "requester",
        "decider": "requester",
        "allowed": False,
    }
    no_dialog(world)
    again = world.sayso("withdraw", ticket, "--json")
    assert (again.code, again.json["error"]["data"]["error"]) == (2, "not_open")


def test_withdrawn_with_all_of_its_scope(world: World) -> None:
    """By a later command of the same program; another program's of that name stays."""
    agent, other = world.agent(), world.agent()
    for message in ("One?", "Two?"):
        assert agent.sh(f"sayso confirm {message} --scope run --wait 0").code == 3
    assert other.sh("sayso confirm Three? --scope run --wait 0").code == 3
    dialog(world, "One?")
    withdrawn = agent.sh("sayso withdraw --scope run --json")
    assert withdrawn.json == {"numbers": [1, 2], "status": "withdrawn", "exit": 0}
    dialog(world, "Three?")
    again = agent.sh("sayso withdraw --scope run --json")
    assert (again.code, again.json["error"]["data"]["error"]) == (2, "not_open")


def test_withdrawn_because_its_owner_exited(world: World) -> None:
    """The owner is another than the one that it would be by itself: the agent, not its parent."""
    owner = world.agent().child()
    asked = owner.start_sh(f"sayso confirm Deploy? --owner {owner.pid}; echo $?")
    dialog(world, "Deploy?")
    kill(owner.pid)
    wait_until(lambda: asked.out == "withdrawn\n8\n", "the command to hear of it")
    assert asked.err == "Withdrawn, because its owner exited. Nothing to do.\n"
    no_dialog(world)


def test_withdrawn_because_its_terminal_was_closed(world: World) -> None:
    """Without a word from the requester, the owner is where the person works."""
    tab = world.agent().child(terminal=True)
    asked = tab.sh("sayso confirm Deploy? --wait 0 --json").json
    dialog(world, "Deploy?")
    kill(tab.pid)
    no_dialog(world)
    done = world.sayso("collect", asked["ticket"], "--json")
    assert came_out(done) == (8, "withdrawn")
    assert done.json["reason"] == "owner_exited"


# The policy


def test_refused_past_the_limit(world: World) -> None:
    """And what is open already stays as it is."""
    first = world.start("confirm", "Deploy 1?", "--json")
    dialog(world, "Deploy 1?")
    for number in range(2, 9):
        pending(world, f"Deploy {number}?")
    words = world.sayso("confirm", "Deploy 9?")
    assert (words.code, words.out) == (9, "refused\n")
    assert "too many questions" in words.err
    done = world.sayso("confirm", "Deploy 9?", "--json")
    assert done.code == 9
    assert told(done) == {
        "status": "refused",
        "reason": "origin_limit",
        "retry_after": None,
        "decider": "policy",
        "allowed": False,
    }
    assert len(world.prompts()) == 8
    answer(world, "Deploy 1?")
    assert came_out(first.wait()) == (1, "denied")


def test_refused_in_a_quiet_period(world: World) -> None:
    for _ in range(3):
        asked = world.start("confirm", "Deploy?")
        answer(world, "Deploy?")
        assert asked.wait().code == 1
    done = world.sayso("confirm", "Deploy?", "--json")
    assert done.code == 9
    outcome = told(done)
    assert 540 < outcome.pop("retry_after") <= 600
    assert outcome == {
        "status": "refused",
        "reason": "quiet_period",
        "decider": "policy",
        "allowed": False,
    }
    words = world.sayso("confirm", "Deploy?")
    assert (words.code, words.out) == (9, "refused\n")
    assert "it was denied several times in a row" in words.err
    pending(world, "Deploy something else?")


# Errors


def test_an_invalid_request(world: World) -> None:
    for option, value in (
        ("--timeout", "4"),
        ("--wait", "601"),
        ("--approve", "x" * 41),
        ("--title", "x" * 201),
        ("--owner", "1"),
    ):
        words = world.sayso("confirm", "Deploy?", option, value)
        assert (words.code, words.out) == (2, "")
        assert option in words.err
        done = world.sayso("confirm", "Deploy?", option, value, "--json")
        assert done.code == 2
        outcome = told(done)
        assert outcome["allowed"] is False
        assert outcome["error"]["data"]["error"] == "invalid_params"
    assert world.prompts() == []


def test_a_ticket_that_was_never_given(world: World) -> None:
    words = world.sayso("collect", "0" * 32)
    assert (words.code, words.out) == (2, "")
    assert "What to do: ask again without the ticket" in words.err
    done = world.sayso("confirm", "Deploy?", "--ticket", "0" * 32, "--json")
    assert done.code == 2
    assert told(done)["error"]["data"]["error"] == "expired"
    assert world.prompts() == []


def test_unreachable(headless_world: World) -> None:
    words = headless_world.sayso("confirm", "Deploy?", "--no-spawn")
    assert (words.code, words.out) == (6, "")
    assert "What to do: start it with: sayso daemon start" in words.err
    done = headless_world.sayso("confirm", "Deploy?", "--no-spawn", "--json")
    assert done.code == 6
    outcome = told(done)
    assert outcome["allowed"] is False
    assert outcome["error"]["data"]["error"] == "unreachable"
    assert headless_world.sayso("status").code == 6
    assert headless_world.daemon_pid() is None


@pytest.mark.root("sudo makes root of its user")
def test_no_daemon_is_started_under_sudo(headless_world: World) -> None:
    headless_world.environ["SUDO_UID"] = "1000"
    done = headless_world.sayso("confirm", "Deploy?")
    assert (done.code, done.out) == (6, "")
    assert "under sudo none is started" in done.err
    assert "run it as yourself, without sudo" in done.err
    assert headless_world.daemon_pid() is None


# Ctrl-C


def test_ctrl_c_leaves_the_question_open(world: World) -> None:
    """In one shell on a terminal: the same command, repeated, waits for the same dialog."""
    command = "sayso confirm Deploy?; echo exit $?; "
    shell = world.spawn(["sh", "-c", "trap : INT; " + 2 * command], terminal=True)
    pid = dialog(world, "Deploy?")
    wait_until(lambda: "waiting for your answer" in shell.err, "the countdown on the terminal")
    shell.type("\x03")
    wait_until(lambda: shell.out == "exit 130\n", "the end of the first command")
    assert "The question stays open" in shell.err
    wait_until(lambda: world.prompts()[0]["waiting"], "the second command to wait")
    assert dialog(world, "Deploy?") == pid
    answer(world, "Deploy?", "Approve")
    assert shell.wait().out == "exit 130\napproved\nexit 0\n"


def test_an_interrupt_leaves_its_words_in_json(world: World) -> None:
    asked = world.start("confirm", "Deploy?", "--json")
    dialog(world, "Deploy?")
    asked.signal(signal.SIGINT)
    done = asked.wait()
    assert done.code == -signal.SIGINT
    assert (done.json["exit"], done.json["allowed"]) == (130, False)
    wait_until(lambda: world.dialogs.shows("has stopped waiting"), "the banner that grows it")
    answer(world, "Deploy?")
    assert came_out(world.sayso("confirm", "Deploy?", "--json")) == (1, "denied")
