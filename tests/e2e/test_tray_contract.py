"""The tray of Linux does what every platform's does: its menu as a panel shows it, over the bus."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import cached_property

import pytest

from contract.tray import TrayContract
from support.tray_process import TrayProcess
from support.trays import Menu
from support.world import World


class LinuxHand:
    """Fulfils `contract.tray.Hand`."""

    def __init__(self, world: World, process: TrayProcess, stack: ExitStack) -> None:
        self._world, self.process, self._stack = world, process, stack

    @cached_property
    def _menu(self) -> Menu:
        """It is on the bus once the tray has something to show."""
        return self._stack.enter_context(closing(Menu(self._world, self.process.pid)))

    def icon(self) -> str:
        return self._menu.icon().removeprefix("sayso-").rpartition("-")[0]

    def labels(self) -> list[str]:
        return self._menu.labels()

    def enabled(self, label: str) -> bool:
        return self._menu.enabled(label)

    def checked(self, label: str) -> bool:
        return self._menu.checked(label)

    def choose(self, label: str) -> None:
        self._menu.choose(label)

    def shows(self, words: str) -> int:
        return self._world.dialogs.texts(self.process.pid).count(words)

    def close_windows(self) -> None:
        self._world.dialogs.press("Close", pid=self.process.pid)


@pytest.fixture(scope="module")
def tray_world() -> Iterator[World]:
    made = World()
    yield made
    made.close()


@pytest.fixture
def hand(tray_world: World) -> Iterator[LinuxHand]:
    process = TrayProcess(tray_world.environ)
    try:
        assert process.hear()["method"] == "ready"
        with ExitStack() as stack:
            yield LinuxHand(tray_world, process, stack)
    finally:
        process.close()


class TestTray(TrayContract):
    pass
