"""Access tokens, which tell who a process runs as: GetTokenInformation in Microsoft's
documentation."""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w
from enum import IntEnum
from typing import Any, Self

from sayso.platforms.windows.native.held import Handle
from sayso.platforms.windows.native.library import Library

_advapi32 = Library("advapi32")
_kernel32 = Library("kernel32")

_OpenProcessToken = _advapi32.function(
    "OpenProcessToken", w.BOOL, w.HANDLE, w.DWORD, ctypes.POINTER(w.HANDLE)
)
_GetTokenInformation = _advapi32.function(
    "GetTokenInformation",
    w.BOOL,
    w.HANDLE,
    ctypes.c_int,
    ctypes.c_void_p,
    w.DWORD,
    ctypes.POINTER(w.DWORD),
)
_ConvertSidToStringSid = _advapi32.function(
    "ConvertSidToStringSidW", w.BOOL, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)
)
_GetSidSubAuthorityCount = _advapi32.function(
    "GetSidSubAuthorityCount", ctypes.POINTER(ctypes.c_ubyte), ctypes.c_void_p
)
_GetSidSubAuthority = _advapi32.function(
    "GetSidSubAuthority", ctypes.POINTER(w.DWORD), ctypes.c_void_p, w.DWORD
)
_LocalFree = _kernel32.function("LocalFree", ctypes.c_void_p, ctypes.c_void_p, failed=None)

_TOKEN_QUERY = 0x8
_TOKEN_DUPLICATE = 0x2
_CURRENT_PROCESS = -1
"""What GetCurrentProcess returns, always."""

_ROOM = 512
"""Bytes: a SID has 68 at most (SECURITY_MAX_SID_SIZE)."""


class _Kind(IntEnum):
    """TOKEN_INFORMATION_CLASS."""

    USER = 1
    SESSION = 12
    ELEVATION_TYPE = 18
    ELEVATION = 20
    INTEGRITY = 25


class ElevationType(IntEnum):
    """TOKEN_ELEVATION_TYPE."""

    DEFAULT = 1
    """The account has one set of rights."""
    FULL = 2
    """The account has two sets of rights, and this is the administrator's."""
    LIMITED = 3


class Token:
    """The access token of a process. As a context manager it is closed at the end."""

    def __init__(self, process: int = _CURRENT_PROCESS, *, duplicable: bool = False) -> None:
        """`process`: a handle with PROCESS_QUERY_LIMITED_INFORMATION. `duplicable`: the token can
        be given to functions that act for its user. Raises OSError."""
        opened = w.HANDLE()
        access = _TOKEN_QUERY | (_TOKEN_DUPLICATE if duplicable else 0)
        _OpenProcessToken(process, access, ctypes.byref(opened))
        self.handle = Handle(opened.value or 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.handle.close()

    def user(self) -> str:
        """The SID of the process's user, such as "S-1-5-21-…". Raises OSError."""
        room = self._read(_Kind.USER)
        return sid_text(_sid_in(room))

    def session(self) -> int:
        """The number of the process's session; 0: the session of services. Raises OSError."""
        return self._number(_Kind.SESSION)

    def integrity(self) -> int:
        """The integrity level: 0x1000 low, 0x2000 medium, 0x3000 high, 0x4000 system. Raises
        OSError."""
        room = self._read(_Kind.INTEGRITY)
        sid = _sid_in(room)
        last = _GetSidSubAuthorityCount(sid)[0] - 1
        return int(_GetSidSubAuthority(sid, last)[0])

    def is_elevated(self) -> bool:
        """Whether the process has an administrator's rights. Raises OSError."""
        return bool(self._number(_Kind.ELEVATION))

    def elevation_type(self) -> ElevationType:
        """Raises OSError."""
        return ElevationType(self._number(_Kind.ELEVATION_TYPE))

    def _number(self, kind: _Kind) -> int:
        return int.from_bytes(self._read(kind)[:4], "little")

    def _read(self, kind: _Kind) -> Any:
        room, length = ctypes.create_string_buffer(_ROOM), w.DWORD()
        _GetTokenInformation(self.handle.number, kind, room, _ROOM, ctypes.byref(length))
        return room


def sid_text(sid: int) -> str:
    """A SID as text. `sid`: the SID's address. Raises OSError."""
    text = ctypes.c_void_p()
    _ConvertSidToStringSid(sid, ctypes.byref(text))
    try:
        return ctypes.wstring_at(text.value or 0)
    finally:
        _LocalFree(text)


def _sid_in(room: Any) -> int:
    """The address of the SID in a TOKEN_USER or TOKEN_MANDATORY_LABEL, which begin with that
    address. The SID lies in `room`, too: the caller keeps that for as long as it uses the
    address."""
    return int(ctypes.c_void_p.from_buffer(room).value or 0)
