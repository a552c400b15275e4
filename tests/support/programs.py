"""Programs that a test talks to, line by line."""

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
        """The next line from the program, without the newline. The program is killed if no line
        comes in time."""
        assert self.stdout is not None
        too_late = threading.Timer(PATIENCE, self.kill)
        too_late.start()
        line = self.stdout.readline()
        too_late.cancel()
        assert line.endswith("\n"), f"process {self.pid} ended after {line!r}"
        return line.removesuffix("\n")


class Programs:
    """Starts programs for a test. `close` ends those that still run."""

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
        """Closes the input of each program, at which it should end. Kills a program that does not
        end in time, and raises TimeoutExpired."""
        for program in self._started:
            with program, contextlib.suppress(BrokenPipeError):
                try:
                    program.communicate(timeout=PATIENCE)
                except subprocess.TimeoutExpired:
                    program.kill()
                    raise
