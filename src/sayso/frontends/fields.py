"""Any tool's input, as a person reads it: a line for each field, and no JSON."""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

_IN = "  "
DEEPEST = 24
"""Levels that are told apart by indenting; below them JSON says it, in one line."""


def render(fields: Mapping[str, Any]) -> str:
    """`name: value`, and what has several lines or parts indented below its name."""
    return "\n".join(_mapping(fields, 0))


def _mapping(fields: Mapping[str, Any], depth: int) -> Iterator[str]:
    for name, value in fields.items():
        yield from _named(f"{_key(name)}:", value, depth)


def _named(name: str, value: Any, depth: int) -> Iterator[str]:
    parts = _parts(value, depth)
    if parts is None:
        yield f"{name} {_scalar(value)}"
        return
    yield name
    for line in parts:
        yield _IN + line


def _parts(value: Any, depth: int) -> Iterator[str] | None:
    """None: it stands on its name's line."""
    if depth >= DEEPEST:
        return None
    if isinstance(value, str) and "\n" in value:
        return iter(value.split("\n"))
    if isinstance(value, dict) and value:
        return _mapping(value, depth + 1)
    if isinstance(value, list) and value:
        return _list(value, depth + 1)
    return None


def _list(values: list[Any], depth: int) -> Iterator[str]:
    for value in values:
        yield from _named("-", value, depth)


def _scalar(value: Any) -> str:
    """Spaces at an end, and nothing at all, show in quotation marks."""
    return value if isinstance(value, str) and value.strip() == value != "" else _json(value)


def _key(name: str) -> str:
    """One line that ends at its colon."""
    return name if name and name.isprintable() and ":" not in name else _json(name)


def _json(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)
