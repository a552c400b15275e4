"""sayso mcp install: enters sayso in the configuration of a program that runs agents."""

from __future__ import annotations

import os

from sayso.errors import InvalidParams
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments
    from sayso.frontends.install.change import Change

_NAMES = ("claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini", "opencode")
"""The names in the table of clients, repeated here as that table takes longer to load."""

COMMAND = Command(
    "mcp install",
    "Add sayso to a client's configuration, so that its agents can ask.",
    arguments=(Argument("client", "CLIENT", ", ".join(_NAMES), choices=_NAMES, is_optional=True),),
    groups=(
        Group(
            "Options",
            (
                Option("--dry-run", "write what would change, as a unified diff; change nothing"),
                Option("--uninstall", "take the entry out again, and nothing else"),
                Option(
                    "--instructions",
                    "instead, tell agents when to ask: write a paragraph into their instructions "
                    "(AGENTS.md, CLAUDE.md or GEMINI.md in this directory)",
                ),
                Option(
                    "--file", "with --instructions: write it into this one", "FILE", is_file=True
                ),
                json_option(),
            ),
        ),
    ),
    notes=(
        (
            "All else in the file stays as it is. The file as it was stays beside it, its name "
            "followed by .before-sayso. A client reads its configuration when it starts, and may "
            "write it when it ends: close it before."
        ),
        (
            "Where they are: ~/.claude.json (or CLAUDE_CONFIG_DIR), claude_desktop_config.json in "
            "~/.config/Claude, ~/.cursor/mcp.json, ~/.config/Code/User/mcp.json, "
            "~/.codex/config.toml (or CODEX_HOME), ~/.gemini/settings.json (or GEMINI_CLI_HOME), "
            "opencode.jsonc or opencode.json in ~/.config/opencode (or XDG_CONFIG_HOME). On macOS, "
            "~/.config is ~/Library/Application Support; on Windows, %APPDATA%; but OpenCode has "
            "this one everywhere. These places are from the programs' own documents."
        ),
        (
            "With --instructions the configuration is left alone, and CLIENT may be left out: then "
            "it is the first of AGENTS.md, CLAUDE.md and GEMINI.md that has the paragraph already, "
            "else the first that is there, else a new AGENTS.md. The paragraph stands between two "
            "marks; run again, it is brought up to date, and with --uninstall it goes. All else in "
            "the file stays as it is, and no copy of it is made."
        ),
    ),
    examples=(
        "sayso mcp install claude-code",
        "sayso mcp install codex --dry-run",
        "sayso mcp install vscode --uninstall",
        "sayso mcp install --instructions",
        "sayso mcp install --instructions --file ~/.claude/CLAUDE.md",
    ),
    json='{"client", "file", "status": "installed", "updated", "removed" or "unchanged", '
    '"dry_run", "diff", "backup", "exit"}; "client" is null where none was said, "diff" but with '
    '--dry-run, "backup" where there is none.',
    exits=exits.OF_A_FILE,
)


def run(args: Arguments) -> int:
    # Loaded here, as it takes tomlkit and more, and no other verb shall wait for that.
    from sayso.frontends.install.change import Status
    from sayso.frontends.mcp.install.clients import CLIENTS

    change = _plan(args)
    title = CLIENTS[args.client].title if args.client else ""
    words = _INSTRUCTED if args.instructions else _ENTERED
    is_made = change.status is not Status.UNCHANGED and not args.dry_run
    backup = change.make() if is_made else None
    if args.json:
        output.result_json(
            {
                "client": args.client,
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
        whose = f"{title}: " if title else ""
        output.result(f"{whose}{words[change.status]} {change.file.path}")
        if backup:
            output.note(f"The file as it was: {backup}")
        if is_made:
            output.note(f"Restart {title or 'the agent'}.")
    return exits.OK


def _plan(args: Arguments) -> Change:
    """The change to make. Raises InvalidParams, and what the plan for it raises."""
    from pathlib import Path

    from sayso.frontends.mcp.install import entry, instructions

    if args.instructions:
        return instructions.plan(Path.cwd(), args.client, args.file, uninstall=args.uninstall)
    if args.file is not None:
        raise InvalidParams("--file: works only with --instructions", remedy=_SEE)
    if args.client is None:
        raise InvalidParams("CLIENT is missing", remedy=_SEE)
    return entry.plan(args.client, os.environ, uninstall=args.uninstall)


_SEE = "see sayso mcp install --help"

_INSTRUCTED = {
    "installed": "agents are now told when to ask, in",
    "updated": "what agents are told has been brought up to date in",
    "removed": "what agents were told has been removed from",
    "unchanged": "nothing to change in",
}
_ENTERED = {
    "installed": "sayso has been added to",
    "updated": "the entry has been brought up to date in",
    "removed": "sayso has been removed from",
    "unchanged": "nothing to change in",
}
