"""AppKit's main loop, with timers, and file descriptors that become readable.

Both are added to three modes by name: AppKit runs the loop in a mode of its own while it tracks the
pointer, or while a panel is modal, and which modes are "common" may differ.
"""

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from functools import cache
from typing import Any

import AppKit

from sayso.platforms.macos.cocoa.application import application
from sayso.platforms.macos.cocoa.callbacks import deadly
from sayso.platforms.macos.cocoa.device import Hand, at_work

MODES = (
    AppKit.NSDefaultRunLoopMode,
    AppKit.NSModalPanelRunLoopMode,
    AppKit.NSEventTrackingRunLoopMode,
)

CallOff = Callable[[], None]


class SaysoTimer(AppKit.NSObject):
    """The object that a timer calls."""

    act: Callable[[], None]

    def fire_(self, timer: Any) -> None:
        with deadly, at_work(Hand.PROGRAM):  # AppKit may be tracking the pointer for a device
            self.act()


class SaysoReader(AppKit.NSObject):
    """The object that is called when a file descriptor becomes readable."""

    ready: Callable[[], None]

    def readable_(self, notification: Any) -> None:
        with deadly, at_work(Hand.PROGRAM):
            self.ready()


class RunLoop:
    """The run loop of the main thread."""

    def __init__(self) -> None:
        self._watched: list[tuple[Any, Any]] = []
        """File handles, and the objects that they call: the notification centre keeps neither
        alive."""

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
        """Runs the loop until `stop`, as a program that is not in the Dock."""
        application().run()

    def stop(self) -> None:
        """Ends `run`. AppKit checks whether it is to stop only after an event, so one is posted."""
        application().stop_(None)
        event = AppKit.NSEvent.otherEventWithType_location_modifierFlags_timestamp_windowNumber_context_subtype_data1_data2_(  # noqa: E501
            AppKit.NSEventTypeApplicationDefined, (0, 0), 0, 0.0, 0, None, 0, 0, 0
        )
        application().postEvent_atStart_(event, True)


@cache
def run_loop() -> RunLoop:
    """The one run loop of this process."""
    return RunLoop()
