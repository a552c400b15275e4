"""Frames: one JSON object per line, in UTF-8, at most `limit` bytes with its newline. Sans-IO.

    decoder = Decoder(limit=1 << 20)
    for message in decoder.feed(data): ...

If the `result` or `params` of a message has a member `secret_bytes`, that many raw bytes follow the
line. A decoder that can allocate memory for secrets reads them into a Secret and puts it in the
place of that member, as `secret`. Text inside JSON would be copied many times; raw bytes are copied
once, from the data that was read into that memory.

A line that is no JSON object by these rules yields a ParseError in its place, so that one bad line
costs one error and not the connection. A line over the limit raises FrameTooLarge: nobody knows
where the next line begins, so the connection must close.
"""

from __future__ import annotations

from sayso.core.secret import Allocate, Bytes, Secret
from sayso.errors import FrameTooLarge, ParseError
from sayso.wire import json_text

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MAX_FRAME = 1 << 20
"""Most bytes in a line, newline included."""

MAX_SECRET = 1 << 16
"""Most raw bytes after a line."""

MAX_NESTING = 16
"""Deepest nesting of objects and arrays."""

_NEWLINE = 10
_FEW = 512
"""Bytes of a view that are looked at one by one."""

Message = dict[str, "Any"]


def encode(message: Message) -> bytes:
    """The message as one line. Raises ValueError for NaN and infinities, which JSON lacks."""
    return json_text.encode(message).encode() + b"\n"


def decode(line: bytes) -> Message:
    """The JSON object of one line; raises ParseError that says what is wrong with it."""
    try:
        value = json_text.decode(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ParseError(f"not UTF-8: byte {error.start} of the line") from error
    except RecursionError as error:
        raise ParseError(f"nested more than {MAX_NESTING} deep") from error
    except ValueError as error:
        raise ParseError(f"not JSON: {error}") from error
    if not isinstance(value, dict):
        raise ParseError("not a JSON object")
    if _deeper_than(value, MAX_NESTING):
        raise ParseError(f"nested more than {MAX_NESTING} deep")
    return value


class _Announced:
    """A message whose secret has not arrived completely."""

    def __init__(self, message: Message, part: Message, secret: Secret) -> None:
        """`part`: the message's `result` or `params`, which has `secret_bytes`."""
        self.message = message
        self.part = part
        self.secret = secret
        self.filled = 0

    def fill(self, data: memoryview) -> int:
        """Copies bytes of the secret from the beginning of `data`. Returns how many."""
        taken = min(len(self.secret) - self.filled, len(data))
        self.secret.view()[self.filled : self.filled + taken] = data[:taken]
        self.filled += taken
        return taken

    @property
    def is_whole(self) -> bool:
        return self.filled == len(self.secret)

    def complete(self) -> Message:
        del self.part["secret_bytes"]
        self.part["secret"] = self.secret
        return self.message


class Decoder:
    """Turns bytes into messages, with an error in the place of a bad one."""

    def __init__(self, limit: int = MAX_FRAME, *, secrets: Allocate | None = None) -> None:
        """`limit`: most bytes in a line. `secrets`: allocates memory for the raw bytes that may
        follow a line. None: none follow, and `secret_bytes` is a member like any other."""
        self._limit = limit
        self._secrets = secrets
        self._buffer = bytearray()
        """The incomplete line. Secrets are kept out of it: a growing buffer leaves copies."""
        self._announced: _Announced | None = None

    @property
    def partial(self) -> bool:
        """A line or its secret has begun and is incomplete, so the time limit for it runs."""
        return bool(self._buffer) or self._announced is not None

    def clear(self) -> None:
        """Drops an incomplete line or secret. A Secret that is dropped wipes itself."""
        self._buffer.clear()
        self._announced = None

    def feed(self, data: bytes | Bytes) -> Iterator[Message | ParseError]:
        """Yields the messages that `data` completes. Raises FrameTooLarge once a line is over the
        limit, complete or not, and whatever `secrets` raises: raw bytes and lines can't be told
        apart after that, so the connection must close.

        Where secrets may come, the caller wipes `data` afterwards.
        """
        at = 0
        while True:
            if self._announced:
                at += self._announced.fill(memoryview(data)[at:])
                if not self._announced.is_whole:
                    return
                announced, self._announced = self._announced, None
                yield announced.complete()
            newline = _newline(data, at)
            self._buffer += data[at:newline] if newline >= 0 else data[at:]
            if len(self._buffer) >= self._limit:
                raise FrameTooLarge(f"a line of more than {self._limit} bytes")
            if newline < 0:
                return
            at = newline + 1
            line = bytes(self._buffer)
            self._buffer.clear()
            try:
                message = decode(line)
                self._announced = self._announcement(message)
            except ParseError as error:
                yield error
                continue
            if not self._announced:
                yield message

    def _announcement(self, message: Message) -> _Announced | None:
        """Makes room for the secret that the message announces; None: it announces none. Raises
        ParseError if the size is out of range."""
        for part in (message.get("result"), message.get("params")):
            if self._secrets is not None and isinstance(part, dict) and "secret_bytes" in part:
                size = part["secret_bytes"]
                if type(size) is not int or not 0 <= size <= MAX_SECRET:
                    raise ParseError(f"secret_bytes takes 0 to {MAX_SECRET}")
                return _Announced(message, part, Secret(self._secrets(size)))
        return None


def _newline(data: bytes | Bytes, at: int) -> int:
    """Where the first newline from `at` on is; -1: there is none."""
    if isinstance(data, bytes | bytearray):
        return data.find(b"\n", at)
    # a view has no `find`, and a copy of it could be one of a secret
    if len(data) - at <= _FEW:
        return next((place for place in range(at, len(data)) if data[place] == _NEWLINE), -1)
    import re  # slow to load

    found = re.compile(b"\n").search(data, at)
    return found.start() if found else -1


def _deeper_than(value: Message, limit: int) -> bool:
    """Whether objects and arrays in the message nest deeper than `limit`."""
    level: list[Any] = [value]
    for _ in range(limit):
        level = [
            child
            for node in level
            for child in (node.values() if isinstance(node, dict) else node)
            if isinstance(child, (dict, list))
        ]
        if not level:
            return False
    return True
