"""Fixtures for a screen with a Mac's programs, on GNUstep in place of macOS. Tests are skipped
without GNUstep."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator
from pathlib import Path

import pytest

import macos_double
from probes.gnustep import GnustepProbe
from support.dialog_process import DialogProcess
from support.mac import Mac
from support.world import GNUSTEP, World
from under_gnustep.asked import Asked


@pytest.fixture(autouse=True, scope="session")
def double() -> None:
    if why := macos_double.missing():
        pytest.skip(why)


@pytest.fixture(scope="module")
def shared() -> Iterator[World]:
    """One X11 world for all tests of a file."""
    made = World()
    yield made
    made.close()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The file in which a test's programs record what they send and define."""
    return tmp_path / "record"


@pytest.fixture
def mac(shared: World, record: Path) -> Iterator[Mac]:
    made = Mac(shared, record)
    yield made
    made.close()


@pytest.fixture(scope="module")
def mac_world() -> Iterator[World]:
    made = World(compositor=GNUSTEP)
    yield made
    made.close()


@pytest.fixture
def asked(mac_world: World) -> Iterator[Asked]:
    process = DialogProcess(mac_world.environ)
    probe = mac_world.dialogs
    assert isinstance(probe, GnustepProbe)
    try:
        process.ready()
        yield Asked(probe, process)
    finally:
        process.close()
