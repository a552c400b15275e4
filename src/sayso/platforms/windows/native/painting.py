"""Drawing: colours, areas, lines, text and the system's icons."""

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
    """DT_…: how text is set."""

    RIGHT = 0x2
    MIDDLE = 0x4
    """In the middle of the height; for text on one line."""
    WRAPPED = 0x10
    ONE_LINE = 0x20
    TABS = 0x40
    """A tab leads to the next stop, as it does in fields; without this it is drawn as a letter."""
    MEASURED = 0x400
    PLAIN = 0x800
    """An "&" is drawn as such: it underlines no letter."""
    FROM_RIGHT = 0x20000
    """The text is read from right to left; on which side it stands is another matter."""
    AS_IN_FIELDS = 0x2000
    """Words that are too long break anywhere."""


PRESSED = 0x0001
"""ODS_SELECTED."""
_MEASURED = 1_000
"""Texts whose size is cached."""
_TRANSPARENT = 1
_SOLID, _NO_BRUSH, _NO_PEN = 0, 5, 8
_IMAGE_AND_MASK = 3
_BOTH, _EITHER = 0x00A000C9, 0x00FA0089
"""Raster operations "DPa" and "DPo": AND, or OR, of the colour and what is drawn there already."""
_PICTURES_AS_THEY_ARE, _NOT_MIRRORED = 0x8, 0x10
"""LAYOUT_BITMAPORIENTATIONPRESERVED, DI_NOMIRROR: no picture is mirrored in a mirrored window,
which could turn a sign in it into another. Wine knows the former alone."""

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
"""Left, top, right, bottom, in pixels."""


@cache
def brush(color: int) -> int:
    """A brush of one colour, kept for as long as this process lives: there are few colours."""
    return int(_CreateSolidBrush(color))


@contextmanager
def painting(window: int) -> Iterator[int]:
    """The device context to draw on, while WM_PAINT is handled."""
    paint = _Paint()
    dc = _BeginPaint(window, byref(paint))
    try:
        yield dc
    finally:
        _EndPaint(window, byref(paint))


@contextmanager
def drawing_on(window: int) -> Iterator[int]:
    """The device context to draw on, over what the window itself has drawn."""
    dc = _GetDC(window)
    try:
        yield dc
    finally:
        _ReleaseDC(window, dc)


def fill(dc: int, area: Area, color: int) -> None:
    _FillRect(dc, byref(RECT(*area)), brush(color))


def tint(dc: int, area: Area, color: int, *, darkens: bool) -> None:
    """Colours an area as if the colour had been behind the text that is drawn there already, which
    stays. A second time changes nothing. `darkens`: for dark text on a light ground; else for light
    text on a dark one."""
    left, top, right, bottom = area
    before = _SelectObject(dc, brush(color))
    _PatBlt(dc, left, top, right - left, bottom - top, _BOTH if darkens else _EITHER)
    _SelectObject(dc, before)


def write_at(dc: int, words: str, x: int, y: int, *, font: int, color: int) -> None:
    """Writes on one line, over what is drawn there already. `x`, `y`: the upper left corner."""
    before = _SelectObject(dc, font)
    _SetBkMode(dc, _TRANSPARENT)
    _SetTextColor(dc, color)
    _TextOut(dc, x, y, words, len(words.encode("utf-16-le")) // 2)
    _SelectObject(dc, before)


def rounded(
    dc: int, area: Area, radius: int, *, face: int | None, line: int, thickness: int = 1
) -> None:
    """Draws a rectangle with rounded corners. `line`: the colour of its border; `face`: the colour
    inside; None: what is inside stays."""
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
    """Like `write`, with the letter at index `letter` underlined."""
    before, after = words[:letter].replace("&", "&&"), words[letter:].replace("&", "&&")
    _write(dc, f"{before}&{after}", area, flags, font, color)


def write(dc: int, words: str, area: Area, flags: int, *, font: int, color: int) -> None:
    _write(dc, words, area, flags | Words.PLAIN, font, color)


def _write(dc: int, words: str, area: Area, flags: int, font: int, color: int) -> None:
    """Writes text. In a mirrored window, where text begins at the right, too, mirroring is off
    meanwhile: nobody documents in which direction the text would be read otherwise."""
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
def measure(words: str, width: int | None, font: int, *, has_tabs: bool = False) -> tuple[int, int]:
    """Width and height of the words in pixels, wrapped to `width`; None: on one line. `has_tabs`:
    they stand in a field, where a tab leads to the next stop. Results are cached, as a layout asks
    for the same again and again; who makes other fonts calls `forget_measures`."""
    if not words:
        words = " "
    flags = Words.MEASURED | Words.PLAIN
    flags |= Words.TABS if has_tabs else 0
    flags |= Words.ONE_LINE if width is None else Words.WRAPPED | Words.AS_IN_FIELDS
    area = RECT(0, 0, width or 0, 0)
    dc = _GetDC(None)
    before = _SelectObject(dc, font)
    _DrawText(dc, words, -1, byref(area), flags)
    _SelectObject(dc, before)
    _ReleaseDC(None, dc)
    return area.right, area.bottom


def forget_measures() -> None:
    """Empties the cache of `measure`: a new font may have the number of one that was deleted."""
    measure.cache_clear()


def set_colors(dc: int, text: int, behind: int) -> int:
    """Sets the colours of a control that the system draws; returns the brush for its background."""
    _SetTextColor(dc, text)
    _SetBkColor(dc, behind)
    return brush(behind)


def icon(number: int) -> int:
    """An icon of the system's. `number`: IDI_…"""
    return int(_LoadIcon(None, number))


def draw_icon(dc: int, icon: int, x: int, y: int, size: int) -> None:
    before = _SetLayout(dc, _GetLayout(dc) | _PICTURES_AS_THEY_ARE)
    _DrawIcon(dc, x, y, icon, size, size, 0, None, _IMAGE_AND_MASK | _NOT_MIRRORED)
    _SetLayout(dc, before)
