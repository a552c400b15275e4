"""The real processes of sayso on macOS, before the double: daemon, keeper and commands. There is no
screen."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sayso.platforms.macos import launchd
from support.macos_live import Mac
from support.processes import kill, look, wait_gone, wait_until

pytestmark = pytest.mark.linux("the double is made of it")

WITHIN = 60.0
"""Seconds for a command: several may start at once."""

ASK = ("confirm", "Deploy?", "--wait", "0s", "--json")


class Tree:
    """A daemon of the test's own, and the commands that reach it."""

    def __init__(self, place: Path) -> None:
        self.mac = Mac(place)
        self.socket = self.mac.home / "Library" / "Application Support" / "sayso" / "run" / "socket"
        own = {"PATH": os.environ["PATH"], "HOME": str(self.mac.home)}
        self.environ = {**own, "TMPDIR": str(place)}

    def sayso(self, *words: str) -> tuple[int, str]:
        """Exit status and output."""
        done = subprocess.run(
            [str(self.mac.python), "-m", "sayso", *words],
            env=self.environ,
            capture_output=True,
            text=True,
            timeout=WITHIN,
        )
        return done.returncode, done.stdout or done.stderr

    def status(self) -> dict[str, Any]:
        code, out = self.sayso("status", "--json")
        assert code == 0, out
        told: dict[str, Any] = json.loads(out)["daemon"]
        return told

    def has_successor(self, before: dict[str, Any]) -> bool:
        return bool(self.status()["pid"] != before["pid"])


@pytest.fixture
def tree(directory: Path) -> Iterator[Tree]:
    made = Tree(directory)
    yield made
    made.sayso("daemon", "stop")


@pytest.fixture
def running(tree: Tree) -> dict[str, Any]:
    code, out = tree.sayso("daemon", "start")
    assert code == 0, out
    return tree.status()


def test_it_runs_by_itself_at_the_accounts_own_place(tree: Tree, running: dict[str, Any]) -> None:
    assert running["socket"] == str(tree.socket)
    daemon = look(running["pid"])
    assert daemon is not None
    assert look(daemon.parent) is None or daemon.parent == 1
    assert (tree.mac.home / "Library" / "Logs" / "sayso" / "log" / "daemon.log").is_file()


def test_without_a_screen_a_question_is_not_shown(tree: Tree, running: dict[str, Any]) -> None:
    _code, out = tree.sayso(*ASK)
    assert json.loads(out)["allowed"] is False


def test_a_daemon_that_is_killed_is_succeeded(tree: Tree, running: dict[str, Any]) -> None:
    kill(running["pid"])
    wait_until(lambda: tree.has_successor(running), "another daemon")
    assert tree.status()["keeper"] == running["keeper"]


def test_a_keeper_that_is_killed_is_replaced(tree: Tree, running: dict[str, Any]) -> None:
    kill(running["keeper"])
    wait_until(lambda: tree.status()["keeper"] not in (None, running["keeper"]), "another keeper")
    assert tree.status()["pid"] == running["pid"]


def test_a_restart_goes_on_with_the_same_keeper(tree: Tree, running: dict[str, Any]) -> None:
    assert tree.sayso("daemon", "restart")[0] == 0
    after = tree.status()
    assert after["pid"] != running["pid"]
    assert after["keeper"] == running["keeper"]


def test_a_stop_ends_both_and_leaves_no_socket(tree: Tree, running: dict[str, Any]) -> None:
    assert tree.sayso("daemon", "stop")[0] == 0
    for each in (running["pid"], running["keeper"]):
        wait_gone(each)
    assert list(tree.socket.parent.iterdir()) == []


def test_a_daemon_that_hangs_is_stopped(tree: Tree, running: dict[str, Any]) -> None:
    os.kill(running["pid"], signal.SIGSTOP)
    assert tree.sayso("daemon", "stop")[0] == 0
    for each in (running["pid"], running["keeper"]):
        wait_gone(each)


def test_start_at_login_is_launchds(tree: Tree) -> None:
    assert tree.sayso("autostart", "enable")[0] == 0
    code, out = tree.sayso("autostart", "status")
    path = tree.mac.home / "Library" / "LaunchAgents" / "sayso.daemon.plist"
    assert (code, out) == (0, f"sayso starts at login, by launchd:\n{path}\n")


class TestOfLaunchd:
    """A daemon that launchd starts, with the socket that it holds."""

    @pytest.fixture
    def held(self, tree: Tree) -> Iterator[socket.socket]:
        tree.socket.parent.mkdir(parents=True, mode=0o700)
        tree.socket.parent.chmod(0o700)
        with socket.socket(socket.AF_UNIX) as held:
            held.bind(str(tree.socket))
            held.listen()
            yield held

    def started(self, tree: Tree, held: socket.socket) -> subprocess.Popen[bytes]:
        mac = Mac(tree.mac.python.parent, activated=held.fileno())
        return subprocess.Popen(
            [str(mac.python), "-m", "sayso", "daemon", "run", "--supervised"],
            env={"HOME": str(mac.home), "XPC_SERVICE_NAME": launchd.LABEL},
            stdin=subprocess.DEVNULL,
            pass_fds=[held.fileno()],
        )

    def test_it_serves_at_that_socket_which_stays(self, tree: Tree, held: socket.socket) -> None:
        with self.started(tree, held) as daemon:
            assert tree.status()["pid"] == daemon.pid
            assert tree.sayso("daemon", "stop")[0] == 0
        assert daemon.returncode == 0
        assert [each.name for each in tree.socket.parent.iterdir()] == ["socket"]

    def test_a_killed_ones_successor_has_it_and_the_next_one_does_not_compete(
        self, tree: Tree, held: socket.socket
    ) -> None:
        """launchd sees callers at its socket, and may start another that nobody needs."""
        with self.started(tree, held) as daemon:
            before = tree.status()
            daemon.kill()
        wait_until(lambda: tree.has_successor(before), "another daemon")
        after = tree.status()
        assert after["keeper"] == before["keeper"]
        with self.started(tree, held) as superfluous:
            assert superfluous.wait(WITHIN) == 0
        assert tree.status()["pid"] == after["pid"]
        assert tree.sayso("daemon", "stop")[0] == 0
        assert [each.name for each in tree.socket.parent.iterdir()] == ["socket"]
