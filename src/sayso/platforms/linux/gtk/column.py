"""Controls in a column, which scroll together and are read as one text."""

import sys

assert sys.platform == "linux"

from collections.abc import Sequence
from typing import Any

from gi.repository import GLib, Gtk

from sayso.platforms.linux.gtk.scrolled import AFTER_LAYOUT, Scrolled

MARGIN = 12


class Column(Scrolled):
    """A column in which each control is a row, for what was seen of the column."""

    def __init__(self, rows: Sequence[Any], name: str, spacing: int = 6) -> None:
        """`name`: for assistive technology; `spacing`: pixels between two controls."""
        self.box = Gtk.Box(
            orientation=Gtk.Orientation.VERTICAL, spacing=spacing, border_width=MARGIN
        )
        self.box.get_accessible().set_name(name)
        for row in rows:
            self.box.pack_start(row, False, False, 0)
        super().__init__(self.box, below=MARGIN)
        self._widgets = rows
        self.box.set_focus_vadjustment(self.root.get_vadjustment())
        self.root.show_all()
        self.natural_width = self.box.get_preferred_width()[1]
        self._follow_due: int | None = None
        self.box.connect("destroy", self._on_box_destroy)

    def follow(self, view: Any, note: Any = None) -> None:
        """Keeps the cursor of a text view in the column in sight, once the text is laid out anew;
        and with it the row `note`, which says what is wrong with the text, where both have room."""
        view.get_buffer().connect("notify::cursor-position", self._on_cursor, view, note)

    @property
    def _rows(self) -> float:
        return float(len(self._widgets))

    def _row_at(self, pixel: float) -> float:
        y = self.root.get_vadjustment().get_value() + pixel
        row = 0.0
        for number, widget in enumerate(self._widgets):
            place = widget.get_allocation()
            if y >= place.y:
                row = number + min((y - place.y) / place.height, 1.0)
        return row

    def _top_of(self, row: float) -> float:
        place = self._widgets[int(row)].get_allocation()
        return float(place.y + place.height * (row % 1))

    def _height(self, width: int) -> int:
        height: int = self.box.get_preferred_height_for_width(width)[1]
        return height

    def _fits_across(self) -> Any:
        return Gtk.PolicyType.NEVER

    def _on_cursor(self, _buffer: Any, _property: Any, view: Any, note: Any) -> None:
        if self._follow_due is None and view.has_focus():
            self._follow_due = GLib.idle_add(self._show_cursor, view, note, priority=AFTER_LAYOUT)

    def _show_cursor(self, view: Any, note: Any) -> bool:
        self._follow_due = None
        self.outgrow()
        buffer = view.get_buffer()
        place = view.get_iter_location(buffer.get_iter_at_mark(buffer.get_insert()))
        _x, y = view.buffer_to_window_coords(Gtk.TextWindowType.WIDGET, place.x, place.y)
        _x, top = view.translate_coordinates(self.box, 0, y)
        down = self.root.get_vadjustment()
        if note:
            rest = note.get_allocation()
            down.clamp_page(top - MARGIN, rest.y + rest.height + MARGIN)
        down.clamp_page(top - MARGIN, top + place.height + MARGIN)
        return False

    def _on_box_destroy(self, _box: Any) -> None:
        if self._follow_due is not None:
            GLib.source_remove(self._follow_due)
            self._follow_due = None
