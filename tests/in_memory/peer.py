"""Tells who is at the other end where there is no process: the test says what such a peer does."""

import asyncio
from collections.abc import Callable

from in_memory.channel import MemoryChannel
from sayso.core.lineage import Lineage, Member, Process
from sayso.errors import SaysoError, Unsupported, UntrustedPeer
from sayso.platforms import select
from sayso.platforms.contract.channel import Channel, Lent
from sayso.platforms.contract.processes import DaemonHandle
from sayso.platforms.contract.watching import CallOff


def alone(pid: int, name: str = "agent") -> Lineage:
    """The lineage of a requester without ancestors, and so without an owner, in a terminal of its
    own."""
    process = Process(pid, 1.0)
    argv = (name, "--now")
    return Lineage((Member(process, pid, on_pty=True, cgroup="", name=name, argv=argv, cwd="/w"),))


class MemoryPeer:
    """Fulfils `sayso.platforms.contract.peer.Peer`, except that it knows no daemon. All connections
    come from one process unless the test says otherwise (`is_at`). For a channel of the system, the
    system's own peer watches for the hang-up."""

    no_proof: str | None = None

    def __init__(self) -> None:
        self.lineage_of_next = alone(4242)
        self.refusal: SaysoError | None = None
        self.numbers: list[int] = []
        """Numbers of the connections whose lineage was read."""
        self.passed_on = False
        """Whether the process at the other end is no longer the one that connected."""
        self.exhausted: OSError | None = None
        """Raised by all that needs a file descriptor; None: there are enough."""
        self.owner_has_gone = False
        """Whether the owner has exited by the time that anybody wants to watch it."""
        self._at: dict[Channel, Lineage] = {}
        self._known: dict[int, Process] = {}
        """Processes by pid; all others are taken to run."""
        self._ended: set[Process] = set()
        self._watched: dict[_Watch, Process] = {}

    @property
    def watches(self) -> int:
        """How many processes are watched now."""
        return len(self._watched)

    def is_at(self, channel: Channel, lineage: Lineage) -> None:
        """Sets who is at the other end of this channel."""
        self._at[channel] = lineage
        self._known |= {each.pid: each for each in lineage.processes}

    def exits(self, process: Process) -> None:
        self._ended.add(process)
        for watch, watched in self._watched.items():
            if watched == process:
                watch.happened()

    def owner_exits(self) -> None:
        """Has every process exit that is watched."""
        assert self._watched, "nobody watches the owner"
        for process in {*self._watched.values()}:
            self.exits(process)

    def check_user(self, channel: Channel, user: int | None = None) -> None:
        if self.refusal:
            raise self.refusal

    def lineage(self, channel: Channel, connection: int, user: int | None = None) -> Lineage:
        if self.exhausted:
            raise self.exhausted
        self.numbers.append(connection)
        if channel not in self._at:
            return self.lineage_of_next
        lineage = self._at[channel]
        if self.has_exited(lineage.requester):
            raise UntrustedPeer(f"process {lineage.requester.pid} has exited")
        return lineage

    def check_requester(self, channel: Channel, requester: Process) -> None:
        if self.passed_on:
            raise UntrustedPeer(f"process {requester.pid} was at the other end")

    def system(self) -> str:
        return "memory"

    def running(self, pid: int) -> Lineage | None:
        known = (each for each in self._at.values() if each.requester.pid == pid)
        return next((each for each in known if not self.has_exited(each.requester)), None)

    def served(self, lent: Lent) -> Lineage | None:
        raise AssertionError("memory lends nothing")

    def has_exited(self, process: Process) -> bool:
        return process in self._ended or self._known.get(process.pid, process) != process

    def watch_exit(self, process: Process, exited: Callable[[], None]) -> CallOff | None:
        if self.exhausted:
            raise self.exhausted
        if process.pid == 0:
            raise Unsupported("a process in another pid namespace can't be watched")
        if self.owner_has_gone or self.has_exited(process):
            return None
        watch = _Watch(exited)
        self._watched[watch] = process

        def call_off() -> None:
            watch.call_off()
            del self._watched[watch]

        return call_off

    def watch_hang_up(self, channel: Channel, gone: Callable[[], None]) -> CallOff:
        if self.exhausted:
            raise self.exhausted
        if not isinstance(channel, MemoryChannel):
            return select.peer().watch_hang_up(channel, gone)
        watch = _Watch(gone)

        def look() -> None:
            if channel.has_hung_up():
                watch.happened()

        unhear = channel.on_change(look)
        look()

        def call_off() -> None:
            unhear()
            watch.call_off()

        return call_off

    def daemon(self, channel: Channel) -> DaemonHandle:
        raise AssertionError("a daemon ends nobody")

    def keepers(self, path: str) -> list[DaemonHandle]:
        raise AssertionError("a daemon ends nobody")


class _Watch:
    """Once something has happened, reports that in each turn of the loop until it is cancelled."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell: Callable[[], None] | None = tell
        self._has_happened = False
        self._loop = asyncio.get_running_loop()

    def happened(self) -> None:
        if not self._has_happened:
            self._has_happened = True
            self._loop.call_soon_threadsafe(self._turn)

    def call_off(self) -> None:
        self._tell = None

    def _turn(self) -> None:
        if self._tell:
            self._loop.call_soon(self._turn)
            self._tell()
