"""Hands: find what is on the screen by process, role and visible label, and press it for real.

Finding goes over AT-SPI (eyes.py, a process of its own); pressing and typing are XTEST
events, which the X server delivers like those of a real mouse and keyboard.
"""

import json
import select
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.processes import PATIENCE, StillWaiting, wait_until

EYES = Path(__file__).with_name("eyes.py")

BUTTON = "push button"

LOOKS = 5
"""In a row, with some milliseconds between them, that see a control in one place: on a busy
machine a window that grows tells of its new place a frame before its controls do."""

ASIDE = 60
"""Pixels, upwards: further than any control is high."""


@dataclass(frozen=True)
class Control:
    """What is visible at one moment. Places in pixels of the screen."""

    pid: int
    role: str
    name: str
    description: str
    text: str
    states: frozenset[str]
    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2

    @property
    def alive(self) -> bool:
        """It takes input."""
        return "sensitive" in self.states

    @property
    def active(self) -> bool:
        """Of a window: it has the keyboard."""
        return "active" in self.states


@dataclass(frozen=True)
class Window:
    id: int
    title: str
    x: int
    y: int
    width: int
    height: int


class Hands:
    def __init__(self, environ: Mapping[str, str], python: Path) -> None:
        self._environ = environ
        self._eyes = subprocess.Popen(
            [python, EYES], env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/"
        )

    def ready(self) -> bool:
        return bool(self._look("ready")["ready"])

    # -- eyes

    def find(
        self, name: str | None = None, *, role: str | None = None, pid: int | None = None
    ) -> list[Control]:
        """What shows now, in reading order; None matches all."""
        found = self._look("find", name=name, role=role, pid=pid)["controls"]
        return [Control(**{**each, "states": frozenset(each["states"])}) for each in found]

    def wait_for(
        self,
        name: str,
        *,
        role: str | None = BUTTON,
        pid: int | None = None,
        timeout: float = PATIENCE,
    ) -> Control:
        """The one such control, once it takes input."""
        return wait_until(
            lambda: next((c for c in self.find(name, role=role, pid=pid) if c.alive), None),
            f'a living {role or "control"} "{name}"',
            timeout,
        )

    def wait_gone(
        self,
        name: str | None = None,
        *,
        role: str | None = BUTTON,
        pid: int | None = None,
        timeout: float = PATIENCE,
    ) -> None:
        wait_until(
            lambda: not self.find(name, role=role, pid=pid), f'no "{name}" on the screen', timeout
        )

    def texts(self, pid: int | None = None) -> list[str]:
        """Every text that shows, in reading order."""
        return [text for each in self.find(pid=pid) if (text := each.text or each.name)]

    def shows(self, words: str, pid: int | None = None) -> bool:
        """These words are in one of the texts that show."""
        return any(words in text for text in self.texts(pid))

    def windows(self) -> list[Window]:
        """What the window manager manages, lowest first."""
        return [
            Window(title=self._told("getwindowname", each["id"]), **each)
            for each in self._look("windows")["windows"]
        ]

    def active_window(self) -> int:
        """The window that the window manager acts on; 0: none."""
        return int(self._told("getactivewindow") or 0)

    def screenshot(self, path: Path) -> None:
        """A PNG of the whole screen."""
        self._look("screenshot", path=str(path.absolute()))

    def pixels(self, control: Control) -> str:
        """A digest of what shows where the control is."""
        place = {"x": control.x, "y": control.y, "width": control.width, "height": control.height}
        digest: str = self._look("pixels", **place)["digest"]
        return digest

    def listen(self) -> None:
        """Keeps what programs announce that start from now on, as a screen reader hears it."""
        assert self._look("listen")["done"]

    def announced(self, pid: int) -> list[str]:
        """What the process has announced since `listen`, oldest first."""
        words: list[str] = self._look("announced", pid=pid)["words"]
        return words

    def act(self, name: str, *, role: str | None = BUTTON, pid: int | None = None) -> bool:
        """The control's own accessibility action, no input event. False: refused, or none."""
        return bool(self._look("act", name=name, role=role, pid=pid)["done"])

    def write(self, name: str, text: str, at: int, *, pid: int | None = None) -> bool:
        """Into a field, as assistive technology does, no input event. False: refused."""
        return bool(self._look("write", name=name, pid=pid, text=text, at=at)["done"])

    def cut(self, name: str, start: int, end: int, *, pid: int | None = None) -> bool:
        """Out of a field, as assistive technology does, no input event. False: refused."""
        return bool(self._look("cut", name=name, pid=pid, start=start, end=end)["done"])

    def _look(self, operation: str, **arguments: Any) -> dict[str, Any]:
        assert self._eyes.stdin is not None
        assert self._eyes.stdout is not None
        self._eyes.stdin.write(json.dumps({"op": operation, **arguments}).encode() + b"\n")
        self._eyes.stdin.flush()
        if not select.select([self._eyes.stdout], [], [], 20)[0]:
            raise StillWaiting(f"the eyes said nothing for 20 s ({operation})")
        line = self._eyes.stdout.readline()
        assert line, f"the eyes have ended ({operation})"
        reply: dict[str, Any] = json.loads(line)
        return reply

    # -- hands

    def press(
        self,
        name: str,
        *,
        role: str | None = BUTTON,
        pid: int | None = None,
        timeout: float = PATIENCE,
    ) -> Control:
        """Waits until it takes input and rests, then clicks its middle and goes aside.

        A pointer that lies on a control of the next dialog, in the same place, must first be
        known not to mean the one before.
        """
        places: list[tuple[int, int]] = []

        def rests() -> Control | None:
            control = self.wait_for(name, role=role, pid=pid, timeout=timeout)
            places.append(control.centre)
            return control if places[-LOOKS:] == [control.centre] * LOOKS else None

        control = wait_until(rests, f'"{name}" to stay in its place', timeout)
        self.click(control)
        self.xdotool("mousemove_relative", "--", 0, -ASIDE)
        return control

    def click(self, control: Control, times: int = 1) -> None:
        """At its middle, whatever its state; the pointer moves there, be it by a pixel."""
        x, y = control.centre
        self.xdotool(
            "mousemove", x + 1, y, "mousemove", x, y, "click", "--repeat", times, "--delay", 20, 1
        )

    def move(self, x: int, y: int) -> None:
        self.xdotool("mousemove", x, y)

    def key(self, *keys: str) -> None:
        """By name, one after another: "Return", "alt+a"."""
        self.xdotool("key", *keys)

    def type(self, text: str) -> None:
        self.xdotool("type", text)

    def _told(self, *question: str | int) -> str:
        try:
            return self.xdotool(*question).strip()
        except subprocess.CalledProcessError:
            return ""  # the window has gone meanwhile

    def xdotool(self, *arguments: str | int | float) -> str:
        return subprocess.run(
            ["xdotool", *map(str, arguments)],
            env=self._environ, check=True, timeout=20, capture_output=True, text=True,
        ).stdout  # fmt: skip

    def close(self) -> None:
        assert self._eyes.stdin is not None
        assert self._eyes.stdout is not None
        self._eyes.stdin.close()
        try:
            self._eyes.wait(5)
        except subprocess.TimeoutExpired:
            self._eyes.kill()
            self._eyes.wait(5)
        self._eyes.stdout.close()
