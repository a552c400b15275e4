"""A text that is typed: its words, who wrote them, and whether an input method is still at work."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from typing import Any

from sayso.core.settings import ANSWER_BYTES
from sayso.platforms.macos.cocoa import accessible, input_method
from sayso.platforms.macos.cocoa.device import by_device
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.stroke import Stroke
from sayso.platforms.macos.cocoa.text_box import TextBox
from sayso.presentation.typed_text import TypedText


class TextInput(TextBox, TypedText):
    """A text that is typed. One that may have several lines stays as high as its words were at
    first. One of a single line wraps as well, so nothing of it is out of sight."""

    def __init__(
        self,
        room: Room,
        name: str,
        text: str,
        *,
        multiline: bool,
        lines: int,
        most: int = ANSWER_BYTES,
        placeholder: str = "",
    ) -> None:
        """`lines`: how many there is room for, at least. `most`: bytes of UTF-8. `placeholder`: an
        example, shown while the text is empty."""
        TypedText.__init__(self, multiline=multiline, most=most)
        self._lines = lines
        self._on_typing: Callable[[], None] = lambda: None
        self._before, self._lines_before = text, 1
        self._height_at: dict[int, int] = {}
        """The height by width, in points: what is typed later changes nothing of it."""
        TextBox.__init__(self, room, name, text, font="text", editable=True)
        if placeholder:
            self.describe(placeholder)
            accessible.set_if_known(
                self.text_view, "setAccessibilityPlaceholderValue:", placeholder
            )
            self.placeholder = placeholder

    def submits(self, stroke: Stroke) -> bool:
        """Whether this key submits: Return does, with Ctrl if the text may have several lines,
        while the focus is here and no input method is at work."""
        if self.composing or not self.has_focus or not stroke.is_return:
            return False
        return stroke.with_control or stroke.comes_up or not self.takes_lines

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when the text has changed."""
        self._on_typing = on_typing

    def clear(self) -> None:
        self.text = ""
        self.on_changed()

    def set_alive(self, alive: bool) -> None:
        """Has the text take typing, or not; it can be read in either state."""
        self.text_view.setEditable_(alive)

    def height(self, width: int) -> int:
        if not self.takes_lines:
            return super().height(width)
        if width not in self._height_at:
            self._height_at[width] = max(super().height(width), self._lines * self.line_height)
        return self._height_at[width]

    def on_changed(self) -> None:
        """Called when the text has changed, and now and then, as AppKit does not tell of all that
        another program may write."""
        text = self.text
        composing = input_method.composing_in(self.text_view)
        if (text, composing) == (self._before, self.composing):
            return
        by_hand = by_device() or composing or self.composing
        self.composing = composing
        if text != self._before:
            self._before, self._fewest = text, text.count("\n") + 1
            self._note_rows()
            self.written_at_cursor = by_hand
            self._note_change(by_hand=by_hand)
        self._look()  # what is new may not have been seen: showing it mends that
        self.on_painted()
        self._on_typing()

    def _note_rows(self) -> None:
        """Notes which rows were deleted or inserted: they are taken to end at the cursor."""
        lines, before = self._line_count, self._laid_out[0] if self._laid_out else 1.0
        self._laid_out = (float(lines), self._columns)
        more = lines - int(before)
        at = max(self._cursor_line - max(more, 0), 0)
        if more > 0:
            self._reading.inserted(at, more)
        elif more < 0:
            self._reading.deleted(at, -more)
        if self.scroll.frame().size.height < self._whole_height:
            self.scroll.setHasVerticalScroller_(True)

    @property
    def _cursor_line(self) -> int:
        manager, container = self.text_view.layoutManager(), self.text_view.textContainer()
        at = self.text_view.selectedRange().location
        if at >= self.text_view.textStorage().length():
            return self._line_count - 1
        place: Any = manager.boundingRectForGlyphRange_inTextContainer_((at, 1), container)
        return int(place.origin.y // self.line_height)
