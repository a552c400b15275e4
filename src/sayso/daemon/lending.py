"""What a peer lends: one at a time, with the line that names it."""

from sayso.errors import InvalidRequest
from sayso.platforms.contract.channel import Lent


class Lending:
    """Which line it came with.

    The system hands it over with the bytes that it was sent along with, and these are the last that
    were read with it: so it belongs to the line that ends them, or goes on after them.
    """

    def __init__(self) -> None:
        self._lent: Lent | None = None
        self._before = 0
        """Lines that come before its own."""

    def came(self, lent: Lent | None, data: bytes) -> None:
        """Along with these bytes; before a line of theirs is taken. Raises InvalidRequest where the
        one before is not over yet."""
        if lent is None:
            return
        if self._lent:
            lent.close()
            raise InvalidRequest("one line lends two sockets", remedy="send one along with a line")
        self._lent, self._before = lent, data.count(b"\n") - data.endswith(b"\n")

    def take(self) -> Lent | None:
        """With the next line, for the caller to close; called once for each line, in their order.
        None: nothing was lent with it."""
        if self._lent is None:
            return None
        if self._before:
            self._before -= 1
            return None
        lent, self._lent = self._lent, None
        return lent

    def close(self) -> None:
        """No line comes any more."""
        if self._lent:
            self._lent.close()
            self._lent = None
