"""Reads a file that a tool would change, before anybody has said yes.

The path is a model's choice, so reading must have no effect: it contacts no other machine, does not
wait for a pipe or device, and reads only regular files of text that are not long.
"""

from __future__ import annotations

import os
import threading

from sayso.platforms import select
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 1 << 20
"""Most bytes of a file."""
WITHIN = 1.0
"""Seconds for reading a file: another machine's disk may take for ever."""


class Found(Value):
    """What is at a path."""

    is_there: bool | None
    """None: it is not known."""
    text: str | None = None
    """None: there is no text that could be shown."""
    real: str = ""
    """Where links in the path lead; empty: there are none."""


UNKNOWN = Found(None)


def look(path: str, cwd: str, within: float = WITHIN) -> Found:
    """What is at `path`, which may be relative to `cwd`. `cwd` empty: nobody says where a relative
    path begins. `within`: seconds."""
    whole = os.path.join(cwd, path)  # noqa: PTH118 - no pathlib on this path
    if not os.path.isabs(whole):  # noqa: PTH117 - no pathlib on this path
        return UNKNOWN
    if whole.startswith(("\\\\", "//")) or "\0" in whole:  # another machine, or a device
        return UNKNOWN
    return _in_time(lambda: _look(whole), within)


def _in_time(look: Callable[[], Found], within: float) -> Found:
    """The result of `look`, or UNKNOWN after `within` seconds. A slower thread is left behind and
    ends with this process."""
    found = [UNKNOWN]

    def run() -> None:
        found[0] = look()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(within)
    return found[0]


def _look(path: str) -> Found:
    real = os.path.realpath(path)
    if not os.path.lexists(path):
        return Found(is_there=False)
    return Found(True, _text(real), real if real != os.path.normpath(path) else "")


def _text(path: str) -> str | None:
    try:
        with select.files().open_file(path) as file:
            data = file.read(LONGEST + 1)
        return data.decode() if len(data) <= LONGEST else None
    except (OSError, ValueError):
        return None
