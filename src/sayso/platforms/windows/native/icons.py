"""The icon that stands for a window in the taskbar, and where the person switches between windows.

A window with the frame of a dialog shows no icon beside its title.
"""

import sys

assert sys.platform == "win32"

from ctypes import c_char_p, c_int
from ctypes.wintypes import BOOL, DWORD, HANDLE, UINT

from sayso.platforms.windows.native import windows
from sayso.platforms.windows.native.library import Library

_VERSION = 0x00030000
"""Version of the icon's format, the only one that CreateIconFromResourceEx takes."""
_SET_ICON = 0x0080
_WIDTH, _SMALL_WIDTH = 11, 49
"""SM_CXICON, SM_CXSMICON: icons are as high as they are wide."""

_user = Library("user32")
_CreateIcon = _user.function(
    "CreateIconFromResourceEx", HANDLE, c_char_p, DWORD, BOOL, DWORD, c_int, c_int, UINT
)
_Metric = _user.function("GetSystemMetricsForDpi", c_int, c_int, UINT)


def sizes(dpi: int) -> tuple[int, int]:
    """Pixels of a small and of a big icon, on a screen with `dpi` dots per inch."""
    return _Metric(_SMALL_WIDTH, dpi), _Metric(_WIDTH, dpi)


def of_picture(png: bytes, size: int) -> int:
    """An icon of `size` pixels, made of a PNG; it lives as long as this process. Raises OSError."""
    return int(_CreateIcon(png, len(png), True, _VERSION, size, size, 0))


def known_by(window: int) -> tuple[int, int]:
    """The window's small icon, and its big one; 0: it has none of that size."""
    get = 0x007F
    return windows.send(window, get, 0), windows.send(window, get, 1)


def make_known(window: int, small: int, big: int) -> None:
    windows.send(window, _SET_ICON, 0, small)
    windows.send(window, _SET_ICON, 1, big)
