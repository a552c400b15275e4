"""Claude Code's transcript of a session: whether a call of a tool has its result by now.

A line of JSON for each message. A permission that was given in the terminal shows there once the
tool has ended: the event of the hook names no call, so it is found by the tool's name and input.
"""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

TAIL = 4 << 20
"""Bytes before the end that are read at first: the call is among the last lines."""


class Transcript:
    """Read on each look, from where the one before ended."""

    def __init__(self, path: str, tool: str, told: Mapping[str, Any]) -> None:
        """`path`: empty, or of no file: nothing is ever known."""
        self._path = path
        self._call = tool, told
        self._waiting: set[str] = set()
        """Calls like it that have no result yet."""
        self._from: int | None = None

    def has_result(self) -> bool:
        """The call, and every other of the same tool and input, has its result: since an earlier
        look, as one that had it before is not the one that is asked about."""
        was_waiting = bool(self._waiting)
        for part in self._parts():
            self._take(part)
        return was_waiting and not self._waiting

    def _take(self, part: Any) -> None:
        match part:
            case {"type": "tool_use", "id": str(call), "name": name, "input": told}:
                if (name, told) == self._call:
                    self._waiting.add(call)
            case {"type": "tool_result", "tool_use_id": str(call)}:
                self._waiting.discard(call)

    def _parts(self) -> Iterator[Any]:
        for line in self._lines():
            if b'"tool_' not in line:
                continue
            try:
                match json.loads(line):
                    case {"message": {"content": [*parts]}}:
                        yield from parts
            except (ValueError, RecursionError):
                continue  # the first line after a jump into the file, or none of its messages

    def _lines(self) -> list[bytes]:
        """Whole ones that are new."""
        try:
            with open(self._path, "rb") as file:  # noqa: PTH123 - no pathlib on this path
                if self._from is None:
                    self._from = max(file.seek(0, os.SEEK_END) - TAIL, 0)
                file.seek(self._from)
                data = file.read()
        except (OSError, ValueError):
            return []
        whole = data.rfind(b"\n") + 1
        self._from += whole
        return data[:whole].split(b"\n")
