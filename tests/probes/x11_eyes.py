"""The eyes of X11Probe: controls over AT-SPI, windows and pixels from the X server."""

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkX11, GLib  # after the versions are required

from probes import atspi
from probes.eyes import Reply, answer


def ready(**_: Any) -> Reply:
    """Whether windows are managed, and controls can be found."""
    screen = Gdk.Screen.get_default()
    managed = screen.get_window_manager_name() != "unknown"
    return {"ready": managed and atspi.is_there()}


def windows(**_: Any) -> Reply:
    """The windows that the window manager manages, lowest first."""
    stack = Gdk.Screen.get_default().get_window_stack() or []
    return {"windows": [seen for each in stack if (seen := window(each))]}


def window(each: Any) -> Reply | None:
    """The window's id and place. None: it has gone since the window manager told of it."""
    display = each.get_display()
    display.error_trap_push()
    _, x, y = each.get_origin()
    _, _, width, height = each.get_geometry()  # asks the server; get_width may tell an old value
    if display.error_trap_pop():
        return None
    return {"id": each.get_xid(), "x": x, "y": y, "width": width, "height": height}


def screenshot(path: str, **_: Any) -> Reply:
    root = Gdk.get_default_root_window()
    picture = Gdk.pixbuf_get_from_window(root, 0, 0, root.get_width(), root.get_height())
    picture.savev(path, "png", [], [])
    return {}


def pixels(x: int, y: int, width: int, height: int) -> Reply:
    picture = Gdk.pixbuf_get_from_window(Gdk.get_default_root_window(), x, y, width, height)
    return {"digest": hashlib.sha256(picture.get_pixels()).hexdigest()}


OPERATIONS: dict[str, Callable[..., Reply]] = atspi.OPERATIONS | {
    operation.__name__: operation for operation in (ready, windows, screenshot, pixels)
}


def main() -> None:
    Gdk.init([])
    assert isinstance(Gdk.Display.get_default(), GdkX11.X11Display)
    atspi.start()
    context = GLib.MainContext.default()
    for line in sys.stdin:
        while context.pending():
            context.iteration(False)
        Gdk.Display.get_default().sync()
        answer(line, OPERATIONS)


if __name__ == "__main__":
    main()
