"""The programs that run agents: where each lists its MCP servers, and what an entry looks like.

Sources, as of November 2026: each program's own documentation or code; on macOS and Windows none of
them was tried. If a program can limit the time of tool calls per server, we set that limit: `sayso
mcp` answers within 600 s.

Some have a command of their own for this (`claude mcp add`, `codex mcp add`, `gemini mcp add`,
`opencode mcp add`). It is not used: only Gemini CLI's can set a limit, none shows beforehand what
it would write or restores the file as it was, and none exists where the program runs in an editor
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sayso.configuration import files
from sayso.errors import UnusableFile
from sayso.frontends.install.editing import Form
from sayso.frontends.install.places import Environ, directory
from sayso.platforms import select

LIMIT = 660
"""Seconds that a tool's call may take: the longest wait plus a minute."""


@dataclass(frozen=True)
class Client:
    """A program, and the user's configuration of it."""

    title: str
    find: Callable[[Environ], Path]
    """Returns the configuration file's path."""
    form: Form = Form.JSON
    servers: str = "mcpServers"
    """The object or table in the file that has an entry for each server."""
    before: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the entry before the command."""
    after: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the entry after the command."""
    is_one_list: bool = False
    """Whether the entry has the command and its arguments in one list."""
    variables: str = ""
    """The entry's field that lists the environment variables to pass on; empty: the program passes
    on all of them."""

    def entry(self, command: str) -> dict[str, Any]:
        if self.is_one_list:
            return {**self.before, "command": [command, "mcp"], **self.after}
        entry = {**self.before, "command": command, "args": ["mcp"]}
        if self.variables:
            entry[self.variables] = [*select.session().variables(), "SAYSO_SOCKET"]
        return entry | dict(self.after)


def _claude_code(environ: Environ) -> Path:
    return directory(environ, "CLAUDE_CONFIG_DIR", "") / ".claude.json"


def _claude_desktop(environ: Environ) -> Path:
    """Path of the file. The packaged app for Windows has its own directory, whose name ends in an
    id of the publisher's."""
    local = Path(select.places().state(environ))
    packaged = (
        *sorted(local.glob("Claude-Data/claude_*")),
        *sorted(local.glob("Packages/Claude_*/LocalCache/Roaming/Claude")),
    )
    return next(iter(packaged), _roaming(environ, "Claude")) / "claude_desktop_config.json"


def _cursor(_environ: Environ) -> Path:
    return Path.home() / ".cursor" / "mcp.json"


def _vscode(environ: Environ) -> Path:
    return _roaming(environ, "Code") / "User" / "mcp.json"


def _codex(environ: Environ) -> Path:
    return directory(environ, "CODEX_HOME", ".codex") / "config.toml"


def _gemini(environ: Environ) -> Path:
    return directory(environ, "GEMINI_CLI_HOME", "") / ".gemini" / "settings.json"


def _opencode(environ: Environ) -> Path:
    """Path of the file, in the same directory on all systems. OpenCode reads both names; its own
    command writes opencode.json unless only opencode.jsonc exists. The one that may have our entry
    comes first: the other one may have come later."""
    place = directory(environ, "XDG_CONFIG_HOME", ".config") / "opencode"
    commented, plain = place / "opencode.jsonc", place / "opencode.json"
    if _names_us(plain) and not _names_us(commented):
        return plain
    return commented if commented.exists() else plain


def _names_us(file: Path) -> bool:
    try:
        return b'"sayso"' in (files.read(file).data or b"")
    except UnusableFile:
        return False


def _roaming(environ: Environ, name: str) -> Path:
    """Path below Electron's `appData`: ~/.config, or ~/Library/Application Support whatever the
    environment says, or %APPDATA%."""
    return Path(select.places().configuration(environ), name)


_STDIO = {"type": "stdio"}

CLIENTS: Mapping[str, Client] = {
    # https://code.claude.com/docs/en/mcp: "timeout", in ms, also keeps an idle call alive
    "claude-code": Client(
        "Claude Code", _claude_code, before=_STDIO, after={"timeout": LIMIT * 1000}
    ),
    # https://modelcontextprotocol.io/docs/develop/connect-local-servers: no setting for a limit;
    # it is some 60 s, as https://github.com/anthropics/claude-code/issues/22542 measured
    "claude-desktop": Client("Claude Desktop", _claude_desktop),
    # https://cursor.com/docs/mcp: no setting for a limit
    "cursor": Client("Cursor", _cursor, Form.JSONC, before=_STDIO),
    # https://code.visualstudio.com/docs/agents/reference/mcp-configuration: no limit
    "vscode": Client("VS Code", _vscode, Form.JSONC, "servers", _STDIO),
    # https://developers.openai.com/codex/mcp: 60 or 120 s unless set; it passes few variables on
    "codex": Client(
        "Codex",
        _codex,
        Form.TOML,
        "mcp_servers",
        after={"tool_timeout_sec": LIMIT},
        variables="env_vars",
    ),
    # https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md: 600 s, in ms
    "gemini": Client("Gemini CLI", _gemini, Form.JSONC, after={"timeout": LIMIT * 1000}),
    # https://opencode.ai/docs/mcp-servers: 5 s unless set, in ms
    "opencode": Client(
        "OpenCode",
        _opencode,
        Form.JSONC,
        "mcp",
        before={"type": "local"},
        after={"enabled": True, "timeout": LIMIT * 1000},
        is_one_list=True,
    ),
}
