"""The main loop of messages, and programs beside it."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

import pytest

from contract.loop import ChildrenContract, LoopContract, Until
from sayso.platforms.contract.children import Children
from sayso.platforms.contract.loop import Loop
from sayso.platforms.windows import channel, children, loop
from sayso.platforms.windows.win32.message_loop import message_loop


@pytest.fixture
def until() -> Until:
    def run(is_so: Callable[[], bool]) -> None:
        while not is_so():
            message_loop().turn()

    return run


class TestLoop(LoopContract):
    @pytest.fixture
    def loop(self) -> Loop:
        return loop


class TestChildren(ChildrenContract):
    @pytest.fixture
    def children(self) -> Children:
        return children


@pytest.mark.usefixtures("bounded")
def test_what_comes_over_a_channel_is_heard_each_time(until: Until) -> None:
    ours, theirs = channel.pair()
    heard: list[bytes] = []
    with ours, channel.PipeChannel(theirs) as other:
        call_off = message_loop().watch(ours.readable_event, lambda: heard.append(ours.receive()))
        for word in (b"one", b"other"):
            other.send(word)
            until(lambda word=word: heard[-1:] == [word])  # type: ignore[misc]
        other.close()
        until(lambda: heard[-1:] == [b""])
        call_off()
    assert heard == [b"one", b"other", b""]
