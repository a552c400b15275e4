"""sayso daemon: run, start, stop or restart the process that asks."""

import os
import select
from contextlib import suppress

from sayso.client.shapes import DaemonStatus
from sayso.client.spawn import connect, start_daemon
from sayso.client.sync import Client
from sayso.errors import AlreadyRunning, SaysoError, ServiceError, Unreachable, UntrustedPeer
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.arguments import Arguments
from sayso.frontends.cli.command import Command, Group, Option, json_option
from sayso.platforms.select import peer, session

END_WITHIN = 10
"""Seconds for a daemon that was asked to end."""


_EXITS = ((exits.OK, "done, or there was nothing to do"), exits.FAULT, exits.SERVICE)
_OPTIONS = (Group("Options", (json_option(),)),)

COMMAND = Command(
    "daemon",
    "Run, start, stop or restart the daemon. Asking starts it by itself.",
    verbs=(
        Command(
            "daemon run",
            "Run it here, in the foreground.",
            groups=_OPTIONS,
            notes=(
                "It ends with Ctrl-C or SIGTERM; open dialogs close, and their callers hear why.",
            ),
            json="Errors alone.",
            exits=((exits.OK, "it was told to end"), exits.FAULT, exits.SERVICE),
            hidden=(
                Option("--ready-fd", "where it says that it listens", "FD", int),
                Option("--successor", "of the process that it succeeds", "HANDOVER"),
                Option("--keeper", "the keeper that started it", "PID", int),
                Option("--supervised", "started by the service manager"),
            ),
        ),
        Command(
            "daemon start",
            "Start it where none runs, or none that found the screen that there is now.",
            groups=_OPTIONS,
            json='{"status": "started" or "running" (already), "pid", "exit"}',
            exits=_EXITS,
        ),
        Command(
            "daemon stop",
            "End it; open dialogs close, and their callers hear why.",
            groups=_OPTIONS,
            notes=("It says what went with it; `sayso daemon restart` loses nothing.",),
            json='{"status": "stopped" or "absent" (none ran), "pid" (or null), "open" and '
            '"retained" (how many questions and answers went with it; null: not known), "exit"}',
            exits=_EXITS,
        ),
        Command(
            "daemon restart",
            "Have a fresh one go on with all that is open or kept.",
            groups=_OPTIONS,
            json='{"status": "restarted", "started" or "running", "pid", "exit"}',
            exits=_EXITS,
        ),
    ),
    examples=("sayso daemon restart",),
)


def run(args: Arguments) -> int:
    return {"run": _run, "start": _start, "stop": _stop, "restart": _restart}[args.verb](args)


def _run(args: Arguments) -> int:
    from sayso.daemon.start import run as run_daemon

    return run_daemon(
        args.ready_fd, args.successor or "", args.keeper or 0, is_supervised=args.supervised
    )


def _start(args: Arguments) -> int:
    if _runs() and _has_missed_the_screen():
        _end()
    if not _runs():
        try:
            pid = start_daemon(os.environ)
        except AlreadyRunning:
            connect(os.environ, start=False, within=END_WITHIN).close()
        else:
            return _tell(args, "started", pid, f"The daemon is started, pid {pid}.")
    pid = Client(spawn=False, name=CLIENT_NAME).status()["pid"]
    return _tell(args, "running", pid, "The daemon runs already.")


def _stop(args: Arguments) -> int:
    """What goes with it was counted the moment before."""
    last = _last_status()
    pid = _end()
    if pid is None:
        return _tell(args, "absent", None, "No daemon runs.", open=0, retained=0)
    questions = last["open"] if last else None
    answers = last["retained"] if last else None
    words = f"The daemon is stopped, pid {pid}{_lost(questions or 0, answers or 0)}."
    return _tell(args, "stopped", pid, words, open=questions, retained=answers)


def _last_status() -> DaemonStatus | None:
    """None: it does not tell, which is no reason not to end it."""
    try:
        return Client(spawn=False, name=CLIENT_NAME).status()
    except SaysoError:
        return None


def _lost(questions: int, answers: int) -> str:
    parts = []
    if questions:
        parts.append(f"{questions} open question{'s' * (questions != 1)}")
    if answers:
        parts.append(f"{answers} answer{'s' * (answers != 1)} that nobody had collected")
    return f"; with it went {' and '.join(parts)}" if parts else ""


def _restart(args: Arguments) -> int:
    with Client(spawn=False, name=CLIENT_NAME) as client:
        if not _has_screen(client):
            if not args.json:
                _stop(args)
            else:
                _end()
            return _start(args)
        _end(restart=True)
        pid = client.status()["pid"]
    words = f"The daemon is restarted, pid {pid}; what was open goes on."
    return _tell(args, "restarted", pid, words)


def _tell(args: Arguments, status: str, pid: int | None, words: str, **counts: int | None) -> int:
    if args.json:
        output.result_json({"status": status, "pid": pid, **counts, "exit": exits.OK})
    else:
        output.result(words)
    return exits.OK


def _has_screen(client: Client) -> bool:
    """Without one nothing is open, and a daemon that is started from here may find one."""
    try:
        return client.status()["screen"] is not None
    except Unreachable:
        return False


def _has_missed_the_screen() -> bool:
    """It runs since before the session had one: so it may be at login."""
    environ = dict(os.environ)
    session().join(environ)
    if session().screen(environ) is None:
        return False
    try:
        status = Client(spawn=False, name=CLIENT_NAME).status()
    except Unreachable:
        return False
    return status["screen"] is None and not status["retained"]  # which would go with it


def _runs() -> bool:
    try:
        connect(os.environ, start=False).close()
    except Unreachable:
        return False
    return True


def _terminate(restart: bool) -> tuple[int, int]:
    """Its pid, and a descriptor that becomes readable when it has exited. Raises Unreachable."""
    with connect(os.environ, start=False) as connection, suppress(UntrustedPeer):
        return peer().terminate(connection, restart)
    # It was killed just now, or the session manager starts it: it replies once it listens.
    Client(spawn=False, name=CLIENT_NAME).status()
    with connect(os.environ, start=False) as connection:
        return peer().terminate(connection, restart)


def _end(restart: bool = False) -> int | None:
    """Asks the daemon to end and waits until it has; its pid, None where none ran."""
    try:
        pid, exited = _terminate(restart)
    except Unreachable:
        return None
    try:
        if not select.select([exited], [], [], END_WITHIN)[0]:
            raise ServiceError(
                f"the daemon (pid {pid}) did not end within {END_WITHIN} s",
                remedy=f"end it with: kill -9 {pid}",
            )
    finally:
        os.close(exited)
    return pid
