"""Keeps a window's buttons where they are on the screen, whatever is added above or below."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.platforms.windows.win32.prompt_view import PromptView
from sayso.platforms.windows.win32.toplevel import Toplevel


class Place:
    """The place of a window that is shown, or will be."""

    def __init__(self, toplevel: Toplevel, view: PromptView) -> None:
        self._toplevel, self._view = toplevel, view
        self._is_behind = False
        """A change came while the window was minimised, and so has no size that fits."""
        view.lineage.watch(lambda: self.open_below(view.lineage.toggle))

    def keep_buttons(self, change: Callable[[], None]) -> None:
        """Carries out a change that adds or takes away a line of ours. The lower edge stays, where
        there is room above."""
        self._carry_out(change, moves_top=True)

    def open_below(self, change: Callable[[], None]) -> None:
        """Carries out a change below what the person pressed. That stays, like the upper edge,
        where there is room below."""
        self._carry_out(change, moves_top=False)

    def catch_up(self) -> None:
        """Gives a window that is minimised no more the size for what has changed meanwhile."""
        if self._is_behind and not self._toplevel.is_minimised:
            self._is_behind = False
            self._fit(moves_top=True)

    def _carry_out(self, change: Callable[[], None], *, moves_top: bool) -> None:
        change()
        if self._toplevel.is_minimised:
            self._is_behind = True
        else:
            self._fit(moves_top=moves_top)

    def _fit(self, *, moves_top: bool) -> None:
        self._toplevel.resize(self._view.height, moves_top=moves_top)
        self._view.arrange(self._toplevel.client_size[1])
