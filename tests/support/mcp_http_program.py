"""The tools of `sayso mcp` over HTTP on loopback, for the conformance suite, which speaks nothing
else. This is for tests only: sayso itself does not serve HTTP.

Prints its URL, and serves until its standard input ends.
"""

import asyncio
import socket
import sys

import anyio
import uvicorn

from sayso.client.aio import AsyncClient
from sayso.frontends.mcp.server import ToolCalls


async def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    async with AsyncClient(spawn=False) as client, anyio.create_task_group() as group:
        app = ToolCalls(client, None).server().streamable_http_app()
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        group.start_soon(server.serve, [listener])
        print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
        await anyio.to_thread.run_sync(sys.stdin.read)
        server.should_exit = True


if __name__ == "__main__":
    asyncio.run(main())
