"""A text field in a border, as high as its text: for a column, which scrolls."""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gtk

from sayso.core.settings import ANSWER_BYTES
from sayso.platforms.linux.gtk.device import ENTERING
from sayso.platforms.linux.gtk.labels import dim_down, wrapped
from sayso.platforms.linux.gtk.style import ring
from sayso.platforms.linux.gtk.text_input import TextInput, new_view

_INSET, _INSET_DOWN = 6, 6
"""Pixels around the text in its border."""
_LINES = 4
"""Lines that a text of several lines has room for, at least."""


class TextBox:
    def __init__(
        self,
        text: str,
        name: str,
        *,
        multiline: bool,
        most: int = ANSWER_BYTES,
        placeholder: str = "",
    ) -> None:
        """`text`: the text at first; `name`: for assistive technology; `most`: bytes of UTF-8."""
        self.view = new_view(text, inset=_INSET, inset_down=_INSET_DOWN)
        self.view.get_accessible().set_name(name)
        self.input = TextInput(self.view, multiline=multiline, most=most)
        if not multiline:
            self.view.connect("key-press-event", self._on_key)
        self.root = Gtk.Frame()
        ring(self.view, self.root)
        self.root.add(self._with_example(placeholder) if placeholder else self.view)
        # of a text that was never laid out the toolkit knows no height
        line = self.view.create_pango_layout("").get_pixel_size()[1]
        lines = max(_LINES if multiline else 1, text.count("\n") + 1)
        self.view.set_size_request(-1, lines * line + 2 * _INSET_DOWN)

    def _on_key(self, view: Any, event: Any) -> bool:
        """Return moves the focus on within the column, as there is no second line. It never leads
        to the buttons below: pressed once too often, it would put the question off."""
        if event.keyval not in ENTERING or self.input.composing:
            return False
        column = view.get_ancestor(Gtk.ScrolledWindow).get_child()
        column.child_focus(Gtk.DirectionType.TAB_FORWARD)
        return True

    def _place(self, _overlay: Any, _example: Any, place: Any) -> bool:
        """Puts the example where the view is: an overlay would give it as much height as it would
        take if it were as narrow as can be."""
        place.x = place.y = 0
        place.width = self.view.get_allocated_width()
        place.height = self.view.get_allocated_height()
        return True

    def _with_example(self, words: str) -> Any:
        """The example lies over the view while that is empty, and lets the pointer through. The
        view has room for all of it, and keeps that: so nothing moves as typing begins."""
        example = wrapped(words)
        example.set_yalign(0)
        for side, inset in (("start", _INSET), ("end", _INSET), ("top", _INSET_DOWN)):
            example.set_property(f"margin-{side}", inset)
        example.set_margin_bottom(_INSET_DOWN)
        dim_down(example)
        as_high = Gtk.SizeGroup(mode=Gtk.SizeGroupMode.VERTICAL)
        for each in (self.view, example):
            as_high.add_widget(each)
        self.view.get_accessible().set_description(words)
        overlay = Gtk.Overlay()
        overlay.add(self.view)
        overlay.connect("get-child-position", self._place)
        overlay.add_overlay(example)
        overlay.set_overlay_pass_through(example, True)
        buffer = self.view.get_buffer()

        def look(_buffer: Any) -> None:  # a label that is hidden would give its room away
            example.set_child_visible(not buffer.get_char_count())

        buffer.connect("changed", look)
        look(buffer)
        return overlay
