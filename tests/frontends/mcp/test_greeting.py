"""How a session begins: `initialize` is answered before the SDK is there, in its words."""

import sys

assert sys.platform != "win32"

import asyncio
import json
import os
import subprocess
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCResponse, jsonrpc_message_adapter
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from sayso.client.aio import AsyncClient
from sayso.frontends.mcp import greeting
from sayso.frontends.mcp.server import ToolCalls
from support.command import BOUND, SAYSO, environ
from support.mcp_desk import NOWHERE

MOST = 14_000
"""Bytes of the list of tools: each session of an agent pays for them."""

GATED = """
import os, sys

class Gate:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("asyncio", "anyio", "pydantic"):
            sys.meta_path.remove(self)
            os.read(int(sys.argv[1]), 1)

sys.meta_path.insert(0, Gate())
from sayso.__main__ import main
sys.exit(main(["mcp"]))
"""
"""Who loads what is slow to load waits there until the gate is opened."""


def request(id: int, method: str, **params: Any) -> str:
    told = {"jsonrpc": "2.0", "id": id, "method": method}
    return json.dumps(told | ({"params": params} if params else {})) + "\n"


def initialize(version: str = "2025-11-25", **changes: Any) -> str:
    client = {"name": "probe", "version": "1"}
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": client}
    return request(0, "initialize", **params | changes)


INITIALIZED = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + "\n"


def converse(*lines: str) -> list[dict[str, Any]]:
    """All that the server tells one who says this in one go; it ends without a word of trouble."""
    run = subprocess.run(
        [*SAYSO, "mcp"],
        input="".join(lines),
        env=environ(NOWHERE),
        capture_output=True,
        text=True,
        timeout=BOUND,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    return [json.loads(line) for line in run.stdout.splitlines()]


def by_the_sdk(line: str) -> dict[str, Any]:
    """What it answers by itself."""

    async def session() -> dict[str, Any]:
        server = ToolCalls(AsyncClient(NOWHERE, spawn=False), None).server()
        asks, reading = anyio.create_memory_object_stream[SessionMessage | Exception](1)
        writing, answers = anyio.create_memory_object_stream[SessionMessage](1)
        async with asks, answers, anyio.create_task_group() as group:
            options = server.create_initialization_options()
            group.start_soon(server.run, reading, writing, options)
            await asks.send(SessionMessage(jsonrpc_message_adapter.validate_json(line)))
            with anyio.fail_after(BOUND):
                answer = (await answers.receive()).message
            group.cancel_scope.cancel()
        assert isinstance(answer, JSONRPCResponse)
        return answer.model_dump(mode="json", by_alias=True, exclude_unset=True)

    return asyncio.run(session())


@pytest.fixture
def gated() -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The server behind a gate, and the descriptor that opens it."""
    gate, opener = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", GATED, str(gate)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=[gate],
        env=environ(NOWHERE),
        text=True,
    ) as server:
        os.close(gate)
        yield server, opener
        server.kill()
    os.close(opener)


def test_it_is_answered_before_what_is_slow_to_load(
    gated: tuple[subprocess.Popen[str], int],
) -> None:
    server, opener = gated
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(initialize())
    server.stdin.flush()
    assert json.loads(server.stdout.readline())["result"]["serverInfo"]["name"] == "sayso"
    os.write(opener, b"now")
    server.stdin.write(INITIALIZED + request(1, "ping"))
    server.stdin.flush()
    assert json.loads(server.stdout.readline())["id"] == 1


@pytest.mark.parametrize("version", [*HANDSHAKE_PROTOCOL_VERSIONS, "1999-01-01"])
def test_it_is_answered_as_the_sdk_would(version: str) -> None:
    ours = json.loads(greeting.reply(0, version))
    assert ours == by_the_sdk(initialize(version))


def test_the_session_goes_on_and_no_message_is_lost_or_answered_twice() -> None:
    lines = (initialize(), INITIALIZED, request(1, "tools/list"), request(2, "ping"))
    told = converse(*lines)
    assert sorted(each["id"] for each in told) == [0, 1, 2]
    (listed,) = (each for each in told if each["id"] == 1)
    assert len(json.dumps(listed)) <= MOST
    assert len(listed["result"]["tools"]) == 6


@pytest.mark.parametrize(
    "first",
    [
        initialize(clientInfo={"name": "probe"}),
        initialize(capabilities=None),
        initialize(protocolVersion=1),
        request(0, "tools/call", name="confirm"),
    ],
)
def test_what_is_wrong_is_answered_by_the_sdk_once(first: str) -> None:
    (told,) = converse(first)
    assert told["id"] == 0
    assert "error" in told


@pytest.mark.parametrize(
    "first",
    [
        "nonsense\n",
        "[" * 100_000 + "\n",
        *(pytest.param(text, marks=pytest.mark.long) for text in ('"\\ud800"\n', "\n", "\xff\n")),
    ],
)
def test_nonsense_is_passed_over(first: str) -> None:
    (*_, told) = converse(first, initialize())
    assert told["id"] == 0
    assert told["result"]["protocolVersion"] == "2025-11-25"


def test_one_who_says_nothing_hears_nothing() -> None:
    assert converse() == []
