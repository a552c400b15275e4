"""Who started this process: what every platform has to fulfil."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.platforms import select

PROGRAM = Path(__file__).parents[1] / "support" / "starter_program.py"

Started = subprocess.Popen[str]


class StarterContract:
    @pytest.fixture
    def outer(self) -> Iterator[Started]:
        """It has started one that answers on its behalf, whether it lives or not."""
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

    def test_its_pid(self) -> None:
        assert select.starter().hold().pid == os.getppid()
