"""The history as a file, where no window can show it."""

import os
import stat
from pathlib import Path

import pytest

from sayso.__main__ import main
from sayso.frontends.tray import history
from support.log_of_questions import YES, LogOfQuestions


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


def write(log: Path, status: str) -> None:
    for file in log.iterdir():
        file.unlink()
    LogOfQuestions(log).question("Deploy?", YES | {"status": status})


def test_it_is_the_owners_alone_and_made_anew(
    log: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run" / "sayso" / "history.html"
    before = os.umask(0)
    try:
        for status in ("approved", "denied"):
            write(log, status)
            assert main(["tray", "history", str(log)]) == 0
            assert str(path) in capfd.readouterr().out
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            assert status.capitalize() in path.read_text()
    finally:
        os.umask(before)
    assert [each.name for each in path.parent.iterdir()] == ["history.html"]


def test_a_link_in_its_place_leads_nowhere(log: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    path = tmp_path / "run" / "sayso" / "history.html"
    path.symlink_to(other)
    assert history.make(str(log)) == str(path)
    assert other.read_text() == "mine"
    assert not path.is_symlink()


def test_one_that_can_not_be_made_is_told(
    log: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "run" / "sayso" / "history.html").mkdir()
    assert main(["tray", "history", str(log)]) == 1
    told = capfd.readouterr().out
    assert "history.html is no file" in told
    assert [each.name for each in (tmp_path / "run" / "sayso").iterdir()] == ["history.html"]
