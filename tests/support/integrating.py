"""A home directory in which each agent has been started once, but where sayso is not set up."""

from pathlib import Path

import pytest

_OTHERS = (
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "GEMINI_CLI_HOME",
    "GIT_CONFIG_GLOBAL",
    "GNUPGHOME",
    "SAYSO_SOCKET",
    "SSH_ASKPASS",
    "SSH_ASKPASS_REQUIRE",
    "SUDO_ASKPASS",
    "XDG_CONFIG_HOME",
    "XDG_RUNTIME_DIR",
    "ZDOTDIR",
)
_STARTED = (
    ".claude",
    ".codex",
    ".cursor",
    ".gemini",
    ".copilot",
    ".config/Claude",
    ".config/Code/User",
    ".config/opencode",
)


def empty_home(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes a home directory, and this process use it from now on."""
    home = place / "home"
    home.mkdir()
    for name in _OTHERS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("SHELL", "/bin/bash")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


def start_agents(home: Path) -> None:
    for name in _STARTED:
        (home / name).mkdir(parents=True)
    (home / ".claude.json").write_text('{"numStartups": 1}\n')
