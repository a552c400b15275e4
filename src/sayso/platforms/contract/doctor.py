"""What works here, and what does not."""

from __future__ import annotations

from enum import StrEnum

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Health(StrEnum):
    """How something stands that sayso needs or likes to have."""

    WORKS = "works"
    DOUBTFUL = "doubtful"
    """Questions can be shown, but something is missing or untried."""
    BROKEN = "broken"
    """No question can be shown."""


class Finding(Value):
    """One thing that was looked at."""

    name: str
    health: Health
    words: str
    """One line: what was found."""
    remedy: str = ""
    """The command that mends it, or what to do; empty: nothing to mend, or nothing known."""


class Doctor(Protocol):
    """What this system offers; changes nothing."""

    def examine(self, environ: Mapping[str, str]) -> Iterator[Finding]: ...

    def survey(self) -> Iterator[Finding]:
        """What the toolkit finds on the screen; loads it, so in a process of its own alone."""
