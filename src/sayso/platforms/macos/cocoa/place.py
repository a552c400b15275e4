"""How a window keeps its buttons where they are on the screen, whatever comes above or below."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable

from sayso.platforms.macos.cocoa.panel import Toplevel
from sayso.platforms.macos.cocoa.prompt_view import PromptView


class Place:
    """Resizes and moves a window, which is shown or will be, when its parts change."""

    def __init__(self, toplevel: Toplevel, view: PromptView) -> None:
        self._toplevel, self._view = toplevel, view
        view.lineage.watch(lambda: self.open_below(view.lineage.toggle))

    def keep_buttons(self, change: Callable[[], None]) -> None:
        """Carries out a change that shows or hides a line of ours. The window's lower edge stays,
        and so do the buttons, if there is room above."""
        self._carry_out(change, moves_top=True)

    def open_below(self, change: Callable[[], None]) -> None:
        """Carries out a change below what the person pressed. The window's upper edge stays, and so
        does what was pressed, if there is room below."""
        self._carry_out(change, moves_top=False)

    def _carry_out(self, change: Callable[[], None], *, moves_top: bool) -> None:
        change()
        self._toplevel.resize(self._view.height, moves_top=moves_top)
        self._view.arrange(self._toplevel.content_size[1])
