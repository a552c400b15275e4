"""An event, as an agent tells its hook of it: one JSON object on standard input."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TypeVar

    T = TypeVar("T")

LONGEST = 16 << 20
"""Bytes of an event: a file that is written is in it whole, and what it says once more."""


class Abstention(Exception):
    """Nothing is to be asked, and nothing said to the agent; in words, why."""


class Unreadable(Abstention):
    """It can't be known what is to be asked. What a model writes may be so on purpose: a gate says
    no then."""


_GATES = {b"PreToolUse", b"BeforeTool", b"beforeShellExecution", b"beforeMCPExecution"}
_NAME = re.compile(rb'"hook_?[eE]vent_?[nN]ame"\s*:\s*"([^"]*)"')

DEEPEST = 64
"""Levels of what stands within one another. No tool of an agent needs as many."""


def is_of_gate(data: bytes) -> bool:
    """Whether silence would let the tool run, of an event that can't be read as well.

    All agents name the event before the tool's input, and no text in there looks like that, as its
    quotation marks are escaped.
    """
    name = _NAME.search(data)
    return name is not None and name[1] in _GATES


class Event:
    """Fields that are missing, or of another type than is asked for, make it unreadable; fields
    that nobody asks for change nothing."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def text(self, name: str) -> str:
        """Raises Unreadable."""
        return self._field(name, str)

    def mapping(self, name: str) -> Mapping[str, Any]:
        """Raises Unreadable."""
        return self._field(name, dict)

    def given(self, name: str, default: T) -> T:
        """Where it is there and of the default's type; else the default."""
        value = self._fields.get(name)
        return value if isinstance(value, type(default)) else default

    def one_of(self, known: Mapping[str, T]) -> T:
        """What is known of this event. Raises Abstention."""
        # VS Code's documents write it so: https://code.visualstudio.com/docs/agent-customization/hooks
        name = self.given("hookEventName", "") or self.text("hook_event_name")
        if name not in known:
            raise Abstention(f"it has nothing to ask at the event {name}")
        return known[name]

    def _field(self, name: str, kind: type[T]) -> T:
        value = self._fields.get(name)
        if not isinstance(value, kind):
            raise Unreadable(f"the event has no {name} that could be read")
        return value


def read(data: bytes) -> Event:
    """Raises Unreadable."""
    if len(data) > LONGEST:
        raise Unreadable(f"the event is longer than {LONGEST >> 20} MiB")
    try:
        told = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Unreadable("the event is no JSON") from error
    if not isinstance(told, dict):
        raise Unreadable("the event is no JSON object")
    if _is_deeper(told, DEEPEST):
        raise Unreadable(f"the event is nested deeper than {DEEPEST} levels")
    return Event(told)


def _is_deeper(told: object, most: int) -> bool:
    level = [told]
    for _ in range(most):
        level = [part for each in level for part in _parts(each)]
    return bool(level)


def _parts(told: object) -> Iterable[object]:
    if isinstance(told, dict):
        return told.values()
    return told if isinstance(told, list) else ()
