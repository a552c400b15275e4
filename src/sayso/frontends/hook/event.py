"""An event, as an agent tells its hook of it: one JSON object on standard input."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeVar

    T = TypeVar("T")

LONGEST = 16 << 20
"""Bytes of an event: a file that is written is in it whole, and what it says once more."""


class Abstention(Exception):
    """Nothing is to be asked, and nothing said to the agent; in words, why."""


class Unreadable(Abstention):
    """It can't be known what is to be asked. What a model writes may be so on purpose: a gate says
    no then."""


_GATES = re.compile(
    rb'"hook(?:_event_n|EventN)ame"\s*:\s*'
    rb'"(PreToolUse|BeforeTool|beforeShellExecution|beforeMCPExecution)"'
)


def is_of_gate(data: bytes) -> bool:
    """Of an event that can't be read: silence would let the tool run. No text in it can look so, as
    its quotation marks are escaped; and all agents say it before the tool's input."""
    return _GATES.search(data) is not None


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
    return Event(told)
