"""The main loop: AppKit's, with times that come and descriptors that become readable.

In three modes by name: AppKit runs the loop in another one while it tracks the pointer, or while a
panel is modal, and what "common" stands for may differ.
"""

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from functools import cache
from typing import Any

import AppKit

from sayso.platforms.macos.cocoa.callbacks import deadly
from sayso.platforms.macos.cocoa.device import Hand, at_work

MODES = (
    AppKit.NSDefaultRunLoopMode,
    AppKit.NSModalPanelRunLoopMode,
    AppKit.NSEventTrackingRunLoopMode,
)

CallOff = Callable[[], None]


class SaysoTimer(AppKit.NSObject):
    """Whom a timer calls."""

    act: Callable[[], None]

    def fire_(self, timer: Any) -> None:
        with deadly, at_work(Hand.PROGRAM):  # it may come while AppKit tracks the pointer
            self.act()


class SaysoReader(AppKit.NSObject):
    """Whom a descriptor's handle calls."""

    ready: Callable[[], None]

    def readable_(self, notification: Any) -> None:
        with deadly, at_work(Hand.PROGRAM):
            self.ready()


class RunLoop:
    """Of the main thread."""

    def __init__(self) -> None:
        self._watched: list[tuple[Any, Any]] = []
        """Handles, and whom they call: who posts notifications keeps neither."""

    def later(self, seconds: float, act: Callable[[], None]) -> CallOff:
        target = SaysoTimer.alloc().init()
        target.act = act
        timer = AppKit.NSTimer.timerWithTimeInterval_target_selector_userInfo_repeats_(
            max(seconds, 0.0), target, "fire:", None, False
        )
        for mode in MODES:
            AppKit.NSRunLoop.currentRunLoop().addTimer_forMode_(timer, mode)
        return lambda: timer.invalidate()

    def watch(self, descriptor: int, ready: Callable[[], None]) -> CallOff:
        """`ready` is called each time that something can be read, or the other end has closed."""
        handle = AppKit.NSFileHandle.alloc().initWithFileDescriptor_closeOnDealloc_(
            descriptor, False
        )
        reader = SaysoReader.alloc().init()
        center = AppKit.NSNotificationCenter.defaultCenter()
        kept = handle, reader
        self._watched.append(kept)

        def on_readable() -> None:
            ready()
            if kept in self._watched:
                handle.waitForDataInBackgroundAndNotifyForModes_(MODES)

        reader.ready = on_readable
        center.addObserver_selector_name_object_(
            reader, "readable:", AppKit.NSFileHandleDataAvailableNotification, handle
        )
        handle.waitForDataInBackgroundAndNotifyForModes_(MODES)

        def call_off() -> None:
            self._watched.remove(kept)
            center.removeObserver_(reader)

        return call_off

    def run(self) -> None:
        """Until `stop`."""
        AppKit.NSApplication.sharedApplication().run()

    def stop(self) -> None:
        """AppKit looks whether it is to stop after the next event: there is one."""
        application = AppKit.NSApplication.sharedApplication()
        application.stop_(None)
        event = AppKit.NSEvent.otherEventWithType_location_modifierFlags_timestamp_windowNumber_context_subtype_data1_data2_(  # noqa: E501
            AppKit.NSEventTypeApplicationDefined, (0, 0), 0, 0.0, 0, None, 0, 0, 0
        )
        application.postEvent_atStart_(event, True)


@cache
def run_loop() -> RunLoop:
    """The one of this process."""
    return RunLoop()
