"""Programs that a process with a main loop starts without waiting for them.

The main loop is not told when a program ends, so a timer checks for that. A program's output goes
to files that have no name, so that the program never waits for us to read.
"""

import sys

assert sys.platform == "darwin"

import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import IO

from sayso.core.text import visible_line
from sayso.platforms.contract.children import Ended

_LOOKS = 0.05
"""Seconds between checks whether the program has ended."""


def run(
    command: Sequence[str], over: Callable[[Ended], None], within: float, given: bytes = b""
) -> None:
    """Starts `command` and returns at once. `over` is called with how the program ended, or at once
    if it can't be started. After `within` seconds it is killed. `given`: its standard input."""
    # they stay open until the program has ended: a `with` here would close them before
    output, errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115
    try:
        with tempfile.TemporaryFile() as told:
            told.write(given)
            told.seek(0)
            process = subprocess.Popen(  # noqa: S603 - the caller's own command, no shell
                command, stdin=told, stdout=output, stderr=errors
            )
    except OSError as error:
        output.close()
        errors.close()
        over(Ended(False, b"", f"{command[0]}: {error.strerror}"))
        return
    _Child(process, output, errors, over, within).look()


class _Child:
    def __init__(
        self,
        process: "subprocess.Popen[bytes]",
        output: IO[bytes],
        errors: IO[bytes],
        over: Callable[[Ended], None],
        within: float,
    ) -> None:
        self._process, self._output, self._errors = process, output, errors
        self._over, self._within = over, within
        self._until = time.monotonic() + within
        self._is_late = False

    def look(self) -> None:
        from sayso.platforms.macos import loop

        if self._process.poll() is None:
            if not self._is_late and time.monotonic() >= self._until:
                self._is_late = True
                self._process.kill()
            loop.later(_LOOKS, self.look)
            return
        with self._output, self._errors:
            output, said = _all(self._output), _all(self._errors)
        words = visible_line(" ".join(said.decode(errors="replace").split()))
        self._over(Ended(self._process.returncode == 0, output, words or self._how()))

    def _how(self) -> str:
        """How the program ended, in words, for one that wrote nothing to its standard error."""
        if self._is_late:
            return f"the program did not end within {self._within:g} s"
        status = self._process.returncode
        if status < 0:
            return f"the program was killed by signal {-status}"
        return f"the program failed, exit status {status}"


def _all(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()
