"""A question's window in a session of Wayland, where the compositor alone knows where it stands."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gdk


class WaylandSurface:
    """Fulfils `sayso.platforms.linux.gtk.surface.Surface`."""

    def __init__(self, window: Any, give_way: Callable[[int], int]) -> None:
        self._window, self._give_way = window, give_way

    def prepare(self) -> None:
        self._window.set_type_hint(Gdk.WindowTypeHint.DIALOG)

    def realized(self) -> None:
        pass

    def room(self) -> tuple[int, int]:
        area = self._window.get_display().get_monitor(0).get_workarea()
        return area.width, area.height

    def put(self, width: int, height: int) -> None:
        self._window.resize(width, height)

    def resize(self, before: int, *, moves_top: bool) -> None:  # noqa: ARG002
        width, height = self._window.get_size()
        self._window.resize(width, max(height, self._give_way(self.room()[1])))

    def place(self) -> tuple[int, ...]:
        return tuple(self._window.get_window().get_geometry())

    def watch(self, moved: Callable[[], None], covered: Callable[[], None]) -> None:  # noqa: ARG002
        def on_configure(_window: Any, _event: Any) -> bool:
            moved()
            return False

        self._window.connect("configure-event", on_configure)

    def hides(self, *_widgets: Any) -> bool:
        return False

    def hides_all(self) -> bool:
        return False

    def is_screen_filled(self) -> bool:
        return False

    def take_keyboard(self) -> None:
        self._window.present_with_time(Gdk.CURRENT_TIME)

    def idle(self) -> None:
        return None

    def watch_loss(self, is_over: Callable[[], bool]) -> "_NoLoss":  # noqa: ARG002
        return _NoLoss()


class _NoLoss:
    def begin(self) -> None:
        """No other program takes a window away."""

    is_put_away = False
