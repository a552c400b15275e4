"""Sends data to one peer, in order: lines through the transport, secrets directly.

A transport copies what it can't send at once into memory that is neither locked nor wiped. So a
secret stays in its own memory until the peer takes it, and what comes after it waits, too.
"""

import asyncio
from collections import deque

from sayso.core.secret import Secret
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.watching import CallOff


class Outbox:
    def __init__(self, transport: asyncio.Transport, channel: Channel) -> None:
        """`channel`: the channel that the transport sends over."""
        self._transport = transport
        self._channel = channel
        transport.set_write_buffer_limits(0)  # so that it says when all is sent
        self._queue: deque[bytes | Secret] = deque()
        self._sent = 0
        """Bytes already sent of the secret at the head of the queue."""
        self._stop_waiting: CallOff | None = None
        """Ends the watch for room in the channel; None: no secret waits for room."""
        self._finishing = False

    @property
    def unsent(self) -> int:
        """Bytes that the system has not taken yet."""
        return self._transport.get_write_buffer_size() + sum(map(len, self._queue))

    @property
    def holds_secret(self) -> bool:
        """Whether a secret is not sent yet: if it is dropped, nobody can send it again."""
        return any(isinstance(each, Secret) for each in self._queue)

    def put(self, line: bytes, secret: Secret | None = None) -> None:
        """Sends a line; the raw bytes of `secret` follow it. The secret is wiped once they are
        sent, or can't be any more."""
        self._queue.append(line)
        if secret is not None:
            self._queue.append(secret)
        self.flush()

    def flush(self) -> None:
        """Sends as much as possible. To be called when the transport has sent all that it had."""
        while self._queue and not self._transport.is_closing():
            head = self._queue[0]
            if isinstance(head, bytes):
                self._transport.write(head)
            elif self._send(head):
                head.wipe()
            else:
                return
            self._queue.popleft()
        self._forget()
        if self._finishing:
            self._transport.close()

    def finish(self) -> None:
        """Closes the transport once all is sent, however long the peer takes to read it."""
        self._finishing = True
        self.flush()

    def close(self) -> None:
        """Closes once the transport has sent what it has. If a secret is not sent yet, closes at
        once, and drops what waits behind it."""
        if self._queue:
            self._transport.abort()
        else:
            self._transport.close()
        self._forget()

    def _forget(self) -> None:
        """Wipes secrets that will not be sent, empties the queue, and stops waiting for room."""
        for each in self._queue:
            if isinstance(each, Secret):
                each.wipe()
        self._queue.clear()
        self._sent = 0
        if self._stop_waiting:
            self._stop_waiting()
            self._stop_waiting = None

    def _send(self, secret: Secret) -> bool:
        """Sends the secret; returns whether all of it is sent. If not, `flush` is called again when
        there is room."""
        if self._transport.get_write_buffer_size():
            return False
        try:
            if not self._send_some(secret):
                self._stop_waiting = self._stop_waiting or self._channel.watch_room(self.flush)
                return False
        except OSError:  # the peer has gone, or the system can't tell when there is room
            self._transport.abort()
            return False
        self._sent = 0
        return True

    def _send_some(self, secret: Secret) -> bool:
        """Sends as much as the channel takes at once; returns whether that was all. Raises
        OSError."""
        try:
            while self._sent < len(secret):
                self._sent += self._channel.send_some(secret.view()[self._sent :])
        except BlockingIOError:
            return False
        return True
