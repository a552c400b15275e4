"""Drawing: colours, areas, lines, words and the system's icons."""

import sys

assert sys.platform == "win32"

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import POINTER, byref, c_int, c_void_p
from ctypes.wintypes import BOOL, BYTE, DWORD, HANDLE, HWND, LPCWSTR, RECT, UINT
from enum import IntFlag
from functools import cache, lru_cache

from sayso.platforms.windows.native.library import Library


class _Paint(ctypes.Structure):
    """PAINTSTRUCT."""

    _fields_ = (
        ("dc", HANDLE),
        ("erase", BOOL),
        ("area", RECT),
        ("restore", BOOL),
        ("update", BOOL),
        ("reserved", BYTE * 32),
    )


class ItemToDraw(ctypes.Structure):
    """DRAWITEMSTRUCT."""

    _fields_ = (
        ("kind", UINT),
        ("number", UINT),
        ("item", UINT),
        ("action", UINT),
        ("state", UINT),
        ("window", HWND),
        ("dc", HANDLE),
        ("area", RECT),
        ("data", ctypes.c_size_t),
    )


class Words(IntFlag):
    """DT_…: how words are set."""

    RIGHT = 0x2
    MIDDLE = 0x4
    """Of the height, on one line."""
    WRAPPED = 0x10
    ONE_LINE = 0x20
    MEASURED = 0x400
    PLAIN = 0x800
    """No "&" underlines a letter."""
    FROM_RIGHT = 0x20000
    """They are read that way; where they stand is another matter."""
    AS_IN_FIELDS = 0x2000
    """Words that are too long break anywhere."""


PRESSED = 0x0001
"""ODS_SELECTED."""
_MEASURED = 1_000
"""Words whose size is kept."""
_TRANSPARENT = 1
_SOLID, _NO_BRUSH, _NO_PEN = 0, 5, 8
_IMAGE_AND_MASK = 3
_BOTH, _EITHER = 0x00A000C9, 0x00FA0089
"""Raster operations, "DPa" and "DPo": bits that what is there and the colour both have, or either.
"""
_PICTURES_AS_THEY_ARE, _NOT_MIRRORED = 0x8, 0x10
"""LAYOUT_BITMAPORIENTATIONPRESERVED, DI_NOMIRROR: no sign in a picture becomes another one where
one reads from the right. Wine knows the former alone."""

_user = Library("user32")
_gdi = Library("gdi32")
_BeginPaint = _user.function("BeginPaint", HANDLE, HWND, POINTER(_Paint))
_EndPaint = _user.function("EndPaint", BOOL, HWND, POINTER(_Paint))
_GetDC = _user.function("GetDC", HANDLE, HWND)
_ReleaseDC = _user.function("ReleaseDC", c_int, HWND, HANDLE)
_FillRect = _user.function("FillRect", c_int, HANDLE, POINTER(RECT), HANDLE)
_DrawText = _user.function("DrawTextW", c_int, HANDLE, LPCWSTR, c_int, POINTER(RECT), UINT)
_LoadIcon = _user.function("LoadIconW", HANDLE, HANDLE, c_void_p)
_DrawIcon = _user.function(
    "DrawIconEx", BOOL, HANDLE, c_int, c_int, HANDLE, c_int, c_int, UINT, HANDLE, UINT
)
_SelectObject = _gdi.function("SelectObject", HANDLE, HANDLE, HANDLE)
_GetStockObject = _gdi.function("GetStockObject", HANDLE, c_int)
_DeleteObject = _gdi.function("DeleteObject", BOOL, HANDLE)
_CreateSolidBrush = _gdi.function("CreateSolidBrush", HANDLE, DWORD)
_CreatePen = _gdi.function("CreatePen", HANDLE, c_int, c_int, DWORD)
_RoundRect = _gdi.function("RoundRect", BOOL, HANDLE, c_int, c_int, c_int, c_int, c_int, c_int)
_SetTextColor = _gdi.function("SetTextColor", DWORD, HANDLE, DWORD, failed=None)
_SetBkColor = _gdi.function("SetBkColor", DWORD, HANDLE, DWORD, failed=None)
_PatBlt = _gdi.function("PatBlt", BOOL, HANDLE, c_int, c_int, c_int, c_int, DWORD)
_TextOut = _gdi.function("TextOutW", BOOL, HANDLE, c_int, c_int, LPCWSTR, c_int)
_LPtoDP = _gdi.function("LPtoDP", BOOL, HANDLE, POINTER(RECT), c_int)
_GetLayout = _gdi.function("GetLayout", DWORD, HANDLE, failed=None)
_SetLayout = _gdi.function("SetLayout", DWORD, HANDLE, DWORD, failed=None)
_SetBkMode = _gdi.function("SetBkMode", c_int, HANDLE, c_int)

Area = tuple[int, int, int, int]
"""Left, top, right, bottom."""


@cache
def brush(color: int) -> int:
    """Of one colour, for as long as this process lives: there are few."""
    return int(_CreateSolidBrush(color))


@contextmanager
def painting(window: int) -> Iterator[int]:
    """What to draw on, for WM_PAINT."""
    paint = _Paint()
    dc = _BeginPaint(window, byref(paint))
    try:
        yield dc
    finally:
        _EndPaint(window, byref(paint))


@contextmanager
def drawing_on(window: int) -> Iterator[int]:
    """Beside what the window itself draws."""
    dc = _GetDC(window)
    try:
        yield dc
    finally:
        _ReleaseDC(window, dc)


def fill(dc: int, area: Area, color: int) -> None:
    _FillRect(dc, byref(RECT(*area)), brush(color))


def tint(dc: int, area: Area, color: int, *, darkens: bool) -> None:
    """What is drawn there already, as if the colour had been behind it: the words stay. Twice is as
    once. `darkens`: dark words on what is light, else the other way round."""
    left, top, right, bottom = area
    before = _SelectObject(dc, brush(color))
    _PatBlt(dc, left, top, right - left, bottom - top, _BOTH if darkens else _EITHER)
    _SelectObject(dc, before)


def write_at(dc: int, words: str, x: int, y: int, *, font: int, color: int) -> None:
    """On what is there; in one line."""
    before = _SelectObject(dc, font)
    _SetBkMode(dc, _TRANSPARENT)
    _SetTextColor(dc, color)
    _TextOut(dc, x, y, words, len(words.encode("utf-16-le")) // 2)
    _SelectObject(dc, before)


def rounded(
    dc: int, area: Area, radius: int, *, face: int | None, line: int, thickness: int = 1
) -> None:
    """`face`: of what is within; None: that stays."""
    pen = _CreatePen(_SOLID, thickness, line)
    inner = _GetStockObject(_NO_BRUSH) if face is None else brush(face)
    before = _SelectObject(dc, pen), _SelectObject(dc, inner)
    _RoundRect(dc, *area, 2 * radius, 2 * radius)
    for each in before:
        _SelectObject(dc, each)
    _DeleteObject(pen)


def write_with_letter(
    dc: int, words: str, letter: int, area: Area, flags: int, *, font: int, color: int
) -> None:
    """The letter at this place is underlined."""
    before, after = words[:letter].replace("&", "&&"), words[letter:].replace("&", "&&")
    _write(dc, f"{before}&{after}", area, flags, font, color)


def write(dc: int, words: str, area: Area, flags: int, *, font: int, color: int) -> None:
    _write(dc, words, area, flags | Words.PLAIN, font, color)


def _write(dc: int, words: str, area: Area, flags: int, font: int, color: int) -> None:
    """In a mirrored window words begin at the right. They are drawn as in any other one: nobody
    documents which way they would be read there."""
    before, layout = _SelectObject(dc, font), _GetLayout(dc)
    place = RECT(*area)
    if layout:
        _LPtoDP(dc, byref(place), 2)
        place.left, place.right = place.right, place.left
        _SetLayout(dc, 0)
        flags ^= Words.RIGHT
    _SetBkMode(dc, _TRANSPARENT)
    _SetTextColor(dc, color)
    _DrawText(dc, words, -1, byref(place), flags)
    if layout:
        _SetLayout(dc, layout)
    _SelectObject(dc, before)


@lru_cache(_MEASURED)
def measure(words: str, width: int | None, font: int) -> tuple[int, int]:
    """Width and height that they take, wrapped to this width; None: on one line. A layout asks for
    the same again and again: `forget_measures` is for who makes other fonts."""
    if not words:
        words = " "
    flags = Words.MEASURED | Words.PLAIN
    flags |= Words.ONE_LINE if width is None else Words.WRAPPED | Words.AS_IN_FIELDS
    area = RECT(0, 0, width or 0, 0)
    dc = _GetDC(None)
    before = _SelectObject(dc, font)
    _DrawText(dc, words, -1, byref(area), flags)
    _SelectObject(dc, before)
    _ReleaseDC(None, dc)
    return area.right, area.bottom


def forget_measures() -> None:
    """A new font may have the number of one that went."""
    measure.cache_clear()


def set_colors(dc: int, text: int, behind: int) -> int:
    """Of a control that the system draws; the brush for what is behind it."""
    _SetTextColor(dc, text)
    _SetBkColor(dc, behind)
    return brush(behind)


def icon(number: int) -> int:
    """One of the system's: IDI_…"""
    return int(_LoadIcon(None, number))


def draw_icon(dc: int, icon: int, x: int, y: int, size: int) -> None:
    before = _SetLayout(dc, _GetLayout(dc) | _PICTURES_AS_THEY_ARE)
    _DrawIcon(dc, x, y, icon, size, size, 0, None, _IMAGE_AND_MASK | _NOT_MIRRORED)
    _SetLayout(dc, before)
