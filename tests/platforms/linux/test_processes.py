"""Processes of ours, and how much they worked."""

import sys

assert sys.platform == "linux"

import os
import signal
import subprocess
from pathlib import Path

from sayso.platforms import select
from support.programs import Programs


def test_a_stopped_process_has_worked_and_works_no_more(programs: Programs) -> None:
    busy = programs.python(BUSY)
    assert busy.hear() == "works"
    while select.processes().processor_seconds(busy.pid) == 0:
        os.sched_yield()
    os.kill(busy.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, busy.pid, os.WSTOPPED)
    assert select.processes().processor_seconds(busy.pid) == select.processes().processor_seconds(
        busy.pid
    )
    busy.kill()


def complaining(path: Path) -> subprocess.CompletedProcess[str]:
    """A process that sends its errors there."""
    return subprocess.run(
        [sys.executable, "-c", COMPLAINS, str(path)], capture_output=True, text=True, timeout=20
    )


def test_errors_go_to_a_file_for_our_user_alone(tmp_path: Path) -> None:
    place = tmp_path / "daemon.log"
    complaining(place)
    assert place.stat().st_mode & 0o777 == 0o600


def test_errors_go_into_no_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "No such device or address" in complaining(pipe).stderr
    held = os.open(pipe, os.O_RDWR)
    assert "is not a file" in complaining(pipe).stderr
    os.close(held)


COMPLAINS = """
import sys
from sayso.platforms import select
select.processes().send_errors_to(sys.argv[1])
"""

BUSY = """
print("works", flush=True)
import time
while time.process_time() < 60:  # it does not outlive for long whoever should end it
    pass
"""
