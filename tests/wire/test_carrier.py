"""What daemon and carrier say to each other, byte for byte."""

from typing import Any

import pytest

from sayso.errors import ProtocolError
from sayso.wire.carrier import (
    Close,
    Connecting,
    Order,
    State,
    Stopped,
    TryAgain,
    Up,
    Waiting,
    read_order,
    read_state,
    write,
)
from sayso.wire.codec import decode

STATES: list[tuple[State, str]] = [
    (Connecting(), '"method":"connecting","params":{}'),
    (Up(12, "/run/a"), '"method":"up","params":{"pid":12,"path":"/run/a"}'),
    (
        Waiting("refused", "look", 1.5),
        '"method":"waiting","params":{"reason":"refused","remedy":"look","seconds":1.5}',
    ),
    (Stopped("denied", ""), '"method":"stopped","params":{"reason":"denied","remedy":""}'),
]
ORDERS: list[tuple[Order, str]] = [
    (TryAgain(), '"method":"try_again","params":{}'),
    (Close(), '"method":"close","params":{}'),
]


@pytest.mark.parametrize(("said", "members"), STATES)
def test_each_state_has_its_line(said: State, members: str) -> None:
    line = f'{{"jsonrpc":"2.0",{members}}}\n'.encode()
    assert write(said) == line
    assert read_state(decode(line)) == said


@pytest.mark.parametrize(("said", "members"), ORDERS)
def test_each_order_has_its_line(said: Order, members: str) -> None:
    line = f'{{"jsonrpc":"2.0",{members}}}\n'.encode()
    assert write(said) == line
    assert read_order(decode(line)) == said


def test_whole_seconds_are_seconds_too() -> None:
    message = {"method": "waiting", "params": {"reason": "a", "remedy": "b", "seconds": 5}}
    assert read_state(message) == Waiting("a", "b", 5)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        (None, {}),
        ("up", None),
        ("close", {}),
        ("up", {"pid": 12}),
        ("up", {"pid": 12, "path": "/a", "more": 1}),
        ("up", {"pid": "12", "path": "/a"}),
        ("up", {"pid": True, "path": "/a"}),
        ("stopped", {"reason": "a", "remedy": 1}),
    ],
)
def test_what_is_no_state(method: Any, params: Any) -> None:
    with pytest.raises(ProtocolError):
        read_state({"method": method, "params": params})


def test_what_is_no_order() -> None:
    with pytest.raises(ProtocolError):
        read_order({"method": "connecting", "params": {}})
