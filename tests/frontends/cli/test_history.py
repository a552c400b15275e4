"""sayso history: as a file."""

import csv
import json
import os
import stat
from pathlib import Path

import pytest

from sayso.__main__ import main
from sayso.frontends.cli import places
from support.log_of_questions import LATE, NO, YES, LogOfQuestions
from support.time_zone import time_zone


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LogOfQuestions:
    made = LogOfQuestions(tmp_path / "log")
    monkeypatch.setattr(places, "log_directory", lambda: str(made.place))
    monkeypatch.setenv("TZ", "UTC")
    return made


def test_a_page(log: LogOfQuestions, tmp_path: Path) -> None:
    log.question("Deploy?", YES)
    file = tmp_path / "history.html"
    assert main(["history", "--html", str(file)]) == 0
    assert "Deploy?" in file.read_text()
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_table(log: LogOfQuestions, tmp_path: Path) -> None:
    log.question("Deploy?", YES)
    log.question('"Quoted", \u202eturned\nand more', LATE, asker="git")
    file = tmp_path / "history.csv"
    assert main(["history", "--csv", str(file)]) == 0
    with file.open(newline="", encoding="utf-8") as text:
        header, *lines = csv.reader(text)
    late, approved = (dict(zip(header, line, strict=True)) for line in lines)
    assert late["what"] == '"Quoted", \\u{202e}turned\\u{a}and more'
    assert (late["who"], late["status"], late["reason"]) == ("git", "timed_out", "deadline")
    assert (late["time"], late["seconds"]) == ("2026-11-22T02:06:24.000Z", "")
    assert (approved["what"], approved["decider"], approved["seconds"]) == (
        "Deploy?",
        "user",
        "1.000",
    )


@pytest.mark.parametrize("formula", ["=1+1", "+1", "-1", "@x", '=HYPERLINK("http://x")'])
def test_a_spreadsheet_computes_nothing_of_it(
    log: LogOfQuestions, tmp_path: Path, formula: str
) -> None:
    log.question(formula, NO, asker=formula)
    file = tmp_path / "history.csv"
    assert main(["history", "--csv", str(file)]) == 0
    with file.open(newline="", encoding="utf-8") as text:
        _header, row = csv.reader(text)
    assert row[2:4] == [f"'{formula}"] * 2


@pytest.mark.parametrize("formula", ["=cmd|'/c calc'!A1", "+1", "-1", "@x"])
@pytest.mark.parametrize("before", ["x;", ";", "; ", 'x;"', 'x; ""', "a;b;", " "])
def test_nor_where_a_semicolon_begins_a_new_cell(
    log: LogOfQuestions, tmp_path: Path, before: str, formula: str
) -> None:
    log.question(f"{before}{formula};y", NO)
    file = tmp_path / "history.csv"
    assert main(["history", "--csv", str(file)]) == 0
    with file.open(newline="", encoding="utf-8") as text:
        _header, row = csv.reader(text)
    assert row[3] == f"{before}'{formula};y"


def test_all_cells_are_quoted(log: LogOfQuestions, tmp_path: Path) -> None:
    log.question("Deploy?", YES)
    file = tmp_path / "history.csv"
    assert main(["history", "--csv", str(file)]) == 0
    for line in file.read_text().splitlines():
        assert len(line.split('","')) == 14
        assert line[0] == line[-1] == '"'


def test_lines_of_json(log: LogOfQuestions, tmp_path: Path) -> None:
    log.question("Deploy?", YES)
    file = tmp_path / "history.jsonl"
    assert main(["history", "--jsonl", str(file)]) == 0
    (told,) = map(json.loads, file.read_text().splitlines())
    assert (told["asker"], told["words"], told["status"]) == ("make", "Deploy?", "approved")
    assert told["steps"][0]["event"] == "InteractionRequested"
    assert told["lineage"] == [{"name": "make", "pid": 7}, {"name": "zsh", "pid": 6}]
    assert {"seq", "hash", "previous"}.isdisjoint(told)


def test_what_a_record_says_of_its_end_counts_for_nothing(
    log: LogOfQuestions, tmp_path: Path
) -> None:
    log.question("Deploy?", NO, status="approved", more="x", lists=[1])
    file = tmp_path / "history.jsonl"
    assert main(["history", "--jsonl", str(file)]) == 0
    (told,) = map(json.loads, file.read_text().splitlines())
    assert told["status"] == "denied"
    assert {"more", "lists"}.isdisjoint(told)


def test_what_can_not_be_read_is_said(
    log: LogOfQuestions, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log.question("Deploy?", YES)
    log.spoil(b"nothing\n")
    assert main(["history", "--csv", str(tmp_path / "x")]) == 0
    assert "One line of the log can't be read." in capsys.readouterr().err
    assert main(["history", "--html", str(tmp_path / "y"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unreadable"] == 1


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00.000Z", "x"])
def test_a_time_at_the_end_of_the_calendar_ends_nothing(
    log: LogOfQuestions, tmp_path: Path, moment: str
) -> None:
    for zone in ("America/New_York", "Europe/Berlin"):
        record = {"event": "InteractionRequested", "number": 1, "time": moment}
        log.spoil(json.dumps(record).encode() + b"\n")
        with time_zone(zone):
            assert main(["history", "--html", str(tmp_path / "x.html")]) == 0


@pytest.mark.linux("a link takes a right that Windows gives few")
def test_it_takes_the_place_of_the_one_before(log: LogOfQuestions, tmp_path: Path) -> None:
    other, file = tmp_path / "other", tmp_path / "history.html"
    other.write_text("mine")
    file.symlink_to(other)
    assert main(["history", "--html", str(file)]) == 0
    assert (other.read_text(), file.is_symlink()) == ("mine", False)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["history.html", "log", "other"]


@pytest.mark.parametrize("place", ["log", "none/history.html", "x" * 300, ""])
def test_where_none_can_be_nothing_is_written(
    log: LogOfQuestions, tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["history", "--html", str(tmp_path / place), "--json"]) != 0
    told = json.loads(capsys.readouterr().out)
    assert told["error"]["data"]["remedy"] == "name another place"
    assert [each.name for each in tmp_path.iterdir()] == ["log"]


def test_what_was_begun_goes_with_its_failure(
    log: LogOfQuestions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert main(["history", "--html", str(tmp_path / "history.html")]) == 6
    assert [each.name for each in tmp_path.iterdir()] == ["log"]


def test_only_one_kind_at_a_time(log: LogOfQuestions, tmp_path: Path) -> None:
    file = str(tmp_path / "x")
    assert main(["history", "--html", file, "--csv", file]) == 2
    assert main(["history", "--csv", file, "--jsonl", file]) == 2


@pytest.mark.linux("a display is an X server's or a compositor's")
def test_without_a_display_it_says_what_to_do(
    log: LogOfQuestions, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert main(["history"]) == 6
    assert "sayso history --html FILE" in capsys.readouterr().err
