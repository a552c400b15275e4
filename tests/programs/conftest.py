"""Fixtures of programs of others that ask through sayso."""

from collections.abc import Iterator

import pytest

from support.gnupg import Gnupg
from support.world import World


@pytest.fixture
def gnupg(world: World) -> Iterator[Gnupg]:
    made = Gnupg(world)
    yield made
    made.close()
