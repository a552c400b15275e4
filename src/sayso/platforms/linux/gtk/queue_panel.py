"""The list of other open questions, shown when the person wants to see it.

It is below the buttons that answer, as they answer the question above them and none of these.
"""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gtk, Pango

from sayso.platforms.linux.gtk.device import by_device
from sayso.platforms.linux.gtk.labels import attributes, bold, label, wrapped
from sayso.presentation import catalogue
from sayso.presentation.queue_list import QueueEntry, QueueList

_HIGHEST = 160
"""The most pixels of height; more rows scroll."""


class QueuePanel:
    """Each row is a button in a frame of its own, as the row's title is in the asker's words."""

    def __init__(self) -> None:
        self._list = QueueList()
        self._on_row: Callable[[int], None] = lambda _number: None
        self._buttons: dict[Any, int] = {}
        self._highest = 0
        self._rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        self._scroller = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER)
        self._scroller.add(self._rows)
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, no_show_all=True)
        self.root.add(wrapped(catalogue.ANSWER_FIRST()))
        self.root.add(self._scroller)
        for child in self.root.get_children():
            child.show_all()

    @property
    def is_open(self) -> bool:
        return self._list.is_open

    @property
    def first(self) -> Any:
        """The topmost row. To be asked only while there is one."""
        return next(iter(self._buttons))

    @property
    def at_focus(self) -> Callable[[], None] | None:
        """Does what a click on the row with the keyboard focus does; None: no row has it."""
        focused = next((button for button in self._buttons if button.has_focus()), None)
        return None if focused is None else lambda: self._on_row(self._buttons[focused])

    def watch(self, on_row: Callable[[int], None]) -> None:
        """`on_row` is called with the number of the question that the person wants to see first."""
        self._on_row = on_row

    def open(self) -> None:
        """The list shows once rows have come."""
        self._list.open()

    def fill(self, entries: tuple[QueueEntry, ...], width: int) -> None:
        """Shows a row for each entry. `width`: pixels for the list. Without entries the list
        closes."""
        shown = self._list.take(entries)
        for row in self._rows.get_children():
            row.destroy()
        self._buttons = {}
        for entry in shown:
            self._rows.add(self._row(entry))
        self._rows.show_all()
        self._highest = min(self._rows.get_preferred_height_for_width(width)[1], _HIGHEST)
        self.give_way(0)
        self.root.set_visible(bool(shown))

    def give_way(self, pixels: int) -> None:
        """Makes the list lower by so many pixels, but not lower than its scrollbar."""
        self._scroller.set_min_content_height(max(self._highest - pixels, 0))

    def _row(self, entry: QueueEntry) -> Any:
        name = label(entry.name)
        name.set_attributes(attributes(bold()))
        above = Gtk.Box(spacing=12)
        above.pack_start(name, True, True, 0)
        above.pack_start(Gtk.Label(label=entry.time), False, False, 0)
        content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        content.add(above)
        if entry.title:
            content.add(_whole(entry.title))
        button = Gtk.Button(child=content, relief=Gtk.ReliefStyle.NONE)
        button.get_accessible().set_name(entry.words)
        button.connect("clicked", self._on_clicked)
        button.connect("focus-in-event", self._on_focus_in)
        self._buttons[button] = entry.number
        frame = Gtk.Frame()
        frame.add(button)
        return frame

    def _on_focus_in(self, button: Any, _event: Any) -> bool:
        """Scrolls until the whole frame of the row is in sight."""
        place = button.get_parent().get_allocation()
        self._scroller.get_vadjustment().clamp_page(place.y, place.y + place.height)
        return False

    def _on_clicked(self, button: Any) -> None:
        """Only an input device may click: a program that chooses what is seen would hide the
        rest."""
        if by_device():
            self._on_row(self._buttons[button])


def _whole(text: str) -> Any:
    """A label that cuts nothing of the asker's text."""
    words = Gtk.Label(
        label=text, xalign=0, wrap=True, wrap_mode=Pango.WrapMode.WORD_CHAR, max_width_chars=1
    )
    words.set_attributes(attributes(Pango.attr_insert_hyphens_new(False)))
    return words
