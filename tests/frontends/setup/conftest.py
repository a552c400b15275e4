"""Fixtures for a home directory in which nothing is set up."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from sayso.__main__ import main
from support.hook_install import Run

_OTHERS = (
    "GIT_CONFIG_GLOBAL",
    "GNUPGHOME",
    "SSH_ASKPASS",
    "SSH_ASKPASS_REQUIRE",
    "SUDO_ASKPASS",
    "XDG_CONFIG_HOME",
    "ZDOTDIR",
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name in _OTHERS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SHELL", "/bin/bash")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """A function that runs `sayso setup … --json`, and returns what it prints."""

    def run(*words: str) -> dict[str, Any]:
        status = main(["setup", *words, "--json"])
        said: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert said["exit"] == status
        return said

    return run


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory that is the only one in PATH."""
    place = tmp_path / "programs"
    place.mkdir()
    monkeypatch.setenv("PATH", os.fspath(place))
    return place
