"""Messages between the daemon and its keeper: JSON-RPC notifications over one inherited socket.

    daemon → keeper    put · drop · commit · leave · here
    keeper → daemon    kept · are_you_there;    to a successor, first of all: put … commit

The keeper is a process that holds the daemon's records and its listening socket, in case the daemon
dies. It finds records by key, and never looks into them. Puts and drops take effect together with
the next `commit`, which the keeper answers with `kept` and the commit's number. A commit with
`whole` replaces all that was held before. The first commit of each daemon is whole, so that it
fills a new keeper and corrects an old one.

Every change of the daemon's state takes these steps:

1. The daemon makes the change in its memory, and sends it.
2. The keeper has the change, too, and says `kept`.
3. Only now the daemon acts on the change: it shows a prompt, tells the dialog that a click is
   recorded, offers an outcome, or hands out a claimed outcome. An outcome that the keeper held
   before is offered as soon as the system has the change: what was sent reaches the keeper even if
   the daemon dies, and the claim waits for `kept` in any case.

So whichever process dies, the other one knows all that anybody was ever told. The end of the socket
means that the other process has ended:

- *The daemon ended.* The keeper makes sure that the daemon is dead, starts a successor with the
  listening socket, where callers have queued meanwhile, and sends it all records. A daemon that
  ends on purpose says `leave` before. A keeper that never got a whole commit ends as well: an
  incomplete memory is of no use.
- *The daemon hangs.* Then the socket does not end. If a caller has waited for a second to be
  accepted, the keeper asks `are_you_there`; a daemon that does not say `here` is replaced
  (core/hanging.py). The keeper asks only a daemon whose commits name the keeper's own version: an
  older daemon takes the question for a breach of the protocol.
- *The keeper ended*, or its `kept` is a second late. The daemon makes sure that the keeper is dead
  and starts another, with a whole commit. What waits for an acknowledgement goes on waiting.
- *The keeper is of another version*, as after an upgrade. The daemon starts another one and sends
  it a commit that is not whole, which it acknowledges once it is loaded. Until then the older one
  holds everything. Then the older one is told to leave, and the other is sent everything.
- *Both ended.* What was kept is gone. Nobody can forge it: no file and no method brings it back.
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
"""Most bytes in a record's line. A record holds a question and command lines of any length."""


class Put(Value):
    key: str
    record: Record


class Drop(Value):
    """Forget the record under this key, if there is one."""

    key: str


class Commit(Value):
    number: int
    """Counted up by the daemon; 0 from a keeper."""
    version: str
    """Version of the program that sends the commit."""
    whole: bool = False
    """Hold only what came since the last commit, and forget all else."""


class Kept(Value):
    """The keeper holds all that the daemon sent, up to the commit with this number."""

    number: int


class Leave(Value):
    """The keeper is to end: the daemon ends because it was asked to, or has another keeper."""


class AreYouThere(Value):
    """The keeper asks whether the daemon hangs: a caller waits, and was not accepted."""


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
    """The message as one line."""
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
    """All lines of one change, up to its commit."""
    return b"".join(lines(put, drop, commit))


def lines(put: Mapping[str, Record], drop: Iterable[str], commit: Commit) -> Iterator[bytes]:
    """Like `batch`, but line by line: the receiver of many records gets the first at once."""
    for key, record in put.items():
        yield write(Put(key, record))
    for key in drop:
        yield write(Drop(key))
    yield write(commit)


class Memory:
    """The records that are held: by the keeper, or by a successor while it receives them."""

    def __init__(self) -> None:
        self.records: dict[str, Record] = {}
        self.commit: Commit | None = None
        """The last commit. None: no whole commit has come yet, so the records are incomplete."""
        self._put: dict[str, Record] = {}
        self._drop: set[str] = set()

    def take(self, said: Put | Drop | Commit) -> None:
        """Collects puts and drops, and applies them when their commit comes."""
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
        """Forgets puts and drops that were not committed."""
        self._put = {}
        self._drop = set()
