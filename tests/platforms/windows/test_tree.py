"""The real processes of sayso on Windows: daemon, keeper, commands, and dialogs that nobody
answers."""

import sys

assert sys.platform == "win32"

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from sayso import launcher
from support.processes import kill, look, wait_gone, wait_until
from support.windows_processes import suspend

WITHIN = 60.0
"""Seconds for a command: several may start at once."""


class Tree:
    """A daemon of the test's own, and the commands that reach it."""

    def __init__(self, path: str, place: Path) -> None:
        own = {"SAYSO_SOCKET": path, "APPDATA": str(place), "LOCALAPPDATA": str(place)}
        self._environ = {**os.environ, **own}
        self._place = place

    def start(self, *words: str) -> subprocess.Popen[str]:
        return self._start(words, subprocess.PIPE)

    def sayso(self, *words: str) -> tuple[int, str]:
        """Exit status and output."""
        return ended(self.start(*words))

    @contextmanager
    def daemon(self) -> Iterator[None]:
        """One that runs meanwhile. It speaks into a file: who waits for the end of a pipe waits for
        all that ever inherited it, also what was ended before it ran."""
        with (self._place / "daemon's words").open("w") as said:
            daemon = self._start(("daemon", "run"), said)
        try:
            wait_until(self.is_served, "a daemon")
            yield
        finally:
            try:
                self.sayso("daemon", "stop")
                daemon.wait(WITHIN)
            finally:
                daemon.kill()  # without effect on one that has ended
                daemon.wait()

    def _start(self, words: tuple[str, ...], output: int | IO[str]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            launcher.command(*words),
            env=self._environ,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            text=True,
        )

    def status(self) -> dict[str, Any]:
        code, out = self.sayso("status", "--json")
        assert code == 0, out
        told: dict[str, Any] = json.loads(out)["daemon"]
        return told

    def is_served(self) -> bool:
        return self.sayso("status")[0] == 0


def ended(program: subprocess.Popen[str]) -> tuple[int, str]:
    """Exit status and output."""
    try:
        out, said = program.communicate(timeout=WITHIN)
    except subprocess.TimeoutExpired:
        program.kill()  # its pipes stay open: to close them waits for whoever has them as well
        raise
    return program.returncode, out or said


@pytest.fixture
def alone(path: str, tmp_path: Path) -> Iterator[Tree]:
    """No daemon runs yet. One that starts by itself has the account's own files."""
    made = Tree(path, tmp_path)
    yield made
    made.sayso("daemon", "stop")


@pytest.fixture
def tree(alone: Tree) -> Iterator[Tree]:
    """A daemon runs, with files of the test's own."""
    with alone.daemon():
        yield alone


ASK = ("confirm", "Deploy build 4711?", "--wait", "0s", "--json")
PENDING = 3
"""Exit status."""


def test_the_first_question_starts_a_daemon(alone: Tree) -> None:
    code, out = alone.sayso(*ASK)
    assert (code, json.loads(out)["status"]) == (PENDING, "pending")


def test_who_asks_is_known(tree: Tree) -> None:
    tree.sayso(*ASK)
    _code, out = tree.sayso("log", "--json")
    (asked,) = [
        line
        for line in map(json.loads, out.splitlines())
        if line["event"] == "InteractionRequested"
    ]
    assert asked["words"] == "Deploy build 4711?"
    assert asked["pid"] == os.getpid()


def test_the_daemon_is_no_child_of_who_asked_first(alone: Tree) -> None:
    alone.sayso(*ASK)
    daemon = look(alone.status()["pid"])
    assert daemon is not None
    assert look(daemon.parent) is None


def test_a_daemon_that_is_killed_is_succeeded(tree: Tree) -> None:
    before = tree.status()
    kill(before["pid"])
    after = tree.status()  # waits for the next one
    assert after["pid"] != before["pid"]
    assert after["keeper"] == before["keeper"]


def test_a_keeper_that_is_killed_is_replaced(tree: Tree) -> None:
    before = tree.status()
    kill(before["keeper"])
    wait_gone(before["keeper"])
    wait_until(lambda: tree.status()["keeper"] not in (None, before["keeper"]), "another keeper")
    assert tree.status()["pid"] == before["pid"]


def test_a_restart_goes_on_with_the_same_keeper(tree: Tree) -> None:
    before = tree.status()
    assert tree.sayso("daemon", "restart")[0] == 0
    after = tree.status()
    assert after["pid"] != before["pid"]
    assert after["keeper"] == before["keeper"]


def test_a_stop_ends_daemon_and_keeper(tree: Tree) -> None:
    running = tree.status()
    assert tree.sayso("daemon", "stop")[0] == 0
    for each in (running["pid"], running["keeper"]):
        wait_gone(each)
    assert tree.sayso("status")[0] != 0


def test_a_daemon_that_hangs_is_stopped(tree: Tree) -> None:
    running = tree.status()
    suspend(running["pid"])
    assert tree.sayso("daemon", "stop")[0] == 0
    for each in (running["pid"], running["keeper"]):
        wait_gone(each)


def test_many_calls_at_once_are_all_answered(tree: Tree) -> None:
    ask, _words, *how = ASK
    programs = [tree.start(ask, f"Question {number}?", *how) for number in range(6)]
    assert [ended(program)[0] for program in programs] == [PENDING] * 6
