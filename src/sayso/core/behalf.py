"""The process that a question says it is asked for, and what the kernel says of that process.

A *fact* is named by the kernel, and only the daemon makes one. Everything else is a *claim* of the
requester's. Neither is part of the fingerprint: it says who asks, not what.
"""

from dataclasses import dataclass

from sayso.core.lineage import Lineage, Process
from sayso.core.program_name import SHELLS

_NAMED = 4
"""Most programs of a lineage that are named."""


@dataclass(frozen=True)
class Behalf:
    """The process that a question is asked for."""

    pid: int
    """The pid of the process, as the requester gave it."""
    lineage: Lineage | None = None
    """The process and its ancestors, at the time of the question. None: as far as we can see, no
    process of our user has this pid."""
    is_fact: bool = False
    """Whether the kernel names it as the process that the requester serves."""

    @property
    def process(self) -> Process | None:
        """The process itself; None: it can't be seen."""
        return None if self.lineage is None else self.lineage.requester

    @property
    def fact(self) -> Lineage | None:
        """The lineage, if the kernel names the process; None: it is only a claim."""
        return self.lineage if self.is_fact else None

    @property
    def identity(self) -> tuple[bool, int, Process | None]:
        """Equal for the same process that is known in the same way. What was answered for one
        identity is no answer for another."""
        return self.is_fact, self.pid, self.process

    @property
    def programs(self) -> tuple[str, ...]:
        """Names of that process and of those that started it, up to where the person works, without
        shells. Empty: the process can't be seen."""
        if self.lineage is None:
            return ()
        first, *outer = self.lineage.members[: self._within_origin]
        names = [first.name, *(each.name for each in outer if each.name not in SHELLS)]
        return tuple(dict.fromkeys(names))[:_NAMED]

    @property
    def _within_origin(self) -> int:
        assert self.lineage  # noqa: S101 (narrows the type: its caller has looked)
        return self.lineage.processes.index(self.lineage.origin) + 1


def heads(lineage: Lineage, behalf: Behalf | None) -> Lineage:
    """The lineage whose asker the dialog names first: that of a fact, else the requester's."""
    return lineage if behalf is None or behalf.fact is None else behalf.fact
