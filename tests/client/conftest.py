"""Fixtures that call a client's methods. A test that takes `call` runs once for each client."""

import asyncio
import base64
import json
import subprocess
from typing import Any

import pytest

from sayso.client.aio import AsyncClient
from sayso.client.sync import Client
from sayso.core.secret import Secret
from sayso.errors import from_wire
from sayso.wire.outcomes import decode_outcome
from sayso.wire.progress import read_progress
from support.calls import Call
from support.node import command

REJOIN_WITHIN = 0.5
"""Seconds that a client keeps trying to connect to a daemon's successor. A scripted daemon's is
there at once, if at all."""


def call_sync(path: str, method: str, *args: Any, **options: Any) -> Any:
    with Client(path, spawn=False, name="test/1", rejoin_within=REJOIN_WITHIN) as client:
        return getattr(client, method)(*args, **options)


def call_async(path: str, method: str, *args: Any, **options: Any) -> Any:
    async def call() -> Any:
        patience = {"rejoin_within": REJOIN_WITHIN}
        async with AsyncClient(path, spawn=False, name="test/1", **patience) as client:
            return await getattr(client, method)(*args, **options)

    return asyncio.run(call())


def call_node(path: str, method: str, *args: Any, **options: Any) -> Any:
    """Calls the client for Node in a process of its own. Returns or raises what a client for Python
    would."""
    on_progress = options.pop("on_progress", None)
    asked = {"path": path, "method": method, "args": args, "rejoinWithin": REJOIN_WITHIN}
    asked["options"] = options | ({"on_progress": True} if on_progress else {})
    done = subprocess.run(
        [*command("sayso_call.mjs"), json.dumps(asked, allow_nan=False)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    *heard, last = map(json.loads, done.stdout.splitlines())
    for each in heard:
        on_progress(read_progress(each["progress"]))
    if "error" in last:
        raise from_wire(last["error"])
    if "outcome" not in last:
        return last["result"]
    if "secret" in last:
        last["outcome"]["secret"] = Secret(bytearray(base64.b64decode(last["secret"])))
    outcome = decode_outcome(last["outcome"])
    assert outcome.allowed is last["allowed"]
    return outcome


CALLS: dict[str, Call] = {"sync": call_sync, "async": call_async, "node": call_node}


@pytest.fixture(params=CALLS)
def call(request: pytest.FixtureRequest) -> Call:
    return CALLS[request.param]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out tests marked `of_python` for the client for Node."""
    out = [each for each in items if each.get_closest_marker("of_python") and is_of_node(each)]
    config.hook.pytest_deselected(items=out)
    items[:] = [each for each in items if each not in out]


def is_of_node(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and item.callspec.params.get("call") == "node"
