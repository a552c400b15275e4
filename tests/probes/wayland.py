"""The probe of sway, without a screen: headless, with devices of its own.

Controls are found over AT-SPI, which on Wayland knows a place within its window alone. Where a
window stands sway tells of those that it manages. A layer it tells nobody of: that one is looked
for in the picture.
"""

import hashlib
import json
import socket
import struct
import subprocess
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, assert_never

from probes.assistance import AtspiAssistance
from probes.eyes import Eyes
from probes.probe import Control, NotHere, Place, Probe, Surface, Window
from probes.steps import (
    Activate,
    Click,
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
from probes.wayland_devices import Devices, keys

EYES = Path(__file__).with_name("wayland_eyes.py")

PAPER = bytes((246, 245, 244))
"""What a window of Adwaita is filled with."""

_GET_OUTPUTS, _GET_TREE, _RUN = 3, 4, 0
"""Messages of sway-ipc(7)."""


class SwayProbe(AtspiAssistance, Probe):
    def __init__(self, environ: Mapping[str, str], size: tuple[int, int]) -> None:
        self._environ = environ
        self._size = size
        self._devices = Devices(environ, size)
        self._eyes = Eyes(EYES, environ)

    def close(self) -> None:
        self._eyes.close()
        self._devices.close()

    # -- sight

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
        managed = next((each for each in self._managed() if each["pid"] == pid), None)
        if managed:
            rect, inside = managed["rect"], managed["window_rect"]
            return rect["x"] + inside["x"], rect["y"] + inside["y"]
        return self._layer(width, height) or (0, 0)

    def _layer(self, width: int, height: int) -> tuple[int, int] | None:
        """Where a light rectangle of this size begins; None: there is none in the picture."""
        across, picture = self._size[0], self._picture()
        line = PAPER * (width - 2)
        for row in range(self._size[1]):
            start = row * across * 3
            found = picture.find(line, start, start + across * 3)
            if found >= 0 and (found - start) % 3 == 0:
                return (found - start) // 3 - 1, row - 1
        return None

    def is_paper(self, x: int, y: int) -> bool:
        """What shows there is what a window is filled with."""
        start = (y * self._size[0] + x) * 3
        return self._picture()[start : start + 3] == PAPER

    def windows(self) -> list[Window]:
        return [
            Window(**_inside(each), handle=Handle(str(each["id"])), title=each["name"] or "")
            for each in self._managed()
        ]

    def active_window(self) -> Handle | None:
        return next((Handle(str(e["id"])) for e in self._managed() if e["focused"]), None)

    def application(self, window: Handle) -> tuple[str, ...]:
        return next((e["app_id"],) for e in self._managed() if str(e["id"]) == window)

    def surfaces(self, application: str | None = None, pid: int | None = None) -> list[Surface]:
        return [
            Surface(**_inside(each), handle=Handle(str(each["id"])))
            for each in self._managed()
            if application in (None, each["app_id"]) and pid in (None, each["pid"])
        ]

    def kept_windows(self, pid: int | None = None) -> set[Handle]:
        return {each.handle for each in self.surfaces(pid=pid)}

    def windows_under_pointer(self) -> list[Handle]:
        raise NotHere("sway does not tell")

    def pointer(self) -> tuple[int, int]:
        return self._devices.place

    def screenshot(self, path: Path) -> None:
        subprocess.run(["grim", path], env=self._environ, check=True, timeout=20, cwd="/")

    def pixels(self, place: Place) -> str:
        across, picture = self._size[0], self._picture()
        rows = range(place.y, place.y + place.height)
        starts = [(row * across + place.x) * 3 for row in rows]
        shown = b"".join(picture[start : start + place.width * 3] for start in starts)
        return hashlib.sha256(shown).hexdigest()

    def _picture(self) -> bytes:
        """Three bytes each pixel, row by row."""
        done = subprocess.run(
            ["grim", "-t", "ppm", "-"],
            env=self._environ, check=True, timeout=20, cwd="/", stdout=subprocess.PIPE,
        )  # fmt: skip
        return done.stdout[-self._size[0] * self._size[1] * 3 :]

    def _managed(self) -> list[dict[str, Any]]:
        """Windows that show, as sway tells of them."""
        found: list[dict[str, Any]] = []
        todo = [self.ask(_GET_TREE)]
        while todo:
            node = todo.pop()
            todo += node["nodes"] + node["floating_nodes"]
            if node.get("pid") and node.get("visible"):
                found.append(node)
        return found

    def ask(self, kind: int, words: str = "") -> Any:
        """sway-ipc(7)."""
        with socket.socket(socket.AF_UNIX) as ipc:
            ipc.settimeout(10)
            ipc.connect(self._environ["SWAYSOCK"])
            body = words.encode()
            ipc.sendall(b"i3-ipc" + struct.pack("=II", len(body), kind) + body)
            with ipc.makefile("rb") as reply:
                size, _kind = struct.unpack("=II", reply.read(14)[6:])
                return json.loads(reply.read(size))

    def order(self, command: str) -> None:
        """One of sway(5)."""
        results = self.ask(_RUN, command)
        assert all(each["success"] for each in results), results

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
            case Focus(title):
                self.order(f'[title="^{title}$"] focus')
            case Activate(window):
                self.order(f"[con_id={window}] focus")
            case MoveWindow(window, x, y):
                self.order(f"[con_id={window}] move absolute position {x} {y}")
            case ResizeWindow(window, width, height):
                self.order(f"[con_id={window}] resize set {width} {height}")
            case Minimise(window):
                self.order(f"[con_id={window}] move scratchpad")
            case Forged():
                raise NotHere("no program can send an event to another one")
            case _:
                assert_never(step)

    def _keys(self, combination: str, delay: float, *, down: bool) -> None:
        pressed = keys(combination)
        for name in pressed if down else reversed(pressed):
            self._devices.key(name, down=down)
        time.sleep(delay)

    def cover(
        self, place: Place, *, clicks_through: bool = False, glimpses: bool = False
    ) -> AbstractContextManager[None]:
        raise NotHere("nothing is above the topmost layer but what a compositor draws")

    def take_away(self, window: Handle, *, destroy: bool) -> None:
        raise NotHere("no program can do that to another one's window")

    def say_moved(self, window: Handle, place: Place) -> None:
        raise NotHere("no program can say that to another one's window")


def _inside(node: Mapping[str, Any]) -> dict[str, int]:
    rect, inside = node["rect"], node["window_rect"]
    return {
        "x": rect["x"] + inside["x"],
        "y": rect["y"] + inside["y"],
        "width": inside["width"],
        "height": inside["height"],
    }
