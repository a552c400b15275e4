"""The part of a stage that depends on Windows: directories and pipes of its own, and processes that
are waited for by handles."""

import sys

assert sys.platform == "win32"

import os
import secrets
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from faults import client_program, program
from faults.caller import Way
from faults.ledger import Ledger, Word
from sayso import failpoints, launcher
from sayso.platforms.contract.channel import Channel
from sayso.platforms.windows import channel as channels
from sayso.platforms.windows.channel import PipeChannel
from sayso.platforms.windows.instances import MOST, Instances
from sayso.platforms.windows.native import handles, kin
from sayso.platforms.windows.native.handles import Event
from support.left_behind import LeftBehind
from support.processes import StillWaiting, wait_until
from support.windows_processes import suspend

STOPPED_WITHIN = 60.0
"""Seconds for `sayso daemon stop` to end."""
KILLED = 137
"""The exit status of a process that `kin.end` ended."""
SIGKILL = 9


class Ground:
    def __init__(self, point: str, *, real: bool) -> None:
        if real:
            raise SystemExit("Windows' real dialogs are tried from outside: see tests/under_wine")
        self._directory = tempfile.TemporaryDirectory(prefix="sayso-", ignore_cleanup_errors=True)
        place, name = Path(self._directory.name), f"sayso-faults-{secrets.token_hex(8)}"
        self.path = rf"\\.\pipe\{name}"
        """The name of the pipe at which the daemon serves."""
        self.ledger = Ledger(str(place / "ledger"))
        self._log = place / "log"
        told = rf"\\.\pipe\{name}-point"
        self._environ = {
            **os.environ,
            "SAYSO_SOCKET": self.path,
            "APPDATA": str(place),
            "LOCALAPPDATA": str(place),
            "DISPLAY": program.SCRIPTED,
            program.LOG: str(self._log),
            failpoints.VARIABLE: f"{point}:{told}",
        }
        self._at_the_point = Instances(told, MOST, Event(), Event)
        self._daemon: subprocess.Popen[bytes] | None = None
        self._callers: dict[int, subprocess.Popen[bytes]] = {}
        self._seen: dict[int, int] = {}
        """Handles of the processes that were checked, by pid: while a handle is open, no other
        process gets that pid."""

    def close(self) -> None:
        """Raises LeftBehind when a process is left."""
        # a daemon that ends may reach the point, and nobody would let it go any more
        self._at_the_point.close()
        try:
            self._stop()
        finally:
            for process in self._seen.values():
                handles.close(process)
            self._directory.cleanup()

    def _stop(self) -> None:
        stopped = self._spawn(launcher.command("daemon", "stop"), STOPPED_WITHIN)
        started = [
            line.pid for line in Ledger(self.ledger.path).news() if line.word is Word.STARTED
        ]
        try:
            wait_until(lambda: not any(map(self.is_alive, started)), "the end of all processes")
        except StillWaiting as error:
            left = [pid for pid in started if self.is_alive(pid)]
            for pid in left:
                self.kill(pid, 1)
            raise LeftBehind(f"daemon stop: {stopped}; processes {left} are left") from error

    def _spawn(self, command: Sequence[str], within: float) -> int:
        nothing = subprocess.DEVNULL
        return subprocess.run(
            command, env=self._environ, check=False, timeout=within,
            stdin=nothing, stdout=nothing, stderr=nothing,
        ).returncode  # fmt: skip

    # Waiting

    def wait(self, seconds: float, others: Sequence[int]) -> tuple[bool, list[int]]:
        """Waits at most `seconds`. Whether a process stands at the point, and which of the `others`
        are ready."""
        there = [each.connected.event.handle for each in self._at_the_point.waiting]
        handles.wait_for_any([*there, *others], max(0.0, seconds))
        ready = [each for each in others if handles.is_signalled(each)]
        return any(map(handles.is_signalled, there)), ready

    @contextmanager
    def who_stands_there(self) -> Iterator[int | None]:
        """The pid of a process that stands at the point, where it waits until the context ends.
        None: the process was killed before it sent its pid."""
        try:
            first = next(each for each in self._at_the_point.waiting if each.connected.is_over())
            held = PipeChannel(self._at_the_point.take(first))
        except OSError:  # it has gone
            yield None
            return
        with held:
            words = held.receive().decode().split()
            yield int(words[1]) if words else None

    def once_readable(self, channel: Channel) -> int:
        """The handle to wait for until `channel` is readable."""
        return channels.pipe(channel).readable_event()

    # Processes

    def is_alive(self, pid: int) -> bool:
        if pid not in self._seen:
            process = kin.open_process(pid, kin.SYNCHRONIZE)
            if process is None:
                return False
            self._seen[pid] = process
        return not handles.is_signalled(self._seen[pid])

    def start_daemon(self, flaw: str) -> None:
        """Starts a daemon, unless the last one that was started here still runs."""
        if self._daemon is None or self._daemon.poll() is not None:
            self._daemon = self._start(program.command(self.ledger.path, flaw, "daemon"))

    def start_caller(self, question: str, ticket: str, way: Way) -> int:
        """The pid of a new caller: a child of this process, to be reaped with `reap`."""
        words = [way, self.ledger.path, self.path, question, ticket]
        caller = self._start([sys.executable, "-E", "-P", client_program.__file__, *words])
        self._callers[caller.pid] = caller
        return caller.pid

    def _start(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        nothing = subprocess.DEVNULL
        return subprocess.Popen(
            command, env=self._environ, stdin=nothing, stdout=nothing, stderr=nothing
        )

    @contextmanager
    def ending(self, caller: int) -> Iterator[int]:
        """A handle by which to wait for the end of `caller`, before it is reaped."""
        process = kin.open_process(caller, kin.SYNCHRONIZE)
        assert process is not None, "one that was not reaped has its pid"
        try:
            yield process
        finally:
            handles.close(process)

    def reap(self, caller: int) -> int:
        """Waits for the end of a caller. Its exit status; -9 where it was killed."""
        status = self._callers.pop(caller).wait()
        return -SIGKILL if status == KILLED else status

    def kill(self, pid: int, patience: float) -> None:
        """Kills a process by TerminateProcess, and returns when it has ended. Raises StillWaiting
        after `patience` seconds."""
        process = kin.open_process(pid, kin.TERMINATE | kin.SYNCHRONIZE)
        if process is None:
            return
        try:
            with suppress(OSError):  # it has ended
                kin.end(process)
            if handles.wait_for_any([process], patience) is None:
                raise StillWaiting(f"the end of {pid}: not within {patience:g} s")
        finally:
            handles.close(process)

    def suspend(self, pid: int) -> None:
        with suppress(OSError):  # it has ended
            suspend(pid)

    def resume(self, pid: int) -> None:
        process = kin.open_process(pid, kin.SUSPEND_RESUME)
        if process is not None:
            kin.resume(process)
            handles.close(process)

    def log(self) -> list[str]:
        """The lines that daemons and keepers wrote."""
        return self._log.read_text(errors="replace").splitlines() if self._log.exists() else []
