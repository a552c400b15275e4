"""Shows any tool's input to a person: a line for each field, without JSON's syntax.

Two inputs that differ look different: a text that could be mistaken for another value stands in
quotation marks, as in JSON.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

_IN = "  "
_LINES = "|"
"""Follows a name: the lines below the name are one text, each with its newline but the last."""
_GAP = "    "
"""A text with this many spaces in a row is quoted, as they are more than a space between words."""
_ROW = 60
"""Characters that fit in one row of any window. A longer text is quoted: its second row could look
like a field."""


def render(fields: Mapping[str, Any]) -> str:
    """Lines of `name: value`; a value of several lines or parts is indented below its name."""
    return "\n".join(_mapping(fields))


def indented(text: str) -> str:
    """The text with each line indented, so that none is taken for a line of ours."""
    return "\n".join(_IN + line for line in text.split("\n"))


def _mapping(fields: Mapping[str, Any]) -> Iterator[str]:
    for name, value in fields.items():
        yield from _named(f"{_key(name)}:", value)


def _named(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, str) and "\n" in value:
        yield f"{name} {_LINES}"
        parts = iter(value.split("\n"))
    elif isinstance(value, dict) and value:
        yield name
        parts = _mapping(value)
    elif isinstance(value, list) and value:
        yield name
        parts = (line for each in value for line in _named("-", each))
    else:
        yield f"{name} {_scalar(value)}"
        return
    for line in parts:
        yield _IN + line


def _scalar(value: Any) -> str:
    return value if isinstance(value, str) and _is_plain(value) else _json(value)


def _is_plain(text: str) -> bool:
    """Whether the text can't be mistaken for anything else, so that it needs no quotation marks."""
    if not text or text != text.strip() or text == _LINES or _GAP in text or len(text) > _ROW:
        return False
    if text[0] in '"[{' or text[:2] == "- ":
        return False
    return text not in ("true", "false", "null") and not _is_number(text)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _key(name: str) -> str:
    """The name in one line. It is quoted if it could be mistaken for anything else, or holds a
    colon: a name ends at the first colon."""
    is_plain = _is_plain(name) and name.isprintable() and ":" not in name
    return name if is_plain else _json(name)


def _json(value: Any) -> str:
    import json  # few texts need it

    return json.dumps(value, ensure_ascii=False)
