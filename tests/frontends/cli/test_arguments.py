"""What the command line takes and refuses, before anything is asked."""

import json
import os
from pathlib import Path

import pytest

from sayso import __version__
from sayso.__main__ import main
from sayso.core.settings import MAX_RETRIES, WAIT
from sayso.errors import InvalidParams
from sayso.frontends.cli.arguments import duration, parse, whole_number
from sayso.frontends.cli.command import Command, Group, Option
from sayso.frontends.cli.confirm import COMMAND
from sayso.frontends.cli.main import VERBS


@pytest.fixture(autouse=True)
def _nobody_to_ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A request that were sent all the same would end with status 6, not 2."""
    monkeypatch.setenv("SAYSO_SOCKET", str(tmp_path / "socket"))
    tmp_path.chmod(0o700)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("45", 45),
        ("45s", 45),
        ("2m", 120),
        ("1m30s", 90),
        ("1m30", 90),
        ("0", 0),
        ("0.5s", 0.5),
        ("10m", 600),
    ],
)
def test_durations(text: str, seconds: float) -> None:
    assert duration(WAIT)(text) == seconds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "s",
        "m",
        "-1",
        "601",
        "11m",
        "1h",
        "45 s",
        "1e2",
        "1e309",
        "nan",
        "inf",
        "null",
        "٤",
        "9" * 400,
    ],
)
@pytest.mark.parametrize("option", ["--wait", "--timeout", "--retention", "--render-timeout"])
def test_a_duration_refused_names_its_option_and_bounds(
    option: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["confirm", "--no-spawn", f"{option}={text}", "Go?"]) == 2
    error = capsys.readouterr().err
    assert option in error
    assert "0s" in error or "5s" in error


@pytest.mark.parametrize(
    ("option", "bounds"),
    [
        ("--wait=601", "from 0s to 600s"),
        ("--timeout=0", "from 5s to 600s"),
        ("--timeout=4", "from 5s to 600s"),
        ("--retention=601", "from 0s to 600s"),
        ("--render-timeout=0", "from 10s to 60s"),
        ("--max-retries=6", "from 0 to 5"),
        ("--max-retries=-1", "from 0 to 5"),
        ("--owner=0", "from 1 to"),
    ],
)
def test_bounds(option: str, bounds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["confirm", "--no-spawn", option, "Go?"]) == 2
    assert bounds in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            ["confirm", "--wait", "7x", "Go?"],
            (
                "sayso confirm: --wait: '7x' is not a duration: give a duration from 0s to 600s, "
                "such as 45, 45s or 2m\nWhat to do: see sayso confirm --help\n"
            ),
        ),
        (
            ["confirm", "--wait", "11m", "Go?"],
            (
                "sayso confirm: --wait: '11m' is out of bounds: give a duration from 0s to 600s, "
                "such as 45, 45s or 2m\nWhat to do: see sayso confirm --help\n"
            ),
        ),
        (
            ["confirm", "--tite", "T", "Go?"],
            (
                "sayso confirm: '--tite' is not an option of this command (did you mean --title?)\n"
                "What to do: see sayso confirm --help; a text that begins with - goes after --\n"
            ),
        ),
        (
            ["confirm", "Go?", "--title"],
            "sayso confirm: --title: its TEXT is missing\nWhat to do: see sayso confirm --help\n",
        ),
        (
            ["confirm", "--json=yes", "Go?"],
            "sayso confirm: --json: takes no value\nWhat to do: give --json alone\n",
        ),
        (
            ["confirm", "Deploy", "build", "4711?"],
            (
                "sayso confirm: 'build' is one word too many: put a text of several "
                "words in quotes\nWhat to do: see sayso confirm --help\n"
            ),
        ),
        (
            ["confrm", "Go?"],
            (
                "sayso: 'confrm' is not a verb (did you mean confirm?): say confirm, text, select, "
                "form, notice, password, askpass, git-credential, run, device-code, collect, "
                "withdraw, list, next, status, log, history, dnd, config, settings, autostart, "
                "daemon, doctor, schema, mcp, hook, pinentry, setup, remote, ssh, "
                "ask-password-agent, demo, completion, link or uninstall\n"
                "What to do: see sayso --help\n"
            ),
        ),
        (
            ["daemon", "strat"],
            (
                "sayso daemon: 'strat' is not a verb (did you mean start?): say run, start, stop "
                "or restart\nWhat to do: see sayso daemon --help\n"
            ),
        ),
        (
            ["log", "verfy"],
            (
                "sayso log: verify: 'verfy' is not known (did you mean verify?): say verify\n"
                "What to do: see sayso log --help\n"
            ),
        ),
        (
            ["confirm", "--owner=\x1b[2J", "Go?"],
            (
                "sayso confirm: --owner: '\\u{1b}[2J' is not a whole number from 1 to 4194304\n"
                "What to do: see sayso confirm --help\n"
            ),
        ),
    ],
)
def test_an_error_names_the_option_and_the_fix(
    args: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(args) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", told)


def test_an_options_value_is_the_next_word_whatever_that_is() -> None:
    told = parse(COMMAND, ["--title", "--destructive", "--detail=--json", "Go?"])
    assert (told.title, told.destructive) == ("--destructive", False)
    assert (told.detail, told.json, told.message) == ("--json", False, "Go?")


def test_two_dashes_end_the_options_and_one_is_a_word() -> None:
    assert parse(COMMAND, ["--json", "--", "--help"]).message == "--help"
    assert parse(COMMAND, ["-"]).message == "-"
    assert parse(COMMAND, ["--title=T", "Go?", "--title", "U"]).title == "U"


def test_a_word_after_the_two_dashes_is_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["withdraw", "--", "--json", "12"]) == 2
    assert capsys.readouterr().out == ""


def test_the_version_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"version": __version__, "exit": 0}


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_says_in_json_what_is_wrong(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In its own place: standard error where standard output is for something else alone."""
    assert main([verb, "--json", "--frobnicate"]) == 2
    captured = capsys.readouterr()
    told, other = captured.out, captured.err
    if verb in ("password", "run", "device-code", "askpass", "git-credential", "ssh"):
        told, other = other, told
    assert other == ""
    error = json.loads(told)
    assert (error["allowed"], error["exit"]) == (False, 2)
    assert error["error"]["code"] == -32602
    assert error["error"]["data"]["blame"] == "requester"
    assert "--help" in error["error"]["data"]["remedy"]


@pytest.mark.parametrize("text", ["1.5", "", "٤", "9" * 5000])
def test_whole_numbers_are_whole(text: str) -> None:
    with pytest.raises(Exception, match="whole number"):
        whole_number(MAX_RETRIES)(text)


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ([], "VERB"),
        (["frobnicate"], "frobnicate"),
        (["confirm"], "MESSAGE"),
        (["confirm", "--no-spawn", "--titel", "x", "Go?"], "--titel"),
        (["confirm", "--no-spawn", "--titl", "x", "Go?"], "--titl"),
        (["confirm", "--no-spawn", "--detail", "x", "--detail-file", "y", "Go?"], "--detail-file"),
        (["collect"], "TICKET"),
        (["withdraw"], "TICKET|NUMBER"),
        (["daemon"], "VERB"),
        (["daemon", "dance"], "dance"),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong(
    args: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(args) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert complaint in captured.err
    assert "--help" in captured.err


@pytest.mark.parametrize("declared", ["env:ANSWER", "approve", "approved", "allow", "", "DENY"])
def test_an_approval_cannot_be_declared(
    declared: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANSWER", "approved")
    assert main(["confirm", "--no-spawn", f"--if-headless={declared}", "Go?"]) == 2
    assert "must be deny" in capsys.readouterr().err


def test_errors_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["confirm", "--no-spawn", "--json", "--wait", "601", "Go?"]) == 2
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert (told["exit"], told["allowed"]) == (2, False)
    assert told["error"]["data"]["error"] == "invalid_params"
    assert "--wait" in told["error"]["message"]
    assert captured.err == ""


def test_details_that_are_not_text_name_the_byte(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "details"
    file.write_bytes(b"good\xff")
    assert main(["confirm", "--no-spawn", "--detail-file", str(file), "Go?"]) == 2
    assert "not UTF-8: byte 4" in capsys.readouterr().err


def test_details_over_the_limit_are_refused_not_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "details"
    file.write_bytes(b"x" * ((256 << 10) + 1))
    assert main(["confirm", "--no-spawn", "--detail-file", str(file), "Go?"]) == 2
    assert "more than 262144 bytes" in capsys.readouterr().err


@pytest.mark.parametrize("file", ["none", "."])
def test_details_that_cannot_be_read_say_why(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / file)
    assert main(["confirm", "--no-spawn", "--detail-file", path, "Go?"]) == 2
    error = capsys.readouterr().err
    assert "--detail-file" in error
    assert os.strerror(2 if file == "none" else 21) in error


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"sayso {__version__}\n"


def test_help_lists_every_verb_and_nothing_internal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    for verb in VERBS:
        assert f"\n  {verb} " in told
    assert "dialog " not in told


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_has_help(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"usage: sayso {verb}")
    assert "announce-to" not in told


def test_an_option_excludes_another_whether_they_take_values_or_not() -> None:
    command = Command(
        "dance",
        "Dance.",
        groups=(
            Group(
                "Options",
                (
                    Option("--waltz", "in three", excludes="--foot-work"),
                    Option("--foot-work", "whose", "WHOSE"),
                ),
            ),
        ),
    )
    assert parse(command, ["--foot-work="]).foot_work == ""
    assert parse(command, ["--waltz"]).waltz is True
    with pytest.raises(InvalidParams, match="--waltz: can't stand beside --foot-work"):
        parse(command, ["--waltz", "--foot-work=hers"])
