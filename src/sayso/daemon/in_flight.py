"""What each connection waits for: replies, and bound offers, which end with the connection."""

from sayso.daemon.connection import Connection
from sayso.wire.rpc import RequestId


class InFlight:
    """The calls of each connection, by number, until the connection ends."""

    def __init__(self) -> None:
        self._asked: dict[Connection, dict[RequestId, int]] = {}
        self._offered: dict[Connection, set[int]] = {}
        """Bound calls that got an offer as their reply, and have not claimed it yet."""

    def begin(self, connection: Connection, identity: RequestId, call: int) -> None:
        self._asked.setdefault(connection, {})[identity] = call

    def replied(self, connection: Connection, identity: RequestId) -> None:
        self._asked.get(connection, {}).pop(identity, None)

    def offered(self, connection: Connection, call: int) -> None:
        """This bound call got an offer, which is lost when the connection ends."""
        self._offered.setdefault(connection, set()).add(call)

    def over(self, connection: Connection, call: int) -> None:
        """What this call was offered has been claimed, or is gone."""
        self._offered.get(connection, set()).discard(call)

    def has(self, connection: Connection, identity: RequestId) -> bool:
        return identity in self._asked.get(connection, {})

    def waits(self, connection: Connection, call: int) -> bool:
        """Whether the connection still waits for a reply to this call."""
        return call in self._asked.get(connection, {}).values()

    def calls(self, connection: Connection) -> list[int]:
        """The calls of this connection that wait for a reply."""
        return list(self._asked.get(connection, {}).values())

    def any(self, connection: Connection) -> bool:
        return bool(self._asked.get(connection) or self._offered.get(connection))

    def nothing(self) -> bool:
        """Whether no connection waits for anything."""
        return not any(self.any(each) for each in {*self._asked, *self._offered})

    def leave(self, connection: Connection) -> list[int]:
        """The connection has ended: returns the calls for which it still waited."""
        asked = self._asked.pop(connection, {}).values()
        return [*asked, *self._offered.pop(connection, set())]
