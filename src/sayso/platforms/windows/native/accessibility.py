"""What assistive technology learns of a window beyond its text: by annotations of Active
Accessibility, which UI Automation adopts, and by UI Automation's notifications.

Not every system has these two (Wine has neither). Without them a window is named by its text.
"""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import POINTER, byref, c_int, c_int64, c_long, c_ubyte, c_ushort, c_void_p
from ctypes.wintypes import DWORD, HWND, LPCWSTR
from enum import Enum
from functools import cache
from typing import Any, Final

from sayso.platforms.windows.native.library import Library


class _Guid(ctypes.Structure):
    """GUID."""

    _fields_ = (("bytes", c_ubyte * 16),)


class Property(Enum):
    """Properties of a window that can be annotated: PROPID_ACC_…"""

    NAME = "{608D3DF8-8128-4AA7-A428-F55E49267291}"
    DESCRIPTION = "{4D48DFE4-BD3F-491F-A648-492D6F20C588}"
    HELP = "{C831E11F-44DB-4A99-9768-CB8F978B7231}"
    """For UI Automation, which has a help text in place of a description."""
    ROLE = "{CB905FF2-7BD1-4C05-B3C8-E6C241364D70}"
    STATE = "{A8D4D5B0-0A21-42D0-A5C0-514E984F457B}"


OPENER: Final = 0x40
"""ROLE_SYSTEM_OUTLINEBUTTON: a button that shows and hides what belongs to it."""
OPEN: Final = 0x200
CLOSED: Final = 0x400
"""OPEN and CLOSED are STATE_SYSTEM_EXPANDED and STATE_SYSTEM_COLLAPSED."""
FOCUSED: Final = 0x4
FOCUSABLE: Final = 0x100000


class _Number(ctypes.Structure):
    """A VARIANT that holds a whole number."""

    _fields_ = (
        ("kind", c_ushort),
        ("reserved", c_ushort * 3),
        ("number", c_int64),
        ("rest", c_int64),
    )


_WHOLE = 3
"""VT_I4."""


_SERVICES = "{B5F8350B-0548-48B1-A6EE-88BD00B4A5E7}"
"""CLSID_AccPropServices."""
_INTERFACE = "{6E26E776-04F0-495D-80E4-3330352E3169}"
"""IID_IAccPropServices."""
_SET_NUMBER, _SET_STRING = 6, 7
"""Indices of SetHwndProp and SetHwndPropStr among the methods of IAccPropServices."""
_CLIENT, _ITSELF = -4, 0
"""OBJID_CLIENT and CHILDID_SELF."""
_IN_PROCESS = 1
_APARTMENT = 2
_OTHER, _ALL = 4, 2
"""NotificationKind_Other, and NotificationProcessing_All: a screen reader says each notification,
one after the other."""

_ole = Library("ole32")
_automation = Library("oleaut32")
_Initialize = _ole.function("CoInitializeEx", c_long, c_void_p, DWORD, failed=None)
_Create = _ole.function(
    "CoCreateInstance", c_long, POINTER(_Guid), c_void_p, DWORD, POINTER(_Guid), POINTER(c_void_p),
    failed=None,
)  # fmt: skip
_Parse = _ole.function("CLSIDFromString", c_long, LPCWSTR, POINTER(_Guid), failed=None)
_AllocateString = _automation.function("SysAllocString", c_void_p, LPCWSTR)
_FreeString = _automation.function("SysFreeString", None, c_void_p, failed=None)
_SetNumber = ctypes.WINFUNCTYPE(c_long, c_void_p, HWND, DWORD, DWORD, _Guid, _Number)
_SetString = ctypes.WINFUNCTYPE(c_long, c_void_p, HWND, DWORD, DWORD, _Guid, LPCWSTR)


def annotate(window: int, which: Property, value: str | int) -> bool:
    """Sets what assistive technology reads in place of the system's own value. False: this system
    has no annotations, or the call failed."""
    services = _services()
    if services is None:
        return False
    table = ctypes.cast(services, POINTER(POINTER(c_void_p))).contents
    of = services, window, _CLIENT & 0xFFFFFFFF, _ITSELF, _guid(which.value)
    if isinstance(value, str):
        failed = _SetString(table[_SET_STRING] or 0)(*of, value)
    else:
        failed = _SetNumber(table[_SET_NUMBER] or 0)(*of, _Number(kind=_WHOLE, number=value))
    return not failed


def notify(window: int, words: str) -> bool:
    """Has a screen reader say the words. False: this system has no notifications, or the call
    failed."""
    functions = _notifications()
    if functions is None:
        return False
    provider_of, raise_event = functions
    provider, said, name = c_void_p(), _AllocateString(words), _AllocateString("sayso")
    try:
        failed = provider_of(window, byref(provider)) or not provider
        return not (failed or raise_event(provider, _OTHER, _ALL, said, name))
    finally:
        _FreeString(said)
        _FreeString(name)


@cache
def _services() -> c_void_p | None:
    """IAccPropServices, kept for as long as this process lives. None: this system has none."""
    _Initialize(None, _APARTMENT)
    made = c_void_p()
    if _Create(byref(_guid(_SERVICES)), None, _IN_PROCESS, byref(_guid(_INTERFACE)), byref(made)):
        return None
    return made


@cache
def _guid(text: str) -> _Guid:
    made = _Guid()
    _Parse(text, byref(made))
    return made


@cache
def _notifications() -> tuple[Any, Any] | None:
    """UiaHostProviderFromHwnd and UiaRaiseNotificationEvent, which Windows has since 10, version
    1709. None: this system has not got them."""
    try:
        core = Library("uiautomationcore")
        return (
            core.function(
                "UiaHostProviderFromHwnd", c_long, HWND, POINTER(c_void_p), failed=None
            ),
            core.function(
                "UiaRaiseNotificationEvent", c_long, c_void_p, c_int, c_int, c_void_p, c_void_p,
                failed=None,
            ),
        )  # fmt: skip
    except (AttributeError, OSError):
        return None
