"""Who may use what we make: security descriptors, which are written in SDDL."""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import POINTER, Structure, byref, c_void_p, sizeof
from ctypes.wintypes import BOOL, DWORD, HANDLE, LPCWSTR, LPWSTR
from functools import cache
from typing import Any

from sayso.platforms.windows.native.library import Library

_SDDL_REVISION_1 = 1
_TOKEN_QUERY = 8
_TOKEN_USER = 1
_TOKEN_LOGON_SID = 28
_OURSELVES = -1
"""The pseudo-handle of GetCurrentProcess."""
_SE_KERNEL_OBJECT = 6
_OWNER_AND_RIGHTS = 1 | 4
LABEL = "S-1-16-8192"
"""The integrity level (medium) that what we make is labelled with: ME in SDDL."""
_ROOM = 1024
"""Bytes: more than any SID takes, with what stands before it."""

_kernel = Library("kernel32")
_advapi = Library("advapi32")
_CloseHandle = _kernel.function("CloseHandle", BOOL, HANDLE)
_LocalFree = _kernel.function("LocalFree", c_void_p, c_void_p, failed=None)
_OpenProcessToken = _advapi.function("OpenProcessToken", BOOL, HANDLE, DWORD, POINTER(HANDLE))
_GetTokenInformation = _advapi.function(
    "GetTokenInformation", BOOL, HANDLE, ctypes.c_int, c_void_p, DWORD, POINTER(DWORD)
)
_ConvertSidToStringSid = _advapi.function("ConvertSidToStringSidW", BOOL, c_void_p, POINTER(LPWSTR))
_FromString = _advapi.function(
    "ConvertStringSecurityDescriptorToSecurityDescriptorW",
    BOOL, LPCWSTR, DWORD, POINTER(c_void_p), c_void_p,
)  # fmt: skip
_ToString = _advapi.function(
    "ConvertSecurityDescriptorToStringSecurityDescriptorW",
    BOOL, c_void_p, DWORD, DWORD, POINTER(LPWSTR), c_void_p,
)  # fmt: skip
_GetSecurityInfo = _advapi.function(
    "GetSecurityInfo",
    DWORD, HANDLE, ctypes.c_int, DWORD, c_void_p, c_void_p, c_void_p, c_void_p, POINTER(c_void_p),
    failed=bool,
)  # fmt: skip
_SetKernelObjectSecurity = _advapi.function(
    "SetKernelObjectSecurity", BOOL, HANDLE, DWORD, c_void_p
)


class SecurityAttributes(Structure):
    """SECURITY_ATTRIBUTES: no child of ours inherits an object that is made with these."""

    _fields_ = (("size", DWORD), ("descriptor", c_void_p), ("is_inheritable", BOOL))


@cache
def our_user() -> str:
    """The SID of the user that we run as, as text."""
    return _token_sid(_TOKEN_USER, 0)


@cache
def our_logon() -> str:
    """The SID of the logon session that we belong to, as text: it is for this user on this desktop
    alone."""
    return _token_sid(_TOKEN_LOGON_SID, ctypes.sizeof(c_void_p))


def _token_sid(kind: int, offset: int) -> str:
    """A SID of our token, as text. `kind`: the TOKEN_INFORMATION_CLASS that has it; `offset`: where
    the pointer to the SID is in that, in bytes."""
    token, size = HANDLE(), DWORD()
    _OpenProcessToken(_OURSELVES, _TOKEN_QUERY, byref(token))
    try:
        room = ctypes.create_string_buffer(_ROOM)
        _GetTokenInformation(token, kind, room, _ROOM, byref(size))
        words = LPWSTR()
        _ConvertSidToStringSid(c_void_p.from_buffer(room, offset), byref(words))
        return _taken(words)
    finally:
        _CloseHandle(token)


def ours_alone() -> str:
    """The SDDL of what programs of this user and this logon session may use, and nobody else: no
    other session of the user's, no other user but the system, no program of a lower integrity
    level."""
    return f"O:{our_user()}D:P(A;;GA;;;{our_logon()})(A;;GA;;;SY)S:(ML;;NRNWNX;;;ME)"


@cache
def attributes(sddl: str) -> SecurityAttributes:
    """The attributes for an object that is to be made; they are kept for as long as this process
    lives. Raises OSError."""
    made = SecurityAttributes(sizeof(SecurityAttributes), None, 0)
    made.descriptor = _descriptor(sddl)
    return made


def protect_process(sddl: str) -> None:
    """Sets who may open this process from now on. Raises OSError."""
    descriptor = _descriptor(sddl)
    try:
        _SetKernelObjectSecurity(_OURSELVES, 4, descriptor)
    finally:
        _LocalFree(descriptor)


def of_object(handle: int) -> str:
    """Owner and rights of a kernel object, in SDDL. Raises OSError."""
    descriptor, words = c_void_p(), LPWSTR()
    _GetSecurityInfo(
        handle, _SE_KERNEL_OBJECT, _OWNER_AND_RIGHTS, None, None, None, None, byref(descriptor)
    )
    try:
        _ToString(descriptor, _SDDL_REVISION_1, _OWNER_AND_RIGHTS, byref(words), None)
        return _taken(words)
    finally:
        _LocalFree(descriptor)


def _descriptor(sddl: str) -> int:
    """The address of a security descriptor, which the caller has to free."""
    made = c_void_p()
    _FromString(sddl, _SDDL_REVISION_1, byref(made), None)
    return made.value or 0


def _taken(words: Any) -> str:
    """The text of a string that the system has allocated, and frees here."""
    text = words.value or ""
    _LocalFree(ctypes.cast(words, c_void_p))
    return text
