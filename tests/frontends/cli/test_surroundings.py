"""A command whose shell, streams or terminal are not as usual, and one that is interrupted."""

import sys

assert sys.platform != "win32"

import json
import os
import pty
import signal
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest

from support.accounts import set_home
from support.command import BOUND, SAYSO, by_shell, environ
from support.scripted_daemon import (
    APPROVED,
    PENDING,
    READY,
    TICKET,
    Caller,
    ScriptedDaemon,
    answering,
    committing,
)


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


def test_interrupted_ends_by_the_signal_and_says_that_the_question_stays() -> None:
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
    assert (process.returncode, out) == (-signal.SIGINT, "")
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
    assert process.returncode == -signal.SIGINT
    assert "it may be lost, and repeating the command may ask again" in err


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
        done = by_shell(f"confirm Go {closed}>&-", path=daemon.path)
    assert done.returncode == 0
    assert done.stdout == ("" if closed == 1 else "approved\n")


def test_a_terminal_that_goes_away_meanwhile_changes_no_status() -> None:
    ours, its = pty.openpty()

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        os.close(ours)
        caller.progress(number=1, state="showing", place=1, of=1, seconds_left=None)
        caller.reply(READY)
        caller.expect("claim")
        caller.reply(APPROVED)

    with ScriptedDaemon(script) as daemon:
        done = subprocess.run(
            [*SAYSO, "confirm", "Go?"],
            env=environ(daemon.path),
            stdout=subprocess.PIPE,
            stderr=its,
            text=True,
            timeout=BOUND,
            check=False,
        )
    os.close(its)
    assert (done.returncode, done.stdout) == (0, "approved\n")


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
        "put off · the dialog comes back by itself",
        "waiting for your answer; the dialog closes in 1:42",
    ]
    assert frames[-2:] == [" " * len("waiting for your answer; the dialog closes in 1:42"), ""]
    assert "\n" not in line
    assert TICKET in rest


def test_a_fault_of_ours_never_looks_like_a_denial() -> None:
    limited = ["sh", "-c", 'ulimit -n 8; exec "$@"', "sh", *SAYSO, "confirm", "Deploy?", "--json"]
    with tempfile.TemporaryDirectory(dir="/tmp") as directory:
        path = f"{directory}/sayso/socket"
        done = subprocess.run(
            limited, env=environ(path), capture_output=True, text=True, timeout=BOUND, check=False
        )
    assert done.returncode == 6
    assert json.loads(done.stdout)["allowed"] is False


@pytest.mark.parametrize("closed", ["<&-", "<&- >&-", "<&- >&- 2>&-"])
def test_closed_standard_streams_do_no_harm_to_a_daemon_that_is_started(
    closed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it says when it listens comes through a descriptor that a closed stream left free."""
    with tempfile.TemporaryDirectory(dir="/tmp") as directory:
        set_home(monkeypatch, Path(directory))
        sayso = [sys.executable, "-m", "sayso"]
        own = {"SAYSO_SOCKET": f"{directory}/sayso/socket"}
        started = subprocess.run(
            ["sh", "-c", f'exec "$@" {closed}', "sh", *sayso, "daemon", "start"],
            env={**os.environ, **own},
            timeout=BOUND,
            check=False,
        )
        stopped = subprocess.run(
            [*sayso, "daemon", "stop"],
            env={**os.environ, **own},
            capture_output=True,
            text=True,
            timeout=BOUND,
            check=False,
        )
    assert started.returncode == 0
    assert "The daemon has stopped" in stopped.stdout


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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_it_quietly_and_the_question_stays_unclaimed(number: int) -> None:
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
        process.send_signal(number)
        told = process.communicate(timeout=BOUND)
    assert process.returncode == -number
    assert told == ("", "")


def test_a_shell_that_runs_it_in_a_loop_ends_with_it() -> None:
    """Ctrl-C reaches both; bash goes on unless the command ended by the signal itself."""
    asked = threading.Event()

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        asked.set()
        assert caller.ends()

    with ScriptedDaemon(script) as daemon:
        loop = f"while '{sys.executable}' -m sayso confirm Go || true; do echo again; done"
        process = subprocess.Popen(
            ["bash", "-c", loop],
            env=environ(daemon.path),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        assert asked.wait(BOUND)
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=BOUND)
    assert (process.returncode, out) == (-signal.SIGINT, "")


@pytest.mark.parametrize(
    "command", ["--help", "confirm --help", "completion zsh", "completion bash --json", "--version"]
)
def test_a_reader_that_has_enough_ends_it_quietly(command: str) -> None:
    pipe = f"exec '{sys.executable}' -m sayso {command} | head -0; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", pipe], capture_output=True, text=True, timeout=BOUND, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


PROGRAM = """
import sys, threading
from sayso.__main__ import main
{before}
sys.argv = ["sayso", {words}]
sys.exit(main())
"""


def ran(before: str, words: str = "'--version'", out: int = subprocess.PIPE) -> tuple[int, str]:
    """Exit status and output of a command in whose process something was done before."""
    program = PROGRAM.format(before=before, words=words)
    done = subprocess.run(
        [sys.executable, "-c", program], stdout=out, stderr=subprocess.PIPE, text=True,
        timeout=BOUND, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout or ""


def test_what_was_written_before_the_end_is_there_after_it() -> None:
    code, out = ran("sys.stdout.write('before ')")
    assert (code, out.split()[:2]) == (0, ["before", "sayso"])


def test_a_command_that_fails_keeps_its_status() -> None:
    assert ran("sys.stdout.write('before')", "'no such verb'") == (2, "before")


def test_a_thread_that_is_at_work_is_waited_for() -> None:
    waiting = "threading.main_thread().join(); print('and the thread')"
    code, out = ran(f"def last():\n    {waiting}\nthreading.Thread(target=last).start()")
    assert (code, out.splitlines()[-1]) == (0, "and the thread")


def test_what_is_logged_at_the_end_is_written() -> None:
    """As `logging.shutdown` has handlers do."""
    keeping = (
        "import logging, logging.handlers\n"
        "target = logging.StreamHandler(sys.stdout)\n"
        "logging.getLogger().addHandler(logging.handlers.MemoryHandler(100, target=target))\n"
        "logging.warning('kept until the end')"
    )
    code, out = ran(keeping)
    assert (code, out.splitlines()[-1]) == (0, "kept until the end")
