"""Control groups (cgroups(7)) for a test: programs run in them, and end with them.

They need root, and a system with version 2 of control groups.
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
        """Runs a program in the group to its end. Returns what it writes."""
        return subprocess.check_output(
            ["sh", "-c", JOIN, str(self._place), *argv], env=environ, text=True, timeout=30
        )

    def has(self, pid: int) -> bool:
        return str(pid) in (self._place / "cgroup.procs").read_text().split()

    def kill(self) -> None:
        """Kills all processes in the group, as a terminal or a service manager does at its end."""
        (self._place / "cgroup.kill").write_text("1")
        wait_until(lambda: not (self._place / "cgroup.procs").read_text(), "the end of all in it")


@contextlib.contextmanager
def control_group(*names: str) -> Iterator[ControlGroup]:
    """Nested groups with these names, outermost first. Yields the innermost; what is left in it is
    killed at the end."""
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
    """Where control groups of version 2 are mounted. Skips the test if they are not."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    roots = [Path(place) for _, place, kind, *_ in mounts if kind == "cgroup2"]
    if not roots:
        pytest.skip("this system has no control groups of version 2")
    return roots[0]
