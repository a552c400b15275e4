"""A tool that fulfils Claude Code's contract for `--permission-prompt-tool`.

https://code.claude.com/docs/en/cli-reference: `claude -p` calls this tool instead of prompting in
its terminal. The result is one text in JSON: `behavior` and, with *allow*, the input that the other
tool is then called with; here the input stays the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp_types import CallToolResult, TextContent

from sayso.core.outcome import Outcome
from sayso.errors import InvalidParams
from sayso.frontends.hook import permission
from sayso.frontends.hook.permission import Call
from sayso.frontends.hook.question import Question
from sayso.presentation.outcomes import explain

LIMIT = 590.0
"""Seconds: less than `sayso mcp install` tells a client to give a tool."""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "tool_name": {"type": "string"},
        "input": {"type": "object"},
        "tool_use_id": {"type": "string"},
    },
    "required": ["tool_name", "input"],
}


def read(given: Mapping[str, object], agent: str, directory: str) -> Question:
    """The question for these arguments. `agent`: the name that the agent gives itself. Unknown
    fields are ignored. Raises InvalidParams."""
    tool, told = given.get("tool_name"), given.get("input")
    if not isinstance(tool, str):
        raise InvalidParams("tool_name: must be a text", field="tool_name")
    if not isinstance(told, dict):
        raise InvalidParams("input: must be an object", field="input")
    allowed = {"behavior": "allow", "updatedInput": told}
    # the directory is that of `sayso mcp`: the agent may have gone elsewhere since
    call = Call(agent, tool, told, directory, runs_there=False)
    return permission.ask(call, lambda _: allowed, _deny)


def of_outcome(question: Question, outcome: Outcome) -> CallToolResult:
    """The result. If nobody decided, it is a no, as there is no terminal that could ask."""
    reply = question.reply(outcome)
    return refusal(explain(outcome)) if reply is None else _result(reply)


def refusal(why: str) -> CallToolResult:
    return _result(_deny(f"Nobody decided. {why}"))


def _deny(words: str) -> Mapping[str, Any]:
    return {"behavior": "deny", "message": words}


def _result(told: Mapping[str, Any]) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=json.dumps(dict(told)))])
