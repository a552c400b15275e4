"""Whether what a window shows has come to the screen."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from typing import Any

import AppKit
import objc


def show_now(window: Any) -> None:
    """What is left to be drawn is drawn, and handed to who composes the screen. There is no word
    from there that it was shown; the turn of the run loop that follows is the best that is known.
    """
    window.displayIfNeeded()
    try:
        transaction = objc.lookUpClass("CATransaction")
    except objc.nosuchclass_error:
        return
    transaction.flush()


def is_in_sight(window: Any) -> bool:
    """Some of it, by the window server's word; where there is none, that it was ordered in."""
    if not window.isVisible() or window.isMiniaturized():
        return False
    if not window.respondsToSelector_("occlusionState"):
        return True
    return bool(window.occlusionState() & AppKit.NSWindowOcclusionStateVisible)
