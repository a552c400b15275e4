"""What assistive technology hears about a view, beside the words in it."""

import sys

assert sys.platform == "darwin"

from typing import Any

import AppKit


def set_if_known(view: Any, what: str, value: Any) -> None:
    """Calls a setter of the view with `value`, if the view has it. `what`: its selector, such as
    `setAccessibilityLabel:`."""
    if view.respondsToSelector_(what):
        getattr(view, what.replace(":", "_"))(value)


def name(view: Any, words: str) -> None:
    set_if_known(view, "setAccessibilityLabel:", words)


def describe(view: Any, words: str) -> None:
    """Says what the view does, or why it does nothing now."""
    set_if_known(view, "setAccessibilityHelp:", words)


def show_as_opener(view: Any, *, is_open: bool) -> None:
    """Presents the view as a control that shows and hides something. `is_open`: whether that is
    shown now."""
    set_if_known(view, "setAccessibilityRole:", "AXDisclosureTriangle")
    set_if_known(view, "setAccessibilityExpanded:", is_open)


def announce(view: Any, words: str) -> None:
    """Has assistive technology say `words` at once; empty: nothing."""
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
