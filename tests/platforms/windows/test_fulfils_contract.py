"""Windows does what every platform does: the suites of `tests/contract`."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from contract.attention import AttentionContract
from contract.doctor import DoctorContract
from contract.files import AloneContract, FilesContract, WatchContract
from contract.journal import JournalContract
from contract.memory import MemoryContract
from contract.notifications import NotificationsContract, Until
from contract.peer import PeerContract
from contract.places import PlacesContract
from contract.presence import PresenceContract
from contract.session import DAY, SessionContract
from contract.supervisor import SupervisorContract
from sayso.platforms import select
from sayso.platforms.contract.attention import Attention
from sayso.platforms.contract.doctor import Doctor
from sayso.platforms.contract.files import Files
from sayso.platforms.contract.journal import Journal
from sayso.platforms.contract.memory import Memory
from sayso.platforms.contract.notifications import Notifications
from sayso.platforms.contract.peer import Peer
from sayso.platforms.contract.places import Places
from sayso.platforms.contract.presence import SessionState
from sayso.platforms.contract.session import Session
from sayso.platforms.contract.supervisor import Supervisor
from sayso.platforms.contract.watching import CallOff
from sayso.platforms.windows import presence, session
from sayso.platforms.windows.native import clock
from sayso.platforms.windows.native.clock import TimeOfDay
from sayso.platforms.windows.presence import BEHIND, LOCKED
from sayso.platforms.windows.process_facts import TICKS, our_identity


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


class TestPeer(PeerContract):
    @pytest.fixture
    def peer(self) -> Peer:
        return select.peer()

    # to be dropped: with the channel of this platform, `ends` is made by it
    test_a_hang_up_is_told_once_it_happens_until_that_is_called_off = None  # type: ignore[assignment]
    test_a_hang_up_is_not_told_to_who_called_it_off_before = None  # type: ignore[assignment]


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
