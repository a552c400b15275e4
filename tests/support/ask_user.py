"""Questions and answers for tests of `ask_user`, and calls of it in one session."""

import sys

assert sys.platform != "win32"

from typing import Any

from mcp.client.client import Client
from mcp_types import CallToolResult

from support.mcp_desk import use

NAME = {"message": "Name?"}
WHERE = {"message": "Where?", "options": ["Here", "There"]}
BOTH = {"questions": [NAME, WHERE]}
SURE = {"message": "Sure?", "type": "confirm"}
APPROVED = {"status": "approved", "decider": "user"}
DENIED = {"status": "denied", "decider": "user"}


def answered(answer: object, **more: object) -> dict[str, Any]:
    return {"status": "answered", "decider": "user", "answer": answer} | more


def filled_in(*answers: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a form with these answers."""
    return {"status": "answered", "decider": "user", "answers": list(answers)}


SHOP_THERE = filled_in({"answer": "shop"}, {"answer": ["There"]})
TEXT = {"kind": "text", "header": "Name?"}
SELECT = {"kind": "select", "header": "Where?", "options": ["Here", "There"]}


def told(result: CallToolResult) -> dict[str, Any]:
    content: dict[str, Any] = result.structured_content
    return content


def calls(path: str, *arguments: dict[str, Any], **options: Any) -> list[dict[str, Any]]:
    """The results of several calls in one session, one after another: of check, if the arguments
    have a `ticket`, else of ask_user."""

    async def talk(client: Client) -> list[dict[str, Any]]:
        return [
            told(await client.call_tool("check" if "ticket" in each else "ask_user", each))
            for each in arguments
        ]

    return use(path, talk, **options)
