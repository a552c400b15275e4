"""Who may use a file: its owner, and its access control list (DACL). And who has made a pipe."""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w
from collections.abc import Iterator
from typing import Any, NamedTuple

from sayso.platforms.windows.native.library import Library
from sayso.platforms.windows.native.tokens import sid_text

_advapi32 = Library("advapi32")
_kernel32 = Library("kernel32")

_POINTER = ctypes.POINTER(ctypes.c_void_p)
_GetSecurityInfo = _advapi32.function(
    "GetSecurityInfo",
    w.DWORD,
    w.HANDLE,
    ctypes.c_int,
    w.DWORD,
    _POINTER,
    _POINTER,
    _POINTER,
    _POINTER,
    _POINTER,
    failed=None,  # it returns the error
)
_SetNamedSecurityInfo = _advapi32.function(
    "SetNamedSecurityInfoW",
    w.DWORD,
    w.LPCWSTR,
    ctypes.c_int,
    w.DWORD,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    failed=None,  # it returns the error
)
_GetSecurityDescriptorControl = _advapi32.function(
    "GetSecurityDescriptorControl",
    w.BOOL,
    ctypes.c_void_p,
    ctypes.POINTER(w.WORD),
    ctypes.POINTER(w.DWORD),
)
_LocalFree = _kernel32.function("LocalFree", ctypes.c_void_p, ctypes.c_void_p, failed=None)

_SE_FILE_OBJECT = 1
_SE_KERNEL_OBJECT = 6
_OWNER, _DACL, _LABEL = 1, 4, 0x10
_PROTECTED_DACL, _UNPROTECTED_DACL = 0x8000_0000, 0x2000_0000
_SE_DACL_PROTECTED = 0x1000
_ALLOWED, _DENIED = 0, 1
"""ACCESS_ALLOWED_ACE_TYPE, ACCESS_DENIED_ACE_TYPE."""
_MANDATORY_LABEL = 0x11
"""SYSTEM_MANDATORY_LABEL_ACE_TYPE."""


class Grant(NamedTuple):
    """An entry of the list: what an account or a group may do with the file."""

    sid: str
    """Empty: the entry is of a kind that is not read here."""
    rights: int


class Access(NamedTuple):
    """Who may use a file or directory."""

    owner: str
    """The SID."""
    grants: tuple[Grant, ...] | None
    """Entries that allow something, with those that only count for what is created in a directory.
    None: there is no list, so everybody may do everything."""


class Maker(NamedTuple):
    """Who has made a pipe. Nobody can make one in another user's name, or with the label of a level
    above their own."""

    owner: str
    """The SID."""
    label: str
    """The SID of an integrity level; empty: the pipe has no label, so a program of the medium level
    or above has made it."""


class _Acl(ctypes.Structure):
    """ACL."""

    _fields_ = (
        ("revision", w.BYTE),
        ("_aligned", w.BYTE),
        ("size", w.WORD),
        ("count", w.WORD),
        ("_aligned_too", w.WORD),
    )


class _Ace(ctypes.Structure):
    """ACCESS_ALLOWED_ACE, whose SID begins at the last field."""

    _fields_ = (
        ("kind", ctypes.c_ubyte),
        ("flags", ctypes.c_ubyte),
        ("size", w.WORD),
        ("rights", w.DWORD),
        ("sid", w.DWORD),
    )


def of(handle: int) -> Access:
    """Who may use an open file or directory. `handle`: opened with READ_CONTROL. Raises OSError."""
    owner, dacl = ctypes.c_void_p(), ctypes.c_void_p()
    descriptor = _read(handle, _OWNER | _DACL, owner, dacl)
    try:
        grants = None if dacl.value is None else tuple(_grants(dacl.value))
        return Access(sid_text(owner.value or 0), grants)
    finally:
        _LocalFree(descriptor)


def maker(pipe: int) -> Maker:
    """Who has made the pipe, told by its own label, whichever process serves it now. Raises
    OSError."""
    owner, labels, descriptor = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    to_rest = (None, None, ctypes.byref(labels), ctypes.byref(descriptor))
    _check(
        _GetSecurityInfo(pipe, _SE_KERNEL_OBJECT, _OWNER | _LABEL, ctypes.byref(owner), *to_rest)
    )
    try:
        return Maker(sid_text(owner.value or 0), _label(labels.value))
    finally:
        _LocalFree(descriptor)


def _label(labels: int | None) -> str:
    for place, ace in _entries(labels) if labels else ():
        if ace.kind == _MANDATORY_LABEL:
            return sid_text(place + _Ace.sid.offset)
    return ""


def copy(handle: int, path: str) -> None:
    """Copies the DACL of an open file to the file at `path`. Raises OSError."""
    dacl = ctypes.c_void_p()
    descriptor = _read(handle, _DACL, None, dacl)
    try:
        control, revision = w.WORD(), w.DWORD()
        _GetSecurityDescriptorControl(descriptor, ctypes.byref(control), ctypes.byref(revision))
        inherits = not control.value & _SE_DACL_PROTECTED
        what = _DACL | (_UNPROTECTED_DACL if inherits else _PROTECTED_DACL)
        _check(_SetNamedSecurityInfo(path, _SE_FILE_OBJECT, what, None, None, dacl, None))
    finally:
        _LocalFree(descriptor)


def _read(handle: int, what: int, owner: Any, dacl: Any) -> ctypes.c_void_p:
    """The security descriptor, which the caller frees; `owner` and `dacl` are set to point into
    it."""
    descriptor = ctypes.c_void_p()
    to_owner = None if owner is None else ctypes.byref(owner)
    rest = (None, ctypes.byref(dacl), None, ctypes.byref(descriptor))
    _check(_GetSecurityInfo(handle, _SE_FILE_OBJECT, what, to_owner, *rest))
    return descriptor


def _check(error: int) -> None:
    if error:
        raise ctypes.WinError(error)


def _grants(dacl: int) -> list[Grant]:
    found = []
    for place, ace in _entries(dacl):
        if ace.kind == _ALLOWED:
            found.append(Grant(sid_text(place + _Ace.sid.offset), int(ace.rights)))
        elif ace.kind != _DENIED:
            found.append(Grant("", int(ace.rights)))
    return found


def _entries(acl: int) -> Iterator[tuple[int, Any]]:
    """The entries of the list at this address, each with its own address."""
    count: int = _Acl.from_address(acl).count
    place = acl + ctypes.sizeof(_Acl)
    for _ in range(count):
        ace: Any = _Ace.from_address(place)
        yield place, ace
        place += ace.size
