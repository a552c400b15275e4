"""Fixtures for every test that needs real processes or a real screen."""

import os
import signal
from collections.abc import Generator, Iterator

import pytest

from support.world import World

BOUND = 20.0
"""Seconds."""


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


@pytest.fixture
def bounded() -> Iterator[None]:
    """What would wait for ever fails instead."""

    def too_late(*_: object) -> None:
        raise TimeoutError(f"not within {BOUND:g} s")

    before = signal.signal(signal.SIGALRM, too_late)
    signal.setitimer(signal.ITIMER_REAL, BOUND)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def pytest_configure() -> None:
    """A shell starts what runs in the background with SIGINT ignored; programs inherit that, and
    the ones that are tried here must hear it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        mark = item.get_closest_marker("root")
        if mark and os.geteuid() != 0:
            item.add_marker(pytest.mark.skip(reason=mark.args[0]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails in a world tells what was in it."""
    report = yield
    world = getattr(item, "funcargs", {}).get("world")
    if call.when == "call" and report.failed and isinstance(world, World):
        report.sections.append(("The world when it failed", world.describe()))
    return report
