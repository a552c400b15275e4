"""What this process writes to."""

from __future__ import annotations

from enum import Enum, auto


class Output(Enum):
    """What a program's standard output is."""

    PIPE = auto()
    """A pipe or a socket, which another program reads."""
    TERMINAL = auto()
    STORED = auto()
    """A file, or anything else that no program reads."""
    ABANDONED = auto()
    """A pipe that nobody reads any more. If the system does not tell that, it is a `PIPE`."""
