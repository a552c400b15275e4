"""Programs of others, which have sayso ask."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.openssh import OpenSsh
    from support.world import World


@pytest.fixture
def ssh(world: "World") -> Iterator["OpenSsh"]:
    from support.openssh import OpenSsh

    programs = OpenSsh(world)
    yield programs
    programs.close()
