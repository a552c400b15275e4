"""Which processes are taken for our own command: by what is executed, and by no name."""

import sys

assert sys.platform == "win32"

import ntpath
import sysconfig
from pathlib import Path

import pytest

from sayso import launcher
from sayso.platforms.windows.ours import is_our_command

SCRIPTS = sysconfig.get_path("scripts")
COMMAND = ntpath.join(SCRIPTS, "sayso.exe")


def runs(*argv: str, exe: str | None = sys.executable, cwd: str | None = "C:\\") -> bool:
    return is_our_command(exe, argv, cwd)


def test_it_is_the_command_that_was_installed_with_us() -> None:
    assert runs("sayso", "confirm", exe=COMMAND)
    assert runs("sayso", "confirm", exe=COMMAND.upper())
    assert runs("sayso", exe=ntpath.join(ntpath.dirname(sys.executable), "sayso.exe"))


def test_so_is_the_one_that_gpg_agent_starts() -> None:
    assert runs("pinentry-sayso", exe=ntpath.join(SCRIPTS, "pinentry-sayso.exe"))
    assert not runs("gpg", exe=ntpath.join(SCRIPTS, "gpg.exe"))


def test_it_is_our_interpreter_with_that_command() -> None:
    assert runs("python", COMMAND, "confirm")
    assert runs("python", COMMAND.removesuffix(".exe"), "confirm")
    assert runs("python", ".\\sayso.exe", cwd=SCRIPTS)


def test_it_is_our_interpreter_as_we_start_it() -> None:
    assert runs(*launcher.command("daemon", "run"))


def test_so_it_is_where_we_have_no_console_ourselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """As what Windows starts at login: else the dialog names our own command as the asker."""
    usual = sys.executable
    monkeypatch.setattr(sys, "executable", ntpath.join(ntpath.dirname(usual), "pythonw.exe"))
    assert launcher.command()[0] == usual
    assert runs(*launcher.command("confirm"), exe=usual)


def test_a_module_of_that_name_in_its_directory_is_not() -> None:
    assert not runs(sys.executable, "-m", "sayso")


def test_another_program_of_that_name_is_not() -> None:
    assert not runs("sayso", "confirm", exe="C:\\Users\\ada\\sayso.exe")
    assert not runs("python", "sayso.exe", cwd="C:\\Users\\ada")
    assert not runs("python", "sayso.exe", cwd=None)


def test_another_interpreter_is_not() -> None:
    assert not runs("python", COMMAND, exe="C:\\other\\python.exe")


def test_what_tells_nothing_is_not() -> None:
    assert not runs("python", COMMAND, exe=None)
    assert not is_our_command(sys.executable, None, "C:\\")
    assert not runs("python")
    assert not runs()


class TestInstalled:
    """By the installer: see sayso.launcher."""

    @pytest.fixture(autouse=True)
    def root(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
        (tmp_path / "current").write_text("0.1.0-aa")
        monkeypatch.setattr(sys, "executable", str(tmp_path / "versions/0.1.0-aa/python.exe"))
        return str(tmp_path)

    @pytest.mark.parametrize("name", launcher.COMMANDS)
    def test_its_commands_are_ours(self, root: str, name: str) -> None:
        assert runs(name, "x", exe=f"{root}\\bin\\{name}.exe")
        assert not runs(name, "x", exe=f"{root}\\{name}.exe")

    def test_so_are_other_versions_that_run_on(self, root: str) -> None:
        words = launcher.command("mcp")
        assert runs(*words, exe=f"{root}\\versions\\0.0.9-cc\\python.exe")
        assert not runs(*words, exe=f"{root}\\versions\\0.0.9-cc\\other.exe")
        assert not runs(*words, exe=f"{root}\\0.0.9-cc\\python.exe")
        assert not runs("python", "-m", "mcp", exe=f"{root}\\versions\\0.0.9-cc\\python.exe")
