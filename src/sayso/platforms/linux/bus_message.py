"""A message that came from a bus (D-Bus), decoded no further than anybody here needs it.

jeepney decodes whatever type a message names: a type with an empty struct in it never ends, and a
deeply nested one takes long. So bodies are decoded only if their type is one of ours, and the type
of a variant is checked before its value is decoded. A variant inside a variant is refused, as its
type would not be checked.
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
"""Bytes at the beginning of a message; they say how long it is."""
_FIELDS_FROM = 12
_LONGEST_TYPE = 32
"""Characters of a variant's type. D-Bus allows 255, and no program asked here needs more than a
dozen."""


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
"""The types of bodies that are decoded; a body of any other type counts as empty."""


class Message(NamedTuple):
    kind: MessageType
    fields: dict[int, Any]
    """Header fields, by their number in `HeaderFields`."""
    body: tuple[Any, ...]


def size(begin: bytes) -> int | None:
    """Length in bytes of the message that begins so; None: too little of it is here. Raises
    ValueError, KeyError."""
    return int(calc_msg_size(begin[:_HEAD])) if len(begin) >= _HEAD else None


def read(raw: bytes) -> Message:
    """Decodes a whole message. Raises whatever exception malformed data leads jeepney to."""
    endianness = endian_map[raw[:1]]
    listed, end = _FIELDS.parse_data(raw, _FIELDS_FROM, endianness)
    fields = {number: value for number, (_, value) in listed}
    form = _BODIES.get(fields.get(HeaderFields.signature, ""))
    body = form.parse_data(raw, end, endianness)[0] if form else ()
    return Message(MessageType(raw[1]), fields, body)
