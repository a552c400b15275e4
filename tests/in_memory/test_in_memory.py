"""What is in memory does what every platform does: the suites of `tests/contract`."""

from collections.abc import Iterator, Mapping

import pytest

from contract.channel import ChannelContract, Ends
from contract.endpoint import EndpointContract
from contract.journal import JournalContract
from in_memory import channel
from in_memory.endpoint import MemoryEndpoint
from in_memory.journal import MemoryJournal
from sayso.platforms.contract.endpoint import Endpoint
from sayso.platforms.contract.journal import Journal


class TestChannel(ChannelContract):
    @pytest.fixture
    def ends(self) -> Iterator[Ends]:
        ours, theirs = channel.pair()
        with ours, theirs:
            yield ours, theirs


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

    @pytest.fixture
    def ends(self) -> Iterator[Ends]:
        ours, theirs = channel.pair()
        with ours, theirs:
            yield ours, theirs


class TestJournal(JournalContract):
    @pytest.fixture
    def journal(self) -> Journal:
        return MemoryJournal()

    @pytest.fixture
    def place(self) -> str:
        return "log"
