"""What is left of a password in the memory of processes that had it: nothing."""

import sys

assert sys.platform == "linux"

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.client.sync import Client
from sayso.core.outcome import Answered
from support.scripted_daemon import ScriptedDaemon, handing_over

CANARY = b"canary-7f3a-" * 300
"""Long, so that memory which was given back and not wiped is not used again at once."""
HOLDER = Path(__file__).parents[1] / "support" / "secret_holder.py"


@contextlib.contextmanager
def holder(*args: str) -> Iterator[tuple[int, str]]:
    """Runs `support/secret_holder.py`; its pid and what it says."""
    process = subprocess.Popen(
        [sys.executable, str(HOLDER), *args],
        env={**os.environ, "PYTHONPATH": str(HOLDER.parents[1])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        yield process.pid, process.stdout.readline().strip()
    assert process.returncode == 0


def found(pid: int, pattern: bytes) -> int:
    """How often it is in the memory of that child, which stands still meanwhile."""
    os.kill(pid, signal.SIGSTOP)
    os.waitid(os.P_PID, pid, os.WSTOPPED)
    try:
        return sum(len(re.findall(re.escape(pattern), part)) for part in memory_of(pid))
    finally:
        os.kill(pid, signal.SIGCONT)


def memory_of(pid: int) -> Iterator[bytes]:
    """What it can write to, piece by piece."""
    process = Path(f"/proc/{pid}")
    with (process / "mem").open("rb", 0) as memory:
        for line in (process / "maps").read_text().splitlines():
            place, rights = line.split()[:2]
            start, end = (int(part, 16) for part in place.split("-"))
            if rights.startswith("rw"):
                memory.seek(start)
                yield memory.read(end - start)


@pytest.fixture
def typed(tmp_path: Path) -> Path:
    """What the person types, where no argument and no daemon has it."""
    file = tmp_path / "typed"
    file.write_bytes(CANARY)
    return file


def test_a_client_that_has_wiped_it() -> None:
    with (
        ScriptedDaemon(handing_over(CANARY)) as daemon,
        holder("client", daemon.path) as (pid, length),
    ):
        assert length == str(len(CANARY))
        assert found(pid, CANARY[-16:]) == 0


def test_a_daemon_that_has_handed_it_over(typed: Path) -> None:
    steps = ("wait:show", "painted", f"submit-file:{typed}", "wait:recorded", "closed")
    with holder("daemon", *steps) as (pid, path):
        with Client(path, spawn=False) as client:
            outcome = client.password("Unlock")
            client.status()  # it has done all that it does after the last byte
        assert isinstance(outcome, Answered)
        assert outcome.secret is not None
        assert bytes(outcome.secret.view()) == CANARY
        assert found(pid, CANARY[-16:]) == 0


def test_a_daemon_that_keeps_it_for_now(typed: Path) -> None:
    """In one place alone; and so the tests above would find it."""
    steps = ("wait:show", "painted", f"submit-file:{typed}", "wait:recorded", "closed")
    with holder("daemon", *steps) as (pid, path), Client(path, spawn=False) as client:
        client.password("Unlock", heard=lambda: False)
        client.status()
        assert found(pid, CANARY) == 1


def test_a_daemon_whose_dialog_broke_off(typed: Path) -> None:
    steps = ("wait:show", "painted", f"break-off:{typed}")
    with holder("daemon", *steps) as (pid, path), Client(path, spawn=False) as client:
        client.password("Unlock", wait=0, max_retries=0)
        while client.prompts()[0]["state"] != "not_shown":
            pass
        client.status()
        assert found(pid, CANARY[-16:]) == 0
