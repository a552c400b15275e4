"""How long no input came, and whether the screen is dark, by the X server's own word."""

from collections.abc import Callable
from ctypes import CDLL, POINTER, c_ubyte, c_ushort, cast
from typing import Any

import pytest
from Xlib import X
from Xlib.display import Display

from sayso.platforms.linux.x11 import idle
from support.processes import wait_until
from support.world import World

LONG = 4.0
"""Seconds: more than a key takes on a busy machine."""


def test_input_begins_it_anew(world: World) -> None:
    saver = idle.screen_saver(world.environ["DISPLAY"])
    assert saver is not None
    wait_until(lambda: saver.seconds() > LONG, "some time without input")
    world.dialogs.key("a")
    assert saver.seconds() < LONG


def test_a_screen_that_its_saver_has_made_dark(world: World) -> None:
    saver = idle.screen_saver(world.environ["DISPLAY"])
    assert saver is not None
    assert not saver.is_dark()
    display = Display(world.environ["DISPLAY"])
    display.force_screen_saver(X.ScreenSaverActive)
    display.sync()
    assert saver.is_dark()
    world.dialogs.key("a")
    assert not saver.is_dark()
    display.close()


def test_without_a_display_there_is_no_telling() -> None:
    assert idle.screen_saver(":70000") is None


class SleepingMonitors:
    """libXext as of a server that can put monitors to sleep, which those of tests can't."""

    def __init__(self) -> None:
        self.level = 0
        self.DPMSQueryExtension = Answers(lambda *_: 1)
        self.DPMSCapable = Answers(lambda _: 1)
        self.DPMSInfo = Answers(self._info)

    def _info(self, _display: object, level: Any, is_on: Any) -> int:
        cast(level, POINTER(c_ushort))[0] = self.level
        cast(is_on, POINTER(c_ubyte))[0] = 1
        return 1


class Answers:
    """A function of a library."""

    def __init__(self, answer: Callable[..., int]) -> None:
        self._answer = answer
        self.argtypes: list[object] = []

    def __call__(self, *arguments: object) -> int:
        return self._answer(*arguments)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_monitors_that_sleep(level: int, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """DPMSInfo(3): standby, suspend or off."""
    monitors = SleepingMonitors()

    def load(name: str) -> Any:
        return monitors if name.startswith("libXext") else CDLL(name)

    monkeypatch.setattr("sayso.platforms.linux.x11.idle.CDLL", load)
    saver = idle.screen_saver(world.environ["DISPLAY"])
    assert saver is not None
    assert not saver.is_dark()
    monitors.level = level
    assert saver.is_dark()
