"""Fixtures for a Windows under Wine for each test module, and for agents on it."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import wine

from probes.wine import WineProbe
from support.dialog_process import DialogProcess
from support.waiting import wait_until
from support.wine_agent import STARTING, Hire, WineAgent
from support.world import WINE, World


@pytest.fixture(scope="session", autouse=True)
def _set_up() -> None:
    if not wine.PYTHON.exists():
        pytest.skip("packaging/wine.py --set-up fetches Windows' Python")


@pytest.fixture(scope="module")
def screen_world() -> Iterator[World]:
    """One Windows for all tests of a module."""
    made = World(compositor=WINE)
    yield made
    made.close()


@pytest.fixture
def probe(screen_world: World) -> WineProbe:
    return screen_world.wine


@pytest.fixture
def dialog(screen_world: World, probe: WineProbe) -> Iterator[DialogProcess]:
    """A dialog process that is ready for its question."""
    process = DialogProcess(screen_world.environ)
    probe.move(0, 0)
    try:
        process.ready()
        yield process
    finally:
        process.close()


@pytest.fixture
def windows() -> Iterator[World]:
    """A Windows with a desktop, on which no daemon runs yet."""
    made = World(compositor=WINE, hurried=True)
    yield made
    made.close()


@pytest.fixture
def hire(windows: World) -> Iterator[Hire]:
    with ExitStack() as stack:

        def hired() -> WineAgent:
            agent = WineAgent(windows)
            stack.callback(agent.close)
            return agent

        yield hired


@pytest.fixture
def agent(hire: Hire) -> Iterator[WineAgent]:
    """An agent on a Windows where a daemon runs already: to start one takes long on a busy
    machine."""
    made = hire()
    wait_until(lambda: made.is_ready(made.sayso("daemon", "start").code, 0), "a daemon", STARTING)
    yield made
    made.sayso("daemon", "stop")
