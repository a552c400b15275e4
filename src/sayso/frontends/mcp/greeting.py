"""Answers `initialize` before the slow import of the MCP SDK (about 1 s), so clients need not wait.

The SDK gets the same message afterwards, and its reply is dropped. A first message that is no plain
`initialize` is left to the SDK alone.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

from sayso import __version__
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

INSTRUCTIONS = (
    "sayso asks the person at this desktop, by a dialog on their screen. Before you do what needs "
    "their consent, call confirm, and act only on allowed: true. Everything else means not "
    "approved. For what only they know or choose, call ask_user. For a password or token that a "
    "command needs, call request_secret: the command gets it, and you do not. For a login that "
    "waits for an address and a code, call sign_in. pending means that the dialog stays: tell the "
    "person, and repeat the call, or call check with its ticket. A call that was cut off, by a "
    "time limit, an error or a lost connection, has an unknown outcome: repeat it once, word for "
    "word, and assume nothing until it answers; if that fails too, tell the person. A late answer "
    "is kept for that, and no second dialog opens."
)

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""MCP versions whose handshake starts with `initialize`, oldest first."""

CAPABILITIES: Mapping[str, Any] = {"tools": {"listChanged": False}}


class FirstMessage(Value):
    """The client's first message."""

    line: bytes
    """Empty: standard input ended before any message."""
    answered_id: int | str | None
    """The message's JSON-RPC id if it was answered here, else None."""


def greet() -> FirstMessage:
    """Reads exactly one line of standard input, since the SDK reads the rest, and answers it if it
    can."""
    with open(0, "rb", buffering=0, closefd=False) as stream:
        line = stream.readline()
    id = _initialize_id(line)
    if id is not None:
        with suppress(BrokenPipeError):  # the SDK, which serves next, notices that, too
            os.write(1, reply(id, json.loads(line)["params"]["protocolVersion"]))
    return FirstMessage(line, id)


def _initialize_id(line: bytes) -> int | str | None:
    """The request's id if the line is a plain, well-formed `initialize`, else None."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match message:
        case {
            "jsonrpc": "2.0",
            "id": int() | str() as id,
            "method": "initialize",
            "params": {
                "protocolVersion": str(),
                "capabilities": dict(),
                "clientInfo": {"name": str(), "version": str()},
            },
        } if not isinstance(id, bool):
            return id
    return None


def reply(id: int | str, version: str) -> bytes:
    """The reply to `initialize`, as one line. It names the version that the client offers if we
    know that version, else the newest."""
    result = {
        "protocolVersion": version if version in VERSIONS else VERSIONS[-1],
        "capabilities": CAPABILITIES,
        "serverInfo": {"name": "sayso", "version": __version__},
        "instructions": INSTRUCTIONS,
    }
    return json.dumps({"jsonrpc": "2.0", "id": id, "result": result}).encode() + b"\n"
