"""What Windows would load into this process because another program wants it to."""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import byref, c_int, c_size_t, c_void_p
from ctypes.wintypes import BOOL, DWORD

from sayso.platforms.windows.native.library import Library

_EXTENSION_POINTS = 6
"""ProcessExtensionPointDisablePolicy."""
_SHUT = 1

set_policy = Library("kernel32").function(
    "SetProcessMitigationPolicy", BOOL, c_int, c_void_p, c_size_t
)


def shut() -> None:
    """Keeps the hooks of other programs out of this process for good, and input methods of the kind
    before Windows 8. Raises OSError."""
    policy = DWORD(_SHUT)
    set_policy(_EXTENSION_POINTS, byref(policy), ctypes.sizeof(policy))
