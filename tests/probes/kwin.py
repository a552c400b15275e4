"""The probe of KWin, which has a virtual output and input of the probe's.

Windows are found and moved by KWin's scripts. Input comes over org_kde_kwin_fake_input, and
pictures over org.kde.KWin.ScreenShot2. KWin is set up not to check which programs may use these
(`support.kwin`).
"""

import json
import os
import struct
import threading
from collections.abc import Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, assert_never

from jeepney import DBusAddress
from PIL import Image

from probes.bus import Bus
from probes.evdev import BUTTONS, KEYS
from probes.steps import (
    Activate,
    Button,
    Direction,
    Focus,
    Handle,
    Minimise,
    MoveWindow,
    ResizeWindow,
)
from probes.wayland import LayersProbe, Managed, Order
from probes.wayland_client import Connection
from support.processes import wait_until

_NAME = "org.kde.KWin"
_SCRIPTING = DBusAddress("/Scripting", _NAME, "org.kde.kwin.Scripting")
_SCREENSHOT = DBusAddress("/org/kde/KWin/ScreenShot2", _NAME, "org.kde.KWin.ScreenShot2")

_MOTION_TO, _BUTTON, _AXIS, _KEY = 9, 2, 3, 10
"""Requests of org_kde_kwin_fake_input (fake-input.xml)."""
_NOTCH = 15.0
_AXES = {Direction.UP: (0, -1), Direction.DOWN: (0, 1), Direction.LEFT: (1, -1)} | {
    Direction.RIGHT: (1, 1)
}

_WINDOWS = """
workspace.clientList().filter(w => !w.minimized).map(w => {
    const frame = w.frameGeometry, buffer = w.bufferGeometry;
    return {
        x: frame.x, y: frame.y, width: frame.width, height: frame.height,
        handle: String(w.internalId), title: w.caption, pid: w.pid,
        application: String(w.resourceClass), is_active: w.active, origin: [buffer.x, buffer.y],
    };
})
"""


class FakeInput:
    """Fulfils `probes.wayland.Devices`. The devices live as long as the connection."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._connection = Connection(environ)
        self.lock = threading.RLock()
        self.place = (0, 0)
        self._input = self._connection.bind("org_kde_kwin_fake_input", 4)
        self._say(0, _word("tests") + _word("they play a person"))

    def close(self) -> None:
        self._connection.close()

    def move(self, x: int, y: int) -> None:
        self.place = x, y
        self._say(_MOTION_TO, struct.pack("<ii", x * 256, y * 256))

    def press(self, button: Button, *, down: bool) -> None:
        self._say(_BUTTON, struct.pack("<II", BUTTONS[button], down))

    def turn(self, direction: Direction) -> None:
        axis, sign = _AXES[direction]
        self._say(_AXIS, struct.pack("<Ii", axis, int(sign * _NOTCH * 256)))

    def key(self, name: str, *, down: bool) -> None:
        self._say(_KEY, struct.pack("<II", KEYS[name], down))

    def _say(self, request: int, body: bytes) -> None:
        self._connection.send(self._input, request, body)
        self._connection.sync()


class KwinProbe(LayersProbe):
    def __init__(self, environ: Mapping[str, str], size: tuple[int, int]) -> None:
        self._bus = Bus(environ)
        self._scripts = count()
        wait_until(partial(self._bus.has, _NAME), "KWin on the bus")
        super().__init__(environ, size, FakeInput(environ))

    def close(self) -> None:
        super().close()
        self._bus.close()

    def run(self, script: str) -> Any:
        """Runs a script in KWin. Returns the result."""
        name = f"probe-{next(self._scripts)}"
        file = Path(self._environ["TMPDIR"]) / f"{name}.js"
        to = json.dumps([self._bus.name, "/probe", "probe.Probe", "Tell"])[1:-1]
        file.write_text(f"callDBus({to}, JSON.stringify({script.strip().rstrip(';')}));")

        def begin() -> None:
            number = self._bus.call(_SCRIPTING, "loadScript", "ss", str(file), name)
            self._bus.call(DBusAddress(f"/{number}", _NAME, "org.kde.kwin.Script"), "run")

        try:
            told = self._bus.told("Tell", begin)
        finally:
            self._bus.call(_SCRIPTING, "unloadScript", "s", name)
            file.unlink()
        return json.loads(told)

    def _managed(self) -> list[Managed]:
        return [
            Managed(
                **{
                    **each,
                    "handle": Handle(each["handle"]),
                    "origin": tuple(int(place) for place in each["origin"]),
                }
            )
            for each in self.run(_WINDOWS)
        ]

    def fill_screen(self, title: str) -> None:
        self._to(f"w.caption === {json.dumps(title)}", "w.fullScreen = true")

    def screenshot(self, path: Path) -> None:
        self._taken().save(path)

    def _picture(self) -> bytes:
        return self._taken().tobytes()

    def _taken(self) -> Image.Image:
        reading, writing = os.pipe()
        with os.fdopen(reading, "rb") as pipe:
            try:
                area = 0, 0, *self._size
                told = self._bus.call(_SCREENSHOT, "CaptureArea", "iiuua{sv}h", *area, {}, writing)
            finally:
                os.close(writing)
            pixels = pipe.read()
        size, across = (told["width"][1], told["height"][1]), told["stride"][1]
        return Image.frombytes("RGB", size, pixels, "raw", "BGRX", across)

    def _order(self, step: Order) -> None:
        match step:
            case Focus(title):
                self._to(f"w.caption === {json.dumps(title)}", "workspace.activeClient = w")
            case Activate(window):
                self._to(_named(window), "workspace.activeClient = w")
            case MoveWindow(window, x, y):
                size = "width: w.frameGeometry.width, height: w.frameGeometry.height"
                self._to(_named(window), f"w.frameGeometry = {{x: {x}, y: {y}, {size}}}")
            case ResizeWindow(window, width, height):
                place = "x: w.frameGeometry.x, y: w.frameGeometry.y"
                does = f"w.frameGeometry = {{{place}, width: {width}, height: {height}}}"
                self._to(_named(window), does)
            case Minimise(window):
                self._to(_named(window), "w.minimized = true")
            case _:
                assert_never(step)

    def _to(self, which: str, does: str) -> None:
        self.run(f"workspace.clientList().filter(w => {which}).map(w => {{ {does}; return 0; }})")


def _named(window: Handle) -> str:
    return f"String(w.internalId) === {json.dumps(window)}"


def _word(text: str) -> bytes:
    data = text.encode() + b"\0"
    return struct.pack("<I", len(data)) + data + b"\0" * (-len(data) % 4)
