"""Linux does what every platform does: the suites of `tests/contract`."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from contract.channel import ChannelContract, Ends
from contract.endpoint import EndpointContract, EndpointOfProcessesContract
from contract.journal import JournalContract
from sayso.platforms import select
from sayso.platforms.contract.endpoint import Endpoint
from sayso.platforms.contract.journal import Journal
from sayso.platforms.contract.processes import Processes
from sayso.platforms.linux import channel
from sayso.platforms.linux.channel import SocketChannel


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


class TestJournal(JournalContract):
    @pytest.fixture
    def journal(self) -> Journal:
        return select.journal()

    @pytest.fixture
    def place(self, directory: Path) -> str:
        return str(directory / "state" / "log")
