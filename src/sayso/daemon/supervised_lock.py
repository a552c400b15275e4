"""Takes the lock in a daemon that the service manager starts while another one may run already.

This happens after a daemon was killed: its keeper starts a successor at once, and the manager
starts another daemon, which finds the lock taken. That second daemon tells the manager the pid of
the successor, so that the manager watches the successor from then on; then the second one ends.
"""

from __future__ import annotations

import time

from sayso.errors import AlreadyRunning, SaysoError
from sayso.platforms import select
from sayso.wire import rpc
from sayso.wire.codec import decode, encode

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.platforms.contract.channel import Channel
    from sayso.platforms.contract.endpoint import Listener

PATIENCE = 10.0
"""Seconds to wait for a daemon that is just starting or ending."""

REPLY_WITHIN = 1.0
RETRY_EVERY = 0.05


def listen(first: Callable[[], Listener], path: str, notify: str) -> Listener:
    """The listener that `first` returns, if no other daemon holds the lock. `path`: the socket's;
    `notify`: where the manager is told. Raises AlreadyRunning once the manager was told of the
    other daemon, or if that one does not answer within PATIENCE; and what `first` raises."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return first()
        except AlreadyRunning:
            pid = _pid(path)
            if pid is not None:
                select.supervisor().tell(notify, {"MAINPID": pid, "READY": 1})
                raise
            if time.monotonic() >= deadline:
                raise
        time.sleep(RETRY_EVERY)


def _pid(path: str) -> int | None:
    """Pid of the daemon that answers at this socket; None: none answers just now."""
    try:
        with select.endpoint().connect(path, REPLY_WITHIN) as channel:
            channel.wait_at_most(REPLY_WITHIN)
            channel.send(encode(rpc.request(1, "hello", {})))
            reply = rpc.read_reply(decode(_line(channel)))
    except (OSError, SaysoError):
        return None
    pid = reply.result.get("pid") if isinstance(reply, rpc.Response) else None
    return pid if isinstance(pid, int) else None


def _line(channel: Channel) -> bytes:
    """The first line that comes; without a newline if the channel ends before. Raises OSError."""
    line = b""
    while not line.endswith(b"\n") and (data := channel.receive()):
        line += data
    return line
