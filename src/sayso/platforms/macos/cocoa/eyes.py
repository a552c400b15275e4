"""What the system tells of where a window stands and what covers it."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Sequence

from sayso.platforms.macos.cocoa import painting
from sayso.platforms.macos.cocoa.panel import Toplevel
from sayso.platforms.macos.cocoa.prompt_view import PromptView
from sayso.platforms.macos.cocoa.scrolled import Scrolled


class WindowEyes:
    """Fulfils `sayso.presentation.surroundings.Eyes`. macOS does not tell which parts of a window
    are covered: the window server says only whether any of the window is in sight."""

    def __init__(self, toplevel: Toplevel, view: PromptView) -> None:
        self._toplevel, self._view = toplevel, view

    @property
    def always(self) -> Sequence[object]:
        return *self._view.header.controls, self._view.footer.approve

    @property
    def panes(self) -> Sequence[Scrolled]:
        return self._view.panes

    def place(self) -> tuple[int, ...]:
        approve = self._view.footer.approve.view
        return *self._toplevel.area, *self._toplevel.area_of(approve)

    def hides(self, parts: Sequence[object]) -> bool:
        return self.hides_all()

    def hides_all(self) -> bool:
        return not painting.is_in_sight(self._toplevel.panel)
