"""The instances of a pipe that wait for callers, in the order in which they get them."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.platforms.windows.native import handles, pipes
from sayso.platforms.windows.native.handles import Event
from sayso.platforms.windows.native.pipes import Operation

MOST = 8
"""That wait at a time: as many may connect before one is taken. Others wait for their turn."""


class Instance:
    """One of them; somebody is connected once `connected` is over."""

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
        """`called`: is signalled while somebody waits to be taken. `served`: makes what is there as
        long as somebody serves. Both are ours from now on. Raises OSError."""
        self._path = path
        self._called = called
        self._called.reset()
        self.waiting = [Instance(path) for _ in range(min(backlog, MOST))]
        self._served = served()  # last: who finds it finds an instance as well

    def take(self, instance: Instance) -> int:
        """The pipe to somebody who is connected. Another instance waits in its place. Raises
        OSError: it can't be made, or they have gone."""
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
        """Whoever watches over us: does somebody still wait?"""
        self._called.reset()
        if any(each.connected.is_over() for each in self.waiting):
            self._called.set()

    def close(self) -> None:
        while self.waiting:
            self.waiting.pop().close()
        self._called.close()
        self._served.close()
