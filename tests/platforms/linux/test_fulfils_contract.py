"""Linux does what every platform does: the suites of `tests/contract`."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from contract.attention import AttentionContract
from contract.autostart import AutostartContract
from contract.channel import ChannelContract, Ends
from contract.doctor import DoctorContract
from contract.endpoint import EndpointContract, EndpointOfProcessesContract
from contract.files import AloneContract, FilesContract, WatchContract
from contract.journal import JournalContract
from contract.memory import MemoryContract
from contract.peer import Comes, PeerContract, PeerOfProcessesContract
from contract.places import PlacesContract
from contract.processes import LaunchContract, ParentContract, ProcessesContract, SpawnContract
from contract.supervisor import SupervisorContract
from sayso.platforms import select
from sayso.platforms.contract.attention import Attention
from sayso.platforms.contract.autostart import Autostart
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.doctor import Doctor
from sayso.platforms.contract.endpoint import Endpoint
from sayso.platforms.contract.files import Files
from sayso.platforms.contract.journal import Journal
from sayso.platforms.contract.memory import Memory
from sayso.platforms.contract.peer import Peer
from sayso.platforms.contract.places import Places
from sayso.platforms.contract.processes import Processes
from sayso.platforms.contract.supervisor import Supervisor
from sayso.platforms.linux import channel
from sayso.platforms.linux.channel import SocketChannel
from support.linux_peers import Server, become_zombie
from support.linux_trees import ASK
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
        return ":987"


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
