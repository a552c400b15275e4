"""Who posted the events that come: CoreGraphics tells, of which GNUstep has nothing.

Each event has a CGEvent here, which is its own address. All that comes is a device's, until it is
said to be some process'.
"""

from ctypes import CFUNCTYPE, c_void_p

from macos_double import runtime

DEVICE = 0
NO_EVENT = -1
"""Nothing of the system's stands behind it: the process itself made it."""

_who = [DEVICE]


def begin() -> None:
    """GNUstep's events have one from now on."""
    function = CFUNCTYPE(c_void_p, c_void_p, c_void_p)(_event)
    runtime.add_method(runtime.class_named("NSEvent"), "CGEvent", "^v16@0:8", function)


def by(process: int) -> None:
    """What comes from now on is this one's."""
    _who[0] = process


def poster(event: int) -> int:
    """For `sayso.platforms.macos.cocoa.quartz.poster`."""
    return _who[0]


def _event(this: int, _selector: int) -> int | None:
    return None if _who[0] == NO_EVENT else this
