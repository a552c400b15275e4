"""Runs the daemon once its code is loaded: broker, screen, keeper and callers, to a clean end."""

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
"""Connections may use one in this number of the files and channels that this process may have open;
the others are for dialogs, the keeper and the watch on owners."""

_BEFORE_COLLECTING = 2_000
"""Number of new objects after which the youngest are checked for garbage (`gc.set_threshold`). A
daemon runs long, other than a command."""

LAST_RECORDS_WITHIN = 2.0
"""Seconds to write the rest of the log to the disk when the daemon ends."""


def run(beginning: Bootstrap) -> int:
    """Runs the daemon until it is asked to stop or to make room for a successor; returns the exit
    code."""
    gc.freeze()  # loaded code is no garbage: to check it takes 20 ms in which nobody is served
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
    places = RemotePlaces(remote_places(configuration.path), handover["path"])
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
    if not version:
        keeper.replace()  # it did not tell what it kept
    elif version != __version__:
        keeper.renew()  # the keeper was started before an upgrade
    try:
        end = await serve(
            runner, facts, connections, beginning.listener, ending, beginning.notify_ready
        )
    finally:  # before the keeper is examined: this may wait for the disk, and hears nothing then
        record.close(LAST_RECORDS_WITHIN)
    return await _hand_over(keeper, end, handover.get("notify", ""))


async def _hand_over(keeper: KeeperLink, end: End, notify: str) -> End:
    """Hands over to a keeper that holds everything; if no successor is wanted, ends the keeper.
    Returns NO_KEEPER if a successor is wanted and there is no keeper."""
    supervisor = select.supervisor()
    if end is not End.RESTART:
        supervisor.tell(notify, {"STOPPING": 1})
        await keeper.leave()
        return end
    keeper.examine()  # once we have gone, nobody would find out that it hangs
    if not await keeper.whole():
        return End.NO_KEEPER
    # the keeper stands in until the successor is there: else the manager takes us for ended
    supervisor.tell(notify, {"MAINPID": keeper.pid})
    return End.RESTART


def _take_over(broker: Broker, channel: Channel, now: float) -> tuple[str, GivenUp]:
    """Restores into the broker what the keeper holds. Returns the keeper's version, empty if it did
    not tell, and what could not be restored: that is given up, and its askers ask again."""
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
    """Serves until the system asks for the end, or `ending` does; then dialogs close. Callers are
    told that the daemon stops, or, if a successor goes on, find it at the same socket.

    `ready` is called once the daemon listens."""
    select.processes().on_end(ending.stop, ending.restart)
    _join(runner, facts, connections)
    runner.post(e.Tick())
    # The listener stays open until the end: a keeper that is started later inherits it.
    connected = partial(Connection, connections, Service(runner, facts))
    acceptor = listener.serve(connected, BACKLOG)
    facts.places.start(connected, runner.post, connections.close_place)
    for place in facts.places.forgotten(each.place for each in runner.broker.prompts):
        runner.post(e.PlaceClosed(place))
    log.info("listening")
    ready()
    _watch(runner, facts)  # after `ready`: no caller has to wait while this loads its modules
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
    """Starts screen, configuration and tray, and connects the callbacks between them."""
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
    """Starts to watch the person's presence and their session, and connects the callbacks."""
    screen, tray = facts.screen, facts.tray

    def session_bus_came() -> None:
        tray.anew()
        screen.session_bus_came()

    def away(reason: str | None) -> None:
        runner.post(e.PersonAway(reason))

    facts.presence.start(away, screen.session_came, session_bus_came)


def _room(settings: Settings) -> int:
    """How many connections may be open at once."""
    return min(settings.connections, select.processes().most_open() // CONNECTIONS_SHARE)
