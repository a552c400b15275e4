"""The version that a program carries: "Version Information" in Microsoft's documentation."""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import POINTER, byref, c_void_p
from ctypes.wintypes import BOOL, DWORD, LPCWSTR, UINT

from sayso.platforms.windows.native.library import Library

_version = Library("version")
_GetFileVersionInfoSize = _version.function(
    "GetFileVersionInfoSizeW", DWORD, LPCWSTR, POINTER(DWORD)
)
_GetFileVersionInfo = _version.function(
    "GetFileVersionInfoW", BOOL, LPCWSTR, DWORD, DWORD, c_void_p
)
_VerQueryValue = _version.function(
    "VerQueryValueW", BOOL, c_void_p, LPCWSTR, POINTER(c_void_p), POINTER(UINT)
)

_FILE_VERSION = 2
"""Index of dwFileVersionMS among the numbers of VS_FIXEDFILEINFO."""


def of(path: str) -> tuple[int, int]:
    """The first two of the four numbers of a file's version. Raises OSError: the file has none."""
    data = ctypes.create_string_buffer(_GetFileVersionInfoSize(path, None))
    _GetFileVersionInfo(path, 0, len(data), data)
    place, size = c_void_p(), UINT()
    _VerQueryValue(data, "\\", byref(place), byref(size))
    number = (DWORD * (_FILE_VERSION + 1)).from_address(place.value or 0)[_FILE_VERSION]
    return number >> 16, number & 0xFFFF
