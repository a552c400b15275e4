"""The file on the disk of a Linux: its mode, odd names, and disks that take no more."""

import sys

assert sys.platform == "linux"

import contextlib
import os
import resource
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.configuration import store
from sayso.errors import UnusableFile

MINE = "# how I like it\nwait = 10\n"


def names(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir())


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "sayso" / "config.toml"
    store.put(path, "timeout", 30.0)
    assert path.read_text() == "timeout = 30\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_its_mode_stays(path: Path) -> None:
    path.write_text(MINE)
    path.chmod(0o640)
    store.put(path, "wait", 2.5)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_its_path_is_told_in_one_line_of_text(tmp_path: Path) -> None:
    odd = tmp_path / "c\udcff\n.toml"
    odd.write_text("a\n")
    with pytest.raises(UnusableFile, match=r"/c\\u\{dcff\}\\u\{a\}\.toml: line 1: "):
        store.load(odd)


@pytest.mark.skipif(os.geteuid() == 0, reason="root can write everywhere")
def test_a_directory_that_is_read_only(path: Path) -> None:
    path.write_text(MINE)
    path.parent.chmod(0o500)
    try:
        with pytest.raises(UnusableFile, match=r"can't write .*: Permission denied"):
            store.put(path, "wait", 1)
    finally:
        path.parent.chmod(0o700)
    assert path.read_text() == MINE


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, of 4 KiB for files."""
    place = tmp_path / "disk"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", str(place)], check=True)
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.root("mounts a disk")
def test_one_that_is_full(tiny: Path) -> None:
    path = tiny / "config.toml"
    path.write_text(MINE)
    with contextlib.suppress(OSError):
        (tiny / "rest").write_bytes(bytes(1 << 16))
    with pytest.raises(UnusableFile, match=r"can't write .*: No space left on device"):
        store.put(path, "wait", 1)
    assert path.read_text() == MINE
    assert names(path) == ["config.toml", "rest"]


def test_a_limit_on_files(path: Path) -> None:
    path.write_text(MINE)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8, limits[1]))
    try:
        with pytest.raises(UnusableFile, match=r"can't write .*: File too large"):
            store.put(path, "wait", 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_text() == MINE
    assert names(path) == ["config.toml"]
