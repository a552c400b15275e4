"""Whether the screen is locked: loginwindow tells, by notifications of the whole system."""

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from functools import partial
from typing import Any

import AppKit

from sayso.platforms.macos.cocoa import quartz
from sayso.platforms.macos.cocoa.callbacks import deadly

LOCKED, UNLOCKED = "com.apple.screenIsLocked", "com.apple.screenIsUnlocked"
"""No document of Apple's has these names; they have been the same since macOS 10.7."""

_kept: list[Any] = []
"""Who is notified: the centre keeps nobody."""


class SaysoNotified(AppKit.NSObject):
    act: Callable[[], None]

    def notified_(self, notification: Any) -> None:
        with deadly:
            self.act()


def follow(told: Callable[[bool | None], None]) -> None:
    """`told` hears at once whether it is, None where nobody tells, and of each change."""
    center = AppKit.NSDistributedNotificationCenter.defaultCenter()
    for name, is_locked in ((LOCKED, True), (UNLOCKED, False)):
        heard = SaysoNotified.alloc().init()
        heard.act = partial(told, is_locked)
        _kept.append(heard)
        # at once: AppKit holds back what comes to a program that is not in front
        center.addObserver_selector_name_object_suspensionBehavior_(
            heard, "notified:", name, None,
            AppKit.NSNotificationSuspensionBehaviorDeliverImmediately,
        )  # fmt: skip
    told(quartz.is_locked())
