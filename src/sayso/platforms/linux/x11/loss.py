"""Whether a window is still there: any program may destroy or unmap any window."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gdk, GdkX11, GLib

from sayso.platforms.contract.dialogs import WindowLost
from sayso.platforms.linux.x11 import attention

_SETTLED_MS = 300
"""In which a window manager that takes over from another has all windows."""


class LossWatch:
    """Raises `WindowLost` into the main loop, until `is_over`."""

    def __init__(self, window: Any, is_over: Callable[[], bool]) -> None:
        self._window, self._is_over = window, is_over
        self._was_managed = False
        self._is_mapped = False
        self._watches = False
        window.connect("destroy", self._on_destroy)
        window.connect("map-event", self._on_map)
        window.connect("unmap-event", self._on_unmap)

    def begin(self) -> None:
        """The window was drawn. One that no window manager has by then is not missed by it."""
        self._was_managed = self._is_managed()
        if not self._watches:  # and what a window manager sets as it comes is not waited for
            self._watches = True
            # no sooner: GDK asks the server, each time, for the name of what was set
            self._window.add_events(Gdk.EventMask.PROPERTY_CHANGE_MASK)
            self._window.connect("property-notify-event", self._on_property)

    @property
    def is_put_away(self) -> bool:
        """Unmapped, or minimised by a window manager that unmaps its own frame alone."""
        state = self._window.get_window().get_state()
        return not self._is_mapped or bool(state & Gdk.WindowState.ICONIFIED)

    def _on_destroy(self, _window: Any) -> None:
        if not self._is_over():
            raise WindowLost("another program destroyed the window")

    def _on_map(self, _window: Any, _event: Any) -> bool:
        self._is_mapped = True
        return False

    def _on_unmap(self, _window: Any, _event: Any) -> bool:
        """Window managers unmap what they show later. One that was told to forget it does not."""
        self._is_mapped = False
        self._look_soon()
        return False

    def _on_property(self, _window: Any, event: Any) -> bool:
        """A busy window manager forgets the window long after it was unmapped."""
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
        """A window manager has it, be it to be seen or not."""
        surface = self._window.get_window()
        if not isinstance(surface, GdkX11.X11Window):
            return False
        return attention.is_managed(surface.get_display().get_name(), surface.get_xid())
