"""Questions for tests of `request_secret`, and a daemon whose person types a secret."""

import sys

assert sys.platform == "linux"

from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from mcp.client.client import Client

from support.mcp_desk import RESULTS, texts, use
from support.mcp_session import HANDSHAKE, Era
from support.scripted_daemon import (
    READY_PASSWORD,
    Caller,
    Script,
)

T = TypeVar("T")

CANARY = b"canary-7f3a-quokka"

Call = Callable[..., Coroutine[Any, Any, dict[str, Any]]]


def converse(path: str, talk: Callable[[Call], Awaitable[T]], **options: Any) -> T:
    """Runs `talk` in a session with the tools, whose daemon listens at `path`. Checks that each
    result fits the schema that the server lists, and that it does not contain the secret."""

    async def session(client: Client) -> T:
        async def call(tool: str, **arguments: Any) -> dict[str, Any]:
            result = await client.call_tool(tool, arguments)
            RESULTS[tool].validate(result.structured_content)
            assert CANARY.decode() not in repr(result)
            told: dict[str, Any] = result.structured_content
            (said,) = texts(result)
            return told | {"words": said}

        return await talk(call)

    return use(path, session, **options)


def once(
    path: str, tool: str = "request_secret", *, era: Era = HANDSHAKE, **given: Any
) -> dict[str, Any]:
    return converse(path, lambda call: call(tool, **given), era=era)


def asked(place: Path, *command: str, **changes: Any) -> dict[str, Any]:
    return {"message": "Passphrase?", "command": list(command), "cwd": str(place)} | changes


def typing(
    secret: bytes = CANARY,
    *,
    method: str = "ask",
    heard: list[dict[str, Any]] | None = None,
    before: Callable[[], object] = lambda: None,
    **members: object,
) -> Script:
    """A script in which the person types `secret`; `before` is called while the dialog is open.
    `members`: more members of the outcome."""

    def script(caller: Caller) -> None:
        caller.greet()
        params = caller.expect(method)
        if heard is not None:
            heard.append(params)
        before()
        caller.reply(READY_PASSWORD)
        caller.expect("claim")
        caller.reply_secret(secret, **members)

    return script
