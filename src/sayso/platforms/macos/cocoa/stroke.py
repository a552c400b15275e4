"""One stroke of a key, with what a control has to know of it."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from typing import Any

import AppKit

from sayso.values import Value

RETURN, ENTER, TAB, BACK_TAB, ESCAPE, SPACE = "\r", "\x03", "\t", "\x19", "\x1b", " "
_LINE_FEED = "\n"
"""The character of Ctrl+Return on some systems."""
UP, DOWN = chr(AppKit.NSUpArrowFunctionKey), chr(AppKit.NSDownArrowFunctionKey)
LEFT, RIGHT = chr(AppKit.NSLeftArrowFunctionKey), chr(AppKit.NSRightArrowFunctionKey)
HOME, END = chr(AppKit.NSHomeFunctionKey), chr(AppKit.NSEndFunctionKey)
PAGE_UP, PAGE_DOWN = chr(AppKit.NSPageUpFunctionKey), chr(AppKit.NSPageDownFunctionKey)
ARROWS = {UP: -1, LEFT: -1, DOWN: 1, RIGHT: 1}
"""Which way each key leads among options: -1 back, 1 on."""
_NO_TEXT = (RETURN, ENTER, _LINE_FEED, TAB, BACK_TAB, ESCAPE, "")
_FUNCTION_KEYS = range(0xF700, 0xF900)


class Stroke(Value):
    character: str
    """The character that the key makes without modifiers: the key's place on the keyboard says
    nothing of what it is for."""
    code: int
    """The code of the key's place on the keyboard."""
    time: int
    """The time of the event, in milliseconds."""
    comes_up: bool = False
    is_repeated: bool = False
    with_control: bool = False
    with_command: bool = False
    with_shift: bool = False

    @property
    def is_return(self) -> bool:
        return self.character in (RETURN, ENTER, _LINE_FEED)

    @property
    def activates(self) -> bool:
        return self.is_return or self.character == SPACE

    @property
    def types(self) -> bool:
        """Whether the key types text. In a field this says that the person means the field."""
        return self.character not in _NO_TEXT


def stroke(event: Any) -> Stroke:
    """The stroke of an event that is of NSEventTypeKeyDown or NSEventTypeKeyUp."""
    flags, comes_up = event.modifierFlags(), event.type() == AppKit.NSEventTypeKeyUp
    return Stroke(
        character=str(event.charactersIgnoringModifiers() or "")[:1],
        code=event.keyCode(),
        time=round(event.timestamp() * 1_000),
        comes_up=comes_up,
        is_repeated=not comes_up and bool(event.isARepeat()),
        with_control=bool(flags & AppKit.NSEventModifierFlagControl),
        with_command=bool(flags & AppKit.NSEventModifierFlagCommand),
        with_shift=bool(flags & AppKit.NSEventModifierFlagShift),
    )
