"""A world of its own in which one point is named, with a daemon, a keeper, dialogs, and callers.

Everything runs in one thread. During any wait here, a process that stands at the point is attended
to as well, and let go at once unless a function was set by `at_the_point`.
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
"""Seconds to wait for anything."""

PAUSE = 0.01
"""Seconds between two checks of a condition that no event announces."""

LOG_LINES = 15

TICK = 0.02
"""Seconds of two clock ticks, in which the kernel counts the start times of processes (proc(5))."""

Reached = Callable[[int], None]


class Stage:
    def __init__(self, point: str, flaw: str = "none", *, real: bool = False) -> None:
        """`real`: whether the world has a screen of its own, with real windows and input."""
        self.point = point
        self._flaw = flaw
        self._ground = Ground(point, real=real)
        self.ledger = self._ground.ledger
        self.lines: list[Line] = []
        """All lines of the ledger that were read so far."""
        self._running: dict[int, str] = {}
        """Roles by pid, of the processes that started and were not yet seen to have ended."""
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
        """Waits until the condition holds. Raises StillWaiting after `PATIENCE`."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise StillWaiting(f"{what}: not within {PATIENCE:g} s")
            self._attend(PAUSE)

    def until_ready(self, other: int, what: str) -> None:
        """Waits for `other`, a descriptor or handle that the ground gave. Raises StillWaiting after
        `PATIENCE`."""
        deadline = time.monotonic() + PATIENCE
        while other not in self._attend(deadline - time.monotonic(), other):
            if time.monotonic() > deadline:
                raise StillWaiting(f"{what}: not within {PATIENCE:g} s")

    def let(self, seconds: float) -> None:
        """Waits for so many seconds."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._attend(left)

    def at_the_point(self, reached: Reached | None) -> None:
        """Sets the function that is called with the pid of each process at the point; the process
        stands there until the function returns. None: each process goes on at once."""
        self._reached = reached

    def later(self, seconds: float, do: Callable[[], object]) -> None:
        """Calls `do` after so many seconds, while something else is waited for. Only one call can
        be due at a time."""
        self._later = time.monotonic() + seconds, do

    @property
    def nothing_is_due(self) -> bool:
        """Whether no call of `later` is still due."""
        return self._later is None

    def _attend(self, seconds: float, *others: int) -> list[int]:
        """Waits at most `seconds`, and attends to a process at the point and to the call that is
        due. Those of the `others` that are ready."""
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
        """All lines of the ledger so far."""
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
        """Sends a request to the daemon; the reply. Raises OSError when no daemon serves."""
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
        """A channel to the daemon. Raises OSError when there is none, and StillWaiting when it
        accepts no connection."""
        made: list[Channel] = []

        def connected() -> bool:
            try:
                made.append(select.endpoint().connect(self._ground.path, PAUSE))
            except ProtocolError:  # the daemon accepts no connection just now
                return False
            except Unreachable as error:
                raise ConnectionRefusedError(error.message) from error
            return True

        self.until(connected, "a daemon that takes who connects")
        return made[0]

    def find_daemon(self) -> None:
        """Waits for a daemon that answers, and starts one where none is left, as callers do."""

        def found() -> bool:
            if not self.has_one_alive():
                self._ground.start_daemon(self._flaw)
            return self._serves()

        self.until(found, "a daemon that serves")

    def has_one_alive(self) -> bool:
        """Whether a daemon lives, or a keeper that starts one. A daemon that has just been started
        is not seen before its line in the ledger; a second one that is started meanwhile finds that
        it already runs."""
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
        except OSError:  # the daemon is about to end
            return False
        return (
            self.alive("daemon") == [status["pid"]]
            and self.alive("keeper") == [status["keeper"]]
            and [self._is_spare(pid) for pid in self.alive("dialog")] == [True]
            and status["open"] + status["retained"] == 0
        )

    def _is_spare(self, pid: int) -> bool:
        """Whether this dialog process is warm, and has shown nothing yet."""
        said = [line.word for line in self.lines if line.pid == pid]
        return said[-1:] == [Word.WARM]

    # Doing

    def start_caller(self, question: str, ticket: str, way: Way) -> int:
        """The pid of a new caller: a child of this process, to be reaped with `reap`."""
        return self._ground.start_caller(question, ticket, way)

    def kill(self, pid: int, role: str, question: str) -> None:
        """Kills a process, notes it in the ledger, and returns when the process has ended."""
        self.ledger.note(Word.KILLED, question, role, pid)
        self._ground.kill(pid, PATIENCE)

    def hold(self, role: str) -> None:
        """Suspends the processes of this role: none goes on, or ends by itself, until `let_go`."""
        self._held = self.alive(role)
        for pid in self._held:
            self._ground.suspend(pid)

    def let_go(self) -> None:
        for pid in self._held:
            self._ground.resume(pid)
        self._held = []

    def reap(self, pid: int) -> int:
        """Waits for a caller's end. Its exit status, negative where it was killed."""
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
