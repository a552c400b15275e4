"""Whether the screen is locked, as loginwindow tells by notifications to the whole system."""

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from functools import partial
from typing import Any

import AppKit

from sayso.platforms.macos.cocoa import quartz
from sayso.platforms.macos.cocoa.callbacks import deadly

LOCKED, UNLOCKED = "com.apple.screenIsLocked", "com.apple.screenIsUnlocked"
"""Names of notifications. No document of Apple's has them; they have been the same since macOS
10.7."""

_kept: list[Any] = []
"""The objects that are notified: the notification centre does not keep them alive."""


class SaysoNotified(AppKit.NSObject):
    act: Callable[[], None]

    def notified_(self, notification: Any) -> None:
        with deadly:
            self.act()


def follow(told: Callable[[bool | None], None]) -> None:
    """Calls `told` with whether the screen is locked, at once and at each change; None: the system
    does not tell."""
    center = AppKit.NSDistributedNotificationCenter.defaultCenter()
    for name, is_locked in ((LOCKED, True), (UNLOCKED, False)):
        heard = SaysoNotified.alloc().init()
        heard.act = partial(told, is_locked)
        _kept.append(heard)
        # at once: AppKit holds notifications back from a program that is not in front
        center.addObserver_selector_name_object_suspensionBehavior_(
            heard, "notified:", name, None,
            AppKit.NSNotificationSuspensionBehaviorDeliverImmediately,
        )  # fmt: skip
    told(quartz.is_locked())
