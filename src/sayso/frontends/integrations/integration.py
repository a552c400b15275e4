"""What there is to know about one integration: something that can ask through sayso."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from sayso.core.text import visible_line
from sayso.errors import SaysoError
from sayso.frontends.install.places import Environ
from sayso.platforms.contract.doctor import Finding, Health

UNREADABLE = (SaysoError, OSError, ValueError, TypeError, LookupError, RuntimeError)
"""Errors that reading other programs' files may raise: the files may be of any shape, or unreadable
for us. An error of one integration must not hide the others."""


class Kind(StrEnum):
    MCP = "mcp"
    """A program that runs agents, which get sayso's tools."""
    HOOK = "hook"
    """A program that runs agents, and whose own permission prompts become dialogs."""
    PROGRAM = "program"
    """A program that asks for passwords."""
    LOGIN = "login"
    """A part of sayso that starts with the person's session."""


@dataclass(frozen=True)
class Planned:
    """A planned change of an integration; nothing is changed yet."""

    diff: str
    """Unified diff of every file that changes; empty: there is nothing to do."""
    make: Callable[[], str]
    """Makes the change. Returns in words what else was done or is left to do; empty: nothing.
    Raises SaysoError: nothing was changed."""


@dataclass(frozen=True)
class Integration:
    """Something that can ask through sayso. An environment that its functions take is that of the
    process on whose behalf they are called."""

    kind: Kind
    name: str
    """The integration's name on the command line."""
    title: str
    """The program's name, for people."""
    command: str
    """The command line that sets it up without a window."""
    is_here: Callable[[Environ], bool]
    """Whether the program is installed, or was started here once."""
    is_on: Callable[[Environ], bool]
    """Whether it is switched on. Raises SaysoError: its files can't be read."""
    findings: Callable[[Environ], Iterator[Finding]]
    """The doctor's findings; none if it is not on this machine."""
    plan: Callable[[Environ, bool], Planned]
    """Plans to switch it on (True) or off (False). Raises SaysoError."""

    def safe_findings(self, environ: Environ) -> list[Finding]:
        """Like `findings`, but an integration whose files can't be read gives one finding that says
        so."""
        try:
            return list(self.findings(environ))
        except UNREADABLE as error:
            words = f"it can't be looked at: {visible_line(str(error))}"
            return [Finding(f"{self.name} {self.kind}", Health.DOUBTFUL, words, "mend that")]

    @property
    def key(self) -> str:
        """Identifies it among all integrations."""
        return f"{self.kind}-{self.name}"
