"""What the probes of all Wayland compositors share.

Controls are found over AT-SPI, which on Wayland knows only the place within a window. Each
compositor has its own way to tell where windows are, and to play a device.
"""

import hashlib
import threading
import time
from abc import abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from probes.assistance import AtspiAssistance
from probes.evdev import keys
from probes.eyes import Eyes
from probes.probe import Control, NotHere, Place, Probe, Surface, Window
from probes.steps import (
    Activate,
    Button,
    Click,
    Direction,
    Focus,
    Forged,
    Handle,
    Key,
    KeyDown,
    KeyUp,
    Minimise,
    Move,
    MoveBy,
    MoveWindow,
    Pause,
    Press,
    Release,
    ResizeWindow,
    Step,
    Type,
    Wheel,
)

PAPER = bytes((246, 245, 244))
"""The colour with which a window of Adwaita is filled: red, green, blue."""

EYES = Path(__file__).with_name("wayland_eyes.py")


class Devices(Protocol):
    """A pointer and a keyboard. One thread uses them at a time."""

    place: tuple[int, int]
    """The place of the pointer."""
    lock: threading.RLock

    def close(self) -> None: ...

    def move(self, x: int, y: int) -> None: ...

    def press(self, button: Button, *, down: bool) -> None: ...

    def turn(self, direction: Direction) -> None:
        """Turns the wheel by a notch."""

    def key(self, name: str, *, down: bool) -> None:
        """Presses or releases a key. `name`: the key alone, without modifiers."""


@dataclass(frozen=True)
class Managed(Window):
    """A window that shows, as its compositor tells of it."""

    pid: int
    application: str
    is_active: bool
    origin: tuple[int, int]
    """The top left corner of the surface, with its shadows: the program counts from there."""


Order = Focus | Activate | MoveWindow | ResizeWindow | Minimise
"""Steps about windows, which the compositor carries out."""


class WaylandProbe(AtspiAssistance, Probe):
    def __init__(self, environ: Mapping[str, str], size: tuple[int, int], devices: Devices) -> None:
        self._environ = environ
        self._size = size
        self._devices = devices
        self._eyes = Eyes(EYES, environ)

    def close(self) -> None:
        self._eyes.close()
        self._devices.close()

    # -- what each compositor has its own way for

    @abstractmethod
    def _managed(self) -> list[Managed]:
        """The windows that show, lowest first if the compositor tells their order."""

    def _unmanaged(self, width: int, height: int) -> tuple[int, int]:
        """The top left corner of a surface of this size that the compositor does not tell about."""
        del width, height
        return 0, 0

    @abstractmethod
    def _picture(self) -> bytes:
        """The whole screen: three bytes for each pixel, row by row."""

    @abstractmethod
    def _order(self, step: Order) -> None: ...

    # -- sight

    def is_paper(self, x: int, y: int) -> bool:
        """Whether the pixel has the colour with which windows are filled."""
        return self.colour(x, y) == PAPER

    def colour(self, x: int, y: int) -> bytes:
        """The pixel's red, green and blue, a byte each."""
        start = (y * self._size[0] + x) * 3
        return self._picture()[start : start + 3]

    def ready(self) -> bool:
        return bool(self._eyes.look("ready")["ready"])

    def find(
        self, name: str | None = None, *, role: str | None = None, pid: int | None = None
    ) -> list[Control]:
        found = self._eyes.look("find", name=name, role=role, pid=pid)["controls"]
        origins: dict[tuple[int, int, int], tuple[int, int]] = {}
        controls = []
        for each in found:
            window = each["pid"], *each.pop("window")
            if window not in origins:
                origins[window] = self._origin(*window)
            left, top = origins[window]
            place = {"x": each["x"] + left, "y": each["y"] + top}
            controls.append(Control(**{**each, **place, "states": frozenset(each["states"])}))
        return controls

    def _origin(self, pid: int, width: int, height: int) -> tuple[int, int]:
        managed = next((each.origin for each in self._managed() if each.pid == pid), None)
        return managed or self._unmanaged(width, height)

    def windows(self) -> list[Window]:
        return [*self._managed()]

    def active_window(self) -> Handle | None:
        return next((each.handle for each in self._managed() if each.is_active), None)

    def application(self, window: Handle) -> tuple[str, ...]:
        return next((each.application,) for each in self._managed() if each.handle == window)

    def surfaces(self, application: str | None = None, pid: int | None = None) -> list[Surface]:
        return [
            each
            for each in self._managed()
            if application in (None, each.application) and pid in (None, each.pid)
        ]

    def kept_windows(self, pid: int | None = None) -> set[Handle]:
        return {each.handle for each in self.surfaces(pid=pid)}

    def windows_under_pointer(self) -> list[Handle]:
        raise NotHere("the compositor does not tell")

    def pointer(self) -> tuple[int, int]:
        return self._devices.place

    def pixels(self, place: Place) -> str:
        across, picture = self._size[0], self._picture()
        rows = range(place.y, place.y + place.height)
        starts = [(row * across + place.x) * 3 for row in rows]
        shown = b"".join(picture[start : start + place.width * 3] for start in starts)
        return hashlib.sha256(shown).hexdigest()

    # -- input

    def perform(self, *steps: Step) -> None:
        with self._devices.lock:
            for step in steps:
                self._do(step)

    def _do(self, step: Step) -> None:  # noqa: C901 - a table over a closed union
        devices = self._devices
        match step:
            case Move(x, y):
                devices.move(x, y)
            case MoveBy(x, y):
                devices.move(devices.place[0] + x, devices.place[1] + y)
            case Press(button):
                devices.press(button, down=True)
            case Release(button):
                devices.press(button, down=False)
            case Click(button, times, delay):
                for _ in range(times):
                    devices.press(button, down=True)
                    devices.press(button, down=False)
                    time.sleep(delay)
            case Wheel(direction, times, delay):
                for _ in range(times):
                    devices.turn(direction)
                    time.sleep(delay)
            case KeyDown(key, delay):
                self._keys(key, delay, down=True)
            case KeyUp(key, delay):
                self._keys(key, delay, down=False)
            case Key(key, delay):
                self._keys(key, delay / 2, down=True)
                self._keys(key, delay / 2, down=False)
            case Type(text, delay):
                for character in text:
                    self._do(Key(character, delay))
            case Pause(seconds):
                time.sleep(seconds)
            case Forged():
                raise NotHere("no program can send an event to another one")
            case _:
                self._order(step)

    def _keys(self, combination: str, delay: float, *, down: bool) -> None:
        pressed = keys(combination)
        for name in pressed if down else reversed(pressed):
            self._devices.key(name, down=down)
        time.sleep(delay)

    def cover(
        self, place: Place, *, clicks_through: bool = False, glimpses: bool = False
    ) -> AbstractContextManager[None]:
        raise NotHere("no program puts a window above all others")

    def take_away(self, window: Handle, *, destroy: bool) -> None:
        raise NotHere("no program can do that to another one's window")

    def say_moved(self, window: Handle, place: Place) -> None:
        raise NotHere("no program can say that to another one's window")


class LayersProbe(WaylandProbe):
    """The probe of a compositor that has layers (wlr-layer-shell)."""

    @abstractmethod
    def fill_screen(self, title: str) -> None:
        """Makes the window with this title fill the screen."""
