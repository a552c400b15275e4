"""Input methods, by which characters are written that no key has. AppKit asks one from within a
view of a text that gets a key, so after the window has had it."""

import sys

assert sys.platform == "darwin"

from typing import Any


def composing_in(view: Any) -> bool:
    """Whether an input method is at work in this view: AppKit marks what it has written so far.
    False for None, and for a view that takes no text."""
    takes_text = view is not None and view.respondsToSelector_("hasMarkedText")
    return bool(takes_text and view.hasMarkedText())
