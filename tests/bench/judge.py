"""A handle for the judge: starts judge_program.py and sends it requests."""

import json
import select
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.processes import StillWaiting

PROGRAM = Path(__file__).with_name("judge_program.py")

STILL = 0.4
"""Seconds without any change after which a window is taken to be done."""


@dataclass(frozen=True)
class Seen:
    """When a window came up, in nanoseconds of CLOCK_MONOTONIC."""

    mapped: int
    painted: int


class Judge:
    def __init__(self, environ: Mapping[str, str]) -> None:
        self._program = subprocess.Popen(
            [sys.executable, str(PROGRAM)],
            env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/",
        )  # fmt: skip
        self.watch()

    def watch(self) -> None:
        """Makes the next window that is mapped the one that `see` and `gone` mean."""
        self._ask("watch")

    def see(self, within: float = 30.0) -> Seen:
        """When the window was mapped and painted. Raises StillWaiting when no window showed
        anything."""
        seen = self._ask("see", within=within, still=STILL)
        if seen["painted"] is None:
            raise StillWaiting(f"no window was painted within {within:g} s: {seen}")
        return Seen(seen["mapped"], seen["painted"])

    def gone(self, within: float = 10.0) -> None:
        """Returns once the window is off the screen. Raises StillWaiting after `within` seconds."""
        if not self._ask("gone", within=within)["gone"]:
            raise StillWaiting(f"the window is still there after {within:g} s")

    def click(self, x: int, y: int) -> int:
        """Clicks with the first button. The time of its release, in nanoseconds of
        CLOCK_MONOTONIC."""
        released: int = self._ask("click", x=x, y=y)["released"]
        return released

    def stare(self) -> tuple[int, float]:
        """How many windows came or went since `watch`, and the smallest share of the first
        picture's edges that any later picture had."""
        told = self._ask("stare")
        return told["comings_and_goings"], told["least"]

    def close(self) -> None:
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.close()
        self._program.wait(10)
        self._program.stdout.close()

    def _ask(self, operation: str, **arguments: Any) -> dict[str, Any]:
        assert self._program.stdin
        assert self._program.stdout
        self._program.stdin.write(json.dumps({"op": operation, **arguments}) + "\n")
        self._program.stdin.flush()
        if not select.select([self._program.stdout], [], [], 60)[0]:
            raise StillWaiting(f"the judge said nothing for 60 s ({operation})")
        line = self._program.stdout.readline()
        assert line, f"the judge has ended ({operation})"
        told: dict[str, Any] = json.loads(line)
        return told
