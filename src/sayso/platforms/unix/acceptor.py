"""Accepts connections one by one, and pauses when the system can't give any."""

import sys

assert sys.platform != "win32"

import asyncio
import logging
import socket
from collections.abc import Callable

from sayso.platforms.contract.channel import Channel
from sayso.platforms.unix.channel import SocketChannel

log = logging.getLogger(__name__)

REST_SECONDS = 1.0
"""Seconds before another try, if there was no descriptor or memory for a connection."""


class Acceptor:
    """Accepts connections. asyncio's own server accepts a whole backlog before it serves anyone
    and, without free descriptors, logs a failure for each: so callers that only connect could fill
    the disk and use up all descriptors."""

    def __init__(
        self,
        listener: socket.socket,
        connection: Callable[[Channel], asyncio.BaseProtocol],
        backlog: int,
        accepted: Callable[[socket.socket], SocketChannel] = SocketChannel,
    ) -> None:
        """Starts accepting. `listener` belongs to the acceptor from now on. `accepted` makes the
        channel of a caller's socket, and `connection` makes the protocol that serves the
        channel."""
        self._listener = listener
        self._backlog = backlog
        self._connection = connection
        self._accepted = accepted
        self._loop = asyncio.get_running_loop()
        self._resting: asyncio.TimerHandle | None = None
        self._taking: set[asyncio.Task[None]] = set()
        """Tasks that are running: the loop itself keeps no reference to them."""
        self._open()

    def _open(self) -> None:
        self._listener.setblocking(False)
        # A caller gets the credentials of the process that called listen(2) last (unix(7),
        # SO_PEERCRED): those must be ours, not those of a daemon whose work we go on with.
        self._listener.listen(self._backlog)
        self._resting = None
        self._loop.add_reader(self._listener, self._take)

    def close(self) -> None:
        if self._resting:
            self._resting.cancel()
        self._loop.remove_reader(self._listener)
        self._listener.close()

    def _take(self) -> None:
        try:
            sock, _ = self._listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        except OSError as error:
            log.error("no connection can be taken: %s", error)  # noqa: TRY400 (no trace)
            self._loop.remove_reader(self._listener)
            self._resting = self._loop.call_later(REST_SECONDS, self._open)
            return
        channel = self._accepted(sock)
        task = self._loop.create_task(channel.serve(self._connection(channel)))
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)
