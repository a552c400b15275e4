"""Fixtures for machines that are reached by ssh, without a screen."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.openssh import OpenSsh
    from support.world import World


@pytest.fixture
def ssh(headless_world: "World") -> Iterator["OpenSsh"]:
    from support.openssh import OpenSsh

    programs = OpenSsh(headless_world)
    yield programs
    programs.close()
