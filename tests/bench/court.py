"""The place where everything is measured: one world, its judge, and the programs that are started
there."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.judge import Judge, Seen
from bench.neighbours import SEEN, Look
from probes.systems import open_probe
from support.processes import StillWaiting, wait_until
from support.services import SERVICE
from support.wire import Wire
from support.world import World

SAYSO = (str(Path(sys.executable).with_name("sayso")),)

TITLE = "Deploy"
MESSAGE = "Deploy build 4711 to production?"
DETAILS = "\n".join(f"{n:3}  service-{n}: image registry/service:{4000 + n}" for n in range(200))

WARMING = -1
"""The turn before the first fills caches and does not count."""

QUIET = 0.3
"""Seconds without work in any process of ours, after which they are taken to be idle."""


class Court:
    """A world in which figures are measured, and its judge. Use as a context manager."""

    def __init__(self, *, tray: bool = True, compositor: str | None = None) -> None:
        """`tray`: with the tray, as for a person who has configured nothing. `compositor`: see
        World; there is no judge then, as it needs X11."""
        self.world = World(tray=tray, compositor=compositor)
        self._judge: Judge | None = None
        if compositor:
            return
        try:
            self._judge = Judge({**self.world.environ, SERVICE: "1"})
        except BaseException:
            self.world.close()
            raise

    @property
    def judge(self) -> Judge:
        assert self._judge, "there is no X server"
        return self._judge

    def __enter__(self) -> "Court":
        return self

    def __exit__(self, *_: object) -> None:
        if self._judge:
            self._judge.close()
        self.world.close()

    # Processes

    def pids(self, words: str) -> list[int]:
        """Pids of the processes here whose command line contains `words`."""
        return [each.pid for each in self.world.processes() if words in each.command]

    def settle(self) -> None:
        """Waits until the world's processes are idle: then the spare dialog is ready, too."""
        before, look = -1, Look()

        def idle() -> bool:
            nonlocal before, look
            now = sum(worked(each.pid) for each in self.world.processes())
            if now != before:
                before, look = now, Look()
            return look.seconds > QUIET

        wait_until(idle, "processes to be idle", 30)
        SEEN.add(look)

    def start_daemon(self) -> None:
        done = self.world.sayso("daemon", "start")
        assert done.code == 0, done
        self.settle()

    @contextmanager
    def running(
        self, argv: Sequence[str], environ: Mapping[str, str] | None = None, text: str = ""
    ) -> Iterator[subprocess.Popen[bytes]]:
        """A program that runs until the context ends; `text` goes to its standard input. Its output
        goes to a pipe that nobody reads: programs that ask for passwords want a pipe."""
        process = subprocess.Popen(
            argv, env=environ or self.world.environ, cwd=self.world.environ["HOME"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        assert process.stdin
        assert process.stdout
        try:
            if text:
                process.stdin.write(text.encode())
                process.stdin.close()
            yield process
        finally:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Closes the probe meanwhile: it shares the toolkit's memory with dialogs."""
        screen = self.world.screen
        screen.probe.close()
        try:
            yield
        finally:
            screen.probe = open_probe({**self.world.environ, SERVICE: "1"})

    # Questions

    @contextmanager
    def connected(self) -> Iterator[Wire]:
        """A connection that the daemon has greeted."""
        with self.world.wire(30) as wire:
            wire.call("hello")
            yield wire

    def button(self, name: str) -> tuple[int, int]:
        """The point to click: the middle of a button that takes input and no longer moves."""
        places: list[tuple[int, int]] = []

        def resting() -> tuple[int, int] | None:
            places.append(self.world.dialogs.wait_for(name).centre)
            return places[-1] if places[-3:] == [places[-1]] * 3 else None

        return wait_until(resting, f"{name} to rest")


def ask(**more: Any) -> dict[str, Any]:
    """The parameters of the question that is asked everywhere."""
    return {"kind": "confirm", "title": TITLE, "message": MESSAGE, **more}


def worked(pid: int) -> int:
    """Nanoseconds that the process has run so far; 0 when it has gone."""
    try:
        return sum(
            int((task / "schedstat").read_text().split()[0])
            for task in Path(f"/proc/{pid}/task").iterdir()
        )
    except (FileNotFoundError, ProcessLookupError):
        return 0


def painted(court: Court, start: Callable[[], int]) -> tuple[float, float]:
    """Milliseconds from what `start` returns to the window's map and to its paint."""
    court.judge.watch()
    begun = start()
    seen: Seen = court.judge.see()
    return (seen.mapped - begun) / 1e6, (seen.painted - begun) / 1e6


def lasted(process: "subprocess.Popen[bytes]", begun: int, within: float = 60.0) -> float:
    """Milliseconds from `begun` (time.monotonic_ns) to the end of a program that ends well.

    The kernel reports the end at once; Popen.wait with a timeout checks less and less often, at
    last 20 times a second.
    """
    descriptor = os.pidfd_open(process.pid)
    try:
        if not select.select([descriptor], [], [], within)[0]:
            raise StillWaiting(f"{process.args!r} still runs after {within:g} s")
        ended = time.monotonic_ns()
    finally:
        os.close(descriptor)
    assert process.wait() == 0
    return (ended - begun) / 1e6
