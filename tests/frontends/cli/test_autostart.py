"""sayso autostart, where no service manager runs."""

import json
from pathlib import Path

import pytest

from sayso.__main__ import main


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("SAYSO_SOCKET", raising=False)
    return tmp_path / "autostart" / "sayso.desktop"


def test_in_words(entry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    off = "sayso does not start at login: the first question starts it.\n"
    on = f"sayso starts at login, by the desktop:\n{entry}\n"
    for verb, told in (("status", off), ("enable", on), ("status", on), ("disable", off)):
        assert main(["autostart", verb]) == 0
        assert capsys.readouterr() == (told, "")
    assert not entry.parent.exists()


def test_as_json(entry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["autostart", "enable", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "enabled": True,
        "how": "desktop",
        "files": [str(entry)],
        "trouble": "",
        "remedy": "",
        "exit": 0,
    }


def test_what_keeps_it_from_that_is_told(entry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["autostart", "enable"]) == 0
    entry.write_text(entry.read_text() + "Hidden=true\n")
    capsys.readouterr()
    assert main(["autostart", "status"]) == 0
    told = capsys.readouterr()
    assert str(entry) in told.out
    assert f"But {entry} is not as sayso wrote it" in told.err
    assert "What to do: move it away" in told.err
    assert main(["autostart", "disable", "--json"]) == 6
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["data"]["error"] == "unusable_file"
    assert "Hidden=true" in entry.read_text()
