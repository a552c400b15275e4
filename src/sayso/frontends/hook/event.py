"""An event as an agent sends it to its hook: one JSON object on standard input."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TypeVar

    T = TypeVar("T")

LONGEST = 16 << 20
"""Most bytes of an event. A file that a tool writes is in it whole, and its text once more."""


class Abstention(Exception):
    """There is nothing to ask and nothing to tell the agent; the message says why."""


class Unreadable(Abstention):
    """The event does not show what to ask. A model may write such input on purpose, so a gate does
    not let it through."""


_GATES = {b"PreToolUse", b"BeforeTool", b"beforeShellExecution", b"beforeMCPExecution"}
_NAME = re.compile(rb'"hook_?[eE]vent_?[nN]ame"\s*:\s*"([^"]*)"')

DEEPEST = 64
"""Most levels of nesting in an event. No tool of an agent needs as many."""


def is_of_gate(data: bytes) -> bool:
    """Whether the event is a gate's: silence would let the tool run. It need not be readable.

    All agents name the event before the tool's input. No string in the input can look like that
    name, as quotation marks in strings are escaped.
    """
    name = _NAME.search(data)
    return name is not None and name[1] in _GATES


class Event:
    """The fields of an event. A required field that is missing, or of another type than expected,
    makes the event unreadable; fields that nobody asks for are ignored."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def text(self, name: str) -> str:
        """Raises Unreadable."""
        return self._field(name, str)

    def mapping(self, name: str) -> Mapping[str, Any]:
        """Raises Unreadable."""
        return self._field(name, dict)

    def given(self, name: str, default: T) -> T:
        """An optional field: its value if it is there and of the default's type, else `default`."""
        value = self._fields.get(name)
        return value if isinstance(value, type(default)) else default

    def one_of(self, known: Mapping[str, T]) -> T:
        """The entry of `known` for this event's name. Raises Abstention if there is none."""
        # VS Code's documents spell it `hookEventName`:
        # https://code.visualstudio.com/docs/agent-customization/hooks
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
