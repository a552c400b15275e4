"""A part that scrolls, and how much of it has been on the screen."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from abc import abstractmethod
from math import inf
from typing import Any

import AppKit
import objc

from sayso.platforms.macos.cocoa import painting
from sayso.platforms.macos.cocoa.callbacks import deadly
from sayso.platforms.macos.cocoa.device import by_scrolling_device
from sayso.platforms.macos.cocoa.part import Part
from sayso.platforms.macos.cocoa.run_loop import run_loop
from sayso.presentation.reading import Area, Gap, Reading, Unseen, Watch

LEAST = 50
"""Least height in points, some two lines: a text becomes no smaller."""


class SaysoScroll(AppKit.NSScrollView):
    scrolled: Scrolled

    def scrollWheel_(self, event: Any) -> None:  # noqa: N802
        """Overriding this method keeps AppKit from scrolling on a thread of its own, ahead of
        us."""
        with deadly:
            self.scrolled.on_hand()
            objc.super(SaysoScroll, self).scrollWheel_(event)

    def boundsChanged_(self, notification: Any) -> None:  # noqa: N802
        with deadly:
            self.scrolled.on_scrolled()


class Scrolled(Part):
    """A part that scrolls. What was seen of it is counted in rows, from the top of its content."""

    def __init__(self, document: Any) -> None:
        self.read = False
        """Whether all of it has been on the screen, by the person's own hand."""
        self.unseen: Unseen | None = None
        """Where something unseen is; None: nowhere, or this part is not on the screen yet."""
        self._watch: Watch | None = None
        self._reading = Reading()
        self._gap: Gap | None = None
        self._has_to_tell = False
        self._laid_out: tuple[float, float] | None = None
        self.scroll = SaysoScroll.alloc().initWithFrame_(((0, 0), (100, 100)))
        self.scroll.scrolled = self
        self.scroll.setBorderType_(AppKit.NSNoBorder)
        self.scroll.setDrawsBackground_(False)
        self.scroll.setDocumentView_(document)
        clip = self.scroll.contentView()
        clip.setPostsBoundsChangedNotifications_(True)
        AppKit.NSNotificationCenter.defaultCenter().addObserver_selector_name_object_(
            self.scroll, "boundsChanged:", AppKit.NSViewBoundsDidChangeNotification, clip
        )

    @property
    def root(self) -> object:
        return self

    @property
    @abstractmethod
    def natural_width(self) -> int:
        """Width in points at which no line has to be broken."""

    @property
    def is_laid_out(self) -> bool:
        """Whether all of it is laid out, so that each place in it tells which row stands there."""
        return True

    def watch(self, watch: Watch) -> None:
        """Counts from now on what is seen; to be called once the window is on the screen."""
        self._watch = watch
        self._reading = Reading(watch.trusting)
        self._reading.is_laid_out = True
        self.look_again()

    def look_again(self) -> None:
        """Draws this part anew, as what covered it has gone: what shows now counts."""
        self.scroll.setNeedsDisplay_(True)
        self.on_painted()

    def on_painted(self) -> None:
        """Brings what is in view on the screen, and counts it as seen if nothing covers it."""
        watch, window = self._watch, self.scroll.window()
        if self.read or not watch or window is None:
            return
        painting.show_now(window)
        self._look_at_layout()
        is_shown = self.is_laid_out and not self.scroll.isHiddenOrHasHiddenAncestor()
        if is_shown and watch.is_whole(self):
            self._reading.painted(self._in_view(), watch.now())
        self._look()

    def on_hand(self) -> None:
        """Called for input that may scroll this part, and notes it if the person's hand is at
        work."""
        if self._watch and by_scrolling_device():
            self._reading.input(self._watch.now())

    def on_scrolled(self) -> None:
        """Draws at once, so that a wheel that is faster than the screen passes nothing over."""
        self.on_hand()
        if not self._watch:
            return
        self.on_painted()
        if self._reading.counts(self._watch.now()):
            self._watch.on_scroll()

    def page_on(self) -> None:
        """Scrolls to what has not been seen, with a line or two before it."""
        self.on_hand()
        if self._gap:
            self._show_gap(self._gap)

    def read_anew(self) -> None:
        """Has this part read anew from its start: something in it was changed that may be out of
        sight."""
        self.read = False
        self._reading.forget()
        self._show_row(0)
        self.look_again()

    def _look_at_layout(self) -> None:
        """Forgets what was seen if the number of rows or columns has changed: other things stand
        there now."""
        size = self._rows, self._columns
        if self._laid_out not in (None, size):
            self._reading.forget()
        self._laid_out = size

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
        """Tells of a change once the loop turns, not during drawing: who hears of the change may
        move this part."""
        if not self._has_to_tell:
            self._has_to_tell = True
            run_loop().later(0, self._tell)

    def _tell(self) -> None:
        self._has_to_tell = False
        if self._watch:
            self._watch.on_change()

    def scroll_to(self, x: float, y: float) -> None:
        """Scrolls to this point, or as near to it as the content goes."""
        (_, _), (width, height) = self.scroll.documentView().frame()
        seen = self.scroll.documentVisibleRect().size
        place = max(min(x, width - seen.width), 0), max(min(y, height - seen.height), 0)
        clip = self.scroll.contentView()
        clip.scrollToPoint_(place)
        self.scroll.reflectScrolledClipView_(clip)

    @property
    @abstractmethod
    def _rows(self) -> float: ...

    @property
    def _columns(self) -> float:
        """How many columns there are; infinite: each row is always in view as a whole."""
        return inf

    def _show_gap(self, gap: Gap) -> None:
        self._show_row(gap.row)

    @abstractmethod
    def _in_view(self) -> Area: ...

    @abstractmethod
    def _show_row(self, row: float) -> None:
        """Scrolls so that this row stands on top of what is in view, or a line below."""
