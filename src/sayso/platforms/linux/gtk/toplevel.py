"""The toplevel that a question stands in: its place on the screen, and how it gets the keyboard."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from functools import cache
from typing import Any

from gi.repository import Atk, Gdk, GdkX11, GLib, Gtk

from sayso.core.text import shorten
from sayso.platforms.linux import attention, idle
from sayso.platforms.linux.gtk.prompt_view import PromptView
from sayso.presentation.dialog import DialogModel

_ANNOUNCED = 1_000
"""Characters of the message in the window's description."""
_PAUSE = 1.0
"""Seconds without input after which a person is taken not to be typing."""


def alert() -> Any:
    """A window that is announced when it is shown."""
    window = Gtk.Window(icon_name="dialog-question", resizable=True)
    window.get_accessible().set_role(Atk.Role.ALERT)
    return window


class PrebuiltWindow:
    """A window with no question yet: styled, on top and asking for attention, but not shown."""

    def __init__(self, window: Any) -> None:
        self.view = PromptView()
        self.window = window
        window.set_type_hint(Gdk.WindowTypeHint.DIALOG)
        window.set_keep_above(True)
        window.set_focus_on_map(False)
        window.add(self.view.root)
        window.realize()
        window.set_urgency_hint(True)  # lost if it is set before the window is realized
        self.view.rehearse()

    def fill(self, model: DialogModel) -> None:
        """In the middle of the pointer's monitor. Once."""
        self.view.fill(model)
        window = self.window
        window.set_title(model.heading)
        # the focus is shown from the first Tab on, where much is at stake from the start
        window.connect("map-event", lambda *_: window.set_focus_visible(model.destructive))
        area = _pointer_monitor(window)
        width, height = self.view.fit(area.width, area.height)
        window.resize(width, height)
        window.move(area.x + (area.width - width) // 2, area.y + (area.height - height) // 2)
        words = shorten(f"{model.title} {model.message}".strip(), _ANNOUNCED)
        window.get_accessible().set_description(words)


def take_keyboard_at_pause(window: Any, is_wanted: Callable[[], bool]) -> None:
    """Has `window` activated once the person pauses, if that `is_wanted` by then.

    Where the system does not tell how long no input came, it is left to the person.
    """
    idle_seconds = idle_measure()
    if idle_seconds is None:
        return

    def look() -> bool:
        surface = window.get_window()
        if surface is None or not is_wanted():
            return False
        left = _PAUSE - idle_seconds()
        if left > 0:
            GLib.timeout_add(int(left * 1_000) + 1, look)
        else:
            take_keyboard(window)
        return False

    look()


def take_keyboard(window: Any) -> None:
    """Before all other windows, where the window manager lets it."""
    surface = window.get_window()
    x11 = isinstance(surface, GdkX11.X11Window)
    window.present_with_time(GdkX11.x11_get_server_time(surface) if x11 else Gdk.CURRENT_TIME)


@cache
def idle_measure() -> Callable[[], float] | None:
    """Tells the seconds since the last input; None: there is no telling."""
    display = Gdk.Display.get_default()
    return idle.measure(display.get_name()) if isinstance(display, GdkX11.X11Display) else None


def screen_is_filled() -> bool:
    """By the window of another program that has the keyboard. Where it can't be told: no."""
    display = Gdk.Display.get_default()
    x11 = isinstance(display, GdkX11.X11Display)
    return x11 and attention.full_screen(display.get_name())


def is_managed(window: Any) -> bool:
    """A window manager has it, be it to be seen or not."""
    surface = window.get_window()
    if not isinstance(surface, GdkX11.X11Window):
        return False
    return attention.is_managed(surface.get_display().get_name(), surface.get_xid())


def pointer_is_over(widget: Any) -> bool:
    """For a widget of a window on the screen."""
    window = widget.get_toplevel()
    pointer = widget.get_display().get_default_seat().get_pointer()
    _window, x, y, _mask = window.get_window().get_device_position(pointer)
    left, top = widget.translate_coordinates(window, 0, 0)
    width, height = widget.get_allocated_width(), widget.get_allocated_height()
    return bool(left <= x < left + width and top <= y < top + height)


def _pointer_monitor(window: Any) -> Any:
    display = window.get_display()
    _screen, x, y = display.get_default_seat().get_pointer().get_position()
    return display.get_monitor_at_point(x, y).get_workarea()
