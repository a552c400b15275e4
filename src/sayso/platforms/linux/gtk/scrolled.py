"""A part of the frame that scrolls, and how much of it has been on the screen."""

import sys

assert sys.platform == "linux"

from abc import abstractmethod
from math import inf
from typing import Any

from gi.repository import Gdk, GLib, Gtk

from sayso.platforms.linux.gtk.device import by_device, device_event
from sayso.presentation.reading import Area, Gap, Reading, Unseen, Watch

LEAST = 50
"""Pixels of height, about two lines: a text gets no less room."""
_TALL = 1_000
"""Pixels of height: more than a scrollbar needs for itself."""
_PAGE = 0.9
"""The share of the height or width that a page scrolls by: a line or two stay in sight."""
SLACK = 1
"""Pixels that may be missing, as positions are rounded."""
AFTER_LAYOUT = 127
"""A GLib priority below that of drawing (120) and of GtkTextView's own layout of what is not
on the screen (125): such an idle call runs once the layout is complete, not before. Until
then a long text claims to be short, and its end to be in view."""
_PAGE_DOWN = (Gdk.KEY_Page_Down, Gdk.KEY_KP_Page_Down)


class Scrolled:
    """A part that scrolls, as wide as the window. `fit`, then `set_height`, give it its size."""

    def __init__(self, child: Any, *, below: int = 0) -> None:
        """`below`: pixels at the bottom in which nothing stands, and where neither cursor nor focus
        goes."""
        self._below = below
        self.read = False
        """Whether all of it has been on the screen, by the person's own hand."""
        self.unseen: Unseen | None = None
        """Where the part lies that has not been seen. None: there is none, or nothing was laid out
        yet."""
        self.whole = 0
        """Pixels of height, with border and scrollbar, from which on all of it is in view."""
        self.spare = 0
        """Pixels of `whole` in which nothing stands: where room is scarce they go first."""
        self.natural_width = 0
        """Pixels of width at which no line has to be broken, for as much of it as a screen holds.
        """
        self.sideways = False
        """Whether it is too wide for its window, and so scrolls sideways."""
        self._around = 0
        """Pixels of height that are not the child's: border, scrollbar."""
        self._outgrown = False
        """Whether it holds more than room was made for."""
        self._check_due: int | None = None
        self._painted_at: dict[Any, float] = {}
        """The value of each scroll adjustment when GTK painted last."""
        self._noted_at: dict[Any, float] = {}
        """The value of each scroll adjustment when the page in view was noted last."""
        self._gap: Gap | None = None
        self._watch: Watch | None = None
        """None: nothing that is in view counts yet."""
        self._reading = Reading()
        self.root = Gtk.ScrolledWindow(overlay_scrolling=False)
        self.root.add(child)
        self.root.connect_after("scroll-child", self._on_scroll_child)

    def fit(self, width: int) -> None:
        """Sets its width in pixels; `set_height` is to follow."""
        height = self._height(width)
        policy = Gtk.PolicyType
        # spaces at the end of a wrapped line stick out: they are not to widen the window
        across = policy.AUTOMATIC if self.sideways else self._fits_across()
        self.root.set_policy(across, policy.AUTOMATIC)
        least = self.root.get_preferred_height()[0]
        self.root.set_min_content_height(_TALL)
        self._around = self.root.get_preferred_height()[0] - _TALL
        self.whole = max(height + self._around, least)

    def do_without(self, pixels: int) -> None:
        """Gives up so many pixels of height, as far as `spare` allows."""
        given = min(self.spare, max(pixels, 0))
        self.spare -= given
        self.whole -= given

    def set_height(self, height: int) -> None:
        """Sets its height in pixels, with border and scrollbar. A height too small to read is
        raised.

        A part with all the room that it needs gets no scrollbar: GTK would show one because of an
        earlier layout, and the width that the scrollbar takes would make it necessary.
        """
        enough = height >= self.whole and not self._outgrown
        sideways, _ = self.root.get_policy()
        down = Gtk.PolicyType.EXTERNAL if enough else Gtk.PolicyType.AUTOMATIC
        self.root.set_policy(sideways, down)
        self.root.set_min_content_height(max(height, min(LEAST, self.whole)) - self._around)

    def watch(self, watch: Watch) -> None:
        """Counts what is seen from now on. To be called once the window is on the screen."""
        self._watch = watch
        self._reading = Reading(watch.trusting)
        self._presses = Gtk.GestureMultiPress(
            widget=self.root, button=0, propagation_phase=Gtk.PropagationPhase.CAPTURE
        )
        self._presses.connect("pressed", lambda *_: self._moved_by_hand())
        for each in (self.root, self.root.get_vscrollbar(), self.root.get_hscrollbar()):
            each.connect("scroll-event", self._on_wheel)
        for adjustment in (self.root.get_vadjustment(), self.root.get_hadjustment()):
            adjustment.connect("value-changed", self._on_scrolled)
            adjustment.connect("changed", self._on_layout)
        for signal in ("size-allocate", "style-updated"):
            self.root.get_child().connect(signal, self._on_layout)
        # Never disconnected: the clock goes with the window, before this part does. Disconnecting
        # from it has GLib warn while it holds a lock, and hang if Python frees an object then.
        self.root.get_frame_clock().connect("after-paint", self._on_painted)
        self.root.connect("destroy", self._on_destroy)
        self._on_painted()
        self._noted_at = self._painted_at
        self._check_soon()

    def wrap(self) -> None:
        """Wraps lines that are too wide, instead of scrolling sideways; `fit` is to follow."""

    def typed_in(self) -> None:
        """The person pressed a key in it: many keys scroll."""
        self._moved_by_hand()

    def look_again(self) -> None:
        """Has GTK draw it anew, as what covered it has gone."""
        self.root.queue_draw()

    def outgrow(self) -> None:
        """Shows a scrollbar if one is needed now. To be called once it is laid out anew."""
        down = self.root.get_vadjustment()
        if self._outgrown or down.get_upper() - self._below - 1 < down.get_page_size():
            return
        self._outgrown = True
        sideways, _ = self.root.get_policy()
        self.root.set_policy(sideways, Gtk.PolicyType.AUTOMATIC)

    def page_on(self) -> None:
        """Scrolls to what has not been seen, with a line or two before it."""
        self._moved_by_hand()
        if self._gap is None:
            return
        down, across = self.root.get_vadjustment(), self.root.get_hadjustment()
        page, top = down.get_page_size(), self._top_of(self._gap.row)
        below_top = top - down.get_value()
        if not self._gap.column and 0 <= below_top <= page:  # a line of it may be in view
            down.set_value(down.get_value() + min(below_top, _PAGE * page))
        elif not self._gap.column:
            down.set_value(top - (1 - _PAGE) * page)
        elif not 0 <= below_top < page:
            down.set_value(top)
        across.set_value(self._gap.column - (1 - _PAGE) * across.get_page_size())

    def read_anew(self) -> None:
        """Counts what is seen anew, from the start: something was changed that may be out of
        sight."""
        self.read = False
        self._reading.forget()
        self.root.get_vadjustment().set_value(0)
        self.root.queue_draw()
        self._on_layout()  # checked even where GTK draws nothing

    @property
    @abstractmethod
    def _rows(self) -> float:
        """The number of rows, in a unit that stays the same when it is laid out anew."""

    @abstractmethod
    def _row_at(self, pixel: float) -> float:
        """The row that stands so many pixels below the top of the view. A fraction is a part of
        that row."""

    @abstractmethod
    def _top_of(self, row: float) -> float:
        """Pixels from the top of the whole content to this row."""

    def _height(self, width: int) -> int:
        """Pixels of height of the child at `width`. May set `sideways`."""
        raise NotImplementedError

    def _fits_across(self) -> Any:
        """The policy of the horizontal scrollbar where the content is not too wide."""
        return Gtk.PolicyType.EXTERNAL

    def _on_wheel(self, _widget: Any, event: Any) -> bool:
        if not event.send_event:
            self._moved_by_hand()
        return bool(event.send_event)

    def _moved_by_hand(self) -> None:
        if self._watch and by_device():
            self._reading.input(self._watch.now())

    def _on_scrolled(self, adjustment: Any) -> None:
        self._moved_by_hand()
        self._limit_step(adjustment)
        if self._watch and self._reading.counts(self._watch.now()):
            self._watch.on_scroll()

    def _limit_step(self, adjustment: Any) -> None:
        """Limits a wheel or a key that is faster than the screen, so that nothing is skipped."""
        event = device_event()
        if self.read or event is None:
            return
        by_key = event.type == Gdk.EventType.KEY_PRESS and event.keyval in _PAGE_DOWN
        steps = event.type == Gdk.EventType.SCROLL or (by_key and not self._has_cursor)
        furthest = self._noted_at[adjustment] + _PAGE * adjustment.get_page_size()
        if steps and adjustment.get_value() > furthest:
            adjustment.set_value(furthest)

    def _on_scroll_child(self, _root: Any, kind: Any, across: bool) -> bool:
        if kind in (Gtk.ScrollType.START, Gtk.ScrollType.END) and not across:
            self._jump(to_end=kind == Gtk.ScrollType.END)
        return False

    def _jump(self, *, to_end: bool) -> None:
        """Scrolls at once: in GTK's animation all that lies between would fly by,
        too fast to read."""
        down = self.root.get_vadjustment()
        down.set_value(down.get_upper() if to_end else 0)

    def _on_layout(self, *_: Any) -> None:
        """The content is laid out anew, wholly or in part."""
        self._reading.is_laid_out = False
        self._check_soon()

    def _on_painted(self, *_: Any) -> None:
        """Called for each frame that GTK paints, whatever has changed in it."""
        if self.read:
            return
        self._painted_at = self._values()
        if self._reading.is_laid_out:
            self._note_page()

    def _values(self) -> dict[Any, float]:
        adjustments = (self.root.get_vadjustment(), self.root.get_hadjustment())
        return {each: each.get_value() for each in adjustments}

    def _note_page(self) -> None:
        """Notes that what is in view is on the screen."""
        self._noted_at = self._painted_at
        if self._watch and self._watch.is_whole(self.root):
            self._reading.painted(self._in_view(), self._watch.now())
        self._check_soon()

    @property
    def _has_cursor(self) -> bool:
        """Whether keys move a cursor. These keys are not limited, as the cursor would run ahead of
        the view."""
        return False

    def _in_view(self) -> Area:
        height = self.root.get_vadjustment().get_page_size()
        top, bottom = self._row_at(-SLACK), self._row_at(height + SLACK)
        if not self._scrolls_sideways:
            return Area(top, bottom)
        across = self.root.get_hadjustment()
        left = across.get_value()
        return Area(top, bottom, left - SLACK, left + across.get_page_size() + SLACK)

    @property
    def _scrolls_sideways(self) -> bool:
        """False where lines wrap, though a space at the end of a line may stick out."""
        return False

    def _on_destroy(self, _root: Any) -> None:
        if self._check_due is not None:
            GLib.source_remove(self._check_due)

    def _check_soon(self) -> None:
        if not self.read and self._check_due is None:
            self._check_due = GLib.idle_add(self._check, priority=AFTER_LAYOUT)

    def _check(self) -> bool:
        self._check_due = None
        if not self._reading.is_laid_out:
            self._reading.is_laid_out = True
            if self._painted_at == self._values():
                self._note_page()
        columns = self.root.get_hadjustment().get_upper() if self._scrolls_sideways else inf
        self._gap = self._reading.gap(self._rows, columns)
        self.read = self._gap is None
        self.unseen = self._where(self._gap) if self._gap else None
        if self._watch:
            self._watch.on_change()
        return False

    def _where(self, gap: Gap) -> Unseen:
        if gap.column:
            return Unseen.RIGHT
        above = self._top_of(gap.row) < self.root.get_vadjustment().get_value()
        return Unseen.ABOVE if above else Unseen.BELOW


class ScrolledText(Scrolled):
    """A text view. Its rows are its characters, which stay the same however lines are wrapped."""

    def __init__(self, view: Any, *, below: int = 0) -> None:
        super().__init__(view, below=below)
        self.view = view
        view.connect_after("move-cursor", self._on_move_cursor)

    def watch(self, watch: Watch) -> None:
        super().watch(watch)
        buffer = self.view.get_buffer()
        buffer.connect("insert-text", self._on_insert)
        buffer.connect("delete-range", self._on_delete)

    def _on_insert(self, _buffer: Any, place: Any, text: str, size: int) -> None:
        """`size`: how many bytes of `text` were inserted."""
        meant = text.encode()[:size].decode(errors="ignore")
        self._reading.inserted(place.get_offset(), len(meant))

    def _on_delete(self, _buffer: Any, start: Any, end: Any) -> None:
        self._reading.deleted(start.get_offset(), end.get_offset() - start.get_offset())

    def _on_move_cursor(self, _view: Any, step: Any, count: int, _selects: bool) -> None:
        if step == Gtk.MovementStep.BUFFER_ENDS:
            self._jump(to_end=count > 0)

    @property
    def _rows(self) -> float:
        return float(self.view.get_buffer().get_char_count())

    def _row_at(self, pixel: float) -> float:
        _x, y = self.view.window_to_buffer_coords(Gtk.TextWindowType.WIDGET, 0, round(pixel))
        _found, start = self.view.get_iter_at_location(0, y)
        self.view.backward_display_line_start(start)
        first, place = start.get_offset(), self.view.get_iter_location(start)
        beyond = start.copy()
        more = self.view.forward_display_line(beyond)
        after = beyond.get_offset() if more else self.view.get_buffer().get_char_count()
        part = (y - place.y) / max(place.height, 1)
        return float(first + (after - first) * min(max(part, 0.0), 1.0))

    def _top_of(self, row: float) -> float:
        place = self.view.get_iter_location(self.view.get_buffer().get_iter_at_offset(int(row)))
        widget = Gtk.TextWindowType.WIDGET
        _x, pixel = self.view.buffer_to_window_coords(widget, 0, place.y)
        return float(pixel + self.root.get_vadjustment().get_value())
