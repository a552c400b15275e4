"""A world of its own in which one point is named: daemon, keeper, dialogs, and callers.

One thread: whatever is waited for here, a process that stands at the point is attended to
meanwhile, and let go at once unless somebody wants it otherwise.
"""

import sys

assert sys.platform == "linux"

import json
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

from faults import person_program, program
from faults.caller import Caller, Way
from faults.ledger import Ledger, Line, Word
from sayso import failpoints
from support.processes import Job, StillWaiting, kill, look
from support.world import World

PATIENCE = 30.0
"""Seconds for whatever is waited for."""

LOG_LINES = 15

TICK = 0.02
"""Seconds: two ticks of the kernel's clock for the starts of processes (proc(5))."""

Reached = Callable[[int], None]


class Stage:
    def __init__(self, point: str, flaw: str = "none", *, real: bool = False) -> None:
        """`real`: on a screen of its own, with real windows and input."""
        self.point = point
        self._flaw = flaw
        self._world = World(screen=real)
        self._undo = ExitStack()
        self._undo.callback(self._world.close)
        self.ledger = Ledger(str(self._world.directory / "ledger"))
        self.lines: list[Line] = []
        """All that the ledger has told so far."""
        self._running: dict[int, str] = {}
        """Roles of the processes that started, but for those that were seen to have ended."""
        self._held: list[int] = []
        self._started: Job | None = None
        """The last daemon that was started here."""
        self._reached: Reached | None = None
        self._later: tuple[float, Callable[[], object]] | None = None
        self._listener = self._undo.enter_context(socket.socket(socket.AF_UNIX))
        try:
            self._listen()
            self._seat_a_person(real)
            self.find_daemon()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Raises LeftBehind when a process or file is left."""
        # a daemon that ends may reach the point, where nobody attends to it any more
        self._listener.close()
        self._undo.close()

    def _listen(self) -> None:
        path = str(self._world.directory / "point")
        self._listener.bind(path)
        self._listener.listen()
        self._world.everywhere(**{failpoints.VARIABLE: f"{self.point}:{path}"})

    def _seat_a_person(self, real: bool) -> None:
        if real:
            person = self._world.spawn([sys.executable, person_program.__file__, self.ledger.path])
            self._undo.callback(person.kill)
        else:
            self._world.environ["DISPLAY"] = program.SCRIPTED

    # Waiting

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Raises StillWaiting."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise StillWaiting(f"{what}: not within {PATIENCE:g} s")
            self._attend(0.01)

    def until_readable(self, descriptor: int, what: str) -> None:
        """Raises StillWaiting."""
        deadline = time.monotonic() + PATIENCE
        while descriptor not in self._attend(deadline - time.monotonic(), descriptor):
            if time.monotonic() > deadline:
                raise StillWaiting(f"{what}: not within {PATIENCE:g} s")

    def let(self, seconds: float) -> None:
        """This much time passes."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._attend(left)

    def at_the_point(self, reached: Reached | None) -> None:
        """Who is told the pid of each process that stands at the point; it stands there until
        that returns."""
        self._reached = reached

    def later(self, seconds: float, do: Callable[[], object]) -> None:
        """Does this after so much time, while something else is waited for; one thing at a time."""
        self._later = time.monotonic() + seconds, do

    @property
    def nothing_is_due(self) -> bool:
        """There is nothing left to be done later."""
        return self._later is None

    def _attend(self, seconds: float, *others: int) -> list[int]:
        """Those of the others that are readable, after this time at the latest."""
        point = self._listener.fileno()
        if self._later:
            seconds = min(seconds, self._later[0] - time.monotonic())
        ready, _, _ = select.select([point, *others], [], [], max(0.0, seconds))
        if self._later and self._later[0] <= time.monotonic():
            (_, do), self._later = self._later, None
            do()
        if point in ready:
            ready.remove(point)
            with self._listener.accept()[0] as held, held.makefile() as said:
                words = said.readline().split()
                if words and self._reached:  # none: it was killed before it said a word
                    self._reached(int(words[1]))
        return ready

    # Looking

    def read(self) -> list[Line]:
        """All lines of the ledger."""
        news = self.ledger.news()
        self._running |= {line.pid: line.said for line in news if line.word is Word.STARTED}
        self.lines += news
        return self.lines

    def alive(self, role: str) -> list[int]:
        """Pids of the processes of this role, oldest first."""
        self.read()
        self._running = {pid: its for pid, its in self._running.items() if look(pid)}
        return [pid for pid, its in self._running.items() if its == role]

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """A request to the daemon; its reply."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self._world.socket_path))
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            connection.sendall(json.dumps(request).encode() + b"\n")
            data = b""
            while not data.endswith(b"\n"):
                self.until_readable(connection.fileno(), f"the reply to {method}")
                piece = connection.recv(1 << 16)
                if not piece:
                    raise ConnectionResetError("the daemon ended")
                data += piece
        reply: dict[str, Any] = json.loads(data)
        return reply

    def find_daemon(self) -> None:
        """Waits for one that answers, and starts it where none is left; as callers do."""

        def found() -> bool:
            if not self.has_one_alive() and not (self._started and self._started.running):
                command = program.command(self.ledger.path, self._flaw, "daemon")
                self._started = self._world.spawn(command)
            return self._serves()

        self.until(found, "a daemon that serves")

    def has_one_alive(self) -> bool:
        """A daemon, or a keeper that starts one. One that has just been started and has not said
        so yet is not seen: who starts a daemon meanwhile finds that another one runs."""
        return bool(self.alive("daemon") or self.alive("keeper"))

    def _serves(self) -> bool:
        try:
            return "result" in self.call("status")
        except OSError:
            return False

    def settle(self) -> None:
        """Waits until there are one daemon, one keeper and one warm dialog process, and nothing
        else, and no question is open or kept. Raises StillWaiting."""
        try:
            self.until(self._settled, "rest")
        except StillWaiting as error:
            roles = {role: self.alive(role) for role in ("daemon", "keeper", "dialog")}
            raise StillWaiting(f"{error}; {roles}; {self.call('list')}") from error

    def _settled(self) -> bool:
        try:
            status = self.call("status")["result"]
        except OSError:  # a daemon that is about to end
            return False
        return (
            self.alive("daemon") == [status["pid"]]
            and self.alive("keeper") == [status["keeper"]]
            and [self._is_spare(pid) for pid in self.alive("dialog")] == [True]
            and status["open"] + status["retained"] == 0
        )

    def _is_spare(self, pid: int) -> bool:
        """This dialog process is warm, and has shown nothing yet."""
        said = [line.word for line in self.lines if line.pid == pid]
        return said[-1:] == [Word.WARM]

    # Doing

    def start_caller(self, question: str, ticket: str, way: Way) -> int:
        """Its pid: a child of ours, to be reaped here."""
        pid = os.fork()
        if pid:
            return pid
        try:
            self._become_caller(question, ticket, way)
        finally:
            os._exit(1)

    def _become_caller(self, question: str, ticket: str, way: Way) -> None:
        self._listener.close()
        os.environ.clear()
        os.environ.update(self._world.environ)
        os.chdir(self._world.environ["HOME"])
        for stream in range(3):
            os.dup2(os.open(os.devnull, os.O_RDWR), stream)
        Caller(self.ledger, str(self._world.socket_path), question, way, ticket).ask()
        os._exit(0)

    def kill(self, pid: int, role: str, question: str) -> None:
        """With -9; returns when it has ended."""
        self.ledger.note(Word.KILLED, question, role, pid)
        with suppress(ProcessLookupError):
            process = os.pidfd_open(pid)
            try:
                signal.pidfd_send_signal(process, signal.SIGKILL)
                if not select.select([process], [], [], PATIENCE)[0]:
                    raise StillWaiting(f"the end of {pid}: not within {PATIENCE:g} s")
            finally:
                os.close(process)

    def hold(self, role: str) -> None:
        """None of this role goes on, or ends by itself, until `let_go`."""
        self._held = self.alive(role)
        self._signal_held(signal.SIGSTOP)

    def let_go(self) -> None:
        self._signal_held(signal.SIGCONT)
        self._held = []

    def _signal_held(self, number: signal.Signals) -> None:
        for pid in self._held:
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def reap(self, pid: int) -> int:
        """Waits for a caller's end; its exit status, negative where a signal ended it."""
        process = os.pidfd_open(pid)
        try:
            self.until_readable(process, "a caller's end")
        except StillWaiting:
            kill(pid)
            raise
        finally:
            os.close(process)
            _, status = os.waitpid(pid, 0)
        return os.waitstatus_to_exitcode(status)

    def log(self) -> list[str]:
        """The last lines that daemons and keepers wrote."""
        texts = [
            path.read_text(errors="replace")
            for path in sorted(self._world.directory.glob("job-*.err"))
        ]
        return "".join(texts).splitlines()[-LOG_LINES:]
