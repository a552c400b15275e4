"""Input methods, as the system's own controls hear of them (IMM32)."""

import sys

assert sys.platform == "win32"

from ctypes import c_void_p
from ctypes.wintypes import BOOL, DWORD, HANDLE, HWND, LONG
from typing import Final

from sayso.platforms.windows.native.library import Library

STATUS: Final = 1
"""EMSIS_COMPOSITIONSTRING, for EM_SETIMESTATUS."""
AT_ONCE: Final = 1
"""EIMES_GETCOMPSTRATONCE: a control takes what the method has made while it is told so. Otherwise
that comes later, as characters like those that any program can post."""

_NOT_IN_TEXT_YET = 0x8
"""GCS_COMPSTR."""

_imm = Library("imm32")
_GetContext = _imm.function("ImmGetContext", HANDLE, HWND, failed=None)
_ReleaseContext = _imm.function("ImmReleaseContext", BOOL, HWND, HANDLE, failed=None)
_GetComposition = _imm.function(
    "ImmGetCompositionStringW", LONG, HANDLE, DWORD, c_void_p, DWORD, failed=None
)


def is_composing(window: int) -> bool:
    """Whether the person's input method has characters for the window that are not in its text yet.
    That is read where the method keeps them, in this process: a message can be made up."""
    context = _GetContext(window)
    try:
        return bool(_GetComposition(context, _NOT_IN_TEXT_YET, None, 0) > 0)
    finally:
        _ReleaseContext(window, context)
