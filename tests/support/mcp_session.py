"""A client program of `sayso mcp`: the SDK's own client, in this process, over standard streams.

with McpSession(world.environ) as session:
    asked = session.start("confirm", message="Deploy?")
    world.dialogs.press("Approve")
    assert asked.result().structured_content["status"] == "approved"
"""

import sys
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from types import TracebackType
from typing import Any, Literal, Self

from anyio.from_thread import start_blocking_portal
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.dispatcher import ProgressFnT
from mcp_types import CallToolResult

PATIENCE = 30.0
"""Seconds for the result of a call."""

Era = Literal["legacy", "2026-07-28"]
HANDSHAKE: Era = "legacy"
STATELESS: Era = "2026-07-28"


class McpSession:
    def __init__(self, environ: Mapping[str, str], era: Era = HANDSHAKE) -> None:
        self._server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "sayso", "mcp"],
            env=dict(environ),
            cwd=environ["HOME"],
        )
        self._era: Era = era
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._portal = stack.enter_context(start_blocking_portal())
            client = Client(self._server, mode=self._era)
            self.client = stack.enter_context(self._portal.wrap_async_context_manager(client))
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.close()

    def start(
        self,
        tool: str,
        *,
        within: float | None = None,
        on_progress: ProgressFnT | None = None,
        **arguments: Any,
    ) -> "Future[CallToolResult]":
        """Calls it and does not wait. `within`: seconds until the client gives up, and says so to
        the server, as `cancel` of what this returns does."""
        call = partial(
            self.client.call_tool,
            tool,
            arguments,
            read_timeout_seconds=within,
            progress_callback=on_progress,
        )
        return self._portal.start_task_soon(call)

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Its structured content."""
        told: dict[str, Any] = self.start(tool, **arguments).result(PATIENCE).structured_content
        return told

    def status(self, tool: str, **arguments: Any) -> str:
        """Of its outcome."""
        status: str = self.call(tool, **arguments)["status"]
        return status
