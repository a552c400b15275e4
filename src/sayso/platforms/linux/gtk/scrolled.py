"""What scrolls in the frame, and whether its end has been on the screen."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from enum import Enum, auto
from typing import Any

from gi.repository import GLib, Gtk

LEAST = 50
"""Pixels of height: some two lines. A text gives way no further."""
_TALL = 1_000
"""Pixels of height: more than a scrollbar needs for itself."""
_PAGE = 0.9
"""Of the height or width: a line or two stay in sight."""
AFTER_LAYOUT = 127
"""A GLib priority below that of drawing (120) and of GtkTextView's own layout of what is not
on the screen (125): such an idle call runs once the layout is complete, not before. Until
then a long text claims to be short, and its end to be in view."""


class Unseen(Enum):
    """Where a text goes on that has not been on the screen yet."""

    BELOW = auto()
    RIGHT = auto()


class Scrolled:
    """As wide as the window; `fit`, then `set_height`, give it its size."""

    def __init__(self, child: Any, *, below: int = 0) -> None:
        """`below`: pixels under it in which nothing stands, and where no cursor or focus leads."""
        self._below = below
        self.read = False
        """The end has been on the screen, downwards and sideways."""
        self.unseen: Unseen | None = None
        """None, too, until it is laid out."""
        self.whole = 0
        """Pixels of height, with all that is around it, from which on all of it is in view."""
        self.spare = 0
        """Pixels of those in which nothing stands: where room is scarce they go first."""
        self.natural_width = 0
        """Pixels in which no line has to be broken, for as much of it as a screen holds."""
        self.sideways = False
        """It is too wide for its window, so it scrolls."""
        self._around = 0
        """Pixels of the height that are not for the child: border, scrollbar."""
        self._outgrown = False
        """More stands in it than there was room made for."""
        self._check_due: int | None = None
        self._ends = {Gtk.Orientation.VERTICAL: False, Gtk.Orientation.HORIZONTAL: True}
        self.root = Gtk.ScrolledWindow(overlay_scrolling=False)
        self.root.add(child)

    def fit(self, width: int) -> None:
        """Sets the pixels of width that it has; `set_height` is to follow."""
        height = self._height(width)
        policy = Gtk.PolicyType
        # spaces hang over at the end of a wrapped line: they shall not widen the window
        across = policy.AUTOMATIC if self.sideways else self._fits_across()
        self.root.set_policy(across, policy.AUTOMATIC)
        least = self.root.get_preferred_height()[0]
        self.root.set_min_content_height(_TALL)
        self._around = self.root.get_preferred_height()[0] - _TALL
        self.whole = max(height + self._around, least)

    def do_without(self, pixels: int) -> None:
        """Of the height, as far as nothing stands there."""
        given = min(self.spare, max(pixels, 0))
        self.spare -= given
        self.whole -= given

    def set_height(self, height: int) -> None:
        """Pixels, with all that is around it; so few that nobody could read become a few more.

        What has all the room that it needs gets no scrollbar: GTK would show one because of
        an earlier layout, and that one takes the width which makes it needed.
        """
        enough = height >= self.whole and not self._outgrown
        sideways, _ = self.root.get_policy()
        down = Gtk.PolicyType.EXTERNAL if enough else Gtk.PolicyType.AUTOMATIC
        self.root.set_policy(sideways, down)
        self.root.set_min_content_height(max(height, min(LEAST, self.whole)) - self._around)

    def watch(self, on_change: Callable[[], None], on_scroll: Callable[[], None]) -> None:
        """To be called once the window is on the screen."""

        def scrolled(_adjustment: Any) -> None:
            on_scroll()
            self._check_soon(on_change)

        for adjustment in (self.root.get_vadjustment(), self.root.get_hadjustment()):
            adjustment.connect("value-changed", scrolled)
            adjustment.connect("changed", lambda _: self._check_soon(on_change))
        self.root.connect("destroy", self._on_destroy)
        self._check_soon(on_change)

    def outgrow(self) -> None:
        """It gets a scrollbar if it needs one now. To be called once it is laid out anew."""
        down = self.root.get_vadjustment()
        if self._outgrown or down.get_upper() - self._below - 1 < down.get_page_size():
            return
        self._outgrown = True
        sideways, _ = self.root.get_policy()
        self.root.set_policy(sideways, Gtk.PolicyType.AUTOMATIC)

    def page_on(self) -> None:
        """Scrolls a page towards what has not been seen: down, at the bottom to the right."""
        down = not self._shows_end(Gtk.Orientation.VERTICAL)
        adjustment = self.root.get_vadjustment() if down else self.root.get_hadjustment()
        page = adjustment.get_page_size() * _PAGE
        adjustment.set_value(adjustment.get_value() + page)

    def read_anew(self) -> None:
        """From its start: something in it was changed that may be out of sight. Downwards alone,
        as what can be changed is never too wide."""
        self.read = False
        self._ends[Gtk.Orientation.VERTICAL] = False
        down = self.root.get_vadjustment()
        down.set_value(0)
        down.emit("changed")  # it is looked at even where it was at its start

    def _height(self, width: int) -> int:
        """Pixels of the child at `width`; says as well whether it is too wide."""
        raise NotImplementedError

    def _fits_across(self) -> Any:
        """The scrollbar's policy where it is not too wide."""
        return Gtk.PolicyType.EXTERNAL

    def _on_destroy(self, _root: Any) -> None:
        if self._check_due is not None:
            GLib.source_remove(self._check_due)

    def _check_soon(self, on_change: Callable[[], None]) -> None:
        if not self.read and self._check_due is None:
            self._check_due = GLib.idle_add(self._check, on_change, priority=AFTER_LAYOUT)

    def _check(self, on_change: Callable[[], None]) -> bool:
        self._check_due = None
        for orientation, seen in self._ends.items():
            self._ends[orientation] = seen or self._shows_end(orientation)
        self.read = all(self._ends.values())
        if self.read:
            self.unseen = None
        else:
            below = not self._ends[Gtk.Orientation.VERTICAL]
            self.unseen = Unseen.BELOW if below else Unseen.RIGHT
        on_change()
        return False

    def _shows_end(self, orientation: Any) -> bool:
        vertical = orientation == Gtk.Orientation.VERTICAL
        adjustment = self.root.get_vadjustment() if vertical else self.root.get_hadjustment()
        bottom = adjustment.get_value() + adjustment.get_page_size()
        below = self._below if vertical else 0
        return bool(bottom > adjustment.get_upper() - below - 1)
