"""Whether the person is in front of the screen, or away."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


class Lost(Exception):  # no SaysoError: no request fails because of it
    """A source is not there, or not any more; the message says why."""


class SessionState(Value):
    """The person's session, as far as the system tells. With all defaults, nothing is against
    showing a dialog."""

    session: str = ""
    """The system's name for the session that has a screen; empty: there is none, or it is not
    known."""
    away: str | None = None
    """Why nobody can see a dialog ("the screen is locked"); None: somebody may."""
    unknown: str | None = None
    """Why the system does not tell the state; None: it does."""


class Source(Protocol):
    """A source of changes, which may come and go."""

    @property
    def place(self) -> str | None:
        """The path of a file that exists while the source does. None: this source has no such file.
        Raises Lost."""

    async def follow(self, told: Callable[[SessionState], None]) -> NoReturn:
        """Calls `told` with the present state, and again whenever the state may have changed.
        Raises Lost.

        It runs on the daemon's asyncio loop. Where the system tells only a process with a main loop
        of its own, `follow` starts such a process, listens to it and ends it: see
        `Processes.spawn`.
        """


class Presence(Protocol):
    """Whether the person is in front of the screen, or away."""

    def person(self) -> Source:
        """The source that tells whether the person's session is in front, and unlocked."""

    def session_bus(self) -> Source:
        """The source that tells whether the message bus of the person's session is there: screen
        readers and the panel with tray icons are reached over it."""
