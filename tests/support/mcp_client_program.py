"""A client program with the official Python SDK: calls tools of a server that it starts.

    python mcp_client_program.py ERA ELICITATION COMMAND [ARGUMENT…]

ELICITATION: the results of what the server elicits, in turn, as a JSON list; with [] the client
can't be elicited from.
mcp_session.py says which lines of JSON it reads and writes. The program ends when its standard
input ends.
"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from typing import Any, Literal, cast

import anyio
from mcp.client.client import Client
from mcp.client.session import ClientRequestContext, ElicitationFnT
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequestParams, ElicitResult

Era = Literal["legacy", "2026-07-28"]


def tell(**what: Any) -> None:
    print(json.dumps(what), flush=True)


class Calls:
    """The calls of one session that have not ended."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._scopes: dict[int, anyio.CancelScope] = {}

    async def call(self, number: int, told: dict[str, Any]) -> None:
        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            tell(call=number, progress={"progress": progress, "total": total, "message": message})

        with anyio.CancelScope() as scope:
            self._scopes[number] = scope
            try:
                result = await self._client.call_tool(
                    told["tool"],
                    told["arguments"],
                    read_timeout_seconds=told["within"],
                    progress_callback=on_progress if told["progress"] else None,
                )
            except MCPError as error:
                tell(call=number, error=error.message)
            else:
                tell(call=number, result=result.model_dump(mode="json", by_alias=True))
        if scope.cancelled_caught:
            tell(call=number, error="cancelled")

    def cancel(self, number: int) -> None:
        self._scopes[number].cancel()


def elicitation(results: list[dict[str, Any]]) -> ElicitationFnT | None:
    """A callback that returns these results to what is elicited, in turn; None, for no results: the
    client can't be elicited from."""
    if not results:
        return None
    left = iter(results)

    async def elicited(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        tell(elicited=params.message)
        return ElicitResult.model_validate(next(left))

    return elicited


async def serve(
    server: StdioServerParameters,
    era: Era,
    elicited: ElicitationFnT | None,
    lines: AsyncIterator[str],
) -> bool:
    """Runs one session. True: another one was asked for."""
    made = Client(server, mode=era, elicitation_callback=elicited)
    async with made as client, anyio.create_task_group() as group:
        calls = Calls(client)
        tell(tools=[tool.name for tool in (await client.list_tools()).tools])
        async for line in lines:
            told = json.loads(line)
            if "reconnect" in told:
                return True
            if "cancel" in told:
                calls.cancel(told["cancel"])
            else:
                group.start_soon(calls.call, told["call"], told)
        group.cancel_scope.cancel()
    return False


async def main(era: Era, results: str, command: str, *arguments: str) -> None:
    server = StdioServerParameters(command=command, args=list(arguments), env=dict(os.environ))
    lines = aiter(anyio.wrap_file(sys.stdin))
    while await serve(server, era, elicitation(json.loads(results)), lines):
        pass


if __name__ == "__main__":
    asyncio.run(main(cast("Era", sys.argv[1]), *sys.argv[2:]))
