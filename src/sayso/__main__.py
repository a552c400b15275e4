"""The command `sayso`: to the dialog process or to a verb of the command line, loaded on demand."""

import sys


def main(argv: list[str] | None = None) -> int:
    """Runs what the arguments ask for; its exit status."""
    args = sys.argv[1:] if argv is None else argv
    if args == ["dialog"]:  # the daemon's own child, no verb for people
        from sayso.dialog.main import main as show_dialog

        return show_dialog()
    if args == ["survey"]:  # the doctor's own child
        from sayso.frontends.cli.doctor import survey

        return survey()
    from sayso.frontends.cli.main import run

    return run(args)


if __name__ == "__main__":
    sys.exit(main())
