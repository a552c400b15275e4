"""What is read from an agent: one JSON object, or nothing is asked."""

import json

import pytest

from sayso.frontends.hook import event
from sayso.frontends.hook.event import Abstention, Unreadable


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[]", b"7", b'"a"', b"[" * 100_000])
def test_what_is_no_object_asks_nothing(data: bytes) -> None:
    with pytest.raises(Abstention, match="JSON"):
        event.read(data)


def test_one_that_is_too_long_is_not_read() -> None:
    with pytest.raises(Abstention, match="16 MiB"):
        event.read(b" " * (event.LONGEST + 1))


def test_a_field_of_another_type_is_as_good_as_none() -> None:
    told = event.read(b'{"a": 7, "b": "x"}')
    assert told.given("a", "none") == "none"
    assert told.given("b", "none") == "x"
    assert told.given("c", "none") == "none"


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (b'{"hook_event_name": "PreToolUse", "tool_input": [[[', True),
        (b'{"hook_event_name":"BeforeTool",', True),
        (b'{"hookEventName":"PreToolUse",', True),
        (b'{"hook_event_name":"beforeShellExecution"', True),
        (b'{"hookEventName":"PreToolUse","tool_input"', True),
        (
            b'{"hook_event_name":"PermissionRequest","tool_input":{"hook_event_name":"PreToolUse"',
            False,
        ),
        (b'{"hook_event_name":"PermissionRequest","tool_input":{"command":"', False),
        (b'{"hook_event_name":"Elicitation"', False),
        (b"", False),
    ],
)
def test_a_gate_is_known_by_what_the_agent_says_first(data: bytes, is_one: bool) -> None:
    assert event.is_of_gate(data) is is_one


def test_no_text_of_a_model_looks_like_a_gate_or_hides_one() -> None:
    told = {"hook_event_name": "PermissionRequest", "text": '"hook_event_name": "PreToolUse"'}
    assert not event.is_of_gate(json.dumps(told).encode())
    told = {"hook_event_name": "PreToolUse", "text": '"hook_event_name": "PermissionRequest"'}
    assert event.is_of_gate(json.dumps(told).encode())


def test_one_that_is_nested_deep_is_not_read() -> None:
    deep = b'{"a": ' * 100 + b"1" + b"}" * 100
    with pytest.raises(Unreadable, match="64 levels"):
        event.read(deep)
    assert event.read(b'{"a": ' * 60 + b"1" + b"}" * 60)
