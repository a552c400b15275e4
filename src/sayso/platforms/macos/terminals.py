"""What macOS has in place of the terminals, sessions and control groups of `core.lineage`.

Every controlling terminal counts as a pseudo-terminal: macOS gives no other to a person who has a
screen.

A session's leader is often another user's process: Terminal starts login(1), which belongs to root
and leads the session, and login starts the person's shell. If the leader can't be seen, the
outermost process of the session that can be seen stands for it.

There are no control groups. As on Windows, a process without a terminal belongs to the outermost
program of its lineage, the one that launchd started or whose parent has ended. That program's file
names the group: starting one more process of the same file costs nothing.
"""

import sys

assert sys.platform == "darwin"

from collections.abc import Sequence
from typing import NamedTuple

from sayso.platforms.macos.process_facts import ProcessFacts


class Place(NamedTuple):
    """Session, terminal and group of one process in a lineage: see the fields of
    `core.lineage.Member`."""

    session: int
    on_pty: bool
    cgroup: str
    """The file of the lineage's outermost process; empty: unknown."""


def places(chain: Sequence[ProcessFacts]) -> list[Place]:
    """The places of a lineage's processes. `chain`: the requester first, then its ancestors
    outwards."""
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
