"""Linux does what every platform does: the suites of `tests/contract`."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator
from pathlib import Path

import pytest

from contract.channel import ChannelContract, Ends
from contract.journal import JournalContract
from sayso.platforms import select
from sayso.platforms.contract.journal import Journal
from sayso.platforms.linux import channel
from sayso.platforms.linux.channel import SocketChannel


class TestChannel(ChannelContract):
    @pytest.fixture
    def ends(self) -> Iterator[Ends]:
        ours, theirs = channel.pair()
        with ours, SocketChannel(theirs) as other:
            yield ours, other


class TestJournal(JournalContract):
    @pytest.fixture
    def journal(self) -> Journal:
        return select.journal()

    @pytest.fixture
    def place(self, directory: Path) -> str:
        return str(directory / "state" / "log")
