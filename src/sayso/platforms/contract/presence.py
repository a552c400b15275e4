"""Where the person is: in front of the screen, or away."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


class Lost(Exception):  # no SaysoError: nobody's request fails of it
    """What was to be followed is not there, or not any more; the message says why."""


class SessionState(Value):
    """The person's session, as far as the system tells. Without anything in it: nothing is
    against showing a dialog."""

    session: str = ""
    """What the system calls the one that has a screen; empty: there is none, or nothing is known
    of it."""
    away: str | None = None
    """Why nobody can see a dialog ("the screen is locked"); None: somebody may."""
    unknown: str | None = None
    """Why the system does not tell."""


class Source(Protocol):
    """Something that tells of changes as long as it is there."""

    @property
    def place(self) -> str | None:
        """The path of what is there when it is. None: there is no such file. Raises Lost."""

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        """Tells how it is now, and again whenever that may have changed. Raises Lost.

        On the daemon's asyncio loop. A system that tells only whoever runs a main loop of its own
        has a process for that, which `follow` starts, hears and ends: see `Processes.spawn`.
        """


class Presence(Protocol):
    """Where the person is."""

    def person(self) -> Source:
        """Whether the person's session is in front, and unlocked."""

    def session_bus(self) -> Source:
        """Whether the bus of the person's session is there: by it screen readers and the tray's
        host are reached."""
