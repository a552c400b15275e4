"""What a client hears before it calls a tool: instructions, tools, and what these take."""

import sys

assert sys.platform != "win32"

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp.client.client import Client
from mcp_types import ListToolsResult, Tool

from support.mcp_desk import NOWHERE, call, fault, noting, use, words
from support.mcp_session import HANDSHAKE, STATELESS, Era
from support.scripted_daemon import APPROVED, ScriptedDaemon, answering

NOBODY = {"status": "no_interactor", "decider": "headless", "reason": "no screen"}

MOST = 14_000
"""Characters: each session of an agent pays for all of them."""


def listed(era: Era = HANDSHAKE) -> ListToolsResult:
    return use(NOWHERE, lambda client: client.list_tools(), era=era)


def tools() -> dict[str, Tool]:
    return {tool.name: tool for tool in listed().tools}


def properties(tool: str) -> dict[str, Any]:
    found: dict[str, Any] = tools()[tool].input_schema["properties"]
    return found


@pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
def test_the_whole_list_is_short(era: Era) -> None:
    assert len(listed(era).model_dump_json(by_alias=True, exclude_none=True)) <= MOST


def test_schemas_are_such_as_every_client_takes() -> None:
    """Before 2026-07-28 those of results, too, are of objects at the root."""
    for tool in tools().values():
        for schema in (tool.input_schema, tool.output_schema):
            assert schema is not None
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"


def test_what_a_result_may_have_more_breaks_no_client() -> None:
    for tool in tools().values():
        told = {"allowed": True, "next_step": "Go on.", "answers": ["shop"], "newer": {}}
        Draft202012Validator(tool.output_schema or False).validate(told)


def test_each_argument_says_what_it_is_for_and_is_in_snake_case() -> None:
    for tool in tools().values():
        for name, told in tool.input_schema["properties"].items():
            assert len(told["description"]) > 10, name
            assert name == name.lower()


@pytest.mark.parametrize("tool", ["confirm", "ask_user", "request_secret", "sign_in"])
def test_what_an_agent_never_needs_is_not_told_and_no_schema_forbids_it(tool: str) -> None:
    untold = {"render_timeout", "max_retries", "scope", "slot", "owner", "ticket"}
    assert not untold & properties(tool).keys()
    own = {
        "message": "Go?", "command": ["true"], "cwd": "/",
        "address": "https://a.example/", "code": "WDJB",
    }  # fmt: skip
    Draft202012Validator(tools()[tool].input_schema).validate(own | {"max_retries": 1, "slot": "s"})


@pytest.mark.parametrize("tool", ["confirm", "ask_user", "request_secret"])
def test_a_tool_that_asks_says_when_and_how_to_go_on(tool: str) -> None:
    told = tools()[tool].description or ""
    for part in ("Call it ", "pending: ", "Tell the person", "with exactly the same arguments"):
        assert part in told


def test_what_was_cut_off_is_repeated_once_and_nothing_is_assumed() -> None:
    async def talk(client: Client) -> str:
        return client.instructions or ""

    told = use(NOWHERE, talk)
    for part in ("cut off", "unknown outcome", "repeat it once, word for word", "assume nothing"):
        assert part in told


def test_what_runs_a_command_is_not_told_to_be_harmless_and_what_collects_is() -> None:
    """A client may let what only reads through without asking, and warn of what destroys."""
    hints = {}
    for name, tool in tools().items():
        hint = tool.annotations
        assert hint is not None
        hints[name] = (hint.read_only_hint, hint.destructive_hint)
    assert hints == {
        "confirm": (True, None),
        "ask_user": (True, None),
        "request_secret": (False, True),
        "sign_in": (True, None),
        "check": (False, False),
        "withdraw": (False, False),
    }


class TestNobodyThere:
    """What a call declares for when nobody can be asked."""

    ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
        ("confirm", {"message": "Go?"}),
        ("ask_user", {"message": "Name?"}),
        ("ask_user", {"questions": [{"message": "Name?"}]}),
        ("ask_user", {"message": "It is done.", "type": "notice"}),
        ("request_secret", {"message": "Unlock", "command": ["true"], "cwd": "/"}),
        ("sign_in", {"message": "Registry", "address": "https://a.example/", "code": "WDJB"}),
    )

    @pytest.mark.parametrize(("tool", "arguments"), ASKED)
    def test_a_denial_counts_then(self, tool: str, arguments: dict[str, Any]) -> None:
        with ScriptedDaemon(answering(NOBODY)) as daemon:
            result = call(daemon.path, tool, arguments | {"if_headless": "deny"})
        told = result.structured_content
        assert (told["status"], told["decider"], told["allowed"]) == ("denied", "headless", False)
        assert not told.get("cancelled")
        assert "as declared for when nobody can be asked" in words(result)

    @pytest.mark.parametrize(("tool", "arguments"), ASKED)
    def test_an_approval_can_not_be_declared(self, tool: str, arguments: dict[str, Any]) -> None:
        result = call(NOWHERE, tool, arguments | {"if_headless": "approve"})
        assert fault(result) == ("invalid_params", "if_headless")
        assert "an approval can't be declared" in words(result)

    @pytest.mark.parametrize("tool", ["confirm", "ask_user", "request_secret"])
    def test_the_schema_says_so(self, tool: str) -> None:
        assert properties(tool)["if_headless"]["enum"] == ["deny"]


class TestSpelling:
    @pytest.mark.parametrize(
        ("given", "asked"),
        [
            ({"maxRetries": 1}, {"max_retries": 1}),
            ({"max_retries": 1}, {"max_retries": 1}),
            ({"renderTimeout": 20_000}, {"render_timeout": 20.0}),
            ({"render_timeout": 20}, {"render_timeout": 20}),
        ],
    )
    @pytest.mark.parametrize("tool", ["confirm", "ask_user"])
    def test_both_are_taken_by_each_tool(
        self, tool: str, given: dict[str, Any], asked: dict[str, Any]
    ) -> None:
        heard: list[dict[str, Any]] = []
        with ScriptedDaemon(noting(heard, APPROVED)) as daemon:
            call(daemon.path, tool, {"message": "Go?"} | given)
        assert heard[0].items() >= asked.items()

    @pytest.mark.parametrize(
        ("given", "field", "say"),
        [
            ({"maxRetries": 6}, "maxRetries", "0 to 5"),
            ({"max_retries": 6}, "max_retries", "0 to 5"),
            ({"renderTimeout": 20}, "renderTimeout", "10000 to 60000, milliseconds"),
            ({"renderTimeout": 20_000.0}, "renderTimeout", "whole number"),
            ({"render_timeout": 20_000}, "render_timeout", "10 to 60"),
            ({"detailFile": "/x"}, "detailFile", "is not an argument"),
            ({"maxRetries": 1, "max_retries": 1}, "max_retries", "another spelling of maxRetries"),
            ({"max_retries": 1, "maxRetries": 1}, "maxRetries", "another spelling of max_retries"),
        ],
    )
    @pytest.mark.parametrize("tool", ["confirm", "ask_user", "request_secret"])
    def test_what_is_wrong_is_named_as_it_was_spelled(
        self, tool: str, given: dict[str, Any], field: str, say: str
    ) -> None:
        own = {"command": ["true"], "cwd": "/"} if tool == "request_secret" else {}
        result = call(NOWHERE, tool, {"message": "Go?"} | own | given)
        assert fault(result) == ("invalid_params", field)
        assert words(result).startswith(f"error: {field}: ")
        assert say in words(result)
