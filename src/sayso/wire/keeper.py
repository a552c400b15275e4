"""What daemon and keeper say: JSON-RPC notifications over one inherited socket.

    daemon → keeper    put · drop · commit · leave · here
    keeper → daemon    kept · are_you_there;    to a successor, first of all: put … commit

The keeper holds records that it never looks into, by key, and the daemon's listening socket. Puts
and drops take effect together with the `commit` that follows them, which the keeper answers with
`kept` and the commit's number. A commit that says `whole` replaces all that was held before: the
first of each daemon does, so that a new keeper is seeded by it and an old one is brought in line.

The order of the acknowledgements, for every change of the daemon's state:

1. The daemon has the change in its memory, and sends it.
2. The keeper has it, too, and says `kept`.
3. Only now the daemon does what follows from the change: it shows a prompt, tells the dialog that
   a click is recorded, offers an outcome, hands out one that was claimed. An outcome that the
   keeper held before is offered as soon as the system has the change: what was sent reaches the
   keeper even if the daemon dies, and its claim waits for `kept` in any case.

So whichever of the two dies, the other knows all that anybody was ever told. The end of the socket
is the end of the other half:

- *The daemon's.* The keeper makes sure that it is dead, starts a successor with the listening
  socket, whose callers have queued meanwhile, and sends it all records. A daemon that meant to end
  said `leave` before. A keeper that was never seeded whole ends as well: half a memory is none.
- *A daemon that hangs* gives no end. A caller who waits for a second to be taken is the keeper's
  reason to ask `are_you_there`; a daemon that does not say `here` is replaced (core/hanging.py).
  It is asked only if its commits name the keeper's own version: an older one takes the question for
  a breach of the protocol.
- *The keeper's*, or a `kept` that is a second late. The daemon makes sure that it is dead and
  starts another with a whole commit; what waits for its acknowledgement goes on waiting.
- *Both.* What was kept is gone. Nothing is forged from it: no file and no method brings it back.
"""

from __future__ import annotations

from sayso.errors import ProtocolError
from sayso.values import Value, assert_never
from sayso.wire import rpc
from sayso.wire.codec import Message, encode

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    Record = dict[str, Any]

MAX_LINE = 1 << 28
"""Bytes of a record's line: it holds a question and command lines of any length."""


class Put(Value):
    key: str
    record: Record


class Drop(Value):
    """The record under this key is forgotten; none may be there."""

    key: str


class Commit(Value):
    number: int
    """Counted up by the daemon; 0 from a keeper."""
    version: str
    """Of the program that says it."""
    whole: bool = False
    """Only what came since the last commit is to be held."""


class Kept(Value):
    """All up to the commit of this number is held, which the daemon has sent."""

    number: int


class Leave(Value):
    """The daemon ends because it was asked to: the keeper ends with it."""


class AreYouThere(Value):
    """The keeper sees a caller whom the daemon has not taken."""


class Here(Value):
    """The daemon's answer: it does not hang."""


Said = Put | Drop | Commit | Kept | Leave | AreYouThere | Here

_METHODS: dict[type[Said], str] = {
    Put: "put",
    Drop: "drop",
    Commit: "commit",
    Kept: "kept",
    Leave: "leave",
    AreYouThere: "are_you_there",
    Here: "here",
}
_KINDS = {method: kind for kind, method in _METHODS.items()}

_TYPES: dict[str, type] = {
    "key": str,
    "record": dict,
    "number": int,
    "version": str,
    "whole": bool,
}


def write(said: Said) -> bytes:
    """Its line."""
    return encode(rpc.notification(_METHODS[type(said)], vars(said)))


def read(message: Message) -> Said:
    """Raises ProtocolError."""
    try:
        params = message["params"]
        typed = all(isinstance(value, _TYPES[name]) for name, value in params.items())
        said = _KINDS[message["method"]](**params)
    except (AttributeError, KeyError, TypeError) as error:
        raise ProtocolError(f"not a message between daemon and keeper: {error!r}") from error
    if not typed:
        raise ProtocolError("a message between daemon and keeper has a member of another type")
    return said


def batch(put: Mapping[str, Record], drop: Iterable[str], commit: Commit) -> bytes:
    """The lines of one change."""
    return b"".join(lines(put, drop, commit))


def lines(put: Mapping[str, Record], drop: Iterable[str], commit: Commit) -> Iterator[bytes]:
    """The same one by one: of many records, whoever is told them hears the first at once."""
    for key, record in put.items():
        yield write(Put(key, record))
    for key in drop:
        yield write(Drop(key))
    yield write(commit)


class Memory:
    """What is held: on the keeper's side, and in a successor that is being told."""

    def __init__(self) -> None:
        self.records: dict[str, Record] = {}
        self.commit: Commit | None = None
        """The last one; None: what is held is nothing yet, or half of it."""
        self._put: dict[str, Record] = {}
        self._drop: set[str] = set()

    def take(self, said: Put | Drop | Commit) -> None:
        """Puts and drops wait for their commit."""
        match said:
            case Put(key, record):
                self._put[key] = record
                self._drop.discard(key)
            case Drop(key):
                self._put.pop(key, None)
                self._drop.add(key)
            case Commit():
                if said.whole:
                    self.records.clear()
                if said.whole or self.commit:
                    self.commit = said
                for key in self._drop:
                    self.records.pop(key, None)
                self.records |= self._put
                self.abandon()
            case _:
                assert_never(said)

    def abandon(self) -> None:
        """Forgets what was not committed."""
        self._put = {}
        self._drop = set()
