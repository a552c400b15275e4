"""A question's window in a session of Wayland.

Where the compositor has layer-shell (wlr-layer-shell-unstable-v1), the window is on its topmost
layer, and no key goes there until the person presses on it. Else it is a window as any other.
"""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Callable
from functools import cache
from typing import Any

from gi.repository import Gdk, GLib, Gtk

from sayso.platforms.linux.wayland.outputs import Outputs
from sayso.platforms.linux.window_loss import WindowLost
from sayso.presentation import layout

try:
    import gi

    gi.require_version("GtkLayerShell", "0.1")
    from gi.repository import GtkLayerShell
except (ImportError, ValueError):
    GtkLayerShell = None

_NAMESPACE = "sayso"
_OVER_PANELS = -1
"""An exclusive zone: places are counted from the edges of the output, whatever panels there are."""

_EDGE = b"window { box-shadow: inset 0 0 0 1px alpha(@theme_fg_color, 0.3); }"
"""A layer has no frame: without an edge of its own it would run into what lies below."""


def has_layers() -> bool:
    return GtkLayerShell is not None and bool(GtkLayerShell.is_supported())


def unguarded() -> str:
    """What a compositor does not tell."""
    if not has_layers():
        return (
            "by Wayland, where it is not armed anew when it is moved, may get keys that you type "
            "elsewhere as it comes up, and counts as shown below a lock screen or on one that is "
            "dark"
        )
    dark = "" if _power() else ", or on a screen that is dark"
    return f"by Wayland, where it counts as shown on or below a lock screen{dark}"


def remedy() -> str:
    if has_layers():
        return ""
    if GtkLayerShell is None:
        return "sudo apt-get install gir1.2-gtklayershell-0.1, where the compositor has layer-shell"
    return "log in to a session of X11; many login screens call it Xorg"


class LayerSurface:
    """Fulfils `sayso.platforms.linux.gtk.surface.Surface`: above all, in the middle of the output
    that has the keyboard, which the compositor chooses. The person can't move or resize it."""

    is_closed_by_person = False

    def __init__(self, window: Any, give_way: Callable[[int], int]) -> None:
        self._window, self._give_way = window, give_way
        self._is_needed: Callable[[], bool] = lambda: False
        self._height = 0
        self._top: int | None = None
        """None: in the middle, as it came up."""

    def prepare(self) -> None:
        window = self._window
        GtkLayerShell.init_for_window(window)
        GtkLayerShell.set_namespace(window, _NAMESPACE)
        GtkLayerShell.set_layer(window, GtkLayerShell.Layer.OVERLAY)
        GtkLayerShell.set_keyboard_mode(window, GtkLayerShell.KeyboardMode.NONE)
        GtkLayerShell.set_exclusive_zone(window, _OVER_PANELS)
        style = Gtk.CssProvider()
        style.load_from_data(_EDGE)
        priority = Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
        window.get_style_context().add_provider(style, priority)
        window.connect("leave-notify-event", self._on_leave)

    def realized(self) -> None:
        """There is no attention to ask for: it lies above all."""

    def room(self) -> tuple[int, int]:
        """On which output it will be is not known: it fits each."""
        display = self._window.get_display()
        monitors = [display.get_monitor(n).get_geometry() for n in range(display.get_n_monitors())]
        return min(each.width for each in monitors), min(each.height for each in monitors)

    def put(self, width: int, height: int) -> None:
        self._height = height
        self._window.set_size_request(width, height)

    def resize(self, before: int, *, moves_top: bool) -> None:
        del before  # nobody gives it more than it needs
        width, _ = self._window.get_size_request()
        whole = self._output().height
        top = (whole - self._height) // 2 if self._top is None else self._top
        self._top, self._height = layout.resized(
            top,
            self._height,
            more=0,
            least=self._give_way(whole),
            area=(0, whole),
            moves_top=moves_top,
        )
        # Held at the edge that stays: it may take a frame to be as large as it is to be.
        edges = GtkLayerShell.Edge
        held, free = (edges.BOTTOM, edges.TOP) if moves_top else (edges.TOP, edges.BOTTOM)
        distance = whole - self._top - self._height if moves_top else self._top
        GtkLayerShell.set_margin(self._window, held, distance)
        GtkLayerShell.set_anchor(self._window, held, anchor_to_edge=True)
        GtkLayerShell.set_anchor(self._window, free, anchor_to_edge=False)
        self._window.set_size_request(width, self._height)

    def place(self) -> tuple[int, ...]:
        output = self._output()
        size = self._window.get_size()
        return (*size, output.x, output.y, output.width, output.height)

    def watch(self, moved: Callable[[], None], covered: Callable[[], None]) -> None:
        """Nothing lies over it that we could be told of; but its output may be dark."""
        _watch_configure(self._window, moved)
        if power := _power():
            power.tell(self._window, covered)

    def hides(self, *_widgets: Any) -> bool:
        return False

    def hides_all(self) -> bool:
        power, output = _power(), self._output()
        return power is not None and power.is_dark((output.x, output.y))

    def is_screen_filled(self) -> bool:
        """No window is above it."""
        return False

    def pressed(self) -> None:
        self.take_keyboard()

    def take_keyboard(self) -> None:
        GtkLayerShell.set_keyboard_mode(self._window, GtkLayerShell.KeyboardMode.EXCLUSIVE)

    def idle(self) -> None:
        """The person gives the keyboard, by pressing on it."""

    def keep_keyboard(self, is_needed: Callable[[], bool]) -> None:
        self._is_needed = is_needed

    def watch_loss(self, is_over: Callable[[], bool]) -> "LossWatch":
        return LossWatch(self._window, is_over)

    def _on_leave(self, _window: Any, event: Any) -> bool:
        """The compositor gives the keyboard back to who had it."""
        if event.detail is not Gdk.NotifyType.INFERIOR and not self._is_needed():
            GtkLayerShell.set_keyboard_mode(self._window, GtkLayerShell.KeyboardMode.NONE)
        return False

    def _output(self) -> Any:
        surface = self._window.get_window()
        return surface.get_display().get_monitor_at_window(surface).get_geometry()


class PlainSurface:
    """Fulfils `sayso.platforms.linux.gtk.surface.Surface`: the compositor puts it where it likes,
    and tells little of it."""

    is_closed_by_person = True

    def __init__(self, window: Any, give_way: Callable[[int], int]) -> None:
        self._window, self._give_way = window, give_way

    def prepare(self) -> None:
        self._window.set_type_hint(Gdk.WindowTypeHint.DIALOG)

    def realized(self) -> None:
        """There is no attention to ask for."""

    def room(self) -> tuple[int, int]:
        area = self._window.get_display().get_monitor(0).get_workarea()
        return area.width, area.height

    def put(self, width: int, height: int) -> None:
        self._window.resize(width, height)

    def resize(self, before: int, *, moves_top: bool) -> None:
        del before, moves_top  # its place is the compositor's
        width, height = self._window.get_size()
        self._window.resize(width, max(height, self._give_way(self.room()[1])))

    def place(self) -> tuple[int, ...]:
        return tuple(self._window.get_window().get_geometry())

    def watch(self, moved: Callable[[], None], covered: Callable[[], None]) -> None:
        del covered
        _watch_configure(self._window, moved)

    def hides(self, *_widgets: Any) -> bool:
        return False

    def hides_all(self) -> bool:
        return False

    def is_screen_filled(self) -> bool:
        return False

    def pressed(self) -> None:
        """The compositor gives the keyboard."""

    def take_keyboard(self) -> None:
        self._window.present_with_time(Gdk.CURRENT_TIME)

    def idle(self) -> None:
        """There is no telling."""

    def keep_keyboard(self, is_needed: Callable[[], bool]) -> None:
        """The compositor sees to that."""

    def watch_loss(self, is_over: Callable[[], bool]) -> "LossWatch":
        return LossWatch(self._window, is_over)


class LossWatch:
    """No other program takes a window from the screen; an output that goes closes it."""

    is_put_away = False

    def __init__(self, window: Any, is_over: Callable[[], bool]) -> None:
        self._is_over = is_over
        window.connect("destroy", self._on_destroy)

    def begin(self) -> None: ...

    def _on_destroy(self, _window: Any) -> None:
        if not self._is_over():
            raise WindowLost("the window was destroyed")


def _watch_configure(window: Any, moved: Callable[[], None]) -> None:
    def on_configure(_window: Any, _event: Any) -> bool:
        moved()
        return False

    window.connect("configure-event", on_configure)


class _Power:
    """Which outputs are dark, told to whoever is here for as long as their window is."""

    def __init__(self) -> None:
        """Raises OSError: the compositor does not tell."""
        self._told: dict[Any, Callable[[], None]] = {}
        self._outputs: Outputs | None = Outputs(os.environ, self._changed)
        ready = GLib.IOCondition.IN | GLib.IOCondition.HUP
        GLib.io_add_watch(self._outputs.fileno(), GLib.PRIORITY_DEFAULT, ready, self._on_ready)

    def tell(self, window: Any, changed: Callable[[], None]) -> None:
        self._told[window] = changed
        window.connect("destroy", lambda _: self._told.pop(window, None))

    def is_dark(self, corner: tuple[int, int]) -> bool:
        return self._outputs is not None and self._outputs.is_dark(corner)

    def _changed(self) -> None:
        for changed in list(self._told.values()):
            changed()

    def _on_ready(self, _fd: int, _condition: Any) -> bool:
        try:
            assert self._outputs is not None
            self._outputs.read()
        except OSError:
            self._outputs = None  # it ends with the compositor, as we do
            return False
        return True


@cache
def _power() -> _Power | None:
    """None: the compositor does not tell."""
    try:
        return _Power()
    except (OSError, KeyError):
        return None
