"""Gives the SDK the first message, which was read, and maybe answered,
before the SDK was loaded."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCResponse, jsonrpc_message_adapter

from sayso.frontends.mcp.greeting import FirstMessage

Incoming = SessionMessage | Exception
"""A message, or the exception for one that can't be read, as the SDK has it."""


@asynccontextmanager
async def streams(
    first: FirstMessage,
) -> AsyncIterator[
    tuple[MemoryObjectReceiveStream[Incoming], MemoryObjectSendStream[SessionMessage]]
]:
    """The streams for standard input and output. What is read begins with the first message;
    what is written leaves out the reply that the client has got already."""
    heard, hears = anyio.create_memory_object_stream[Incoming]()
    says, said = anyio.create_memory_object_stream[SessionMessage]()

    async def read() -> None:
        async with heard:
            if first.line:
                await heard.send(_read(first.line))
            async for message in reading:
                await heard.send(message)

    async def write() -> None:
        muted = first.answered_id
        async with writing:
            async for message in said:
                if muted is not None and _answers(message, muted):
                    muted = None
                else:
                    await writing.send(message)

    async with stdio_server() as (reading, writing), anyio.create_task_group() as group:
        group.start_soon(read)
        group.start_soon(write)
        yield hears, says


def _read(line: bytes) -> Incoming:
    try:
        message = jsonrpc_message_adapter.validate_json(
            line.decode(errors="replace"), by_name=False
        )
    except ValueError as error:
        return error
    return SessionMessage(message)


def _answers(message: SessionMessage, id: int | str) -> bool:
    told = message.message
    return isinstance(told, JSONRPCResponse | JSONRPCError) and told.id == id
