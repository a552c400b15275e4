"""Which process posted an event, as CoreGraphics tells it; GNUstep has nothing of the kind.

Each event has a CGEvent here, which is the event's own address. All events come from a device,
until `by` says that a process posts them.
"""

from ctypes import CFUNCTYPE, c_void_p

from macos_double import runtime

DEVICE = 0
NO_EVENT = -1
"""The process itself makes the events: they have no CGEvent."""

_who = [DEVICE]


def begin() -> None:
    """Adds the method CGEvent to GNUstep's events."""
    function = CFUNCTYPE(c_void_p, c_void_p, c_void_p)(_event)
    runtime.add_method(runtime.class_named("NSEvent"), "CGEvent", "^v16@0:8", function)


def by(process: int) -> None:
    """From now on, events come from this process; or DEVICE, or NO_EVENT."""
    _who[0] = process


def poster(event: int) -> int:
    """The process that posted the event; stands for `sayso.platforms.macos.cocoa.quartz.poster`."""
    return _who[0]


def _event(this: int, _selector: int) -> int | None:
    return None if _who[0] == NO_EVENT else this
