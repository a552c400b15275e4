"""What a tool would do, as a person reads it; whatever its input says is on the screen."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from sayso.frontends import fields
from sayso.frontends.hook import reading, tools
from support.links import make_link


def shown(name: str, told: dict[str, Any]) -> tuple[str, str, str, str]:
    """Title, kind, details, message."""
    view = tools.view(name, told)
    return view.title, view.kind, view.details, tools.message("Asks.", told, view)


class TestCommands:
    def test_a_command_stands_alone_and_its_other_fields_above(self) -> None:
        told = {"command": "rm -r x &&\n\tls", "description": "Tidy up", "run_in_background": True}
        assert shown("Bash", told) == (
            "Run a command?",
            "command",
            "rm -r x &&\n\tls",
            "Asks.\nIt says:\n  Tidy up\nWith:\n  run_in_background: true",
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
            f"--- {file}\n+++ {file}\n@@ -0,2 +0,1 @@ once\n"
            "-a\n-b\n\\ No newline at end of file\n+c"
        )
        everywhere = shown("Edit", told | {"replace_all": True})[2]
        assert "@@ everywhere" in everywhere

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
        assert details.endswith("@@ -1,1 +1,1 @@\n-a\n+b")

    def test_lines_end_at_newlines_alone(self, tmp_path: Path) -> None:
        """What a tool writes has other characters that Python would part lines at."""
        told = {"file_path": str(tmp_path / "x"), "content": "a\u2028b\r\nc\x0cd\n"}
        assert shown("Write", told)[2].endswith("+a\u2028b\r\n+c\x0cd")

    def test_a_file_that_is_long_or_no_text_is_not_read(self, tmp_path: Path) -> None:
        for name, data in (("long", b"a\n" * reading.LONGEST), ("binary", b"\xff\n")):
            file = tmp_path / name
            file.write_bytes(data)
            told = {"file_path": str(file), "old_string": "a", "new_string": "b"}
            assert "@@ once" in shown("Edit", told)[2]
            assert "+whole" in shown("Write", {"file_path": str(file), "content": "whole\n"})[2]

    def test_many_lines_are_not_compared_one_by_one(self, tmp_path: Path) -> None:
        """A model chooses both sides: what it chooses takes no time."""
        file = tmp_path / "many"
        file.write_text("".join(f"{n % 7}\n" for n in range(4000)), newline="\n")
        content = "".join(f"{n % 5}\n" for n in range(4000))
        details = shown("Write", {"file_path": str(file), "content": content})[2].split("\n")
        assert sum(line.startswith("+") for line in details) > 3000
        assert sum(line.startswith("-") for line in details) > 3000

    def test_one_line_of_many_is_all_that_is_shown(self, tmp_path: Path) -> None:
        file = tmp_path / "many"
        file.write_text("".join(f"line {n}\n" for n in range(9000)), newline="\n")
        told = {"file_path": str(file), "old_string": "line 5000\n", "new_string": "new\n"}
        details = shown("Edit", told)[2].split("\n")
        assert details[2:] == [
            "@@ -4998,7 +4998,7 @@",
            *(" line 4997", " line 4998", " line 4999", "-line 5000", "+new"),
            *(" line 5001", " line 5002", " line 5003"),
        ]

    def test_a_change_that_grows_beyond_all_is_not_made_to_be_shown(self, tmp_path: Path) -> None:
        file = tmp_path / "bomb"
        file.write_text("a" * reading.LONGEST)
        told = {"file_path": str(file), "old_string": "a", "new_string": "b" * 20_000}
        assert "@@ everywhere" in shown("Edit", told | {"replace_all": True})[2]

    def test_claude_code_takes_the_newline_along(self, tmp_path: Path) -> None:
        """https://github.com/anthropics/claude-code, 2.1.197: of words that become none."""
        file = tmp_path / "x"
        file.write_text("check || exit 1 # tmp\nrm -rf $BUILD\n", newline="\n")
        told = {"file_path": str(file), "old_string": "tmp", "new_string": ""}
        assert shown("Edit", told)[2].endswith("+check || exit 1 # rm -rf $BUILD")

    def test_what_is_there_and_can_not_be_shown_is_said_to_go(self, tmp_path: Path) -> None:
        file = tmp_path / "latin"
        file.write_bytes(b"\xe9\n")
        title, _, details, _ = shown("Write", {"file_path": str(file), "content": "a\n"})
        assert title == "Change a file?"
        assert "@@ whatever there is goes: it can't be shown @@\n+a" in details

    def test_a_link_is_named_with_where_it_leads(self, tmp_path: Path) -> None:
        (tmp_path / "bashrc").write_text("a\n", newline="\n")
        make_link(tmp_path / "notes.md", tmp_path / "bashrc")
        told = {"file_path": str(tmp_path / "notes.md"), "content": "b\n"}
        real = (tmp_path / "bashrc").resolve()
        assert f"That is a link to {real}." in shown("Write", told)[3]

    def test_a_relative_path_is_of_the_agents_directory(self, tmp_path: Path) -> None:
        (tmp_path / "rel.txt").write_text("a\n", newline="\n")
        told = {"file_path": "rel.txt", "content": "b\n"}
        assert tools.view("Write", told, str(tmp_path)).title == "Change a file?"
        assert "-a" in tools.view("Write", told, str(tmp_path)).details
        for nowhere in ("", "elsewhere"):
            view = tools.view("Write", told, nowhere)
            assert view.title == "Change a file?", "whether it is there is not known"
            assert "can't be shown" in view.details

    @pytest.mark.parametrize("path", ["//host/share/x", "\\\\host\\share\\x", "/x\0y"])
    def test_no_other_machine_is_asked_about_a_path(self, path: str) -> None:
        assert reading.look(path, "") == reading.UNKNOWN

    @pytest.mark.skipif(sys.platform == "win32", reason="pipes have no place among files there")
    def test_what_takes_long_to_look_at_is_not_waited_for(self, tmp_path: Path) -> None:
        (tmp_path / "x").write_text("a")
        assert reading.look(str(tmp_path / "x"), "", within=0.0).text in (None, "a")

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("replace", {"file_path": "F", "old_string": "a", "new_string": "b", "replace_all": 1}),
            ("replace", {"file_path": "F", "old_string": "a", "new_string": "b", "edits": [{}]}),
            ("Edit", {"file_path": "F", "old_string": "a", "new_string": "b", "filePath": "/evil"}),
            ("Edit", {"file_path": "F", "old_string": "a", "new_string": "b", "oldString": "evil"}),
        ],
    )
    def test_a_field_that_the_tool_does_not_know_is_shown_beside(
        self, tmp_path: Path, name: str, told: dict[str, Any]
    ) -> None:
        file = tmp_path / "x"
        file.write_text("a\n", newline="\n")
        _, kind, _, words = shown(name, told | {"file_path": str(file)})
        assert kind == "diff"
        assert f"  {list(told)[-1]}:" in words

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("Edit", {"file_path": "/x", "old_string": "a", "new_string": "b", "replace_all": "y"}),
            ("Edit", {"filePath": "/x", "oldString": "a", "newString": "b"}),
            ("Edit", {"file_path": "/x", "edits": [{"old_string": "a", "new_string": "b"}]}),
            (
                "MultiEdit",
                {"file_path": "/x", "edits": [{"old_string": "a", "new_string": "b", "more": 1}]},
            ),
            ("write", {"file_path": "/x", "content": "a"}),
        ],
    )
    def test_one_of_another_shape_is_shown_as_fields(self, name: str, told: dict[str, Any]) -> None:
        assert shown(name, told)[:2] == (f"Use {name}?", "fields")

    @pytest.mark.skipif(sys.platform == "win32", reason="pipes have no place among files there")
    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        if sys.platform != "win32":
            os.mkfifo(tmp_path / "pipe")
        told = {"file_path": str(tmp_path / "pipe"), "content": "a\n"}
        assert shown("Write", told)[2].endswith("+a")
        assert "can't be shown" in shown("Write", told)[2]

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
        faked = patch.replace("+b", "+++ /etc/passwd")
        assert shown("apply_patch", {"command": faked})[1:3] == ("text", faked)


def test_a_plan_is_a_text() -> None:
    told = {"plan": "# Plan\n1. do it", "planFilePath": "/x"}
    assert shown("ExitPlanMode", told) == (
        "Go ahead with this plan?",
        "text",
        "# Plan\n1. do it",
        "Asks.\nWith:\n  planFilePath: /x",
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
            "sql: |",
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
            "a: |",
            '"c: d": "3"',
            '"e\\nf": "4"',
        ]

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("true", True),
            ("1", 1),
            ("1e3", 1000.0),
            ("null", None),
            ("[]", []),
            ("{}", {}),
            ("y: 1\nz: 2", {"y": 1, "z": 2}),
            ("- a\n- b", ["a", "b"]),
            ('"a"', "a"),
            ("|", "\n"),
            (["- a"], [["a"]]),
        ],
    )
    def test_what_differs_looks_different(self, one: object, other: object) -> None:
        assert fields.render({"x": one}) != fields.render({"x": other})

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ({"a": {"k": 1}, "  b": True}, {"a": {"k": 1, "b": True}}),
            ({"a": {"- b": 1}}, {"a": ["b: 1"]}),
            ({"": 1}, {'""': 1}),
        ],
    )
    def test_names_that_differ_look_different(
        self, one: dict[str, object], other: dict[str, object]
    ) -> None:
        assert fields.render(one) != fields.render(other)

    def test_a_name_that_may_come_to_stand_in_rows_of_its_own_has_quotation_marks(self) -> None:
        name = f"a{' and so on' * 20}target: staging only"
        assert fields.render({name: 1}) == f'"{name}": 1'

    @pytest.mark.parametrize("filling", [" " * 150, " and so on" * 20])
    def test_what_may_come_to_stand_in_a_row_of_its_own_has_quotation_marks(
        self, filling: str
    ) -> None:
        value = f"a{filling}target: staging only"
        assert fields.render({"x": value}) == f'x: "{value}"'

    def test_a_description_that_is_no_text_is_shown_as_a_field(self) -> None:
        view = tools.View("Use it?", "", "fields")
        told = tools.message("Asks.", {"description": 7}, view)
        assert told == "Asks.\nWith:\n  description: 7"


@pytest.mark.parametrize("name", ["x\ny", "x" * 300, "\u202ex"])
def test_a_name_of_a_tool_is_a_line_that_a_title_takes(name: str) -> None:
    title = shown(name, {})[0]
    assert len(title) <= 200
    assert title.isprintable()
