"""The MCP tools in this process, called by the SDK's own client, with a scripted daemon."""

import sys

assert sys.platform != "win32"

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import anyio
from jsonschema import Draft202012Validator
from mcp.client.client import Client
from mcp_types import CallToolResult, Implementation

from sayso.client.aio import AsyncClient
from sayso.frontends.mcp.server import ToolCalls
from sayso.frontends.mcp.tools import TOOLS
from support.mcp_session import HANDSHAKE, Era
from support.mcp_session import texts as texts
from support.mcp_session import words as words
from support.scripted_daemon import PENDING, READY, Caller

T = TypeVar("T")

NOWHERE = "/proc/nowhere/sayso/socket"
"""A socket that can't exist: a tool that would ask there fails with `unreachable`. Any other
refusal was the tool's own."""

RESULTS = {tool.name: Draft202012Validator(tool.output_schema or False) for tool in TOOLS}

BOUND = 40.0


@dataclass(frozen=True)
class Started:
    """The process that started the server. It counts as alive while it is this process's parent."""

    pid: int

    def lives(self) -> bool:
        return os.getppid() == self.pid


def use(
    path: str,
    talk: Callable[[Client], Awaitable[T]],
    *,
    era: Era = HANDSHAKE,
    parent: int | None = None,
    client: Implementation | None = None,
    **pace: Any,
) -> T:
    """Runs `talk` in a session with the tools, whose daemon listens at `path`. `client`: how the
    client introduces itself. Returns what `talk` returns."""

    async def meet() -> T:
        async with AsyncClient(path, spawn=False) as asking:
            starter = None if parent is None else Started(parent)
            desk = ToolCalls(asking, starter, **pace)
            async with Client(desk.server(), mode=era, client_info=client) as session:
                with anyio.fail_after(BOUND):
                    return await talk(session)

    return asyncio.run(meet())


def call(path: str, tool: str, arguments: dict[str, Any], **options: Any) -> CallToolResult:
    """Calls a tool and checks the result against the schema that the server lists. Errors must fit
    it, too: some clients check even those."""
    result = use(path, lambda client: client.call_tool(tool, arguments), **options)
    RESULTS[tool].validate(result.structured_content)
    return result


def fault(result: CallToolResult) -> tuple[str, str]:
    """The error's name, and the field that is wrong; empty: none."""
    assert result.is_error
    data = result.structured_content["error"]["data"]
    return data["error"], data.get("field", "")


def noting(
    asked: list[dict[str, Any]],
    outcome: dict[str, Any],
    *,
    method: str = "ask",
    kind: str = "confirm",
) -> Any:
    """A script that commits this outcome to one question, whose params it adds to `asked`."""

    def script(caller: Caller) -> None:
        caller.greet(fields={f"ask.{kind}": ["detail_kind"]})
        asked.append(caller.expect(method))
        caller.reply(READY | {"kind": kind})
        caller.expect("claim")
        caller.reply(outcome)

    return script


def pending(asked: list[dict[str, Any]], method: str = "ask") -> Any:
    def script(caller: Caller) -> None:
        caller.greet()
        asked.append(caller.expect(method))
        caller.reply(PENDING)

    return script
