"""The official inspector's command line: lists our tools and calls each, with real dialogs."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from support import node
from support.asking import answer, dialog, no_dialog
from support.mcp_session import SERVER, McpSession
from support.processes import Job
from support.turns import answer_next
from support.world import World

pytestmark = node.needs_packages


def inspect(world: World, method: str, *arguments: str) -> Job:
    """It hands its server no more of the environment than it is told to."""
    environ = [part for each in world.environ.items() for part in ("-e", "=".join(each))]
    return world.spawn(
        [*node.package("mcp-inspector"), "--cli", *environ, *SERVER, "--method", method, *arguments]
    )


def call(world: World, tool: str, **arguments: str) -> Job:
    pairs = [part for each in arguments.items() for part in ("--tool-arg", "=".join(each))]
    return inspect(world, "tools/call", "--tool-name", tool, *pairs)


def told(job: Job) -> dict[str, Any]:
    done = job.wait()
    assert done.code == 0, done
    structured: dict[str, Any] = done.json["structuredContent"]
    return structured


def confirm(world: World, session: McpSession) -> None:
    calling = call(world, "confirm", message="Go?", destructive="true", timeout="30")
    answer(world, "Go?", "Approve")
    assert told(calling)["status"] == "approved"


def ask_user(world: World, session: McpSession) -> None:
    options = json.dumps(["Staging", "Production"])
    calling = call(world, "ask_user", message="Where to?", options=options)
    pid = dialog(world, "Where to?")
    world.dialogs.press("Production", role="radio button", pid=pid)
    world.dialogs.press("Send", pid=pid)
    assert told(calling)["answers"] == [{"answer": ["Production"]}]


def request_secret(world: World, session: McpSession) -> None:
    command = json.dumps(["true"])
    calling = call(world, "request_secret", message="Go?", command=command, cwd="/")
    answer_next(world, "Deny")
    assert told(calling)["status"] == "denied"


def sign_in(world: World, session: McpSession) -> None:
    shown = {"message": "Registry", "address": "https://a.example/device", "code": "WDJB-MJHT"}
    assert told(call(world, "sign_in", **shown))["status"] == "pending"
    no_dialog(world)


def check(world: World, session: McpSession) -> None:
    ticket = session.call("confirm", message="Go?", wait=0)["ticket"]
    calling = call(world, "check", ticket=ticket)
    answer_next(world, "Approve")
    assert told(calling)["status"] == "approved"


def withdraw(world: World, session: McpSession) -> None:
    ticket = session.call("confirm", message="Go?", wait=0)["ticket"]
    assert told(call(world, "withdraw", ticket=ticket))["status"] == "withdrawn"
    no_dialog(world)


CALLS: dict[str, Callable[[World, McpSession], None]] = {
    "confirm": confirm,
    "ask_user": ask_user,
    "request_secret": request_secret,
    "sign_in": sign_in,
    "check": check,
    "withdraw": withdraw,
}
"""The session is of another client program: the inspector's questions end as it does."""


def test_it_lists_every_tool(world: World) -> None:
    listed = inspect(world, "tools/list", "--strict").wait()
    assert listed.code == 0, listed
    assert {tool["name"] for tool in listed.json["tools"]} == CALLS.keys()


@pytest.mark.parametrize("make", CALLS.values(), ids=CALLS.keys())
def test_it_calls_every_tool(world: World, make: Callable[[World, McpSession], None]) -> None:
    with McpSession(world.environ) as session:
        make(world, session)
