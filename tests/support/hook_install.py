"""Configuration files of agents, and what `sayso hook install` should make of them."""

import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sayso.frontends.hook.install.agents import AGENTS
from sayso.frontends.install import jsonc

_OURS = "(confirm|ask_user|request_secret|sign_in|check|withdraw|permission_prompt)$"

SAYSO = str(Path(sys.executable).with_name("sayso"))
PLACES = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/config.toml",
    "gemini": ".gemini/settings.json",
    "cursor": ".cursor/hooks.json",
    "vscode": ".copilot/hooks/sayso.json",
}
IN_PROJECT = {
    "claude-code": ".claude/settings.local.json",
    "codex": ".codex/config.toml",
    "gemini": ".gemini/settings.json",
    "cursor": ".cursor/hooks.json",
    "vscode": ".github/hooks/sayso.json",
}


def hook(agent: str, **more: object) -> dict[str, Any]:
    return {"command": f"{SAYSO} hook {agent} --limit 590s", "timeout": 600, **more}


def group(agent: str, *, matcher: str = "", **more: object) -> dict[str, Any]:
    hooks = {"hooks": [hook(agent, type="command", **more)]}
    return {"matcher": matcher, **hooks} if matcher else hooks


CURSORS = hook("cursor", failClosed=True)
GEMINIS = group(
    "gemini",
    name="sayso",
    timeout=600_000,
    matcher=f"^(run_shell_command|write_file|replace|web_fetch|mcp_(?!sayso_{_OURS}).*)$",
)
HOOKS: dict[str, dict[str, Any]] = {
    "claude-code": {
        "PermissionRequest": [group("claude-code")],
        "Elicitation": [group("claude-code")],
    },
    "codex": {"PermissionRequest": [group("codex")]},
    "gemini": {"BeforeTool": [GEMINIS]},
    "cursor": {"beforeShellExecution": [CURSORS], "beforeMCPExecution": [CURSORS]},
    "vscode": {"PreToolUse": [hook("vscode", type="command")]},
}
GATES = {
    "claude-code": (
        "^(Bash|PowerShell|Monitor|Edit|MultiEdit|Write|NotebookEdit|WebFetch"
        f"|mcp__(?!sayso__{_OURS}).*)$"
    ),
    "codex": "^(Bash|apply_patch|mcp__.*)$",
}
GROUPED = """\
{
    "zoom": 1.50,
    "hooks": {
        "%s": [
            { "matcher": "x",  "hooks": [{"type": "command", "command": "other --\\u00fc"}] }
        ],
        "Stop": [ ]
    }
}
"""
FLAT = """\
{
    "version": 1,
    "hooks": {
        "%s": [ { "command": "other" } ],
        "stop": [{"command": "/usr/bin/sayso confirm done"}]
    }
}
"""
TOML = """\
# mine
model = "o4"   # the best

[[hooks.PermissionRequest]]
matcher = "^Bash$" # one

[[hooks.PermissionRequest.hooks]]
type = "command"
command = 'other'

# what is trusted
[hooks.state]
"""

Run = Callable[..., dict[str, Any]]


def said(agent: str, path: Path) -> Any:
    """The configuration as the agent would read it."""
    text = path.read_text(encoding="utf-8-sig")
    if agent == "codex":
        return tomllib.loads(text)
    return jsonc.parse(text, comments=True).value if agent != "claude-code" else json.loads(text)


def present(agent: str, home: Path) -> Path:
    """Writes a configuration as a person may have it, with hooks of other programs."""
    path = home / PLACES[agent]
    path.parent.mkdir(parents=True, exist_ok=True)
    event = next(iter(HOOKS[agent]))
    text = TOML if agent == "codex" else (GROUPED if AGENTS[agent].is_grouped else FLAT) % event
    path.write_text(text)
    return path


def all_files(home: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
