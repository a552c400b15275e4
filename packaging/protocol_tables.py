"""Makes tables of the schema, in Markdown."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from protocol_schema import METHODS, Schema, definitions


def markdown() -> str:
    known = definitions()
    parts = [
        _requests(known),
        ["## Outcomes", "", *_outcomes(known)],
        ["## Progress", "", *_record(known["progress"]["properties"]["params"])],
        ["## Errors", "", *_errors(known)],
    ]
    return "\n\n".join("\n".join(part).strip() for part in parts)


def _requests(known: dict[str, Schema]) -> Iterator[str]:
    yield "## Methods"
    for method in METHODS:
        yield from ("", f"### `{method}`", "", known[method]["description"], "")
        params = known[f"{method}.params"]
        if "anyOf" in params:
            yield from _variants(known, _names(params))
        else:
            yield from _table(("parameter", "takes", "default", "meaning"), _rows(params))
        yield from ("", *_result(known[f"{method}.result"]))


def _variants(known: dict[str, Schema], names: list[str]) -> Iterator[str]:
    """The parameters that all kinds of a method have, then those that each kind has in addition."""
    kinds = [known[name] for name in names]
    common = [
        field
        for field in kinds[0]["properties"]
        if field != "kind" and all(field in kind["properties"] for kind in kinds)
    ]
    words = [f"`{kind['properties']['kind']['const']}`" for kind in kinds]
    rows = [("`kind`", " or ".join(words), "required", "Kind of the question.")]
    shared = [row for row in _rows(kinds[0]) if row[0].strip("`") in common]
    yield from _table(("parameter", "takes", "default", "meaning"), [*rows, *shared])
    for kind, word in zip(kinds, words, strict=True):
        own = [row for row in _rows(kind) if row[0] != "`kind`" and row not in shared]
        yield from ("", f"With `kind` {word} ({kind['description'].rstrip('.').lower()}):", "")
        yield from _table(("parameter", "takes", "default", "meaning"), own)
        for name, each in kind["properties"].items():
            if "properties" in each:
                yield from ("", f"In `{name}`:", "")
                yield from _parts(each)
        yield from _items(kind)


def _result(schema: Schema) -> Iterator[str]:
    if "$ref" in schema:
        yield "Result: an outcome."
    elif "anyOf" in schema:
        yield f"Result: one of {_listed(_names(schema))}."
    else:
        yield from _record(schema, "Result: ")


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name.removeprefix('outcome.')}`" for name in names)


def _record(schema: Schema, lead: str = "") -> Iterator[str]:
    yield from (lead + schema["description"], "")
    nested = None
    rows = []
    for name, each in schema["properties"].items():
        optional = "" if name in schema["required"] else " (may be missing)"
        rows.append((f"`{name}`{optional}", _takes(each), each.get("description", "")))
        nested = each.get("items") if "properties" in each.get("items", {}) else nested
    yield from _table(("field", "is", "meaning"), rows)
    if nested:
        yield ""
        yield from _record(nested, "Each: ")


def _parts(schema: Schema) -> Iterator[str]:
    """The fields of a parameter that is an object."""
    yield from _table(("field", "takes", "default", "meaning"), _rows(schema))
    yield from _items(schema)


def _items(schema: Schema) -> Iterator[str]:
    """The fields of the objects in the schema's lists."""
    for name, each in schema["properties"].items():
        items = each.get("items", {})
        for item in [items, *items.get("anyOf", []), *items.get("oneOf", [])]:
            if "properties" in item:
                kind = item["properties"].get("kind", {}).get("const")
                which = f" of `kind` `{kind}`" if kind else " that is an object"
                which = "" if item is items else which
                yield from ("", f"Each of `{name}`{which}:", "")
                yield from _parts(item)


def _rows(params: Schema) -> list[tuple[str, ...]]:
    required = params.get("required", [])
    return [
        (
            f"`{name}`",
            _takes(each),
            "required" if name in required else _default(each),
            each.get("description", ""),
        )
        for name, each in params["properties"].items()
    ]


def _default(each: Schema) -> str:
    if "default" not in each:
        return ""
    return f"`{json.dumps(each['default'])}`" if each["default"] != "" else "empty"


def _takes(each: Schema) -> str:
    """A value's type and bounds, in words."""
    if "const" in each:
        return f"`{each['const']}`"
    if "enum" in each:
        return " or ".join(f"`{word}`" for word in each["enum"])
    if each.get("pattern", "").startswith("^[0-9a-f]{"):
        return f"{each['minLength']} lowercase hexadecimal digits"
    if "items" in each and "minItems" in each:
        items = _takes(each["items"])
        return f"list of {each['minItems']} to {each['maxItems']}, each {items}"
    if "anyOf" in each or "oneOf" in each:
        words = (_takes(one) for one in each.get("anyOf") or each["oneOf"])
        return " or ".join(dict.fromkeys(words))
    types: list[str] = each["type"] if isinstance(each["type"], list) else [each["type"]]
    return " or ".join(_WORDS.get(word, word) for word in types) + _bounds(each)


_WORDS = {"string": "text", "array": "list"}


def _bounds(each: Schema) -> str:
    if "maxLength" in each:
        unit = "characters" if "maxBytes" not in each else "bytes of UTF-8"
        line = "one line, " if "not" in each else ""
        pattern = each.get("pattern", "|")
        if "|" not in pattern:  # "|" would end the table's cell
            line = f"matching `{pattern}`, "
        least = "1" if each.get("minLength") else "0"
        return f", {line}{least} to {each['maxLength']} {unit}"
    if "maximum" in each:
        return f", {each['minimum']:g} to {each['maximum']:g}"
    most = f", under {each['exclusiveMaximum']}" if "exclusiveMaximum" in each else ""
    return f", over 0{most}" if "exclusiveMinimum" in each else ""


def _outcomes(known: dict[str, Schema]) -> Iterator[str]:
    yield from (known["outcome"]["description"], "")
    rows = []
    for name in _names(known["outcome"]):
        each = known[name]
        decider = each["properties"]["decider"]
        who = "" if decider.get("type") == "null" else _takes(decider)
        rows.append((_takes(each["properties"]["status"]), who, each["description"]))
    yield from _table(("`status`", "`decider`", "meaning"), rows)
    yield ""
    own = [
        (f"`{name.removeprefix('outcome.')}`", f"`{field}`", _takes(each), each["description"])
        for name in _names(known["outcome"])
        for field, each in known[name]["properties"].items()
        if field not in ("status", "decider")
    ]
    yield from _table(("outcome", "has the field", "which is", "meaning"), own)
    yield from ("", "### `ready`", "", *_record(known["ready"]))


def _errors(known: dict[str, Schema]) -> Iterator[str]:
    line = known["error"]["properties"]["error"]
    rows = []
    for name in _names(line):
        properties = known[name]["properties"]
        data = properties["data"]["properties"]
        words = (str(properties["code"]["const"]), f"`{data['error']['const']}`")
        remedy = " ".join(data["remedy"].get("examples", []))
        rows.append((*words, f"`{data['blame']['const']}`", known[name]["description"], remedy))
    head = ("code", "`data.error`", "`data.blame`", "meaning", "`data.remedy`, usually")
    yield from _table(head, rows)


def _names(schema: Schema) -> list[str]:
    return [each["$ref"].removeprefix("#/$defs/") for each in schema["anyOf"]]


def _table(head: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    rows = list(rows)
    if not rows:
        yield "No parameters."
        return
    yield from (_line(head), _line(("---",) * len(head)), *map(_line, rows))


def _line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"
