"""What stands on macOS for the terminals, sessions and control groups of `core.lineage`.

Every controlling terminal counts as a pseudo-terminal: macOS gives no other to a person who has a
screen.

A session's leader is often another user's. Terminal starts login(1), which belongs to root and
leads the session, and that starts the person's shell. So where a session's leader is not seen, the
outermost process of that session that is seen stands for it.

There are no control groups. As on Windows, whoever has no terminal belongs to the outermost program
of its lineage, the one that launchd started or whose parent has ended: by its file, as another
process of the same file costs nothing.
"""

import sys

assert sys.platform == "darwin"

from collections.abc import Sequence
from typing import NamedTuple

from sayso.platforms.macos.process_facts import ProcessFacts


class Place(NamedTuple):
    """Where one process of a lineage stands: see the fields of `core.lineage.Member`."""

    session: int
    on_pty: bool
    cgroup: str
    """The file of the outermost process of all; empty: unknown."""


def places(chain: Sequence[ProcessFacts]) -> list[Place]:
    """Of each in a lineage: the requester first, then its ancestors outwards."""
    seen = {facts.pid for facts in chain}
    outermost = {facts.session: facts.pid for facts in chain}
    group = chain[-1].image or ""
    return [
        Place(
            facts.session if facts.session in seen | {0} else outermost[facts.session],
            facts.has_terminal,
            group,
        )
        for facts in chain
    ]
