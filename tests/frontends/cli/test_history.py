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
        header, late, approved = csv.reader(text)
    assert header[:4] == ["time", "who", "what", "status"]
    assert late[1:5] == ["git", '"Quoted", \\u{202e}turned\\u{a}and more', "timed_out", "deadline"]
    assert approved[1:4] == ["make", "Deploy?", "approved"]


@pytest.mark.parametrize("formula", ["=1+1", "+1", "-1", "@x", '=HYPERLINK("http://x")'])
def test_a_spreadsheet_computes_nothing_of_it(
    log: LogOfQuestions, tmp_path: Path, formula: str
) -> None:
    log.question(formula, NO, asker=formula)
    file = tmp_path / "history.csv"
    assert main(["history", "--csv", str(file)]) == 0
    with file.open(newline="", encoding="utf-8") as text:
        _header, row = csv.reader(text)
    assert row[1:3] == [f"'{formula}"] * 2


def test_lines_of_json(log: LogOfQuestions, tmp_path: Path) -> None:
    log.question("Deploy?", YES)
    file = tmp_path / "history.jsonl"
    assert main(["history", "--jsonl", str(file)]) == 0
    (told,) = map(json.loads, file.read_text().splitlines())
    assert (told["asker"], told["words"], told["status"]) == ("make", "Deploy?", "approved")
    assert told["steps"][0]["event"] == "InteractionRequested"
    assert told["lineage"] == [{"name": "make", "pid": 7}, {"name": "zsh", "pid": 6}]
    assert {"seq", "hash", "previous"}.isdisjoint(told)


@pytest.mark.linux("a link takes a right that Windows gives few")
def test_it_takes_the_place_of_the_one_before(log: LogOfQuestions, tmp_path: Path) -> None:
    other, file = tmp_path / "other", tmp_path / "history.html"
    other.write_text("mine")
    file.symlink_to(other)
    assert main(["history", "--html", str(file)]) == 0
    assert (other.read_text(), file.is_symlink()) == ("mine", False)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["history.html", "log", "other"]


@pytest.mark.parametrize("place", ["log", "none/history.html"])
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
