"""The history: a text file that a person reads."""

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from sayso.__main__ import main
from sayso.core import chain
from sayso.core.chain import Link
from sayso.frontends.tray import history

T0 = 1795313180.0
ASKED: dict[str, Any] = {"asker": "claude", "words": "Deploy?\u202e", "number": 1}


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of one, in a world of its own; the file goes to `run/sayso`."""
    run = tmp_path / "run"
    (run / "sayso").mkdir(parents=True, mode=0o700)
    run.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(run))
    monkeypatch.delenv("SAYSO_SOCKET", raising=False)
    place = tmp_path / "log"
    place.mkdir()
    return place


def write(log: Path, *events: tuple[str, dict[str, Any]]) -> None:
    link = Link()
    with (log / chain.file_name(1)).open("wb") as file:
        for number, (event, members) in enumerate(events):
            line, link = chain.encode(link, chain.timestamp(T0 + number), event, members)
            file.write(line)


def rows(log: Path) -> list[list[str]]:
    return [line.split() for line in history.told(log).splitlines()[3:]]


def test_each_question_that_is_over_is_a_line_and_the_latest_comes_first(log: Path) -> None:
    approved = ASKED | {"status": "approved", "decider": "user", "reason": ""}
    late = ASKED | {"status": "timed_out", "decider": "deadline", "reason": "unopened"}
    write(
        log,
        ("DaemonStarted", {"version": "0.1.0", "pid": 1}),
        ("InteractionRequested", ASKED),
        ("InteractionShown", ASKED),
        ("InteractionAnswered", approved),
        ("AnswerCollected", approved),
        ("InteractionTimedOut", late),
    )
    header, first, second = rows(log)
    assert header == ["WHEN", "ANSWER", "WHO", "WHAT"]
    assert first[2:] == ["timed_out", "(unopened)", "claude", "Deploy?\\u{202e}"]
    assert second[2:] == ["approved", "claude", "Deploy?\\u{202e}"]


def test_what_is_no_record_is_left_out(log: Path) -> None:
    write(log, ("InteractionAnswered", ASKED | {"status": "approved"}))
    with (log / chain.file_name(1)).open("ab") as file:
        file.write(b"{}\nnothing\n")
    assert len(rows(log)) == 2


def test_where_nothing_was_asked_it_says_what_will_be_there(log: Path) -> None:
    assert history.told(log / "none") == history.told(log)
    assert history.told(log).startswith("Nothing has been asked yet.")


def test_a_long_one_ends_with_the_latest(log: Path) -> None:
    answered = [ASKED | {"status": "approved", "words": f"Deploy {n}?"} for n in range(2100)]
    write(log, *(("InteractionAnswered", each) for each in answered))
    lines = history.told(log).splitlines()
    assert lines[0].endswith("newest first, and how they ended.")
    assert lines[4].endswith("Deploy 2099?")
    assert len(lines) == 2004


def test_it_is_the_owners_alone_and_made_anew(
    log: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run" / "sayso" / "history.txt"
    before = os.umask(0)
    try:
        for status in ("approved", "denied"):
            write(log, ("InteractionAnswered", ASKED | {"status": status}))
            assert main(["tray", "history", str(log)]) == 0
            assert str(path) in capfd.readouterr().out
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            assert status in path.read_text()
    finally:
        os.umask(before)
    assert [each.name for each in path.parent.iterdir()] == ["history.txt"]


def test_a_link_in_its_place_leads_nowhere(log: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    path = tmp_path / "run" / "sayso" / "history.txt"
    path.symlink_to(other)
    assert history.make(str(log)) == str(path)
    assert other.read_text() == "mine"
    assert not path.is_symlink()


def test_one_that_can_not_be_made_is_told(
    log: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "run" / "sayso" / "history.txt").mkdir()
    assert main(["tray", "history", str(log)]) == 1
    told = capfd.readouterr().out
    assert "the history can't be made: Is a directory" in told
    assert "sayso log" in told
    assert [each.name for each in (tmp_path / "run" / "sayso").iterdir()] == ["history.txt"]
