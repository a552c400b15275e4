"""Fixtures for every test that needs real processes or a real screen."""

from collections.abc import Iterator

import pytest

from support.world import World


@pytest.fixture
def world() -> Iterator[World]:
    """A world with a screen; the end of the test asserts that nothing is left in it."""
    made = World()
    yield made
    made.close()


@pytest.fixture
def headless_world() -> Iterator[World]:
    """A world without any screen or bus."""
    made = World(screen=False)
    yield made
    made.close()
