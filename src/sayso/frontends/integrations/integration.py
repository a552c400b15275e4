"""What is known of one thing that can ask through sayso."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from sayso.core.text import visible_line
from sayso.errors import SaysoError
from sayso.frontends.install.places import Environ
from sayso.platforms.contract.doctor import Finding, Health

UNREADABLE = (SaysoError, OSError, ValueError, TypeError, LookupError, RuntimeError)
"""What may come of looking at the files of others: they may be of any shape, or not ours to read.
One of them is to hide no other."""


class Kind(StrEnum):
    MCP = "mcp"
    """A program that runs agents, which have sayso's tools."""
    HOOK = "hook"
    """Such a program, whose own permission prompts become dialogs."""
    PROGRAM = "program"
    """One that asks for passwords."""
    LOGIN = "login"
    """Something of ours that starts with the person's session."""


@dataclass(frozen=True)
class Planned:
    """What there is to do; nothing is changed yet."""

    diff: str
    """Unified, of every file that changes; empty: there is nothing to do."""
    make: Callable[[], str]
    """Does just that; what was done besides or is left to do, in words, or empty. Raises
    SaysoError: nothing was changed."""


@dataclass(frozen=True)
class Integration:
    """Those of its functions that take one, the environment is that of whoever wants it."""

    kind: Kind
    name: str
    """As commands have it."""
    title: str
    """Of the program, for people."""
    command: str
    """That sets it up without a window."""
    is_here: Callable[[Environ], bool]
    """The program is installed, or was started here once."""
    is_on: Callable[[Environ], bool]
    """Raises SaysoError: that can't be read."""
    findings: Callable[[Environ], Iterator[Finding]]
    """As the doctor tells; none where it is not here."""
    plan: Callable[[Environ, bool], Planned]
    """To switch it on (True) or off. Raises SaysoError."""

    def told(self, environ: Environ) -> list[Finding]:
        """As `findings`; where it can't be looked at, that."""
        try:
            return list(self.findings(environ))
        except UNREADABLE as error:
            words = f"it can't be looked at: {visible_line(str(error))}"
            return [Finding(f"{self.name} {self.kind}", Health.DOUBTFUL, words, "mend that")]

    @property
    def key(self) -> str:
        """Tells it from all others."""
        return f"{self.kind}-{self.name}"
