"""What each connection waits for: replies, and offers that go with it."""

from sayso.daemon.connection import Connection
from sayso.wire.rpc import RequestId


class InFlight:
    """Calls by their numbers, for each connection until it ends."""

    def __init__(self) -> None:
        self._asked: dict[Connection, dict[RequestId, int]] = {}
        self._offered: dict[Connection, set[int]] = {}
        """Bound ones that had their reply, and may claim what it offers."""

    def begin(self, connection: Connection, identity: RequestId, call: int) -> None:
        self._asked.setdefault(connection, {})[identity] = call

    def replied(self, connection: Connection, identity: RequestId) -> None:
        self._asked.get(connection, {}).pop(identity, None)

    def offered(self, connection: Connection, call: int) -> None:
        """That call is bound: what it was offered goes with its connection."""
        self._offered.setdefault(connection, set()).add(call)

    def over(self, connection: Connection, call: int) -> None:
        """What it was offered is claimed, or gone."""
        self._offered.get(connection, set()).discard(call)

    def has(self, connection: Connection, identity: RequestId) -> bool:
        return identity in self._asked.get(connection, {})

    def waits(self, connection: Connection, call: int) -> bool:
        """For a reply to that call."""
        return call in self._asked.get(connection, {}).values()

    def calls(self, connection: Connection) -> list[int]:
        """Those that wait for a reply."""
        return list(self._asked.get(connection, {}).values())

    def any(self, connection: Connection) -> bool:
        return bool(self._asked.get(connection) or self._offered.get(connection))

    def nothing(self) -> bool:
        """On no connection."""
        return not any(self.any(each) for each in {*self._asked, *self._offered})

    def leave(self, connection: Connection) -> list[int]:
        """The connection has ended: the calls that were its own until now."""
        asked = self._asked.pop(connection, {}).values()
        return [*asked, *self._offered.pop(connection, set())]
