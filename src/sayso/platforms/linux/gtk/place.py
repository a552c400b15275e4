"""Where a window stands: whole within the work area of its monitor, whatever comes."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from sayso.platforms.linux.gtk.lineage import Lineage
from sayso.platforms.linux.gtk.prompt_view import PromptView
from sayso.presentation import layout


class Place:
    """Of a window that is shown, or will be.

    A window manager that does as it likes is no danger: whatever moves or resizes the window
    arms it anew.
    """

    def __init__(self, window: Any, view: PromptView) -> None:
        self._window, self._view = window, view
        self._asked: tuple[int, int, int] | None = None
        """Top, width and height that the window manager has been asked for and has not given."""
        window.connect("configure-event", self._on_configure)
        if view.lineage:
            view.lineage.root.connect("activate", self._on_lineage, view.lineage)
        window.get_screen().connect_object("monitors-changed", self._on_monitors, window)

    def keep_buttons(self, change: Callable[[], None]) -> None:
        """Carries out a change that brings or takes a line of ours; the lower edge stays.

        So what is above the buttons moves, not the buttons. Where there is no room above, the
        window moves down; where there is none at all, the texts of the asker give way.
        """
        self._carry_out(change, moves_top=True)

    def _on_lineage(self, expander: Any, lineage: Lineage) -> None:
        """The upper edge stays: what the person pressed is there."""
        expander.stop_emission_by_name("activate")  # GTK would do it with no word to us
        self._carry_out(lineage.turn, moves_top=False)

    def _on_monitors(self, _window: Any) -> None:
        """The one that it stood on may have gone; not each window manager moves what was there."""
        if self._window.get_mapped():
            self._make_room(self._view.height, moves_top=False)

    def _carry_out(self, change: Callable[[], None], moves_top: bool) -> None:
        before = self._view.height
        change()
        if self._view.height != before:
            self._make_room(before, moves_top)

    def _make_room(self, before: int, moves_top: bool) -> None:
        surface = self._window.get_window()
        width, height = self._window.get_size()
        frame = surface.get_frame_extents()
        around = frame.height - height
        top = frame.y
        if self._asked:
            top, width, height = self._asked
        area = surface.get_display().get_monitor_at_window(surface).get_workarea()
        most = area.height - around
        new_top, new_height = layout.resized(
            top,
            height,
            more=height - before,
            least=self._view.give_way(most),
            area=(area.y, most),
            moves_top=moves_top,
        )
        left = layout.within(frame.x, frame.width, area.x, area.width)
        if (left, new_top, new_height) != (frame.x, top, height):
            self._asked = new_top, width, new_height
            self._window.move(left, new_top)
            self._window.resize(width, new_height)

    def _on_configure(self, _window: Any, event: Any) -> bool:
        if self._asked and self._asked[1:] == (event.width, event.height):
            self._asked = None
        return False
