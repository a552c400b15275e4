"""Eyes: a program that looks at a screen and answers requests in lines of JSON, and the client of
it.

It is a process of its own, because the libraries it uses bind a process to one bus and one screen.
"""

import json
import select
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from support.processes import PATIENCE, StillWaiting

Reply = dict[str, Any]


class Eyes:
    """Runs such a program, until `close`."""

    def __init__(self, program: Path | Sequence[str], environ: Mapping[str, str]) -> None:
        """`program`: a file for this Python, or a whole command."""
        command = [sys.executable, str(program)] if isinstance(program, Path) else program
        self._process = subprocess.Popen(
            command,
            env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/",
        )  # fmt: skip

    def look(self, operation: str, **arguments: Any) -> Reply:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"op": operation, **arguments}).encode() + b"\n")
        self._process.stdin.flush()
        if not select.select([self._process.stdout], [], [], PATIENCE)[0]:
            raise StillWaiting(f"the eyes said nothing for {PATIENCE:g} s ({operation})")
        line = self._process.stdout.readline()
        assert line, f"the eyes have ended ({operation})"
        reply: Reply = json.loads(line)
        return reply

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(5)
        self._process.stdout.close()


def answer(line: str, operations: Mapping[str, Callable[..., Reply]]) -> None:
    """Answers one line of standard input; for use in such a program."""
    request = json.loads(line)
    print(json.dumps(operations[request.pop("op")](**request)), flush=True)
