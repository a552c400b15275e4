"""The command as gpg-agent starts it, against a scripted daemon."""

import sys

assert sys.platform != "win32"

import os
import pty
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sayso import __version__
from sayso.wire.messages import FIELDS
from support.processes import wait_until
from support.scripted_daemon import (
    CLAIM,
    READY_PASSWORD,
    Caller,
    Script,
    ScriptedDaemon,
)

COMMAND = [sys.executable, "-m", "sayso", "pinentry"]
CANCELLED = b"ERR 83886179 Operation cancelled <Pinentry>\n"
SECRET = b"canary-7f3a \xc3\xa4%\n\xff"
ESCAPED = b"D canary-7f3a \xc3\xa4%25%0A\xff\n"
PATIENCE = 20.0
"""Seconds that gpg-agent is kept waiting at most, where nobody can be asked."""

OTHER = """#!{python}
import sys
print("OK the other", flush=True)
for line in sys.stdin:
    with open({heard!r}, "a") as file:
        file.write(line)
    if line == "GETPIN\\n":
        print("S PIN_REPEATED\\nD from the terminal", flush=True)
    print({reply!r}, flush=True)
"""
"""Another pinentry."""


class Pinentry:
    """The process, as gpg-agent has it."""

    def __init__(self, path: str, *options: str, **environ: str) -> None:
        """`path`: the daemon's socket."""
        self.process = subprocess.Popen(
            [*COMMAND, "--no-spawn", *options],
            env={**os.environ, "SAYSO_SOCKET": path, **environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdin
        assert self.process.stdout
        self._into, self._out = self.process.stdin, self.process.stdout
        assert self._out.readline().startswith(b"OK ")

    def say(self, *lines: str) -> None:
        """Each but the last is taken."""
        for line in lines:
            self._into.write(line.encode() + b"\n")
            self._into.flush()
            if line is not lines[-1]:
                assert self._out.readline() == b"OK\n"

    def reply(self) -> bytes:
        """Up to its last line."""
        told = b""
        while not told.startswith((b"OK", b"ERR")) and b"\nOK" not in told and b"\nERR" not in told:
            line = self._out.readline()
            assert line, "it has ended"
            told += line
        return told

    def ask(self, *lines: str) -> bytes:
        self.say(*lines)
        return self.reply()

    def stop_reading(self) -> None:
        self._out.close()

    def close(self) -> tuple[int, bytes]:
        """Its exit status, and what it told on standard error."""
        _, told = self.process.communicate(timeout=20)
        return self.process.returncode, told


Start = Callable[..., Pinentry]


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[Pinentry] = []

    def new(*arguments: str, **environ: str) -> Pinentry:
        started.append(Pinentry(*arguments, **environ))
        return started[-1]

    yield new
    for each in started:
        each.process.kill()
        each.process.communicate()


def typing(asked: dict[str, Any]) -> Script:
    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        asked.update(caller.expect("ask"))
        caller.progress(number=1, state="shown", place=1, of=1, seconds_left=9)
        caller.reply(READY_PASSWORD)
        assert caller.expect("claim") == {"claim": CLAIM}
        caller.reply_secret(SECRET)

    return script


def open_until_it_ends(asked: Callable[[], object] = lambda: None) -> Script:
    """`asked`: what then happens."""

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        caller.expect("ask")
        caller.progress(number=1, state="shown", place=1, of=1, seconds_left=9)
        asked()
        assert caller.ends()

    return script


def test_a_passphrase_comes_as_it_was_typed(start: Start) -> None:
    asked: dict[str, Any] = {}
    with ScriptedDaemon(typing(asked)) as daemon:
        pinentry = start(daemon.path, "--display", ":7")
        told = pinentry.ask("OPTION grab", "SETDESC For%0Aall", "SETTIMEOUT 30", "GETPIN")
        assert told == ESCAPED + b"OK\n"
        assert pinentry.ask("GETINFO ttyinfo").split()[3] == b":7"
        assert pinentry.ask("BYE") == b"OK closing connection\n"
        assert pinentry.close() == (0, b"")
    assert (asked["kind"], asked["message"], asked["timeout"]) == ("password", "For\nall", 30)
    assert asked["bound"] is True


def test_it_is_a_command_of_its_own() -> None:
    """As it is installed beside the interpreter."""
    command = Path(sys.executable).with_name("pinentry-sayso")
    for options, said in (
        (["--version"], f"sayso {__version__}\n"),
        (["--display", ":0", "--no-global-grab"], "OK Pleased to meet you\n"),
    ):
        told = subprocess.run(
            [command, *options], stdin=subprocess.DEVNULL, capture_output=True, check=True
        )
        assert told.stdout.decode() == said


def test_lines_that_are_too_long_are_refused_and_it_goes_on(start: Start) -> None:
    pinentry = start("/proc/nowhere")
    assert pinentry.ask("SETDESC " + "x" * 993).startswith(b"ERR 536871175 ")
    assert pinentry.ask("SETDESC " + "x" * 992) == b"OK\n"


def test_it_ends_with_its_input(start: Start) -> None:
    assert start("/proc/nowhere").close() == (0, b"")


def test_gpg_agents_interrupt_ends_it_and_with_it_the_question(start: Start) -> None:
    def interrupt() -> None:
        pinentry.process.send_signal(signal.SIGINT)

    with ScriptedDaemon(open_until_it_ends(interrupt)) as daemon:
        pinentry = start(daemon.path)
        pinentry.say("GETPIN")
        assert pinentry.close() == (-signal.SIGINT, b"")


class TestNobodyCanBeAsked:
    def test_without_a_daemon_it_is_cancelled(self, start: Start) -> None:
        pinentry = start("/proc/nowhere")
        assert pinentry.ask("GETPIN") == CANCELLED
        assert pinentry.ask("CONFIRM") == CANCELLED
        assert pinentry.ask("MESSAGE") == CANCELLED
        assert pinentry.close()[1].count(b"sayso pinentry: ") == 3

    def test_a_daemon_that_hangs_keeps_nobody_waiting(self, start: Start) -> None:
        with ScriptedDaemon(lambda caller: print(caller.ends(), caller.ends())) as daemon:
            pinentry = start(daemon.path)
            began = time.monotonic()
            assert pinentry.ask("GETPIN") == CANCELLED
            assert time.monotonic() - began < PATIENCE
        assert b"the daemon does not answer" in pinentry.close()[1]

    def test_a_daemon_that_ends_ends_the_question(self, start: Start) -> None:
        def script(caller: Caller) -> None:
            caller.greet(fields=FIELDS)
            caller.expect("ask")
            caller.progress(number=1, state="shown", place=1, of=1, seconds_left=9)

        with ScriptedDaemon(script) as daemon:
            assert start(daemon.path).ask("GETPIN") == CANCELLED

    @pytest.mark.parametrize("status", ["no_interactor", "refused"])
    def test_without_a_screen_it_is_cancelled(self, start: Start, status: str) -> None:
        with ScriptedDaemon(unasked(status)) as daemon:
            assert start(daemon.path).ask("GETPIN") == CANCELLED


def unasked(status: str) -> Script:
    decider = {"no_interactor": "headless", "refused": "policy"}[status]
    told = {"status": status, "decider": decider, "reason": "do_not_disturb"}

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        caller.expect("ask")
        caller.reply(told)

    return script


class TestTheDialogGoes:
    def test_when_nobody_reads_any_more(self, start: Start) -> None:
        with ScriptedDaemon(open_until_it_ends(lambda: pinentry.stop_reading())) as daemon:
            pinentry = start(daemon.path)
            pinentry.say("GETPIN")

    def test_when_the_process_ends_for_which_it_is(self, start: Start) -> None:
        with subprocess.Popen(["sleep", "60"]) as owner:
            with ScriptedDaemon(open_until_it_ends(owner.kill)) as daemon:
                pinentry = start(daemon.path)
                told = pinentry.ask(f"OPTION owner={owner.pid}/0 {os.uname().nodename}", "GETPIN")
            assert told == CANCELLED

    def test_when_who_started_it_ends(self) -> None:
        """A shell, whose output another program reads on."""
        with ScriptedDaemon(open_until_it_ends(lambda: shell.kill())) as daemon:
            read, write = os.pipe()
            shell = subprocess.Popen(
                ["sh", "-c", f"{' '.join(COMMAND)} --no-spawn; true"],
                env={**os.environ, "SAYSO_SOCKET": daemon.path},
                stdin=subprocess.PIPE,
                stdout=write,
            )
            os.close(write)
            assert shell.stdin
            shell.stdin.write(b"GETPIN\n")
            shell.stdin.flush()
            shell.wait(20)
        shell.stdin.close()  # until now it could read, and be read
        os.close(read)


class TestForWhom:
    """What the kernel says of that process is the daemon's to tell."""

    def asked(self, start: Start, owner: str) -> tuple[int | None, str]:
        """On behalf of which process, and what is said of it beside the question."""
        asked: dict[str, Any] = {}
        with ScriptedDaemon(typing(asked)) as daemon:
            start(daemon.path).ask(f"OPTION owner={owner}", "SETDESC D", "GETPIN")
        assert asked["for_key"] is True
        return asked.get("on_behalf"), asked["message"].removeprefix("D").strip()

    def test_one_here(self, start: Start) -> None:
        with subprocess.Popen(["sleep", "60"]) as owner:
            for told in (f"{owner.pid}/0", f"{owner.pid} {os.uname().nodename}"):
                assert self.asked(start, told) == (owner.pid, "")
            owner.kill()

    def test_one_that_is_not_there(self, start: Start) -> None:
        with subprocess.Popen(["true"]) as gone:
            gone.wait()
        assert self.asked(start, f"{gone.pid}") == (gone.pid, "")

    def test_one_elsewhere(self, start: Start) -> None:
        told = self.asked(start, f"{os.getpid()}/0 some.other.host")
        assert told == (None, f"For: process {os.getpid()} on some.other.host")

    def test_one_after_another(self, start: Start) -> None:
        """In one connection, by what was said last."""
        asked: list[dict[str, Any]] = [{}, {}, {}]
        with (
            subprocess.Popen(["sleep", "60"]) as owner,
            ScriptedDaemon(*map(typing, asked)) as daemon,
        ):
            pinentry = start(daemon.path)
            for told in (owner.pid, owner.pid, os.getpid()):
                pinentry.ask(f"OPTION owner={told}", "SETDESC D", "GETPIN")
            owner.kill()
        assert [each["on_behalf"] for each in asked] == [owner.pid, owner.pid, os.getpid()]

    @pytest.mark.parametrize("owner", ["-1/-1", "", "0", "x", "\u0661", str(2**31)])
    def test_none(self, start: Start, owner: str) -> None:
        assert self.asked(start, owner) == (None, "")


class TestInTheTerminal:
    """Another pinentry asks there, told all that was said."""

    @pytest.fixture
    def terminal(self) -> Iterator[str]:
        ours, theirs = pty.openpty()
        yield os.ttyname(theirs)
        os.close(ours)
        os.close(theirs)

    @pytest.fixture
    def heard(self, tmp_path: Path) -> Path:
        return tmp_path / "heard"

    def other(self, heard: Path, name: str = "pinentry-curses", reply: str = "OK") -> str:
        """A PATH with it."""
        program = heard.with_name(name)
        text = OTHER.format(python=sys.executable, heard=str(heard), reply=reply)
        program.write_text(text)
        program.chmod(0o755)
        return str(heard.parent)

    @pytest.mark.parametrize("name", ["pinentry-curses", "pinentry-tty"])
    def test_it_is_asked_there(self, start: Start, terminal: str, heard: Path, name: str) -> None:
        path = self.other(heard, name)
        pinentry = start("/proc/nowhere", PATH=path)
        said = (f"OPTION ttyname={terminal}", "OPTION lc-ctype=C", "SETDESC a%0Ab", "SETREPEAT x")
        told = pinentry.ask(*said, "SETQUALITYBAR", "GETPIN")
        assert told == b"S PIN_REPEATED\nD from the terminal\nOK\n"
        assert heard.read_text().splitlines() == [*said, "GETPIN"]
        assert pinentry.ask("CONFIRM") == b"OK\n"
        assert heard.read_text().splitlines()[-3:] == [*said[:3], "CONFIRM"][-3:]

    def test_where_there_is_no_screen(self, start: Start, terminal: str, heard: Path) -> None:
        path = self.other(heard)
        with ScriptedDaemon(unasked("no_interactor")) as daemon:
            pinentry = start(daemon.path, PATH=path)
            assert pinentry.ask(f"OPTION ttyname={terminal}", "MESSAGE") == b"OK\n"
        assert heard.read_text().splitlines()[-1] == "MESSAGE"

    def test_what_it_refuses_is_refused(self, start: Start, terminal: str, heard: Path) -> None:
        path = self.other(heard, reply="ERR 83886194 Not confirmed <Pinentry>")
        pinentry = start("/proc/nowhere", PATH=path)
        told = pinentry.ask(f"OPTION ttyname={terminal}", "CONFIRM")
        assert told == b"ERR 83886194 Not confirmed <Pinentry>\n"

    def test_what_is_no_terminal(self, start: Start, heard: Path) -> None:
        heard.touch()
        pinentry = start("/proc/nowhere", PATH=self.other(heard))
        assert pinentry.ask(f"OPTION ttyname={heard}", "GETPIN") == CANCELLED
        assert heard.read_text() == ""

    def test_one_that_ends_at_once(self, start: Start, terminal: str, heard: Path) -> None:
        program = heard.with_name("pinentry-tty")
        program.write_text("#!/bin/sh\nexit 1\n")
        program.chmod(0o755)
        pinentry = start("/proc/nowhere", PATH=str(heard.parent))
        assert pinentry.ask(f"OPTION ttyname={terminal}", "GETPIN") == CANCELLED

    def test_one_that_hangs_goes_as_gpg_does(
        self, start: Start, terminal: str, heard: Path
    ) -> None:
        program = heard.with_name("pinentry-tty")
        program.write_text(f"#!/bin/sh\necho OK\n: > {heard}\nexec /bin/sleep 60\n")
        program.chmod(0o755)
        with subprocess.Popen(["sleep", "60"]) as owner:
            pinentry = start("/proc/nowhere", PATH=str(heard.parent))
            pinentry.say(f"OPTION ttyname={terminal}", f"OPTION owner={owner.pid}", "GETPIN")
            wait_until(heard.exists, "the other one to start")
            owner.kill()
            owner.wait()
            assert pinentry.reply() == CANCELLED
