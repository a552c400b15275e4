"""sayso daemon: run, start, stop or restart the process that asks."""

import argparse
import os
import select
from contextlib import suppress

from sayso.client.spawn import connect, start_daemon
from sayso.client.sync import Client
from sayso.errors import AlreadyRunning, ServiceError, Unreachable, UntrustedPeer
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.platforms.select import peer

NAME = "daemon"
HELP = "Run, start, stop or restart the daemon. Asking starts it by itself."

END_WITHIN = 10
"""Seconds for a daemon that was asked to end."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    run = verbs.add_parser("run", help="run it here, in the foreground")
    run.add_argument("--ready-fd", type=int, help=argparse.SUPPRESS)
    run.add_argument("--successor", default="", help=argparse.SUPPRESS)
    run.add_argument("--keeper", type=int, default=0, help=argparse.SUPPRESS)
    run.set_defaults(act=_run)
    for name, act, text in (
        ("start", _start, "start it where none runs"),
        ("stop", _stop, "end it; open dialogs close, and their callers hear why"),
        ("restart", _restart, "have a fresh one go on with all that is open or kept"),
    ):
        verbs.add_parser(name, help=text).set_defaults(act=act)


def run(args: argparse.Namespace) -> int:
    status: int = args.act(args)
    return status


def _run(args: argparse.Namespace) -> int:
    from sayso.daemon.app import run as run_daemon

    return run_daemon(args.ready_fd, args.successor, args.keeper)


def _start(_args: argparse.Namespace) -> int:
    if _runs():
        output.result("The daemon runs already.")
        return exits.OK
    try:
        pid = start_daemon(os.environ)
    except AlreadyRunning:
        connect(os.environ, start=False, within=END_WITHIN).close()
        output.result("The daemon runs already.")
    else:
        output.result(f"The daemon is started, pid {pid}.")
    return exits.OK


def _stop(_args: argparse.Namespace) -> int:
    pid = _end()
    output.result("No daemon runs." if pid is None else f"The daemon is stopped, pid {pid}.")
    return exits.OK


def _restart(args: argparse.Namespace) -> int:
    with Client(spawn=False, name=CLIENT_NAME) as client:
        if not _has_screen(client):
            _stop(args)
            return _start(args)
        _end(restart=True)
        pid = client.status()["pid"]
    output.result(f"The daemon is restarted, pid {pid}; what was open goes on.")
    return exits.OK


def _has_screen(client: Client) -> bool:
    """Without one nothing is open, and a daemon that is started from here may find one."""
    try:
        return client.status()["screen"] is not None
    except Unreachable:
        return False


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
    # It was killed just now: its successor replies once it listens.
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
