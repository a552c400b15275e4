"""The system's font for messages, and fonts derived from it."""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import POINTER, byref, c_int, c_void_p
from ctypes.wintypes import BOOL, BYTE, HANDLE, LONG, UINT, WCHAR

from sayso.platforms.windows.native.library import Library

_FACE = 32
_NON_CLIENT_METRICS = 0x29
_BOLD = 700
_FIXED_PITCH = 1


class LogFont(ctypes.Structure):
    """LOGFONTW."""

    _fields_ = (
        ("height", LONG),
        ("width", LONG),
        ("escapement", LONG),
        ("orientation", LONG),
        ("weight", LONG),
        ("italic", BYTE),
        ("underline", BYTE),
        ("strike_out", BYTE),
        ("charset", BYTE),
        ("out_precision", BYTE),
        ("clip_precision", BYTE),
        ("quality", BYTE),
        ("pitch_and_family", BYTE),
        ("face", WCHAR * _FACE),
    )


class _NonClientMetrics(ctypes.Structure):
    """NONCLIENTMETRICSW."""

    _fields_ = (
        ("size", UINT),
        ("before", c_int * 5),
        ("caption", LogFont),
        ("small_caption_width", c_int),
        ("small_caption_height", c_int),
        ("small_caption", LogFont),
        ("menu_width", c_int),
        ("menu_height", c_int),
        ("menu", LogFont),
        ("status", LogFont),
        ("message", LogFont),
        ("padded_border", c_int),
    )


_user = Library("user32")
_gdi = Library("gdi32")
_SystemParameters = _user.function(
    "SystemParametersInfoForDpi", BOOL, UINT, UINT, c_void_p, UINT, UINT
)
_CreateFont = _gdi.function("CreateFontIndirectW", HANDLE, POINTER(LogFont))
_DeleteObject = _gdi.function("DeleteObject", BOOL, HANDLE, failed=None)


def of_messages(dpi: int) -> LogFont:
    """The font for messages as the person set it, for a screen with `dpi` dots per inch. Raises
    OSError."""
    metrics = _NonClientMetrics(size=ctypes.sizeof(_NonClientMetrics))
    _SystemParameters(_NON_CLIENT_METRICS, metrics.size, byref(metrics), 0, dpi)
    return LogFont.from_buffer_copy(metrics.message)


def make(like: LogFont, *, scale: float = 1.0, bold: bool = False, face: str = "") -> int:
    """A new font like `like`, as a handle. `scale`: its height, as a multiple; `face`: the name of
    a font of fixed width to use instead. Raises OSError."""
    wanted = LogFont.from_buffer_copy(like)
    wanted.height = round(like.height * scale)
    if bold:
        wanted.weight = _BOLD
    if face:
        wanted.face, wanted.pitch_and_family = face, _FIXED_PITCH | 0x30
    return int(_CreateFont(byref(wanted)))


def delete(font: int) -> None:
    _DeleteObject(font)
