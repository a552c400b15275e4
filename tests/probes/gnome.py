"""The probe of GNOME Shell, which runs headless and takes scripts from everyone on its bus.

Windows are found and moved by the shell's scripts (`--unsafe-mode`). Input comes the way that
remote desktops send it (org.gnome.Mutter.RemoteDesktop).
"""

import json
import threading
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, assert_never

from jeepney import DBusAddress
from PIL import Image

from probes.bus import Bus
from probes.evdev import BUTTONS, KEYS
from probes.probe import BUTTON, Control
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
from probes.wayland import Managed, Order, WaylandProbe
from support.processes import PATIENCE, wait_until

_SHELL = DBusAddress("/org/gnome/Shell", "org.gnome.Shell", "org.gnome.Shell")
_SCREENSHOT = DBusAddress(
    "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot", "org.gnome.Shell.Screenshot"
)
_REMOTE = "org.gnome.Mutter.RemoteDesktop"
_REMOTE_DESKTOP = DBusAddress("/org/gnome/Mutter/RemoteDesktop", _REMOTE, _REMOTE)
_DISPLAYS = DBusAddress(
    "/org/gnome/Mutter/DisplayConfig",
    "org.gnome.Mutter.DisplayConfig",
    "org.freedesktop.DBus.Properties",
)

_FAR = 10_000.0
"""Pixels: more than any screen has."""

_AXES = {Direction.UP: (0, -1), Direction.DOWN: (0, 1), Direction.LEFT: (1, -1)} | {
    Direction.RIGHT: (1, 1)
}

_WINDOWS = """
global.get_window_actors().map(actor => {
    const window = actor.meta_window, frame = window.get_frame_rect();
    const buffer = window.get_buffer_rect();
    return {
        x: frame.x, y: frame.y, width: frame.width, height: frame.height,
        handle: String(window.get_id()), title: window.title || '', pid: window.get_pid(),
        application: window.get_wm_class() || '', is_active: window.has_focus(),
        origin: [buffer.x, buffer.y], shows: window.showing_on_its_workspace(),
    };
})
"""

_EACH = "global.get_window_actors().map(a => a.meta_window)"


class RemoteDevices:
    """Fulfils `probes.wayland.Devices`. The devices live as long as the connection."""

    def __init__(self, bus: Bus, size: tuple[int, int]) -> None:
        self._bus = bus
        self.lock = threading.RLock()
        session = bus.call(_REMOTE_DESKTOP, "CreateSession")
        self._session = DBusAddress(session, _REMOTE, f"{_REMOTE}.Session")
        bus.call(self._session, "Start")
        # To the lower right: the upper left corner would open the overview.
        self._by(_FAR, _FAR)
        self.place = size[0] - 1, size[1] - 1

    def close(self) -> None:
        """Does nothing: the devices end with the connection to the bus."""

    def move(self, x: int, y: int) -> None:
        self._by(x - self.place[0], y - self.place[1])
        self.place = x, y

    def _by(self, x: float, y: float) -> None:
        self._bus.call(self._session, "NotifyPointerMotionRelative", "dd", float(x), float(y))

    def press(self, button: Button, *, down: bool) -> None:
        self._bus.call(self._session, "NotifyPointerButton", "ib", BUTTONS[button], down)

    def turn(self, direction: Direction) -> None:
        self._bus.call(self._session, "NotifyPointerAxisDiscrete", "ui", *_AXES[direction])

    def key(self, name: str, *, down: bool) -> None:
        self._bus.call(self._session, "NotifyKeyboardKeycode", "ub", KEYS[name], down)


class GnomeProbe(WaylandProbe):
    def __init__(self, environ: Mapping[str, str], size: tuple[int, int]) -> None:
        self._bus = Bus(environ)
        for address in (_SHELL, _SCREENSHOT, _REMOTE_DESKTOP):
            wait_until(partial(self._bus.has, address.bus_name), address.bus_name)
        super().__init__(environ, size, RemoteDevices(self._bus, size))

    def close(self) -> None:
        super().close()
        self._bus.close()

    def run(self, script: str) -> Any:
        """Runs a script in the shell. Returns the result."""
        succeeded, told = self._bus.call(_SHELL, "Eval", "s", script)
        assert succeeded, told
        return json.loads(told) if told else None

    def set_dark(self, *, dark: bool) -> None:
        """Switches all screens off (`dark`) or on, as the shell does it when nobody has been there
        for a while."""
        value = ("i", 3 if dark else 0)
        name = "org.gnome.Mutter.DisplayConfig"
        self._bus.call(_DISPLAYS, "Set", "ssv", name, "PowerSaveMode", value)

    def press(
        self,
        name: str,
        *,
        role: str | None = BUTTON,
        pid: int | None = None,
        timeout: float = PATIENCE,
    ) -> Control:
        """Moves the pointer there first, as a window's arming delay begins anew when the pointer
        comes to it."""
        self.move(*self.wait_for(name, role=role, pid=pid, timeout=timeout).centre)
        return super().press(name, role=role, pid=pid, timeout=timeout)

    def _managed(self) -> list[Managed]:
        return [
            Managed(**{**each, "handle": Handle(each["handle"]), "origin": tuple(each["origin"])})
            for each in self.run(_WINDOWS)
            if each.pop("shows") and each["pid"]
        ]

    def screenshot(self, path: Path) -> None:
        self._bus.call(_SCREENSHOT, "Screenshot", "bbs", False, False, str(path))
        wait_until(path.exists, "the picture")

    def _picture(self) -> bytes:
        path = Path(self._environ["TMPDIR"]) / "picture.png"
        self.screenshot(path)
        with Image.open(path) as picture:
            pixels = picture.convert("RGB").tobytes()
        path.unlink()
        return pixels

    def _order(self, step: Order) -> None:
        match step:
            case Focus(title):
                self._to(f"w.title === {json.dumps(title)}", "activate(0)")
            case Activate(window):
                self._to(_named(window), "activate(0)")
            case MoveWindow(window, x, y):
                self._to(_named(window), f"move_frame(true, {x}, {y})")
            case ResizeWindow(window, width, height):
                place = "w.get_frame_rect().x, w.get_frame_rect().y"
                does = f"move_resize_frame(true, {place}, {width}, {height})"
                self._to(_named(window), does)
            case Minimise(window):
                self._to(_named(window), "minimize()")
            case _:
                assert_never(step)

    def _to(self, which: str, does: str) -> None:
        self.run(f"{_EACH}.filter(w => {which}).forEach(w => w.{does})")


def _named(window: Handle) -> str:
    return f"String(w.get_id()) === {json.dumps(window)}"
