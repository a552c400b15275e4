"""Finds out which processes have exited: the kernel knows for this machine, a client for its
place."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sayso.core.lineage import Process
from sayso.daemon.connection import Connection
from sayso.wire import elsewhere, rpc
from sayso.wire.elsewhere import MOST_CHECKED, Exited

ANSWER_SECONDS = 5.0
"""Seconds for a client to answer; without an answer, its processes count as alive."""

MOST_OF_PLACE = 16
"""How many checks of one place may wait at a time. Each check holds its request in memory, up to a
whole frame, and a place that never answers could pile up as many as it can send meanwhile."""

Then = Callable[[frozenset[Process]], None]


@dataclass
class _Check:
    connection: Connection
    among: Sequence[Process]
    then: Then
    timer: asyncio.TimerHandle


class Exits:
    def __init__(self, known: Callable[[frozenset[Process]], frozenset[Process]]) -> None:
        """`known`: returns those of the given processes of this machine that have exited."""
        self._known = known
        self._checks: dict[int, _Check] = {}
        self._last = 0

    def find(self, connection: Connection, among: frozenset[Process], then: Then) -> None:
        """Calls `then` with those of these processes that have exited: at once, or when the client
        at the other end of the connection has answered, or its time is over."""
        system = connection.lineage.requester.system
        theirs = sorted(each for each in among if each.system)
        ours = self._known(among.difference(theirs))
        asked = [each for each in theirs if each.system == system][:MOST_CHECKED]
        place = connection.lineage.place
        waiting = sum(each.connection.lineage.place == place for each in self._checks.values())
        if not asked or waiting >= MOST_OF_PLACE:
            then(ours)
            return
        self._last += 1
        number = self._last
        loop = asyncio.get_running_loop()
        timer = loop.call_later(ANSWER_SECONDS, self._told, number, frozenset[Process]())
        self._checks[number] = _Check(connection, asked, lambda gone: then(ours | gone), timer)
        connection.notify(rpc.CHECK_EXITED, elsewhere.to_check(number, asked))

    def answered(self, connection: Connection, told: Exited) -> None:
        """A client has answered. An answer to a check that this client was not asked is ignored."""
        check = self._checks.get(told.check)
        if check and check.connection is connection:
            gone = (check.among[each] for each in told.processes if each < len(check.among))
            self._told(told.check, frozenset(gone))

    def forget(self, connection: Connection) -> None:
        """The connection has ended: drops its checks, without calling their `then`."""
        for number, check in list(self._checks.items()):
            if check.connection is connection:
                check.timer.cancel()
                del self._checks[number]

    def _told(self, number: int, gone: frozenset[Process]) -> None:
        check = self._checks.pop(number)
        check.timer.cancel()
        check.then(gone)
