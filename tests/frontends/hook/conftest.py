"""Fixtures for an empty home directory, and a project beside it."""

import json
from pathlib import Path
from typing import Any

import pytest

from sayso.__main__ import main
from support.hook_install import PLACES, Run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home directory. The current directory is the project's."""
    home, project = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    project.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(project)
    return home


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """A function that runs `sayso hook install … --json`, and returns what it prints."""

    def run(*words: str) -> dict[str, Any]:
        status = main(["hook", "install", *words, "--json"])
        said: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert said["exit"] == status
        return said

    return run


@pytest.fixture(params=PLACES)
def agent(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name
