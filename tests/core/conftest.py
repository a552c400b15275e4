"""Fixtures for tests of the core: a driver, and hypothesis without randomness or time limits."""

import pytest
from hypothesis import settings

from support.core_driver import Chain, Driver

settings.register_profile("core", deadline=None, derandomize=True, database=None)
settings.load_profile("core")


@pytest.fixture
def driver() -> Driver:
    return Driver()


@pytest.fixture
def tab(driver: Driver) -> Chain:
    return driver.tab()


@pytest.fixture
def agent(driver: Driver, tab: Chain) -> Chain:
    """A long-lived program in a terminal's tab."""
    return driver.spawn(tab, "agent")


@pytest.fixture
def command(driver: Driver, agent: Chain) -> Chain:
    """A command that the agent runs through a shell."""
    return driver.command(agent)
