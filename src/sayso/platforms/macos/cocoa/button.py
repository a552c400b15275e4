"""Buttons that are pressed.

What a press does is never started by AppKit's action: any program can have an action sent, by
accessibility, while the application's current event is an old click. A click is an event that goes
down on the button and one that comes up on it, each of which came through the window.
"""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from enum import Enum
from typing import Any

import AppKit
import objc

from sayso.platforms.macos.cocoa import look
from sayso.platforms.macos.cocoa.callbacks import deadly
from sayso.platforms.macos.cocoa.device import Hand, at_work
from sayso.platforms.macos.cocoa.labels import fitting, is_within
from sayso.platforms.macos.cocoa.part import Control
from sayso.platforms.macos.cocoa.room import Room, draw_box

_LABEL_COLUMNS = 22
"""Letters in a line of a label. A longer label takes two lines: nothing is cut, and the window
stays in bounds."""
_ACROSS, _PADDING, _FLAT_PADDING = 16, 7, 3


class Mark(Enum):
    """Signs that the system's own fonts have."""

    NONE = ""
    TICK = "\u2713"
    CROSS = "\u2715"
    PAGE = "\u2197"
    ABOVE = "\u2191"
    BELOW = "\u2193"
    RIGHT = "\u2192"
    OPENS = "\u25be"
    OPEN = "\u25b4"
    REVEAL = "\u25c9"
    CONCEAL = "\u25cb"
    WARNING = "\u26a0"


class SaysoButton(AppKit.NSButton):
    held_by: PushButton

    def acceptsFirstResponder(self) -> bool:  # noqa: N802
        return self.held_by.is_alive

    def acceptsFirstMouse_(self, event: Any) -> bool:  # noqa: N802
        return True

    def mouseDown_(self, event: Any) -> None:  # noqa: N802
        """In place of AppKit's method, which would track the pointer in a loop, and send the
        action."""
        with deadly:
            self.held_by.on_down(event)

    def mouseDragged_(self, event: Any) -> None:  # noqa: N802
        with deadly:
            self.held_by.on_drag(event)

    def mouseUp_(self, event: Any) -> None:  # noqa: N802
        with deadly:
            self.held_by.on_up(event)

    def keyDown_(self, event: Any) -> None:  # noqa: N802
        """Does nothing: the window has handled the key."""

    def performClick_(self, sender: Any) -> None:  # noqa: N802
        """Presses the button for a program: any program can ask for this."""
        with deadly, at_work(Hand.PROGRAM):
            self.held_by.press_by_program()

    def accessibilityPerformPress(self) -> bool:  # noqa: N802
        with deadly, at_work(Hand.PROGRAM):
            return self.held_by.press_by_program()

    def drawRect_(self, rect: Any) -> None:  # noqa: N802
        with deadly:
            objc.super(SaysoButton, self).drawRect_(rect)
            self.held_by.draw_over()


class PushButton(Control):
    def __init__(self, room: Room, label: str = "", mark: Mark = Mark.NONE) -> None:
        self.label, self.mark = label, mark
        self.mark_follows = False
        """The mark stands behind the label, not before it."""
        self.is_flat = False
        """The button has no border: its words and its mark are all that is drawn."""
        self.is_one_line = False
        """The words stay on one line; if they are too long, their middle is left out."""
        self.is_alive = True
        self._drawn = label
        self._is_down = False
        self._ink = "text"
        self.begins_line = False
        """The words stand at the beginning of the button, not in its middle."""
        self._filled: float | None = None
        """How much of the button is filled, from 0 to 1; None: nothing."""
        self._on_press: Callable[[], None] = lambda: None
        view = SaysoButton.alloc().initWithFrame_(((0, 0), (10, 10)))
        view.setButtonType_(AppKit.NSButtonTypeMomentaryPushIn)
        view.setBezelStyle_(AppKit.NSBezelStyleRegularSquare)
        view.setTitle_("")  # we draw the words: AppKit would draw them in one line
        super().__init__(room, view, takes_focus=True)
        self._write()

    def make_flat(self) -> None:
        self.is_flat = True
        self.view.setBordered_(False)

    def make_destructive(self) -> None:
        self._ink = "error"
        if self.view.respondsToSelector_("setHasDestructiveAction:"):
            self.view.setHasDestructiveAction_(True)

    def watch(self, on_press: Callable[[], None]) -> None:
        """`on_press` is called for every press, a program's, too; `device.by_device` tells whether
        the person pressed it."""
        self._on_press = on_press

    def press(self) -> None:
        self._on_press()

    def press_by_program(self) -> bool:
        """Presses the button, for assistive technology. False: it is disabled or hidden."""
        if self.is_alive and self.is_stop:
            self.press()
            return True
        return False

    def say(self, label: str, mark: Mark | None = None) -> None:
        self.label, self.mark = label, mark or self.mark
        self._drawn = label
        self._write()

    def say_apart(self, words: str, mark: Mark) -> None:
        """Sets words for the tip and for assistive technology alone: only the mark is drawn."""
        self.mark = mark
        self._write()
        self.set_tip(words)
        self.name(words)

    def set_mark(self, mark: Mark) -> None:
        self.mark = mark
        self._write()

    @property
    def is_stop(self) -> bool:
        return self.is_alive and super().is_stop

    def set_alive(self, alive: bool) -> None:
        if alive != self.is_alive:
            self.is_alive = alive
            self.view.setEnabled_(alive)
            self.view.setNeedsDisplay_(True)

    def fill(self, part: float | None) -> None:
        """Shows a progress from 0 to 1 by filling the button so far; None: no progress."""
        if part != self._filled:
            self._filled = part
            self.view.setNeedsDisplay_(True)

    def draw_over(self) -> None:
        (left, top), (width, height) = self.view.bounds()
        if self._filled:
            rect = ((left + 2, top + 2), ((width - 4) * self._filled, height - 4))
            look.wash("accent").set()
            AppKit.NSBezierPath.bezierPathWithRoundedRect_xRadius_yRadius_(rect, 4, 4).fill()
        words = self._title(self._drawn)
        inner = width - 2 * _ACROSS + 2
        if self.begins_line:
            inner = min(look.measure(words, inner, "text")[0] + 2, inner)
        # a flat one may only be there to be read, so it is not dimmed
        ink = look.color(self._ink if self.is_alive or self.is_flat else "dead")
        look.write(words, ((left + _ACROSS - 1, top), (inner, height)), "text", ink)

    def go(self) -> None:
        """Removes the button for good."""
        self.view.removeFromSuperview()
        self.room.top.stops.remove(self)

    # The pointer

    def on_down(self, event: Any) -> None:
        self._is_down = True
        if self.is_alive:
            self.grab_focus()
        self.view.highlight_(self.is_alive)

    def on_drag(self, event: Any) -> None:
        self.view.highlight_(self.is_alive and is_within(self.view, event))

    def on_up(self, event: Any) -> None:
        was_down, self._is_down = self._is_down, False
        self.view.highlight_(False)
        if was_down and self.is_alive and is_within(self.view, event):
            self.press()

    # Its room

    @property
    def natural_width(self) -> int:
        columns = look.measure("n" * _LABEL_COLUMNS, None, "text")[0]
        return min(self._words_width, columns) + 2 * _ACROSS

    @property
    def one_line_width(self) -> int:
        """The width in points with all words on one line, however long they are."""
        return self._words_width + 2 * _ACROSS

    def height(self, width: int) -> int:
        if self.is_one_line:
            return look.line_height("text") + 2 * _FLAT_PADDING
        words = look.measure(self._title(self.label), width - 2 * _ACROSS + 2, "text")[1]
        return words + 2 * _PADDING

    @property
    def is_cut(self) -> bool:
        """Whether only a part of its words is drawn."""
        return self._drawn != self.label

    def place(self, x: int, y: int, width: int, height: int) -> None:
        if self.is_one_line:
            beside = self._words_width - look.measure(self.label, None, "text")[0]
            room = width - 2 * _ACROSS - beside
            self._drawn = fitting(self.label, max(room, 0), "text")
            self._write()
        super().place(x, y, width, height)

    @property
    def _words_width(self) -> int:
        return look.measure(self._title(self.label), None, "text")[0]

    def _title(self, label: str) -> str:
        parts = (label, self.mark.value) if self.mark_follows else (self.mark.value, label)
        return " ".join(filter(None, parts))

    def _write(self) -> None:
        self.view.setNeedsDisplay_(True)
        self.name(self.label)


class FocusRing:
    """A ring around the control that has the keyboard focus, where AppKit draws none by itself."""

    def __init__(self, room: Room, control: Control, inset: int = 0) -> None:
        self._room, self._control, self._inset = room, control, inset
        room.decorations.append(self)

    def draw(self) -> None:
        if self._control.has_focus and self._control.is_shown:
            (x, y), (width, height) = self._control.view.frame()
            area = int(x) - 3, int(y) - 3, int(width) + 6, int(height) + 6
            draw_box(self._room, area, None, look.color("accent"), thickness=2.0)
