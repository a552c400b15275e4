"""The command `sayso`: to one of our own processes or to a verb, loaded on demand."""

import os
import sys

from sayso import launcher


def main(argv: list[str] | None = None) -> int:
    """Runs what the arguments ask for; its exit status."""
    _fill_standard_streams()
    args = sys.argv[1:] if argv is None else argv
    if args == ["dialog"]:  # the daemon's own child, no verb for people
        from sayso.dialog.main import main as show_dialog

        return show_dialog()
    if args[:1] == ["keeper"]:  # the daemon's own child, too
        from sayso.keeper.main import main as keep

        return keep(args[1:])
    if args[:1] == ["tray"]:  # likewise
        from sayso.frontends.tray.main import main as stay

        return stay(args[1:])
    if args[:1] == ["carrier"]:  # likewise
        from sayso.carrier.main import main as carry

        return carry(args[1:])
    if args == ["survey"]:  # the doctor's own child
        from sayso.frontends.cli.doctor import survey

        return survey()
    if args[:1] == ["--as"] and args[1:2]:  # by the commands that are installed on Windows
        return _COMMANDS.get(args[1].lower(), main)(args[2:])
    if args[:1] == ["chime"] and len(args) == 2:  # the tray's own child
        from sayso.platforms import select

        select.sound().chime(args[1])
    from sayso.frontends.cli.exits import INTERRUPTED
    from sayso.frontends.cli.main import run

    status = run(args)
    if status == INTERRUPTED:
        from sayso.platforms import select

        select.processes().end_as_interrupted()
    return status


def askpass(words: list[str] | None = None) -> int:
    """The command `sayso-askpass`: every word is the prompt's."""
    return main(["askpass", "--", " ".join(sys.argv[1:] if words is None else words)])


def git_credential(words: list[str] | None = None) -> int:
    """The command `git-credential-sayso`."""
    return main(["git-credential", *(sys.argv[1:] if words is None else words)])


def pinentry(words: list[str] | None = None) -> int:
    """The command `pinentry-sayso`, which gpg-agent starts; its exit status."""
    given = sys.argv[1:] if words is None else words
    return main(given if given == ["--version"] else ["pinentry", *given])


_COMMANDS = dict(zip(launcher.COMMANDS, (main, askpass, git_credential, pinentry), strict=True))


def _fill_standard_streams() -> None:
    """A closed descriptor 0, 1 or 2 would be the next file or socket that we open."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest that is free: this one


if __name__ == "__main__":
    sys.exit(main())
