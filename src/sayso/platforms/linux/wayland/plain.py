"""A question's window on a compositor without layers: a window like any other."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gdk

from sayso.platforms.linux import loop
from sayso.platforms.linux.wayland import gnome, xdg_activation
from sayso.platforms.linux.wayland.room import least_room
from sayso.platforms.linux.wayland.window import LossWatch, watch_configure
from sayso.presentation.pause import at_pause


class PlainSurface:
    """Fulfils `sayso.platforms.linux.gtk.surface.Surface`: the compositor puts the window where it
    likes, and gives it the keyboard as it comes up. Compositors tell little; GNOME's tells more on
    the session bus."""

    is_closed_by_person = True
    draws_unseen = False
    frames = 2
    """sway calls the first frame complete before it has put the window in its place."""
    tells_of_resting_pointer = False

    def __init__(self, window: Any, give_way: Callable[[int], int]) -> None:
        self._window, self._give_way = window, give_way
        self._show: Callable[[], None] | None = None
        """Shows the window; None: the window is not to come up yet, or has done so."""
        self._activation: str | None = None
        """The asker's activation token; None: there is none, or it was used."""
        self._screens: gnome.Screens | None = None
        self._moved: Callable[[], None] = lambda: None
        self._covered: Callable[[], None] = lambda: None
        self._changes = 0
        """How often the window may have come to another place, as far as can be told."""

    def prepare(self) -> None:
        window = self._window
        window.set_type_hint(Gdk.WindowTypeHint.DIALOG)
        window.add_events(Gdk.EventMask.ENTER_NOTIFY_MASK)
        window.connect("enter-notify-event", self._on_enter)
        window.connect("window-state-event", self._on_state)

    def realized(self) -> None:
        """Does nothing: there is no attention to ask for."""

    def room(self) -> tuple[int, int]:
        return least_room(self._window)

    def put(self, width: int, height: int) -> None:
        self._window.resize(width, height)

    def come_up(
        self, show: Callable[[], None], waits: Callable[[], None], activation: str | None
    ) -> None:
        self._show, self._activation = show, activation
        self._screens = gnome.Screens(lambda: self._covered())
        at_pause(gnome.idle, self._is_to_come_up, self._come_up, loop.later)
        if self._is_to_come_up():
            waits()

    def draw_ahead(self, content: Any, width: int, height: int) -> None:
        """Does nothing: a compositor shows a window with its first frame."""

    def resize(self, before: int, *, moves_top: bool) -> None:
        del before, moves_top  # the compositor decides where the window is
        width, height = self._window.get_size()
        self._window.resize(width, max(height, self._give_way(self.room()[1])))

    is_changing = False

    def when_settled(self, told: Callable[[], None]) -> None:
        """Never calls `told`: the compositor resizes at once."""

    def place(self) -> tuple[int, ...]:
        return (self._changes, *self._window.get_window().get_geometry())

    def watch(self, moved: Callable[[], None], covered: Callable[[], None]) -> None:
        self._moved, self._covered = moved, covered
        watch_configure(self._window, moved)

    def hides(self, *_widgets: Any) -> bool:
        return self.hides_all()

    def hides_all(self) -> bool:
        return self._screens is not None and self._screens.are_hidden

    def is_screen_filled(self) -> bool:
        return False

    def pressed(self) -> None:
        """Does nothing: the compositor gives the keyboard."""

    def take_keyboard(self) -> None:
        self._come_up()
        token, self._activation = self._activation, None
        if token:
            xdg_activation.use_next(token)
        self._window.present_with_time(Gdk.CURRENT_TIME)

    def come_to_front(self) -> None:
        """Does nothing: a window that comes up gets the keyboard, so it waits for a pause as
        always."""

    def idle(self) -> Callable[[], float] | None:
        """The window gets the keyboard as it comes up, if the compositor likes. With an activation
        token it may take the keyboard later, but the asker's right is no right to what the person
        types: so only in a pause. None: there is no token, or nobody tells of pauses."""
        return _idle if self._activation and gnome.idle() is not None else None

    def keep_keyboard(self, is_needed: Callable[[], bool]) -> None:
        """Does nothing: the compositor decides who has the keyboard."""

    def watch_loss(self, is_over: Callable[[], bool]) -> LossWatch:
        return LossWatch(self._window, is_over)

    def _is_to_come_up(self) -> bool:
        return self._show is not None and self._window.get_window() is not None

    def _come_up(self) -> None:
        show, self._show = self._show, None
        if show:
            show()

    def _on_enter(self, _window: Any, event: Any) -> bool:
        """A compositor does not tell that it moved the window, but the pointer then enters the
        window anew. GTK also makes up crossings, as controls are enabled; these do not count."""
        is_real = event.mode is Gdk.CrossingMode.NORMAL
        if is_real and event.detail is not Gdk.NotifyType.INFERIOR:
            self._change()
        return False

    def _on_state(self, _window: Any, event: Any) -> bool:
        """The window was tiled, maximised or the like. Changes of the focus are handled
        elsewhere."""
        if event.changed_mask & ~Gdk.WindowState.FOCUSED:
            self._change()
        return False

    def _change(self) -> None:
        self._changes += 1
        self._moved()


def _idle() -> float:
    """Seconds since the last input; 0.0, no pause, where the shell does not answer for once."""
    return gnome.idle() or 0.0
