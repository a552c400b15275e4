"""Checks what was recorded, and what is listed by hand, against Apple's headers.

A call is wrong if Apple's class has no such method with this number of arguments. A method that
Python defines is wrong if nobody would call it: neither the superclass nor a protocol has it, and
it was not handed over as an action. A class is wrong if Apple has none with this name.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from macos_double.headers import Headers

BY_HAND = Path(__file__).with_name("by_hand.txt")
"""The list of calls that are never recorded, because GNUstep lacks them."""

LISTED = re.compile(r"(?P<of>[-+])\[(?P<name>\w+) (?P<selector>[\w:]+)\]")

Entry = dict[str, Any]


def recorded(path: Path) -> list[Entry]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def listed(text: str) -> Iterator[Entry]:
    """Entries, as if recorded, from a list with one call on each line, such as -[NSWindow
    setSharingType:]; # begins a comment. Raises ValueError."""
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
    """What is wrong, each thing once, in Objective-C's spelling."""
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
    """The first class in the line that Apple has, too: Python's and GNUstep's own come before
    it."""
    return next((name for name in line if headers.has_class(name)), None)


def _shown(entry: Entry) -> str:
    if entry["what"] == "class":
        return f"@class {entry['line'][0]}"
    sign = "+" if entry.get("to_class") else "-"
    return f"{sign}[{entry['line'][0]} {entry['selector']}]"
