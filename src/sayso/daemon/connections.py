"""All connections: who is let in, and how many each account and all other machines may have."""

import asyncio
import itertools
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Protocol

from sayso.core.lineage import Account, Lineage, Process
from sayso.core.settings import PLACES_SHARE
from sayso.daemon.fair_queue import FairQueue
from sayso.errors import TooManyConnections
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.peer import Peer
from sayso.platforms.contract.watching import CallOff
from sayso.wire.elsewhere import unintroduced

log = logging.getLogger(__name__)

SHARE = 4
"""One account may have at most this part of all connections: one in SHARE."""

IDLE_SECONDS = 1.0
"""Seconds without any connection before `idle` is called."""


class Admitted(Protocol):
    """A connection, as far as `Connections` needs to know it."""

    @property
    def lineage(self) -> Lineage: ...
    @property
    def active_at(self) -> float:
        """When the peer connected, or a line last came or went, on the loop's clock."""

    @property
    def is_silent(self) -> bool:
        """Whether the peer neither sends anything nor waits for anything."""

    def close(self) -> None:
        """Closes once all that was sent has gone out."""

    def hear_no_more(self) -> None:
        """Reads no more requests; closes once the replies that the peer waits for are sent."""

    def abort(self) -> None:
        """Closes at once."""


class Connections:
    """All open connections: admits them up to a limit, and closes them at the end."""

    def __init__(self, peer: Peer, limit: int, idle: Callable[[], None]) -> None:
        """`limit`: how many connections may be open. `idle`: called when nobody has been connected
        for IDLE_SECONDS."""
        self.turns = FairQueue()
        self._idle = idle
        self._idle_timer: asyncio.TimerHandle | None = None
        self._peer = peer
        self.limit = limit
        """How many connections may be open; if it is lowered, those that are open stay."""
        self._numbers = itertools.count(1 + secrets.randbits(52))
        """The next numbers. They tell peers in other pid namespaces apart, who have no pid here: so
        none may be the number of an earlier daemon's connection, whose question is still kept."""
        self._daemon_token = secrets.token_hex(8)
        """Tells connections of this daemon from those of an earlier daemon."""
        self._open: set[Admitted] = set()
        self._of: defaultdict[Account, set[Admitted]] = defaultdict(set)
        """The open connections, by account."""
        self._full = False
        """The log says already that connections are refused; a flood must not repeat it."""

    def __len__(self) -> int:
        return len(self._open)

    def admit(
        self, connection: Admitted, channel: Channel, place: str, user: int | None
    ) -> Lineage:
        """Lets a connection in; returns who is at its other end. If there is no room, the one that
        has been silent for longest is closed. `place`: the place whose socket was used; empty: this
        machine's. `user`: who may use the socket; None: our own user. Raises UntrustedPeer,
        Unsupported, TooManyConnections."""
        self._peer.check_user(channel, user)
        number = next(self._numbers)
        try:
            lineage = self._peer.lineage(channel, number, user).bounded()
        except OSError as error:
            raise self._no_room(f"the system has no room: {error.strerror}") from error
        if place:
            lineage = unintroduced(place, f"{self._daemon_token}/{number}", lineage)
        share, its = max(1, self.limit // SHARE), self._of[lineage.account]
        if len(its) >= share and not self._make_room(its):
            raise TooManyConnections(f"{share} connections of yours are open already")
        # only now: who has no room of their own closes nobody else's connection
        if place:
            self._check_room_for_places()
        if len(self._open) >= self.limit and not self._make_room(self._open):
            raise self._no_room(f"{self.limit} connections are open already")
        self._full = False
        self._open.add(connection)
        self._of[lineage.account].add(connection)
        if self._idle_timer:
            self._idle_timer.cancel()
        return lineage

    def _check_room_for_places(self) -> None:
        """Makes room for one more connection of a place. Raises TooManyConnections."""
        share = max(1, self.limit // PLACES_SHARE)
        theirs = [each for each in self._open if each.lineage.place]
        if len(theirs) >= share and not self._make_room(theirs):
            raise TooManyConnections(f"{share} connections of other machines are open already")

    def of_place(self, place: str) -> list[Admitted]:
        """The open connections that come from this place."""
        return [each for each in self._open if each.lineage.place == place]

    def close_place(self, place: str) -> None:
        """Reads nothing more from this place; calls that wait there still get their replies."""
        for connection in self.of_place(place):
            connection.hear_no_more()

    def _make_room(self, among: Iterable[Admitted]) -> bool:
        """Closes the one of these that has been silent for longest. False: none is silent."""
        since = sorted(among, key=lambda each: each.active_at)
        longest = next((each for each in since if each.is_silent), None)
        if longest:
            self._remove(longest)
            longest.abort()
        return longest is not None

    def _remove(self, connection: Admitted) -> None:
        """Forgets the connection, if it was let in and is not forgotten yet."""
        if connection in self._open:
            self._open.remove(connection)
            its = self._of[connection.lineage.account]
            its.remove(connection)
            if not its:
                del self._of[connection.lineage.account]

    def _no_room(self, why: str) -> TooManyConnections:
        if not self._full:
            log.warning("connections are refused: %s", why)
        self._full = True
        return TooManyConnections(why)

    def check_requester(self, channel: Channel, requester: Process) -> None:
        """Raises UntrustedPeer if another process than `requester` is at the other end by now."""
        self._peer.check_requester(channel, requester)

    def watch_hang_up(self, channel: Channel, gone: Callable[[], None]) -> CallOff:
        """Calls `gone` when the peer has closed both directions. Raises OSError."""
        return self._peer.watch_hang_up(channel, gone)

    def forget(self, connection: Admitted) -> None:
        self._remove(connection)
        if self._idle_timer:
            self._idle_timer.cancel()
        if not self._open:
            loop = asyncio.get_running_loop()
            self._idle_timer = loop.call_later(IDLE_SECONDS, self._idle)

    def close(self) -> None:
        for connection in list(self._open):
            connection.close()
