"""What the person does with keyboard and pointer: CoreGraphics.

The framework is loaded for that, which takes some time and memory: in processes with windows alone,
that have it anyway.
"""

import sys

assert sys.platform == "darwin"

from functools import cache
from typing import Any

from sayso.platforms.macos.native import unlisted

_FRAMEWORK = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics"


@cache
def load() -> Any:
    """Raises OSError."""
    import ctypes

    return ctypes.CDLL(_FRAMEWORK)


def idle() -> float:
    """Seconds since hardware sent the last event. Raises OSError."""
    import ctypes

    asked = load().CGEventSourceSecondsSinceLastEventType
    asked.restype, asked.argtypes = ctypes.c_double, (ctypes.c_int32, ctypes.c_uint32)
    return float(asked(unlisted.HID_SYSTEM_STATE, unlisted.ANY_INPUT_EVENT))
