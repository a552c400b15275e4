"""What scrolls in the frame, and how much of it has been on the screen."""

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
"""Pixels of height: some two lines. A text gives way no further."""


class Scrolled(Part):
    """The system lays it out at once, so each place of it tells which row stands there."""

    def __init__(self) -> None:
        self.read = False
        """All of it has been on the screen, by the person's own hand."""
        self.unseen: Unseen | None = None
        """None, too, until it is on the screen."""
        self._watch: Watch | None = None
        self._reading = Reading()
        self._gap: Gap | None = None
        self._has_to_tell = False

    @property
    @abstractmethod
    def root(self) -> int:
        """Its window."""

    @property
    @abstractmethod
    def natural_width(self) -> int:
        """Pixels in which no line has to be broken."""

    def watch(self, watch: Watch) -> None:
        """To be called once the window is on the screen."""
        self._watch = watch
        self._reading = Reading(watch.trusting)
        self._reading.is_laid_out = True
        self.look_again()

    def look_again(self) -> None:
        """What covered it has gone: it is drawn anew, which counts."""
        windows.draw_anew(self.root)
        windows.draw_now(self.root)

    def on_painted(self) -> None:
        """What is in view stands on the screen."""
        watch = self._watch
        if self.read or not watch:
            return
        if windows.is_visible(self.root) and watch.is_whole(self):
            self._reading.painted(self._in_view(), watch.now())
        self._look()

    def on_hand(self) -> None:
        """What scrolls it came; whether by the person's hand."""
        if self._watch and by_scrolling_device():
            self._reading.input(self._watch.now())

    def on_scrolled(self) -> None:
        """It is drawn at once: a wheel that is faster than the screen passes nothing over."""
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
        """Who reads by ear may have darkened the screen, and nothing dark is drawn."""
        if self._watch and self._watch.trusting:
            self.on_painted()

    def read_anew(self) -> None:
        """From its start: something in it was changed that may be out of sight."""
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
        """Not while it is drawn: who hears of it may move it."""
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
        """How many it has, in a unit that stays the same when it is laid out anew."""

    @property
    def _columns(self) -> float:
        """Infinite: all of a row is in view as it is."""
        return inf

    def _show_gap(self, gap: Gap) -> None:
        self._show_row(gap.row)

    def bring_in_view(self, window: int) -> None:
        """A control in it, which the focus has come to: a text has none."""

    @abstractmethod
    def _in_view(self) -> Area: ...

    @abstractmethod
    def _show_row(self, row: float) -> None:
        """Scrolls so that it stands on top of what is in view, or a line below."""
