"""Receives what the daemon says to its keeper, and checks that the daemon still accepts callers.

The keeper holds the listening socket as well. A caller who waits there for a second is the only
reason to ask the daemon whether it is there: while nobody calls, nothing is asked and nothing runs.
"""

import time
from collections.abc import Callable

from sayso.core.hanging import LOOK_EVERY, Doubt
from sayso.errors import NotAcknowledged
from sayso.platforms import select as platform
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.endpoint import Callers
from sayso.wire import keeper as wire

SEND_WITHIN = 20.0
"""Seconds for the daemon to read what the keeper sends."""


class Watch:
    """The channel to one daemon, and the check whether that daemon hangs."""

    def __init__(
        self,
        channel: Channel,
        callers: Callers,
        pid: int,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`callers`: those who wait to be accepted by this daemon. `pid`: the daemon's. `now`: a
        clock, in seconds, that stands still while the machine is suspended."""
        channel.wait_at_most(SEND_WITHIN)
        self._channel = channel
        self._callers = callers
        self._pid = pid
        self._now = now

    def hear(self, *, may_ask: bool) -> bytes:
        """Waits for bytes from the daemon, and returns them; empty: the other end has closed. In a
        long wait, free memory is given back to the system, once. `may_ask`: the daemon understands
        the question whether it is there.

        Raises OSError, and NotAcknowledged if the daemon hangs.
        """
        gave_back = somebody_waits = False
        doubt: Doubt | None = None
        while True:
            # While a caller waits, the socket stays ready: so it is not waited for, but looked at
            # every LOOK_EVERY seconds.
            patience = LOOK_EVERY if somebody_waits or not gave_back else None
            result = self._callers.wait(
                self._channel, for_callers=may_ask and not somebody_waits, patience=patience
            )
            if result.is_channel_ready:
                return self._channel.receive()
            if result.is_caller_waiting:
                somebody_waits = True
                continue
            if not gave_back:
                platform.memory().give_back()
                gave_back = True
            somebody_waits = somebody_waits and self._callers.are_there()
            doubt = self._doubt(doubt) if somebody_waits else None

    def _doubt(self, doubt: Doubt | None) -> Doubt:
        worked = platform.processes().processor_seconds(self._pid)
        if doubt is None:
            self._channel.send(wire.write(wire.AreYouThere()))
            return Doubt(self._now(), worked)
        if doubt.look(self._now(), worked):
            raise NotAcknowledged("the daemon takes no callers, and does not say that it is there")
        return doubt
