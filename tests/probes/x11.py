"""The probe of an X server with a window manager and the accessibility bus.

Controls are found over AT-SPI (x11_eyes.py). Input is made by xdotool: XTEST events, which the X
server delivers like those of a real mouse and keyboard. Forged input is sent with XSendEvent,
except keys to the very window that has the keyboard focus, which xdotool does not forge. A GTK
window never has the focus itself: GTK gives it to a hidden child.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import assert_never

from Xlib.display import Display

from probes.assistance import AtspiAssistance
from probes.eyes import Eyes
from probes.probe import Control, Gone, Place, Probe, Surface, Window
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

EYES = Path(__file__).with_name("x11_eyes.py")
COVER = Path(__file__).with_name("x11_cover.py")
MOVED = Path(__file__).with_name("x11_moved.py")

BUTTONS = {Button.LEFT: 1, Button.MIDDLE: 2, Button.RIGHT: 3}
WHEEL = {Direction.UP: 4, Direction.DOWN: 5, Direction.LEFT: 6, Direction.RIGHT: 7}

SPECIAL = re.compile(r"[][\\.*^$+?(){}|]")
"""Characters with a meaning in xdotool's patterns, which are POSIX regular expressions."""

CONNECTION = 21
"""The lowest bit of the part of a window's id that tells which connection made the window: X.Org
gives each connection 2^21 ids, unless it was started for more clients than usual (-maxclients)."""


class X11Probe(AtspiAssistance, Probe):
    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._eyes = Eyes(EYES, environ)

    def close(self) -> None:
        self._eyes.close()

    # -- sight

    def ready(self) -> bool:
        return bool(self._eyes.look("ready")["ready"])

    def find(
        self, name: str | None = None, *, role: str | None = None, pid: int | None = None
    ) -> list[Control]:
        found = self._eyes.look("find", name=name, role=role, pid=pid)["controls"]
        return [Control(**{**each, "states": frozenset(each["states"])}) for each in found]

    def windows(self) -> list[Window]:
        return [self._window(**each) for each in self._eyes.look("windows")["windows"]]

    def _window(self, id: int, **place: int) -> Window:
        return Window(**place, handle=Handle(str(id)), title=self._told("getwindowname", id))

    def active_window(self) -> Handle | None:
        active = self._told("getactivewindow")
        return Handle(active) if active not in ("", "0") else None

    def application(self, window: Handle) -> tuple[str, ...]:
        """The window's WM_CLASS: instance and class (ICCCM 4.1.2.5)."""
        return (*re.findall(r'"([^"]*)"', self._run("xprop", "-id", window, "WM_CLASS")),)

    def surfaces(self, application: str | None = None, pid: int | None = None) -> list[Surface]:
        whose = ("--class", exactly(application)) if application else ("--name", "")
        of = ("--pid", pid) if pid else ()
        found = self._told("search", "--all", "--onlyvisible", *of, *whose).split()
        return [surface for each in found if (surface := self._surface(Handle(each)))]

    def _surface(self, window: Handle) -> Surface | None:
        """The surface of this window. None: it has gone meanwhile."""
        lines = self._told("getwindowgeometry", "--shell", window).splitlines()
        if not lines:
            return None
        told = {name: int(value) for name, value in (line.split("=") for line in lines)}
        return Surface(told["X"], told["Y"], told["WIDTH"], told["HEIGHT"], window)

    def kept_windows(self, pid: int | None = None) -> set[Handle]:
        """See `Sight.kept_windows`. A process gives its pid on some of its windows only, but all of
        them have the number of its connection."""
        kept = self._searched("--name", "")
        if pid is None:
            return kept
        (connection,) = {int(each) >> CONNECTION for each in self._searched("--pid", pid)}
        return {each for each in kept if int(each) >> CONNECTION == connection}

    def _searched(self, *pattern: str | int) -> set[Handle]:
        return {*map(Handle, self._xdotool("search", *pattern).split())}

    def windows_under_pointer(self) -> list[Handle]:
        """The windows under the pointer, nested as in the server: the frame, what is in it, and so
        on."""
        found: list[Handle] = []
        display = Display(self._environ["DISPLAY"])
        within = display.screen().root
        while child := within.query_pointer().child:
            found.append(Handle(str(child.id)))
            within = child
        display.close()
        return found

    def pointer(self) -> tuple[int, int]:
        x, y, *_ = self._xdotool("getmouselocation").split()
        return int(x.removeprefix("x:")), int(y.removeprefix("y:"))

    def screenshot(self, path: Path) -> None:
        self._eyes.look("screenshot", path=str(path.absolute()))

    def pixels(self, place: Place) -> str:
        where = {"x": place.x, "y": place.y, "width": place.width, "height": place.height}
        digest: str = self._eyes.look("pixels", **where)["digest"]
        return digest

    # -- input

    def perform(self, *steps: Step) -> None:
        self._xdotool(*chain.from_iterable(map(words, steps)))

    @contextmanager
    def cover(
        self, place: Place, *, clicks_through: bool = False, glimpses: bool = False
    ) -> Iterator[None]:
        how = ["through"] * clicks_through + ["glimpses"] * glimpses
        where = [*map(str, corners(place)), *how]
        with subprocess.Popen(
            [sys.executable, COVER, *where], env=self._environ, stdout=subprocess.PIPE, cwd="/"
        ) as process:
            assert process.stdout is not None
            try:
                assert process.stdout.readline(), "the cover did not come"
                yield
            finally:
                process.kill()

    def take_away(self, window: Handle, *, destroy: bool) -> None:
        self._xdotool("windowclose" if destroy else "windowunmap", window)

    def say_moved(self, window: Handle, place: Place) -> None:
        self._run(sys.executable, str(MOVED), window, *map(str, corners(place)))

    def _told(self, *question: str | int) -> str:
        """What xdotool prints. Empty: there is no such window, or it has gone meanwhile."""
        try:
            return self._xdotool(*question).strip()
        except Gone:
            return ""

    def _xdotool(self, *arguments: str | int | float) -> str:
        return self._run("xdotool", *map(str, arguments))

    def _run(self, *command: str) -> str:
        try:
            return subprocess.run(
                command,
                env=self._environ, check=True, timeout=20, capture_output=True, text=True,
            ).stdout  # fmt: skip
        except subprocess.CalledProcessError as error:
            raise Gone(f"{error}: {error.stderr}") from error


def words(step: Step) -> list[str | int | float]:  # noqa: C901 - a table over a closed union
    """The arguments of xdotool for this step."""
    match step:
        case Move(x, y):
            return ["mousemove", x, y]
        case MoveBy(x, y):
            return ["mousemove_relative", "--", x, y]
        case Press(button):
            return ["mousedown", BUTTONS[button]]
        case Release(button):
            return ["mouseup", BUTTONS[button]]
        case Click(button, times, delay):
            return ["click", "--repeat", times, *delayed(delay), BUTTONS[button]]
        case Wheel(direction, times, delay):
            return ["click", "--repeat", times, *delayed(delay), WHEEL[direction]]
        case KeyDown(key, delay):
            return ["keydown", *delayed(delay), key]
        case KeyUp(key, delay):
            return ["keyup", *delayed(delay), key]
        case Key(key, delay):
            return ["key", *delayed(delay), key]
        case Type(text, delay):  # without --args it would type the next steps' arguments too
            return ["type", *delayed(delay), "--args", 1, "--", text]
        case Pause(seconds):
            return ["sleep", seconds]
        case Forged(window, forged):
            command, *rest = words(forged)
            return [command, "--window", window, *rest]
        case Focus(title):
            named = ["search", "--onlyvisible", "--name", exactly(title)]
            return [*named, "windowfocus", "--sync"]
        case MoveWindow(window, x, y):  # --sync waits until both coordinates have changed
            return ["windowmove", "--sync", window, x, y]
        case ResizeWindow(window, width, height):
            return ["windowsize", window, width, height]
        case Minimise(window):
            return ["windowminimize", window]
        case Activate(window):
            return ["windowactivate", window]
        case _:
            assert_never(step)


def corners(place: Place) -> tuple[int, int, int, int]:
    return place.x, place.y, place.width, place.height


def delayed(seconds: float) -> list[str | int | float]:
    return ["--delay", round(seconds * 1000)]


def exactly(name: str) -> str:
    """The pattern that matches only this name, in capitals or not."""
    plain = SPECIAL.sub(r"\\\g<0>", name)
    return f"^{plain}$"
