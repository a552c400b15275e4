"""What can be seen of a window: what lies over it, and what other programs have done to it."""

import sys

assert sys.platform == "win32"

from collections.abc import Iterable, Iterator
from ctypes import POINTER, byref, c_int, c_void_p
from ctypes.wintypes import BOOL, BYTE, DWORD, HWND, RECT, UINT

from sayso.platforms.windows.native import looks, screens, windows
from sayso.platforms.windows.native.library import Library
from sayso.platforms.windows.native.windows import Extended, Style

Area = tuple[int, int, int, int]

_BY_OPACITY = 2
"""LWA_ALPHA."""

_user = Library("user32")
_GetWindowRegionBox = _user.function("GetWindowRgnBox", c_int, HWND, POINTER(RECT), failed=None)
_GetLayeredAttributes = _user.function(
    "GetLayeredWindowAttributes", BOOL, HWND, c_void_p, POINTER(BYTE), POINTER(DWORD), failed=None
)
_MapWindowPoints = _user.function(
    "MapWindowPoints", c_int, HWND, HWND, POINTER(RECT), UINT, failed=None
)

_ALL = (-(1 << 20), -(1 << 20), 1 << 20, 1 << 20)
"""An area larger than all screens. It stands for other windows that can't be found now: the next
check will tell."""


def covers(window: int) -> Iterator[Area]:
    """The areas of the screen in which other windows lie over this one."""
    over = windows.above(window)
    while over:
        is_seen = windows.is_visible(over) and not looks.is_cloaked(over)
        if is_seen and not is_clear(over):
            try:
                yield windows.area(over)
            except OSError:  # it has closed, and with it the way to the windows above it
                yield _ALL
                return
        over = windows.above(over)


def meet(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def left_of(area: Area, cover: Area) -> list[Area]:
    """The parts of `area` that `cover` leaves in view."""
    if not meet(area, cover):
        return [area]
    left, top, right, bottom = area
    pieces = [
        (left, top, right, min(bottom, cover[1])),
        (left, max(top, cover[3]), right, bottom),
        (left, max(top, cover[1]), min(right, cover[0]), min(bottom, cover[3])),
        (max(left, cover[2]), max(top, cover[1]), right, min(bottom, cover[3])),
    ]
    return [each for each in pieces if each[0] < each[2] and each[1] < each[3]]


def left_of_all(area: Area, covers: Iterable[Area]) -> list[Area]:
    """The parts of `area` that all of `covers` leave in view."""
    left = [area]
    for cover in covers:
        left = [part for each in left for part in left_of(each, cover)]
    return left


def on_screen(area: Area) -> list[Area]:
    """The parts of `area` that lie on a screen."""
    return [
        (max(area[0], each[0]), max(area[1], each[1]), min(area[2], each[2]), min(area[3], each[3]))
        for each in screens.areas()
        if meet(area, each)
    ]


def is_on_screen(area: Area) -> bool:
    """Whether all of it lies on screens."""
    return not left_of_all(area, screens.areas())


def holds(area: Area, other: Area) -> bool:
    """Whether all of `other` lies in `area`."""
    return (
        area[0] <= other[0] and area[1] <= other[1] and other[2] <= area[2] and other[3] <= area[3]
    )


def room(window: int) -> Area:
    """The area of the screen in which the window shows what is in it: its client area."""
    found = RECT(0, 0, *windows.size(window))
    _MapWindowPoints(window, None, byref(found), 2)
    return found.left, found.top, found.right, found.bottom


def within(window: int) -> Iterator[int]:
    """All windows in this one, at any depth."""
    for child in windows.children(window):
        yield child
        yield from within(child)


def is_foreign(window: int) -> bool:
    """Whether another thread made the window, so another program; and whether it shows."""
    return bool(windows.is_visible(window)) and not windows.thread_is_ours(window)


def is_as_made(window: int, *, shown: bool) -> bool:
    """Whether the window is shown, or not, as `shown` says, nothing is cut out of it, and it is not
    see-through."""
    if windows.has_style(window, Style.VISIBLE) != shown:
        return False
    return is_whole(window)


def stands(window: int, room: int, place: tuple[int, int, int, int]) -> bool:
    """Whether the window is in `room`, and there where we have put it. `place`: left, top, width
    and height. Programs can move a window so that it is not asked before (SWP_NOSENDCHANGING)."""
    if windows.parent(window) != room:
        return False
    found = RECT(*windows.area(window))
    _MapWindowPoints(None, room, byref(found), 2)
    size = found.right - found.left, found.bottom - found.top
    return (found.left, found.top, *size) == place


def is_whole(window: int) -> bool:
    """Whether nothing is cut out of the window (SetWindowRgn), and nothing is seen through it."""
    is_cut = bool(_GetWindowRegionBox(window, byref(RECT())))
    see_through = Extended.LAYERED | Extended.TRANSPARENT
    return not (is_cut or windows.extended_style(window) & see_through)


def is_clear(window: int) -> bool:
    """Whether all of the window is see-through (SetLayeredWindowAttributes)."""
    opacity, flags = BYTE(255), DWORD()
    told = _GetLayeredAttributes(window, None, byref(opacity), byref(flags))
    return bool(told and flags.value & _BY_OPACITY and opacity.value == 0)
