"""An endpoint within one process, for tests that need no system."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from in_memory.channel import MemoryChannel, pair
from sayso.errors import AlreadyRunning, ProtocolError, Unreachable
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.endpoint import WaitResult
from sayso.platforms.contract.supervisor import SocketActivation


class MemoryEndpoint:
    """Fulfils `sayso.platforms.contract.endpoint.Endpoint`; a path is a mere name."""

    def __init__(self) -> None:
        self._listeners: dict[str, MemoryListener] = {}

    def socket_path(self, environ: Mapping[str, str]) -> str:
        return environ.get("SAYSO_SOCKET") or "socket"

    def place_path(self, path: str, name: str) -> str:
        return f"{path}/places/{name}"

    def forwarded(self, environ: Mapping[str, str]) -> list[str]:
        return sorted((path for path in self._listeners if "/forwarded/" in path), reverse=True)

    def remove_stale(self, path: str) -> None:
        """Does nothing: in memory nothing is left over."""

    def owner(self, environ: Mapping[str, str]) -> int | None:
        return None

    def is_elsewhere(self, environ: Mapping[str, str]) -> bool:
        return False

    def listen_for_place(self, path: str, backlog: int, *, shared: bool) -> "MemoryListener":
        return self.listen(path, backlog)

    def connect(self, path: str, timeout: float, owner: int | None = None) -> MemoryChannel:
        if path not in self._listeners:
            raise Unreachable(f"no daemon listens at {path}")
        return self._listeners[path].called(timeout)

    def listen(
        self, path: str, backlog: int, given: SocketActivation | None = None
    ) -> "MemoryListener":
        assert given is None, "there is no service manager in memory"
        if path in self._listeners:
            raise AlreadyRunning(f"another daemon runs at {path}")
        listener = MemoryListener(path, backlog, self._gone)
        self._listeners[path] = listener
        return listener

    def adopt(self, handover: Mapping[str, Any]) -> "MemoryListener":
        return self._listeners[handover["path"]]

    def callers(self, handover: Mapping[str, Any]) -> "MemoryCallers":
        return MemoryCallers(self._listeners[handover["path"]])

    def _gone(self, listener: "MemoryListener") -> None:
        if self._listeners.get(listener.path) is listener:
            del self._listeners[listener.path]


class MemoryListener:
    """A queue of callers that wait to be accepted."""

    def __init__(self, path: str, backlog: int, gone: Callable[["MemoryListener"], None]) -> None:
        self.path = path
        self.waiting: deque[MemoryChannel] = deque()
        self.told: list[Callable[[], None]] = []
        """Functions to call, on any thread, at each caller."""
        self._changed = threading.Condition()
        self._backlog = backlog
        self._gone = gone
        self._refuses = False

    def called(self, timeout: float) -> MemoryChannel:
        """Queues a caller, and returns its end. Raises ProtocolError (no room in time) and
        Unreachable (refused)."""
        with self._changed:
            if not self._changed.wait_for(self._has_an_answer, timeout):
                raise ProtocolError(f"the daemon took no connection within {timeout:g} s")
            if self._refuses:
                raise Unreachable(f"no daemon listens at {self.path}")
            ours, theirs = pair()
            self.waiting.append(ours)
            for each in self.told:
                each()
        return theirs

    def _has_an_answer(self) -> bool:
        return self._refuses or len(self.waiting) <= self._backlog

    def take(self) -> MemoryChannel | None:
        """The channel of the next caller. None: nobody waits."""
        with self._changed:
            self._changed.notify_all()
            return self.waiting.popleft() if self.waiting else None

    def serve(
        self, connection: Callable[[Channel], asyncio.BaseProtocol], backlog: int
    ) -> "MemoryDoor":
        self._backlog = backlog
        return MemoryDoor(self, connection)

    def handover(self) -> dict[str, Any]:
        return {"path": self.path, "descriptors": {}}

    def refuse(self) -> None:
        with self._changed:
            self._refuses = True
            self._changed.notify_all()

    def close(self) -> None:
        self.refuse()
        while caller := self.take():
            caller.close()
        self._gone(self)


class MemoryDoor:
    """Fulfils `sayso.platforms.contract.endpoint.Acceptor`: accepts one caller in each turn of the
    loop."""

    def __init__(
        self, listener: MemoryListener, connection: Callable[[Channel], asyncio.BaseProtocol]
    ) -> None:
        self._listener, self._connection = listener, connection
        self._loop = asyncio.get_running_loop()
        self._taking: set[asyncio.Task[None]] = set()
        listener.told.append(self._soon)
        self._soon()

    def close(self) -> None:
        if self._soon in self._listener.told:
            self._listener.told.remove(self._soon)

    def _soon(self) -> None:
        self._loop.call_soon_threadsafe(self._take)

    def _take(self) -> None:
        if self._soon not in self._listener.told:  # this acceptor was closed meanwhile
            return
        if caller := self._listener.take():
            task = self._loop.create_task(caller.serve(self._connection(caller)))
            self._taking.add(task)
            task.add_done_callback(self._taking.discard)
            self._soon()


class MemoryCallers:
    def __init__(self, listener: MemoryListener) -> None:
        self._listener = listener

    def are_there(self) -> bool:
        return bool(self._listener.waiting)

    def wait(self, channel: Channel, *, for_callers: bool, patience: float | None) -> WaitResult:
        assert isinstance(channel, MemoryChannel)
        changed = threading.Event()
        call_off = channel.on_change(changed.set)
        self._listener.told.append(changed.set)
        try:
            result = self._look(channel, for_callers=for_callers)
            while result == NEITHER and changed.wait(patience):
                changed.clear()
                result = self._look(channel, for_callers=for_callers)
        finally:
            self._listener.told.remove(changed.set)
            call_off()
        return result

    def _look(self, channel: MemoryChannel, *, for_callers: bool) -> WaitResult:
        return WaitResult(channel.is_ready(), for_callers and self.are_there())


NEITHER = WaitResult(is_channel_ready=False, is_caller_waiting=False)
