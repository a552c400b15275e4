"""A world of its own in which one point is named: daemon, keeper, dialogs, and callers.

One thread: whatever is waited for here, a process that stands at the point is attended to
meanwhile, and let go at once unless somebody wants it otherwise.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from faults.caller import Way
from faults.ledger import Line, Word
from sayso.errors import ProtocolError, Unreachable
from sayso.platforms import select
from sayso.platforms.contract.channel import Channel
from support.processes import StillWaiting, kill

if sys.platform == "win32":
    from faults.windows_ground import Ground
else:
    from faults.linux_ground import Ground

PATIENCE = 30.0
"""Seconds for whatever is waited for."""

PAUSE = 0.01
"""Seconds between two looks at what no event tells of."""

LOG_LINES = 15

TICK = 0.02
"""Seconds: two ticks of the kernel's clock for the starts of processes (proc(5))."""

Reached = Callable[[int], None]


class Stage:
    def __init__(self, point: str, flaw: str = "none", *, real: bool = False) -> None:
        """`real`: on a screen of its own, with real windows and input."""
        self.point = point
        self._flaw = flaw
        self._ground = Ground(point, real=real)
        self.ledger = self._ground.ledger
        self.lines: list[Line] = []
        """All that the ledger has told so far."""
        self._running: dict[int, str] = {}
        """Roles of the processes that started, but for those that were seen to have ended."""
        self._held: list[int] = []
        self._reached: Reached | None = None
        self._later: tuple[float, Callable[[], object]] | None = None
        try:
            self.find_daemon()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Raises LeftBehind when a process or file is left."""
        self._ground.close()

    # Waiting

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Raises StillWaiting."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise StillWaiting(f"{what}: not within {PATIENCE:g} s")
            self._attend(PAUSE)

    def until_ready(self, other: int, what: str) -> None:
        """Of what the ground has to wait for. Raises StillWaiting."""
        deadline = time.monotonic() + PATIENCE
        while other not in self._attend(deadline - time.monotonic(), other):
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
        """Those of the others that are ready, after this time at the latest."""
        if self._later:
            seconds = min(seconds, self._later[0] - time.monotonic())
        is_somebody_there, ready = self._ground.wait(seconds, others)
        if self._later and self._later[0] <= time.monotonic():
            (_, do), self._later = self._later, None
            do()
        if is_somebody_there:
            with self._ground.who_stands_there() as pid:
                if pid and self._reached:
                    self._reached(pid)
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
        self._running = {
            pid: its for pid, its in self._running.items() if self._ground.is_alive(pid)
        }
        return [pid for pid, its in self._running.items() if its == role]

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """A request to the daemon; its reply. Raises OSError: none serves."""
        with self._connect() as channel:
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            channel.send(json.dumps(request).encode() + b"\n")
            data = b""
            while not data.endswith(b"\n"):
                self.until_ready(self._ground.once_readable(channel), f"the reply to {method}")
                piece = channel.receive()
                if not piece:
                    raise ConnectionResetError("the daemon ended")
                data += piece
        reply: dict[str, Any] = json.loads(data)
        return reply

    def _connect(self) -> Channel:
        """Raises OSError, and StillWaiting where there is one that takes nobody."""
        made: list[Channel] = []

        def connected() -> bool:
            try:
                made.append(select.endpoint().connect(self._ground.path, PAUSE))
            except ProtocolError:  # it takes nobody just now
                return False
            except Unreachable as error:
                raise ConnectionRefusedError(error.message) from error
            return True

        self.until(connected, "a daemon that takes who connects")
        return made[0]

    def find_daemon(self) -> None:
        """Waits for one that answers, and starts it where none is left; as callers do."""

        def found() -> bool:
            if not self.has_one_alive():
                self._ground.start_daemon(self._flaw)
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
        return self._ground.start_caller(question, ticket, way)

    def kill(self, pid: int, role: str, question: str) -> None:
        """By force; returns when it has ended."""
        self.ledger.note(Word.KILLED, question, role, pid)
        self._ground.kill(pid, PATIENCE)

    def hold(self, role: str) -> None:
        """None of this role goes on, or ends by itself, until `let_go`."""
        self._held = self.alive(role)
        for pid in self._held:
            self._ground.suspend(pid)

    def let_go(self) -> None:
        for pid in self._held:
            self._ground.resume(pid)
        self._held = []

    def reap(self, pid: int) -> int:
        """Waits for a caller's end; its exit status, negative where it was killed."""
        with self._ground.ending(pid) as ending:
            try:
                self.until_ready(ending, "a caller's end")
            except StillWaiting:
                kill(pid)
                raise
            finally:
                status = self._ground.reap(pid)
        return status

    def log(self) -> list[str]:
        """The last lines that daemons and keepers wrote."""
        return self._ground.log()[-LOG_LINES:]
