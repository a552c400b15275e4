"""sayso text, select and form: what they ask and what they write, against a scripted daemon."""

import sys

assert sys.platform != "win32"

import json
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from sayso.__main__ import main
from support.command import BOUND, SAYSO, Result, by_shell, environ, run, sayso
from support.scripted_daemon import (
    PENDING,
    TICKET,
    Caller,
    Script,
    ScriptedDaemon,
    committing,
    failing,
)

ANSWERED = {"status": "answered", "decider": "user"}
SAID = "answered\nAnswered by the person at the screen.\n"
NAME: dict[str, Any] = {"kind": "text", "header": "Name"}
PLAN: dict[str, Any] = {"kind": "select", "header": "Plan", "options": ["Free", "Team"]}
BACKUPS: dict[str, Any] = {"kind": "confirm", "header": "Backups"}
FORM: dict[str, Any] = {"message": "A new shop", "questions": [NAME, PLAN, BACKUPS]}
TOML = """\
message = "A new shop"
[[questions]]
kind = "text"
header = "Name"
[[questions]]
kind = "select"
header = "Plan"
options = ["Free", "Team"]
[[questions]]
kind = "confirm"
header = "Backups"
"""
FIELDS = "say message, title, details, detail_kind, questions, error, approve or deny"
VERBS = (["text", "What?"], ["select", "Which?", "A", "B"], ["form", "-"])
"""Each with its words."""


def asked(*args: str, stdin: str = "") -> dict[str, Any]:
    """What the daemon is asked; it is not answered."""
    params: dict[str, Any] = {}

    def script(caller: Caller) -> None:
        caller.greet()
        params.update(caller.expect("ask"))
        caller.reply(PENDING)

    done = sayso(*args, script=script, stdin=stdin)
    assert (done.returncode, done.stdout) == (3, ""), done
    return params


def fill_in(words: list[str], script: Script, *options: str) -> Result:
    return sayso(*words, *options, script=script, stdin=json.dumps(FORM))


def refused(*args: str, stdin: str = "", exit_status: int = 2) -> str:
    """Before anything is asked: nobody is there to be asked. What is said."""
    done = run(*args, "--no-spawn", path="/proc/nowhere", stdin=stdin)
    assert (done.returncode, done.stdout) == (exit_status, "")
    return done.stderr


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class TestText:
    def test_what_was_typed_stands_alone(self) -> None:
        done = sayso("text", "What?", script=committing(ANSWERED | {"answer": "shop\t\n\u202e1"}))
        assert (done.returncode, done.stdout) == (0, "shop\t\n\u202e1\n")
        assert done.stderr == SAID

    def test_its_options_reach_the_daemon(self) -> None:
        options = "--default=D --multiline --error=E --approve=A --deny=N --timeout=4m"
        assert asked("text", *options.split(), "What?") == {
            "kind": "text",
            "message": "What?",
            "default": "D",
            "multiline": True,
            "error": "E",
            "approve": "A",
            "deny": "N",
            "timeout": 240,
        }


class TestSelect:
    @pytest.mark.parametrize(
        ("answer", "out"),
        [
            ({"answer": ["Here"]}, "Here\n"),
            ({"answer": ["Here", "There"], "custom": "far away"}, "Here\nThere\nfar away\n"),
            ({"answer": [], "custom": "far away"}, "far away\n"),
            ({"answer": []}, ""),
        ],
    )
    def test_each_option_and_words_of_ones_own_have_a_line(
        self, answer: dict[str, Any], out: str
    ) -> None:
        done = sayso("select", "Where?", "A", "B", script=committing(ANSWERED | answer))
        assert (done.returncode, done.stdout) == (0, out)
        assert done.stderr == SAID

    def test_a_description_stands_after_a_tab(self) -> None:
        options = ("--multiple", "--custom", "--error=E")
        assert asked("select", *options, "Which?", "Free\tFor one", "Team", "Other\t") == {
            "kind": "select",
            "message": "Which?",
            "options": [{"label": "Free", "description": "For one"}, "Team", "Other"],
            "multiple": True,
            "custom": True,
            "error": "E",
        }

    def test_a_word_that_begins_with_a_dash_goes_after_two(self) -> None:
        assert asked("select", "Which?", "--custom", "--", "-1", "--json")["options"] == [
            "-1",
            "--json",
        ]

    @pytest.mark.parametrize(
        ("count", "complaint"),
        [(0, "OPTION is missing"), (1, "OPTION: give 2 to 32, not 1"), (33, "not 33")],
    )
    def test_there_are_2_to_32(self, count: int, complaint: str) -> None:
        told = refused("select", "Which?", *map(str, range(count)))
        assert complaint in told
        assert told.endswith("What to do: see sayso select --help\n")

    @pytest.mark.parametrize(
        ("field", "told"),
        [
            ("options", "OPTION: is wrong"),
            ("options.1", "OPTION 2: is wrong"),
            ("options.1.label", "OPTION 2: is wrong"),
            ("options.31.description", "OPTION 32, after its tab: is wrong"),
            ("multiple", "--multiple: is wrong"),
            ("message", "MESSAGE: is wrong"),
        ],
    )
    def test_the_daemons_complaint_names_the_word(self, field: str, told: str) -> None:
        script = failing(-32602, f"{field}: is wrong", field=field)
        done = sayso("select", "Which?", "A", "B", script=script)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"sayso select: {told}\n"


class TestForm:
    def test_each_question_has_a_line(self) -> None:
        answers: list[dict[str, Any]] = [
            {"answer": "shop"},
            {"answer": ["Free", "Team"], "custom": "both"},
            {"answer": True},
            {"answer": False},
            {"custom": "neither"},
            {"answer": "two\nlines"},
            {},
        ]
        done = fill_in(["form", "-"], committing(ANSWERED | {"answers": answers}))
        assert (done.returncode, done.stderr) == (0, SAID)
        assert done.stdout == "shop\nFree\tTeam\tboth\nyes\nno\nneither\ntwo\nlines\n\n"
        done = fill_in(["form", "-"], committing(ANSWERED | {"answers": answers}), "--json")
        assert (json.loads(done.stdout)["answers"], done.stderr) == (answers, "")

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("a.json", json.dumps(FORM)),
            ("A.TOML", TOML),
            ("form", f"\n {json.dumps(FORM, indent=1)}"),
            ("form", f"# TOML\n{TOML}"),
        ],
    )
    def test_the_file_is_json_or_toml(self, place: Path, name: str, text: str) -> None:
        (place / name).write_text(text)
        assert asked("form", name) == {"kind": "form"} | FORM
        assert asked("form", "-", stdin=text) == {"kind": "form"} | FORM

    def test_options_hold_instead_of_the_file(self, place: Path) -> None:
        (place / "form").write_text(
            json.dumps(FORM | {"title": "T", "details": "D", "approve": "A", "deny": "N"})
        )
        assert asked("form", "form", "--title=U", "--detail=E", "--wait=0", "--error=F") == {
            "kind": "form",
            **FORM,
            "title": "U",
            "details": "E",
            "approve": "A",
            "deny": "N",
            "wait": 0,
            "error": "F",
        }

    @pytest.mark.parametrize(
        ("told", "complaint", "remedy"),
        [
            ({"message": "M"}, "questions: is missing", "change it in form.json"),
            ({"questions": [NAME]}, "message: is missing", "change it in form.json"),
            (FORM | {"title": None}, "title: must be a text", "change it in form.json"),
            (FORM | {"title": False}, "title: must be a text", "change it in form.json"),
            (FORM | {"questions": "N"}, "questions: must be a list", "change it in form.json"),
            (
                FORM | {"questions": [NAME, BACKUPS, PLAN | {"options": ["A"]}]},
                "question 3: options: must hold at least 2 and at most 32",
                "change question 3 in form.json",
            ),
            (
                FORM | {"wait": 5},
                "'wait' stands on the command line: say --wait",
                "take it out of form.json",
            ),
            (
                FORM | {"max_retries": 5},
                "'max_retries' stands on the command line: say --max-retries",
                "take it out of form.json",
            ),
            (
                FORM | {"tilte": "T"},
                f"'tilte' is not a field of a form (did you mean title?): {FIELDS}",
                "take it out of form.json",
            ),
            (
                FORM | {"kind": "form"},
                f"'kind' is not a field of a form: {FIELDS}",
                "take it out of form.json",
            ),
        ],
    )
    def test_a_wrong_field_is_named_with_its_file(
        self, told: dict[str, Any], complaint: str, remedy: str, place: Path
    ) -> None:
        (place / "form.json").write_text(json.dumps(told))
        said = refused("form", "form.json")
        assert said == f"sayso form: form.json: {complaint}\nWhat to do: {remedy}\n"

    @pytest.mark.parametrize(
        ("question", "complaint"),
        [
            (
                BACKUPS | {"default": "yes"},
                "'default' is not a field of a confirm: say kind, header, message or required",
            ),
            (
                PLAN | {"costum": True},
                "'costum' is not a field of a select (did you mean custom?): say kind, header",
            ),
            (PLAN | {"a.b": 1}, "'a.b' is not a field of a select: say kind"),
            (
                PLAN | {"options": ["Free", {"label": "Team", "colour": "red"}]},
                "option 2: 'colour' is not a field of an option: say label or description",
            ),
            (PLAN | {"options": ["Free", {"description": "Ten"}]}, "option 2: label: is missing"),
            (PLAN | {"options": ["Free", 2]}, "option 2: must be a text or an object"),
            ({"kind": "text"}, "header: is missing"),
            ({"kind": "password", "header": "P"}, "kind: "),
            (NAME | {"kind": 1}, "kind: "),
            ("Name?", "must be an object"),
        ],
    )
    def test_a_question_that_is_wrong_is_counted_and_its_field_named(
        self, question: object, complaint: str, place: Path
    ) -> None:
        (place / "form.json").write_text(json.dumps(FORM | {"questions": [NAME, question]}))
        said = refused("form", "form.json")
        assert said.startswith(f"sayso form: form.json: question 2: {complaint}")
        assert said.endswith("What to do: change question 2 in form.json\n")
        assert "method" not in said

    @pytest.mark.parametrize(
        ("name", "text", "complaint"),
        [
            ("a.json", '{"message": "M",', "a.json: not JSON: "),
            ("a.json", '{"message": "M", "message": "N"}', "names a member twice"),
            ("a.json", "[]", "a.json: not a JSON object"),
            ("a.json", '{"message": NaN}', "NaN is not a JSON number"),
            ("a.json", '{"message": ' + "[" * 100_000, "a.json: nested more than 16 deep"),
            ("a.toml", '{"message": "M"}', "a.toml: not TOML: "),
            ("a.toml", "message = \n", "Invalid value (at line 1, column 11)"),
            ("a.toml", "message = " + "[" * 100_000, "a.toml: nested too deep"),
            ("form", "[]", "form: not TOML: "),
        ],
    )
    def test_what_is_neither_says_where(
        self, name: str, text: str, complaint: str, place: Path
    ) -> None:
        (place / name).write_text(text)
        said = refused("form", name)
        assert complaint in said
        assert said.endswith("What to do: write one JSON object or a TOML document\n")

    def test_a_date_of_toml_is_no_text(self, place: Path) -> None:
        (place / "form").write_text(
            'message = "M"\n[[questions]]\nkind = "text"\nheader = "D"\ndefault = 2024-01-01\n'
        )
        assert "form: question 1: default: must be a text" in refused("form", "form")

    def test_in_json_the_field_and_whose_fault_it_is(self) -> None:
        wrong = json.dumps(FORM | {"questions": [NAME | {"format": "ipv4"}]})
        done = run("form", "--json", "--no-spawn", "-", path="/proc/nowhere", stdin=wrong)
        assert (done.returncode, done.stderr) == (2, "")
        error = json.loads(done.stdout)["error"]
        assert error["message"].startswith("standard input: question 1: format: must be 'integer'")
        assert error["data"] == {
            "error": "invalid_params",
            "blame": "requester",
            "field": "questions.0.format",
            "remedy": "change question 1 in standard input",
        }

    @pytest.mark.parametrize(
        ("data", "complaint"),
        [
            (b"x" * ((1 << 20) + 1), "FILE: more than 1048576 bytes: form"),
            (b"{\xff", "FILE: not UTF-8: byte 1 of form"),
        ],
    )
    def test_a_file_that_is_no_text_or_too_long(
        self, data: bytes, complaint: str, place: Path
    ) -> None:
        (place / "form").write_bytes(data)
        assert complaint in refused("form", "form")

    def test_a_file_that_is_not_there(self, place: Path) -> None:
        assert "FILE: No such file or directory: none" in refused("form", "none")

    def test_a_file_of_an_odd_name_is_named_as_it_can_be_seen(self, place: Path) -> None:
        (place / "a\x1b[2Jb").write_text("[]")
        assert "a\\u{1b}[2Jb: not TOML" in refused("form", "a\x1b[2Jb")

    def test_standard_input_is_read_once(self) -> None:
        said = refused("form", "-", "--detail-file=-", stdin=json.dumps(FORM))
        assert "--detail-file: standard input is FILE already" in said

    @pytest.mark.parametrize(
        ("field", "options", "told"),
        [
            ("approve", ["--approve=No"], "--approve: is wrong"),
            (
                "approve",
                [],
                "standard input: approve: is wrong\nWhat to do: change it in standard input",
            ),
            ("timeout", ["--timeout=5"], "--timeout: is wrong"),
        ],
    )
    def test_the_daemons_complaint_names_the_option_or_the_file(
        self, field: str, options: list[str], told: str
    ) -> None:
        """What is right by itself may still not go together."""
        script = failing(-32602, f"{field}: is wrong", field=field)
        told_form = json.dumps(FORM | {"approve": "Create it"})
        done = sayso("form", "-", *options, script=script, stdin=told_form)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"sayso form: {told}\n"


class TestEach:
    """All three of them."""

    @pytest.mark.parametrize("words", VERBS, ids=lambda words: words[0])
    def test_without_an_answer_standard_output_is_empty(self, words: list[str]) -> None:
        denied = {"status": "denied", "decider": "user", "words": "Not now"}
        done = fill_in(words, committing(denied))
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("denied\nDenied by the person at the screen.")

    @pytest.mark.parametrize("words", VERBS, ids=lambda words: words[0])
    def test_pending_says_that_the_same_command_gets_the_answer(self, words: list[str]) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.reply(PENDING)

        done = fill_in(words, script)
        assert (done.returncode, done.stdout) == (3, "")
        assert "The same command then gets it at once" in done.stderr
        assert f"sayso collect {TICKET}" in done.stderr
        done = fill_in(words, script, "--json")
        assert json.loads(done.stdout) == PENDING | {"allowed": False, "exit": 3}
        assert done.stderr == ""

    @pytest.mark.parametrize("words", VERBS, ids=lambda words: words[0])
    def test_declared_deny_stands_in_for_nobody(self, words: list[str]) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.reply({"status": "no_interactor", "reason": "r", "decider": "headless"})

        done = fill_in(words, script, "--if-headless=deny")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("denied\nDenied, as declared")

    @pytest.mark.parametrize("words", VERBS[:2], ids=lambda words: words[0])
    def test_an_answer_cannot_be_declared_but_of_a_form(self, words: list[str]) -> None:
        assert "must be deny" in refused(*words, "--if-headless=env:HOME")

    @pytest.mark.parametrize("words", VERBS, ids=lambda words: words[0])
    def test_after_an_interrupt_the_same_command_gets_the_answer(
        self, words: list[str], tmp_path: Path
    ) -> None:
        asked = threading.Event()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            asked.set()
            caller.ends()

        file = tmp_path / "form"
        file.write_text(json.dumps(FORM))
        with (
            ScriptedDaemon(script) as daemon,
            file.open() as stdin,
            subprocess.Popen(
                [*SAYSO, *words],
                env=environ(daemon.path),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            ) as command,
        ):
            assert asked.wait(BOUND)
            command.send_signal(signal.SIGINT)
            out, told = command.communicate(timeout=BOUND)
        assert (command.returncode, out) == (-signal.SIGINT, "")
        assert "repeat the same command for its answer" in told


def test_the_help_shows_how_often_a_word_may_stand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["select", "--help"]) == 0
    usage = "usage: sayso select [OPTION]... MESSAGE OPTION OPTION...\n"
    assert capsys.readouterr().out.startswith(usage)


@pytest.mark.parametrize("place", [">/dev/full", ">&-"])
@pytest.mark.parametrize("options", ["", "--json"])
def test_an_answer_that_can_not_be_written_is_no_success(place: str, options: str) -> None:
    with ScriptedDaemon(committing(ANSWERED | {"answer": "typed"}, kind="text")) as daemon:
        done = by_shell(f"text What? {options} {place}", path=daemon.path)
    assert done.returncode == 6
    if not options:
        assert "the answer could not be written" in done.stderr
        assert "answered" not in done.stderr
