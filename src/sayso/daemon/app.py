"""The daemon: lock, socket, broker, screen; from its start to its clean end."""

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

import platformdirs

from sayso.core.broker import Broker
from sayso.core.settings import Settings
from sayso.daemon.connection import Connections
from sayso.daemon.log import LogWriter
from sayso.daemon.places import log_directory
from sayso.daemon.runner import Runner, Screen
from sayso.daemon.screen import DialogScreen, NoScreen
from sayso.daemon.service import Facts, Service
from sayso.errors import AlreadyRunning, SaysoError
from sayso.platforms import select
from sayso.platforms.base import Listener

log = logging.getLogger(__name__)

BACKLOG = 128

LAST_RECORDS_WITHIN = 2.0
"""Seconds for the disk to take what is left of the log when the daemon ends."""

NO_SCREEN = "there is no screen: the daemon was started without DISPLAY or WAYLAND_DISPLAY"


def run(ready_fd: int | None = None) -> int:
    """Runs the daemon until SIGTERM or SIGINT; returns the exit code.

    With `ready_fd`, one line there says that it listens (`{"pid": …}`), or the error that
    keeps it from it; from then on its log goes to a file. Without, the log goes to stderr.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    environ = dict(os.environ)
    try:
        select.session().settle()
        path = select.endpoint().socket_path(environ)
        listener = select.endpoint().listen(path, BACKLOG)
    except SaysoError as error:
        log.error("%s; %s", error.message, error.remedy)  # noqa: TRY400 (the user's own mistake)
        _tell(ready_fd, error.to_wire())
        return 0 if isinstance(error, AlreadyRunning) else 6
    try:
        if ready_fd is not None:
            _log_to_file()
        asyncio.run(_serve(Settings(), environ, path, listener, ready_fd))
    finally:
        listener.close()
    return 0


async def _serve(
    settings: Settings,
    environ: Mapping[str, str],
    path: str,
    listener: Listener,
    ready_fd: int | None,
) -> None:
    session = select.session()
    name = session.screen(environ)
    screen = NoScreen(NO_SCREEN) if name is None else DialogScreen(name, settings.arming)
    record = LogWriter(select.journal().open_directory, log_directory())
    runner = Runner(Broker(settings), session.now, screen, select.peer(), record)
    facts = Facts(
        socket=path,
        screen=screen,
        log=record,
        started=session.now(),
        connections=lambda: len(connections),
    )
    connections = Connections(Service(runner, facts), select.peer(), settings.connections)
    record.start()
    try:
        await serve(runner, screen, connections, listener, ready_fd)
    finally:
        record.close(LAST_RECORDS_WITHIN)


async def serve(
    runner: Runner,
    screen: Screen,
    connections: Connections,
    listener: Listener,
    ready_fd: int | None = None,
) -> None:
    """Serves until a signal asks for the end; then callers hear why, and dialogs close."""
    loop = asyncio.get_running_loop()
    ending = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    screen.start(runner.post)
    server = await loop.create_server(connections.accept, sock=listener.sock, backlog=BACKLOG)
    log.info("listening")
    _tell(ready_fd, {"pid": os.getpid()})
    await ending.wait()
    log.info("stopping")
    server.close()
    runner.stop()
    connections.close()
    await screen.stop()


def _tell(ready_fd: int | None, message: Mapping[str, object]) -> None:
    if ready_fd is None:
        return
    with os.fdopen(ready_fd, "w", encoding="utf-8") as pipe:
        pipe.write(json.dumps(message) + "\n")


def _log_to_file() -> None:
    """Sends stderr, ours and that of our dialogs, to the log file in the state directory."""
    directory = Path(platformdirs.user_log_dir("sayso", appauthor=False))
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(directory / "daemon.log", "ab", opener=_private) as file:
            os.dup2(file.fileno(), sys.stderr.fileno())
    except OSError as error:
        log.warning("there is no log, for it can't be written: %s", error)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
