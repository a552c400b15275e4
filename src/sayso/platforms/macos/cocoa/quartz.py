"""What CoreGraphics tells: of events who made one up, and how long ago the last one was; and of the
session whether its screen is locked.

By ctypes: PyObjC's package for it is 10 MB, and three calls are needed. Where the library is
missing nothing is known.
"""

import sys

assert sys.platform == "darwin"

import ctypes
from functools import cache
from typing import Any

import objc

from sayso.platforms.macos.native import unlisted

_LIBRARY = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics"

_IS_LOCKED = "CGSSessionScreenIsLocked"
"""Of the session's dictionary, where it is; no header has this name."""


@cache
def _library() -> Any:
    try:
        return ctypes.CDLL(_LIBRARY)
    except OSError:
        return None


def idle() -> float | None:
    """Seconds since anything came of a device. None: nobody tells."""
    library = _library()
    if library is None:
        return None
    function = library.CGEventSourceSecondsSinceLastEventType
    function.restype, function.argtypes = ctypes.c_double, (ctypes.c_int32, ctypes.c_uint32)
    return float(function(unlisted.COMBINED_SESSION_STATE, unlisted.ANY_INPUT_EVENT))


def is_locked() -> bool | None:
    """The screen of this session. None: nobody tells, or it has none."""
    library = _library()
    if library is None:
        return None
    function = library.CGSessionCopyCurrentDictionary
    function.restype, function.argtypes = ctypes.c_void_p, ()
    session = function()
    if not session:
        return None
    bridged: Any = objc.objc_object
    told = bridged(c_void_p=ctypes.c_void_p(session))
    return bool(told.get(_IS_LOCKED, False))


def poster(event: int) -> int:
    """The process that posted the CGEvent that is there; 0: a device's, or nobody tells."""
    library = _library()
    if library is None:
        return 0
    function = library.CGEventGetIntegerValueField
    function.restype, function.argtypes = ctypes.c_int64, (ctypes.c_void_p, ctypes.c_uint32)
    return int(function(event, unlisted.SOURCE_PROCESS))
