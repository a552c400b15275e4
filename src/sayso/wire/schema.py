"""JSON Schema (2020-12) of every message, and the same as tables for people.

`packaging/protocol.py` makes both of what reads and writes the messages; here they are handed out.
What the schema refuses the daemon refuses. It refuses more: what JSON Schema can't say stands in
the descriptions, and as `maxBytes`, of UTF-8, which validators pass over. Requests are closed: an
unknown field is an error. Replies are open: a newer daemon may say more.
"""

import json
from importlib.resources import files
from typing import Any

Schema = dict[str, Any]


def document(name: str = "") -> Schema:
    """Of every message; or of that one alone, with what it refers to. Raises KeyError."""
    whole: Schema = json.loads(_written("schema.json"))
    if not name:
        return whole
    used: Schema = {}
    _collect(name, whole["$defs"], used)
    title = f"{whole['title']}: {name}"
    return {"$schema": whole["$schema"], "title": title, "$ref": f"{_DEFS}{name}", "$defs": used}


def definitions() -> dict[str, Schema]:
    """By name, as `document` takes it: each refers to others as `#/$defs/NAME`."""
    known: dict[str, Schema] = document()["$defs"]
    return known


def tables() -> str:
    """In Markdown."""
    return _written("schema.md").rstrip()


_DEFS = "#/$defs/"


def _written(name: str) -> str:
    return (files("sayso.wire") / name).read_text(encoding="utf-8")


def _collect(name: str, known: dict[str, Schema], used: Schema) -> None:
    """Copies that definition, and all that it refers to."""
    used[name] = known[name]
    for other in _references(known[name]):
        if other not in used:
            _collect(other, known, used)


def _references(schema: Any) -> list[str]:
    if isinstance(schema, list):
        return [name for each in schema for name in _references(each)]
    if not isinstance(schema, dict):
        return []
    own = [schema["$ref"].removeprefix(_DEFS)] if "$ref" in schema else []
    return own + _references(list(schema.values()))
