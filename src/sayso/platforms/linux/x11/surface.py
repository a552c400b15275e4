"""A question's window on an X server."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from functools import cache
from typing import Any

from gi.repository import Gdk, GdkX11, GLib

from sayso.platforms.linux.x11 import attention, first_picture, idle
from sayso.platforms.linux.x11.cover import Cover
from sayso.platforms.linux.x11.loss import LossWatch
from sayso.presentation import layout

_LOOKS_EVERY_MS = 500
"""Milliseconds between two looks whether the screen is dark: the server does not tell by itself."""
_SETTLED_MS = 150
"""Milliseconds after which a window manager has carried out what it was asked for."""


class X11Surface:
    """Fulfils `sayso.platforms.linux.gtk.surface.Surface`: on top, wholly within the work area of
    its monitor, and it asks for attention.

    A window manager that does as it likes is no danger: whatever moves or resizes the window arms
    it anew.
    """

    is_closed_by_person = True
    draws_unseen = True
    frames = 1
    tells_of_resting_pointer = True

    def __init__(self, window: Any, give_way: Callable[[int], int]) -> None:
        self._window, self._give_way = window, give_way
        self._cover: Cover | None = None
        self._area: Any = None
        """The work area of the pointer's monitor, as `room` found it last."""
        self._asked: tuple[int, int, int, int] | None = None
        """Left, top, width and height that the window manager was asked for just now; None: nothing
        is pending. Until it has had the time to comply, nothing that the window reports of itself
        can be relied on."""
        self._asked_again = False
        self._around = 0
        """Pixels of height that the window manager draws around the window."""
        self._settling: int | None = None
        self._settled: Callable[[], None] = lambda: None
        self._is_dark = False
        """Whether the screen was dark when it was last looked at."""
        self._looking: int | None = None

    def prepare(self) -> None:
        self._window.set_type_hint(Gdk.WindowTypeHint.DIALOG)
        self._window.set_keep_above(True)
        self._window.set_focus_on_map(False)

    def realized(self) -> None:
        self._window.set_urgency_hint(True)  # lost if it is set before the window is realized

    def room(self) -> tuple[int, int]:
        self._area = self._pointer_monitor()
        return self._area.width, self._area.height

    def put(self, width: int, height: int) -> None:
        """Puts the window in the middle of the work area that `room` found, in this size."""
        area = self._area
        self._window.resize(width, height)
        self._window.move(area.x + (area.width - width) // 2, area.y + (area.height - height) // 2)
        self._window.connect("destroy", self._on_destroy)

    def come_up(
        self, show: Callable[[], None], _waits: Callable[[], None], _activation: str | None
    ) -> None:
        show()

    def draw_ahead(self, content: Any, width: int, height: int) -> None:
        first_picture.draw(self._window, content, width, height)

    def resize(self, before: int, *, moves_top: bool) -> None:
        surface = self._window.get_window()
        frame = surface.get_frame_extents()
        if self._asked:
            left, top, width, height = self._asked
        else:
            width, height = self._window.get_size()
            left, top = frame.x, frame.y
            self._around = frame.height - height
        area = surface.get_display().get_monitor_at_window(surface).get_workarea()
        most = area.height - self._around
        new_top, new_height = layout.resized(
            top,
            height,
            more=height - before,
            least=self._give_way(most),
            area=(area.y, most),
            moves_top=moves_top,
        )
        new_left = layout.within(left, frame.width, area.x, area.width)
        if (new_left, new_top, new_height) != (left, top, height):
            self._asked = new_left, new_top, width, new_height
            self._asked_again = False
            self._window.move(new_left, new_top)
            self._window.resize(width, new_height)
            self._cancel_settling()
            self._settling = GLib.timeout_add(_SETTLED_MS, self._settle)

    @property
    def is_changing(self) -> bool:
        return self._asked is not None

    def when_settled(self, told: Callable[[], None]) -> None:
        self._settled = told

    def place(self) -> tuple[int, ...]:
        surface = self._window.get_window()
        return (*surface.get_origin(), *surface.get_geometry())

    def watch(self, moved: Callable[[], None], covered: Callable[[], None]) -> None:
        self._cover = Cover(self._window, covered)

        def on_configure(_window: Any, _event: Any) -> bool:
            moved()
            return False

        def look() -> bool:
            before = self._is_dark
            if self._look_whether_dark() != before:
                covered()
            return True

        self._window.connect("configure-event", on_configure)
        self._looking = GLib.timeout_add(_LOOKS_EVERY_MS, look)

    def hides(self, *widgets: Any) -> bool:
        return self._is_dark or (self._cover is not None and self._cover.hides(*widgets))

    def hides_all(self) -> bool:
        return self._look_whether_dark() or (self._cover is not None and self._cover.hides_all())

    def is_screen_filled(self) -> bool:
        return attention.full_screen(self._display.get_name())

    def pressed(self) -> None:
        """Does nothing: the window manager gives the keyboard."""

    def take_keyboard(self) -> None:
        surface = self._window.get_window()
        x11 = isinstance(surface, GdkX11.X11Window)  # none before the window is shown
        now = GdkX11.x11_get_server_time(surface) if x11 else Gdk.CURRENT_TIME
        self._window.present_with_time(now)

    def come_to_front(self) -> None:
        """Raises the window. One that the person minimised stays so: it would come up with the
        keyboard."""
        if surface := self._window.get_window():
            surface.raise_()

    def idle(self) -> Callable[[], float] | None:
        saver = _saver(self._display.get_name())
        return None if saver is None else saver.seconds

    def keep_keyboard(self, is_needed: Callable[[], bool]) -> None:
        """Does nothing: the window manager decides who has the keyboard."""

    def watch_loss(self, is_over: Callable[[], bool]) -> LossWatch:
        return LossWatch(self._window, is_over)

    @property
    def _display(self) -> Any:
        return self._window.get_display()

    def _pointer_monitor(self) -> Any:
        _screen, x, y = self._display.get_default_seat().get_pointer().get_position()
        return self._display.get_monitor_at_point(x, y).get_workarea()

    def _settle(self) -> bool:
        """Accepts what the window manager has made of the request. But it is asked once more: while
        at work on an earlier request, a window manager may lose a new one."""
        surface = self._window.get_window()
        if self._asked and not self._asked_again and surface is not None:
            width, height = self._asked[2:]
            if (surface.get_width(), surface.get_height()) != (width, height):
                self._asked_again = True
                surface.resize(width, height)
                return True
        self._asked = self._settling = None
        self._settled()
        return False

    def _cancel_settling(self) -> None:
        if self._settling is not None:
            GLib.source_remove(self._settling)
            self._settling = None

    def _look_whether_dark(self) -> bool:
        saver = _saver(self._display.get_name())
        self._is_dark = saver is not None and saver.is_dark()
        return self._is_dark

    def _on_destroy(self, _window: Any) -> None:
        self._cancel_settling()
        if self._looking is not None:
            GLib.source_remove(self._looking)
            self._looking = None


@cache
def _saver(screen: str) -> idle.ScreenSaver | None:
    return idle.screen_saver(screen)
