"""Keeps a window's buttons where they are, whatever comes or goes above or below them."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from sayso.platforms.linux.gtk.prompt_view import PromptView
from sayso.platforms.linux.gtk.surface import Surface


class Place:
    """The position of a window that is shown, or will be."""

    def __init__(self, window: Any, view: PromptView, surface: Surface) -> None:
        self._window, self._view, self._surface = window, view, surface
        view.lineage.root.connect("activate", self._on_lineage)
        window.get_screen().connect_object("monitors-changed", self._on_monitors, window)

    def keep_buttons(self, change: Callable[[], None]) -> None:
        """Carries out a change that adds or removes a line of ours; the lower edge stays.

        So what is above the buttons moves, not the buttons. Where there is no room above, the
        window moves down; where there is none at all, the asker's texts get less room.
        """
        self._carry_out(change, moves_top=True)

    def open_below(self, change: Callable[[], None]) -> None:
        """Carries out a change below the control that the person pressed. That control and the
        upper edge stay.

        Where there is no room below, the window moves up.
        """
        self._carry_out(change, moves_top=False)

    def _on_lineage(self, expander: Any) -> None:
        expander.stop_emission_by_name("activate")  # GTK would open it without telling us
        self.open_below(self._view.lineage.toggle)

    def _on_monitors(self, _window: Any) -> None:
        """The window's monitor may have gone, and not every window manager moves its windows to
        another one."""
        if self._window.get_mapped():
            self._surface.resize(self._view.height, moves_top=False)

    def _carry_out(self, change: Callable[[], None], moves_top: bool) -> None:
        before = self._view.height
        change()
        if self._view.height != before:
            self._surface.resize(before, moves_top=moves_top)
