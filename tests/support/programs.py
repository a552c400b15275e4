"""Programs that a test talks with, line by line."""

import contextlib
import subprocess
import sys
import threading
from pathlib import Path

from support.processes import PATIENCE


class Program(subprocess.Popen[str]):
    def say(self, line: str) -> None:
        assert self.stdin is not None
        self.stdin.write(line + "\n")
        self.stdin.flush()

    def hear(self) -> str:
        """Its next line, without the newline; one that says nothing in time is ended."""
        assert self.stdout is not None
        too_late = threading.Timer(PATIENCE, self.kill)
        too_late.start()
        line = self.stdout.readline()
        too_late.cancel()
        assert line.endswith("\n"), f"process {self.pid} ended after {line!r}"
        return line.removesuffix("\n")


class Programs:
    """Started by a test; all have ended when it is over."""

    def __init__(self) -> None:
        self._started: list[Program] = []

    def start(self, *argv: str, cwd: Path | None = None) -> Program:
        program = Program(
            argv,
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._started.append(program)
        return program

    def python(self, script: str, *arguments: str) -> Program:
        return self.start(sys.executable, "-c", script, *arguments)

    def close(self) -> None:
        """Ends what still runs: the end of its input tells it; who does not hear that is killed."""
        for program in self._started:
            with program, contextlib.suppress(BrokenPipeError):
                try:
                    program.communicate(timeout=PATIENCE)
                except subprocess.TimeoutExpired:
                    program.kill()
                    raise
