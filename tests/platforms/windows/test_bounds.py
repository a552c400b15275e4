"""What a test waits for has a bound, though Windows has no alarm."""

import sys

assert sys.platform == "win32"

import asyncio
import contextlib
import signal
import subprocess
import time

import pytest

from support import still_loop
from support.bounds import within
from support.processes import StillWaiting

SOON = 1.0
"""Seconds: long enough for what is to be called to be begun."""


def test_what_sleeps_is_called() -> None:
    with pytest.raises(StillWaiting), within(SOON):
        time.sleep(60)


def test_an_event_loop_is_called() -> None:
    with pytest.raises(StillWaiting), within(SOON):
        asyncio.run(asyncio.Event().wait())


def test_a_loop_whose_clock_stands_still_is_called() -> None:
    async def wait(_: still_loop.StillLoop) -> None:
        await asyncio.Event().wait()

    with pytest.raises(StillWaiting):
        still_loop.run(wait, SOON)


def test_what_does_not_heed_the_first_call_hears_the_next() -> None:
    def wait() -> None:
        with contextlib.suppress(StillWaiting):
            time.sleep(60)
        time.sleep(60)

    with pytest.raises(StillWaiting), within(SOON):
        wait()


def test_what_ends_in_time_is_left_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    with within(60):
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


WAITS_IN_THE_SYSTEM = """
import ctypes
from support import windows_bounds
windows_bounds.CALLS = 1
with windows_bounds.within(1.0):
    ctypes.windll.kernel32.Sleep(60_000)
"""


def test_who_waits_in_the_system_ends_and_says_where_it_stood() -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path}\n{WAITS_IN_THE_SYSTEM}"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 3, done.stderr
    assert "can't be interrupted" in done.stderr
    assert 'File "<string>", line 7' in done.stderr
