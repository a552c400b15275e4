"""An asyncio server on a Unix socket that sends back what comes.

python echo_program.py SOCKET
"""

import asyncio
import sys


class Back(asyncio.Protocol):
    """The echo, as the fastest that asyncio has: a protocol without streams."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._transport.write(data)


async def serve(path: str) -> None:
    server = await asyncio.get_running_loop().create_unix_server(Back, path)
    print("listening", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
