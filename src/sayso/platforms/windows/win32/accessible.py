"""What a screen reader learns of a control beyond its text.

The system is told once the window is on the screen: the interface for it takes its time to load,
and the person must not wait for that.
"""

from __future__ import annotations

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import accessibility
from sayso.platforms.windows.native.accessibility import Property
from sayso.platforms.windows.win32.message_loop import message_loop

_Told = dict[tuple[int, Property], str | int]

_told: _Told = {}
_waiting: _Told = {}


def name(window: int, words: str) -> None:
    """Sets the control's name, in place of its text or of the label before it."""
    _tell_soon(window, words, Property.NAME)


def describe(window: int, words: str) -> None:
    """Describes what the control does, or why it does nothing now."""
    _tell_soon(window, words, Property.DESCRIPTION, Property.HELP)


def show_as_opener(window: int, *, is_open: bool, has_focus: bool) -> None:
    """Presents the control as one that shows and hides what belongs to it. To be called when either
    changes: what is told of a control's state is all that is known of it."""
    _tell_soon(window, accessibility.OPENER, Property.ROLE)
    state = accessibility.OPEN if is_open else accessibility.CLOSED
    state |= accessibility.FOCUSED if has_focus else 0
    _tell_soon(window, state | accessibility.FOCUSABLE, Property.STATE)


def announce(window: int, words: str) -> None:
    """Describes the control, and has a screen reader say the words at once. Empty: nothing
    is said."""
    describe(window, words)
    if words:
        message_loop().later(0, lambda: _notify(window, words))


def forget(window: int) -> None:
    """Forgets a window that has closed: another window may get its handle."""
    for known in (_told, _waiting):
        for each in [each for each in known if each[0] == window]:
            del known[each]


def _notify(window: int, words: str) -> None:
    accessibility.notify(window, words)


def _tell_soon(window: int, value: str | int, *which: Property) -> None:
    if not _waiting:
        message_loop().later(0, tell)
    for each in which:
        _waiting[window, each] = value


def tell() -> None:
    """Tells the system at once what it has not been told yet."""
    for (window, which), value in _waiting.items():
        if _told.get((window, which), "") != value:
            _told[window, which] = value
            accessibility.annotate(window, which, value)
    _waiting.clear()
