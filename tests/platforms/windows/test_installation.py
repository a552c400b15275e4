"""What the installer leaves to Python; tests/under_wine/test_installer.py has the whole."""

import sys

assert sys.platform == "win32"

import os
import subprocess
import winreg
from collections.abc import Iterator
from pathlib import Path

import pytest
from windows import installation

from sayso import launcher
from sayso.errors import ServiceError
from sayso.frontends.cli import daemon
from sayso.platforms.windows import autostart
from support.waiting import wait_until
from support.windows_registry import registry_of_its_own

BIN = "C:\\Users\\ada\\sayso\\bin"
ELSEWHERE = "%USERPROFILE%\\bin"
PROGRAM = Path(os.environ["SYSTEMROOT"], "system32", "cmd.exe")
"""It runs for as long as its standard input is open."""


@pytest.fixture
def _registry() -> Iterator[None]:
    with registry_of_its_own():
        yield


def search_path() -> tuple[str | int, int] | None:
    with winreg.CreateKey(winreg.HKEY_CURRENT_USER, "Environment") as key:
        try:
            return winreg.QueryValueEx(key, "Path")
        except FileNotFoundError:
            return None


def set_search_path(value: str | int, kind: int = winreg.REG_EXPAND_SZ) -> None:
    with winreg.CreateKey(winreg.HKEY_CURRENT_USER, "Environment") as key:
        winreg.SetValueEx(key, "Path", 0, kind, value)


@pytest.mark.usefixtures("_registry")
class TestPath:
    @pytest.mark.parametrize("before", ["", ELSEWHERE, f"{ELSEWHERE};", "x" * 5000])
    def test_it_comes_last_and_goes_again(self, before: str) -> None:
        """All else stays, however long: an installer must not cut it off."""
        set_search_path(before)
        installation.put_on_path(BIN)
        there = before.rstrip(";")
        assert search_path() == (f"{there};{BIN}" if there else BIN, winreg.REG_EXPAND_SZ)
        installation.take_off_path(BIN)
        assert search_path() == ((there, winreg.REG_EXPAND_SZ) if there else None)

    def test_where_there_was_none(self) -> None:
        installation.put_on_path(BIN)
        assert search_path() == (BIN, winreg.REG_EXPAND_SZ)

    def test_once_is_enough(self) -> None:
        set_search_path(f"{BIN.upper()}\\;{ELSEWHERE}", winreg.REG_SZ)
        installation.put_on_path(BIN)
        assert search_path() == (f"{BIN.upper()}\\;{ELSEWHERE}", winreg.REG_SZ)
        installation.take_off_path(BIN)
        assert search_path() == (ELSEWHERE, winreg.REG_SZ)

    def test_what_is_not_there_is_not_taken_off(self) -> None:
        set_search_path(f"{ELSEWHERE};;")
        installation.take_off_path(BIN)
        assert search_path() == (f"{ELSEWHERE};;", winreg.REG_EXPAND_SZ)

    def test_what_is_no_text_is_left_alone(self) -> None:
        set_search_path(7, winreg.REG_DWORD)
        with pytest.raises(OSError, match="is no text"):
            installation.put_on_path(BIN)
        assert search_path() == (7, winreg.REG_DWORD)


class TestFiles:
    @pytest.fixture
    def version(self, tmp_path: Path) -> Path:
        made = tmp_path / "versions" / "0.2.0-bb"
        (made / "bin").mkdir(parents=True)
        (made / "bin" / "sayso.exe").write_bytes(b"new")
        return made

    def test_commands_are_replaced(self, tmp_path: Path, version: Path) -> None:
        place = tmp_path / "bin"
        installation.put_commands(version / "bin", place)
        (version / "bin" / "sayso.exe").write_bytes(b"newer")
        installation.put_commands(version / "bin", place)
        assert {each.name: each.read_bytes() for each in place.iterdir()} == {"sayso.exe": b"newer"}

    def test_also_one_that_runs(self, tmp_path: Path, version: Path) -> None:
        """It runs on; its file goes at the next occasion."""
        place = tmp_path / "bin"
        place.mkdir()
        (place / "sayso.exe").write_bytes(PROGRAM.read_bytes())
        with subprocess.Popen(
            [place / "sayso.exe"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        ) as running:
            installation.put_commands(version / "bin", place)
            assert (place / "sayso.exe").read_bytes() == b"new"
            assert running.poll() is None
            assert running.stdin is not None
            running.stdin.close()

        def is_alone() -> bool:
            installation.put_commands(version / "bin", place)
            return [each.name for each in place.iterdir()] == ["sayso.exe"]

        wait_until(is_alone, "the end of the old one")  # a file may be in use for a moment longer

    def test_the_version_in_use(self, tmp_path: Path) -> None:
        for name in ("0.1.0-aa", "0.2.0-bb"):
            installation.put_current(tmp_path, name)
            assert (tmp_path / "current").read_text() == f"{name}\n"
        assert [each.name for each in tmp_path.iterdir()] == ["current"]

    def test_versions_that_nothing_uses_go(
        self, tmp_path: Path, version: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        installation.put_current(tmp_path, version.name)
        used, unused = (tmp_path / "versions" / name for name in ("0.1.0-aa", "0.1.1-cc"))
        for each in (used, unused):
            (each / "Lib").mkdir(parents=True)
        monkeypatch.setattr(installation, "running", lambda place: [7] if place == used else [])
        installation.remove_unused(tmp_path)
        assert {*version.parent.iterdir()} == {used, version}

    def test_one_that_is_used_unseen_stays_whole(self, tmp_path: Path, version: Path) -> None:
        """Of another user, say: the file that runs can't be deleted."""
        installation.put_current(tmp_path, version.name)
        used = tmp_path / "versions" / "0.1.0-aa"
        used.mkdir()
        (used / "module.py").touch()
        with (used / "python.exe").open("wb"):  # open: Windows deletes no such file either
            installation.remove_unused(tmp_path)
            assert sorted(each.name for each in used.iterdir()) == ["module.py", "python.exe"]
        installation.remove_unused(tmp_path)
        assert not used.exists()


class TestSettled:
    """What follows, when the version is in use already: the rest is done whatever fails."""

    @pytest.fixture(autouse=True)
    def root(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        (tmp_path / "versions").mkdir()
        installation.put_current(tmp_path, "0.2.0-bb")
        monkeypatch.setattr(daemon, "is_running", lambda: True)
        return tmp_path

    @pytest.fixture
    def said(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
        """To sayso, which has lost nothing."""
        commands: list[tuple[str, ...]] = []

        def command(*words: str) -> tuple[str, ...]:
            commands.append(words)
            return (sys.executable, "-c", "print('{\"lost\": false}')")

        monkeypatch.setattr(launcher, "command", command)
        return commands

    def test_the_daemon_hands_on(self, root: Path, said: list[tuple[str, ...]]) -> None:
        assert installation.settle(root, None) == installation.DONE
        assert said == [("daemon", "restart", "--json")]

    def test_none_runs(
        self, root: Path, said: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(daemon, "is_running", lambda: False)
        assert installation.settle(root, None) == installation.DONE
        assert said == []

    def test_what_was_lost_is_said(
        self, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        lost = (sys.executable, "-c", "print('{\"lost\": true}')")
        monkeypatch.setattr(launcher, "command", lambda *words: lost)
        assert installation.settle(root, None) == installation.PARTLY
        assert "could not be handed on" in capsys.readouterr().out

    def test_what_fails_is_said_and_the_rest_is_done(
        self,
        root: Path,
        said: list[tuple[str, ...]],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        def enable(_environ: object) -> None:
            raise ServiceError("the line is too long: C:\\Users\\Zoë 家", remedy="mend that")

        monkeypatch.setattr(autostart, "enable", enable)
        assert installation.settle(root, "yes") == installation.PARTLY
        assert "too long: C:\\Users\\Zoë 家\nWhat to do: mend that" in capsys.readouterr().out
        assert said == [("daemon", "restart", "--json")]

    def test_why_a_command_of_sayso_could_not(
        self, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        fails = (sys.executable, "-c", "import sys; sys.exit('it hangs')")
        monkeypatch.setattr(launcher, "command", lambda *words: fails)
        assert installation.settle(root, None) == installation.PARTLY
        assert "sayso daemon restart --json: it hangs" in capsys.readouterr().out


def test_programs_that_run_from_there(tmp_path: Path) -> None:
    program = tmp_path / "within" / "program.exe"
    program.parent.mkdir()
    program.write_bytes(PROGRAM.read_bytes())
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as there:
        assert [*installation.running(tmp_path)] == [there.pid]
        assert [*installation.running(tmp_path / "with")] == []
        assert os.getpid() not in installation.running(Path(sys.executable).parent)
        installation.end(there.pid)
        assert there.wait() != 0
