"""The check of what was sent and defined, and of what is listed by hand, against Apple's headers.

A call is wrong when Apple's class has no such method with so many arguments. A method that Python
defines is wrong when nobody would call it: it is none of the superclass's, none of a protocol's,
and no action that was handed over by name. A class is wrong when Apple has none of this name.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from macos_double.headers import Headers

BY_HAND = Path(__file__).with_name("by_hand.txt")
"""Calls that GNUstep lacks, so that they are never recorded."""

LISTED = re.compile(r"(?P<of>[-+])\[(?P<name>\w+) (?P<selector>[\w:]+)\]")

Entry = dict[str, Any]


def recorded(path: Path) -> list[Entry]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def listed(text: str) -> Iterator[Entry]:
    """-[NSWindow setSharingType:], one a line; # begins a comment. As if it was recorded."""
    for line in text.splitlines():
        call = line.partition("#")[0].strip()
        if not call:
            continue
        found = LISTED.fullmatch(call)
        if not found:
            raise ValueError(f"{call!r} is no call")
        selector = found["selector"]
        yield {
            "what": "sent", "line": [found["name"]], "selector": selector,
            "count": selector.count(":"), "to_class": found["of"] == "+",
        }  # fmt: skip


def wrong(entries: Iterable[Entry], headers: Headers) -> list[str]:
    """What does not agree, once each, in Objective-C's spelling."""
    entries = list(entries)
    actions = {each["selector"] for each in entries if each["what"] == "named"}
    found = {
        _shown(each)
        for each in entries
        if (each["what"] == "sent" and not _is_known(each, headers))
        or (each["what"] == "defined" and not _is_called(each, headers, actions))
        or (each["what"] == "class" and not headers.has_class(each["line"][0]))
    }
    return sorted(found)


def _is_known(sent: Entry, headers: Headers) -> bool:
    owner = _apples(sent["line"], headers)
    return owner is not None and headers.has(
        owner, sent["selector"], sent["count"], to_class=sent["to_class"]
    )


def _is_called(defined: Entry, headers: Headers, actions: set[str]) -> bool:
    selector, count = defined["selector"], defined["count"]
    owner = _apples(defined["line"], headers)
    return (
        selector in actions
        or headers.some_protocol_has(selector, count)
        or (owner is not None and headers.has(owner, selector, count, to_class=False))
    )


def _apples(line: Iterable[str], headers: Headers) -> str | None:
    """The first that Apple has: Python's classes and GNUstep's own come before it."""
    return next((name for name in line if headers.has_class(name)), None)


def _shown(entry: Entry) -> str:
    if entry["what"] == "class":
        return f"@class {entry['line'][0]}"
    sign = "+" if entry.get("to_class") else "-"
    return f"{sign}[{entry['line'][0]} {entry['selector']}]"
