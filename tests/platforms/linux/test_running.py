"""A command beside ours: waited for by one thread, ended by another, with all that it started."""

import sys

assert sys.platform == "linux"

import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from sayso.platforms import select
from sayso.platforms.contract.processes import Running
from sayso.platforms.unix import running
from support.processes import kill, wait_until

STARTING = """
import sys
from sayso.platforms import select
select.processes().run(sys.argv[1:]).wait()
"""


def started(command: Sequence[str]) -> Running:
    return select.processes().run(command)


@pytest.mark.parametrize(("script", "succeeded"), [("exit 0", True), ("exit 3", False)])
def test_it_succeeds_or_not(script: str, succeeded: bool) -> None:
    assert started(["sh", "-c", script]).wait() is succeeded


def test_it_has_nothing_to_read() -> None:
    assert started(["sh", "-c", "! read line"]).wait()


def test_one_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        started(["/nowhere/such"])


def test_it_ends_with_what_it_has_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    command = started(["sh", "-c", f"sleep 60 & echo $! > {pids}; wait"])
    wait_until(lambda: pids.exists() and pids.read_text(), "what it starts")
    ending = threading.Thread(target=command.end)
    ending.start()
    assert not command.wait()
    ending.join()
    child = int(pids.read_text())
    wait_until(lambda: _has_ended(child), "the end of its child")


@pytest.mark.parametrize("trap", ["", "trap '' TERM; "])
def test_it_ends_with_what_it_has_started_where_we_are_killed(tmp_path: Path, trap: str) -> None:
    """Even where neither hears that it is to end."""
    pids = tmp_path / "pids"
    script = f"{trap}sleep 60 & echo $$ $! done > {pids}; wait"
    ours = subprocess.Popen([sys.executable, "-c", STARTING, "sh", "-c", script])
    wait_until(lambda: pids.exists() and "done" in pids.read_text(), "what it starts")
    command, child, _ = pids.read_text().split()
    kill(ours.pid)
    ours.wait()
    wait_until(lambda: _has_ended(int(command)) and _has_ended(int(child)), "the end of both")


def test_it_ends_where_we_are_killed_as_it_starts(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    script = f"echo $$ done > {pids}; kill -s KILL $PPID; exec sleep 60"
    ours = subprocess.Popen([sys.executable, "-c", STARTING, "sh", "-c", script])
    wait_until(lambda: pids.exists() and "done" in pids.read_text(), "the command")
    ours.wait()
    wait_until(lambda: _has_ended(int(pids.read_text().split()[0])), "its end")


def test_it_goes_on_where_only_the_thread_ends_that_started_it(tmp_path: Path) -> None:
    commands: list[Running] = []
    go = tmp_path / "go"
    script = f"until [ -e {go} ]; do sleep 0.1; done"
    thread = threading.Thread(target=lambda: commands.append(started(["sh", "-c", script])))
    thread.start()
    thread.join()
    go.touch()
    assert commands[0].wait()


def test_one_that_hears_nothing_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_GRACE", 0.2)
    deaf = tmp_path / "deaf"
    command = started(["sh", "-c", f"trap '' TERM; touch {deaf}; while :; do sleep 0.1; done"])
    wait_until(deaf.exists, "its trap")
    before = time.monotonic()
    command.end()
    assert not command.wait()
    assert time.monotonic() - before < 10


def test_to_end_one_that_has_ended_does_nothing() -> None:
    command = started(["true"])
    assert command.wait()
    command.end()


def _has_ended(pid: int) -> bool:
    """A zombie has, too."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"
