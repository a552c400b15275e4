"""Processes of ours, and how much they worked."""

import sys

assert sys.platform == "linux"

import os
import signal

import pytest

from sayso.platforms import select
from support.linux_peers import Processes


def test_a_stopped_process_has_worked_and_works_no_more(processes: Processes) -> None:
    busy = processes.python(BUSY)
    assert busy.hear() == "works"
    while (before := select.processes().worked(busy.pid)) == 0:
        os.sched_yield()
    while select.processes().worked(busy.pid) == before:
        os.sched_yield()
    os.kill(busy.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, busy.pid, os.WSTOPPED)
    assert select.processes().worked(busy.pid) == select.processes().worked(busy.pid)
    busy.kill()
    busy.wait()
    with pytest.raises(OSError, match="Invalid argument"):
        select.processes().worked(busy.pid)


BUSY = """
print("works", flush=True)
while True:
    pass
"""
