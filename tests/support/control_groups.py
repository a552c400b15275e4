"""Control groups (cgroups(7)) of a test's own, in which programs run and with which they end.

They take root, and a system that has version 2 of them.
"""

import contextlib
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from support.processes import wait_until

JOIN = 'echo $$ >"$0/cgroup.procs" && exec "$@"'


class ControlGroup:
    def __init__(self, place: Path) -> None:
        self._place = place

    def run(self, argv: Sequence[str], environ: Mapping[str, str] | None = None) -> str:
        """A program in it, to its end; what it writes."""
        return subprocess.check_output(
            ["sh", "-c", JOIN, str(self._place), *argv], env=environ, text=True, timeout=30
        )

    def has(self, pid: int) -> bool:
        return str(pid) in (self._place / "cgroup.procs").read_text().split()

    def kill(self) -> None:
        """All in it, as whoever ends a terminal or a service does."""
        (self._place / "cgroup.kill").write_text("1")
        wait_until(lambda: not (self._place / "cgroup.procs").read_text(), "the end of all in it")


@contextlib.contextmanager
def control_group(*names: str) -> Iterator[ControlGroup]:
    """The innermost of some of these names, one in the other; what is left in it is killed."""
    outermost = root() / f"sayso-group-{os.getpid()}"
    place = outermost.joinpath(*names)
    try:
        place.mkdir(parents=True)
    except OSError as error:
        pytest.skip(f"no control groups can be made here: {error.strerror}")
    group = ControlGroup(place)
    try:
        yield group
    finally:
        group.kill()
        while place != outermost.parent:
            place.rmdir()
            place = place.parent


def root() -> Path:
    """Of version 2."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    roots = [Path(place) for _, place, kind, *_ in mounts if kind == "cgroup2"]
    if not roots:
        pytest.skip("this system has no control groups of version 2")
    return roots[0]
