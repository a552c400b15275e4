"""Messages between the daemon and a carrier, the process that has ssh carry the daemon's socket to
one other machine: JSON-RPC notifications over one inherited socket.

    carrier → daemon    connecting · up · waiting · stopped: its state, at each change
    daemon → carrier    try_again · close

A carrier that has stopped trying still runs, so that the daemon can tell it to try again. The end
of the socket, or of either process, means the same as `close`: the carrier undoes the connection
and ends.
"""

from __future__ import annotations

from sayso.errors import ProtocolError
from sayso.values import Value
from sayso.wire import rpc
from sayso.wire.codec import Message, encode

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    _Said = TypeVar("_Said", bound=Value)


class Connecting(Value):
    """ssh is connecting, which may take as long as the person needs to answer its questions."""


class Up(Value):
    """The daemon's socket can be reached on the other machine."""

    pid: int
    """Pid of ssh."""
    path: str
    """Path of the socket on the other machine, another one for each connection."""


class Waiting(Value):
    """The connection failed; the carrier tries again by itself."""

    reason: str
    """One line, without invisible characters."""
    remedy: str
    seconds: float
    """Seconds until the next try."""


class Stopped(Value):
    """The connection failed, and the carrier tries again only if the daemon says so: by itself it
    would fail, or ask the person the same question, again and again."""

    reason: str
    """One line, without invisible characters."""
    remedy: str


class TryAgain(Value):
    """Tells the carrier to try again at once. Without effect unless it waits or has stopped."""


class Close(Value):
    """Ends the connection and the carrier for good."""


State = Connecting | Up | Waiting | Stopped
Order = TryAgain | Close

_STATES: dict[str, type[State]] = {
    "connecting": Connecting,
    "up": Up,
    "waiting": Waiting,
    "stopped": Stopped,
}
_ORDERS: dict[str, type[Order]] = {"try_again": TryAgain, "close": Close}
_METHODS: dict[type, str] = {kind: method for method, kind in (_STATES | _ORDERS).items()}

_TYPES: dict[str, type | tuple[type, ...]] = {
    "pid": int,
    "path": str,
    "reason": str,
    "remedy": str,
    "seconds": (int, float),
}


def write(said: State | Order) -> bytes:
    """The message as one line."""
    return encode(rpc.notification(_METHODS[type(said)], vars(said)))


def read_state(message: Message) -> State:
    """Reads a carrier's message. Raises ProtocolError."""
    return _read(message, _STATES)


def read_order(message: Message) -> Order:
    """Reads a daemon's message. Raises ProtocolError."""
    return _read(message, _ORDERS)


def _read(message: Message, kinds: Mapping[str, type[_Said]]) -> _Said:
    method, params = message.get("method"), message.get("params")
    if not isinstance(params, dict) or not isinstance(method, str) or method not in kinds:
        raise ProtocolError("not a message between daemon and carrier")
    kind = kinds[method]
    if params.keys() != set(kind.__match_args__):
        raise ProtocolError(f"{method} has not the members that it needs, or others")
    for name, value in params.items():
        if not isinstance(value, _TYPES[name]) or isinstance(value, bool):
            raise ProtocolError(f"{method}: {name} is of another type")
    return kind(**params)
