"""--bound and --limit: what goes out, and what is said at the end."""

import sys

assert sys.platform != "win32"

import json
import signal
import subprocess
import threading
from typing import Any

import pytest

from sayso.wire.messages import FIELDS
from support.command import BOUND, SAYSO, environ, run, sayso
from support.scripted_daemon import CLAIM, READY, Caller, ScriptedDaemon, failing

LIMIT = {"status": "timed_out", "reason": "limit", "decider": "deadline"}


def over(caller: Caller) -> dict[str, Any]:
    """Its limit is; what was asked."""
    caller.greet(fields=FIELDS)
    asked = caller.expect("ask")
    caller.reply(READY)
    assert caller.expect("claim") == {"claim": CLAIM}
    caller.reply(LIMIT)
    return asked


@pytest.mark.parametrize("verb", ["confirm", "notice", "password"])
def test_reach_the_daemon(verb: str) -> None:
    asked: dict[str, Any] = {}
    more = ["--reveal"] if verb == "password" else []
    done = sayso(
        verb,
        "Go?",
        "--bound",
        "--limit=1m30s",
        *more,
        script=lambda caller: asked.update(over(caller)),
    )
    assert done.returncode == 5
    assert (asked["bound"], asked["limit"]) == (True, 90)
    assert "wait" not in asked


def test_the_end_of_the_limit_in_words_and_as_json() -> None:
    done = sayso(
        "confirm", "Go?", "--bound", "--limit=5", script=lambda caller: print(over(caller))
    )
    assert (done.returncode, done.stdout) == (5, "timed_out\n")
    assert (
        done.stderr
        == "The time that this call had is over. If you ask again, it is a new question.\n"
    )
    command = ("confirm", "Go?", "--bound", "--limit=5", "--json")
    done = sayso(*command, script=lambda caller: print(over(caller)))
    assert json.loads(done.stdout) == LIMIT | {"allowed": False, "exit": 5}


@pytest.mark.parametrize("verb", ["confirm", "password"])
@pytest.mark.parametrize("option", ["--wait=5", "--retention=5", "--slot=a", "--ticket=b"])
def test_stand_beside_no_option_of_another_call(verb: str, option: str) -> None:
    more = ["--reveal"] if verb == "password" else []
    done = run(verb, "Go?", "--bound", option, *more, path="/proc/nowhere")
    assert done.returncode == 2
    assert f"{option.partition('=')[0]}: can't stand beside --bound" in done.stderr


@pytest.mark.parametrize("limit", ["4", "25h", "-1", "nan", "inf", "ten"])
def test_a_limit_has_bounds(limit: str) -> None:
    done = run("confirm", "Go?", "--bound", f"--limit={limit}", path="/proc/nowhere")
    assert done.returncode == 2
    assert "--limit" in done.stderr
    assert "from 5s to 24h" in done.stderr


def test_a_limit_of_what_is_not_bound_is_refused_by_its_option() -> None:
    refusal = failing(-32602, "limit: works only with a bound question", field="limit")
    done = sayso("confirm", "Go?", "--limit=5", script=refusal)
    assert done.returncode == 2
    assert "--limit: works only with a bound question" in done.stderr


def test_an_older_daemon_is_not_asked() -> None:
    def script(caller: Caller) -> None:
        caller.greet(fields={"ask.confirm": ["kind", "message"]})
        assert caller.ends()

    done = sayso("confirm", "Go?", "--bound", script=script)
    assert (done.returncode, done.stdout) == (6, "")
    assert "does not know bound questions" in done.stderr
    assert "sayso daemon restart" in done.stderr


def test_a_daemon_that_goes_is_not_asked_again() -> None:
    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        caller.expect("ask")

    done = sayso("confirm", "Go?", "--bound", script=script)
    assert done.returncode == 6
    assert "ended with it" in done.stderr


def test_interrupted_says_that_nothing_is_kept() -> None:
    asked = threading.Event()

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        caller.expect("ask")
        asked.set()
        assert caller.ends()

    with ScriptedDaemon(script) as daemon:
        command = [*SAYSO, "confirm", "Go?", "--bound"]
        process = subprocess.Popen(
            command, env=environ(daemon.path), stderr=subprocess.PIPE, text=True
        )
        assert asked.wait(BOUND)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=BOUND)
    assert process.returncode == -signal.SIGINT
    assert err == "Interrupted. The question has closed with this command, and no answer is kept.\n"
