"""An edit control that is typed into: its text, who wrote that, and what can't be typed."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.core.settings import ANSWER_BYTES
from sayso.platforms.windows.native import controls, input_methods, painting, windows
from sayso.platforms.windows.native.controls import (
    CHANGES_CONTROLS,
    SET_TEXT,
    EditMessage,
    EditStyle,
)
from sayso.platforms.windows.native.keys import VirtualKey
from sayso.platforms.windows.native.messages import Message
from sayso.platforms.windows.native.painting import Words
from sayso.platforms.windows.win32.device import by_device, is_by_other
from sayso.platforms.windows.win32.edit import Edit
from sayso.platforms.windows.win32.room import Room
from sayso.platforms.windows.win32.stroke import Stroke
from sayso.presentation.typed_text import TypedText

_OF_METHODS = frozenset([Message.COMPOSING_BEGINS, Message.COMPOSING, Message.COMPOSING_ENDS])
"""What the system tells of an input method."""


class TextInput(Edit, TypedText):
    """An edit control that is typed into. For several lines it stays as high as its first text
    needs. A text of one line wraps, too, and the control grows with it, so that nothing is out of
    sight."""

    refuses = CHANGES_CONTROLS - {EditMessage.INSERT, SET_TEXT}
    """Assistive technology may write into the field: the person sees the text, and `is_by_hand`
    tells that they did not write all of it."""

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
        """`lines`: of room, at least; `most`: bytes of UTF-8. `placeholder`: words that show while
        the field is empty."""
        self._placeholder = placeholder
        TypedText.__init__(self, multiline=multiline, most=most)
        self._lines = lines
        self._on_typing: Callable[[], None] = lambda: None
        self._before = text
        self._takes_from_method = False
        """Whether the control is taking over what an input method has made."""
        self._is_frozen = False
        self._height_at: dict[tuple[int, int], int] = {}
        """Heights in pixels by width and font: what is typed later does not change them."""
        Edit.__init__(self, room, name, text, style=EditStyle.WANTS_RETURN)
        method = input_methods.STATUS, input_methods.AT_ONCE
        windows.send(self.window, EditMessage.SET_METHOD, *method)
        if placeholder:
            self.describe(placeholder)

    def submits(self, stroke: Stroke) -> bool:
        """Whether the key submits the text: Return does, with Ctrl where the text may have several
        lines; not without the focus, nor while an input method takes the keys."""
        if self.composing or not self.has_focus or stroke.key != VirtualKey.RETURN:
            return False
        return stroke.with_control or stroke.comes_up or not self.takes_lines

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when the text has changed, or an input method begins or ends."""
        self._on_typing = on_typing

    def clear(self) -> None:
        self.text = ""

    def set_alive(self, alive: bool) -> None:
        """Lets the text be typed into, or not. It can be read and scrolled in either state."""
        if alive == self._is_frozen:
            self._is_frozen = not alive
            windows.send(self.window, EditMessage.FREEZE, int(not alive))

    def height(self, width: int) -> int:
        if not self.takes_lines:
            return super().height(width)
        at = width, self.font
        if at not in self._height_at:
            own = max(super().height(width), self._lines * self.line_height)
            self._height_at[at] = own
        return self._height_at[at]

    def on_command(self, code: int) -> None:
        if code == EditMessage.CHANGED:
            self._changed()

    def _changed(self) -> None:
        text = self.text
        before, self._before = self._before, text
        if text == before:
            return
        if self._placeholder and not (text and before):
            windows.draw_anew(self.window)
        self._note_rows(before.replace("\n", "\r\n"), text.replace("\n", "\r\n"))
        by_hand = by_device() or self._takes_from_method
        self.written_at_cursor = by_hand
        self._note_change(by_hand=by_hand)
        if self._whole_height > self.area[3]:
            self._set_scrolls(True)
        self._on_typing()
        self._look()

    def _note_rows(self, before: str, after: str) -> None:
        """Notes which rows (characters) were cut, and which were written."""
        shorter = min(len(before), len(after))
        same = next((n for n in range(shorter) if before[n] != after[n]), shorter)
        rest = shorter - same
        end = next((n for n in range(rest) if before[-1 - n] != after[-1 - n]), rest)
        cut, written = len(before) - same - end, len(after) - same - end
        if cut:
            self._reading.deleted(same, cut)
        if written:
            self._reading.inserted(same, written)

    def on_message(self, window: int, message: int, wparam: int, lparam: int) -> int:
        is_of_method = message in _OF_METHODS
        if is_of_method:
            if is_by_other():
                return 0
            self.composing = input_methods.is_composing(window)
            self._on_typing()
        if message == Message.CHAR and not self._takes(wparam):
            return 0
        before, self._takes_from_method = self._takes_from_method, is_of_method
        try:
            done = super().on_message(window, message, wparam, lparam)
        finally:
            self._takes_from_method = before
        if message == SET_TEXT:
            self._changed()  # a control of several lines does not tell of it
        if message == Message.PAINT and self._placeholder and not controls.length(window):
            with painting.drawing_on(window) as dc:
                area, dim = controls.room_of_text(window), self.room.look.palette.dim
                wrapped = Words.WRAPPED | Words.AS_IN_FIELDS
                painting.write(dc, self._placeholder, area, wrapped, font=self.font, color=dim)
        return done

    def _takes(self, character: int) -> bool:
        """Whether the character may be typed: no line break in a text of one line."""
        return self.takes_lines or character not in (VirtualKey.RETURN, ord("\n"))
