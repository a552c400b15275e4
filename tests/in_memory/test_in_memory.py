"""What is in memory does what every platform does: the suites of `tests/contract`.

Some parts have no version in memory, as nobody would use it: places and files (code that reads
files is given a path); execution and memory (only a system can keep their promises); autostart,
supervisor, children, doctor, keyring, password agent, page window, tray and dialogs (these belong
to the desktop). MemorySound and MemoryProcess promise nothing that a suite could check.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, MutableMapping

import pytest

from contract.attention import AttentionContract
from contract.channel import ChannelContract, Ends
from contract.endpoint import EndpointContract
from contract.journal import JournalContract
from contract.loop import LoopContract, Until
from contract.notifications import NotificationsContract
from contract.peer import Comes, PeerContract
from contract.presence import PresenceContract
from contract.session import DAY, SessionContract
from in_memory import channel
from in_memory.attention import MemoryAttention
from in_memory.endpoint import MemoryEndpoint
from in_memory.journal import MemoryJournal
from in_memory.loop import MemoryLoop
from in_memory.notifications import MemoryNotifications
from in_memory.peer import MemoryPeer, alone
from in_memory.presence import MemoryPresence, MemorySource
from in_memory.session import ACTIVATION, SCREEN, MemorySession
from sayso.platforms.contract.endpoint import Endpoint
from sayso.platforms.contract.journal import Journal
from sayso.platforms.contract.presence import Lost, SessionState


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
    """A caller that the test has connect."""

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


class Person:
    """A person whose session is named c1."""

    def __init__(self, source: MemorySource) -> None:
        self._source = source

    def comes(self) -> None:
        self._source.says(SessionState("c1"))

    def locks(self) -> None:
        self._source.says(SessionState("c1", "the screen is locked"))

    def unlocks(self) -> None:
        self.comes()

    def leaves(self) -> None:
        self._source.says(SessionState())

    def is_lost(self) -> None:
        self._source.says(Lost("the bus has gone"))


class TestPresence(PresenceContract):
    @pytest.fixture
    def presence(self) -> MemoryPresence:
        return MemoryPresence()

    @pytest.fixture
    def person(self, presence: MemoryPresence) -> Person:
        return Person(presence.of_person)


@pytest.fixture
def session() -> MemorySession:
    return MemorySession()


class TestSession(SessionContract):
    @pytest.fixture
    def screen(self) -> str:
        return ":7"

    @pytest.fixture
    def environ(self, screen: str) -> Mapping[str, str]:
        return {SCREEN: screen}

    @pytest.fixture
    def bare(self) -> Mapping[str, str]:
        return {}

    @pytest.fixture
    def activated(self) -> MutableMapping[str, str]:
        return {ACTIVATION: "token-1"}

    @pytest.fixture
    def slept(self, session: MemorySession) -> Callable[[], float]:
        def sleep() -> float:
            session.time += DAY
            return session.now()

        return sleep


class TestLoop(LoopContract):
    @pytest.fixture
    def loop(self, session: MemorySession) -> MemoryLoop:
        return MemoryLoop(session)

    @pytest.fixture
    def until(self, loop: MemoryLoop) -> Until:
        def run(is_so: Callable[[], bool]) -> None:
            while not is_so():
                loop.passes(0.01)

        return run


class TestAttention(AttentionContract):
    @pytest.fixture
    def attention(self) -> MemoryAttention:
        return MemoryAttention(":7")

    @pytest.fixture
    def nowhere(self) -> str:
        return ":8"


class TestNotifications(NotificationsContract):
    @pytest.fixture
    def nowhere(self) -> MemoryNotifications:
        notifications = MemoryNotifications()
        notifications.trouble = "there is no session bus"
        return notifications

    @pytest.fixture
    def until(self) -> Until:
        def look(is_so: Callable[[], bool]) -> None:
            assert is_so(), "it happens at once, or never"

        return look
