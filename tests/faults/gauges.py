"""Measures what sayso uses of the machine while no question is open: no more after any load than
before.

There must be exactly as many file descriptors, processes, zombies and windows as before. Memory may
grow by at most 5 %. Only memory of a process's own counts, resident or swapped out: its PSS without
the pages of program files. The share of those pages in the PSS depends on how many other programs
of the machine use the same files at the moment, and they are nothing that we could leak.

The descriptors of daemon and keeper are counted together: each of the two watches for the other's
end by a pidfd, unless it is the other's parent.
"""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from statistics import median

from support.processes import PROC
from support.world import World

FLAT = 0.05
"""Fraction by which memory may grow."""

OWN = ("RssAnon:", "RssShmem:", "VmSwap:")
"""Fields of /proc/PID/status, in KiB, that a hardened process shows to everybody (proc(5))."""


class Unmeasured(AssertionError):
    """Raised when the kernel does not reveal a number."""


@dataclass(frozen=True)
class Memory:
    """The memory of one process, in KiB."""

    own: int
    pss: int | None
    """The whole PSS, from smaps_rollup. None: only root may read it."""


@dataclass(frozen=True)
class Still:
    """Numbers that must be the same whenever no question is open."""

    descriptors: int
    """Open file descriptors of daemon and keeper together."""
    processes: int
    """Daemon, keeper and a warm dialog process; callers have ended."""
    zombies: int
    """Children of the daemon or the keeper that neither has reaped."""
    windows: int
    """All windows of the display, mapped or not: a warm dialog process has two unmapped ones."""
    visible: int
    """Mapped windows: the root window, and the window manager's own."""


def still(world: World, pair: Sequence[int]) -> Still:
    """The numbers now. `pair`: the pids of daemon and keeper. Raises OSError when one of them has
    just ended."""
    return Still(
        descriptors=sum(map(descriptors, pair)),
        processes=len(world.processes()),
        zombies=len(zombies(pair)),
        windows=len(world.dialogs.kept_windows()),
        visible=len(world.dialogs.surfaces()),
    )


def difference(before: Still, after: Still) -> str:
    """The differences in words; empty: there are none."""
    are = asdict(after)
    changed = [(name, was) for name, was in asdict(before).items() if are[name] != was]
    return ", ".join(f"{are[name]} {name}, not {was}" for name, was in changed)


def memory(pid: int) -> Memory:
    fields = (PROC / str(pid) / "status").read_text().splitlines()
    own = [int(line.split()[1]) for line in fields if line.startswith(OWN)]
    if len(own) != len(OWN):
        raise Unmeasured(f"the kernel tells only {len(own)} of {', '.join(OWN)}")
    pss = None
    with suppress(PermissionError):
        rollup = (PROC / str(pid) / "smaps_rollup").read_text()
        pss = int(rollup.partition("\nPss:")[2].split()[0])
    return Memory(sum(own), pss)


def growth(before: Sequence[int], after: Sequence[int]) -> float:
    """Growth of the median from `before` to `after`, as a fraction of the median of `before`."""
    return median(after) / median(before) - 1


def descriptors(pid: int) -> int:
    """How many file descriptors a process has open. Only root may list those of a hardened process;
    since Linux 6.2 everybody may read their number. Raises Unmeasured on an older kernel."""
    place = PROC / str(pid) / "fd"
    try:
        count = len(os.listdir(place))  # noqa: PTH208 - names alone
    except PermissionError:
        count = place.stat().st_size
    if not count:
        raise Unmeasured("before Linux 6.2 only root can count the descriptors of others")
    return count


def zombies(parents: Collection[int | None]) -> list[int]:
    """Pids of the children of `parents` that have ended and were not reaped (proc(5))."""
    found = []
    for path in PROC.glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            if state == "Z" and int(parent) in parents:
                found.append(int(path.parent.name))
    return found
