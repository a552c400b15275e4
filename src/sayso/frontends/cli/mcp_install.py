"""sayso mcp install: enters sayso in the configuration of a program that runs agents."""

from __future__ import annotations

import os

from sayso.frontends.cli import exits, output
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

_NAMES = ("claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini")
"""As in the table of clients, which takes longer to load."""

EXITS = (
    (exits.OK, "done, or there was nothing to do"),
    exits.FAULT,
    (exits.NO_SERVICE, "the file is as it was; the message says why, and what to do"),
)

COMMAND = Command(
    "mcp install",
    "Enter sayso in a client's configuration, so that its agents can ask.",
    arguments=(Argument("client", "CLIENT", ", ".join(_NAMES), choices=_NAMES),),
    groups=(
        Group(
            "Options",
            (
                Option("--dry-run", "write what would change, as a unified diff; change nothing"),
                Option("--uninstall", "take the entry out again, and nothing else"),
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
            "~/.codex/config.toml (or CODEX_HOME), ~/.gemini/settings.json (or GEMINI_CLI_HOME). "
            "On macOS and Windows, ~/.config is the directory that the system has for it."
        ),
    ),
    examples=(
        "sayso mcp install claude-code",
        "sayso mcp install codex --dry-run",
        "sayso mcp install vscode --uninstall",
    ),
    json='{"client", "file", "status": "installed", "updated", "removed" or "unchanged", '
    '"dry_run", "diff", "backup", "exit"}; "diff" is null but with --dry-run, "backup" where there '
    "is none.",
    exits=EXITS,
)


def run(args: Arguments) -> int:
    # Loaded here, as it takes platformdirs and more, and no other verb shall wait for that.
    from sayso.frontends.mcp.install.change import Status, plan

    change = plan(args.client, os.environ, uninstall=args.uninstall)
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
        output.result(f"{change.client.title}: {_WORDS[change.status]} {change.file.path}")
        if backup:
            output.note(f"The file as it was: {backup}")
        if is_made:
            output.note(f"Start {change.client.title} anew.")
    return exits.OK


_WORDS = {
    "installed": "sayso is entered in",
    "updated": "the entry is brought up to date in",
    "removed": "sayso is taken out of",
    "unchanged": "nothing to change in",
}
