"""The real processes of sayso on Windows: daemon, keeper, commands, and dialogs that nobody
answers."""

import sys

assert sys.platform == "win32"

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sayso import launcher
from support.processes import kill, look, wait_gone, wait_until
from support.windows_processes import suspend

WITHIN = 120.0
"""Seconds for a command: several may start at once."""


class Tree:
    """A daemon of the test's own, and the commands that reach it."""

    def __init__(self, path: str, place: Path) -> None:
        own = {"SAYSO_SOCKET": path, "APPDATA": str(place), "LOCALAPPDATA": str(place)}
        self._environ = {**os.environ, **own}

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            launcher.command(*words),
            env=self._environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def sayso(self, *words: str) -> tuple[int, str]:
        """Exit status and output."""
        with self.start(*words) as program:
            out, said = program.communicate(timeout=WITHIN)
        return program.returncode, out or said

    def status(self) -> dict[str, Any]:
        code, out = self.sayso("status", "--json")
        assert code == 0, out
        told: dict[str, Any] = json.loads(out)["daemon"]
        return told

    def is_served(self) -> bool:
        return self.sayso("status")[0] == 0


@pytest.fixture
def alone(path: str, tmp_path: Path) -> Iterator[Tree]:
    """No daemon runs yet. One that starts by itself has the account's own files."""
    made = Tree(path, tmp_path)
    yield made
    made.sayso("daemon", "stop")


@pytest.fixture
def tree(alone: Tree) -> Iterator[Tree]:
    """A daemon runs, with files of the test's own."""
    with alone.start("daemon", "run") as daemon:
        reading = threading.Thread(target=daemon.communicate)
        reading.start()
        wait_until(alone.is_served, "a daemon")
        yield alone
        alone.sayso("daemon", "stop")
        reading.join()


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
    codes = []
    for program in programs:
        with program:
            program.communicate(timeout=WITHIN)
        codes.append(program.returncode)
    assert codes == [PENDING] * 6
