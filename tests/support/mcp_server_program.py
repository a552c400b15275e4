"""`sayso mcp`, but its calls wait for at most SECONDS.

python mcp_server_program.py SECONDS
"""

import asyncio
import sys

from mcp.server.stdio import stdio_server

from sayso.client.aio import AsyncClient
from sayso.frontends.mcp.server import ToolCalls
from sayso.platforms import select


async def main(patience: float) -> None:
    async with AsyncClient(spawn=False) as client, stdio_server() as (reading, writing):
        server = ToolCalls(client, select.starter().hold(), patience=patience).server()
        await server.run(reading, writing, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1])))
