"""A daemon that the service manager starts where another one may run already.

So it is after a daemon was killed: its keeper starts a successor at once, the manager another one,
which finds the lock taken. That one names the successor to the manager, which watches it from then
on, and ends.
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
"""Seconds for one that begins or ends just now."""

REPLY_WITHIN = 1.0
RETRY_EVERY = 0.05


def listen(first: Callable[[], Listener], path: str, notify: str) -> Listener:
    """What `first` returns, when it is the first there. Raises AlreadyRunning once the manager
    knows of the other one, and what `first` raises."""
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
    """Of the daemon that answers there; None: none does just now."""
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
    """Raises OSError."""
    line = b""
    while not line.endswith(b"\n") and (data := channel.receive()):
        line += data
    return line
