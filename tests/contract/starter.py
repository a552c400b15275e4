"""What every platform tells about the process that started this one. A backend's own test inherits
this."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.platforms import select
from support.waiting import wait_until

PROGRAM = Path(__file__).parents[1] / "support" / "starter_program.py"

Started = subprocess.Popen[str]


class StarterContract:
    @pytest.fixture
    def outer(self) -> Iterator[Started]:
        """A process whose child, over the same streams, answers whether the outer process lives."""
        pipe = subprocess.PIPE
        command = [sys.executable, "-E", "-P", str(PROGRAM), "outer"]
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as process:
            yield process
            process.kill()

    def says(self, outer: Started) -> str:
        assert outer.stdin is not None
        assert outer.stdout is not None
        outer.stdin.write("?\n")
        return outer.stdout.readline().strip()

    def test_it_lives_until_it_ends(self, outer: Started) -> None:
        assert self.says(outer) == "True"
        outer.kill()
        outer.wait()
        assert self.says(outer) == "False"

    def test_so_does_another_process(self) -> None:
        waits = [sys.executable, "-c", "input()"]
        with subprocess.Popen(waits, stdin=subprocess.PIPE) as process:
            held = select.starter().hold_other(process.pid)
            assert held is not None
            assert held.pid == process.pid
            assert held.lives()
            process.kill()
            wait_until(lambda: not held.lives(), "its end to be known")
        assert not held.lives()

    def test_one_that_has_ended_is_not_held(self) -> None:
        with subprocess.Popen([sys.executable, "-c", ""]) as ended:
            ended.wait()
            assert select.starter().hold_other(ended.pid) is None

    def test_its_pid(self) -> None:
        assert select.starter().hold().pid == os.getppid()

    def test_what_it_is(self) -> None:
        told = select.starter().program(os.getpid())
        assert told is not None
        assert (told.pid, told.parent) == (os.getpid(), os.getppid())
        assert told.cwd == os.getcwd()  # noqa: PTH109 - as the system has it
        assert told.argv is not None
        assert "python" in told.argv[0].lower()
        assert told == select.starter().program(os.getpid())

    def test_one_that_has_ended_is_not_known(self) -> None:
        with subprocess.Popen([sys.executable, "-c", ""]) as ended:
            ended.wait()
        assert select.starter().program(ended.pid) is None

    def test_a_process_without_connections_has_no_clients(self) -> None:
        assert list(select.starter().clients()) == []
