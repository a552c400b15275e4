"""Linux does what every platform does: the suites of `tests/contract`."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from contract.channel import ChannelContract, Ends
from contract.endpoint import EndpointContract, EndpointOfProcessesContract
from contract.journal import JournalContract
from contract.peer import Comes, PeerContract, PeerOfProcessesContract
from contract.processes import LaunchContract, ParentContract, ProcessesContract, SpawnContract
from sayso.platforms import select
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.endpoint import Endpoint
from sayso.platforms.contract.journal import Journal
from sayso.platforms.contract.peer import Peer
from sayso.platforms.contract.processes import Processes
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
    @pytest.fixture
    def environ(self, directory: Path) -> Mapping[str, str]:
        return {"XDG_RUNTIME_DIR": str(directory)}


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
