"""OpenCode: what its events ask, and what its server knows besides, become questions."""

from typing import Any

import pytest

from sayso.client.calls import confirm_params, form_params
from sayso.core.outcome import Answered, Approved, Decider, Denied, Dismissed, FormAnswer
from sayso.frontends.hook import opencode
from sayso.frontends.hook.event import Abstention, Event
from sayso.frontends.hook.opencode import Context
from sayso.frontends.hook.question import Question
from sayso.wire import messages
from support.hook_events import recorded

VERSION = "opencode-1.18.33"
PROJECT = "/home/mia/project"
BASH = {"command": "echo marker > made.txt", "description": "A test", "workdir": "/home/mia"}
EDIT = {"filePath": f"{PROJECT}/old.txt", "oldString": "b", "newString": "B", "replaceAll": True}


def asked(kind: str, tool: str, told: dict[str, Any], **changes: Any) -> Question:
    """Of a call of a tool, as the daemon takes it."""
    event = Event(recorded(f"{VERSION}/permission.asked-{kind}", **changes))
    question = opencode.question(event, Context(PROJECT, tool, told))
    options: Any = dict(question.options)
    messages.parse(messages.ASKS["confirm"], confirm_params(question.words[0], options))
    return question


class TestItsInput:
    def test_of_a_command(self) -> None:
        question = asked("bash", "bash", BASH)
        assert question.options["details"] == "echo marker > made.txt"
        assert question.options["detail_kind"] == "command"
        message = question.words[0]
        assert message.startswith(f"OpenCode asks to use bash in {PROJECT}.\nIt says:\n  A test\n")
        assert "workdir: /home/mia\n" in message
        assert message.count("echo marker") == 0

    def test_of_a_servers_tool(self) -> None:
        question = asked("mcp", "x_deploy", {"where": "prod", "how": {"fast": True}})
        assert question.options["details"] == "where: prod\nhow:\n  fast: true"

    @pytest.mark.parametrize(
        ("tool", "told", "shown"),
        [
            ("task", {"prompt": "Do all of it", "subagent_type": "general"}, "prompt: Do all of"),
            ("skill", {"name": "deploying"}, "name: deploying"),
            ("todowrite", {"todos": [{"content": "to be done"}]}, "content: to be done"),
        ],
    )
    def test_of_what_the_event_says_nothing_about(
        self, tool: str, told: dict[str, Any], shown: str
    ) -> None:
        question = asked("mcp", tool, told, permission=tool)
        assert shown in question.options["details"]

    def test_what_opencode_says_besides_is_shown_as_well(self) -> None:
        question = asked("mcp", "x_deploy", {"where": "prod"}, metadata={"tomorrow": "more"})
        assert "where: prod\ntomorrow: more" in question.options["details"]

    def test_what_it_says_otherwise_than_opencode_stands_beside_it(self) -> None:
        question = asked("bash", "bash", BASH, metadata={"command": "echo other"})
        assert question.options["details"] == "echo other"
        said = "Its input says otherwise:\n  command: echo marker > made.txt\n"
        assert said in question.words[0]

    def test_leaving_the_project_says_which_call_would(self) -> None:
        question = asked("external_directory", "bash", BASH | {"command": "ls"})
        assert question.options["details"] == "ls"
        message = question.words[0]
        assert "To be allowed:\n  permission: external_directory\n" in message
        assert "  patterns:\n    - /home/mia/other/*\n" in message

    def test_without_a_call_the_event_says_all_or_nothing_is_asked(self) -> None:
        told = {"tool": "bash", "input": {"command": "ls"}}
        question = asked("mcp", "", {}, permission="doom_loop", metadata=told)
        assert "command: ls" in question.options["details"]
        with pytest.raises(Abstention, match="which call"):
            asked("mcp", "", {}, permission="doom_loop")

    def test_names_are_one_line_each(self) -> None:
        event = Event(recorded(f"{VERSION}/permission.asked-mcp"))
        message = opencode.question(event, Context("/home/a\nb", "x\ny", {})).words[0]
        assert message.startswith('OpenCode asks to use "x\\ny" in "/home/a\\nb".\n')

    def test_without_a_permission_nothing_is_asked(self) -> None:
        with pytest.raises(Abstention, match="permission"):
            asked("mcp", "x_deploy", {}, permission=7)


class TestItsChanges:
    def test_an_edit_is_its_diff(self) -> None:
        question = asked("edit", "edit", EDIT)
        assert question.options["detail_kind"] == "diff"
        assert "\n-b\n+B\n" in question.options["details"]

    def test_the_inputs_other_fields_are_not_lost(self) -> None:
        message = asked("edit", "edit", EDIT | {"tomorrow": "more"}).words[0]
        for line in (f"filePath: {PROJECT}/old.txt", "replaceAll: true", "tomorrow: more"):
            assert f"{line}\n" in message
        assert "oldString" not in message

    def test_a_diff_that_the_model_made_is_none(self) -> None:
        step = {"oldString": "x", "newString": "harmless"}
        faked = {"diff": "+harmless", "edits": [step], "old_string": "x", "new_string": "harmless"}
        more = {"file_path": "/home/mia/other", "filepath": "/home/mia/another", "content": "text"}
        question = asked("edit", "edit", EDIT | faked | more)
        assert "\n-b\n+B\n" in question.options["details"]
        assert "harmless" not in question.options["details"]
        message = question.words[0]
        assert "Its input says otherwise:\n" in message
        for line in ("  diff: +harmless", "  filepath: /home/mia/another", "content: text"):
            assert f"{line}\n" in message
        for line in ("file_path: /home/mia/other", "new_string: harmless", "edits:"):
            assert f"\n{line}\n" in message

    def test_writing_a_file_is_its_diff_as_well(self) -> None:
        question = asked("edit", "write", {"filePath": f"{PROJECT}/old.txt", "content": "a\nB\nc"})
        assert question.options["detail_kind"] == "diff"
        assert "permission: edit" in question.words[0]
        assert "content" not in question.words[0]

    def test_a_patch_says_once_what_it_changes(self) -> None:
        part = "--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-a\n+A\n"
        file = {"filePath": "a.txt", "movePath": "b.txt", "patch": part}
        other = {"filePath": "c.txt", "patch": "not in it"}
        said = {
            "filepath": "a.txt, c.txt",
            "diff": f"Index: a.txt\n{part}",
            "files": [file, other, 7],
        }
        told = {"patchText": "*** Begin Patch"}
        question = asked("edit", "apply_patch", told, metadata=said)
        assert question.options["detail_kind"] == "diff"
        message = question.words[0]
        assert "movePath: b.txt" in message
        assert "patch: not in it" in message
        assert "@@" not in message
        assert "Begin Patch" not in message

    def test_where_the_diff_says_nothing_the_input_does(self) -> None:
        told = {"filePath": f"{PROJECT}/old.txt", "content": "a\r\nb\r\n"}
        diff = {"diff": "Index: old.txt\n--- old.txt\n+++ old.txt\n"}
        assert "content: |\n" in asked("edit", "write", told, metadata=diff).words[0]

    def test_a_diff_that_is_none_is_shown_as_it_is(self) -> None:
        question = asked("edit", "write", {"content": "text"}, metadata={"diff": ["a"]})
        shown = question.words[0] + question.options["details"]
        assert "diff:\n  - a" in shown
        assert "text" in shown


class TestItsOffer:
    def test_what_the_check_box_allows_stands_above_it(self) -> None:
        question = asked("bash", "bash", BASH)
        assert question.words[0].endswith("allow until OpenCode ends:\n- bash echo *")
        assert "OpenCode ends" in question.options["check"]
        assert question.reply(Approved(checked=False)) == {"reply": "once"}
        assert question.reply(Approved(checked=True)) == {"reply": "always"}

    def test_everything_is_said_so(self) -> None:
        assert asked("mcp", "x_deploy", {}).words[0].endswith("\n- all of x_deploy")

    @pytest.mark.parametrize(
        ("pattern", "line"),
        [
            ("a\n- bash ls", r'- bash "a\n- bash ls"'),
            ("a\tb", r'- bash "a\tb"'),
            ("rm ", '- bash "rm "'),
            ('"rm', r'- bash "\"rm"'),
        ],
    )
    def test_each_pattern_is_one_line(self, pattern: str, line: str) -> None:
        message = asked("bash", "bash", BASH, always=[pattern, "ls *"]).words[0]
        assert message.endswith(f"ends:\n{line}\n- bash ls *")

    @pytest.mark.parametrize(
        "always", [[], [7], [""], ["*", 7], None, ["ls *"] * 300, ["x" * 3000]]
    )
    def test_what_it_offers_without_words_is_not_offered(self, always: object) -> None:
        question = asked("bash", "bash", BASH, always=always)
        assert "check" not in question.options
        assert "check the box" not in question.words[0]


def test_a_denial_with_words_and_no_answer() -> None:
    question = asked("bash", "bash", BASH)
    told = question.reply(Denied(words="later"))
    assert told == {"reply": "reject", "message": "The person said no: later"}
    assert question.reply(Dismissed()) is None


class TestItsForm:
    def form(self, **changes: Any) -> Question:
        event = Event(recorded(f"{VERSION}/question.asked", **changes))
        question = opencode.form(event, Context(PROJECT))
        message, questions = question.words
        messages.parse(messages.ASKS["form"], form_params(message, questions, {}))
        return question

    def test_its_questions(self) -> None:
        message, (field,) = self.form().words
        assert message == f"OpenCode has a question in {PROJECT}."
        assert field["header"] == "One"
        assert field["message"] == "Which one?"
        assert [each["label"] for each in field["options"]] == ["A", "B"]
        assert (field["custom"], field["multiple"]) == (True, False)

    def test_several_choices_and_no_words_of_ones_own(self) -> None:
        (told,) = recorded(f"{VERSION}/question.asked")["questions"]
        told |= {"multiple": True, "custom": False}
        message, (field, _) = self.form(questions=[told, told]).words
        assert "some questions" in message
        assert (field["custom"], field["multiple"]) == (False, True)

    def test_the_answers_are_lists_in_their_order(self) -> None:
        given = (FormAnswer(("A", "B"), "and more"), FormAnswer(), FormAnswer(("B",)))
        told = self.form().reply(Answered(answers=given))
        assert told == {"answers": [["A", "B", "and more"], [], ["B"]]}

    def test_a_denial_rejects_and_no_answer_says_nothing(self) -> None:
        question = self.form()
        assert question.reply(Denied()) == {}
        assert question.reply(Denied(decider=Decider.HEADLESS)) is None
        assert question.reply(Dismissed()) is None

    @pytest.mark.parametrize("questions", [None, [], [7], [{"question": "Why?"}]])
    def test_of_another_shape_it_is_not_asked(self, questions: object) -> None:
        with pytest.raises(Abstention, match="shape"):
            self.form(questions=questions)
