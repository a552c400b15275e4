"""sayso ask-password-agent: how it starts at login, and what the doctor and uninstall say of it."""

import sys

assert sys.platform == "linux"

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.__main__ import main
from support.session_manager import SessionManager

UNIT = "systemd/user/sayso-ask-password-agent.service"


@pytest.fixture
def unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("SAYSO_SOCKET", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / UNIT


@pytest.fixture
def manager(tmp_path: Path, unit: Path) -> Iterator[None]:
    with SessionManager(tmp_path, {}):
        yield


def test_in_words(unit: Path, manager: None, capsys: pytest.CaptureFixture[str]) -> None:
    off = "The agent for systemd's passwords does not start at login.\n"
    on = f"The agent for systemd's passwords starts at login:\n{unit}\n"
    for verb, told in (("status", off), ("enable", on), ("status", on), ("disable", off)):
        assert main(["ask-password-agent", verb]) == 0
        assert capsys.readouterr() == (told, "")
    assert not unit.exists()


def test_where_no_systemd_runs(unit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask-password-agent", "enable"]) == 6
    assert "no systemd of yours runs here" in capsys.readouterr().err
    assert main(["ask-password-agent", "status", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "enabled": False,
        "how": "",
        "files": [],
        "trouble": "",
        "remedy": "",
        "exit": 0,
    }


def test_uninstall_undoes_it(unit: Path, manager: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask-password-agent", "enable"]) == 0
    assert main(["uninstall", "--yes"]) == 0
    assert f"the agent for systemd's passwords: {unit}" in capsys.readouterr().out
    assert not unit.exists()


def test_the_doctor_tells_of_it(
    unit: Path, manager: None, capsys: pytest.CaptureFixture[str]
) -> None:
    def findings() -> dict[str, dict[str, str]]:
        main(["doctor", "--json"])
        told = json.loads(capsys.readouterr().out)
        return {each["name"]: each for each in told["findings"]}

    assert "password agent" not in findings()
    assert main(["ask-password-agent", "enable"]) == 0
    capsys.readouterr()
    assert findings()["password agent"]["health"] == "works"
    unit.write_text(unit.read_text() + "# mine\n")
    assert findings()["password agent"]["health"] == "doubtful"
