"""Whether something lies over a window, as far as the X server tells.

The server reports at once when the window begins and ceases to be covered. While something lies
over part of it, the window is checked again and again, as movements there are not reported. Our own
menus and tooltips do not count.
"""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from functools import cache
from typing import Any

from gi.repository import Gdk, GdkX11, GLib, Gtk

from sayso.platforms.linux.x11.obscured import Obscured, Rectangle

_EVERY = 200
"""Milliseconds between two checks."""


class Cover:
    """Whatever lies over a window that is realized."""

    def __init__(self, window: Any, on_change: Callable[[], None]) -> None:
        """`on_change` is called when a cover may have come, moved or gone."""
        self._window, self._on_change = window, on_change
        self._nothing_there = False
        self._timer: int | None = None
        window.add_events(Gdk.EventMask.VISIBILITY_NOTIFY_MASK)
        window.connect("visibility-notify-event", self._on_visibility)
        window.connect("destroy", lambda _: self._rest())

    def hides(self, *widgets: Any) -> bool:
        """Whether something lies over part of one of these widgets. Where it can't be told: no."""
        ours = [place for each in _others_of_ours(self._window) if (place := self._over(each))]
        return any(
            not any(own.holds(part) for own in ours)
            for widget in widgets
            if widget.get_mapped()
            for part in self._hidden(self._place(widget))
        )

    def hides_all(self) -> bool:
        """Whether nothing of the window can be seen. Where it can't be told: no."""
        whole = _scaled(self._window, 0, 0, *self._window.get_size())
        return sum(part.area for part in self._hidden(whole)) >= whole.area

    def _hidden(self, place: Rectangle) -> list[Rectangle]:
        """The parts of this rectangle of the window that can't be seen."""
        surface = self._window.get_window()
        if self._nothing_there or not isinstance(surface, GdkX11.X11Window):
            return []
        server = _server()
        return server.parts(surface.get_xid(), place) if server else []

    def _on_visibility(self, _window: Any, event: Any) -> bool:
        if event.send_event:
            return True
        self._nothing_there = event.state == Gdk.VisibilityState.UNOBSCURED
        if self._nothing_there:
            self._rest()
        elif self._timer is None:
            self._timer = GLib.timeout_add(_EVERY, self._look_again)
        self._on_change()
        return False

    def _look_again(self) -> bool:
        self._on_change()
        return True

    def _rest(self) -> None:
        if self._timer is not None:
            GLib.source_remove(self._timer)
            self._timer = None

    def _place(self, widget: Any) -> Rectangle:
        x, y = widget.translate_coordinates(self._window, 0, 0)
        return _scaled(
            self._window, x, y, widget.get_allocated_width(), widget.get_allocated_height()
        )

    def _over(self, other: Any) -> Rectangle:
        """The rectangle of another window of ours, relative to this window."""
        _here, left, top = self._window.get_window().get_origin()
        _there, x, y = other.get_window().get_origin()
        return _scaled(self._window, x - left, y - top, *other.get_size())


def _scaled(window: Any, *numbers: int) -> Rectangle:
    scale = window.get_scale_factor()
    return Rectangle(*(number * scale for number in numbers))


def _others_of_ours(window: Any) -> list[Any]:
    return [
        each for each in Gtk.Window.list_toplevels() if each is not window and each.get_mapped()
    ]


@cache
def _server() -> Obscured | None:
    """None: the X server can't be asked."""
    try:
        return Obscured(Gdk.Display.get_default().get_name())
    except OSError:
        return None
