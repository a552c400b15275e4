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
"""The events of a pointer's buttons, from going down to coming up."""
_POINTERS = BUTTONS | {AppKit.NSEventTypeMouseMoved, AppKit.NSEventTypeScrollWheel}
KEYS = frozenset([AppKit.NSEventTypeKeyDown, AppKit.NSEventTypeKeyUp])
INPUT = KEYS | _POINTERS


class Pointer:
    """The pointer in one window."""

    def __init__(
        self, toplevel: Toplevel, approve: PushButton, guard: Guard, now: Callable[[], float]
    ) -> None:
        self._toplevel, self._approve = toplevel, approve
        self._guard, self._now = guard, now
        place = AppKit.NSEvent.mouseLocation()
        self._was_at: tuple[float, float] = (place.x, place.y)

    def on_event(self, event: Any, target: object) -> None:
        """Handles an event of the person's own device. `target`: the control that it came to. The
        system also tells of moves that were none."""
        place = self._toplevel.on_screen(event)
        is_over = is_in(place, self._toplevel.area_of(self._approve.view))
        if place != self._was_at and is_over:
            self._guard.pointer_moved()  # even if the button is not enabled yet
        self._was_at = place
        if event.type() == AppKit.NSEventTypeLeftMouseUp and not is_over:
            self._guard.pointer_up_elsewhere()
        if event.type() == AppKit.NSEventTypeLeftMouseDown and target is self._approve:
            self._guard.pointer_down(self._now())
