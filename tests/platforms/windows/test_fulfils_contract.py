"""Windows does what every platform does: the suites of `tests/contract`."""

import sys

assert sys.platform == "win32"

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from contract.attention import AttentionContract
from contract.autostart import AutostartContract
from contract.becoming import BecomingContract
from contract.channel import ChannelContract, TransportContract
from contract.doctor import DoctorContract
from contract.endpoint import EndpointContract, EndpointOfProcessesContract
from contract.files import AloneContract, FilesContract, WatchContract
from contract.journal import JournalContract
from contract.keyring import MissingKeyringContract
from contract.memory import MemoryContract
from contract.notifications import NotificationsContract, Until
from contract.page_window import PageWindowContract
from contract.peer import PeerContract, PeerOfProcessesContract
from contract.places import PlacesContract
from contract.presence import PresenceContract
from contract.processes import LaunchContract, ParentContract, ProcessesContract, SpawnContract
from contract.session import DAY, SessionContract
from contract.starter import StarterContract
from contract.supervisor import SupervisorContract
from sayso.platforms import select
from sayso.platforms.contract.attention import Attention
from sayso.platforms.contract.autostart import Autostart
from sayso.platforms.contract.becoming import Becoming
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
from sayso.platforms.contract.presence import SessionState
from sayso.platforms.contract.processes import Processes
from sayso.platforms.contract.session import Session
from sayso.platforms.contract.supervisor import Supervisor
from sayso.platforms.contract.watching import CallOff
from sayso.platforms.windows import backend, presence, session
from sayso.platforms.windows.native import clock
from sayso.platforms.windows.native.clock import TimeOfDay
from sayso.platforms.windows.presence import BEHIND, LOCKED
from sayso.platforms.windows.process_facts import TICKS, our_identity
from support.windows_registry import registry_of_its_own


@pytest.fixture
def home(tmp_path: Path) -> Path:
    place = tmp_path / "home"
    place.mkdir()
    return place


@pytest.fixture
def environ(home: Path) -> Mapping[str, str]:
    return {"USERPROFILE": str(home)}


@pytest.fixture
def without_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the session of services."""
    ours = our_identity()._replace(session=0)
    monkeypatch.setattr(session, "our_identity", lambda: ours)


@pytest.fixture
def peer() -> Peer:
    return select.peer()


@pytest.fixture
def endpoint() -> Endpoint:
    return select.endpoint()


@pytest.fixture
def processes() -> Processes:
    return select.processes()


class TestAutostart(AutostartContract):
    @pytest.fixture
    def autostart(self) -> Iterator[Autostart]:
        with registry_of_its_own():
            yield backend.autostart()


class TestChannel(ChannelContract):
    pass


class TestTransport(TransportContract):
    pass


class TestEndpoint(EndpointContract):
    pass


class TestEndpointOfProcesses(EndpointOfProcessesContract):
    keeps_callers = False  # an instance of a pipe ends with the process that serves it


class TestSpawn(SpawnContract):
    pass


class TestLaunch(LaunchContract):
    pass


class TestParent(ParentContract):
    pass


class TestProcesses(ProcessesContract):
    pass


class TestPeer(PeerContract):
    pass


class TestPeerOfProcesses(PeerOfProcessesContract):
    pass


class TestJournal(JournalContract):
    @pytest.fixture
    def journal(self) -> Journal:
        return select.journal()

    @pytest.fixture
    def place(self, tmp_path: Path) -> str:
        return str(tmp_path / "state" / "log")


@pytest.fixture
def files() -> Files:
    return select.files()


class TestFiles(FilesContract):
    pass


class TestAlone(AloneContract):
    pass


class TestWatch(WatchContract):
    pass


class TestMemory(MemoryContract):
    @pytest.fixture
    def memory(self) -> Memory:
        return select.memory()


class TestStarter(StarterContract):
    """A process tells it of itself alone: there is nothing to hand in."""


class TestPlaces(PlacesContract):
    @pytest.fixture
    def places(self) -> Places:
        return select.places()


class TestAttention(AttentionContract):
    @pytest.fixture
    def attention(self) -> Attention:
        return select.attention()

    @pytest.fixture
    def nowhere(self) -> str:
        return "WinSta0\\Winlogon"


class TestSupervisor(SupervisorContract):
    @pytest.fixture
    def supervisor(self) -> Supervisor:
        return select.supervisor()

    @pytest.fixture
    def alone(self, environ: Mapping[str, str]) -> Mapping[str, str]:
        return environ


@pytest.mark.usefixtures("without_screen")
class TestDoctor(DoctorContract):
    @pytest.fixture
    def doctor(self) -> Doctor:
        return select.doctor()


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
        return select.notifications()

    @pytest.fixture
    def until(self) -> Until:
        def is_so_already(is_so: Callable[[], bool]) -> None:
            assert is_so()

        return is_so_already


class Played:
    """A system that tells what the test says; fulfils `presence.System`."""

    def __init__(self) -> None:
        self._state = SessionState()
        self._listeners: list[tuple[Callable[[], None], Callable[[str], None]]] = []

    def look(self) -> SessionState:
        return self._state

    def listen(self, changed: Callable[[], None], lost: Callable[[str], None]) -> CallOff:
        listener = (changed, lost)
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def person(self) -> presence.Person:
        """As `contract.presence.Presence` has it."""
        return presence.Person(self)

    def session_bus(self) -> presence.Person:
        raise AssertionError("it is not asked for")

    def comes(self) -> None:
        self._turns(SessionState("1"))

    def locks(self) -> None:
        self._turns(SessionState("1", away=LOCKED))

    def unlocks(self) -> None:
        self.comes()

    def leaves(self) -> None:
        self._turns(SessionState())

    def goes_behind(self) -> None:
        self._turns(SessionState("1", away=BEHIND))

    def is_lost(self) -> None:
        for _changed, lost in self._listeners:
            lost("it has closed")

    def _turns(self, state: SessionState) -> None:
        self._state = state
        for changed, _lost in self._listeners:
            changed()


class TestPresence(PresenceContract):
    @pytest.fixture
    def person(self) -> Played:
        return Played()

    @pytest.fixture
    def presence(self, person: Played) -> Played:
        return person


class TestSession(SessionContract):
    @pytest.fixture
    def session(self) -> Session:
        return select.session()

    @pytest.fixture
    def screen(self) -> str:
        return "WinSta0\\Default"

    @pytest.fixture
    def bare(self, without_screen: None) -> Mapping[str, str]:
        return {}

    @pytest.fixture
    def activated(self) -> None:
        """There is no such right here."""

    @pytest.fixture
    def slept(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
        """As the system counts it: its clock went on, and it says for how long it slept."""
        awake = clock.time_of_day

        def after_sleep() -> TimeOfDay:
            time = awake()
            time.now += int(DAY * TICKS)
            time.sleep_bias += int(DAY * TICKS)
            return time

        def read() -> float:
            with monkeypatch.context() as patch:
                patch.setattr(clock, "time_of_day", after_sleep)
                return session.now()

        return read


class TestBecoming(BecomingContract):
    @pytest.fixture
    def becoming(self) -> Becoming:
        return select.becoming()

    @pytest.fixture
    def place(self, tmp_path: Path) -> Path:
        return tmp_path

    @pytest.fixture
    def programs_there(self) -> tuple[Path, Path]:
        system = Path(os.environ["SYSTEMROOT"]) / "system32"
        return system / "cmd.exe", system / "where.exe"
