"""The daemon: lock, socket, broker, screen; from its start to its clean end."""

import asyncio
import json
import logging
import os
import socket
import sys
from collections.abc import Callable, Mapping
from enum import Enum, auto
from pathlib import Path

import platformdirs

from sayso import __version__
from sayso.core import events as e
from sayso.core.broker import Broker
from sayso.core.records import OtherVersion, questions
from sayso.core.settings import Settings
from sayso.daemon.connection import Connections
from sayso.daemon.door import Door
from sayso.daemon.keeper import KeeperLink, inherit
from sayso.daemon.log import LogWriter
from sayso.daemon.places import log_directory
from sayso.daemon.runner import Runner, Screen
from sayso.daemon.screen import DialogScreen, NoScreen
from sayso.daemon.service import Facts, Service
from sayso.errors import AlreadyRunning, FrameTooLarge, ParseError, ProtocolError, SaysoError
from sayso.failpoints import reach
from sayso.platforms import select
from sayso.platforms.base import Listener, Other

log = logging.getLogger(__name__)

BACKLOG = 128

CONNECTIONS_SHARE = 4
"""One in so many descriptors may be a connection's; others are for dialogs, keeper, owners."""

LAST_RECORDS_WITHIN = 2.0
"""Seconds for the disk to take what is left of the log when the daemon ends."""


class End(Enum):
    """Why a daemon ends."""

    STOP = auto()
    """For good: callers hear so, and nothing is kept."""
    RESTART = auto()
    """Its keeper starts a successor, who goes on with everything."""
    NO_KEEPER = auto()
    """There is no second memory to be had, so nothing can be promised any more."""


NO_SCREEN = "there is no screen: the daemon was started without DISPLAY or WAYLAND_DISPLAY"


def run(ready_fd: int | None = None, successor: str = "", keeper: int = 0) -> int:
    """Runs the daemon until a signal asks it to stop, or a successor to go on; the exit code.

    With `ready_fd`, one line there says that it listens (`{"pid": …}`), or the error that
    keeps it from it; from then on its log goes to a file. Without, the log goes to stderr. A
    `successor` is started by the keeper of this pid, with the handover as JSON.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    environ = dict(os.environ)
    session, endpoint = select.session(), select.endpoint()
    inherited = None
    try:
        session.settle()
        session.harden()
        if successor:
            inherited = session.inherited_socket(), session.parent(keeper)
            listener = endpoint.adopt(json.loads(successor))
        else:
            listener = endpoint.listen(endpoint.socket_path(environ), BACKLOG)
    except SaysoError as error:
        log.error("%s; %s", error.message, error.remedy)  # noqa: TRY400 (the user's own mistake)
        _tell(ready_fd, error.to_wire())
        return 0 if isinstance(error, AlreadyRunning) else 6
    if ready_fd is not None:
        _log_to_file()
    end = asyncio.run(_serve(Settings(), environ, listener, inherited, ready_fd))
    if end is not End.RESTART:
        listener.close()
    return 6 if end is End.NO_KEEPER else 0


async def _serve(
    settings: Settings,
    environ: Mapping[str, str],
    listener: Listener,
    inherited: tuple[socket.socket, Other] | None,
    ready_fd: int | None,
) -> End:
    session = select.session()
    name = session.screen(environ)
    screen = NoScreen(NO_SCREEN) if name is None else DialogScreen(name, settings.arming)
    record = LogWriter(select.journal().open_directory, log_directory())
    broker = Broker(settings)
    ending: asyncio.Future[End] = asyncio.get_running_loop().create_future()
    handover = listener.handover()
    keeper = KeeperLink(handover, lambda: _end(ending, End.NO_KEEPER), inherited)
    runner = Runner(broker, session.now, screen, select.peer(), keeper, record)
    facts = Facts(
        socket=handover["path"],
        screen=screen,
        keeper=keeper,
        log=record,
        started=session.now(),
        connections=lambda: len(connections),
    )
    room = min(settings.connections, session.descriptors() // CONNECTIONS_SHARE)
    connections = Connections(
        Service(runner, facts), select.peer(), room, select.memory().give_back
    )
    record.start()
    version = __version__
    if inherited:
        version = _take_over(broker, inherited[0], session.now(), record.gave_up)
    reach("daemon.inherited")
    keeper.start(broker.everything, runner.kept)
    if version != __version__:
        keeper.replace()  # it started before an upgrade
    try:
        await serve(runner, screen, connections, listener, ending, ready_fd)
        return await _hand_over(keeper, ending.result())
    finally:
        record.close(LAST_RECORDS_WITHIN)


async def _hand_over(keeper: KeeperLink, end: End) -> End:
    """To a keeper that holds everything; where none is wanted, it goes."""
    if end is not End.RESTART:
        await keeper.leave()
        return end
    return End.RESTART if await keeper.whole() else End.NO_KEEPER


def _take_over(
    broker: Broker, sock: socket.socket, now: float, gave_up: Callable[[int | None, str], None]
) -> str:
    """What the keeper holds; its version. What can't be read is given up: its askers ask again."""
    try:
        records, version = inherit(sock)
    except (OSError, ParseError, ProtocolError, FrameTooLarge):
        log.exception("the keeper did not tell what it kept")
        gave_up(None, "the keeper did not tell what it kept")
        return ""
    try:
        broker.restore(records, now)
    except (KeyError, TypeError, ValueError) as error:
        other = f": {error}" if isinstance(error, OtherVersion) else ""
        reason = f"what was kept is not readable{other}"
        log.exception("%s; questions given up: %d", reason, questions(records))
        gave_up(questions(records), reason)
    return version


async def serve(
    runner: Runner,
    screen: Screen,
    connections: Connections,
    listener: Listener,
    ending: "asyncio.Future[End]",
    ready_fd: int | None = None,
) -> None:
    """Serves until a signal asks for the end, or `ending` says so: then dialogs close, and
    callers hear why, or, where a successor goes on, find it at the same place."""
    loop = asyncio.get_running_loop()
    for number in select.session().STOPPING:
        loop.add_signal_handler(number, _end, ending, End.STOP)
    loop.add_signal_handler(select.session().RESTARTING, _end, ending, End.RESTART)
    screen.start(runner.post)
    runner.post(e.Tick())
    # A duplicate: the listener itself stays open for the keeper, and for one that must be started.
    door = Door(listener.sock.dup(), connections, BACKLOG)
    door.open()
    log.info("listening")
    _tell(ready_fd, {"pid": os.getpid()})
    end = await asyncio.shield(ending)
    log.info("stopping: %s", end.name)
    door.close()
    if end is not End.RESTART:
        listener.sock.shutdown(socket.SHUT_RDWR)  # nobody connects to it any more
    runner.stop(silently=end is End.RESTART)
    connections.close()
    await screen.stop()


def _end(ending: "asyncio.Future[End]", end: End) -> None:
    if not ending.done():
        ending.set_result(end)


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
