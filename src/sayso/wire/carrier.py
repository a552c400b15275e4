"""What the daemon and the carrier of one place say: JSON-RPC notifications over one inherited
socket.

    carrier → daemon    connecting · up · waiting · stopped: how it stands, at each change
    daemon → carrier    try_again · close

A carrier that has stopped stays, so that it can be told to try again. The end of the channel, as of
either process, is as good as `close`: what was connected is undone, and the carrier ends.
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
    """ssh is on its way, which may take as long as the person thinks about its questions."""


class Up(Value):
    """The daemon's socket can be reached there."""

    pid: int
    """Of ssh."""
    path: str
    """There. Another one each time."""


class Waiting(Value):
    """It does not work just now, and is tried again by itself."""

    reason: str
    """One line, with nothing hidden in it."""
    remedy: str
    seconds: float
    """Until the next try."""


class Stopped(Value):
    """It is tried again once the daemon says so: it would come to the same, or ask the person the
    same, again and again."""

    reason: str
    """One line, with nothing hidden in it."""
    remedy: str


class TryAgain(Value):
    """At once, where it waits or has stopped; without effect otherwise."""


class Close(Value):
    """For good."""


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
    """Its line."""
    return encode(rpc.notification(_METHODS[type(said)], vars(said)))


def read_state(message: Message) -> State:
    """What a carrier said. Raises ProtocolError."""
    return _read(message, _STATES)


def read_order(message: Message) -> Order:
    """What a daemon said. Raises ProtocolError."""
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
