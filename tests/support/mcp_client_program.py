"""A client program of its own: asks through `sayso mcp`, and waits until it is killed."""

import asyncio
import os
import sys

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters


async def main() -> None:
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "sayso", "mcp"], env=dict(os.environ)
    )
    async with Client(server) as client:
        await client.call_tool("confirm", {"message": "Go?"})


if __name__ == "__main__":
    asyncio.run(main())
