"""The acceptor: takes callers one by one, and pauses if the system can make no more pipes."""

import sys

assert sys.platform == "win32"

import asyncio
import logging
from collections.abc import Callable

from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.watching import CallOff
from sayso.platforms.windows import readiness
from sayso.platforms.windows.channel import PipeChannel
from sayso.platforms.windows.instances import Instance, Instances

log = logging.getLogger(__name__)

REST_SECONDS = 1.0
"""Seconds before another try if no pipe can be made for another caller."""


class Acceptor:
    def __init__(
        self, instances: Instances, connection: Callable[[Channel], asyncio.BaseProtocol]
    ) -> None:
        """Takes callers from now on. `connection` makes the protocol that serves a caller."""
        self._instances = instances
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._resting: asyncio.TimerHandle | None = None
        self._watched: dict[Instance, CallOff] = {}
        self._taking: set[asyncio.Task[None]] = set()
        """Tasks that are under way. The loop itself keeps no reference to a task."""
        self._open()

    def _open(self) -> None:
        self._resting = None
        for each in self._instances.waiting:
            self._watch(each)

    def _watch(self, instance: Instance) -> None:
        handle = instance.connected.event.handle
        self._watched[instance] = readiness.watch(handle, self._take)

    def close(self) -> None:
        if self._resting:
            self._resting.cancel()
        self._ignore()

    def _ignore(self) -> None:
        for call_off in self._watched.values():
            call_off()
        self._watched.clear()

    def _take(self) -> None:
        """Takes the first caller who waits, whichever caller's event was signalled."""
        instance = next((one for one in self._watched if one.connected.is_over()), None)
        if instance is None:
            return
        self._watched.pop(instance)()
        try:
            pipe = self._instances.take(instance)
        except OSError as error:
            log.error("no connection can be taken: %s", error)  # noqa: TRY400 (no trace)
            self._ignore()
            self._resting = self._loop.call_later(REST_SECONDS, self._open)
            return
        self._watch(self._instances.waiting[-1])
        self._serve(pipe)

    def _serve(self, pipe: int) -> None:
        channel = PipeChannel(pipe)
        task = self._loop.create_task(channel.serve(self._connection(channel)))
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)
