"""Brings what a window shows on the screen, and tells whether it is in sight."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from typing import Any

import AppKit
import objc


def show_now(window: Any) -> None:
    """Draws what is left to be drawn, and hands it to the compositor. The compositor does not tell
    when it has shown it: the next turn of the run loop is the best sign that is known."""
    window.displayIfNeeded()
    try:
        transaction = objc.lookUpClass("CATransaction")
    except objc.nosuchclass_error:
        return
    transaction.flush()


def is_in_sight(window: Any) -> bool:
    """Whether some of the window is in sight, by the window server's word; if there is no such
    word, whether the window was ordered in."""
    if not window.isVisible() or window.isMiniaturized():
        return False
    if not window.respondsToSelector_("occlusionState"):
        return True
    return bool(window.occlusionState() & AppKit.NSWindowOcclusionStateVisible)
