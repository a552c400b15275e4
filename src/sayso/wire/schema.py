"""JSON Schema (2020-12) of every message, and tables of the same for people.

`packaging/protocol.py` makes both from the code that reads and writes the messages; this module
hands them out. The daemon refuses all that the schema refuses, and more: what JSON Schema can't say
stands in the descriptions, and as `maxBytes`, a limit in bytes of UTF-8 that validators ignore.
Requests are closed: an unknown field is an error. Replies are open: a newer daemon may say more.
"""

import json
from importlib.resources import files
from typing import Any

Schema = dict[str, Any]


def document(name: str = "") -> Schema:
    """The schema of every message; or of the definition `name` alone, with all that it refers to.
    Raises KeyError."""
    whole: Schema = json.loads(_written("schema.json"))
    if not name:
        return whole
    used: Schema = {}
    _collect(name, whole["$defs"], used)
    title = f"{whole['title']}: {name}"
    return {"$schema": whole["$schema"], "title": title, "$ref": f"{_DEFS}{name}", "$defs": used}


def definitions() -> dict[str, Schema]:
    """All definitions, by the name that `document` takes. They refer to others as
    `#/$defs/NAME`."""
    known: dict[str, Schema] = document()["$defs"]
    return known


def tables() -> str:
    """The tables, in Markdown."""
    return _written("schema.md").rstrip()


_DEFS = "#/$defs/"


def _written(name: str) -> str:
    return (files("sayso.wire") / name).read_text(encoding="utf-8")


def _collect(name: str, known: dict[str, Schema], used: Schema) -> None:
    """Copies the definition `name`, and all that it refers to, into `used`."""
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
