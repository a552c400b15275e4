"""Requests as the daemon reads them from a line, and the errors for invalid ones."""

import json
from typing import Any

import pytest

from sayso.core.events import Request
from sayso.errors import InvalidParams
from sayso.wire.codec import decode
from sayso.wire.messages import parse, parse_ask

TICKET = "0123456789abcdef0123456789abcdef"
ASK = {"kind": "confirm", "message": "Deploy?"}

WHOLE = ASK | {
    "title": "Release",
    "details": "to production",
    "approve": "Deploy",
    "deny": "Not now",
    "severity": "destructive",
    "wait": 1,
    "timeout": 30.5,
    "retention": 0,
    "render_timeout": 10,
    "max_retries": 2,
    "scope": "session 1",
    "slot": "deploy",
    "owner": 77,
    "ticket": TICKET,
}


def over_the_wire(params: dict[str, Any]) -> dict[str, Any]:
    """The params after a round trip through JSON, as the daemon gets them from a line."""
    return decode(json.dumps(params).encode())


def ask(**changes: Any) -> Request:
    return parse_ask(over_the_wire(ASK | changes))


def refusal(model: Any, params: dict[str, Any]) -> InvalidParams:
    with pytest.raises(InvalidParams) as caught:
        parse(model, params)
    return caught.value


def ask_refusal(params: dict[str, Any]) -> InvalidParams:
    with pytest.raises(InvalidParams) as caught:
        parse_ask(params)
    return caught.value


def refused(**changes: Any) -> InvalidParams:
    return ask_refusal(over_the_wire(ASK | changes))
