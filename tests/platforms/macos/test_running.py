"""A command of the person's own beside ours, on macOS: its end is heard, and it follows us."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import errno
import os
import signal
import threading
from pathlib import Path

import pytest

from sayso.platforms.macos import processes
from sayso.platforms.macos.native import events
from support.processes import wait_gone, wait_until
from support.programs import Programs

pytestmark = [
    pytest.mark.linux("the double is made of it"),
    pytest.mark.usefixtures("live", "bounded"),
]

WAITS = "import pathlib, sys, time; pathlib.Path(sys.argv[1]).touch(); time.sleep(60)"

BESIDE = f"""
import sys
from sayso.platforms import select
running = select.processes().run([sys.executable, "-c", {WAITS!r}, sys.argv[1]])
sys.stdin.read()
"""


@pytest.mark.parametrize(("status", "succeeded"), [(0, True), (3, False)])
def test_how_it_ended(status: int, succeeded: bool) -> None:
    script = f"raise SystemExit({status})"
    assert processes.run([sys.executable, "-c", script]).wait() is succeeded


def test_its_end_is_heard_before_its_number_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python has no waitid(2) on macOS before 3.13."""
    monkeypatch.delattr(os, "waitid")
    real, asked = events.exit_of, []

    def exits(pid: int) -> object:
        asked.append(pid)
        return real(pid)

    monkeypatch.setattr(events, "exit_of", exits)
    running = processes.run([sys.executable, "-c", ""])
    assert running.wait()
    assert len(asked) == 1


def test_one_that_has_ended_by_then_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: int) -> object:
        raise ProcessLookupError

    monkeypatch.setattr(events, "exit_of", gone)
    assert processes.run([sys.executable, "-c", ""]).wait()


def test_it_is_ended(tmp_path: Path) -> None:
    there = tmp_path / "there"
    running = processes.run([sys.executable, "-c", WAITS, str(there)])
    ended: list[bool] = []
    waiting = threading.Thread(target=lambda: ended.append(running.wait()))
    waiting.start()
    wait_until(there.exists, "it to run")
    running.end()
    waiting.join()
    assert ended == [False]


def test_it_is_ended_where_it_just_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system says then that it may not be signalled."""
    there = tmp_path / "there"
    running = processes.run([sys.executable, "-c", WAITS, str(there)])
    wait_until(there.exists, "it to run")
    real = os.killpg

    def killpg(group: int, number: int) -> None:
        if number != signal.SIGTERM:
            raise PermissionError(errno.EPERM, "all of it are zombies")
        real(group, number)

    monkeypatch.setattr(os, "killpg", killpg)
    waiting = threading.Thread(target=running.wait)
    waiting.start()
    running.end()
    waiting.join()


def test_it_ends_with_us_however_we_end(tmp_path: Path, programs: Programs) -> None:
    pid = tmp_path / "pid"
    script = "import os, pathlib, sys, time; pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))"
    beside = BESIDE.replace(repr(WAITS), repr(f"{script}; time.sleep(60)"))
    program = programs.python(beside, str(pid))
    wait_until(lambda: pid.exists() and pid.read_text() != "", "it to run")
    program.send_signal(signal.SIGKILL)
    program.wait()
    wait_gone(int(pid.read_text()))
