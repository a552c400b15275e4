"""AppKit's view for texts that wrap: its text, and which of its lines are in view."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from math import ceil, floor
from typing import Any

import AppKit
import objc

from sayso.platforms.macos.cocoa import accessible, look
from sayso.platforms.macos.cocoa.callbacks import deadly
from sayso.platforms.macos.cocoa.part import Control
from sayso.platforms.macos.cocoa.room import Room
from sayso.platforms.macos.cocoa.scrolled import Scrolled
from sayso.presentation.long_lines import LONGEST
from sayso.presentation.reading import Area

BEYOND = 1e7
"""More points than any text has: 256 KiB of line ends are 4 million high."""
_LIKELY_WIDTH = 440
_LARGE = 20_000
"""Characters: a longer text fits on no screen, and AppKit takes its time to break its lines."""
_FEWEST_LINES = 400
"""Lines that such a text counts as having when its height is asked for."""
_EDGE = 2
"""Points by which the places that AppKit tells may be wrong."""
_EXAMPLE = 0.6
"""How opaque the example in an empty field is."""
_PADDING = 2
"""Points beside a line, as beside the words of a label."""


class SaysoText(AppKit.NSTextView):
    held_by: TextBox

    def acceptsFirstMouse_(self, event: Any) -> bool:  # noqa: N802
        return True

    def drawRect_(self, rect: Any) -> None:  # noqa: N802
        with deadly:
            self.held_by.draw_under()
            objc.super(SaysoText, self).drawRect_(rect)
            self.held_by.draw_over()

    def textDidChange_(self, notification: Any) -> None:  # noqa: N802
        with deadly:
            self.held_by.on_changed()


class TextBox(Control, Scrolled):
    """A text of several lines, all of one height. Its rows are the lines as they are broken."""

    placeholder = ""

    def __init__(self, room: Room, name: str, text: str, *, font: str, editable: bool) -> None:
        """`name`: what assistive technology calls the text."""
        self._font = font
        self.line_height = look.line_height(font)
        self.text_view = SaysoText.alloc().initWithFrame_(((0, 0), (_LIKELY_WIDTH, 100)))
        self.text_view.held_by = self
        Scrolled.__init__(self, self.text_view)
        Control.__init__(self, room, self.scroll, takes_focus=True)
        self._prepare(editable=editable)
        self.text = text
        self.text_view.setDelegate_(self.text_view)
        self.name(name)

    def _prepare(self, *, editable: bool) -> None:
        view = self.text_view
        view.setEditable_(editable)
        view.setSelectable_(True)
        view.setRichText_(False)
        view.setImportsGraphics_(False)
        view.setDrawsBackground_(False)
        view.setVerticallyResizable_(True)
        view.setHorizontallyResizable_(False)
        view.setMinSize_((0, 0))
        view.setMaxSize_((BEYOND, BEYOND))
        view.setAutoresizingMask_(AppKit.NSViewWidthSizable)
        view.textContainer().setWidthTracksTextView_(True)
        view.textContainer().setLineFragmentPadding_(_PADDING)
        view.setTextContainerInset_((0, 0))
        view.setAllowsUndo_(editable)
        view.setFont_(look.font(self._font))
        view.setTextColor_(look.color("text"))
        view.setTypingAttributes_(self._attributes)
        for name in _CORRECTIONS:  # only the person writes: nothing is corrected
            if view.respondsToSelector_(name):
                getattr(view, name.replace(":", "_"))(False)

    @property
    def _attributes(self) -> dict[Any, Any]:
        style = look.with_tabs(self._font)
        style.setMinimumLineHeight_(self.line_height)
        style.setMaximumLineHeight_(self.line_height)
        return {
            AppKit.NSFontAttributeName: look.font(self._font),
            AppKit.NSForegroundColorAttributeName: look.color("text"),
            AppKit.NSParagraphStyleAttributeName: style,
        }

    @property
    def focus_view(self) -> Any:
        return self.text_view

    @property
    def text(self) -> str:
        return str(self.text_view.string())

    @text.setter
    def text(self, words: str) -> None:
        whole = AppKit.NSAttributedString.alloc().initWithString_attributes_(
            words, self._attributes
        )
        self.text_view.textStorage().setAttributedString_(whole)
        self.text_view.setTypingAttributes_(self._attributes)
        self._fewest = words.count("\n") + 1
        self._longest = max(words.split("\n"), key=len)[:LONGEST]

    def on_changed(self) -> None:
        """Called when the text has changed."""

    def draw_under(self) -> None:
        """Draws what is to be seen behind the words."""

    def draw_over(self) -> None:
        """Draws the example, while the text is empty."""
        if self.placeholder and not self.text_view.textStorage().length():
            dim = look.color("text").colorWithAlphaComponent_(_EXAMPLE)
            attributes = {**self._attributes, AppKit.NSForegroundColorAttributeName: dim}
            text = AppKit.NSAttributedString.alloc().initWithString_attributes_(
                self.placeholder, attributes
            )
            text.drawInRect_(((_PADDING, 0), (self.natural_room, self.line_height)))

    @property
    def natural_room(self) -> float:
        """Points of width that a line has now."""
        return float(self.text_view.bounds().size.width) - 2 * _PADDING

    def name(self, words: str) -> None:
        super().name(words)
        accessible.name(self.text_view, words)

    def describe(self, words: str) -> None:
        accessible.describe(self.text_view, words)

    @property
    def natural_width(self) -> int:
        wide = look.measure(self._longest, None, self._font, has_tabs=True)[0]
        return wide + 2 * _PADDING + 2

    def height(self, width: int) -> int:
        """The height of the whole text in points, as AppKit breaks its lines; one of more than
        `_LARGE` characters counts as `_FEWEST_LINES` lines."""
        if self._is_large:
            return _FEWEST_LINES * self.line_height
        if self._at_width != width:
            self._at_width = width
            self.scroll.setHasVerticalScroller_(False)
            (left, top), (_, height) = self.scroll.frame()
            self.scroll.setFrame_(((left, top), (width, height)))
            self._fit_text()
        return self._whole_height

    def _fit_text(self) -> None:
        """Makes the lines as wide as there is room."""
        size = self.scroll.contentSize()
        self.text_view.setMinSize_(size)
        self.text_view.setFrameSize_((size.width, self.text_view.frame().size.height))

    _at_width = 0

    @property
    def _is_large(self) -> bool:
        return bool(self.text_view.textStorage().length() > _LARGE)

    @property
    def _whole_height(self) -> int:
        return self._line_count * self.line_height

    @property
    def _line_count(self) -> int:
        """How many lines the text has; AppKit breaks all of them for that."""
        container, manager = self.text_view.textContainer(), self.text_view.layoutManager()
        manager.glyphRangeForTextContainer_(container)
        used: float = manager.usedRectForTextContainer_(container).size.height
        return max(round(used / self.line_height), self._fewest)

    @property
    def is_laid_out(self) -> bool:
        """Whether AppKit has laid out the whole text: until then its end seems near."""
        whole = self.text_view.textStorage().length()
        return bool(self.text_view.layoutManager().firstUnlaidCharacterIndex() >= whole)

    def place(self, x: int, y: int, width: int, height: int) -> None:
        """Places the text; it scrolls if it is higher than this."""
        scrolls = self.height(width) > height
        self.scroll.setHasVerticalScroller_(scrolls)
        self._at_width = 0 if scrolls else width
        super().place(x, y, width, height)
        self._fit_text()

    @property
    def _rows(self) -> float:
        return float(self._line_count)

    def _in_view(self) -> Area:
        """The lines that are in view as a whole; one at least."""
        (_, top), (_, height) = self.scroll.documentVisibleRect()
        first = ceil((top - _EDGE) / self.line_height)
        beyond = floor((top + height + _EDGE) / self.line_height)
        return Area(float(first), float(max(beyond, first + 1)))

    def _show_row(self, row: float) -> None:
        self.scroll_to(0, max(int(row) - 1, 0) * self.line_height)


_CORRECTIONS = (
    "setAutomaticQuoteSubstitutionEnabled:",
    "setAutomaticDashSubstitutionEnabled:",
    "setAutomaticTextReplacementEnabled:",
    "setAutomaticSpellingCorrectionEnabled:",
    "setAutomaticTextCompletionEnabled:",
    "setAutomaticLinkDetectionEnabled:",
    "setContinuousSpellCheckingEnabled:",
)
