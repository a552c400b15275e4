"""sayso run on a terminal: a shell's job control, its keys, and its size reach the command."""

import sys

assert sys.platform != "win32"

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.processes import PATIENCE, wait_until
from support.scripted_daemon import APPROVED, READY, Caller, Script, ScriptedDaemon, committing

YES = committing(APPROVED)
CTRL_C, CTRL_Z = b"\x03", b"\x1a"
RUN = f'"{sys.executable}" -m sayso run'


class Shell:
    """An interactive bash on a terminal of its own."""

    def __init__(self, place: Path, socket: str) -> None:
        self._master, slave = pty.openpty()
        self.resize(30, 90)
        self._said = bytearray()
        self._process = subprocess.Popen(
            ["bash", "--norc", "--noprofile", "-i"],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            cwd=place,
            env={**os.environ, "SAYSO_SOCKET": socket, "PS1": "READY> ", "TERM": "dumb"},
        )
        os.close(slave)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self.await_words("READY> ")

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._master, 4096)
            except OSError:  # the shell has gone
                return
            if not data:
                return
            self._said += data

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))

    def type(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def enter(self, line: str) -> None:
        self.type(line.encode() + b"\n")

    def await_words(self, words: str) -> str:
        """All that was said until then, which is not looked at again."""
        pattern = re.compile(words.encode())
        wait_until(lambda: pattern.search(self._said), words)
        found = pattern.search(self._said)
        assert found
        told = bytes(self._said[: found.end()]).decode()
        del self._said[: found.end()]
        return told

    def status(self) -> int:
        """Of what it did last."""
        self.enter('echo "status=$?."')
        return int(self.await_words(r"status=\d+\.").rpartition("=")[2][:-1])

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join(PATIENCE)
        os.close(self._master)


@pytest.fixture
def daemons() -> Iterator[Callable[..., ScriptedDaemon]]:
    started: list[ScriptedDaemon] = []

    def start(*scripts: Script) -> ScriptedDaemon:
        started.append(ScriptedDaemon(*scripts).__enter__())
        return started[-1]

    yield start
    for each in started:
        each.__exit__(None, None, None)


@pytest.fixture
def shell(tmp_path: Path, daemons: Callable[..., ScriptedDaemon]) -> Iterator[Callable[..., Shell]]:
    """A shell whose daemon plays this."""
    shells: list[Shell] = []

    def start(*scripts: Script) -> Shell:
        shells.append(Shell(tmp_path, daemons(*scripts).path))
        return shells[-1]

    yield start
    for each in shells:
        each.close()


Start = Callable[..., Shell]

LOOP = "while :; do sleep 0.05; done"
WAITS = f"trap 'echo got-cont' CONT; trap 'echo got-term; exit 3' TERM; echo be''gun; {LOOP}"


def test_the_terminals_size_is_the_commands(shell: Start) -> None:
    terminal = shell(YES)
    terminal.enter(f"{RUN} -- stty size")
    terminal.await_words("30 90\r\n")
    assert terminal.status() == 0


def test_a_new_size_is_told_to_it(shell: Start) -> None:
    terminal = shell(YES)
    line = "trap 'stty size; exit' WINCH; echo be''gun; " + LOOP
    terminal.enter(f'{RUN} -- sh -c "{line}"')
    terminal.await_words("begun")
    terminal.resize(40, 100)
    terminal.await_words("40 100\r\n")


def test_it_has_the_terminal_for_what_is_typed(shell: Start) -> None:
    terminal = shell(YES)
    terminal.enter(f"{RUN} -- sh -c 'read line; echo got-$line; test -t 0 -a -t 1 -a -t 2'")
    terminal.enter("words")
    terminal.await_words("got-words")
    assert terminal.status() == 0


def test_ctrl_c_ends_the_command(shell: Start) -> None:
    terminal = shell(YES)
    terminal.enter(f"{RUN} -- sh -c \"echo be''gun; exec sleep 60\"")
    terminal.await_words("begun")
    terminal.type(CTRL_C)
    terminal.await_words("READY> ")
    assert terminal.status() == 128 + signal.SIGINT


def test_one_that_catches_ctrl_c_ends_as_it_likes(shell: Start) -> None:
    terminal = shell(YES)
    line = "trap 'exit 7' INT; echo be''gun; " + LOOP
    terminal.enter(f'{RUN} -- sh -c "{line}"')
    terminal.await_words("begun")
    terminal.type(CTRL_C)
    terminal.await_words("READY> ")
    assert terminal.status() == 7


def test_ctrl_z_stops_it_and_fg_goes_on(shell: Start) -> None:
    terminal = shell(YES)
    terminal.enter(f'{RUN} -- bash -c "{WAITS}"')
    terminal.await_words("begun")
    terminal.type(CTRL_Z)
    terminal.await_words("Stopped")
    assert terminal.status() == 128 + signal.SIGTSTP
    terminal.enter("fg")
    terminal.await_words("got-cont")
    terminal.type(CTRL_Z)
    terminal.await_words("Stopped")
    terminal.enter("kill -TERM %1; fg")
    terminal.await_words("got-term")
    assert terminal.status() == 3


def test_ctrl_z_while_it_waits_and_the_answer_is_there_at_fg(shell: Start) -> None:
    stopped = threading.Event()

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        terminal.type(CTRL_Z)
        assert stopped.wait(PATIENCE)
        caller.reply(READY)
        caller.expect("claim")
        caller.reply(APPROVED)

    terminal = shell(script)
    terminal.enter(f"{RUN} -- echo r''an")
    terminal.await_words("Stopped")
    stopped.set()
    terminal.enter("fg")
    terminal.await_words(r"ran\r\n")
    assert terminal.status() == 0


def test_in_the_background_it_may_not_read_the_terminal(shell: Start) -> None:
    """The kernel stops it, as it does any other."""
    terminal = shell(YES)
    terminal.enter("set -o notify")
    terminal.enter(f"{RUN} -- sh -c 'read line; echo got-$line' &")
    terminal.await_words("Stopped")
    terminal.enter("fg")
    terminal.enter("words")
    terminal.await_words("got-words")


def test_ctrl_c_while_it_waits_is_130(shell: Start) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        terminal.type(CTRL_C)
        assert caller.ends()

    terminal = shell(script)
    terminal.enter(f"{RUN} -- echo r''an")
    terminal.await_words("The question stays open")
    assert terminal.status() == 130


def test_the_line_that_counts_down_leaves_nothing_behind(shell: Start) -> None:
    """The command begins on an empty line."""

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        caller.progress(number=1, state="shown", place=1, of=1, seconds_left=50.0)
        caller.reply(READY)
        caller.expect("claim")
        caller.reply(APPROVED)

    terminal = shell(script)
    terminal.enter(f"{RUN} -- echo r''an")
    said = terminal.await_words(r"ran\r\n")
    last = said.splitlines()[-1]
    assert last.rpartition("\r")[2] == "ran"
