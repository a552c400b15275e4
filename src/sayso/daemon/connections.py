"""All connections: who is let in, and how much room each account and all other machines have."""

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
"""One account has at most one of so many parts of all connections."""

IDLE_SECONDS = 1.0
"""Without a connection before it is called idle."""


class Admitted(Protocol):
    """A connection."""

    @property
    def lineage(self) -> Lineage: ...
    @property
    def active_at(self) -> float:
        """When it came, or a line last came or went, on the loop's clock."""

    @property
    def is_silent(self) -> bool:
        """It neither says anything nor waits for anything."""

    def close(self) -> None:
        """After what was sent has gone out."""

    def hear_no_more(self) -> None:
        """What is waited for is still replied, then it closes."""

    def abort(self) -> None:
        """At once."""


class Connections:
    """All of them: makes one per peer, up to the limit, and closes them at the end."""

    def __init__(self, peer: Peer, limit: int, idle: Callable[[], None]) -> None:
        """`idle` is called when nobody has been connected for a moment."""
        self.turns = FairQueue()
        self._idle = idle
        self._idle_timer: asyncio.TimerHandle | None = None
        self._peer = peer
        self.limit = limit
        """Those that are open beyond it stay."""
        self._numbers = itertools.count(1)
        self._own = secrets.token_hex(8)
        """Tells connections of this daemon from those that one before it had."""
        self._open: set[Admitted] = set()
        self._of: defaultdict[Account, set[Admitted]] = defaultdict(set)
        """Those that are open, by account."""
        self._full = False
        """It was said in our log; once is enough, whatever a flood does."""

    def __len__(self) -> int:
        return len(self._open)

    def admit(
        self, connection: Admitted, channel: Channel, place: str, user: int | None
    ) -> Lineage:
        """Who is there, or which place. Where there is no room, one that only sits there makes
        some. Raises UntrustedPeer, Unsupported, TooManyConnections."""
        self._peer.check_user(channel, user)
        if len(self._open) >= self.limit and not self._make_room(self._open):
            raise self._no_room(f"{self.limit} connections are open already")
        number = next(self._numbers)
        try:
            lineage = self._peer.lineage(channel, number, user)
        except OSError as error:
            raise self._no_room(f"the system has no room: {error.strerror}") from error
        if place:
            lineage = unintroduced(place, f"{self._own}/{number}", lineage)
            self._check_room_for_places()
        share, its = max(1, self.limit // SHARE), self._of[lineage.account]
        if len(its) >= share and not self._make_room(its):
            raise TooManyConnections(f"{share} connections of yours are open already")
        self._full = False
        self._open.add(connection)
        self._of[lineage.account].add(connection)
        if self._idle_timer:
            self._idle_timer.cancel()
        return lineage

    def _check_room_for_places(self) -> None:
        """Raises TooManyConnections."""
        share = max(1, self.limit // PLACES_SHARE)
        theirs = [each for each in self._open if each.lineage.place]
        if len(theirs) >= share and not self._make_room(theirs):
            raise TooManyConnections(f"{share} connections of other machines are open already")

    def of_place(self, place: str) -> list[Admitted]:
        """Those that come from it."""
        return [each for each in self._open if each.lineage.place == place]

    def close_place(self, place: str) -> None:
        """Nothing comes from it any more; what waits there hears why."""
        for connection in self.of_place(place):
            connection.hear_no_more()

    def _make_room(self, among: Iterable[Admitted]) -> bool:
        """Ends the one of these that has been silent for longest, if there is one."""
        since = sorted(among, key=lambda each: each.active_at)
        longest = next((each for each in since if each.is_silent), None)
        if longest:
            self._remove(longest)
            longest.abort()
        return longest is not None

    def _remove(self, connection: Admitted) -> None:
        """Which may have gone before, or never have been let in."""
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
        """Raises UntrustedPeer: another process than this one is at the other end by now."""
        self._peer.check_requester(channel, requester)

    def watch_hang_up(self, channel: Channel, gone: Callable[[], None]) -> CallOff:
        """`gone` hears when the peer has gone for good. Raises OSError."""
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
