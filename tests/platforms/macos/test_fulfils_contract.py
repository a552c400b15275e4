"""macOS does what every platform does: the suites of `tests/contract`. On Linux they run before a
double that is made of this system's own processes, sockets and files; on a Mac, as they are."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import socket
import time
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import closing
from pathlib import Path

import pytest

from contract.attention import AttentionContract
from contract.autostart import AutostartContract
from contract.channel import ChannelContract, Ends, TransportContract
from contract.doctor import DoctorContract
from contract.endpoint import EndpointContract, EndpointOfProcessesContract
from contract.files import AloneContract, FilesContract, WatchContract
from contract.journal import JournalContract
from contract.keyring import MissingKeyringContract
from contract.loop import ChildrenContract, Until
from contract.memory import MemoryContract
from contract.notifications import NotificationsContract
from contract.page_window import PageWindowContract
from contract.peer import Comes, PeerContract, PeerOfProcessesContract
from contract.places import PlacesContract
from contract.presence import PresenceContract
from contract.processes import LaunchContract, ParentContract, ProcessesContract, SpawnContract
from contract.session import DAY, SessionContract
from contract.sound import SoundContract
from contract.supervisor import SupervisorContract
from sayso.platforms.contract.attention import Attention
from sayso.platforms.contract.autostart import Autostart
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.children import Children
from sayso.platforms.contract.doctor import Doctor
from sayso.platforms.contract.endpoint import Endpoint
from sayso.platforms.contract.files import Files
from sayso.platforms.contract.journal import Journal
from sayso.platforms.contract.keyring import Keyring
from sayso.platforms.contract.memory import Memory
from sayso.platforms.contract.notifications import Notifications
from sayso.platforms.contract.page_window import PageWindow
from sayso.platforms.contract.peer import Peer
from sayso.platforms.contract.places import Places
from sayso.platforms.contract.presence import Presence
from sayso.platforms.contract.processes import Processes
from sayso.platforms.contract.session import Session
from sayso.platforms.contract.sound import Sound
from sayso.platforms.contract.supervisor import Supervisor
from sayso.platforms.macos import backend
from sayso.platforms.macos.held import Held
from sayso.platforms.unix import channel
from sayso.platforms.unix.channel import SocketChannel
from support.macos_live import Live
from support.macos_lock import PlayedLock
from support.macos_loop import PlayedLoop
from support.processes import PATIENCE
from support.programs import Programs

pytestmark = pytest.mark.usefixtures("live")


@pytest.fixture
def ends() -> Iterator[Ends]:
    ours, theirs = channel.pair()
    with ours, SocketChannel(theirs) as other:
        yield ours, other


@pytest.fixture
def endpoint() -> Endpoint:
    return backend.endpoint()


@pytest.fixture
def path(directory: Path) -> str:
    return str(directory / "sayso" / "socket")


@pytest.fixture
def processes() -> Processes:
    return backend.processes()


class TestChannel(ChannelContract):
    pass


class TestTransport(TransportContract):
    pass


class TestEndpoint(EndpointContract):
    pass


class TestEndpointOfProcesses(EndpointOfProcessesContract):
    pass


class TestSpawn(SpawnContract):
    pass


class TestLaunch(LaunchContract):
    pass


class TestParent(ParentContract):
    pass


class TestProcesses(ProcessesContract):
    pass


ASK = """
import socket, sys
with socket.socket(socket.AF_UNIX) as sock:
    sock.connect(sys.argv[1])
    sys.stdin.read()
"""


class Stranger:
    """A program that connects."""

    def __init__(self, listening: socket.socket, programs: Programs) -> None:
        self._program = programs.python(ASK, listening.getsockname())
        self.channel: Channel = SocketChannel(listening.accept()[0])
        self.pid = self._program.pid

    def end(self) -> None:
        """It is not waited for: its pid stays its own."""
        with closing(Held(self.pid)) as held:
            self._program.kill()
            assert held.has_ended(PATIENCE)


@pytest.fixture
def peer() -> Peer:
    return backend.peer()


@pytest.fixture
def comes(directory: Path, programs: Programs) -> Iterator[Comes]:
    come: list[Stranger] = []
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(directory / "requests"))
        listening.listen()
        listening.settimeout(PATIENCE)

        def one() -> Stranger:
            come.append(Stranger(listening, programs))
            return come[-1]

        yield one
    for each in come:
        each.channel.close()


class TestPeer(PeerContract):
    pass


class TestPeerOfProcesses(PeerOfProcessesContract):
    pass


class TestJournal(JournalContract):
    @pytest.fixture
    def journal(self) -> Journal:
        return backend.journal()

    @pytest.fixture
    def place(self, directory: Path) -> str:
        return str(directory / "state" / "log")


class TestFiles(FilesContract):
    pass


class TestAlone(AloneContract):
    pass


class TestWatch(WatchContract):
    pass


@pytest.fixture
def files() -> Files:
    return backend.files()


class TestMemory(MemoryContract):
    @pytest.fixture
    def memory(self) -> Memory:
        return backend.memory()


class TestPlaces(PlacesContract):
    @pytest.fixture
    def places(self) -> Places:
        return backend.places()


class PlayedPerson:
    """Fulfils `contract.presence.Person`."""

    def __init__(self, live: Live, lock: PlayedLock) -> None:
        self._live, self._lock = live, lock
        live.has_graphics = False

    def comes(self) -> None:
        self._live.has_graphics = True

    def locks(self) -> None:
        self._lock.says(True)

    def unlocks(self) -> None:
        self._lock.says(False)

    def leaves(self) -> None:
        """Its windows have gone with it, and somebody tells."""
        self._live.has_graphics = False
        self._lock.says(False)

    def is_lost(self) -> None:
        self._lock.end_those_who_hear()


@pytest.mark.linux("the double is made of it")
@pytest.mark.usefixtures("console")
class TestPresence(PresenceContract):
    @pytest.fixture
    def presence(self) -> Presence:
        return backend.presence()

    @pytest.fixture
    def person(self, live: Live, lock: PlayedLock) -> PlayedPerson:
        return PlayedPerson(live, lock)


class TestAttention(AttentionContract):
    @pytest.fixture
    def attention(self) -> Attention:
        return backend.attention()

    @pytest.fixture
    def nowhere(self) -> str:
        return "Background"


class TestSupervisor(SupervisorContract):
    @pytest.fixture
    def supervisor(self) -> Supervisor:
        return backend.supervisor()

    @pytest.fixture
    def alone(self, environ: Mapping[str, str]) -> Mapping[str, str]:
        return environ


class TestAutostart(AutostartContract):
    @pytest.fixture
    def autostart(self, launchctl: object) -> Autostart:
        return backend.autostart()


class TestDoctor(DoctorContract):
    @pytest.fixture
    def doctor(self) -> Doctor:
        return backend.doctor()


@pytest.fixture
def until(monkeypatch: pytest.MonkeyPatch) -> Until:
    from sayso.platforms import macos

    loop = PlayedLoop()
    monkeypatch.setattr(macos, "loop", loop, raising=False)
    return loop.run


class TestChildren(ChildrenContract):
    @pytest.fixture
    def children(self) -> Children:
        return backend.children()


class TestSound(SoundContract):
    @pytest.fixture
    def silent(self, monkeypatch: pytest.MonkeyPatch, directory: Path) -> Sound:
        """Its player is not there."""
        from sayso.platforms.macos import sound

        monkeypatch.setattr(sound, "PLAYER", str(directory / "missing"))
        return backend.sound()


class TestKeyring(MissingKeyringContract):
    @pytest.fixture
    def keyring(self) -> Keyring:
        return backend.keyring()


class TestPageWindow(PageWindowContract):
    @pytest.fixture
    def page_window(self) -> PageWindow:
        return backend.page_window()


class TestNotifications(NotificationsContract):
    @pytest.fixture
    def nowhere(self) -> Notifications:
        return backend.notifications()


@pytest.mark.linux("the double is made of it")
class TestSession(SessionContract):
    @pytest.fixture
    def session(self) -> Session:
        return backend.session()

    @pytest.fixture
    def screen(self) -> str:
        return "Aqua"

    @pytest.fixture
    def bare(self, live: Live, environ: Mapping[str, str]) -> Mapping[str, str]:
        live.has_graphics = False
        return environ

    @pytest.fixture
    def activated(self) -> MutableMapping[str, str] | None:
        return None

    @pytest.fixture
    def slept(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
        """The clock of macOS that runs through sleep has gone on, and no other."""
        from sayso.platforms.macos.native import numbers

        real = time.clock_gettime

        def asleep(clock: int) -> float:
            return real(clock) + (DAY if clock == numbers.CLOCK_MONOTONIC else 0)

        def now() -> float:
            with monkeypatch.context() as patched:
                patched.setattr(time, "clock_gettime", asleep)
                return backend.session().now()

        return now
