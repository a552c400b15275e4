"""Examines what works on this system, and what does not."""

from __future__ import annotations

from enum import StrEnum

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Health(StrEnum):
    """The state of something that sayso needs or likes to have."""

    WORKS = "works"
    DOUBTFUL = "doubtful"
    """Questions can be shown, but something is missing or untried."""
    BROKEN = "broken"
    """No question can be shown."""


class Finding(Value):
    """One thing that was examined."""

    name: str
    health: Health
    words: str
    """One line: what was found."""
    remedy: str = ""
    """The command that mends it, or what to do; empty: nothing to mend, or nothing known."""


class Doctor(Protocol):
    """Examines what this system offers. It changes nothing."""

    def examine(self, environ: Mapping[str, str]) -> Iterator[Finding]: ...

    def survey(self) -> Iterator[Finding]:
        """What the toolkit finds on the screen. It loads the toolkit: for a process of its own."""
