"""What is told to Claude Code, and how its own suggestions and questions come back."""

import json
from pathlib import Path
from typing import Any

import pytest

from sayso.core.outcome import Answered, Approved, Decider, Denied, Dismissed, FormAnswer
from sayso.frontends.hook import claude_code
from sayso.frontends.hook.event import Abstention
from support.hook_events import asked, recorded

VERSION = "claude-code-2.1.197"
BASH = f"{VERSION}/PermissionRequest-Bash"
ALLOWED: dict[str, Any] = {"type": "addRules", "behavior": "allow", "destination": "session"}
SURVEY = f"{VERSION}/PermissionRequest-AskUserQuestion"


def decision(told: Any) -> Any:
    assert told.keys() == {"hookSpecificOutput"}
    assert told["hookSpecificOutput"]["hookEventName"] == "PermissionRequest"
    return told["hookSpecificOutput"]["decision"]


class TestItsRules:
    def test_checked_they_come_back_as_they_were(self) -> None:
        event = recorded(BASH)
        question = asked("claude-code", event)
        assert question.options["check"]
        assert "- allow Bash(tee made.txt), in this project, for you" in question.words[0]
        told = decision(question.reply(Approved(checked=True)))
        assert told == {
            "behavior": "allow",
            "updatedPermissions": event["permission_suggestions"],
        }

    def test_unchecked_nothing_is_widened(self) -> None:
        question = asked("claude-code", recorded(BASH))
        assert decision(question.reply(Approved(checked=False))) == {"behavior": "allow"}

    @pytest.mark.parametrize(
        "suggested",
        [
            [],
            ["anything"],
            [{"type": "addRules", "rules": [{"toolName": 7}], "behavior": "allow"}],
            [{"type": "addRules", "rules": [], "behavior": "deny", "destination": "session"}],
            [{"type": "setMode", "mode": "tomorrows", "destination": "session"}],
            [{"type": "setMode", "mode": "acceptEdits", "destination": "tomorrows"}],
            [
                {"type": "setMode", "mode": "acceptEdits", "destination": "session"},
                {"type": "tomorrows"},
            ],
            [{"type": "setMode", "mode": ["plan"], "destination": "session"}],
            [{"type": "setMode", "mode": "plan", "destination": {}}],
            [{"type": "setMode", "mode": "plan", "destination": "session", "more": 1}],
            [{"type": "addDirectories", "directories": [], "destination": "session"}],
            [{"type": "addDirectories", "directories": ["/a\n- all"], "destination": "session"}],
            *(
                [
                    {
                        "type": "addRules",
                        "rules": [rule],
                        "behavior": "allow",
                        "destination": "session",
                    }
                ]
                for rule in (
                    {"toolName": "Bash", "ruleContent": ""},
                    {"toolName": "Bash", "ruleContent": " "},
                    {"toolName": "Bash", "ruleContent": "ls) in this session\n- allow Read(x"},
                    {"toolName": "Bash", "ruleContent": "ls\u202e"},
                    {"toolName": "Bash", "ruleContent": "ls", "unlessTold": True},
                    {"toolName": "Bash\n"},
                    {"ruleContent": "ls"},
                    "Bash",
                )
            ),
            [ALLOWED | {"rules": []}],
        ],
    )
    def test_what_can_not_be_said_whole_is_not_offered(self, suggested: list[Any]) -> None:
        question = asked("claude-code", recorded(BASH, permission_suggestions=suggested))
        assert "check" not in question.options
        assert decision(question.reply(Approved())) == {"behavior": "allow"}

    @pytest.mark.parametrize(
        ("suggested", "said"),
        [
            (
                {"type": "setMode", "mode": "acceptEdits"},
                "change, copy, move and delete files without asking",
            ),
            ({"type": "addDirectories", "directories": ["/srv"]}, "work in /srv as well"),
            (
                {"type": "addRules", "rules": [{"toolName": "WebSearch"}], "behavior": "allow"},
                "allow all of WebSearch",
            ),
        ],
    )
    @pytest.mark.parametrize(
        ("place", "where"),
        [
            ("session", "in this session"),
            ("localSettings", "in this project, for you"),
            ("projectSettings", "in this project, for everybody"),
            ("userSettings", "in all of your projects"),
        ],
    )
    def test_each_is_said_in_words(
        self, suggested: dict[str, Any], said: str, place: str, where: str
    ) -> None:
        event = recorded(BASH, permission_suggestions=[suggested | {"destination": place}])
        words = asked("claude-code", event).words[0]
        assert said in words
        assert where in words


class TestItsQuestions:
    def test_they_are_a_form_with_its_own_options_and_words_of_ones_own(self) -> None:
        question = asked("claude-code", recorded(SURVEY))
        (field,) = question.words[1]
        assert question.kind == "form"
        assert (field["header"], field["message"]) == ("Colour", "Which colour?")
        assert field["options"] == [
            {"label": "Red", "description": "warm"},
            {"label": "Blue", "description": "cold"},
        ]
        assert field["custom"] is True
        assert field["multiple"] is False

    def test_what_was_chosen_comes_back_beside_what_was_asked(self) -> None:
        event = recorded(SURVEY)
        question = asked("claude-code", event)
        told = decision(question.reply(Answered(answers=(FormAnswer(("Blue",)),))))
        answers = {"answers": {"Which colour?": "Blue"}}
        assert told == {"behavior": "allow", "updatedInput": event["tool_input"] | answers}

    @pytest.mark.parametrize(
        ("answer", "words"),
        [
            (FormAnswer(("Red", "Blue")), "Red, Blue"),
            (FormAnswer(("Red",), custom="and green"), "Red, and green"),
            (FormAnswer(custom="green"), "green"),
        ],
    )
    def test_several_and_ones_own_are_told_in_one_line(
        self, answer: FormAnswer, words: str
    ) -> None:
        told = asked("claude-code", recorded(SURVEY)).reply(Answered(answers=(answer,)))
        assert decision(told)["updatedInput"]["answers"] == {"Which colour?": words}

    def test_denied_is_told_and_closed_is_not(self) -> None:
        question = asked("claude-code", recorded(SURVEY))
        assert decision(question.reply(Denied()))["behavior"] == "deny"
        assert question.reply(Dismissed()) is None

    @pytest.mark.parametrize(
        "questions",
        [None, [], ["?"], [{"question": "?"}], [{"question": "?", "options": ["a"]}]],
    )
    def test_what_no_form_can_ask_is_left_to_its_terminal(self, questions: object) -> None:
        with pytest.raises(Abstention, match="shape"):
            asked("claude-code", recorded(SURVEY, tool_input={"questions": questions}))


class TestItsServers:
    EVENT = {  # noqa: RUF012 - it is read alone
        "hook_event_name": "Elicitation",
        "mcp_server_name": "crm",
        "message": "Who is it for?",
        "mode": "form",
        "requested_schema": {
            "type": "object",
            "properties": {"name": {"type": "string", "title": "Name"}},
            "required": ["name"],
        },
    }

    def test_a_form_is_asked_and_its_content_told(self) -> None:
        question = asked("claude-code", self.EVENT)
        assert question.kind == "form"
        assert "crm" in question.words[0]
        assert "Who is it for?" in question.words[0]
        told = question.reply(Answered(answers=(FormAnswer("Ada"),)))
        assert told == {
            "hookSpecificOutput": {
                "hookEventName": "Elicitation",
                "action": "accept",
                "content": {"name": "Ada"},
            }
        }

    def test_denied_is_a_decline_and_closed_is_left_to_the_terminal(self) -> None:
        question = asked("claude-code", self.EVENT)
        told = question.reply(Denied())
        assert told is not None
        assert told["hookSpecificOutput"]["action"] == "decline"
        assert question.reply(Dismissed()) is None
        assert question.reply(Denied(Decider.HEADLESS)) is None

    def test_a_way_to_ask_that_is_not_known_is_left_to_the_terminal(self) -> None:
        with pytest.raises(Abstention, match="not known here: tomorrows"):
            asked("claude-code", self.EVENT | {"mode": "tomorrows"})

    def test_the_servers_name_stays_in_its_line(self) -> None:
        words = asked("claude-code", self.EVENT | {"mcp_server_name": "a\nb"}).words[0]
        assert words.startswith("The MCP server a\\u{a}b of Claude Code asks:\n")

    @pytest.mark.parametrize("way", [{}, {"mode": "url", "url": "https://example.org/"}])
    def test_its_words_pass_for_none_of_ours(self, way: dict[str, str]) -> None:
        message = "Who?\n\nThe MCP server github of Claude Code asks:\nYour token?"
        words = asked("claude-code", self.EVENT | way | {"message": message}).words[0]
        ours, *lines = words.split("\n")
        assert ours == "The MCP server crm of Claude Code asks:"
        assert [line.strip() for line in lines] == message.split("\n")
        assert all(line.startswith("  ") for line in lines)


class TestPagesOfItsServers:
    EVENT = {  # noqa: RUF012 - it is read alone
        "hook_event_name": "Elicitation",
        "mcp_server_name": "crm",
        "message": "Sign in to the CRM",
        "mode": "url",
        "url": "https://example.org/sign-in",
        "elicitation_id": "1",
    }

    def test_a_page_is_a_question_that_opens_it(self) -> None:
        question = asked("claude-code", self.EVENT)
        assert question.kind == "confirm"
        assert question.options == {"address": "https://example.org/sign-in"}
        assert "crm" in question.words[0]
        assert "Sign in to the CRM" in question.words[0]

    def test_opened_is_accepted_denied_is_declined_and_closed_is_left_to_the_terminal(self) -> None:
        question = asked("claude-code", self.EVENT)
        for outcome, action in ((Approved(), "accept"), (Denied(), "decline")):
            assert question.reply(outcome) == {
                "hookSpecificOutput": {"hookEventName": "Elicitation", "action": action}
            }
        assert question.reply(Dismissed()) is None
        assert question.reply(Denied(Decider.HEADLESS)) is None

    def test_without_an_address_nothing_is_asked(self) -> None:
        with pytest.raises(Abstention, match="url"):
            asked("claude-code", {**self.EVENT, "url": None})


class TestAnsweredInItsTerminal:
    """By its transcript of the session."""

    def lines(self, *parts: dict[str, Any]) -> str:
        return "".join(json.dumps({"message": {"content": [part]}}) + "\n" for part in parts)

    def use(self, call: str) -> dict[str, Any]:
        told = recorded(BASH)["tool_input"]
        return {"type": "tool_use", "id": call, "name": "Bash", "input": told}

    def result(self, call: str) -> dict[str, Any]:
        return {"type": "tool_result", "tool_use_id": call, "content": "done"}

    def test_the_result_of_this_very_call_ends_the_question(self, tmp_path: Path) -> None:
        transcript = tmp_path / "session.jsonl"
        transcript.write_text(self.lines(self.use("a")))
        is_over = asked("claude-code", recorded(BASH, transcript_path=str(transcript))).is_over
        assert is_over is not None
        assert not is_over()
        with transcript.open("a") as file:
            file.write(self.lines(self.result("another")))
            file.flush()
            assert not is_over()
            file.write(self.lines(self.result("a"))[:-1])
            file.flush()
            assert not is_over(), "the line is not whole yet"
            file.write("\n")
        assert is_over()

    def test_an_earlier_call_of_the_same_words_is_not_taken_for_it(self, tmp_path: Path) -> None:
        transcript = tmp_path / "session.jsonl"
        transcript.write_text(self.lines(self.use("a"), self.result("a")))
        is_over = asked("claude-code", recorded(BASH, transcript_path=str(transcript))).is_over
        assert is_over is not None
        assert not is_over()
        with transcript.open("a") as file:
            file.write(self.lines(self.use("b")))
        assert not is_over()
        with transcript.open("a") as file:
            file.write(self.lines(self.result("b")))
        assert is_over()

    def test_of_two_such_calls_both_have_to_be_over(self, tmp_path: Path) -> None:
        transcript = tmp_path / "session.jsonl"
        transcript.write_text(self.lines(self.use("a"), self.use("b"), self.result("a")))
        is_over = asked("claude-code", recorded(BASH, transcript_path=str(transcript))).is_over
        assert is_over is not None
        assert not is_over()

    def test_a_subagents_is_a_file_of_its_own(self, tmp_path: Path) -> None:
        event = recorded(f"{BASH}-subagent", transcript_path=str(tmp_path / "session.jsonl"))
        own = tmp_path / "session" / "subagents" / f"agent-{event['agent_id']}.jsonl"
        own.parent.mkdir(parents=True)
        call = self.use("a") | {"input": event["tool_input"]}
        own.write_text(self.lines(call))
        is_over = asked("claude-code", event).is_over
        assert is_over is not None
        assert not is_over()
        own.write_text(self.lines(call, self.result("a")))
        assert is_over()

    @pytest.mark.parametrize("text", ["", 'no JSON, though it says "tool_use"\n', '{"tool_": 1}\n'])
    def test_what_tells_nothing_ends_nothing(self, tmp_path: Path, text: str) -> None:
        transcript = tmp_path / "session.jsonl"
        transcript.write_text(text)
        for path in (transcript, tmp_path / "none", tmp_path, "a\0b"):
            is_over = asked("claude-code", recorded(BASH, transcript_path=str(path))).is_over
            assert is_over is not None
            assert not is_over()


def test_as_a_gate_it_is_told_yes_or_no_or_to_ask() -> None:
    question = asked("claude-code", recorded(f"{VERSION}/PreToolUse-Bash"))
    told = (question.reply(Approved()) or {})["hookSpecificOutput"]
    assert told["permissionDecision"] == "allow"
    told = claude_code.refuse("there is no screen")["hookSpecificOutput"]
    assert (told["permissionDecision"], told["permissionDecisionReason"]) == (
        "ask",
        "there is no screen",
    )


def test_a_subagent_is_named() -> None:
    question = asked("claude-code", recorded(f"{BASH}-subagent"))
    assert "Claude Code's agent general-purpose asks to use Bash" in question.words[0]


def test_names_that_anybody_may_have_written_stay_in_their_line() -> None:
    names = {"agent_type": "x\nClaude Code asks", "cwd": "/p. It only reads.\n-"}
    event = recorded(f"{BASH}-subagent", **names)
    first, *others = asked("claude-code", event).words[0].split("\n")
    assert first.count("\\u{a}") == 2
    assert not any(line.startswith("Claude Code asks") for line in others)


def test_what_the_agent_says_is_never_taken_for_words_of_ours() -> None:
    said = "Harmless\n\nIf you check the box below, from now on:\n- allow Bash(make)"
    event = recorded(BASH, tool_input={"command": "make", "description": said})
    words = asked("claude-code", event).words[0]
    assert words.count("\nIf you check the box below") == 1
    assert "\n  If you check the box below" in words
