"""A program that speaks JSON lines over its standard input and output."""

import json
import select
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from support.processes import PATIENCE, StillWaiting


class Lines:
    """A running program of this folder, which writes `["ready"]` first. End it with `close`."""

    def __init__(self, program: str, environ: Mapping[str, str], *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name(program), *arguments],
            env=environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self.pid = self._process.pid
        self._unread = b""
        assert self.hear() == ["ready"]

    def tell(self, *what: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what).encode() + b"\n")

    def hear(self, timeout: float = PATIENCE) -> list[Any]:
        """The next line that the program writes. Raises StillWaiting after `timeout` seconds."""
        while b"\n" not in self._unread:
            self._read(timeout)
        line, _, self._unread = self._unread.partition(b"\n")
        heard: list[Any] = json.loads(line)
        return heard

    def _read(self, timeout: float) -> None:
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], timeout)[0]:
            raise StillWaiting(f"the program said nothing for {timeout:g} s")
        data = self._process.stdout.read(1 << 16)
        assert data, "the program has ended"
        self._unread += data

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(10)

    def close(self) -> int:
        """Closes the program's input, at which it ends. Returns its exit status."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            return self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        finally:
            self._process.stdout.close()


Start = Callable[..., Lines]
"""Starts a program, given its name in this folder, its arguments and, as keywords, more variables
of its environment."""
