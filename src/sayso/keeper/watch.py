"""What the daemon says to its keeper, and whether it still takes who connects.

The keeper sees the listening socket as well. A connection that waits there for a second is the only
reason to ask the daemon whether it is there: while nobody calls, nothing is asked and nothing runs.
"""

import socket
import time
from collections.abc import Callable, Sequence
from select import select

from sayso.core.hanging import LOOK_EVERY, Doubt
from sayso.errors import NotAcknowledged
from sayso.platforms import select as platform
from sayso.wire import keeper as wire

SEND_WITHIN = 20.0
"""Seconds for the daemon to read what it is told."""

_ROOM = 1 << 16


def readable(descriptors: Sequence[int], patience: float | None) -> list[int]:
    """Which of them are, after at most so many seconds; None: however long it takes."""
    return select(descriptors, [], [], patience)[0]


class Watch:
    """The socket to one daemon."""

    def __init__(
        self,
        sock: socket.socket,
        listening: int,
        pid: int,
        wait: Callable[[Sequence[int], float | None], list[int]] = readable,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`listening`: the descriptor of the listening socket. `pid`: the daemon's. `wait` is as
        `readable`. `now`: seconds of a clock that stands still as the machine does."""
        sock.settimeout(SEND_WITHIN)
        self._sock = sock
        self._listening = listening
        self._pid = pid
        self._wait = wait
        self._now = now

    def hear(self, *, may_ask: bool) -> bytes:
        """Some bytes; none: the other end has closed. Gives memory back once, where they are
        awaited for long. With `may_ask`, the daemon knows the question whether it is there.

        Raises OSError, and NotAcknowledged where the daemon hangs.
        """
        gave_back = somebody_waits = False
        doubt: Doubt | None = None
        while True:
            # A connection that waits is readable on and on: it is looked at once in a while.
            callers = [self._listening] if may_ask and not somebody_waits else []
            patience = LOOK_EVERY if somebody_waits or not gave_back else None
            ready = self._wait([self._sock.fileno(), *callers], patience)
            if self._sock.fileno() in ready:
                return self._sock.recv(_ROOM)
            if ready:
                somebody_waits = True
                continue
            if not gave_back:
                platform.memory().give_back()
                gave_back = True
            somebody_waits = somebody_waits and bool(readable([self._listening], 0))
            doubt = self._doubt(doubt) if somebody_waits else None

    def _doubt(self, doubt: Doubt | None) -> Doubt:
        worked = platform.processes().worked(self._pid)
        if doubt is None:
            self._sock.sendall(wire.write(wire.AreYouThere()))
            return Doubt(self._now(), worked)
        if doubt.look(self._now(), worked):
            raise NotAcknowledged("the daemon takes no callers, and does not say that it is there")
        return doubt
