"""Which processes are taken for our own command: by what is executed, and by no name."""

import sys

assert sys.platform == "linux"

from pathlib import Path

import pytest

from sayso.platforms.linux.ours import is_our_command

COMMAND = Path(sys.executable).with_name("sayso")
EXE = str(Path(sys.executable).resolve())


def runs(*argv: str, exe: str | None = EXE, cwd: str | None = "/") -> bool:
    return is_our_command(exe, argv, cwd)


def test_it_is_the_command_that_was_installed_with_us() -> None:
    assert runs("python", str(COMMAND), "confirm", "Deploy?")
    assert runs("anything", str(COMMAND))


def test_so_is_the_one_that_gpg_agent_starts() -> None:
    assert runs("python", str(COMMAND.with_name("pinentry-sayso")), "--display", ":0")
    assert not runs("python", str(COMMAND.with_name("mypy")))


def test_it_is_so_by_a_path_below_where_it_was_started() -> None:
    assert runs("python", "./sayso", cwd=str(COMMAND.parent))
    assert runs("python", "bin/../bin/sayso", cwd=str(COMMAND.parent.parent))
    assert not runs("python", "./sayso", cwd=None)


def test_it_is_so_by_a_link_where_programs_are_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sayso").symlink_to(COMMAND)
    link = str(tmp_path / "sayso")
    assert not runs("python", link)
    monkeypatch.setenv("PATH", f"/usr/bin:{tmp_path}")
    assert runs("python", link)


def test_so_it_is_in_a_home_that_no_path_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service manager's PATH has none."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "/usr/bin")
    place = tmp_path / ".local/bin"
    place.mkdir(parents=True)
    (place / "sayso").symlink_to(COMMAND)
    assert runs("python", str(place / "sayso"))


def test_it_is_so_where_system_and_person_have_it_without_an_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / ".local/bin"
    place.mkdir(parents=True)
    (place / "sayso").touch()
    monkeypatch.setenv("HOME", str(tmp_path))
    assert not runs("python", str(place / "sayso"))
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert runs("python", str(place / "sayso"))


def test_a_script_of_that_name_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where programs are searched."""
    (tmp_path / "sayso").write_text("")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not runs("python", str(tmp_path / "sayso"))
    assert not runs("python", "sayso", cwd=str(tmp_path))


def test_a_module_of_that_name_is_not() -> None:
    """It may lie in the directory where it was started."""
    assert not runs("python", "-m", "sayso")


def test_another_interpreter_is_not() -> None:
    assert not runs("python", str(COMMAND), exe="/srv/python")
    assert not runs("python", str(COMMAND), exe=None)


def test_what_tells_nothing_is_not() -> None:
    assert not is_our_command(EXE, None, "/")
    assert not runs("sayso")
    assert not runs(str(COMMAND))
    assert not runs("python", "")


def test_a_command_that_is_gone_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert not runs("python", str(tmp_path / "sayso"))
