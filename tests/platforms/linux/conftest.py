"""Fixtures with real directories, sockets and processes for the tests of the Linux platform."""

import sys

assert sys.platform == "linux"

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.linux_peers import Server
from support.programs import Programs


@pytest.fixture
def directory() -> Iterator[Path]:
    """A private directory with a short path: the path of a socket has 107 bytes at most."""
    with tempfile.TemporaryDirectory(prefix="s", dir="/tmp") as path:
        yield Path(path)


@pytest.fixture
def server(directory: Path, programs: Programs) -> Iterator[Server]:
    server = Server(str(directory / "requests"))
    yield server
    server.close()  # before the processes are waited for: requesters end with the server


@pytest.fixture
def group() -> Iterator[Path]:
    """A control group for one test. To be requested first, so that it is removed after all
    processes."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    roots = [Path(place) for _, place, kind, *_ in mounts if kind == "cgroup2"]
    if not roots:
        pytest.skip("this system has no control groups of version 2")
    group = roots[0] / f"sayso-test-{os.getpid()}"
    try:
        group.mkdir()
    except OSError as error:
        pytest.skip(f"no control group can be made here: {error.strerror}")
    yield group
    for path in sorted((*group.rglob("*/"), group), reverse=True):
        if path.is_dir():
            path.rmdir()
