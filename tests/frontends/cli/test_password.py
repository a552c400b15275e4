"""sayso password: what goes to the pipe, what to standard error, and where it is never written."""

import sys

assert sys.platform != "win32"

import fcntl
import json
import os
import pty
import re
import signal
import socket
import subprocess
import termios
import threading
from pathlib import Path
from typing import IO, Any, BinaryIO

import pytest

from support.processes import wait_until
from support.scripted_daemon import (
    PENDING,
    READY_PASSWORD,
    TICKET,
    Caller,
    Script,
    ScriptedDaemon,
    answering,
    committing,
    failing,
    handing_over,
)

SAYSO = [sys.executable, "-m", "sayso"]
BOUND = 40.0
"""Seconds for a command to end."""

SECRET = b"canary-7f3a \xc3\xa4\n\xff"
NOBODY = {"status": "no_interactor", "reason": "no screen", "decider": "headless"}
DENIED = {"status": "denied", "decider": "user"}

Result = subprocess.CompletedProcess[bytes]


def run(*args: str, path: str, stdout: int | IO[Any] = subprocess.PIPE, **environ: str) -> Result:
    return subprocess.run(
        [*SAYSO, *args],
        env={**os.environ, "SAYSO_SOCKET": path, **environ},
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=BOUND,
        check=False,
    )


def sayso(*args: str, script: Script, **options: Any) -> Result:
    with ScriptedDaemon(script) as daemon:
        return run(*args, path=daemon.path, **options)


def refused(*args: str, **options: Any) -> bytes:
    """Refused before anything is asked: nobody is there to be asked. What it said."""
    with ScriptedDaemon() as daemon:
        done = run(*args, "--no-spawn", path=f"{daemon.path}-none", **options)
    assert done.returncode == 2
    assert not done.stdout
    return done.stderr


def test_it_goes_to_the_pipe_as_raw_bytes_and_a_newline() -> None:
    done = sayso("password", "Unlock", script=handing_over(SECRET))
    assert (done.returncode, done.stdout) == (0, SECRET + b"\n")
    assert done.stderr == b"answered\nAnswered by the person at the screen.\n"


def test_without_a_newline_where_every_byte_counts() -> None:
    done = sayso("password", "Unlock", "--no-newline", script=handing_over(SECRET))
    assert (done.returncode, done.stdout) == (0, SECRET)


def test_a_name_that_was_asked_for_comes_first() -> None:
    args = ("password", "Log in", "--user-prompt", "User")
    done = sayso(*args, script=handing_over(b"ann\nhunter2"))
    assert (done.returncode, done.stdout) == (0, b"ann\nhunter2\n")
    assert done.stderr == b"answered\nAnswered by the person at the screen.\n"


@pytest.mark.parametrize(
    ("checked", "said"),
    [
        (True, b"checked\nAnswered by the person at the screen. They have checked the box.\n"),
        (False, b"Answered by the person at the screen. They have not checked the box.\n"),
    ],
)
def test_whether_the_box_was_on_is_said_beside_it(checked: bool, said: bytes) -> None:
    args = ("password", "Unlock", "--check", "Keep it open")
    done = sayso(*args, script=handing_over(SECRET, checked=checked))
    assert (done.returncode, done.stdout) == (0, SECRET + b"\n")
    assert done.stderr == b"answered\n" + said
    done = sayso(*args, "--json", script=handing_over(SECRET, checked=checked))
    assert done.stdout == SECRET + b"\n"
    assert json.loads(done.stderr)["checked"] is checked


def test_nobody_checks_the_box_where_nobody_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "hunter2")
    args = ("password", "Unlock", "--check", "Keep it", "--json", "--if-headless", "env:SECRET")
    done = sayso(*args, script=answering(NOBODY))
    assert done.stdout == b"hunter2\n"
    assert json.loads(done.stderr)["checked"] is False


def test_an_empty_one_is_a_newline() -> None:
    done = sayso("password", "Unlock", script=handing_over(b""))
    assert (done.returncode, done.stdout) == (0, b"\n")


def test_a_long_one_comes_whole_through_a_slow_pipe() -> None:
    secret = b"x" * 65_536
    done = sayso("password", "Unlock", script=handing_over(secret))
    assert done.stdout == secret + b"\n"


def test_it_comes_whole_though_the_command_is_stopped_while_it_writes() -> None:
    """Ctrl-Z, then `fg`: a write to a pipe that was under way ends early (pipe(7), write(2))."""
    secret = b"x" * 65_536
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
    with ScriptedDaemon(handing_over(secret)) as daemon, os.fdopen(read, "rb") as pipe:
        command = subprocess.Popen(
            [*SAYSO, "password", "Unlock"],
            env={**os.environ, "SAYSO_SOCKET": daemon.path},
            stdout=write,
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        wait_until(lambda: _waiting_in(pipe) == 4096, "a full pipe", BOUND)
        command.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, command.pid, os.WSTOPPED)
        command.send_signal(signal.SIGCONT)
        assert pipe.read() == secret + b"\n"
        assert command.wait(BOUND) == 0


def _waiting_in(pipe: BinaryIO) -> int:
    """Bytes that nobody has read yet."""
    size = fcntl.ioctl(pipe, termios.FIONREAD, bytes(4))
    return int.from_bytes(size, sys.byteorder)


def test_a_socket_is_a_pipe_too() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        done = sayso("password", "Unlock", script=handing_over(SECRET), stdout=theirs.fileno())
        assert done.returncode == 0
        assert ours.recv(1000) == SECRET + b"\n"


def test_every_option_reaches_the_daemon() -> None:
    asked: dict[str, Any] = {}

    def script(caller: Caller) -> None:
        caller.greet()
        asked.update(caller.expect("ask"))
        caller.reply(PENDING)

    options = (
        "--title=T --detail=D --error=E --repeat --user-prompt=U --approve=A --deny=N --wait=1 "
        "--timeout=2m "
        "--retention=90s --render-timeout=10 --max-retries=5 --scope=S --slot=L --owner=4711 "
        f"--ticket={TICKET} --no-spawn"
    )
    sayso("password", *options.split(), "Unlock", script=script)
    assert asked == {
        "kind": "password",
        "message": "Unlock",
        "title": "T",
        "details": "D",
        "error": "E",
        "repeat": True,
        "user": "U",
        "approve": "A",
        "deny": "N",
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


@pytest.mark.parametrize(
    ("script", "status", "word"),
    [
        (committing(DENIED), 1, b"denied"),
        (answering(PENDING), 3, b"pending"),
        (answering(NOBODY), 4, b"no_interactor"),
    ],
)
def test_without_an_answer_nothing_goes_to_the_pipe(
    script: Script, status: int, word: bytes
) -> None:
    done = sayso("password", "Unlock", script=script)
    assert (done.returncode, done.stdout) == (status, b"")
    assert done.stderr.startswith(word + b"\n")


class TestJson:
    """On standard error: the pipe is for the password alone."""

    def test_of_an_answer_has_neither_the_password_nor_its_length(self) -> None:
        done = sayso("password", "--json", "Unlock", script=handing_over(SECRET))
        assert (done.returncode, done.stdout) == (0, SECRET + b"\n")
        assert json.loads(done.stderr) == {
            "status": "answered",
            "decider": "user",
            "allowed": True,
            "exit": 0,
        }

    def test_of_another_outcome(self) -> None:
        done = sayso("password", "--json", "Unlock", script=committing(DENIED))
        assert (done.returncode, done.stdout) == (1, b"")
        assert json.loads(done.stderr) == DENIED | {"allowed": False, "exit": 1}

    def test_of_an_error(self) -> None:
        script = failing(-32602, "error: must be one line", field="error")
        done = sayso("password", "--json", "Unlock", script=script)
        assert (done.returncode, done.stdout) == (2, b"")
        told = json.loads(done.stderr)
        assert told["error"]["message"] == "--error: must be one line"
        assert (told["allowed"], told["exit"]) == (False, 2)

    def test_of_an_interruption(self) -> None:
        asked = threading.Event()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            asked.set()
            assert caller.ends()

        with ScriptedDaemon(script) as daemon:
            process = subprocess.Popen(
                [*SAYSO, "password", "--json", "Unlock"],
                env={**os.environ, "SAYSO_SOCKET": daemon.path},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            assert asked.wait(BOUND)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=BOUND)
        assert (process.returncode, out) == (-signal.SIGINT, b"")
        assert "asks a new question" in json.loads(err)["error"]["message"]


class TestWhereItMayGo:
    """Exit 2 before anything is asked, unless the person who typed the command says --reveal."""

    def test_no_terminal(self) -> None:
        ours, terminal = pty.openpty()
        told = refused("password", "Unlock", stdout=terminal)
        os.close(terminal)
        os.close(ours)
        assert b"standard output is a terminal" in told
        assert b"--reveal" in told

    @pytest.mark.parametrize("file", ["regular", os.devnull])
    def test_no_file(self, file: str, tmp_path: Path) -> None:
        with (tmp_path / file).open("wb") as stream:
            told = refused("password", "Unlock", stdout=stream)
        assert b"standard output is no pipe" in told
        assert (tmp_path / file).stat().st_size == 0

    def test_in_json_on_standard_error(self, tmp_path: Path) -> None:
        with (tmp_path / "regular").open("wb") as stream:
            told = refused("password", "--json", "Unlock", stdout=stream)
        assert json.loads(told)["error"]["data"]["error"] == "invalid_params"

    @pytest.mark.parametrize("reveal", ["", "--reveal"])
    def test_not_where_it_is_closed(self, reveal: str) -> None:
        """Another file may have its number by then: the daemon's socket."""
        command = f'"$0" -m sayso password --no-spawn {reveal} Unlock >&-'
        with ScriptedDaemon() as daemon:
            done = subprocess.run(
                ["sh", "-c", command, sys.executable],
                env={**os.environ, "SAYSO_SOCKET": f"{daemon.path}-none"},
                stderr=subprocess.PIPE,
                timeout=BOUND,
                check=False,
            )
        assert done.returncode == 2
        assert b"standard output is closed" in done.stderr

    def test_a_file_with_reveal(self, tmp_path: Path) -> None:
        with (tmp_path / "regular").open("wb") as stream:
            done = sayso(
                "password", "--reveal", "Unlock", script=handing_over(SECRET), stdout=stream
            )
        assert done.returncode == 0
        assert (tmp_path / "regular").read_bytes() == SECRET + b"\n"

    def test_a_terminal_with_reveal(self) -> None:
        ours, terminal = pty.openpty()
        script = handing_over(b"hunter2")
        done = sayso("password", "--reveal", "Unlock", script=script, stdout=terminal)
        os.close(terminal)
        assert done.returncode == 0
        assert os.read(ours, 100) == b"hunter2\r\n"
        os.close(ours)

    def test_no_pipe_that_nobody_reads(self) -> None:
        read, write = os.pipe()
        os.close(read)
        told = refused("password", "--reveal", "Unlock", stdout=write)
        os.close(write)
        assert b"nobody reads" in told

    @pytest.mark.parametrize(
        ("method", "args", "status", "told"),
        [("ask", ["password", "Unlock"], 3, TICKET), ("collect", ["collect", TICKET], 2, "nobody")],
    )
    def test_a_reader_that_went_before_the_answer_came_leaves_it_for_the_ticket(
        self, method: str, args: list[str], status: int, told: str
    ) -> None:
        read, write = os.pipe()
        claims: list[bool] = []

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect(method)
            os.close(read)
            caller.reply(READY_PASSWORD)
            claims.append(not caller.ends())

        done = sayso(*args, script=script, stdout=write)
        os.close(write)
        assert claims == [False]
        assert done.returncode == status
        assert told.encode() in done.stderr

    @pytest.mark.parametrize("option", [[], ["--json"]])
    def test_a_reader_that_goes_while_it_is_claimed_is_no_success(self, option: list[str]) -> None:
        read, write = os.pipe()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.reply(READY_PASSWORD)
            caller.expect("claim")
            os.close(read)
            caller.reply_secret(SECRET)

        done = sayso("password", *option, "Unlock", script=script, stdout=write)
        os.close(write)
        assert done.returncode == 6
        assert b"the password could not be written" in done.stderr
        assert b"canary" not in done.stderr
        assert b"Traceback" not in done.stderr


class TestHeadless:
    def test_a_declared_variable_stands_in_for_nobody_alone(self) -> None:
        args = ("password", "--if-headless=env:P", "Unlock")
        done = sayso(*args, script=answering(NOBODY), P="hunter2")
        assert (done.returncode, done.stdout) == (0, b"hunter2\n")
        assert b"from the environment" in done.stderr
        done = sayso(*args, script=committing(DENIED), P="hunter2")
        assert (done.returncode, done.stdout) == (1, b"")
        done = sayso(*args, script=handing_over(SECRET), P="hunter2")
        assert (done.returncode, done.stdout) == (0, SECRET + b"\n")

    def test_its_bytes_are_taken_as_they_are(self) -> None:
        raw = os.fsdecode(b"\xff\xc3\xa4 ")
        args = ("password", "--if-headless=env:P", "--json", "Unlock")
        done = sayso(*args, script=answering(NOBODY), P=raw)
        assert done.stdout == b"\xff\xc3\xa4 \n"
        assert json.loads(done.stderr) == {
            "status": "answered",
            "decider": "headless",
            "allowed": True,
            "exit": 0,
        }

    def test_an_empty_one_is_set(self) -> None:
        done = sayso("password", "--if-headless=env:P", "X", script=answering(NOBODY), P="")
        assert (done.returncode, done.stdout) == (0, b"\n")

    def test_one_that_is_not_set_is_refused_before_anyone_is_asked(self) -> None:
        told = refused("password", "--if-headless=env:NOT_SET_ANYWHERE", "Unlock")
        assert b"--if-headless: the environment variable NOT_SET_ANYWHERE is not set" in told

    def test_with_a_user_it_holds_the_name_as_well(self) -> None:
        args = ("password", "--user-prompt=User", "--if-headless=env:P", "Log in")
        done = sayso(*args, script=answering(NOBODY), P="ann\nhunter2")
        assert (done.returncode, done.stdout) == (0, b"ann\nhunter2\n")
        told = refused(*args, P="hunter2")
        assert b"--if-headless: the environment variable P has only one line" in told
        assert b"it holds the name, a newline, and the password" in told
        assert b"hunter2" not in told

    def test_deny_can_be_declared(self) -> None:
        done = sayso("password", "--if-headless=deny", "Unlock", script=answering(NOBODY))
        assert (done.returncode, done.stdout) == (1, b"")
        assert b"as declared" in done.stderr

    @pytest.mark.parametrize(
        "declared", ["env:", "env:A=B", "approve", "ENV:P", "hunter2", "", "env"]
    )
    def test_nothing_else_can(self, declared: str) -> None:
        told = refused("password", f"--if-headless={declared}", "Unlock", P="hunter2")
        assert b"--if-headless" in told
        assert b"must be deny, or env:NAME" in told
        assert b"hunter2" not in told


class TestCollect:
    def test_a_password_goes_to_the_pipe_and_the_words_aside(self) -> None:
        script = handing_over(SECRET, method="collect")
        done = sayso("collect", "--json", TICKET, script=script)
        assert (done.returncode, done.stdout) == (0, SECRET + b"\n")
        assert json.loads(done.stderr)["status"] == "answered"

    def test_elsewhere_it_is_left_unclaimed(self, tmp_path: Path) -> None:
        claims: list[bool] = []

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("collect")
            caller.reply(READY_PASSWORD)
            claims.append(not caller.ends())

        with (tmp_path / "regular").open("wb") as stream:
            done = sayso("collect", TICKET, script=script, stdout=stream)
        assert done.returncode == 2
        assert b"standard output is no pipe" in done.stderr
        assert claims == [False]
        assert (tmp_path / "regular").read_bytes() == b""

    def test_unless_it_is_to_be_revealed(self, tmp_path: Path) -> None:
        script = handing_over(SECRET, method="collect")
        with (tmp_path / "regular").open("wb") as stream:
            done = sayso("collect", "--reveal", TICKET, script=script, stdout=stream)
        assert done.returncode == 0
        assert (tmp_path / "regular").read_bytes() == SECRET + b"\n"

    def test_a_confirmation_goes_anywhere(self, tmp_path: Path) -> None:
        approved = {"status": "approved", "decider": "user"}
        with (tmp_path / "regular").open("wb") as stream:
            script = committing(approved, method="collect")
            done = sayso("collect", TICKET, script=script, stdout=stream)
        assert done.returncode == 0
        assert (tmp_path / "regular").read_bytes() == b"approved\n"


def test_the_daemons_complaint_names_the_prompt() -> None:
    script = failing(-32602, "message: must be at most 16384 bytes of UTF-8", field="message")
    done = sayso("password", "Unlock", script=script)
    assert done.stderr == b"sayso password: PROMPT: must be at most 16384 bytes of UTF-8\n"


def test_no_option_takes_a_password() -> None:
    """Arguments are seen by every process: not even the words of an option hint at one."""
    with ScriptedDaemon() as daemon:
        told = run("password", "--help", path=daemon.path).stdout.decode()
    options = set(re.findall(r"--[a-z-]+", told))
    assert not options & {"--password", "--secret", "--value", "--answer", "--default"}
