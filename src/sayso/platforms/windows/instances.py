"""The instances of a pipe that wait for callers, in the order in which callers get them."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.platforms.windows.native import handles, pipes
from sayso.platforms.windows.native.handles import Event
from sayso.platforms.windows.native.pipes import Operation

MOST = 8
"""Most instances that wait at a time: so many callers may connect before one is taken. Others wait
for their turn."""


class Instance:
    """An instance of the pipe. Somebody is connected once the operation `connected` is over."""

    def __init__(self, path: str) -> None:
        """Raises OSError."""
        self.pipe = pipes.create(path, first=False)
        self.connected = Operation(self.pipe)
        self.connected.connect()

    def close(self) -> None:
        try:
            self.connected.give_up()
        finally:
            handles.close(self.pipe)


class Instances:
    def __init__(self, path: str, backlog: int, called: Event, served: Callable[[], Event]) -> None:
        """`called`: an event that is signalled while somebody waits to be taken. `served`: makes an
        event that exists as long as somebody serves. Both are ours from now on. Raises OSError."""
        self._path = path
        self._called = called
        self._called.reset()
        self.waiting = [Instance(path) for _ in range(min(backlog, MOST))]
        self._served = served()  # last: whoever finds this event finds an instance, too

    def take(self, instance: Instance) -> int:
        """The pipe to the caller who is connected to this instance. Another instance waits in its
        place. Raises OSError: that one can't be made, or the caller has gone."""
        self.waiting.append(Instance(self._path))
        self.waiting.remove(instance)
        self._tell()
        try:
            instance.connected.give_up()
        except OSError:
            handles.close(instance.pipe)
            raise
        return instance.pipe

    def _tell(self) -> None:
        """Tells the keeper, by the event, whether somebody still waits."""
        self._called.reset()
        if any(each.connected.is_over() for each in self.waiting):
            self._called.set()

    def close(self) -> None:
        while self.waiting:
            self.waiting.pop().close()
        self._called.close()
        self._served.close()
