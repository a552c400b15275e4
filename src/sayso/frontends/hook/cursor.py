"""Cursor: a gate before each command, and before each call of an MCP server's tool.

Written from its documents, https://cursor.com/docs/agent/hooks, and never tried with it. Cursor is
said to ignore the decision *ask* where it reviews commands by itself, so we never send it.
"""

from __future__ import annotations

import json

from sayso.frontends.hook import permission
from sayso.frontends.hook.event import Unreadable
from sayso.frontends.hook.permission import Call

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from sayso.core.outcome import Approved
    from sayso.frontends.hook.event import Event
    from sayso.frontends.hook.question import Question, Reply

TITLE = "Cursor"
LIMIT = 50.0
"""Seconds. Cursor's documents name no limit but the timeout in the hook's own entry."""


def question(event: Event) -> Question:
    """Raises Abstention."""
    return event.one_of(_EVENTS)(event)


def _command(event: Event) -> Question:
    told: dict[str, Any] = {"command": event.text("command")}
    sandbox = event.given("sandbox", False)
    return _ask(event, "shell", told | ({"sandbox": sandbox} if sandbox else {}))


def _mcp(event: Event) -> Question:
    """The tool's input comes as JSON in a string; the server's URL or command stands beside it."""
    try:
        told = json.loads(event.text("tool_input"))
    except (ValueError, RecursionError) as error:
        raise Unreadable("the tool's input is no JSON") from error
    server = {name: event.given(name, "") for name in ("url", "command")}
    by = {f"server's {name}": value for name, value in server.items() if value}
    return _ask(event, event.text("tool_name"), {"input": told} | by)


def _ask(event: Event, tool: str, told: Mapping[str, Any]) -> Question:
    given: list[Any] = event.given("workspace_roots", [])
    roots = [each for each in given if isinstance(each, str)]
    call = Call(TITLE, tool, told, event.given("cwd", "") or ", ".join(roots))
    return permission.ask(call, _allow, refuse)


def _allow(_: Approved) -> Reply:
    return {"permission": "allow"}


def refuse(words: str) -> Reply:
    return {"permission": "deny", "user_message": words, "agent_message": words}


_EVENTS = {"beforeShellExecution": _command, "beforeMCPExecution": _mcp}
