"""Golden output of each verb, as a process of its own, against a scripted daemon."""

import sys

assert sys.platform != "win32"

import json
import os
import pty
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from sayso import errors
from support.scripted_daemon import (
    APPROVED,
    CLAIM,
    PENDING,
    READY,
    TICKET,
    Caller,
    Script,
    ScriptedDaemon,
    answering,
    committing,
    failing,
)

SAYSO = [sys.executable, "-m", "sayso"]
BOUND = 20.0
"""Seconds for a command to end."""

Result = subprocess.CompletedProcess[str]


def environ(path: str) -> dict[str, str]:
    return {**os.environ, "SAYSO_SOCKET": path, "COLUMNS": "100"}


def sayso(*args: str, script: Script, stdin: str = "") -> Result:
    with ScriptedDaemon(script) as daemon:
        return run(*args, path=daemon.path, stdin=stdin)


def run(*args: str, path: str, stdin: str = "") -> Result:
    return subprocess.run(
        [*SAYSO, *args],
        env=environ(path),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=BOUND,
        check=False,
    )


@pytest.fixture
def no_daemon() -> Iterator[str]:
    """A proper place where none listens."""
    with ScriptedDaemon() as daemon:
        yield f"{daemon.path}-none"


def test_approved_is_one_word_and_status_0() -> None:
    done = sayso("confirm", "Deploy?", script=committing(APPROVED))
    assert (done.returncode, done.stdout) == (0, "approved\n")
    assert done.stderr == "Approved by the person at the screen.\n"


def test_every_option_reaches_the_daemon() -> None:
    asked: dict[str, Any] = {}

    def script(caller: Caller) -> None:
        assert caller.greet().startswith("sayso-cli/")
        asked.update(caller.expect("ask"))
        caller.reply(PENDING)

    options = (
        "--title=T --detail=D --approve=A --deny=N --destructive --wait=1 --timeout=2m "
        "--retention=90s --render-timeout=10 --max-retries=5 --scope=S --slot=L --owner=4711 "
        f"--ticket={TICKET} --no-spawn"
    )
    sayso("confirm", *options.split(), "Message", script=script)
    assert asked == {
        "kind": "confirm",
        "message": "Message",
        "title": "T",
        "details": "D",
        "approve": "A",
        "deny": "N",
        "severity": "destructive",
        "wait": 1,
        "timeout": 120,
        "retention": 90,
        "render_timeout": 10,
        "max_retries": 5,
        "scope": "S",
        "slot": "L",
        "owner": 4711,
        "ticket": TICKET,
    }


def test_left_out_options_are_not_sent() -> None:
    asked: dict[str, Any] = {}

    def script(caller: Caller) -> None:
        caller.greet()
        asked.update(caller.expect("ask"))
        caller.reply(PENDING)

    sayso("confirm", "--detail-file=-", "Message", script=script, stdin="from\na pipe\n")
    assert asked == {"kind": "confirm", "message": "Message", "details": "from\na pipe\n"}


def test_pending_prints_the_ticket_and_the_command_that_picks_the_answer_up() -> None:
    done = sayso("confirm", "Deploy?", script=answering(PENDING))
    assert (done.returncode, done.stdout) == (3, "pending\n")
    assert done.stderr == (
        "No answer yet. The dialog stays open; a late answer is kept for its retention\n"
        "(60 s unless --retention says more); the same command then gets it at once.\n"
        f"Ticket: {TICKET}\n"
        f"Pick the answer up with: sayso collect {TICKET}\n"
    )


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        ({"status": "denied", "decider": "user"}, 1),
        ({"status": "dismissed", "decider": "user"}, 1),
        ({"status": "timed_out", "reason": "deadline", "decider": "deadline"}, 5),
    ],
)
def test_committed_outcomes(outcome: dict[str, Any], status: int) -> None:
    done = sayso("confirm", "Deploy?", script=committing(outcome))
    assert (done.returncode, done.stdout) == (status, f"{outcome['status']}\n")


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        ({"status": "no_interactor", "reason": "no screen", "decider": "headless"}, 4),
        (
            {"status": "not_shown", "should_retry": True, "retry_reason": "died", "decider": "ui"},
            7,
        ),
        ({"status": "superseded", "reason": "newer_call", "decider": "requester"}, 8),
        ({"status": "withdrawn", "reason": "owner_exited", "decider": "requester"}, 8),
        (
            {"status": "refused", "reason": "quiet_period", "retry_after": 5, "decider": "policy"},
            9,
        ),
    ],
)
def test_plain_outcomes(outcome: dict[str, Any], status: int) -> None:
    done = sayso("confirm", "--json", "Deploy?", script=answering(outcome))
    assert done.returncode == status
    assert json.loads(done.stdout) == outcome | {"allowed": False, "exit": status}
    assert done.stderr == ""


def test_an_approval_in_json() -> None:
    done = sayso("confirm", "--json", "Deploy?", script=committing(APPROVED))
    assert done.returncode == 0
    assert json.loads(done.stdout) == APPROVED | {"allowed": True, "exit": 0}
    assert done.stdout.count("\n") == 1


def test_declared_deny_stands_in_for_nobody_alone() -> None:
    nobody = {"status": "no_interactor", "reason": "no screen", "decider": "headless"}
    done = sayso("confirm", "--if-headless=deny", "Deploy?", script=answering(nobody))
    assert (done.returncode, done.stdout) == (1, "denied\n")
    assert "as declared" in done.stderr
    done = sayso("confirm", "--if-headless=deny", "Deploy?", script=committing(APPROVED))
    assert (done.returncode, done.stdout) == (0, "approved\n")


def test_the_daemons_complaint_names_the_option() -> None:
    script = failing(-32602, "approve: must be at most 40 characters", field="approve")
    done = sayso("confirm", "Deploy?", script=script)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sayso confirm: --approve: must be at most 40 characters\n"


def test_a_mismatch_says_what_to_do() -> None:
    script = failing(4003, "this ticket belongs to other words", remedy="leave it out")
    done = sayso("confirm", f"--ticket={TICKET}", "Deploy?", script=script)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "sayso confirm: this ticket belongs to other words\nWhat to do: leave it out\n"
    )


@pytest.mark.parametrize(
    "verb", [["confirm", "--no-spawn", "Go?"], ["list"], ["status"], ["withdraw", "1"]]
)
def test_no_daemon_is_status_6_and_none_is_started(verb: list[str], no_daemon: str) -> None:
    done = run(*verb, path=no_daemon)
    assert (done.returncode, done.stdout) == (6, "")
    assert "no daemon" in done.stderr
    assert "sayso daemon start" in done.stderr


def test_an_older_daemon_is_status_6_with_the_remedy() -> None:
    done = sayso("confirm", "Go?", script=lambda caller: void(caller.greet(protocol=0)))
    assert done.returncode == 6
    assert "older" in done.stderr
    assert "sayso daemon restart" in done.stderr


def void(_value: object) -> None:
    """A script returns nothing."""


def test_an_answer_that_nobody_hears_is_left_unclaimed() -> None:
    """The shell that started the command is gone when the answer comes."""
    claims: list[bool] = []

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        os.close(go)  # the shell ends…
        shell.wait(BOUND)
        caller.reply(READY)  # …and then comes the answer
        claims.append(not caller.ends())

    wait, go = os.pipe()
    with ScriptedDaemon(script) as daemon:
        command = f"'{sys.executable}' -m sayso confirm 'Go?' <&- & read line"
        shell = subprocess.Popen(
            ["sh", "-c", command],
            env=environ(daemon.path),
            stdin=wait,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        os.close(wait)
        told, _ = shell.communicate(timeout=BOUND)
    assert claims == [False]
    assert told.startswith("pending\n")


def test_an_orphan_from_the_start_is_heard() -> None:
    """Its shell has gone before the command begins."""
    command = f"exec 3<&0; (read line; exec '{sys.executable}' -m sayso confirm 'Go?') <&3 & exit"
    with ScriptedDaemon(committing(APPROVED)) as daemon:
        shell = subprocess.Popen(
            ["sh", "-c", command],
            env=environ(daemon.path),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        shell.wait(BOUND)
        told, _ = shell.communicate("go\n", timeout=BOUND)
    assert told == "approved\n"


def test_interrupted_is_130_and_says_that_the_question_stays() -> None:
    asked = threading.Event()

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        asked.set()
        assert caller.ends()

    with ScriptedDaemon(script) as daemon:
        process = subprocess.Popen(
            [*SAYSO, "confirm", "Go?"],
            env=environ(daemon.path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert asked.wait(BOUND)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=BOUND)
    assert (process.returncode, out) == (130, "")
    assert err == (
        "Interrupted. The question stays open: repeat the same command for its answer.\n"
    )


def test_interrupted_while_it_claims_it_promises_nothing() -> None:
    claimed = threading.Event()

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        caller.reply(READY)
        caller.expect("claim")
        claimed.set()
        assert caller.ends()

    with ScriptedDaemon(script) as daemon:
        process = subprocess.Popen(
            [*SAYSO, "confirm", "Go?"], env=environ(daemon.path), stderr=subprocess.PIPE, text=True
        )
        assert claimed.wait(BOUND)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=BOUND)
    assert process.returncode == 130
    assert "it may be spent, and you may be asked again" in err


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_broken_pipe_changes_no_status_and_makes_no_noise(stream: str) -> None:
    read, write = os.pipe()
    os.close(read)
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with ScriptedDaemon(committing(APPROVED)) as daemon:
        done = subprocess.run(
            [*SAYSO, "confirm", "Go?"],
            env=environ(daemon.path),
            **streams | {stream: write},
            text=True,
            timeout=BOUND,
            check=False,
        )
    os.close(write)
    assert done.returncode == 0
    assert "Traceback" not in (done.stderr or "")
    assert "BrokenPipe" not in (done.stderr or "")


@pytest.mark.parametrize("closed", [1, 2])
def test_a_closed_stream_changes_no_status(closed: int) -> None:
    with ScriptedDaemon(committing(APPROVED)) as daemon:
        done = subprocess.run(
            ["sh", "-c", f'"$0" -m sayso confirm Go {closed}>&-', sys.executable],
            env=environ(daemon.path),
            capture_output=True,
            text=True,
            timeout=BOUND,
            check=False,
        )
    assert done.returncode == 0
    assert done.stdout == ("" if closed == 1 else "approved\n")


def test_a_terminal_sees_one_line_that_is_erased() -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        caller.progress(number=1, state="queued", place=2, of=3, seconds_left=None)
        caller.progress(number=1, state="showing", place=1, of=3, seconds_left=None)
        caller.progress(number=1, state="put_off", place=3, of=3, seconds_left=None)
        caller.progress(number=1, state="shown", place=1, of=3, seconds_left=101.9)
        caller.reply(PENDING)

    ours, its = pty.openpty()
    with ScriptedDaemon(script) as daemon:
        process = subprocess.Popen(
            [*SAYSO, "confirm", "Go?"],
            env=environ(daemon.path),
            stdout=subprocess.PIPE,
            stderr=its,
            text=True,
        )
        out, _ = process.communicate(timeout=BOUND)
    os.close(its)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert out == "pending\n"
    line, _, rest = shown.partition("No answer yet")
    frames = line.split("\r")
    assert [frame.strip() for frame in frames if frame.strip()] == [
        "waiting for its turn · 2 of 3",
        "waiting for the dialog",
        "put off · the dialog comes back within a minute",
        "waiting for your answer · 1:42 left",
    ]
    assert frames[-2:] == [" " * len("waiting for your answer · 1:42 left"), ""]
    assert "\n" not in line
    assert TICKET in rest


def test_collect() -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("collect") == {"ticket": TICKET, "wait": 0}
        caller.reply(READY)
        assert caller.expect("claim") == {"claim": CLAIM}
        caller.reply(APPROVED)

    done = sayso("collect", TICKET, "--wait=0", script=script)
    assert (done.returncode, done.stdout) == (0, "approved\n")


def test_an_expired_ticket_is_status_2() -> None:
    script = failing(4004, "its time is over", method="collect", remedy="ask again without it")
    done = sayso("collect", TICKET, "--json", script=script)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["data"]["error"] == "expired"


@pytest.mark.parametrize(
    ("prompt", "params"),
    [("3", {"number": 3}), (TICKET, {"ticket": TICKET}), ("7" * 32, {"ticket": "7" * 32})],
)
def test_withdraw(prompt: str, params: dict[str, Any]) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("withdraw") == params
        caller.reply({"number": 3, "status": "withdrawn"})

    done = sayso("withdraw", prompt, script=script)
    assert (done.returncode, done.stdout) == (0, "withdrawn\n")
    assert done.stderr == "Question 3 is withdrawn.\n"


def test_withdraw_where_the_dialog_had_to_be_ended_by_force_is_status_6() -> None:
    words = "its dialog did not say closed within 1.5 s and was ended by force"
    remedy = errors.NotAcknowledged.default_remedy
    script = failing(5008, words, method="withdraw", remedy=remedy)
    done = sayso("withdraw", "3", script=script)
    assert (done.returncode, done.stdout) == (6, "")
    assert done.stderr == f"sayso withdraw: {words}\nWhat to do: {remedy}\n"


PROMPT = {
    "number": 12,
    "kind": "confirm",
    "title": "Deploy\x1b[2J\n",
    "asker": "claude",
    "cwd": "/src",
    "pid": 4312,
    "state": "not_shown",
    "place": None,
    "waiting": False,
    "age": 61.2,
    "seconds_left": None,
}
QUEUED = PROMPT | {
    "number": 3,
    "title": "",
    "state": "queued",
    "place": 2,
    "waiting": True,
    "seconds_left": 119.5,
}


def test_list_is_a_table_in_which_text_of_others_is_only_text() -> None:
    done = sayso("list", script=answering({"prompts": [PROMPT, QUEUED]}, method="list"))
    assert done.returncode == 0
    header, first, second = done.stdout.splitlines()
    assert header.split() == ["NUMBER", "STATE", "LEFT", "AGE", "CALLER", "ASKER", "TITLE"]
    assert first.split()[:8] == ["12", "not", "shown", "-", "1:01", "gone", "claude", "(4312)"]
    assert first.endswith("Deploy\\u{1b}[2J\\u{a}")
    assert second.split() == ["3", "queued", "2", "1:59", "1:01", "waits", "claude", "(4312)", "-"]
    assert header.index("TITLE") == first.index("Deploy")


def test_an_empty_list_says_so() -> None:
    done = sayso("list", script=answering({"prompts": []}, method="list"))
    assert (done.returncode, done.stdout) == (0, "Nothing is waiting.\n")


def test_list_in_json() -> None:
    done = sayso("list", "--json", script=answering({"prompts": [PROMPT]}, method="list"))
    assert json.loads(done.stdout) == {"prompts": [PROMPT], "exit": 0}


STATUS = {
    "pid": 4312,
    "version": "0.1.0",
    "protocol": 1,
    "uptime": 61.4,
    "socket": "/run/user/1000/sayso/socket",
    "screen": None,
    "screen_reason": "no display",
    "open": 2,
    "waiting": 1,
    "retained": 3,
    "connections": 4,
}


def test_status() -> None:
    done = sayso("status", script=answering(STATUS, method="status"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "daemon       0.1.0, pid 4312, protocol 1\n"
        "running for  61 s\n"
        "socket       /run/user/1000/sayso/socket\n"
        "screen       none (no display)\n"
        "questions    2 open, 3 kept\n"
        "callers      1 waiting, 4 connected\n"
    )


def test_status_in_json() -> None:
    done = sayso("status", "--json", script=answering(STATUS, method="status"))
    assert json.loads(done.stdout) == {"status": "running", "daemon": STATUS, "exit": 0}


def test_a_fault_of_ours_never_looks_like_a_denial() -> None:
    limited = ["sh", "-c", 'ulimit -n 8; exec "$@"', "sh", *SAYSO, "confirm", "Deploy?", "--json"]
    with tempfile.TemporaryDirectory(dir="/tmp") as directory:
        path = f"{directory}/sayso/socket"
        done = subprocess.run(
            limited, env=environ(path), capture_output=True, text=True, timeout=BOUND, check=False
        )
    assert done.returncode == 6
    assert json.loads(done.stdout)["allowed"] is False


def test_closed_standard_streams_do_no_harm() -> None:
    closed = ["sh", "-c", 'exec "$@" <&- >&-', "sh", *SAYSO, "confirm", "Deploy?"]
    with ScriptedDaemon(answering(PENDING)) as daemon:
        done = subprocess.run(
            closed,
            env=environ(daemon.path),
            capture_output=True,
            text=True,
            timeout=BOUND,
            check=False,
        )
    assert done.returncode == 3
    assert TICKET in done.stderr
