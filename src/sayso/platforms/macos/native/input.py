"""How long ago the person used keyboard or pointer: CoreGraphics.

Loading the framework takes some time and memory, so this is only for processes with windows, which
have it anyway.
"""

import sys

assert sys.platform == "darwin"

from functools import cache
from typing import Any

from sayso.platforms.macos.native import unlisted

_FRAMEWORK = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics"


@cache
def load() -> Any:
    """Loads CoreGraphics. Raises OSError."""
    import ctypes

    return ctypes.CDLL(_FRAMEWORK)


def idle() -> float:
    """Seconds since hardware sent the last event. Raises OSError; AttributeError, if this function
    is missing."""
    import ctypes

    asked = load().CGEventSourceSecondsSinceLastEventType
    asked.restype, asked.argtypes = ctypes.c_double, (ctypes.c_int32, ctypes.c_uint32)
    return float(asked(unlisted.HID_SYSTEM_STATE, unlisted.ANY_INPUT_EVENT))
