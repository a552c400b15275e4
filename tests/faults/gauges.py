"""What sayso takes of the machine while nothing is asked: to be the same after any load.

Descriptors, processes, zombies and windows are to be exactly as many as before. Memory is to be
flat within 5 %: what is a process's own, in memory or swapped out. That is its PSS without the
pages of program files: their share in the PSS is smaller the more other programs of the machine
use the same files at the moment, and nothing that we could leak.

Daemon and keeper are looked at together where descriptors are counted: each of the two watches
the other one's end by a pidfd, unless it is its parent.
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
"""By which memory may grow."""

OWN = ("RssAnon:", "RssShmem:", "VmSwap:")
"""Fields of /proc/PID/status, in KiB, that a hardened process shows to everybody (proc(5))."""


class Unmeasured(AssertionError):
    """The kernel does not tell."""


@dataclass(frozen=True)
class Memory:
    """Of one process; KiB."""

    own: int
    pss: int | None
    """All of it, as smaps_rollup tells; None: only root may know."""


@dataclass(frozen=True)
class Still:
    """What has to be the same whenever nothing is asked."""

    descriptors: int
    """Of daemon and keeper together."""
    processes: int
    """Daemon, keeper and a warm dialog process; callers have ended."""
    zombies: int
    """Children of the daemon or the keeper that neither has reaped."""
    windows: int
    """On the whole display, mapped or not: a warm dialog process has two that are not."""
    visible: int
    """Those of them that are mapped: the root, and the window manager's own."""


def still(world: World, pair: Sequence[int]) -> Still:
    """`pair`: the pids of daemon and keeper. Raises OSError when one has just ended."""
    return Still(
        descriptors=sum(map(descriptors, pair)),
        processes=len(world.processes()),
        zombies=len(zombies(pair)),
        windows=len(world.dialogs.kept_windows()),
        visible=len(world.dialogs.surfaces()),
    )


def difference(before: Still, after: Still) -> str:
    """In words; empty: none."""
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
    """Between the medians, as a part of the first."""
    return median(after) / median(before) - 1


def descriptors(pid: int) -> int:
    """Those of a hardened process are root's to list; their number Linux 6.2 tells everybody."""
    place = PROC / str(pid) / "fd"
    try:
        count = len(os.listdir(place))  # noqa: PTH208 - names alone
    except PermissionError:
        count = place.stat().st_size
    if not count:
        raise Unmeasured("before Linux 6.2 only root can count the descriptors of others")
    return count


def zombies(parents: Collection[int | None]) -> list[int]:
    """Children of these that have ended and were not reaped (proc(5))."""
    found = []
    for path in PROC.glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            if state == "Z" and int(parent) in parents:
                found.append(int(path.parent.name))
    return found
