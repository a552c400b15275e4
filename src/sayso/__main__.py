"""The command `sayso`: to one of our own processes or to a verb, loaded on demand."""

import os
import sys


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
    if args == ["survey"]:  # the doctor's own child
        from sayso.frontends.cli.doctor import survey

        return survey()
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


def askpass() -> int:
    """The command `sayso-askpass`: every word is the prompt's."""
    return main(["askpass", "--", " ".join(sys.argv[1:])])


def git_credential() -> int:
    """The command `git-credential-sayso`."""
    return main(["git-credential", *sys.argv[1:]])


def pinentry() -> int:
    """The command `pinentry-sayso`, which gpg-agent starts; its exit status."""
    words = sys.argv[1:]
    return main(words if words == ["--version"] else ["pinentry", *words])


def _fill_standard_streams() -> None:
    """A closed descriptor 0, 1 or 2 would be the next file or socket that we open."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest that is free: this one


if __name__ == "__main__":
    sys.exit(main())
