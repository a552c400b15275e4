"""What assistive technology is told of a view beside its words."""

import sys

assert sys.platform == "darwin"

from typing import Any

import AppKit


def tell(view: Any, what: str, value: Any) -> None:
    """`what`: the selector that says it, as `setAccessibilityLabel:`."""
    if view.respondsToSelector_(what):
        getattr(view, what.replace(":", "_"))(value)


def name(view: Any, words: str) -> None:
    tell(view, "setAccessibilityLabel:", words)


def describe(view: Any, words: str) -> None:
    """What it does, or why it does nothing now."""
    tell(view, "setAccessibilityHelp:", words)


def show_as_opener(view: Any, *, is_open: bool) -> None:
    """It shows and hides what belongs to it."""
    tell(view, "setAccessibilityRole:", "AXDisclosureTriangle")
    tell(view, "setAccessibilityExpanded:", is_open)


def announce(view: Any, words: str) -> None:
    """Has it said unasked."""
    if words:
        notify(view, words)


def notify(view: Any, words: str) -> None:
    post = getattr(AppKit, "NSAccessibilityPostNotificationWithUserInfo", None)
    if post is not None:
        told = {
            AppKit.NSAccessibilityAnnouncementKey: words,
            AppKit.NSAccessibilityPriorityKey: AppKit.NSAccessibilityPriorityHigh,
        }
        post(view, AppKit.NSAccessibilityAnnouncementRequestedNotification, told)
