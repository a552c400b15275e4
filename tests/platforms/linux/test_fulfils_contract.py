"""Linux does what every platform does: the suites of `tests/contract`."""

import os
import socket
import subprocess
import sys

assert sys.platform == "linux"

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from contract.attention import AttentionContract
from contract.autostart import AutostartContract
from contract.becoming import BecomingContract
from contract.channel import ChannelContract, Ends, TransportContract
from contract.doctor import DoctorContract
from contract.endpoint import EndpointContract, EndpointOfProcessesContract
from contract.execution import PYTHON, ExecutionContract, MakeProgram
from contract.files import AloneContract, FilesContract, WatchContract
from contract.journal import JournalContract
from contract.keyring import KeyringContract, Locks
from contract.loop import ChildrenContract, LoopContract, Until
from contract.memory import MemoryContract
from contract.notifications import NotificationsContract
from contract.page_window import PageWindowContract
from contract.password_agent import Asks, PasswordAgentContract
from contract.peer import Comes, PeerContract, PeerOfProcessesContract
from contract.places import PlacesContract
from contract.presence import PresenceContract
from contract.processes import LaunchContract, ParentContract, ProcessesContract, SpawnContract
from contract.session import DAY, SessionContract
from contract.sound import SoundContract
from contract.starter import StarterContract
from contract.supervisor import SupervisorContract
from sayso.platforms import select
from sayso.platforms.contract.attention import Attention
from sayso.platforms.contract.autostart import Autostart
from sayso.platforms.contract.becoming import Becoming
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.children import Children
from sayso.platforms.contract.doctor import Doctor
from sayso.platforms.contract.endpoint import Endpoint
from sayso.platforms.contract.execution import Execution
from sayso.platforms.contract.files import Files
from sayso.platforms.contract.journal import Journal
from sayso.platforms.contract.keyring import Keyring
from sayso.platforms.contract.loop import Loop
from sayso.platforms.contract.memory import Memory
from sayso.platforms.contract.notifications import Notifications
from sayso.platforms.contract.page_window import PageWindow
from sayso.platforms.contract.password_agent import PasswordAgent
from sayso.platforms.contract.peer import Peer
from sayso.platforms.contract.places import Places
from sayso.platforms.contract.presence import Presence
from sayso.platforms.contract.processes import Processes
from sayso.platforms.contract.session import Session
from sayso.platforms.contract.sound import Sound
from sayso.platforms.contract.supervisor import Supervisor
from sayso.platforms.linux.lent import LendingChannel
from sayso.platforms.unix import channel
from sayso.platforms.unix.channel import SocketChannel
from support import keyrings
from support.linux_peers import Server, become_zombie
from support.linux_trees import ASK
from support.logind import Bus, Logind
from support.password_requester import Requester
from support.programs import Programs


@pytest.fixture
def ends() -> Iterator[Ends]:
    ours, theirs = channel.pair()
    with ours, SocketChannel(theirs) as other:
        yield ours, other


@pytest.fixture
def endpoint() -> Endpoint:
    return select.endpoint()


@pytest.fixture
def path(directory: Path) -> str:
    return str(directory / "sayso" / "socket")


@pytest.fixture
def processes() -> Processes:
    return select.processes()


class TestChannel(ChannelContract):
    pass


class TestTransport(TransportContract):
    pass


class TestLendingChannel(ChannelContract, TransportContract):
    """The daemon's end."""

    @pytest.fixture
    def ends(self) -> Iterator[Ends]:
        ours, theirs = socket.socketpair()
        with LendingChannel(ours) as channel, SocketChannel(theirs) as other:
            yield channel, other


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


class Stranger:
    """A program that connects."""

    def __init__(self, server: Server, programs: Programs) -> None:
        self._program = programs.python(ASK, server.path)
        self.channel: Channel = server.accept()
        self.pid = self._program.pid

    def end(self) -> None:
        """It is not waited for: its pid stays its own."""
        self._program.kill()
        become_zombie(self._program)


@pytest.fixture
def peer() -> Peer:
    return select.peer()


@pytest.fixture
def comes(server: Server, programs: Programs) -> Comes:
    return lambda: Stranger(server, programs)


class TestPeer(PeerContract):
    pass


class TestPeerOfProcesses(PeerOfProcessesContract):
    pass


class TestJournal(JournalContract):
    @pytest.fixture
    def journal(self) -> Journal:
        return select.journal()

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
    return select.files()


class TestMemory(MemoryContract):
    @pytest.fixture
    def memory(self) -> Memory:
        return select.memory()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    place = tmp_path / "home"
    place.mkdir()
    return place


@pytest.fixture
def environ(home: Path, directory: Path) -> Mapping[str, str]:
    """Of a person for whom nothing runs."""
    return {"HOME": str(home), "XDG_RUNTIME_DIR": str(directory)}


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
        return ":70000"


class TestSupervisor(SupervisorContract):
    @pytest.fixture
    def supervisor(self) -> Supervisor:
        return select.supervisor()

    @pytest.fixture
    def alone(self, environ: Mapping[str, str]) -> Mapping[str, str]:
        return environ


class TestAutostart(AutostartContract):
    @pytest.fixture
    def autostart(self) -> Autostart:
        return select.autostart()


class TestDoctor(DoctorContract):
    @pytest.fixture
    def doctor(self) -> Doctor:
        return select.doctor()


@pytest.fixture
def until() -> Until:
    """Of the main loop: GLib's."""
    from gi.repository import GLib  # for these tests alone

    def run(is_so: Callable[[], bool]) -> None:
        context = GLib.MainContext.default()
        while not is_so():
            context.iteration(True)

    return run


class TestLoop(LoopContract):
    @pytest.fixture
    def loop(self) -> Loop:
        return select.loop()


class TestChildren(ChildrenContract):
    @pytest.fixture
    def children(self) -> Children:
        return select.children()


class TestSound(SoundContract):
    @pytest.fixture
    def silent(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> Sound:
        """No sound server is there, and none starts for it. The theme is asked of the tray's
        GTK."""
        import gi

        gi.require_version("Gtk", "3.0")
        for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "HOME"):
            monkeypatch.setenv(name, str(directory))
        monkeypatch.setenv("PULSE_SERVER", f"unix:{directory}/pulse")
        monkeypatch.setenv("CANBERRA_DRIVER", "pulse")
        return select.sound()


class TestPageWindow(PageWindowContract):
    @pytest.fixture
    def page_window(self, monkeypatch: pytest.MonkeyPatch) -> PageWindow:
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            monkeypatch.delenv(name, raising=False)
        return select.page_window()


class TestKeyring(KeyringContract):
    @pytest.fixture
    def real(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[keyrings.Keyring]:
        for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "HOME"):
            monkeypatch.setenv(name, str(directory))
        with Bus(directory, "session-bus") as bus:
            monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.address)
            with keyrings.Keyring(os.environ) as real:
                yield real

    @pytest.fixture
    def keyring(self, real: keyrings.Keyring) -> Keyring:
        return select.keyring()

    @pytest.fixture
    def locks(self, real: keyrings.Keyring) -> Locks:
        return real.lock


class TestPasswordAgent(PasswordAgentContract):
    @pytest.fixture
    def agent(self) -> PasswordAgent:
        return select.password_agent()

    @pytest.fixture
    def asks(self, directory: Path) -> Iterator[Asks]:
        with ExitStack() as stack:
            yield lambda name: stack.enter_context(Requester(directory, name))


class TestNotifications(NotificationsContract):
    @pytest.fixture
    def nowhere(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> Notifications:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={directory}/bus")
        return select.notifications()


class Person:
    """Of whom a logind tells that the test plays."""

    def __init__(self, bus: Bus, logind: Logind) -> None:
        self._bus, self._logind = bus, logind

    def comes(self) -> None:
        self._logind.begins("c1")

    def locks(self) -> None:
        self._logind.turns("c1", LockedHint=True)

    def unlocks(self) -> None:
        self._logind.turns("c1", LockedHint=False)

    def leaves(self) -> None:
        self._logind.ends("c1")

    def is_lost(self) -> None:
        self._bus.end()


class TestPresence(PresenceContract):
    @pytest.fixture
    def presence(self) -> Presence:
        return select.presence()

    @pytest.fixture
    def person(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
        with Bus(tmp_path) as bus, Logind(bus) as logind:
            monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
            yield Person(bus, logind)


class TestSession(SessionContract):
    @pytest.fixture
    def session(self) -> Session:
        return select.session()

    @pytest.fixture
    def screen(self) -> str:
        return ":7"

    @pytest.fixture
    def bare(self, home: Path, directory: Path) -> Mapping[str, str]:
        return {"HOME": str(home), "XDG_RUNTIME_DIR": str(directory)}

    @pytest.fixture
    def environ(self, bare: Mapping[str, str], screen: str) -> Mapping[str, str]:
        return {**bare, "DISPLAY": screen}

    @pytest.fixture
    def activated(self, bare: Mapping[str, str]) -> MutableMapping[str, str]:
        return {**bare, "XDG_ACTIVATION_TOKEN": "token-1_TIME1"}

    @pytest.fixture
    def slept(self) -> Callable[[], float]:
        """Time namespaces (time_namespaces(7)) tell apart the clocks that run through suspend and
        those that do not."""
        slept = ["unshare", "--user", "--time", "--boottime", f"{DAY:g}"]
        if subprocess.run([*slept, "true"], stderr=subprocess.DEVNULL, check=False).returncode:
            pytest.skip("no time namespace can be made here")
        told = "from sayso.platforms import select; print(select.session().now())"
        command = [*slept, sys.executable, "-c", told]
        return lambda: float(subprocess.check_output(command))


class TestExecution(ExecutionContract):
    @pytest.fixture
    def execution(self) -> Execution:
        return select.execution()

    @pytest.fixture
    def place(self, tmp_path: Path) -> Path:
        (tmp_path / "place").mkdir()
        return tmp_path / "place"

    @pytest.fixture
    def make_program(self) -> MakeProgram:
        def make(path: Path, script: str) -> Path:
            path.write_text(f"#!{PYTHON} -I\n{script}\n")
            path.chmod(0o755)
            return path

        return make


class TestBecoming(BecomingContract):
    @pytest.fixture
    def becoming(self) -> Becoming:
        return select.becoming()

    @pytest.fixture
    def place(self, tmp_path: Path) -> Path:
        return tmp_path

    @pytest.fixture
    def programs_there(self) -> tuple[Path, Path]:
        return Path("/usr/bin/true"), Path("/usr/bin/false")
