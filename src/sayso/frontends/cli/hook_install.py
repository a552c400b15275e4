"""sayso hook install: enters our hook in the configuration of an agent."""

from __future__ import annotations

import os

from sayso.errors import InvalidParams
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments
    from sayso.frontends.install.change import Change

_NAMES = ("claude-code", "codex", "gemini", "cursor", "vscode")
"""The names in the table of agents, repeated here as that table takes longer to load."""
_WITHOUT = "opencode"
_WITH_GATE = ("claude-code", "codex")

COMMAND = Command(
    "hook install",
    "Add the hook to an agent's configuration, so that its permission prompts become dialogs.",
    arguments=(Argument("agent", "AGENT", ", ".join(_NAMES), choices=(*_NAMES, _WITHOUT)),),
    groups=(
        Group(
            "Options",
            (
                Option("--dry-run", "write what would change, as a unified diff; change nothing"),
                Option(
                    "--uninstall",
                    "take the hook out again, and nothing else; with --gate only the gate",
                ),
                Option(
                    "--project",
                    "in the configuration of the project in this directory, not in yours",
                ),
                Option(
                    "--gate",
                    "also ask before each call of a tool that runs or changes something, for "
                    "claude -p and codex exec, which never ask by themselves",
                ),
                json_option(),
            ),
        ),
    ),
    notes=(
        (
            "All else in the file stays as it is. The file as it was stays beside it, its name "
            "followed by .before-sayso (but not in a project). An entry of an older sayso is "
            "brought up to date. Close the agent before."
        ),
        (
            "Where they are: settings.json in ~/.claude (or CLAUDE_CONFIG_DIR), config.toml in "
            "~/.codex (or CODEX_HOME), .gemini/settings.json in your home directory (or "
            "GEMINI_CLI_HOME), ~/.cursor/hooks.json, ~/.copilot/hooks/sayso.json for VS Code. With "
            "--project: .claude/settings.local.json, .codex/config.toml, .gemini/settings.json, "
            ".cursor/hooks.json, .github/hooks/sayso.json. Of Cursor and VS Code, and of all of "
            "them on macOS and Windows, this is as their documents say."
        ),
        (
            "Claude Code and Codex ask by the hook where their terminals ask. Gemini CLI, Cursor "
            "and VS Code have no such event: the hook comes before each call of a tool that runs "
            "or changes something, as with --gate. The hook has 600 seconds, and gives you 590."
        ),
        ("OpenCode has no hooks. sayso hook opencode --serve URL follows its server instead."),
    ),
    examples=(
        "sayso hook install claude-code",
        "sayso hook install codex --dry-run",
        "sayso hook install gemini --project",
        "sayso hook install claude-code --uninstall",
    ),
    json='{"agent", "file", "status": "installed", "updated", "removed" or "unchanged", '
    '"dry_run", "diff", "backup", "exit"}; "diff" is null but with --dry-run, "backup" where '
    "there is none.",
    exits=exits.OF_A_FILE,
)


def run(args: Arguments) -> int:
    # Loaded here, as it takes tomlkit and more, and a hook shall not wait for that.
    from sayso.frontends.hook.install.agents import AGENTS
    from sayso.frontends.install.change import Status

    change = _plan(args)
    agent = AGENTS[args.agent]
    is_made = change.status is not Status.UNCHANGED and not args.dry_run
    backup = change.make() if is_made else None
    if args.json:
        output.result_json(
            {
                "agent": args.agent,
                "file": str(change.file.path),
                "status": change.status,
                "dry_run": args.dry_run,
                "diff": change.diff() if args.dry_run else None,
                "backup": str(backup) if backup else None,
                "exit": exits.OK,
            }
        )
    elif args.dry_run and change.status is not Status.UNCHANGED:
        output.result(change.diff())
    else:
        output.result(f"{agent.title}: {_WORDS[change.status]} {change.file.path}")
        if backup:
            output.note(f"The file as it was: {backup}")
        if is_made:
            output.note(f"Restart {agent.title}.")
        if is_made and not args.uninstall:
            _tell(args, agent.note)
    return exits.OK


def _plan(args: Arguments) -> Change:
    """The change to make. Raises InvalidParams, and what the plan for it raises."""
    from pathlib import Path

    from sayso.frontends.hook.install import plan

    if args.agent == _WITHOUT:
        raise InvalidParams(
            "OpenCode has no hooks, so there is nothing to install",
            remedy="run sayso hook opencode --serve URL beside its server: opencode serve",
        )
    if args.gate and args.agent not in _WITH_GATE:
        raise InvalidParams(
            f"--gate: the hook of {args.agent} is one already", remedy="leave --gate out"
        )
    project = Path.cwd() if args.project else None
    act = plan.uninstall if args.uninstall else plan.install
    return act(args.agent, os.environ, project, gate=args.gate)


def _tell(args: Arguments, note: str) -> None:
    if note:
        output.note(note)
    if args.project and args.agent != "claude-code":
        output.note("The file is the project's. It has the path of your sayso: do not share it.")


_WORDS = {
    "installed": "the hook has been added to",
    "updated": "the hook has been brought up to date in",
    "removed": "the hook has been removed from",
    "unchanged": "nothing to change in",
}
