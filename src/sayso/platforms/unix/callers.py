"""The callers that wait at the daemon's listening socket, as its keeper sees them by select(2)."""

import sys

assert sys.platform != "win32"

from select import select

from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.endpoint import WaitResult
from sayso.platforms.unix.channel import descriptor


class Callers:
    def __init__(self, listening: int) -> None:
        """`listening`: descriptor of the listening socket. It is not closed here."""
        self._listening = listening

    def wait(self, channel: Channel, *, for_callers: bool, patience: float | None) -> WaitResult:
        said = descriptor(channel)
        watched = [said, self._listening] if for_callers else [said]
        ready = select(watched, [], [], patience)[0]
        return WaitResult(said in ready, self._listening in ready)

    def are_there(self) -> bool:
        return bool(select([self._listening], [], [], 0)[0])
