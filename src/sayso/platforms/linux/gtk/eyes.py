"""What GTK and the display server report of a window's position, and of what covers the window."""

import sys

assert sys.platform == "linux"

from collections.abc import Sequence
from typing import Any

from sayso.platforms.linux.gtk.prompt_view import PromptView
from sayso.platforms.linux.gtk.scrolled import Scrolled
from sayso.platforms.linux.gtk.surface import Surface
from sayso.presentation.surroundings import Surroundings


class WindowEyes:
    """Fulfils `sayso.presentation.surroundings.Eyes`, for a window that is realized."""

    def __init__(self, view: PromptView, surface: Surface) -> None:
        self._view, self._surface = view, surface
        self._surroundings: Surroundings | None = None
        surface.watch(self._on_place, self._on_cover)
        view.footer.approve.connect("size-allocate", lambda *_: self._on_place())

    def watch(self, surroundings: Surroundings) -> None:
        """Tells `surroundings` of each change from now on."""
        self._surroundings = surroundings

    @property
    def always(self) -> Sequence[Any]:
        return self._view.header, self._view.footer.approve

    @property
    def panes(self) -> Sequence[Scrolled]:
        return self._view.panes

    def place(self) -> tuple[int, ...]:
        """The position and size by the server's own word, and where GTK has laid *approve* out.
        GTK's word alone would not do: its layout follows events, which any program can make up."""
        approve = self._view.footer.approve.get_allocation()
        laid_out = approve.x, approve.y, approve.width, approve.height
        return (*self._surface.place(), *laid_out)

    def hides(self, parts: Sequence[Any]) -> bool:
        return self._surface.hides(*parts)

    def hides_all(self) -> bool:
        return self._surface.hides_all()

    def _on_place(self) -> None:
        if self._surroundings:
            self._surroundings.look_at_place()

    def _on_cover(self) -> None:
        if self._surroundings:
            self._surroundings.look_at_cover()
