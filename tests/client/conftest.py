"""Calls of either client: a test that takes `call` holds for both."""

import asyncio
from typing import Any

import pytest

from sayso.client.aio import AsyncClient
from sayso.client.sync import Client
from support.calls import Call

REJOIN_WITHIN = 0.5
"""Seconds: where a scripted daemon has a successor, it is there."""


def call_sync(path: str, method: str, *args: Any, **options: Any) -> Any:
    with Client(path, spawn=False, name="test/1", rejoin_within=REJOIN_WITHIN) as client:
        return getattr(client, method)(*args, **options)


def call_async(path: str, method: str, *args: Any, **options: Any) -> Any:
    async def call() -> Any:
        patience = {"rejoin_within": REJOIN_WITHIN}
        async with AsyncClient(path, spawn=False, name="test/1", **patience) as client:
            return await getattr(client, method)(*args, **options)

    return asyncio.run(call())


@pytest.fixture(params=[call_sync, call_async], ids=["sync", "async"])
def call(request: pytest.FixtureRequest) -> Call:
    chosen: Call = request.param
    return chosen
