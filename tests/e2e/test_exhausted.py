"""A daemon of 64 descriptors and a thousand connections: it lives, and answers when they go."""

import sys

assert sys.platform == "linux"

import contextlib
import os
import resource
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.asking import came_out, dialog
from support.processes import children, kill, wait_gone, wait_until
from support.world import World

pytestmark = pytest.mark.root("root alone counts the descriptors of hardened processes")

DESCRIPTORS = 64
CONNECTIONS = 1000
LOG_BYTES = 20_000
"""More than some lines, less than a line for each connection."""
CPU_SECONDS = 1.0
"""Of the daemon, for a thousand connections and the while that they stay."""


@pytest.fixture
def narrow(world: World) -> World:
    """Its daemon may have few descriptors: by the hard limit, as it raises the soft one itself."""
    limit = f"--nofile={DESCRIPTORS}:{DESCRIPTORS}"
    started = world.spawn(["prlimit", limit, *world.command, "daemon", "start"])
    assert started.wait().code == 0
    return world


@contextlib.contextmanager
def crowd(world: World, begins: bytes = b"") -> Iterator[int]:
    """Many connections, each with these bytes of a first line; how many the system let in."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    with contextlib.ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, before)
        let_in = 0
        for _ in range(CONNECTIONS):
            sock = stack.enter_context(socket.socket(socket.AF_UNIX))
            sock.setblocking(False)
            with contextlib.suppress(BlockingIOError):  # the backlog is full
                sock.connect(str(world.socket_path))
                let_in += 1
            with contextlib.suppress(OSError):  # it is not let in, or it is refused
                sock.sendall(begins)
        yield let_in


def cpu_seconds(pid: int) -> float:
    """User and system (proc(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def settled(world: World) -> tuple[int, int]:
    """Daemon and its descriptors, once keeper and warm dialog are there and nobody else."""
    with world.wire() as wire:
        wait_until(
            lambda: wire.call("status")["result"]["connections"] == 1, "all others to be gone"
        )
        status = wire.call("status")["result"]
        wait_until(lambda: len(children(status["pid"])) == 2, "keeper and spare")
        return status["pid"], descriptors(status["pid"])


@pytest.mark.parametrize(("begins", "code"), [(b"", 0), (b"{", 6)], ids=["silent", "slow"])
def test_it_neither_dies_nor_spins(narrow: World, begins: bytes, code: int) -> None:
    """Who says nothing makes room for the next; who is slow has its time."""
    pid, before = settled(narrow)
    log = Path(narrow.environ["XDG_STATE_HOME"], "sayso/log/daemon.log")
    asked = narrow.start("confirm", "Deploy?", "--json")
    shown = dialog(narrow, "Deploy?")
    used, size = cpu_seconds(pid), log.stat().st_size
    with crowd(narrow, begins) as let_in:
        assert let_in > DESCRIPTORS
        late = narrow.sayso("status", "--json")
        assert late.code == code
        assert ("connections of yours" in late.out + late.err) == bool(code)
        narrow.dialogs.press("Approve", pid=shown)
        assert came_out(asked.wait()) == (0, "approved")
    assert cpu_seconds(pid) - used < CPU_SECONDS
    assert log.stat().st_size - size < LOG_BYTES
    wait_until(lambda: settled(narrow) == (pid, before), "the same daemon with as many files")


@pytest.mark.parametrize("victim", ["keeper", "dialog"])
def test_what_dies_meanwhile_is_replaced(narrow: World, victim: str) -> None:
    pid, _ = settled(narrow)
    with crowd(narrow):
        dead = next(each.pid for each in children(pid) if f"sayso {victim}" in each.command)
        kill(dead)
        wait_gone(dead)
        asked = narrow.start("confirm", "Deploy?", "--json")
        narrow.dialogs.press("Approve")
        assert came_out(asked.wait()) == (0, "approved")
    assert settled(narrow)[0] == pid
