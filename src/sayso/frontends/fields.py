"""Any tool's input, as a person reads it: a line for each field, and no JSON.

Two inputs that differ look different: what could be taken for another thing stands in quotation
marks, as JSON has it.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

_IN = "  "
_LINES = "|"
"""Behind a name: the lines below it are one text, each with its own newline but the last."""
_GAP = "    "
"""So many spaces are no space between words."""
_ROW = 60
"""Characters that stay in one row, whatever the window: the next row could look like a field."""


def render(fields: Mapping[str, Any]) -> str:
    """`name: value`, and what has several lines or parts indented below its name."""
    return "\n".join(_mapping(fields))


def indented(text: str) -> str:
    """Each of its lines, so that none is taken for one of ours."""
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
    """It is taken for nothing but these words."""
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
    """One line that ends at its colon."""
    return name if name and name.isprintable() and ":" not in name else _json(name)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
