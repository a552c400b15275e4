"""A question's window on the topmost layer, where the compositor has layers."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gdk, GLib, Gtk

from sayso.platforms.linux.wayland import layer_shell
from sayso.platforms.linux.wayland.dark import dark_outputs
from sayso.platforms.linux.wayland.giving_back import GivingBack
from sayso.platforms.linux.wayland.room import least_room
from sayso.platforms.linux.wayland.window import LossWatch, watch_configure
from sayso.presentation import layout

_MADE_UP = frozenset(
    (Gdk.CrossingMode.GTK_GRAB, Gdk.CrossingMode.GTK_UNGRAB, Gdk.CrossingMode.STATE_CHANGED)
)
"""Crossing events that GTK itself sends as controls are enabled or disabled: no pointer came or
left."""

_EDGE = b"window { box-shadow: inset 0 0 0 1px alpha(@theme_fg_color, 0.3); }"
"""A window on a layer has no frame: without an edge of its own it would run into what lies below.
"""


class LayerSurface:
    """Fulfils `sayso.platforms.linux.gtk.surface.Surface`: above all windows, in the middle of the
    output that has the keyboard focus, which the compositor chooses. The person can't move or
    resize the window. Nobody is told what else lies above it on the same layer."""

    is_closed_by_person = False
    draws_unseen = False
    frames = 1
    tells_of_resting_pointer = False
    """KWin says nothing of a pointer until it moves."""

    def __init__(self, window: Any, give_way: Callable[[int], int]) -> None:
        self._window, self._give_way = window, give_way
        self._is_needed: Callable[[], bool] = lambda: False
        self._giving_back = GivingBack(window, lambda: not self._wants_keyboard())
        self._is_asked_for = False
        """The person has asked for the keyboard, and their pointer has not come to the window
        since."""
        self._is_inside = False
        """The person's pointer is in the window."""
        self._maps = 0
        self._moved: Callable[[], None] = lambda: None
        self._height = 0
        self._top: int | None = None
        """Pixels from the top of the output; None: the window is in the middle, as it came up."""

    def prepare(self) -> None:
        window = self._window
        layer_shell.put_on_top(window)
        layer_shell.lie_over_panels(window)
        layer_shell.close_with_output(window)
        style = Gtk.CssProvider()
        style.load_from_data(_EDGE)
        priority = Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
        window.get_style_context().add_provider(style, priority)
        window.connect("enter-notify-event", self._on_crossing)
        window.connect("leave-notify-event", self._on_crossing)
        window.connect_after("set-focus", lambda *_: GLib.idle_add(self._settle_keyboard))
        window.connect("map", self._on_map)

    def realized(self) -> None:
        """Does nothing: there is no need to ask for attention above all windows."""

    def room(self) -> tuple[int, int]:
        return least_room(self._window)

    def put(self, width: int, height: int) -> None:
        self._height = height
        self._window.set_size_request(width, height)
        self._window.get_window().resize(width, height)

    def come_up(
        self, show: Callable[[], None], _waits: Callable[[], None], _activation: str | None
    ) -> None:
        show()

    def draw_ahead(self, content: Any, width: int, height: int) -> None:
        """Does nothing: a compositor shows a window with its first frame."""

    def resize(self, before: int, *, moves_top: bool) -> None:
        del before  # nobody gives the window more than it needs
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
        # Anchored at the edge that stays, as the new size may take a frame to come.
        if moves_top:
            layer_shell.anchor(self._window, bottom=whole - self._top - self._height)
        else:
            layer_shell.anchor(self._window, top=self._top)
        self._window.set_size_request(width, self._height)

    is_changing = False

    def when_settled(self, told: Callable[[], None]) -> None:
        """Never calls `told`: the compositor resizes at once."""

    def place(self) -> tuple[int, ...]:
        output = self._output()
        size = self._window.get_size()
        return (self._maps, *size, output.x, output.y, output.width, output.height)

    def watch(self, moved: Callable[[], None], covered: Callable[[], None]) -> None:
        """`covered` is called when the output goes dark or comes back: of what lies over the window
        nobody tells."""
        self._moved = moved
        watch_configure(self._window, moved)
        if dark := dark_outputs():
            dark.watch(self._window, covered)

    def hides(self, *_widgets: Any) -> bool:
        return self.hides_all()

    def hides_all(self) -> bool:
        dark, output = dark_outputs(), self._output()
        return not output.width or (dark is not None and dark.is_dark((output.x, output.y)))

    def is_screen_filled(self) -> bool:
        """False: no window is above this one."""
        return False

    def pressed(self) -> None:
        """A pointer's press takes the keyboard, until the pointer leaves. Nobody tells when a
        finger has left, so a touch takes the keyboard only on a text field, until the focus moves
        elsewhere."""
        event = Gtk.get_current_event()
        if event is None or event.type is not Gdk.EventType.TOUCH_BEGIN:
            self._is_inside = True
            self._take_keyboard()
        elif isinstance(Gtk.get_event_widget(event), Gtk.Entry | Gtk.TextView):
            self._take_keyboard()

    def take_keyboard(self) -> None:
        self._is_asked_for = True
        self._take_keyboard()

    def _take_keyboard(self) -> None:
        self._giving_back.call_off()
        layer_shell.keep_keyboard(self._window, is_kept=True)

    def come_to_front(self) -> None:
        """Does nothing: the window is in front."""

    def idle(self) -> None:
        """None: the person gives it the keyboard, by pressing on the window."""

    def keep_keyboard(self, is_needed: Callable[[], bool]) -> None:
        self._is_needed = is_needed

    def watch_loss(self, is_over: Callable[[], bool]) -> LossWatch:
        return LossWatch(self._window, is_over)

    def _on_crossing(self, _window: Any, event: Any) -> bool:
        if event.mode not in _MADE_UP and event.detail is not Gdk.NotifyType.INFERIOR:
            self._is_inside = event.type is Gdk.EventType.ENTER_NOTIFY
            self._is_asked_for = False
            if not self._is_inside:
                self._settle_keyboard()
        return False

    def _settle_keyboard(self) -> bool:
        """Has the compositor give the keyboard back to the window that had it, where nothing here
        needs it any more."""
        if self._window.get_window() is None:  # the window has closed meanwhile
            return False
        if self._is_needed():
            self._take_keyboard()
        elif not self._wants_keyboard():
            layer_shell.keep_keyboard(self._window, is_kept=False)
            self._giving_back.begin()
        return False

    def _wants_keyboard(self) -> bool:
        return self._is_inside or self._is_asked_for or self._is_needed()

    def _on_map(self, _window: Any) -> None:
        """GtkLayerShell maps the window anew as outputs come and go."""
        self._maps += 1
        if self._maps > 1:
            self._moved()

    def _output(self) -> Any:
        """The geometry of the window's output; empty, where the window is on none."""
        surface = self._window.get_window()
        output = surface.get_display().get_monitor_at_window(surface)
        return output.get_geometry() if output else Gdk.Rectangle()
