"""The tool of Claude Code's --permission-prompt-tool, with a daemon that a script plays."""

import sys

assert sys.platform != "win32"

import json
from typing import Any

import pytest
from mcp.client.client import Client
from mcp_types import CallToolResult, Implementation, TextContent

from support.mcp_desk import NOWHERE, fault, use
from support.scripted_daemon import APPROVED, READY, Caller, ScriptedDaemon

CLAUDE_CODE = Implementation(name="claude-code", version="2.1.197")
GIVEN: dict[str, Any] = {
    "tool_name": "Bash",
    "input": {"command": "make", "someThing": {"runInBackground": True}},
    "tool_use_id": "toolu_1",
    "tomorrow": 1,
}


def answering(asked: list[dict[str, Any]], *replies: dict[str, Any]) -> Any:
    """A daemon that knows bound questions; what was asked goes to `asked`."""

    def script(caller: Caller) -> None:
        caller.greet(fields={"ask.confirm": ["bound", "detail_kind"]})
        asked.append(caller.expect("ask"))
        caller.reply(replies[0])
        for reply in replies[1:]:
            caller.expect("claim")
            caller.reply(reply)

    return script


def prompt(path: str, given: dict[str, Any]) -> CallToolResult:
    async def talk(client: Client) -> CallToolResult:
        return await client.call_tool("permission_prompt", given)

    return use(path, talk, client=CLAUDE_CODE)


def decision(result: CallToolResult) -> Any:
    (part,) = result.content
    assert isinstance(part, TextContent)
    return json.loads(part.text)


def test_allowed_it_hands_back_the_very_input() -> None:
    asked: list[dict[str, Any]] = []
    with ScriptedDaemon(answering(asked, READY, APPROVED)) as daemon:
        result = prompt(daemon.path, GIVEN)
    assert decision(result) == {"behavior": "allow", "updatedInput": GIVEN["input"]}
    told = asked[0]
    assert (told["details"], told["detail_kind"], told["bound"]) == ("make", "command", True)
    assert "runInBackground: true" in told["message"]
    assert "claude-code 2.1.197 asks to use Bash. Its project is " in told["message"]
    assert "does not say where this runs" in told["message"]


def test_denied_it_hands_the_words_back() -> None:
    denied = {"status": "denied", "decider": "user", "words": "not on a Friday"}
    with ScriptedDaemon(answering([], READY, denied)) as daemon:
        result = prompt(daemon.path, GIVEN)
    assert decision(result) == {
        "behavior": "deny",
        "message": "The person said no: not on a Friday",
    }


@pytest.mark.parametrize(
    "outcome",
    [
        {"status": "dismissed", "decider": "user"},
        {"status": "timed_out", "decider": "deadline", "reason": "limit"},
    ],
)
def test_no_answer_is_a_no(outcome: dict[str, Any]) -> None:
    with ScriptedDaemon(answering([], READY, outcome)) as daemon:
        told = decision(prompt(daemon.path, GIVEN))
    assert told["behavior"] == "deny"
    assert "Nobody decided." in told["message"]


def test_nobody_to_ask_is_a_no_as_well() -> None:
    nobody = {"status": "no_interactor", "decider": "headless", "reason": "no screen"}
    with ScriptedDaemon(answering([], nobody)) as daemon:
        told = decision(prompt(daemon.path, GIVEN))
    assert told["behavior"] == "deny"
    assert "no screen" in told["message"]
    assert decision(prompt(NOWHERE, GIVEN))["behavior"] == "deny"


@pytest.mark.parametrize(("field", "value"), [("tool_name", 7), ("input", "make")])
def test_a_call_of_another_shape_names_its_field(field: str, value: object) -> None:
    result = prompt(NOWHERE, GIVEN | {field: value})
    assert fault(result) == ("invalid_params", field)


@pytest.mark.parametrize(("name", "is_told"), [("claude-code", True), ("another", False)])
def test_it_is_listed_for_the_program_whose_contract_it_is(name: str, is_told: bool) -> None:
    async def names(client: Client) -> set[str]:
        return {tool.name for tool in (await client.list_tools()).tools}

    listed = use(NOWHERE, names, client=Implementation(name=name, version="1"))
    assert ("permission_prompt" in listed) is is_told
    assert "confirm" in listed
