"""What daemon and keeper say to each other, byte for byte, and what is held of it."""

from typing import Any

import pytest

from sayso.errors import ParseError, ProtocolError
from sayso.wire.codec import Decoder, Message
from sayso.wire.keeper import (
    AreYouThere,
    Commit,
    Drop,
    Here,
    Kept,
    Leave,
    Memory,
    Put,
    Said,
    batch,
    read,
    write,
)

LITERALS: list[tuple[Said, bytes]] = [
    (
        Put("prompt/1", {"left": 1.5}),
        b'{"jsonrpc":"2.0","method":"put","params":{"key":"prompt/1","record":{"left":1.5}}}\n',
    ),
    (Drop("prompt/1"), b'{"jsonrpc":"2.0","method":"drop","params":{"key":"prompt/1"}}\n'),
    (
        Commit(7, "1"),
        b'{"jsonrpc":"2.0","method":"commit","params":{"number":7,"version":"1","whole":false}}\n',
    ),
    (
        Commit(1, "1", whole=True),
        b'{"jsonrpc":"2.0","method":"commit","params":{"number":1,"version":"1","whole":true}}\n',
    ),
    (Kept(7), b'{"jsonrpc":"2.0","method":"kept","params":{"number":7}}\n'),
    (Leave(), b'{"jsonrpc":"2.0","method":"leave","params":{}}\n'),
    (AreYouThere(), b'{"jsonrpc":"2.0","method":"are_you_there","params":{}}\n'),
    (Here(), b'{"jsonrpc":"2.0","method":"here","params":{}}\n'),
]


def decoded(lines: bytes) -> list[Message]:
    found = list(Decoder().feed(lines))
    assert not any(isinstance(each, ParseError) for each in found)
    return [each for each in found if not isinstance(each, ParseError)]


@pytest.mark.parametrize(("said", "line"), LITERALS)
def test_each_message_has_its_line(said: Said, line: bytes) -> None:
    assert write(said) == line
    assert [read(message) for message in decoded(line)] == [said]


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"method": "put"},
        {"method": "put", "params": None},
        {"method": "put", "params": []},
        {"method": "put", "params": {"key": "k"}},
        {"method": "put", "params": {"key": 1, "record": {}}},
        {"method": "put", "params": {"key": "k", "record": "approved"}},
        {"method": "drop", "params": {"key": ["k"]}},
        {"method": "commit", "params": {"number": "1", "version": "0.1.0", "whole": True}},
        {"method": "commit", "params": {"number": 1, "version": None}},
        {"method": "commit", "params": {"number": 1, "version": "0.1.0", "whole": 1}},
        {"method": "kept", "params": {"number": None}},
        {"method": "kept", "params": {"number": 1, "more": 2}},
        {"method": "leave", "params": {"now": True}},
        {"method": "load", "params": {}},
        {"method": ["leave"], "params": {}},
        {"params": {}},
    ],
)
def test_anything_else_is_none(message: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError, match="between daemon and keeper"):
        read(message)


def test_a_batch_ends_with_its_commit() -> None:
    lines = batch({"a": {"n": 1}, "b": {}}, ("c", "d"), Commit(3, "0.1.0"))
    assert [read(message) for message in decoded(lines)] == [
        Put("a", {"n": 1}),
        Put("b", {}),
        Drop("c"),
        Drop("d"),
        Commit(3, "0.1.0"),
    ]


WHOLE = Commit(1, "0.1.0", whole=True)


def memory(**records: dict[str, Any]) -> Memory:
    """One that holds these."""
    made = Memory()
    for key, record in records.items():
        made.take(Put(key, record))
    made.take(WHOLE)
    return made


class TestMemory:
    def test_holds_nothing_before_the_first_whole_commit(self) -> None:
        fresh = Memory()
        commits = [fresh.commit]
        for said in (Put("a", {}), Commit(1, "0.1.0"), Put("b", {}), WHOLE):
            fresh.take(said)
            commits.append(fresh.commit)
        assert commits == [None, None, None, None, WHOLE]
        assert fresh.records == {"b": {}}

    def test_puts_and_drops_take_effect_together(self) -> None:
        held = memory(a={"n": 1}, b={"n": 1})
        held.take(Put("a", {"n": 2}))
        held.take(Drop("b"))
        held.take(Put("c", {"n": 3}))
        assert held.records == {"a": {"n": 1}, "b": {"n": 1}}
        held.take(Commit(2, "0.1.0"))
        assert held.records == {"a": {"n": 2}, "c": {"n": 3}}
        assert held.commit == Commit(2, "0.1.0")

    def test_half_a_batch_is_abandoned(self) -> None:
        """What another daemon commits later does not bring it back."""
        held = memory(a={"n": 1})
        held.take(Put("a", {"outcome": "approved"}))
        held.take(Put("b", {}))
        held.take(Drop("a"))
        held.abandon()
        held.take(Commit(2, "0.1.0"))
        assert held.records == {"a": {"n": 1}}

    def test_a_whole_commit_replaces_everything(self) -> None:
        held = memory(a={"n": 1}, b={"n": 1})
        held.take(Put("b", {"n": 2}))
        held.take(Commit(2, "0.1.0", whole=True))
        assert held.records == {"b": {"n": 2}}

    def test_of_several_words_on_one_key_the_last_counts(self) -> None:
        held = memory(put_then_dropped={}, dropped_then_put={})
        held.take(Put("put_then_dropped", {"n": 1}))
        held.take(Drop("put_then_dropped"))
        held.take(Drop("dropped_then_put"))
        held.take(Put("dropped_then_put", {"n": 1}))
        held.take(Put("dropped_then_put", {"n": 2}))
        held.take(Commit(2, "0.1.0"))
        assert held.records == {"dropped_then_put": {"n": 2}}

    def test_what_is_dropped_need_not_be_there(self) -> None:
        held = memory(a={})
        held.take(Drop("b"))
        held.take(Drop("b"))
        held.take(Commit(2, "0.1.0"))
        assert held.records == {"a": {}}
