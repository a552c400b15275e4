"""The daemon, once it is loaded: broker, screen, keeper, callers; to its clean end."""

import asyncio
import gc
import logging
from collections.abc import Callable
from functools import partial

from sayso import __version__
from sayso.configuration.place import path as configuration_path
from sayso.configuration.place import remote_places
from sayso.core import events as e
from sayso.core.broker import Broker
from sayso.core.records import OtherVersion, questions
from sayso.core.settings import Settings
from sayso.daemon.bootstrap import BACKLOG, Bootstrap
from sayso.daemon.configuration import Configuration
from sayso.daemon.connection import Connection
from sayso.daemon.connections import Connections
from sayso.daemon.ending import End, Ending
from sayso.daemon.keeper import KeeperLink, inherit
from sayso.daemon.log import WRITTEN_AFTER, LogWriter
from sayso.daemon.places import log_directory
from sayso.daemon.presence import Presence
from sayso.daemon.remote_places import RemotePlaces
from sayso.daemon.runner import Runner
from sayso.daemon.screen import DialogScreen
from sayso.daemon.service import Service
from sayso.daemon.telling import Facts, GivenUp
from sayso.daemon.tray import Tray
from sayso.errors import FrameTooLarge, ParseError, ProtocolError
from sayso.failpoints import reach
from sayso.platforms import select
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.endpoint import Listener

log = logging.getLogger(__name__)

CONNECTIONS_SHARE = 4
"""One in so many open channels and files may be a connection's; others are for dialogs, keeper,
owners."""

_BEFORE_COLLECTING = 2_000
"""Objects made before the youngest are looked through for garbage: this process stays, other than
a command."""

LAST_RECORDS_WITHIN = 2.0
"""Seconds for the disk to take what is left of the log when the daemon ends."""


def run(beginning: Bootstrap) -> int:
    """Until it is asked to stop, or a successor to go on; the exit code."""
    gc.freeze()  # what is loaded stays: nobody is served in the 20 ms of looking for garbage in it
    gc.set_threshold(_BEFORE_COLLECTING)
    end = asyncio.run(_serve(beginning))
    if end is not End.RESTART:
        beginning.listener.close()
    if end is End.CANNOT_BEGIN:
        return beginning.cannot_begin
    return 6 if end is End.NO_KEEPER else 0


async def _serve(beginning: Bootstrap) -> End:
    session, peer, ending = select.session(), select.peer(), Ending()
    screen = DialogScreen(beginning.screen, first=beginning.dialog)
    later = partial(asyncio.get_running_loop().call_later, WRITTEN_AFTER)
    record = LogWriter(select.journal().open_directory, log_directory(), later=later)
    broker = Broker(Settings())
    configuration = Configuration(configuration_path())
    handover = beginning.listener.handover()
    record.start()
    version, given_up = __version__, GivenUp()
    if beginning.is_successor and beginning.keeper:
        version, given_up = _take_over(broker, beginning.keeper.channel, session.now())
        if given_up.reason:
            record.gave_up(given_up.questions, given_up.reason)
    keeper = KeeperLink(handover, ending.without_keeper, beginning.keeper)
    runner = Runner(broker, session.now, screen, peer, keeper, record)
    places = RemotePlaces(remote_places(), handover["path"])
    tray = Tray(
        runner, configuration.write, places.close, ending.stop, lambda: screen.name is not None
    )
    connections = Connections(peer, _room(Settings()), select.memory().give_back)
    facts = Facts(
        socket=handover["path"],
        screen=screen,
        keeper=keeper,
        log=record,
        configuration=configuration,
        presence=Presence(),
        tray=tray,
        started=session.now(),
        connections=connections,
        places=places,
        ends_with=select.supervisor().ends_with,
        make_way=ending.stop,
        given_up=given_up,
    )
    reach("daemon.inherited")
    keeper.start(broker.everything, runner.kept)
    if version != __version__:
        keeper.replace()  # it started before an upgrade
    try:
        end = await serve(
            runner, facts, connections, beginning.listener, ending, beginning.notify_ready
        )
        return await _hand_over(keeper, end, handover.get("notify", ""))
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


def _take_over(broker: Broker, channel: Channel, now: float) -> tuple[str, GivenUp]:
    """What the keeper holds; its version. What can't be read is given up: its askers ask again."""
    try:
        records, version = inherit(channel)
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
    ending: Ending,
    ready: Callable[[], None],
) -> End:
    """Serves until the system asks for the end, or `ending` says so: then dialogs close, and
    callers hear why, or, where a successor goes on, find it at the same place.

    `ready` hears once that it listens."""
    select.processes().on_end(ending.stop, ending.restart)
    _join(runner, facts, connections)
    runner.post(e.Tick())
    # The listener itself stays open for the keeper, and for one that must be started.
    connected = partial(Connection, connections, Service(runner, facts))
    acceptor = listener.serve(connected, BACKLOG)
    facts.places.start(connected, runner.post, connections.close_place)
    for place in facts.places.forgotten(each.place for each in runner.broker.prompts):
        runner.post(e.PlaceClosed(place))
    log.info("listening")
    ready()
    _watch(runner, facts)  # what it takes is loaded now: no caller waits for it
    end = await ending.wait()
    log.info("stopping: %s", end.name)
    acceptor.close()
    facts.places.stop()
    facts.configuration.close()
    facts.presence.close()
    if end is not End.RESTART:
        listener.refuse()
    runner.stop(silently=end is End.RESTART)
    connections.close()
    await asyncio.gather(facts.screen.stop(), facts.tray.stop())
    return end


def _join(runner: Runner, facts: Facts, connections: Connections) -> None:
    """Who hears of what, among screen, configuration and tray."""
    screen, tray, presence = facts.screen, facts.tray, facts.presence

    def screen_came() -> None:
        tray.configured()
        presence.screen_came()

    def configured(settings: Settings) -> None:
        connections.limit = _room(settings)
        runner.post(e.Configured(settings))
        tray.configured()

    runner.watch(tray.changed)
    screen.start(runner.post, screen_came)
    facts.configuration.start(configured, tray.changed)
    tray.start(facts.surroundings)


def _watch(runner: Runner, facts: Facts) -> None:
    """Who hears of the person, and of their session."""
    screen, tray = facts.screen, facts.tray

    def session_bus_came() -> None:
        tray.anew()
        screen.session_bus_came()

    def away(reason: str | None) -> None:
        runner.post(e.PersonAway(reason))

    facts.presence.start(away, screen.session_came, session_bus_came)


def _room(settings: Settings) -> int:
    """Connections at once."""
    return min(settings.connections, select.processes().most_open() // CONNECTIONS_SHARE)
