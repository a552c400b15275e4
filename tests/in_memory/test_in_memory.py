"""What is in memory does what every platform does: the suites of `tests/contract`."""

import itertools
from collections.abc import Iterator, Mapping

import pytest

from contract.channel import ChannelContract, Ends
from contract.endpoint import EndpointContract
from contract.journal import JournalContract
from contract.peer import Comes, PeerContract
from in_memory import channel
from in_memory.endpoint import MemoryEndpoint
from in_memory.journal import MemoryJournal
from in_memory.peer import MemoryPeer, alone
from sayso.platforms.contract.endpoint import Endpoint
from sayso.platforms.contract.journal import Journal


@pytest.fixture
def ends() -> Iterator[Ends]:
    ours, theirs = channel.pair()
    with ours, theirs:
        yield ours, theirs


class TestChannel(ChannelContract):
    pass


class TestEndpoint(EndpointContract):
    @pytest.fixture
    def endpoint(self) -> Endpoint:
        return MemoryEndpoint()

    @pytest.fixture
    def path(self) -> str:
        return "socket"

    @pytest.fixture
    def environ(self) -> Mapping[str, str]:
        return {}


class TestJournal(JournalContract):
    @pytest.fixture
    def journal(self) -> Journal:
        return MemoryJournal()

    @pytest.fixture
    def place(self) -> str:
        return "log"


class Stranger:
    """Whom the test has connect."""

    def __init__(self, peer: MemoryPeer, pid: int) -> None:
        self.channel, _theirs = channel.pair()
        self.pid = pid
        self._peer, self._lineage = peer, alone(pid)
        peer.is_at(self.channel, self._lineage)

    def end(self) -> None:
        self._peer.exits(self._lineage.requester)


class TestPeer(PeerContract):
    @pytest.fixture
    def peer(self) -> MemoryPeer:
        return MemoryPeer()

    @pytest.fixture
    def comes(self, peer: MemoryPeer) -> Comes:
        pids = itertools.count(1)
        return lambda: Stranger(peer, next(pids))
