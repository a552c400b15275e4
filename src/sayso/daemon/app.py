"""The daemon, once it is loaded: broker, screen, keeper, callers; to its clean end."""

import asyncio
import gc
import logging
import socket
from collections.abc import Callable
from enum import Enum, auto

from sayso import __version__
from sayso.configuration.place import path as configuration_path
from sayso.core import events as e
from sayso.core.broker import Broker
from sayso.core.records import OtherVersion, questions
from sayso.core.settings import Settings
from sayso.daemon.configuration import Configuration
from sayso.daemon.connection import Connections
from sayso.daemon.door import Door
from sayso.daemon.keeper import KeeperLink, inherit
from sayso.daemon.log import LogWriter
from sayso.daemon.places import log_directory
from sayso.daemon.presence import Presence
from sayso.daemon.runner import Runner
from sayso.daemon.screen import DialogScreen
from sayso.daemon.service import Facts, GivenUp, Service
from sayso.daemon.start import BACKLOG, Bootstrap
from sayso.daemon.tray import Tray
from sayso.errors import FrameTooLarge, ParseError, ProtocolError
from sayso.failpoints import reach
from sayso.platforms import select
from sayso.platforms.contract.endpoint import Listener

log = logging.getLogger(__name__)

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
    CANNOT_BEGIN = auto()
    """Nor was there ever one: to start it again at once mends nothing."""


def run(beginning: Bootstrap) -> int:
    """Until a signal asks it to stop, or a successor to go on; the exit code."""
    gc.freeze()  # what is loaded stays: nobody is served in the 20 ms of looking for garbage in it
    end = asyncio.run(_serve(beginning))
    if end is not End.RESTART:
        beginning.listener.close()
    if end is End.CANNOT_BEGIN:
        return beginning.cannot_begin
    return 6 if end is End.NO_KEEPER else 0


async def _serve(beginning: Bootstrap) -> End:
    session = select.session()

    def screen_came() -> None:
        tray.configured()
        presence.screen_came()

    def session_bus_came() -> None:
        tray.anew()
        screen.session_bus_came()

    screen = DialogScreen(beginning.screen, first=beginning.dialog, came=screen_came)
    record = LogWriter(select.journal().open_directory, log_directory())
    broker = Broker(Settings())
    configuration = Configuration(configuration_path())
    ending: asyncio.Future[End] = asyncio.get_running_loop().create_future()
    handover = beginning.listener.handover()
    record.start()
    version, given_up = __version__, GivenUp()
    if beginning.is_successor and beginning.keeper:
        version, given_up = _take_over(broker, beginning.keeper.sock, session.now())
        if given_up.reason:
            record.gave_up(given_up.questions, given_up.reason)
    keeper = KeeperLink(
        handover,
        lambda: _end(ending, End.NO_KEEPER if keeper.has_held else End.CANNOT_BEGIN),
        beginning.keeper,
    )
    runner = Runner(broker, session.now, screen, select.peer(), keeper, record)
    presence = Presence(
        lambda away: runner.post(e.PersonAway(away)),
        screen.session_came,
        session_bus_came,
    )
    tray = Tray(
        runner,
        lambda: facts.surroundings(),
        configuration.write,
        lambda: _end(ending, End.STOP),
        lambda: screen.name is not None,
    )
    facts = Facts(
        socket=handover["path"],
        screen=screen,
        keeper=keeper,
        log=record,
        configuration=configuration,
        presence=presence,
        tray=tray,
        started=session.now(),
        connections=lambda: len(connections),
        ends_with=select.supervisor().ends_with,
        make_way=lambda: _end(ending, End.STOP),
        given_up=given_up,
    )
    connections = Connections(
        Service(runner, facts), select.peer(), _room(Settings()), select.memory().give_back
    )
    reach("daemon.inherited")
    keeper.start(broker.everything, runner.kept)
    if version != __version__:
        keeper.replace()  # it started before an upgrade
    try:
        await serve(runner, facts, connections, beginning.listener, ending, beginning.is_ready)
        return await _hand_over(keeper, ending.result(), handover.get("notify", ""))
    finally:
        record.close(LAST_RECORDS_WITHIN)


async def _hand_over(keeper: KeeperLink, end: End, notify: str) -> End:
    """To a keeper that holds everything; where none is wanted, it goes."""
    supervisor = select.supervisor()
    if end is not End.RESTART:
        supervisor.tell(notify, {"STOPPING": 1})
        await keeper.leave()
        return end
    keeper.examine()  # nobody else would find out that it hangs, once we have gone
    if not await keeper.whole():
        return End.NO_KEEPER
    # Until the successor is there, so that nobody takes us for ended.
    supervisor.tell(notify, {"MAINPID": keeper.pid})
    return End.RESTART


def _take_over(broker: Broker, sock: socket.socket, now: float) -> tuple[str, GivenUp]:
    """What the keeper holds; its version. What can't be read is given up: its askers ask again."""
    try:
        records, version = inherit(sock)
    except (OSError, ParseError, ProtocolError, FrameTooLarge):
        log.exception("the keeper did not tell what it kept")
        return "", GivenUp(None, "the keeper did not tell what it kept")
    try:
        broker.restore(records, now)
    except (KeyError, TypeError, ValueError) as error:
        other = f": {error}" if isinstance(error, OtherVersion) else ""
        reason = f"what was kept is not readable{other}"
        log.exception("%s; questions given up: %d", reason, questions(records))
        return version, GivenUp(questions(records), reason)
    return version, GivenUp()


async def serve(
    runner: Runner,
    facts: Facts,
    connections: Connections,
    listener: Listener,
    ending: "asyncio.Future[End]",
    ready: Callable[[], None],
) -> None:
    """Serves until a signal asks for the end, or `ending` says so: then dialogs close, and
    callers hear why, or, where a successor goes on, find it at the same place.

    `ready` hears once that it listens."""
    loop = asyncio.get_running_loop()
    for number in select.session().STOPPING:
        loop.add_signal_handler(number, _end, ending, End.STOP)
    loop.add_signal_handler(select.session().RESTARTING, _end, ending, End.RESTART)
    runner.watch(facts.tray.changed)
    facts.screen.start(runner.post)
    facts.configuration.start(
        lambda settings: _configure(settings, runner, connections, facts.tray), facts.tray.changed
    )
    facts.tray.start()
    runner.post(e.Tick())
    # A duplicate: the listener itself stays open for the keeper, and for one that must be started.
    door = Door(listener.sock.dup(), connections, BACKLOG)
    door.open()
    log.info("listening")
    ready()
    facts.presence.start()  # what it takes is loaded now: no caller waits for it
    end = await asyncio.shield(ending)
    log.info("stopping: %s", end.name)
    door.close()
    facts.configuration.close()
    facts.presence.close()
    if end is not End.RESTART:
        listener.refuse()
    runner.stop(silently=end is End.RESTART)
    connections.close()
    await asyncio.gather(facts.screen.stop(), facts.tray.stop())


def _configure(settings: Settings, runner: Runner, connections: Connections, tray: Tray) -> None:
    """From now on."""
    connections.limit = _room(settings)
    runner.post(e.Configured(settings))
    tray.configured()


def _room(settings: Settings) -> int:
    """Connections at once."""
    return min(settings.connections, select.session().descriptors() // CONNECTIONS_SHARE)


def _end(ending: "asyncio.Future[End]", end: End) -> None:
    if not ending.done():
        ending.set_result(end)
