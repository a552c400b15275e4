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
        view.lineage.watch(lambda: self.open_below(view.lineage.toggle))

    def keep_buttons(self, change: Callable[[], None]) -> None:
        """Carries out a change that adds or takes away a line of ours. The lower edge stays, where
        there is room above."""
        self._carry_out(change, moves_top=True)

    def open_below(self, change: Callable[[], None]) -> None:
        """Carries out a change below what the person pressed. That stays, like the upper edge,
        where there is room below."""
        self._carry_out(change, moves_top=False)

    def _carry_out(self, change: Callable[[], None], *, moves_top: bool) -> None:
        change()
        self._toplevel.resize(self._view.height, moves_top=moves_top)
        self._view.arrange(self._toplevel.client_size[1])
