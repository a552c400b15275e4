"""The command `sayso`. It starts one of our own processes or runs a verb, and loads only what that
needs."""

from __future__ import annotations

import gc
import os
import sys

from sayso import launcher

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

_BEFORE_COLLECTING = 20_000
"""Objects that a command makes before Python first looks for garbage among them. While it loads, a
command makes half as many, and none is garbage."""

_NO_OF_A_GATE = 2
"""The exit status by which agents let no tool run; they take any other for no objection. An upgrade
may replace our files just now."""


def main(words: list[str] | None = None) -> int:
    """Runs the command `sayso` and returns its exit status. `words`: its arguments; None: those of
    this process, which then normally ends here with that status. The other commands below do the
    same."""
    return _command(words, list)


def askpass(words: list[str] | None = None) -> int:
    """Runs the command `sayso-askpass`. All its arguments together are the prompt."""
    return _command(words, lambda given: ["askpass", "--", " ".join(given)])


def git_credential(words: list[str] | None = None) -> int:
    """Runs the command `git-credential-sayso`."""
    return _command(words, lambda given: ["git-credential", *given])


def pinentry(words: list[str] | None = None) -> int:
    """Runs the command `pinentry-sayso`, which gpg-agent starts."""
    return _command(words, lambda given: given if given == ["--version"] else ["pinentry", *given])


_COMMANDS = dict(zip(launcher.COMMANDS, (main, askpass, git_credential, pinentry), strict=True))


def _command(words: list[str] | None, arguments: Callable[[list[str]], list[str]]) -> int:
    """Runs a command and returns its exit status. `arguments`: turns the command's arguments into
    those of `sayso` that do the same."""
    _fill_standard_streams()
    if words is not None:
        return _run(arguments(words))
    status = _run(arguments(sys.argv[1:]))
    _end_at_once(status)
    return status


def _run(args: list[str]) -> int:
    if args == ["dialog"]:  # the daemon's own child, no verb for people
        from sayso.dialog.main import main as show_dialog

        return show_dialog()
    if args[:1] == ["keeper"]:  # the daemon's own child, too
        from sayso.keeper.main import main as keep

        return keep(args[1:])
    if args[:1] == ["tray"]:  # the daemon's own child, as well
        from sayso.frontends.tray.main import main as stay

        return stay(args[1:])
    if args[:1] == ["carrier"]:  # the daemon's own child, as well
        from sayso.carrier.main import main as carry

        return carry(args[1:])
    if args == ["survey"]:  # the doctor's own child
        from sayso.frontends.cli.doctor import survey

        return survey()
    if args[:1] == ["--as"] and args[1:2]:  # the commands on Windows start sayso like this
        return _COMMANDS.get(args[1].lower(), main)(args[2:])
    if args[:1] == ["chime"] and len(args) == 2:  # the tray's own child
        from sayso.platforms import select

        select.sound().chime(args[1])
    gc.set_threshold(_BEFORE_COLLECTING)
    try:
        from sayso.frontends.cli.exits import INTERRUPTED
        from sayso.frontends.cli.main import run
    except Exception as error:
        if args[:1] != ["hook"]:
            raise
        print(f"sayso hook: it can't be loaded: {error!r}", file=sys.stderr)
        return _NO_OF_A_GATE

    status = run(args)
    if status == INTERRUPTED:
        from sayso.platforms import select

        select.processes().end_as_interrupted()
    return status


def _end_at_once(status: int) -> None:
    """Ends the process without Python's own shutdown. That shutdown takes a tenth of the time of a
    short command, and the next dialog waits until the process of the last one is gone.

    Does nothing where something may be left to do: another thread runs, or something may log.
    Nothing else of ours leaves work for the end.
    """
    threads = sys.modules.get("threading")
    if "logging" in sys.modules or (threads and threads.active_count() > 1):
        return
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except OSError:  # nobody reads the output any more: Python's shutdown reports it
        return
    os._exit(status)


def _fill_standard_streams() -> None:
    """Opens the null device in place of each closed descriptor 0, 1 or 2. Otherwise the next file
    or socket that we open would get that number."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest free number, which is this one


if __name__ == "__main__":
    sys.exit(main())
