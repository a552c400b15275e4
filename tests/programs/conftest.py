"""Fixtures of programs of others that ask through sayso."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.gnupg import Gnupg
from support.world import World


@pytest.fixture
def gnupg(world: World) -> Iterator[Gnupg]:
    made = Gnupg(world)
    yield made
    made.close()


@pytest.fixture
def letter(world: World) -> Path:
    path = world.directory / "letter"
    path.write_text("Dear all\n")
    return path
