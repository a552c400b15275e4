"""Programs that a process with a main loop starts, and hears of when they have ended.

The main loop hears of nothing but its own timers here, so it looks from time to time. What a
program writes goes to files that have no name, so that it never waits for us to read.
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
"""Seconds between looks whether it has ended."""


def run(
    command: Sequence[str], over: Callable[[Ended], None], within: float, given: bytes = b""
) -> None:
    """Returns at once; `over` hears how it ended, which is by force after so many seconds."""
    # they are open until the last look: no `with` is as long
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
        """It ended, where it said nothing."""
        if self._is_late:
            return f"the program did not end within {self._within:g} s"
        status = self._process.returncode
        if status < 0:
            return f"the program was killed by signal {-status}"
        return f"the program failed, exit status {status}"


def _all(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()
