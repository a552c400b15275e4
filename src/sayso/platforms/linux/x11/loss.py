"""Whether a window is still there: any program may destroy or unmap any window."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gdk, GdkX11, GLib

from sayso.platforms.contract.dialogs import WindowLost
from sayso.platforms.linux.x11 import attention

_SETTLED_MS = 300
"""Milliseconds after which a window manager that takes over from another manages all windows."""


class LossWatch:
    """Raises `WindowLost` into the main loop when the window is lost, until `is_over`."""

    def __init__(self, window: Any, is_over: Callable[[], bool]) -> None:
        self._window, self._is_over = window, is_over
        self._was_managed = False
        self._is_mapped = False
        self._watches = False
        window.connect("destroy", self._on_destroy)
        window.connect("map-event", self._on_map)
        window.connect("unmap-event", self._on_unmap)

    def begin(self) -> None:
        """To be called once the window was drawn. If no window manager manages the window by then,
        being unmanaged later is no loss."""
        self._was_managed = self._is_managed()
        if not self._watches:  # only from now on: what a window manager sets at first is no loss
            self._watches = True
            # no sooner: each time, GDK asks the server for the name of the property
            self._window.add_events(Gdk.EventMask.PROPERTY_CHANGE_MASK)
            self._window.connect("property-notify-event", self._on_property)

    @property
    def is_put_away(self) -> bool:
        """Whether the window is unmapped, or was minimised by a window manager that unmaps only its
        own frame."""
        state = self._window.get_window().get_state()
        return not self._is_mapped or bool(state & Gdk.WindowState.ICONIFIED)

    def _on_destroy(self, _window: Any) -> None:
        if not self._is_over():
            raise WindowLost("another program destroyed the window")

    def _on_map(self, _window: Any, _event: Any) -> bool:
        self._is_mapped = True
        return False

    def _on_unmap(self, _window: Any, _event: Any) -> bool:
        """Checks soon whether the window is still managed. A window manager also unmaps windows
        that it shows again later, and goes on managing them; a window that another program withdrew
        is not managed any more."""
        self._is_mapped = False
        self._look_soon()
        return False

    def _on_property(self, _window: Any, event: Any) -> bool:
        """A busy window manager ceases to manage the window long after it was unmapped."""
        if event.atom.name() == "WM_STATE":
            self._look_soon()
        return False

    def _look_soon(self) -> None:
        if self._was_managed:
            GLib.timeout_add(_SETTLED_MS, self._look)

    def _look(self) -> bool:
        if not self._is_over() and not self._is_managed():
            raise WindowLost("another program took the window from the screen")
        return False

    def _is_managed(self) -> bool:
        """Whether a window manager manages the window, visible or not."""
        surface = self._window.get_window()
        if not isinstance(surface, GdkX11.X11Window):
            return False
        return attention.is_managed(surface.get_display().get_name(), surface.get_xid())
