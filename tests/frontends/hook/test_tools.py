"""What a tool would do, as a person reads it; whatever its input says is on the screen."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from sayso.frontends import fields
from sayso.frontends.hook import changes, tools


def shown(name: str, told: dict[str, Any]) -> tuple[str, str, str, str]:
    """Title, kind, details, message."""
    view = tools.view(name, told)
    return view.title, view.kind, view.details, tools.message("Asks.", told, view.shown)


class TestCommands:
    def test_a_command_stands_alone_and_its_other_fields_above(self) -> None:
        told = {"command": "rm -r x &&\n\tls", "description": "Tidy up", "run_in_background": True}
        assert shown("Bash", told) == (
            "Run a command?",
            "command",
            "rm -r x &&\n\tls",
            "Asks.\nTidy up\nrun_in_background: true",
        )

    def test_words_of_a_command_are_quoted(self) -> None:
        assert shown("shell", {"command": ["echo", "a b", "$x"]})[2] == "echo 'a b' '$x'"

    @pytest.mark.parametrize("command", ["", 7, ["a", 7], None, [[]]])
    def test_what_is_no_command_is_shown_as_fields(self, command: object) -> None:
        title, kind, details, _ = shown("Bash", {"command": command})
        assert (title, kind) == ("Use Bash?", "fields")
        assert "command:" in details


class TestChanges:
    def test_an_edit_is_shown_where_it_stands(self, tmp_path: Path) -> None:
        file = tmp_path / "notes.txt"
        file.write_text("".join(f"line {number}\n" for number in range(1, 9)), newline="\n")
        told = {"file_path": str(file), "old_string": "line 5", "new_string": "line five"}
        assert shown("Edit", told | {"replace_all": False}) == (
            "Change a file?",
            "diff",
            (
                f"--- {file}\n+++ {file}\n@@ -2,7 +2,7 @@\n line 2\n line 3\n line 4\n-line 5\n"
                "+line five\n line 6\n line 7\n line 8"
            ),
            "Asks.",
        )

    def test_one_place_or_all_of_them(self, tmp_path: Path) -> None:
        file = tmp_path / "notes.txt"
        file.write_text("a\n" * 3, newline="\n")
        told = {"filePath": str(file), "oldString": "a", "newString": "b"}
        assert shown("edit", told)[2].count("\n+b") == 1
        assert shown("edit", told | {"replaceAll": True})[2].count("\n+b") == 3
        told = {"file_path": str(file), "old_string": "a", "new_string": "b"}
        assert shown("replace", told | {"allow_multiple": True})[2].count("\n+b") == 3

    def test_several_edits_follow_one_another(self, tmp_path: Path) -> None:
        file = tmp_path / "notes.txt"
        file.write_text("a\n", newline="\n")
        edits = [
            {"old_string": "a", "new_string": "b"},
            {"old_string": "b", "new_string": "c"},
        ]
        details = shown("MultiEdit", {"file_path": str(file), "edits": edits})[2]
        assert details.endswith("-a\n+c")

    @pytest.mark.parametrize("edits", [7, [7], [{"old_string": "a"}], ["a"]])
    def test_edits_of_another_shape_are_shown_as_fields(self, edits: object) -> None:
        assert shown("MultiEdit", {"file_path": "/x", "edits": edits})[1] == "fields"

    def test_where_its_words_are_not_found_they_are_shown_alone(self, tmp_path: Path) -> None:
        file = tmp_path / "notes.txt"
        file.write_text("something else\n", newline="\n")
        told = {"file_path": str(file), "old_string": "a\nb", "new_string": "c\n"}
        assert shown("Edit", told)[2] == (
            f"--- {file}\n+++ {file}\n@@ once @@\n-a\n-b\n\\ No newline at end of file\n+c"
        )
        everywhere = shown("Edit", told | {"replace_all": True})[2]
        assert "@@ everywhere @@" in everywhere

    def test_a_new_file_is_all_added(self, tmp_path: Path) -> None:
        file = tmp_path / "new.txt"
        assert shown("Write", {"file_path": str(file), "content": "a\nb"}) == (
            "Create a file?",
            "diff",
            f"--- /dev/null\n+++ {file}\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file",
            "Asks.",
        )

    def test_one_that_is_there_is_compared(self, tmp_path: Path) -> None:
        file = tmp_path / "old.txt"
        file.write_text("a\n", newline="\n")
        title, _, details, _ = shown("write_file", {"file_path": str(file), "content": "b\n"})
        assert title == "Change a file?"
        assert details.endswith("@@ -1 +1 @@\n-a\n+b")

    def test_lines_end_at_newlines_alone(self, tmp_path: Path) -> None:
        """What a tool writes has other characters that Python would part lines at."""
        told = {"file_path": str(tmp_path / "x"), "content": "a\u2028b\r\nc\x0cd\n"}
        assert shown("Write", told)[2].endswith("+a\u2028b\r\n+c\x0cd")

    def test_a_file_that_is_long_or_no_text_is_not_read(self, tmp_path: Path) -> None:
        for name, data in (("long", b"a\n" * changes.LONGEST), ("binary", b"\xff\n")):
            file = tmp_path / name
            file.write_bytes(data)
            told = {"file_path": str(file), "old_string": "a", "new_string": "b"}
            assert "@@ once @@" in shown("Edit", told)[2]
            assert "+whole" in shown("Write", {"file_path": str(file), "content": "whole\n"})[2]

    def test_many_lines_are_not_compared(self, tmp_path: Path) -> None:
        file = tmp_path / "many"
        file.write_text("a\n", newline="\n")
        content = "b\n" * (changes.MOST_LINES + 1)
        details = shown("Write", {"file_path": str(file), "content": content})[2]
        assert "all of it" in details
        assert details.count("\n+b") == changes.MOST_LINES + 1

    @pytest.mark.skipif(sys.platform == "win32", reason="pipes have no place among files there")
    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        if sys.platform != "win32":
            os.mkfifo(tmp_path / "pipe")
        told = {"file_path": str(tmp_path / "pipe"), "content": "a\n"}
        assert shown("Write", told)[2].endswith("+a")

    def test_a_path_of_several_lines_can_not_add_any(self) -> None:
        told = {"file_path": "/x\n+evil", "content": "a\n"}
        assert "\n+evil" not in shown("Write", told)[2]

    @pytest.mark.parametrize("told", [{"content": "a"}, {"file_path": "", "content": "a"}])
    def test_without_a_file_it_is_shown_as_fields(self, told: dict[str, Any]) -> None:
        assert shown("Write", told)[1] == "fields"

    def test_a_patch_of_codex_is_one_already(self) -> None:
        patch = "*** Begin Patch\n*** Add File: a\n+b\n*** End Patch"
        assert shown("apply_patch", {"command": patch})[:3] == ("Change files?", "diff", patch)
        assert shown("apply_patch", {"command": 7})[1] == "fields"


def test_a_plan_is_a_text() -> None:
    told = {"plan": "# Plan\n1. do it", "planFilePath": "/x"}
    assert shown("ExitPlanMode", told) == (
        "Go ahead with this plan?",
        "text",
        "# Plan\n1. do it",
        "Asks.\nplanFilePath: /x",
    )
    assert shown("ExitPlanMode", {"plan": ""})[1] == "fields"


class TestFields:
    def test_each_shape(self) -> None:
        told = {
            "sql": "select *\nfrom t",
            "limit": 10,
            "ratio": 0.5,
            "dry": True,
            "none": None,
            "empty": "",
            "spaces": " a ",
            "list": ["a", ["b", "c"], {"d": 1}],
            "nothing": [],
            "deep": {"er": {"est": "x"}},
        }
        assert fields.render(told).split("\n") == [
            "sql:",
            "  select *",
            "  from t",
            "limit: 10",
            "ratio: 0.5",
            "dry: true",
            "none: null",
            'empty: ""',
            'spaces: " a "',
            "list:",
            "  - a",
            "  -",
            "    - b",
            "    - c",
            "  -",
            "    d: 1",
            "nothing: []",
            "deep:",
            "  er:",
            "    est: x",
        ]

    def test_no_value_can_stand_for_another_field(self) -> None:
        lines = fields.render({"a": "1\nb: 2", "c: d": "3", "e\nf": "4"}).split("\n")
        assert [line for line in lines if not line.startswith(" ")] == [
            "a:",
            '"c: d": 3',
            '"e\\nf": 4',
        ]

    def test_the_deepest_are_told_in_one_line(self) -> None:
        value: Any = "x"
        for _ in range(200):
            value = {"a": value}
        assert len(fields.render({"a": value}).split("\n")) < 40

    def test_a_description_that_is_no_text_is_shown_as_a_field(self) -> None:
        assert tools.message("Asks.", {"description": 7}, frozenset()) == "Asks.\ndescription: 7"
