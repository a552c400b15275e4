"""Where programs that run agents keep their servers on macOS, as their documents have it."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import json
import tomllib
from pathlib import Path

import pytest

from sayso.__main__ import main
from sayso.frontends.mcp.install.clients import CLIENTS
from sayso.platforms import select
from sayso.platforms.macos import backend

SUPPORT = "Library/Application Support"
PLACES = {
    # https://code.claude.com/docs/en/mcp
    "claude-code": ".claude.json",
    # https://modelcontextprotocol.io/docs/develop/connect-local-servers
    "claude-desktop": f"{SUPPORT}/Claude/claude_desktop_config.json",
    # https://cursor.com/docs/mcp
    "cursor": ".cursor/mcp.json",
    # https://code.visualstudio.com/docs/configure/settings
    "vscode": f"{SUPPORT}/Code/User/mcp.json",
    # https://developers.openai.com/codex/mcp
    "codex": ".codex/config.toml",
    # https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md
    "gemini": ".gemini/settings.json",
    # https://opencode.ai/docs/config: it has this one on all systems, and heeds the variable
    "opencode": "elsewhere/opencode/opencode.json",
}
SERVERS = {"vscode": "servers", "codex": "mcp_servers", "opencode": "mcp"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With directories that other systems know: on a Mac one of these programs heeds them."""
    for name in ("places", "session"):
        monkeypatch.setattr(select, name, getattr(backend, name))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_every_client_has_a_place() -> None:
    assert PLACES.keys() == CLIENTS.keys()


@pytest.mark.parametrize("client", PLACES)
def test_there_the_server_is_entered(
    client: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mcp", "install", client, "--json"]) == 0
    path = home / PLACES[client]
    assert json.loads(capsys.readouterr().out)["file"] == str(path)
    text = path.read_text()
    written = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    entry = written[SERVERS.get(client, "mcpServers")]["sayso"]
    command = entry["command"]
    words = command if isinstance(command, list) else [command, *entry["args"]]
    assert Path(words[0]).is_absolute()  # launchd gives programs hardly any PATH
    assert words[1:] == ["mcp"]


def test_codex_hands_on_what_a_daemon_needs(home: Path) -> None:
    variables = CLIENTS["codex"].entry("sayso")["env_vars"]
    assert variables == [*backend.session().variables(), "SAYSO_SOCKET"]
    assert not any("DISPLAY" in each for each in variables)
