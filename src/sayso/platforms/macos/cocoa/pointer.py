"""The person's pointer, over the control that approves."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

from collections.abc import Callable
from typing import Any

import AppKit

from sayso.platforms.macos.cocoa.button import PushButton
from sayso.platforms.macos.cocoa.panel import Toplevel, is_in
from sayso.presentation.arming import Guard

PRESSES = frozenset(
    [
        AppKit.NSEventTypeLeftMouseDown,
        AppKit.NSEventTypeRightMouseDown,
        AppKit.NSEventTypeOtherMouseDown,
    ]
)
BUTTONS = PRESSES | {
    AppKit.NSEventTypeLeftMouseUp,
    AppKit.NSEventTypeRightMouseUp,
    AppKit.NSEventTypeOtherMouseUp,
    AppKit.NSEventTypeLeftMouseDragged,
    AppKit.NSEventTypeRightMouseDragged,
    AppKit.NSEventTypeOtherMouseDragged,
}
"""What a button of the pointer does, from going down to coming up."""
_POINTERS = BUTTONS | {AppKit.NSEventTypeMouseMoved, AppKit.NSEventTypeScrollWheel}
KEYS = frozenset([AppKit.NSEventTypeKeyDown, AppKit.NSEventTypeKeyUp])
INPUT = KEYS | _POINTERS


class Pointer:
    """Of one window."""

    def __init__(
        self, toplevel: Toplevel, approve: PushButton, guard: Guard, now: Callable[[], float]
    ) -> None:
        self._toplevel, self._approve = toplevel, approve
        self._guard, self._now = guard, now
        place = AppKit.NSEvent.mouseLocation()
        self._was_at: tuple[float, float] = (place.x, place.y)

    def on_event(self, event: Any, target: object) -> None:
        """One of a device of the person's. `target`: what it came to. The system tells of moves
        that were none."""
        place = self._toplevel.on_screen(event)
        is_over = is_in(place, self._toplevel.area_of(self._approve.view))
        if place != self._was_at and is_over:
            self._guard.pointer_moved()  # be it over a control that is not alive yet
        self._was_at = place
        if event.type() == AppKit.NSEventTypeLeftMouseUp and not is_over:
            self._guard.pointer_up_elsewhere()
        if event.type() == AppKit.NSEventTypeLeftMouseDown and target is self._approve:
            self._guard.pointer_down(self._now())
