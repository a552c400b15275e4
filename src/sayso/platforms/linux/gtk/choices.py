"""Buttons to choose from: one of them, or any number, and perhaps a text of the person's own."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gtk

from sayso.core.entry import EMPTY, Entry
from sayso.platforms.linux.gtk.device import keep_made_up_out
from sayso.platforms.linux.gtk.labels import dim_down, wrapped
from sayso.platforms.linux.gtk.text_box import TextBox
from sayso.platforms.linux.gtk.text_input import TextInput
from sayso.presentation import catalogue
from sayso.presentation.dialog import Choices as ChoicesModel
from sayso.presentation.dialog import Option
from sayso.presentation.filling import Choosing, option_description

_RING = 3
"""Pixels around the text, so that the focus ring cuts none of it."""
_INDENT = 24
"""Pixels by which the field for an own text is indented below its option."""


class Choices(Choosing):
    """A button for each option, with its whole text, in plain characters. Return and Space choose,
    but never submit."""

    def __init__(self, words: ChoicesModel, drafted: Entry = EMPTY, header: str = "") -> None:
        """`drafted`: what was chosen before. `header`: that of the question, where there are other
        questions beside it."""
        super().__init__()
        self._multiple, self._header = words.multiple, header
        self._is_typing = False
        # one radio button of a group is always active: at first this one, which is never shown
        self._none = Gtk.RadioButton()
        self._buttons = [self._button(option) for option in words.options]
        self._own = self._button(Option(catalogue.OWN_WORDS())) if words.custom else None
        self._line = self._own_line(drafted.text or drafted.aside) if words.custom else None
        for index in drafted.places:
            self._buttons[index].set_active(True)
        if self._own and drafted.text:
            self._own.set_active(True)
        for button in self._all:
            button.connect("toggled", self._on_toggled)
        self.first = self._all[0]

    @property
    def rows(self) -> list[Any]:
        """All widgets that are drawn, one below the other."""
        return [*self._all, *([self._line.root] if self._line else [])]

    @property
    def line(self) -> TextBox | None:
        """The field for the person's own text; None: there is none."""
        return self._line

    @property
    def chosen(self) -> list[bool]:
        return [button.get_active() for button in self._all]

    @property
    def own_words(self) -> TextInput | None:
        return self._line.input if self._line else None

    @property
    def at_focus(self) -> Callable[[], None] | None:
        focused = next((button for button in self._all if button.has_focus()), None)
        if focused is None:
            return None
        return lambda: focused.set_active(not (self._multiple and focused.get_active()))

    @property
    def _all(self) -> list[Any]:
        return [*self._buttons, *([self._own] if self._own else [])]

    def _own_line(self, text: str) -> TextBox:
        """The field for the person's own text. Typing into it chooses it."""
        line = TextBox(text, catalogue.OWN_WORDS(), multiline=False)
        line.root.set_margin_start(_INDENT)
        line.input.watch_typing(self._on_own_words)
        return line

    def _on_own_words(self) -> None:
        line = self._line
        if not (self._own and line):
            return
        self.written_at_cursor = line.input.has_focus and line.input.written_at_cursor
        self._is_typing = True
        if line.input.text:
            self._own.set_active(True)
        self._is_typing = False
        self._on_choice()

    def _on_toggled(self, _button: Any) -> None:
        """The person chose a button; or it was chosen as they typed their own text, which is
        reported elsewhere."""
        if not self._is_typing:
            self.written_at_cursor = False
            self._on_choice()

    def _button(self, option: Option) -> Any:
        words = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, border_width=_RING)
        words.add(wrapped(option.label))
        if option.description:
            described = wrapped(option.description)
            dim_down(described)
            words.add(described)
        if self._multiple:
            button = Gtk.CheckButton(child=words)
        else:
            button = Gtk.RadioButton(child=words, group=self._none)
        button.get_accessible().set_name(option.label)
        button.get_accessible().set_description(option_description(self._header, option))
        keep_made_up_out(button)
        return button
