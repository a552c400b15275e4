"""Why a daemon ends: the first request to end it decides."""

import asyncio
from enum import Enum, auto


class End(Enum):
    """Why a daemon ends."""

    STOP = auto()
    """The daemon stops for good: callers are told so, and nothing is kept."""
    RESTART = auto()
    """The keeper starts a successor, which takes everything over."""
    NO_KEEPER = auto()
    """The keeper is gone and no other can be started: nothing is safe any more."""
    CANNOT_BEGIN = auto()
    """No keeper has ever held anything: starting the daemon again at once would not help."""


class Ending:
    """The first request to end the daemon on this event loop; later ones change nothing."""

    def __init__(self) -> None:
        self._end: asyncio.Future[End] = asyncio.get_running_loop().create_future()

    def stop(self) -> None:
        self._decide(End.STOP)

    def restart(self) -> None:
        self._decide(End.RESTART)

    def without_keeper(self, has_held: bool) -> None:
        """No keeper can be started. `has_held`: a keeper has held something before."""
        self._decide(End.NO_KEEPER if has_held else End.CANNOT_BEGIN)

    async def wait(self) -> End:
        return await asyncio.shield(self._end)

    def _decide(self, end: End) -> None:
        if not self._end.done():
            self._end.set_result(end)
