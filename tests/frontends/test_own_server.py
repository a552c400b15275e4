"""The manual's MCP servers that need a yes, called by the SDKs' own clients: by a form of theirs
where they have forms, else by a daemon that says what a test tells it to."""

import sys

assert sys.platform != "win32"

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from mcp_types import CallToolResult

from support import node
from support.guide import mcp_server
from support.mcp_desk import NOWHERE
from support.mcp_session import CLIENTS, McpSession, words
from support.scripted_daemon import (
    APPROVED,
    CLAIM,
    PENDING,
    READY,
    Caller,
    ScriptedDaemon,
    answering,
    committing,
    failing,
)
from support.typescript import complaints

QUESTION = "Release build 4711?"

PAIRS = [
    ("python", "python"),
    ("python", "python-stateless"),
    ("ts", "typescript-1"),
    pytest.param(("python", "typescript-1"), marks=pytest.mark.long),
    pytest.param(("python", "typescript-2-stateless"), marks=pytest.mark.long),
    pytest.param(("ts", "python"), marks=pytest.mark.long),
]
"""Server and client. The one in TypeScript is of an SDK that knows the handshake alone."""

YES = {"action": "accept", "content": {"release": True}}
REFUSED = [
    ({"action": "decline"}, "declined"),
    ({"action": "cancel"}, "cancelled"),
    ({"action": "accept", "content": {"release": False}}, "declined"),
    (YES | {"action": "decline"}, "declined"),
    (YES | {"action": "cancel"}, "cancelled"),
]
"""Of a form: what the client gives back, and why the agent hears that it is not released."""
NO_ANSWERS = [{"action": "accept", "content": content} for content in ({}, {"release": "perhaps"})]

NOT_APPROVED = [
    committing({"status": "denied", "decider": "user"}),
    committing({"status": "dismissed", "decider": "user"}),
    committing({"status": "timed_out", "decider": "deadline", "reason": "deadline"}),
    answering({"status": "no_interactor", "decider": "headless", "reason": "no screen"}),
]
STATUSES = ["denied", "dismissed", "timed_out", "no_interactor"]

Start = Callable[..., McpSession]


@pytest.fixture(params=PAIRS, ids="-".join)
def start(request: pytest.FixtureRequest, tmp_path: Path) -> Start:
    """A session of a server and a client, with the socket of a daemon, and what the client gives
    to forms, if it has them."""
    language, client = request.param
    program = CLIENTS[client]
    if not program.installed or (language == "ts" and not node.INSTALLED):
        pytest.skip("packaging/test.sh installs it")
    server = mcp_server(language, tmp_path)

    def started(socket: str, elicits: Sequence[dict[str, Any]] = ()) -> McpSession:
        environ = os.environ | {
            "HOME": str(tmp_path),
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "SAYSO_SOCKET": socket,
        }
        return program.session(environ, server, elicits)

    return started


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """What the server writes after a yes."""
    return tmp_path / "released.txt"


def release(session: McpSession) -> CallToolResult:
    return session.start("release", build=4711).result()


def refusal(why: str) -> str:
    return f"Not released ({why}). Stop here, and tell the person."


def test_a_client_with_forms_is_asked_by_one_and_only_a_yes_releases(
    start: Start, released: Path
) -> None:
    given = [*(said for said, _ in REFUSED), *NO_ANSWERS, YES]
    with start(NOWHERE, given) as session:
        for said, why in REFUSED:
            assert words(release(session)) == refusal(why), said
        for no_answer in NO_ANSWERS:
            assert release(session).is_error, no_answer
        assert not released.exists()
        assert words(release(session)) == "Build 4711 is released."
        assert released.read_text() == "4711\n"
        assert session.elicited == [QUESTION] * len(given)


def approving(caller: Caller) -> None:
    caller.greet()
    asked = caller.expect("ask")
    assert asked.pop("owner") > 1
    assert asked == {"kind": "confirm", "message": QUESTION, "approve": "Release", "wait": 45}
    caller.reply(READY)
    assert caller.expect("claim") == {"claim": CLAIM}
    caller.reply(APPROVED)


def test_a_client_without_is_asked_by_sayso_and_only_a_yes_releases(
    start: Start, released: Path
) -> None:
    wrong = failing(-32602, "owner: it is none", error="invalid_params")
    scripts = [*NOT_APPROVED, answering(PENDING), wrong, approving]
    with ScriptedDaemon(*scripts) as daemon, start(daemon.path) as session:
        for status in STATUSES:
            assert words(release(session)) == refusal(status)
        pending = release(session)
        assert "Call this tool again, word for word" in words(pending)
        assert not pending.is_error
        failed = release(session)
        assert failed.is_error
        assert "owner: it is none" in words(failed)
        assert not released.exists()
        assert words(release(session)) == "Build 4711 is released."
        assert released.read_text() == "4711\n"
        assert session.elicited == []


@pytest.mark.skipif(not node.INSTALLED, reason="packaging/test.sh installs it")
def test_without_the_command_nothing_is_released(tmp_path: Path, released: Path) -> None:
    environ = os.environ | {"HOME": str(tmp_path), "PATH": str(tmp_path)}
    with CLIENTS["typescript-1"].session(environ, mcp_server("ts", tmp_path)) as session:
        failed = release(session)
    assert failed.is_error
    assert "sayso" in words(failed)
    assert not released.exists()


@node.needs_packages
def test_the_one_in_typescript_has_the_types_that_the_sdk_wants(tmp_path: Path) -> None:
    _, server = mcp_server("ts", tmp_path)
    assert complaints(Path(server)) == ""
