"""Which process runs this very package's command, as far as that can be told."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import os
from pathlib import Path

import pytest

from sayso.platforms.macos.ours import is_our_command
from support.macos_kernel import Kernel, Played

PYTHON = "/Library/Frameworks/Python.framework/Resources/Python.app/Contents/MacOS/Python"


@pytest.fixture
def command(kernel: Kernel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As pip installs it, with a link in the directory of the person's programs."""
    kernel.add(Played(os.getpid(), image=PYTHON.encode()))
    environment, programs = tmp_path / "environment" / "bin", tmp_path / "programs"
    environment.mkdir(parents=True)
    programs.mkdir()
    command = environment / "sayso"
    command.touch()
    (programs / "sayso").symlink_to(command)
    monkeypatch.setattr(sys, "executable", str(environment / "python3"))
    monkeypatch.setenv("PATH", f"/usr/bin:{programs}")
    return command


@pytest.mark.parametrize("place", ["environment/bin/sayso", "programs/sayso"])
def test_the_installed_command_is_ours(command: Path, tmp_path: Path, place: str) -> None:
    assert is_our_command(PYTHON, ("python3", str(tmp_path / place), "confirm"), "/")
    assert is_our_command(PYTHON, ("python3", place, "confirm"), str(tmp_path))


def test_so_is_the_one_that_gpg_agent_starts(command: Path) -> None:
    """And no other program that lies there."""
    for name in ("pinentry-sayso", "gpg"):
        command.with_name(name).touch()
    place = command.parent
    assert is_our_command(PYTHON, ("python3", str(place / "pinentry-sayso")), "/")
    assert not is_our_command(PYTHON, ("python3", str(place / "gpg")), "/")


@pytest.mark.parametrize("image", [None, "/usr/bin/python3"])
def test_another_interpreters_is_not(command: Path, image: str | None) -> None:
    assert not is_our_command(image, ("python3", str(command)), "/")


def test_what_is_only_called_so_is_not(command: Path, tmp_path: Path) -> None:
    other = tmp_path / "sayso"
    other.touch()
    assert not is_our_command(PYTHON, ("python3", str(other)), "/")
    assert not is_our_command(PYTHON, ("python3", f"{command}.py"), "/")
    assert not is_our_command(PYTHON, None, "/")
    assert not is_our_command(PYTHON, ("python3",), "/")


def test_where_our_own_path_is_not_told_none_is(command: Path, kernel: Kernel) -> None:
    kernel.end(os.getpid())
    assert not is_our_command(PYTHON, ("python3", str(command)), "/")
    assert not is_our_command(None, ("python3", str(command)), "/")
