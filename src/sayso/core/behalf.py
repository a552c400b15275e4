"""For which process a question says that it is asked, and what the kernel says of that one.

A *fact* is one that the kernel names: the daemon alone makes it. All else is a *claim* of the
requester's. Neither is part of the fingerprint: it says who asks, not what.
"""

from dataclasses import dataclass

from sayso.core.lineage import Lineage, Process
from sayso.core.program_name import SHELLS

_NAMED = 4
"""Programs of its lineage that are named."""


@dataclass(frozen=True)
class Behalf:
    """The process that a question is asked for."""

    pid: int
    """As the requester names it."""
    lineage: Lineage | None = None
    """That process and its ancestors, as it was asked. None: no process of our user's has this pid,
    as far as we can see."""
    is_fact: bool = False
    """The kernel names it as the one that the requester serves."""

    @property
    def process(self) -> Process | None:
        """None: it can't be seen."""
        return None if self.lineage is None else self.lineage.requester

    @property
    def fact(self) -> Lineage | None:
        """None: it is a claim."""
        return self.lineage if self.is_fact else None

    @property
    def identity(self) -> tuple[bool, int, Process | None]:
        """Equal for the same process, known in the same way: what was answered for one is no answer
        for another."""
        return self.is_fact, self.pid, self.process

    @property
    def programs(self) -> tuple[str, ...]:
        """Names of that process and of those that started it, up to where the person works, but no
        shells. Empty: it can't be seen."""
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
    """Whose asker the dialog names first: a fact's, else the requester's."""
    return lineage if behalf is None or behalf.fact is None else behalf.fact
