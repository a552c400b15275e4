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


_FAULT_OF_WINE = 1359
"""ERROR_INTERNAL_ERROR: once in many thousand calls, Wine's CreateProcess fails so for no reason
that its caller has given. The same call works then."""


class Programs:
    """Starts programs for a test. `close` ends those that still run."""

    def __init__(self) -> None:
        self._started: list[Program] = []

    def start(self, *argv: str, cwd: Path | None = None) -> Program:
        def begin() -> Program:
            pipe = subprocess.PIPE
            return Program(argv, cwd=cwd, stdin=pipe, stdout=pipe, text=True)

        try:
            program = begin()
        except OSError as error:
            if getattr(error, "winerror", None) != _FAULT_OF_WINE:
                raise
            program = begin()
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
