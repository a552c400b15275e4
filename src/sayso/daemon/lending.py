"""The socket that a peer sends along with a line: which line it belongs to, one at a time."""

from sayso.errors import InvalidRequest
from sayso.platforms.contract.channel import Lent


class Lending:
    """Finds the line that a socket came along with.

    The system hands a socket over with the bytes that it was sent along with, and they are the last
    ones of that read: so the socket belongs to the line that ends these bytes, or goes on after
    them.
    """

    def __init__(self) -> None:
        self._lent: Lent | None = None
        self._before = 0
        """How many lines come before the socket's own line."""

    def came(self, lent: Lent | None, data: bytes) -> None:
        """Takes over a socket that came along with these bytes (None: no socket did). To be called
        before `take` for their lines. Raises InvalidRequest if the line of an earlier socket has
        not been taken yet."""
        if lent is None:
            return
        if self._lent:
            lent.close()
            raise InvalidRequest("one line lends two sockets", remedy="send one along with a line")
        self._lent, self._before = lent, data.count(b"\n") - data.endswith(b"\n")

    def take(self) -> Lent | None:
        """The socket that came along with the next line; the caller closes it. None: no socket did.
        To be called once for each line, in order."""
        if self._lent is None:
            return None
        if self._before:
            self._before -= 1
            return None
        lent, self._lent = self._lent, None
        return lent

    def close(self) -> None:
        """No more lines come: closes a socket that was not taken."""
        if self._lent:
            self._lent.close()
            self._lent = None
