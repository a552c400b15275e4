"""Cursor and VS Code: events as their documents have them, never seen at work here."""

from typing import Any

import pytest

from sayso.core.outcome import Approved, Denied
from sayso.frontends.hook import cursor, vscode
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
        assert cursor.refuse("no screen")["permission"] == "deny"

    def test_a_command_out_of_its_sandbox_is_told_apart(self) -> None:
        assert "sandbox: true" in asked("cursor", SHELL | {"sandbox": True}).words[0]

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
        told = vscode.refuse("no screen")
        assert told["hookSpecificOutput"]["permissionDecision"] == "ask"

    def test_what_only_looks_is_let_be(self) -> None:
        with pytest.raises(Abstention, match="read_file"):
            asked("vscode", TOOL | {"tool_name": "read_file", "tool_input": {"path": "/x"}})

    @pytest.mark.parametrize(
        ("tool", "told"),
        [
            ("mcp_db_query", {"sql": "drop table users"}),
            ("insert_edit_into_file", {"filePath": "/x", "code": "evil()"}),
            ("apply_patch", {"command": 1, "input": "evil"}),
            (
                "replace_string_in_file",
                {"filePath": "/x", "oldString": "a", "newString": "evil", "edits": 0},
            ),
        ],
    )
    def test_all_else_is_asked_with_all_it_says(self, tool: str, told: dict[str, Any]) -> None:
        question = asked("vscode", TOOL | {"tool_name": tool, "tool_input": told})
        words = question.words[0] + question.options["details"]
        for name, value in told.items():
            assert str(value) in words or name in ("oldString", "edits")
