"""sayso setup: has gpg, ssh, sudo or git ask through sayso."""

from __future__ import annotations

import os

from sayso.core.text import visible_path
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sayso.frontends.cli.arguments import Arguments
    from sayso.frontends.install.change import Change

_NAMES = ("gpg", "ssh", "sudo", "git")
"""The names in the table of programs, repeated here as that table takes longer to load."""

COMMAND = Command(
    "setup",
    "Have gpg, ssh, sudo or git ask for passwords by sayso's dialogs.",
    arguments=(Argument("program", "PROGRAM", ", ".join(_NAMES), choices=_NAMES),),
    groups=(
        Group(
            "Options",
            (
                Option("--dry-run", "write what would change, as a unified diff; change nothing"),
                Option("--undo", "take it out again, and nothing else"),
                json_option(),
            ),
        ),
    ),
    notes=(
        (
            "gpg: the line pinentry-program in gpg-agent.conf, in ~/.gnupg or GNUPGHOME. A line of "
            "yours becomes a comment until --undo. A gpg-agent that runs reads it at once, and "
            "forgets the passphrases that it kept."
        ),
        (
            "ssh: SSH_ASKPASS, and SSH_ASKPASS_REQUIRE=prefer; sudo: SUDO_ASKPASS, which sudo "
            "heeds with -A. Both from your next login on, by lines between two marks: in "
            "~/.profile, ~/.bash_profile or ~/.bash_login, and ~/.zprofile (those that are there, "
            "or else the one of your shell), and in ~/.config/environment.d for what systemd "
            "starts in your desktop. Other shells, such as fish, have it from there."
        ),
        (
            "git: the helper sayso, last in the list of credential.helper in your own "
            "configuration of git, which git itself enters."
        ),
        (
            "All else in these files stays as it is, and links to them stay links. The file as it "
            "was stays beside it, its name followed by .before-sayso, until --undo. With several "
            "files all are changed, or none. After --undo a file is byte for byte as it was; what "
            "you changed in it meanwhile stays. sayso uninstall undoes all of this."
        ),
        (
            "On macOS these files are as the programs' documents say, and programs that are not "
            "started from a shell have no variables from them. On Windows gpg and git are set up, "
            "likewise; ssh says which variables to set."
        ),
    ),
    examples=(
        "sayso setup gpg --dry-run",
        "sayso setup gpg",
        "sayso setup ssh",
        "sayso setup git --undo",
    ),
    json='{"program", "status": "installed", "updated", "removed" or "unchanged", "dry_run", '
    '"files", "next": what was done or is left to do, or "", "exit"}; each file has "file", '
    '"status", "diff" (null but with --dry-run) and "backup" (null where there is none).',
    exits=(
        (exits.OK, "done, or there was nothing to do"),
        exits.FAULT,
        (exits.NO_SERVICE, "nothing was changed; the message says why, and what to do"),
    ),
)


def run(args: Arguments) -> int:
    # Loaded here, as --help needs none of it.
    from sayso.frontends.install.change import Status, make_all, undo_all
    from sayso.frontends.setup.programs import PROGRAMS

    program = PROGRAMS[args.program]
    planned = (program.undo if args.undo else program.set_up)(os.environ)
    changes = tuple(each for each in planned if each.status is not Status.UNCHANGED)
    copies: tuple[Path | None, ...] = (None,) * len(changes)
    following = ""
    if changes and not args.dry_run:
        if args.undo:
            undo_all(changes)
        else:
            copies = make_all(changes)
        following = " ".join((program.settle(not args.undo), *_warning(args)))
    if args.json:
        files = [_told(*each, with_diff=args.dry_run) for each in zip(changes, copies, strict=True)]
        status = changes[0].status if changes else Status.UNCHANGED
        told = {"program": program.name, "status": status, "dry_run": args.dry_run}
        output.result_json({**told, "files": files, "next": following, "exit": exits.OK})
    elif args.dry_run and changes:
        output.result("\n".join(change.diff() for change in changes))
    else:
        _say(program.name, changes, copies, following)
    return exits.OK


def _say(
    name: str, changes: tuple[Change, ...], copies: tuple[Path | None, ...], following: str
) -> None:
    for change in changes:
        output.result(f"{name}: {_WORDS[change.status]} {visible_path(change.file.path)}")
    if not changes:
        output.result(f"{name}: nothing to change")
    for copy in filter(None, copies):
        output.note(f"The file as it was: {visible_path(copy)}")
    if following:
        output.note(following)


def _told(change: Change, copy: Path | None, *, with_diff: bool) -> dict[str, object]:
    return {
        "file": str(change.file.path),
        "status": change.status,
        "diff": change.diff() if with_diff else None,
        "backup": str(copy) if copy else None,
    }


def _warning(args: Arguments) -> Iterator[str]:
    """A warning if sayso is installed in a place that may be removed while the program still asks
    through it."""
    from sayso.installed import environment

    place = None if args.undo else environment()
    if place:
        undo = f"sayso setup {args.program} --undo"
        yield f"Before you remove {visible_path(place)}, which sayso is installed in, run: {undo}"


_WORDS = {
    "installed": "it asks through sayso now, as entered in",
    "updated": "brought up to date in",
    "removed": "taken out of",
}
