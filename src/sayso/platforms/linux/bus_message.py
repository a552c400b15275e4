"""A message that came from a bus (D-Bus), read no further than anybody here needs it.

jeepney reads whatever type a message names: one with an empty struct in it has no end, and those
that are nested deeply take long. So bodies are read by types of ours alone, and the type of a
variant is looked at before it is read; in it there is no other, as that would not be looked at.
"""

import sys

assert sys.platform == "linux"

from typing import Any, NamedTuple

from jeepney import HeaderFields, MessageType
from jeepney.low_level import (
    Array,
    DictEntry,
    Struct,
    Variant,
    calc_msg_size,
    endian_map,
    simple_types,
)

_HEAD = 16
"""Bytes, which tell how long the message is."""
_FIELDS_FROM = 12
_LONGEST_TYPE = 32
"""Characters; D-Bus has 255, and nobody who is asked here more than a dozen."""


class _ReadableVariant(Variant):  # type: ignore[misc]  # jeepney carries no types
    def parse_data(self, buf: bytes, pos: int, *args: Any, **kwargs: Any) -> Any:
        signature, _ = simple_types["g"].parse_data(buf, pos, *args, **kwargs)
        if len(signature) > _LONGEST_TYPE or "()" in signature or "v" in signature:
            raise ValueError(signature)
        return super().parse_data(buf, pos, *args, **kwargs)


_FIELDS = Array(Struct([simple_types["y"], _ReadableVariant()]))
_BODIES = {
    "s": Struct([simple_types["s"]]),
    "a{sv}": Struct([Array(DictEntry([simple_types["s"], _ReadableVariant()]))]),
}
"""What is read; others are empty."""


class Message(NamedTuple):
    kind: MessageType
    fields: dict[int, Any]
    """By `HeaderFields`."""
    body: tuple[Any, ...]


def size(begin: bytes) -> int | None:
    """Of the message that begins so, in bytes; None: more of it has to be there. Raises ValueError,
    KeyError."""
    return int(calc_msg_size(begin[:_HEAD])) if len(begin) >= _HEAD else None


def read(raw: bytes) -> Message:
    """Of a whole message. Raises whatever nonsense leads jeepney to."""
    endianness = endian_map[raw[:1]]
    listed, end = _FIELDS.parse_data(raw, _FIELDS_FROM, endianness)
    fields = {number: value for number, (_, value) in listed}
    form = _BODIES.get(fields.get(HeaderFields.signature, ""))
    body = form.parse_data(raw, end, endianness)[0] if form else ()
    return Message(MessageType(raw[1]), fields, body)
