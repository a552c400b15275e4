"""A question's window on a compositor without layers: a window as any other."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gdk

from sayso.platforms.linux.wayland.window import LossWatch, watch_configure


class PlainSurface:
    """Fulfils `sayso.platforms.linux.gtk.surface.Surface`: the compositor puts it where it likes,
    and tells little of it."""

    is_closed_by_person = True
    draws_unseen = True

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
        watch_configure(self._window, moved)

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

    def watch_loss(self, is_over: Callable[[], bool]) -> LossWatch:
        return LossWatch(self._window, is_over)
