"""The agents that have hooks: where each keeps its hooks, and what an entry for one looks like.

The entries for Claude Code 2.1.197, Codex 0.169.0 and Gemini CLI 0.61.0 were seen to work; Cursor's
and VS Code's follow their documents. The paths in the home directory are the same on all systems.

None of these agents has a command of its own that enters a hook.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sayso.frontends.hook.install.command import Shell
from sayso.frontends.install.editing import Form
from sayso.frontends.install.places import Environ, directory

TIMEOUT = 600
"""Seconds that an agent is to give the hook."""
LIMIT = 590
"""Seconds that the hook gives the person: it has to answer before the agent ends it."""


@dataclass(frozen=True)
class Event:
    """An event that starts the hook."""

    name: str
    matcher: str = ""
    """A regular expression for tool names; empty: all tools."""


@dataclass(frozen=True)
class Agent:
    """A program that runs agents, and its configuration."""

    title: str
    home: Callable[[Environ], Path]
    """The agent's own directory, which exists if the agent was ever started."""
    file: str
    """The user's configuration for all projects: a path below `home`."""
    of_project: str
    """A project's configuration: a path below the project's directory."""
    events: tuple[Event, ...]
    gate: tuple[Event, ...] = ()
    """Optional events before each tool call, for agents that send their own prompts as `events`."""
    form: Form = Form.JSON
    is_grouped: bool = True
    """The hooks stand in groups that have a matcher each; False: in one list."""
    timeout_units_per_second: int = 1
    """Units of the agent's timeouts in a second."""
    required_fields: Mapping[str, Any] = field(default_factory=dict)
    """What the file must say besides the hooks, at its top level."""
    before: Mapping[str, Any] = field(default_factory=lambda: {"type": "command"})
    """Fields of the hook's entry before the command."""
    after: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the hook's entry after the timeout."""
    shell: Shell = Shell.CMD
    """The shell that runs the command on Windows; elsewhere a POSIX shell does."""
    note: str = ""
    """What a person who has installed the hook must know."""

    def hook(self, command: str) -> dict[str, Any]:
        return {
            **self.before,
            "command": command,
            "timeout": TIMEOUT * self.timeout_units_per_second,
            **self.after,
        }

    def entry(self, event: Event, command: str) -> dict[str, Any]:
        """The entry in the event's list."""
        hook = self.hook(command)
        if not self.is_grouped:
            return hook
        return ({"matcher": event.matcher} if event.matcher else {}) | {"hooks": [hook]}


def _claude_code(environ: Environ) -> Path:
    return directory(environ, "CLAUDE_CONFIG_DIR", ".claude")


def _codex(environ: Environ) -> Path:
    return directory(environ, "CODEX_HOME", ".codex")


def _gemini(environ: Environ) -> Path:
    return directory(environ, "GEMINI_CLI_HOME", "") / ".gemini"


def _cursor(_environ: Environ) -> Path:
    return Path.home() / ".cursor"


def _vscode(_environ: Environ) -> Path:
    return Path.home() / ".copilot"


# Our own MCP tools ask the person by themselves, so the gate leaves them out. They are listed by
# name, as another server may also be called `sayso`. Codex's expressions can't leave them out.
_OURS = "(confirm|ask_user|request_secret|sign_in|check|withdraw|permission_prompt)$"
_CLAUDES_TOOLS = (
    "^(Bash|PowerShell|Monitor|Edit|MultiEdit|Write|NotebookEdit|WebFetch"
    f"|mcp__(?!sayso__{_OURS}).*)$"
)
_CODEXS_TOOLS = "^(Bash|apply_patch|mcp__.*)$"
_GEMINIS_TOOLS = f"^(run_shell_command|write_file|replace|web_fetch|mcp_(?!sayso_{_OURS}).*)$"

AGENTS: Mapping[str, Agent] = {
    # https://code.claude.com/docs/en/hooks. On Windows, Git's bash runs the hooks
    "claude-code": Agent(
        "Claude Code",
        _claude_code,
        "settings.json",
        ".claude/settings.local.json",
        (Event("PermissionRequest"), Event("Elicitation")),
        gate=(Event("PreToolUse", _CLAUDES_TOOLS),),
        shell=Shell.POSIX,
    ),
    # https://developers.openai.com/codex/hooks
    "codex": Agent(
        "Codex",
        _codex,
        "config.toml",
        ".codex/config.toml",
        (Event("PermissionRequest"),),
        gate=(Event("PreToolUse", _CODEXS_TOOLS),),
        form=Form.TOML,
        note="Codex asks you once, as it starts in a terminal, whether to trust the hook. "
        "Until then it does not run it.",
    ),
    # https://geminicli.com/docs/hooks/reference: milliseconds, and PowerShell on Windows
    "gemini": Agent(
        "Gemini CLI",
        _gemini,
        "settings.json",
        ".gemini/settings.json",
        (Event("BeforeTool", _GEMINIS_TOOLS),),
        form=Form.JSONC,
        timeout_units_per_second=1000,
        before={"type": "command", "name": "sayso"},
        shell=Shell.POWERSHELL,
    ),
    # https://cursor.com/docs/agent/hooks: with failClosed, a hook that fails lets nothing through
    "cursor": Agent(
        "Cursor",
        _cursor,
        "hooks.json",
        ".cursor/hooks.json",
        (Event("beforeShellExecution"), Event("beforeMCPExecution")),
        form=Form.JSONC,
        is_grouped=False,
        required_fields={"version": 1},
        before={},
        after={"failClosed": True},
    ),
    # https://code.visualstudio.com/docs/agents/reference/hooks-reference: it ignores matchers
    "vscode": Agent(
        "VS Code",
        _vscode,
        "hooks/sayso.json",
        ".github/hooks/sayso.json",
        (Event("PreToolUse"),),
        form=Form.JSONC,
        is_grouped=False,
    ),
}
