"""A Windows of its own for each test module, and agents on it."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import wine

from support.wine_agent import Hire, WineAgent
from support.world import WINE, World


@pytest.fixture(scope="session", autouse=True)
def _set_up() -> None:
    if not wine.PYTHON.exists():
        pytest.skip("packaging/wine.py --set-up fetches Windows' Python")


@pytest.fixture
def windows() -> Iterator[World]:
    """With a desktop; no daemon runs yet."""
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
    made = hire()
    yield made
    made.sayso("daemon", "stop")
