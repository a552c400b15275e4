"""What CoreGraphics tells: which process made up an event, how long ago the last event was, and
whether the session's screen is locked.

It is called by ctypes: PyObjC's package for it is 10 MB, and three calls are needed. Where the
library is missing nothing is known.
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
"""A key of the session's dictionary, if it is there; no header has this name."""


@cache
def _library() -> Any:
    try:
        return ctypes.CDLL(_LIBRARY)
    except OSError:
        return None


def idle() -> float | None:
    """Seconds since the last input event, of hardware or of a program. None: it can't be told."""
    library = _library()
    if library is None:
        return None
    function = library.CGEventSourceSecondsSinceLastEventType
    function.restype, function.argtypes = ctypes.c_double, (ctypes.c_int32, ctypes.c_uint32)
    return float(function(unlisted.COMBINED_SESSION_STATE, unlisted.ANY_INPUT_EVENT))


def is_locked() -> bool | None:
    """Whether the screen of this session is locked. None: it can't be told, or there is no
    screen."""
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
    """The pid of the process that posted the CGEvent at the address `event`; 0: a device did, or it
    can't be told."""
    library = _library()
    if library is None:
        return 0
    function = library.CGEventGetIntegerValueField
    function.restype, function.argtypes = ctypes.c_int64, (ctypes.c_void_p, ctypes.c_uint32)
    return int(function(event, unlisted.SOURCE_PROCESS))
