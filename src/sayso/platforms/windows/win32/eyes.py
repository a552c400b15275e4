"""Where a window stands, and what covers it, as far as the system can tell. The system tells nobody
when that changes, so it is asked now and then."""

import sys

assert sys.platform == "win32"

from collections.abc import Sequence

from sayso.platforms.windows.native import desktop, looks, sight, windows
from sayso.platforms.windows.native.sight import Area
from sayso.platforms.windows.win32.header import Header
from sayso.platforms.windows.win32.part import Control
from sayso.platforms.windows.win32.prompt_view import PromptView
from sayso.platforms.windows.win32.scrolled import Scrolled
from sayso.platforms.windows.win32.toplevel import Toplevel


class WindowEyes:
    """The surroundings of one window. Fulfils `sayso.presentation.surroundings.Eyes`."""

    def __init__(self, toplevel: Toplevel, view: PromptView) -> None:
        self._toplevel, self._view = toplevel, view

    @property
    def always(self) -> Sequence[object]:
        return self._view.header, self._view.footer.approve

    @property
    def panes(self) -> Sequence[Scrolled]:
        return self._view.panes

    def place(self) -> tuple[int, ...]:
        return (
            *windows.area(self._toplevel.window),
            *windows.area(self._view.footer.approve.window),
        )

    def hides(self, parts: Sequence[object]) -> bool:
        window = self._toplevel.window
        if self._is_elsewhere() or not self._toplevel.is_as_made():
            return True
        room, covers = sight.room(window), [*sight.covers(window)]
        areas = [_area(part) for part in parts]
        if not all(sight.holds(room, area) and sight.is_on_screen(area) for area in areas):
            return True
        return any(sight.meet(area, cover) for area in areas for cover in covers)

    def hides_all(self) -> bool:
        window = self._toplevel.window
        if self._is_elsewhere() or not windows.is_visible(window):
            return True
        covers = [*sight.covers(window)]
        on_screen = sight.on_screen(windows.area(window))
        return not any(sight.left_of_all(each, covers) for each in on_screen)

    def _is_elsewhere(self) -> bool:
        """Whether the person sees something else where the window is, or through it."""
        window = self._toplevel.window
        return not desktop.is_seen() or looks.is_cloaked(window) or not sight.is_whole(window)


def _area(part: object) -> Area:
    """The area of the screen that a part of the window takes."""
    match part:
        case Header():
            return part.on_screen
        case Scrolled():
            return windows.area(part.root)
        case Control():
            return windows.area(part.window)
        case int():
            return windows.area(part)
        case _:
            raise TypeError(f"{type(part).__name__} is no part of a window")
