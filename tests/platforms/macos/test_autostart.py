"""Start at login: the agent's file, by what plistlib and launchd.plist(5) say of it."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import os
import plistlib
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest

from sayso.errors import ServiceError, Unsupported, UnusableFile
from sayso.platforms.macos import agent, autostart, endpoint, launchd

pytestmark = pytest.mark.usefixtures("launchctl")


class Launchctl(Protocol):
    def answers(self, word: str, text: str = "") -> None: ...


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Our command, beside the interpreter."""
    named = tmp_path / "bin" / "sayso"
    named.parent.mkdir()
    named.touch()
    named.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(named.with_name("python3")))
    return named


@pytest.fixture
def plist(environ: Mapping[str, str], installed: Path) -> dict[str, Any]:
    autostart.enable(environ)
    told: dict[str, Any] = plistlib.loads(Path(launchd.agent(environ)).read_bytes())
    return told


def test_it_is_where_launchd_looks(
    environ: Mapping[str, str], home: Path, plist: dict[str, Any]
) -> None:
    path = home / "Library" / "LaunchAgents" / "sayso.daemon.plist"
    assert launchd.agent(environ) == str(path)
    assert path.name == f"{plist['Label']}.plist"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600  # launchd takes none that others may write


def test_it_runs_the_command_by_its_name(plist: dict[str, Any], installed: Path) -> None:
    assert plist["ProgramArguments"] == [str(installed), "daemon", "run", "--supervised"]
    assert "Program" not in plist


def test_or_the_interpreter_where_there_is_none(
    environ: Mapping[str, str], installed: Path
) -> None:
    installed.chmod(0o644)
    autostart.enable(environ)
    words = plistlib.loads(Path(launchd.agent(environ)).read_bytes())["ProgramArguments"]
    assert words[0] == sys.executable
    assert words[-5:] == ["-m", "sayso", "daemon", "run", "--supervised"]


def test_nothing_of_the_persons_own_reaches_into_it(plist: dict[str, Any]) -> None:
    assert plist["EnvironmentVariables"] == {"PYTHONSAFEPATH": "1", "PYTHONNOUSERSITE": "1"}


def test_it_is_of_the_desktop_and_starts_with_it(plist: dict[str, Any]) -> None:
    assert plist["LimitLoadToSessionType"] == "Aqua"
    assert plist["RunAtLoad"] is True


def test_the_keeper_outlives_the_daemon_and_launchd_starts_no_other(plist: dict[str, Any]) -> None:
    assert plist["AbandonProcessGroup"] is True
    assert "KeepAlive" not in plist


def test_its_socket_is_ours_alone(plist: dict[str, Any], home: Path) -> None:
    path = endpoint.socket_path({})
    assert plist["Sockets"] == {"Listeners": {"SockPathName": path, "SockPathMode": 0o600}}
    assert plist["Umask"] == 0o077
    assert stat.S_IMODE(Path(path).parent.stat().st_mode) == 0o700
    assert not Path(path).exists()  # nothing that runs is touched


def test_all_keys_are_of_launchd(plist: dict[str, Any]) -> None:
    assert plist.keys() == {
        "AbandonProcessGroup", "EnvironmentVariables", "Label", "LimitLoadToSessionType",
        "ProcessType", "ProgramArguments", "RunAtLoad", "Sockets", "Umask", "WorkingDirectory",
    }  # fmt: skip


class TestChanged:
    def test_one_that_a_person_changed_stays(
        self, environ: Mapping[str, str], plist: dict[str, Any]
    ) -> None:
        path = Path(launchd.agent(environ))
        changed = path.read_text().replace("Interactive", "Background")
        path.write_text(changed)
        status = autostart.status(environ)
        assert "not as sayso wrote it" in status.trouble
        assert status.remedy
        for deed in (autostart.enable, autostart.disable):
            with pytest.raises(UnusableFile, match="not as sayso wrote it"):
                deed(environ)
        assert path.read_text() == changed

    @pytest.mark.parametrize("text", ["", "\n", "<plist/>", "a\nb\nc\n"])
    def test_what_is_none_of_ours_stays(self, environ: Mapping[str, str], text: str) -> None:
        path = Path(launchd.agent(environ))
        path.parent.mkdir(parents=True)
        path.write_text(text)
        with pytest.raises(UnusableFile):
            autostart.disable(environ)
        assert path.read_text() == text

    def test_a_link_to_one_of_ours_is_none(
        self, environ: Mapping[str, str], plist: dict[str, Any]
    ) -> None:
        path = Path(launchd.agent(environ))
        path.rename(path.with_name("elsewhere"))
        path.symlink_to("elsewhere")
        with pytest.raises(UnusableFile):
            autostart.enable(environ)


class TestTrouble:
    def test_its_program_is_gone(
        self, environ: Mapping[str, str], plist: dict[str, Any], installed: Path
    ) -> None:
        installed.unlink()
        status = autostart.status(environ)
        assert "which is no longer there" in status.trouble
        assert status.remedy == "run: sayso autostart enable"

    def test_it_is_another_versions_and_is_mended(
        self, environ: Mapping[str, str], plist: dict[str, Any], installed: Path
    ) -> None:
        path = Path(launchd.agent(environ))
        path.write_text(agent.text((str(installed), "daemon"), endpoint.socket_path({})))
        assert "another version" in autostart.status(environ).trouble
        autostart.enable(environ)
        assert autostart.status(environ).trouble == ""


class TestRefused:
    def test_with_another_socket(self, environ: Mapping[str, str], home: Path) -> None:
        with pytest.raises(Unsupported, match="SAYSO_SOCKET is set"):
            autostart.enable({**environ, "SAYSO_SOCKET": "/a/socket"})
        assert list(home.iterdir()) == []

    def test_a_program_that_can_not_be_named(
        self, environ: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "executable", "/a\nb/python")
        with pytest.raises(Unsupported, match="can't start the program"):
            autostart.enable(environ)

    def test_where_launchd_goes_on_listening_all_stays(
        self, environ: Mapping[str, str], plist: dict[str, Any], launchctl: Launchctl
    ) -> None:
        launchctl.answers("print", "\tstate = not running\n")
        with pytest.raises(ServiceError, match="still listens") as caught:
            autostart.disable(environ)
        assert "launchctl bootout" in caught.value.remedy
        assert Path(launchd.agent(environ)).exists()

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_what_can_not_be_written_is_told(self, environ: Mapping[str, str], home: Path) -> None:
        (home / "Library").mkdir()
        (home / "Library" / "LaunchAgents").mkdir(mode=0o500)
        with pytest.raises(UnusableFile, match="can't change"):
            autostart.enable(environ)
