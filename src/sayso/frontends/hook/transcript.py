"""Claude Code's transcript of a session, which shows whether a tool call has its result by now.

It has a line of JSON for each message. A permission given in the terminal shows only once the tool
has ended. The hook's event has no id of the call, so the call is found by tool name and input.
"""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

TAIL = 4 << 20
"""Bytes at the file's end that are read at first: the call is among the last lines."""


class Transcript:
    """A transcript. Each check reads on from where the one before ended."""

    def __init__(self, path: str, tool: str, told: Mapping[str, Any]) -> None:
        """`path`: if it is empty or names no file, no result is ever found."""
        self._path = path
        self._call = tool, told
        self._waiting: set[str] = set()
        """Ids of calls of this tool with this input that have no result yet."""
        self._from: int | None = None

    def has_result(self) -> bool:
        """Whether the call, and every other of the same tool and input, has got its result since
        an earlier check. A call that had its result before is not the one that is asked about."""
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
                continue  # cut off, as reading began in the middle of the file; or no message

    def _lines(self) -> list[bytes]:
        """The complete lines that are new."""
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
