"""What there is to choose from: one of them, or any number."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gtk, Pango

from sayso.platforms.linux.gtk.device import keep_made_up_out
from sayso.platforms.linux.gtk.labels import attributes
from sayso.platforms.linux.gtk.notes import Notes
from sayso.platforms.linux.gtk.scrolled import Scrolled
from sayso.presentation import catalogue
from sayso.presentation.dialog import Options as Words

_MARGIN = 12


class Options:
    """Each a button with its words, plain and whole; all of them have to be read. None is chosen
    at first, and Return and Space choose, but never submit."""

    def __init__(self, words: Words) -> None:
        self._multiple = words.multiple
        self._on_choice: Callable[[], None] = lambda: None
        # one of a group always is chosen: at first this one, which nobody sees
        self._none = Gtk.RadioButton()
        self._buttons = [self._button(text) for text in words.labels]
        self.first = self._buttons[0]
        self.pane = _TextPane(self._buttons)
        self.root = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.root.pack_start(self.pane.root, True, True, 0)
        if words.error:
            notes = Notes(words.error).root
            notes.set_border_width(_MARGIN)
            self.root.pack_start(notes, False, False, 0)
        self.root.show_all()

    @property
    def answer(self) -> tuple[int, ...]:
        """The places of those chosen, counted from 0."""
        return tuple(place for place, button in enumerate(self._buttons) if button.get_active())

    @property
    def has_focus(self) -> bool:
        """No keys go into it that could be text."""
        return False

    @property
    def obstacle(self) -> str:
        """What keeps the choice from being submitted, in words; empty: nothing."""
        return "" if self._multiple or self.answer else catalogue.NO_OPTION()

    @property
    def at_focus(self) -> Callable[[], None] | None:
        """Chooses the one that has the focus; of several, takes that back as well."""
        focused = next((button for button in self._buttons if button.has_focus()), None)
        if focused is None:
            return None
        return lambda: focused.set_active(not (self._multiple and focused.get_active()))

    def submits(self, _event: Any) -> bool:
        """No key does, where the options have the focus."""
        return False

    def read_anew(self) -> None:
        """What was chosen otherwise than by hand may be out of sight."""
        self.pane.read_anew()

    def watch(self, on_choice: Callable[[], None]) -> None:
        """`on_choice` is called when another choice stands there."""
        self._on_choice = on_choice

    def set_alive(self, alive: bool) -> None:
        self.pane.column.set_sensitive(alive)

    def _button(self, text: str) -> Any:
        words = Gtk.Label(label=text, xalign=0, wrap=True, wrap_mode=Pango.WrapMode.WORD_CHAR)
        words.set_attributes(attributes(Pango.attr_insert_hyphens_new(False)))
        if self._multiple:
            button = Gtk.CheckButton(child=words)
        else:
            button = Gtk.RadioButton(child=words, group=self._none)
        button.connect("toggled", lambda _: self._on_choice())
        keep_made_up_out(button)
        return button


class _TextPane(Scrolled):
    """The buttons, one below the other."""

    def __init__(self, buttons: list[Any]) -> None:
        self.column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, border_width=_MARGIN)
        self.column.get_accessible().set_name(catalogue.OPTIONS())
        for button in buttons:
            self.column.add(button)
        super().__init__(self.column, below=_MARGIN)
        self._buttons = buttons
        self.column.set_focus_vadjustment(self.root.get_vadjustment())
        self.root.show_all()
        self.natural_width = self.column.get_preferred_width()[1]

    @property
    def _rows(self) -> float:
        return float(len(self._buttons))

    def _row_at(self, pixel: float) -> float:
        y = self.root.get_vadjustment().get_value() + pixel
        row = 0.0
        for number, button in enumerate(self._buttons):
            place = button.get_allocation()
            if y >= place.y:
                row = number + min((y - place.y) / place.height, 1.0)
        return row

    def _top_of(self, row: float) -> float:
        place = self._buttons[int(row)].get_allocation()
        return float(place.y + place.height * (row % 1))

    def _height(self, width: int) -> int:
        height: int = self.column.get_preferred_height_for_width(width)[1]
        return height

    def _fits_across(self) -> Any:
        return Gtk.PolicyType.NEVER
