"""Cursor and VS Code: events as their documents have them, never seen at work here."""

from typing import Any

import pytest

from sayso.core.outcome import Approved, Denied
from sayso.frontends.hook.event import Abstention
from support.hook_events import asked

SHELL: dict[str, Any] = {
    "conversation_id": "1",
    "generation_id": "2",
    "hook_event_name": "beforeShellExecution",
    "workspace_roots": ["/home/mia/project"],
    "command": "make deploy",
    "cwd": "",
}
MCP: dict[str, Any] = SHELL | {
    "hook_event_name": "beforeMCPExecution",
    "tool_name": "query",
    "tool_input": '{"sql": "select 1"}',
    "command": "db-server",
}
TOOL: dict[str, Any] = {
    "hook_event_name": "PreToolUse",
    "cwd": "/home/mia/project",
    "tool_name": "run_in_terminal",
    "tool_input": {"command": "make", "explanation": "Build it"},
}


class TestCursor:
    def test_a_command(self) -> None:
        question = asked("cursor", SHELL)
        assert question.options["details"] == "make deploy"
        assert "/home/mia/project" in question.words[0]
        assert question.reply(Approved()) == {"permission": "allow"}
        told = question.reply(Denied(words="later"))
        assert told is not None
        assert (told["permission"], told["agent_message"]) == ("deny", "The person said no: later")

    def test_a_servers_tool(self) -> None:
        question = asked("cursor", MCP)
        assert question.options["title"] == "Use query?"
        assert "sql: select 1" in question.options["details"]
        assert "db-server" in question.options["details"]

    def test_nobody_decided_is_a_no_and_never_to_ask(self) -> None:
        undecided = asked("cursor", SHELL).undecided
        assert undecided is not None
        assert undecided("no screen")["permission"] == "deny"

    def test_an_input_that_is_no_json_asks_nothing(self) -> None:
        with pytest.raises(Abstention, match="JSON"):
            asked("cursor", MCP | {"tool_input": "{"})


class TestVSCode:
    def test_the_event_s_name_is_written_in_either_way(self) -> None:
        """Its documents have hookEventName, and snake_case for all other fields."""
        told = {"hookEventName": "PreToolUse"} | TOOL
        del told["hook_event_name"]
        assert asked("vscode", told).options["details"] == asked("vscode", TOOL).options["details"]

    def test_a_command(self) -> None:
        question = asked("vscode", TOOL)
        assert question.options["details"] == "make"
        assert "explanation: Build it" in question.words[0]
        told = question.reply(Approved())
        assert told is not None
        assert told["hookSpecificOutput"]["permissionDecision"] == "allow"
        assert question.undecided is not None
        told = question.undecided("no screen")
        assert told["hookSpecificOutput"]["permissionDecision"] == "ask"

    def test_what_changes_nothing_is_let_be(self) -> None:
        with pytest.raises(Abstention, match="read_file"):
            asked("vscode", TOOL | {"tool_name": "read_file", "tool_input": {"path": "/x"}})
