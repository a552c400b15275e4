"""The tray's end of its channel, with the daemon's end in the test's hand."""

import collections
import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest

from in_memory import channel
from sayso.core.overview import Overview, PromptOverview, TimedOutPrompt
from sayso.errors import (
    FrameTooLarge,
    NotOpen,
    ProtocolError,
    SaysoError,
    UnknownPrompt,
    UnknownQuietPeriod,
)
from sayso.frontends.tray.link import Link
from sayso.wire import overview as wire
from sayso.wire import rpc
from sayso.wire.codec import encode


class Heard:
    def __init__(self) -> None:
        self.told: list[tuple[str, object]] = []

    def changed(self, overview: Overview) -> None:
        self.told.append(("overview", overview))

    def timed_out(self, told: TimedOutPrompt) -> None:
        self.told.append(("timed_out", told))

    def not_shown(self, told: PromptOverview) -> None:
        self.told.append(("not_shown", told))

    def failed(self, error: SaysoError) -> None:
        self.told.append(("failed", (error.message, error.remedy)))

    def ended(self) -> None:
        self.told.append(("ended", None))


class Ends:
    def __init__(self) -> None:
        ours, self.daemon = channel.pair()
        self.heard = Heard()
        self.link = Link(ours, self.heard)

    def says(self, data: bytes) -> list[tuple[str, object]]:
        """What the tray hears of it."""
        self.daemon.send(data)
        self.link.readable()
        return self.heard.told

    def tells(self, **message: object) -> list[tuple[str, object]]:
        return self.says(json.dumps({"jsonrpc": "2.0"} | message).encode() + b"\n")

    def got(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.daemon.receive().splitlines()]


@pytest.fixture
def ends() -> Iterator[Ends]:
    both = Ends()
    with both.daemon, both.link.channel:
        yield both


def test_requests_have_numbers_of_their_own_and_words_have_none(ends: Ends) -> None:
    ends.link.ask("bring_forward", number=7)
    ends.link.say("ready")
    ends.link.ask("quit")
    assert ends.got() == [
        {"jsonrpc": "2.0", "id": 1, "method": "bring_forward", "params": {"number": 7}},
        {"jsonrpc": "2.0", "method": "ready", "params": {}},
        {"jsonrpc": "2.0", "id": 2, "method": "quit", "params": {}},
    ]


def test_what_the_daemon_tells_is_heard(ends: Ends) -> None:
    prompt = PromptOverview(7, "confirm", "Deploy?", "claude", "shown", 90.0)
    told = Overview(prompts=(prompt,))
    ends.tells(method="overview", params=wire.write(told))
    late = TimedOutPrompt(prompt, touched=False, shown_for=0.0)
    ends.tells(method="timed_out", params=wire.write_timed_out(late))
    heard = ends.tells(method="not_shown", params=wire.write_not_shown(prompt))
    assert heard == [("overview", told), ("timed_out", late), ("not_shown", prompt)]


def test_what_is_done_is_not_told(ends: Ends) -> None:
    assert ends.tells(id=1, result={}) == []


def test_what_a_later_daemon_tells_is_no_matter(ends: Ends) -> None:
    assert ends.tells(method="weather", params={}) == []


def test_what_failed_is_told_with_its_remedy(ends: Ends) -> None:
    error = {
        "code": -32602,
        "message": "wait: must be from 0 to 600",
        "data": {"error": "invalid_params", "field": "wait", "remedy": "say another"},
    }
    told = ends.tells(id=1, error=error)
    assert told == [("failed", ("wait: must be from 0 to 600", "say another"))]


@pytest.mark.parametrize(
    "gone",
    [
        NotOpen("prompt 7 is not open any more"),
        UnknownPrompt("no prompt has the number 7"),
        UnknownQuietPeriod("no quiet period has the number 7"),
    ],
)
def test_a_click_on_what_ended_in_that_moment_is_no_trouble(ends: Ends, gone: SaysoError) -> None:
    """On a notification, or in the menu."""
    assert ends.tells(id=1, error=gone.to_wire()) == []
    assert ends.tells(method="overview", params=wire.write(Overview())) == [
        ("overview", Overview())
    ]


def test_a_line_may_come_in_parts_and_several_at_once(ends: Ends) -> None:
    line = encode(rpc.notification("overview", wire.write(Overview())))
    assert ends.says(line[:20]) == []
    assert ends.says(line[20:] + line) == [("overview", Overview())] * 2


@pytest.mark.parametrize(
    "garbage",
    [
        b"what?\n",
        b"[]\n",
        b"{}\n",
        b'{"jsonrpc": "2.0", "id": 1, "result": 7}\n',
        b'{"jsonrpc": "2.0", "method": "overview", "params": {}}\n',
    ],
)
def test_garbage_is_an_error(ends: Ends, garbage: bytes) -> None:
    with pytest.raises(ProtocolError):
        ends.says(garbage)
    assert ends.heard.told == []


def test_a_line_without_an_end_fills_no_memory(ends: Ends) -> None:
    endless = itertools.repeat(b"x" * (1 << 14), 1 << 10)
    with pytest.raises(FrameTooLarge):
        collections.deque(map(ends.says, endless), maxlen=0)


class TestTheEnd:
    def test_is_told(self, ends: Ends) -> None:
        ends.daemon.close()
        ends.link.readable()
        assert ends.heard.told == [("ended", None)]

    def test_is_told_where_a_request_was_not_read(self, ends: Ends) -> None:
        ends.link.ask("quit")
        ends.daemon.close()
        ends.link.readable()
        assert ends.heard.told == [("ended", None)]

    def test_what_is_asked_after_it_is_no_fault(self, ends: Ends) -> None:
        ends.daemon.close()
        ends.link.ask("quit")
        ends.link.readable()
        assert ends.heard.told == [("ended", None)]
