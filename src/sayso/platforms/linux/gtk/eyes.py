"""What GTK and the X server tell of where a window stands and what covers it."""

import sys

assert sys.platform == "linux"

from collections.abc import Sequence
from typing import Any

from sayso.platforms.linux.gtk.cover import Cover
from sayso.platforms.linux.gtk.prompt_view import PromptView
from sayso.platforms.linux.gtk.scrolled import Scrolled
from sayso.presentation.surroundings import Surroundings


class WindowEyes:
    """Fulfils `sayso.presentation.surroundings.Eyes`, of a window that is realized."""

    def __init__(self, window: Any, view: PromptView) -> None:
        self._window, self._view = window, view
        self._surroundings: Surroundings | None = None
        self._cover = Cover(window, self._on_cover)
        window.connect("configure-event", self._on_configure)
        view.footer.approve.connect("size-allocate", lambda *_: self._on_place())

    def watch(self, surroundings: Surroundings) -> None:
        """It is told of each change from now on."""
        self._surroundings = surroundings

    @property
    def always(self) -> Sequence[Any]:
        return self._view.header, self._view.footer.approve

    @property
    def panes(self) -> Sequence[Scrolled]:
        return self._view.panes

    def place(self) -> tuple[int, ...]:
        """By the server's own word, and by what GTK has laid out: that follows what an event
        tells, which any program can make up."""
        surface = self._window.get_window()
        approve = self._view.footer.approve.get_allocation()
        laid_out = approve.x, approve.y, approve.width, approve.height
        return (*surface.get_origin(), *surface.get_geometry(), *laid_out)

    def hides(self, parts: Sequence[Any]) -> bool:
        return self._cover.hides(*parts)

    def hides_all(self) -> bool:
        return self._cover.hides_all()

    def _on_configure(self, _window: Any, _event: Any) -> bool:
        self._on_place()
        return False

    def _on_place(self) -> None:
        if self._surroundings:
            self._surroundings.look_at_place()

    def _on_cover(self) -> None:
        if self._surroundings:
            self._surroundings.look_at_cover()
