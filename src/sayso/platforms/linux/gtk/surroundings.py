"""What is under the person's hand and before their eyes: where a window stands, what covers it."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from sayso.platforms.linux.gtk.cover import Cover
from sayso.platforms.linux.gtk.prompt_view import PromptView


class Surroundings:
    """Of a window that is realized; watched from the first `look` on."""

    def __init__(
        self,
        window: Any,
        view: PromptView,
        trusting: bool,
        on_move: Callable[[], None],
        on_cover: Callable[[], None],
        on_sight: Callable[[], None],
    ) -> None:
        """`trusting`: who reads otherwise than by eye may have darkened the screen. `on_move`:
        something else may be under the hand; `on_cover`: `is_covered` has changed; `on_sight`: of
        a window that was not `in_sight` something may be now."""
        self._window, self._view = window, view
        self._trusting = trusting
        self._on_move, self._on_cover, self._on_sight = on_move, on_cover, on_sight
        self._was_out_of_sight = False
        self._place: tuple[int, ...] | None = None
        self._texts_have_shown = False
        self._cover = Cover(window, self._look_at_cover)
        self.is_covered = False
        """Something of what the person has to see, and has not seen yet."""
        window.connect("configure-event", self._on_configure)
        view.footer.approve.connect("size-allocate", lambda *_: self._look_at_place())

    def look(self) -> None:
        """Now: a hand comes."""
        self._place = self._place or self._measured()
        self._look_at_place()
        self._look_at_cover()

    def settle(self) -> None:
        """All that is in view has been so for the arming delay: what is read of it need not be."""
        self._texts_have_shown = True

    def is_in_sight(self) -> bool:
        """Some of the window. Once it is not, `on_sight` is called when it is again."""
        self._was_out_of_sight = not self._trusting and self._cover.hides_all()
        return not self._was_out_of_sight

    def is_whole(self, *widgets: Any) -> bool:
        return self._trusting or not self._cover.hides(*widgets)

    def _on_configure(self, _window: Any, _event: Any) -> bool:
        self._look_at_place()
        return False

    def _look_at_place(self) -> None:
        if self._place is None:
            return
        before, self._place = self._place, self._measured()
        if before != self._place:
            self._on_move()

    def _measured(self) -> tuple[int, ...]:
        """By the server's own word, and by what GTK has laid out: that follows what an event
        tells, which any program can make up."""
        surface = self._window.get_window()
        approve = self._view.footer.approve.get_allocation()
        laid_out = approve.x, approve.y, approve.width, approve.height
        return (*surface.get_origin(), *surface.get_geometry(), *laid_out)

    def _look_at_cover(self) -> None:
        """Over who asks, over the control, and over the texts: each until it is read, and all
        until a person can have read what came up first."""
        if self._was_out_of_sight and self.is_in_sight():
            self._on_sight()
        if self._place is None:
            return
        panes = self._view.panes
        unread = [each for each in panes if not (each.read and self._texts_have_shown)]
        parts = [self._view.header, self._view.footer.approve, *(each.root for each in unread)]
        before, self.is_covered = self.is_covered, not self.is_whole(*parts)
        if before == self.is_covered:
            return
        for pane in unread:
            pane.look_again()
        self._on_cover()
