"""JSON as text, and the value that it stands for. Stricter than the standard library's: an object
names no member twice, and there is no NaN and no infinity.

Short commands load this module. So it uses `_json`, the part in C of the standard library's `json`:
to load the rest takes longer than to ask the daemon. What `_json` offers is not documented. So a
version of Python that nobody has tried here yet gets `json`.
"""

from __future__ import annotations

import sys
from types import SimpleNamespace

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    Encode = Callable[[object], str]
    """Raises ValueError for NaN and infinities, TypeError for what JSON has no form for."""
    Decode = Callable[[str], object]
    """Raises ValueError, which says what is wrong and where, and RecursionError."""

_TRIED = (3, 13)
"""The latest version of Python whose `_json` was tried."""

_SPACE = " \t\n\r"
"""The white space of RFC 8259."""


def by_json() -> tuple[Encode, Decode]:
    """Both functions by `json`."""
    import json

    encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
    decode = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_unique).decode
    return encode, decode


def by_its_part_in_c() -> tuple[Encode, Decode]:
    """Both functions by `_json`. They do what those of `by_json` do: what is wrong with a text is
    left to `json`."""
    import _json

    write = _json.make_encoder(
        None, _no_form, _json.encode_basestring_ascii, None, ":", ",", False, False, False
    )
    options = SimpleNamespace(
        strict=True,
        object_hook=None,
        object_pairs_hook=_unique,
        parse_float=float,
        parse_int=int,
        parse_constant=_no_constant,
    )
    scan = _json.make_scanner(options)  # type: ignore[arg-type]  # it asks for these attributes alone

    def encode(value: object) -> str:
        return "".join(write(value, 0))

    def decode(text: str) -> object:
        try:
            value, end = scan(text, len(text) - len(text.lstrip(_SPACE)))
        except (StopIteration, SystemError, AttributeError):
            # the text is wrong; SystemError and AttributeError say so where `_json` lacks the error
            # to raise, as nothing has loaded all of `json`, which defines it
            return by_json()[1](text)
        return by_json()[1](text) if text[end:].strip(_SPACE) else value

    return encode, decode


def _no_form(value: object) -> NoReturn:
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object names a member twice")
    return members


def is_tried() -> bool:
    """Whether this Python may use `_json`. One that was built to find faults ends at a call that
    gives neither a value nor an error, which is a SystemError in others."""
    is_usual = sys.implementation.name == "cpython" and not hasattr(sys, "gettotalrefcount")
    return is_usual and sys.version_info[:2] <= _TRIED


encode, decode = by_its_part_in_c() if is_tried() else by_json()
