"""sayso uninstall: undoes all that sayso has set up, and shows first what that is."""

from __future__ import annotations

import os
import sys

from sayso.core.text import visible_path
from sayso.errors import InvalidParams, SaysoError
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.command import Command, Group, Option, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.frontends.cli.arguments import Arguments
    from sayso.frontends.cli.undoing import Step

COMMAND = Command(
    "uninstall",
    "Undo all that sayso has set up. It shows what that is, and asks first.",
    groups=(
        Group(
            "Options",
            (
                Option("--dry-run", "show it, and change nothing"),
                Option("--yes", "do not ask"),
                Option(
                    "--purge", "delete the settings, the log and the list of other machines as well"
                ),
                json_option(),
            ),
        ),
    ),
    notes=(
        (
            "That is: the start at login, also of the agent for systemd's passwords, sayso and its "
            "hook in agents' configurations, what sayso setup has entered for gpg, ssh, sudo and "
            "git, what agents are told in your home directory and in this one, links made by sayso "
            "link, completions in files of their own, and the daemon, with the questions that are "
            "open. The settings, the log and the list of other machines that may ask stay, unless "
            "you say --purge. A file with sayso in it that can't be read is named, and left."
        ),
        (
            "What can't be found is not undone: what agents are told in other directories than "
            "this one (run there: sayso mcp install --instructions --uninstall), hooks in other "
            "projects (sayso hook install AGENT --project --uninstall), and lines that you wrote "
            "yourself. Those in the usual files of shells, environment.d, git and gpg are named."
        ),
        "The program itself stays; the last line says what removes it.",
    ),
    examples=("sayso uninstall --dry-run", "sayso uninstall --purge --yes"),
    json='{"dry_run", "steps", "exit"}; each step has "what", "done" (true or false), "why" and '
    '"remedy" (why it could not be done, or "").',
    exits=(
        (exits.OK, "done, or there was nothing to do"),
        (exits.DENIED, "you said no: nothing was changed"),
        exits.FAULT,
        (exits.NO_SERVICE, "something could not be undone; the message says why"),
    ),
)


def run(args: Arguments) -> int:
    # Loaded here, as it takes tomlkit and more, and no other verb shall wait for that.
    from sayso import extras, launcher
    from sayso.frontends.cli import by_hand, undoing

    steps = undoing.steps(purge=args.purge)
    if args.dry_run:
        return _tell(args, steps, {}, exits.OK)
    output.result(_words(steps), aside=args.json)
    if steps and not args.yes and not _agreed():
        output.note("Nothing was changed.")
        return exits.DENIED
    failed: dict[Step, SaysoError] = {}
    for step in steps:
        try:
            step.undo()
        except SaysoError as error:
            failed[step] = error
    code = exits.NO_SERVICE if failed else exits.OK
    if args.json:
        return _tell(args, steps, failed, code)
    for step, why in failed.items():
        output.note(f"Not undone: {step.what}: {why.message}")
        output.note(f"What to do: {why.remedy}")
    if steps and not failed:
        output.note("Done.")
    kept = () if args.purge else undoing.stays()
    for what in kept:
        output.note(f"This stays: {what}")
    if kept:
        output.note("To delete that as well: sayso uninstall --purge")
    for line in by_hand.lines(os.environ):
        output.note(f"Take this line out yourself: {visible_path(line)}")
    removal = launcher.uninstaller() or extras.removal()
    output.note(f"To remove the program itself: {removal}")
    return code


def _words(steps: Sequence[Step]) -> str:
    if not steps:
        return "Nothing is set up."
    return "\n".join(("sayso will undo this:", *(f"  {step.what}" for step in steps)))


def _agreed() -> bool:
    """Whether the person agrees, asked in the terminal. Raises InvalidParams: standard input is no
    terminal."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise InvalidParams(
            "--yes is missing: standard input is not a terminal, so you can't be asked",
            remedy="see what sayso uninstall --dry-run shows, then say --yes",
        )
    sys.stderr.write("Undo all this? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _tell(args: Arguments, steps: Sequence[Step], failed: dict[Step, SaysoError], code: int) -> int:
    if not args.json:
        output.result(_words(steps))
        return code
    told = []
    for step in steps:
        error = failed.get(step)
        told.append(
            {
                "what": step.what,
                "done": not args.dry_run and error is None,
                "why": error.message if error else "",
                "remedy": error.remedy if error else "",
            }
        )
    output.result_json({"dry_run": args.dry_run, "steps": told, "exit": code})
    return code
