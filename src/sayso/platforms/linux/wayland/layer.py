"""A question's window on the topmost layer, where the compositor has layers."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gdk, GLib, Gtk

from sayso.platforms.linux.wayland import layer_shell
from sayso.platforms.linux.wayland.dark import dark_outputs
from sayso.platforms.linux.wayland.giving_back import GivingBack
from sayso.platforms.linux.wayland.window import LossWatch, watch_configure
from sayso.presentation import layout

_SMALLEST = (640, 480)
"""Pixels, where there is no output yet."""

_MADE_UP = frozenset(
    (Gdk.CrossingMode.GTK_GRAB, Gdk.CrossingMode.GTK_UNGRAB, Gdk.CrossingMode.STATE_CHANGED)
)
"""Crossings by GTK, as controls come alive or die: no pointer came or left."""

_EDGE = b"window { box-shadow: inset 0 0 0 1px alpha(@theme_fg_color, 0.3); }"
"""A layer has no frame: without an edge of its own it would run into what lies below."""


class LayerSurface:
    """Fulfils `sayso.platforms.linux.gtk.surface.Surface`: above all windows, in the middle of the
    output that has the keyboard, which the compositor chooses. The person can't move or resize it.
    What else lies on that layer, above it, nobody is told."""

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
        """The keyboard, by the person; until their pointer has come."""
        self._is_inside = False
        """Their pointer."""
        self._maps = 0
        self._moved: Callable[[], None] = lambda: None
        self._height = 0
        self._top: int | None = None
        """None: in the middle, as it came up."""

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
        """There is no attention to ask for: it lies above all windows."""

    def room(self) -> tuple[int, int]:
        """On which output it will be is not known: it fits each."""
        display = self._window.get_display()
        outputs = [display.get_monitor(n).get_geometry() for n in range(display.get_n_monitors())]
        if not outputs:
            return _SMALLEST
        return min(each.width for each in outputs), min(each.height for each in outputs)

    def put(self, width: int, height: int) -> None:
        self._height = height
        self._window.set_size_request(width, height)
        self._window.get_window().resize(width, height)

    def come_up(
        self, show: Callable[[], None], _waits: Callable[[], None], _activation: str | None
    ) -> None:
        show()

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
        if moves_top:
            layer_shell.anchor(self._window, bottom=whole - self._top - self._height)
        else:
            layer_shell.anchor(self._window, top=self._top)
        self._window.set_size_request(width, self._height)

    is_changing = False

    def when_settled(self, told: Callable[[], None]) -> None:
        """The compositor does at once what it does."""

    def place(self) -> tuple[int, ...]:
        output = self._output()
        size = self._window.get_size()
        return (self._maps, *size, output.x, output.y, output.width, output.height)

    def watch(self, moved: Callable[[], None], covered: Callable[[], None]) -> None:
        """Nothing lies over it that we could be told of; but its output may be dark."""
        self._moved = moved
        watch_configure(self._window, moved)
        if dark := dark_outputs():
            dark.tell(self._window, covered)

    def hides(self, *_widgets: Any) -> bool:
        return self.hides_all()

    def hides_all(self) -> bool:
        dark, output = dark_outputs(), self._output()
        return not output.width or (dark is not None and dark.is_dark((output.x, output.y)))

    def is_screen_filled(self) -> bool:
        """No window is above it."""
        return False

    def pressed(self) -> None:
        """A pointer that is here goes again. That a finger has gone nobody tells: it gets the
        keyboard where it means to type, until the focus is elsewhere."""
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
        """It is there."""

    def idle(self) -> None:
        """The person gives the keyboard, by pressing on it."""

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
        """The compositor gives it back to who had it, where nothing here needs it any more."""
        if self._window.get_window() is None:  # it has closed meanwhile
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
        """GtkLayerShell maps it anew as outputs come and go."""
        self._maps += 1
        if self._maps > 1:
            self._moved()

    def _output(self) -> Any:
        """Where it is; nowhere, where there is none."""
        surface = self._window.get_window()
        output = surface.get_display().get_monitor_at_window(surface)
        return output.get_geometry() if output else Gdk.Rectangle()
