"""What is in memory does what every platform does: the suites of `tests/contract`."""

from collections.abc import Iterator

import pytest

from contract.channel import ChannelContract, Ends
from contract.journal import JournalContract
from in_memory import channel
from in_memory.journal import MemoryJournal
from sayso.platforms.contract.journal import Journal


class TestChannel(ChannelContract):
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
