"""Texts that scroll, and how much of each has been on the screen."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from abc import abstractmethod
from math import inf

from sayso.platforms.windows.native import windows
from sayso.platforms.windows.win32.device import by_scrolling_device
from sayso.platforms.windows.win32.message_loop import message_loop
from sayso.platforms.windows.win32.part import Part
from sayso.presentation.reading import Area, Gap, Reading, Unseen, Watch

LEAST = 50
"""Least height of a text in pixels: about two lines."""


class Scrolled(Part):
    """A text that scrolls. The system lays it out at once, so it is always known which rows are in
    view."""

    def __init__(self) -> None:
        self.read = False
        """Whether all of the text has been on the screen, scrolled by the person's own hand."""
        self.unseen: Unseen | None = None
        """Where the text goes on that has not been seen. None: all was seen, or nothing is on the
        screen yet."""
        self._watch: Watch | None = None
        self._reading = Reading()
        self._gap: Gap | None = None
        self._has_to_tell = False

    @property
    @abstractmethod
    def root(self) -> int:
        """The window of the text."""

    @property
    @abstractmethod
    def natural_width(self) -> int:
        """Pixels of width with which no line has to be wrapped."""

    def watch(self, watch: Watch) -> None:
        """From now on what is seen counts. To be called once the window is on the screen."""
        self._watch = watch
        self._reading = Reading(watch.trusting)
        self._reading.is_laid_out = True
        self.look_again()

    def look_again(self) -> None:
        """Draws the text anew, which counts as seen. To be called when nothing covers it any
        more."""
        windows.draw_anew(self.root)
        windows.draw_now(self.root)

    def on_painted(self) -> None:
        """To be called when the text was drawn: what is in view has been seen, if nothing covers
        it."""
        watch = self._watch
        if self.read or not watch:
            return
        if windows.is_visible(self.root) and watch.is_whole(self):
            self._reading.painted(self._in_view(), watch.now())
        self._look()

    def on_hand(self) -> None:
        """To be called before anything that may scroll. If the person's hand is at work,
        what is in view soon after counts as seen."""
        if self._watch and by_scrolling_device():
            self._reading.input(self._watch.now())

    def on_scrolled(self) -> None:
        """To be called when the text has scrolled. It is drawn at once, so that a wheel that is
        faster than the screen skips nothing."""
        windows.draw_now(self.root)
        self._hear_of_it()
        if self._watch and self._reading.counts(self._watch.now()):
            self._watch.on_scroll()

    def page_on(self) -> None:
        """Scrolls to what has not been seen, with a line or two before it."""
        self.on_hand()
        if self._gap:
            self._show_gap(self._gap)
            windows.draw_now(self.root)
            self._hear_of_it()

    def _hear_of_it(self) -> None:
        """Counts what is in view as seen if the person reads by ear: they may have darkened the
        screen, and then the system draws nothing."""
        if self._watch and self._watch.trusting:
            self.on_painted()

    def read_anew(self) -> None:
        """Scrolls to the start, and counts nothing as seen: something was changed that may be out
        of sight."""
        self.read = False
        self._reading.forget()
        self._show_row(0)
        self.look_again()

    def _look(self) -> None:
        before = self.read, self.unseen
        self._gap = self._reading.gap(self._rows, self._columns)
        self.read = self._gap is None
        self.unseen = self._where(self._gap) if self._gap else None
        if before != (self.read, self.unseen):
            self._tell_soon()

    def _where(self, gap: Gap) -> Unseen:
        return Unseen.ABOVE if gap.row < self._in_view().top else Unseen.BELOW

    def _tell_soon(self) -> None:
        """Tells of the change soon, but not while the text is drawn: the callee may move it."""
        if not self._has_to_tell:
            self._has_to_tell = True
            message_loop().later(0, self._tell)

    def _tell(self) -> None:
        self._has_to_tell = False
        if self._watch:
            self._watch.on_change()

    @property
    @abstractmethod
    def _rows(self) -> float:
        """How many rows the text has, in a unit that stays the same when the text is laid out
        anew."""

    @property
    def _columns(self) -> float:
        """How many columns the text has. Infinite: rows are in view in all their width."""
        return inf

    def _show_gap(self, gap: Gap) -> None:
        self._show_row(gap.row)

    def bring_in_view(self, window: int) -> None:
        """Scrolls to a control in it that the focus has come to. A text has no controls."""

    @abstractmethod
    def _in_view(self) -> Area: ...

    @abstractmethod
    def _show_row(self, row: float) -> None:
        """Scrolls so that the row stands on top of what is in view, or a line below the top."""
