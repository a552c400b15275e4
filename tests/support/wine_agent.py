"""Agents on Wine's Windows, which run commands of sayso."""

import sys

assert sys.platform == "linux"

import json
import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from support.waiting import PATIENCE
from support.wine_screen import run
from support.world import World

STARTING = 90.0
"""Seconds for a daemon to start on a busy machine."""

UNREACHABLE = 6

PROGRAM = Path(__file__).with_name("windows_agent_program.py")


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str


class WineAgent:
    """A running windows_agent_program.py. End it with `close`. `command`: an installed sayso's
    command; empty: this tree's sayso."""

    def __init__(self, world: World, command: Sequence[str] = ()) -> None:
        self._command = command
        self._process = subprocess.Popen(
            run(PROGRAM), env=world.environ, cwd="/",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._numbers = count(1)
        self._waiting: dict[int, Future[Ended]] = {}
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def start(self, *words: str) -> "Future[Ended]":
        """Starts a command of sayso, and does not wait."""
        assert self._process.stdin is not None
        number = next(self._numbers)
        ended = self._waiting[number] = Future()
        order = {"id": number, "command": self._command, "words": words}
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.flush()
        return ended

    def sayso(self, *words: str, timeout: float = 60.0) -> Ended:
        """Runs a command of sayso to its end."""
        return self.start(*words).result(timeout)

    @staticmethod
    def is_ready(code: int, wanted: int) -> bool:
        """Whether a command ended with status `wanted`. False: no daemon could start in time, and
        the command is to be tried again."""
        assert code in (wanted, UNREACHABLE)
        return code == wanted

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            self._waiting.pop(told["id"]).set_result(Ended(told["code"], told["out"]))

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._reading.join(PATIENCE)
        assert not self._reading.is_alive(), "a program that a command started holds its output"
        assert self._process.stdout is not None
        self._process.stdout.close()


Hire = Callable[[], WineAgent]


def outcomes(all_of: Sequence["Future[Ended]"]) -> list[int]:
    """Waits for all of them. Returns their exit statuses."""
    return [each.result(60).code for each in all_of]
