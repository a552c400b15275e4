"""The person's session: its screen, its environment, its shell, and whether somebody is there."""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w
from enum import IntEnum
from typing import Any, NamedTuple

from sayso.platforms.windows.native.library import Library
from sayso.platforms.windows.native.tokens import Token

_kernel32 = Library("kernel32")
_shell32 = Library("shell32")
_user32 = Library("user32")
_userenv = Library("userenv")
_wtsapi32 = Library("wtsapi32")

_GetThreadDesktop = _user32.function("GetThreadDesktop", w.HANDLE, w.DWORD)
_OpenInputDesktop = _user32.function("OpenInputDesktop", w.HANDLE, w.DWORD, w.BOOL, w.DWORD)
_CloseDesktop = _user32.function("CloseDesktop", w.BOOL, w.HANDLE, failed=None)
_GetCurrentThreadId = _kernel32.function("GetCurrentThreadId", w.DWORD)
_GetProcessWindowStation = _user32.function("GetProcessWindowStation", w.HANDLE)
_GetUserObjectInformation = _user32.function(
    "GetUserObjectInformationW",
    w.BOOL,
    w.HANDLE,
    ctypes.c_int,
    ctypes.c_void_p,
    w.DWORD,
    ctypes.c_void_p,
)
_GetShellWindow = _user32.function("GetShellWindow", w.HWND, failed=None)
_GetWindowThreadProcessId = _user32.function(
    "GetWindowThreadProcessId", w.DWORD, w.HWND, ctypes.POINTER(w.DWORD)
)
_CreateEnvironmentBlock = _userenv.function(
    "CreateEnvironmentBlock", w.BOOL, ctypes.POINTER(ctypes.c_void_p), w.HANDLE, w.BOOL
)
_DestroyEnvironmentBlock = _userenv.function("DestroyEnvironmentBlock", w.BOOL, ctypes.c_void_p)
_WTSQuerySessionInformation = _wtsapi32.function(
    "WTSQuerySessionInformationW",
    w.BOOL,
    w.HANDLE,
    w.DWORD,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.POINTER(w.DWORD),
)
_WTSFreeMemory = _wtsapi32.function("WTSFreeMemory", None, ctypes.c_void_p, failed=None)
_GetTickCount = _kernel32.function("GetTickCount", w.DWORD, failed=None)

_UOI_FLAGS, _UOI_NAME = 1, 2
_WSF_VISIBLE = 1
_READ_OBJECTS = 1
"""DESKTOP_READOBJECTS."""
_SESSION_INFO_EX = 25
"""WTSSessionInfoEx of WTS_INFO_CLASS."""

_ROOM = 512
"""Bytes for the name of a desktop."""


class _UserObjectFlags(ctypes.Structure):
    """USEROBJECTFLAGS."""

    _fields_ = (("inherit", w.BOOL), ("reserved", w.BOOL), ("flags", w.DWORD))


class _LastInput(ctypes.Structure):
    """LASTINPUTINFO."""

    _fields_ = (("size", w.UINT), ("time", w.DWORD))


class Connection(IntEnum):
    """WTS_CONNECTSTATE_CLASS: the states that a person's session has."""

    ACTIVE = 0
    DISCONNECTED = 4


class LockState(IntEnum):
    """SessionFlags of WTSINFOEX_LEVEL1."""

    LOCKED = 0
    UNLOCKED = 1


class _SessionInfo(ctypes.Structure):
    """WTSINFOEX as far as it is used here, with WTSINFOEX_LEVEL1 in it."""

    _fields_ = (
        ("level", w.DWORD),
        ("_aligned", w.DWORD),
        ("session", w.ULONG),
        ("connection", ctypes.c_int),
        ("flags", w.LONG),
    )


class SessionInfo(NamedTuple):
    """The state of a session."""

    connection: int
    """A `Connection`, or another state."""
    lock: int
    """A `LockState`, or -1: unknown."""


_GetLastInputInfo = _user32.function("GetLastInputInfo", w.BOOL, ctypes.POINTER(_LastInput))
_SHQueryUserNotificationState = _shell32.function(
    "SHQueryUserNotificationState",
    ctypes.c_long,
    ctypes.POINTER(ctypes.c_int),
    failed=lambda result: result < 0,
)


def desktop() -> str | None:
    """The desktop that this thread draws on, such as "WinSta0\\Default". None: that desktop is on
    no screen, like a service's. Raises OSError."""
    station = _GetProcessWindowStation()
    flags = _UserObjectFlags()
    size = ctypes.sizeof(flags)
    _GetUserObjectInformation(station, _UOI_FLAGS, ctypes.byref(flags), size, None)
    if not flags.flags & _WSF_VISIBLE:
        return None
    return f"{_name(station)}\\{_name_of_ours()}"


def is_seen() -> bool:
    """Whether the desktop that this thread draws on is the one that the person sees. Another one is
    there while the system asks for an administrator's consent (UAC), and while the screen is
    locked."""
    try:
        seen = _OpenInputDesktop(0, 0, _READ_OBJECTS)
    except OSError:  # it is the system's, and not for us to open
        return False
    try:
        return _name(seen) == _name_of_ours()
    finally:
        _CloseDesktop(seen)


def _name_of_ours() -> str:
    return _name(_GetThreadDesktop(_GetCurrentThreadId()))


def _name(user_object: int) -> str:
    room = ctypes.create_unicode_buffer(_ROOM // 2)
    _GetUserObjectInformation(user_object, _UOI_NAME, room, _ROOM, None)
    return room.value


def shell_pid() -> int | None:
    """The pid of the process that is the desktop's shell. None: there is no shell now."""
    window = _GetShellWindow()
    if not window:
        return None
    pid = w.DWORD()
    try:
        _GetWindowThreadProcessId(window, ctypes.byref(pid))
    except OSError:  # its window closed just now
        return None
    return pid.value


def environment_of_account() -> dict[str, str]:
    """The environment that a program of this account gets at login, with nothing of our own. Names
    are in upper case, as in `os.environ`: Windows ignores their case. Raises OSError."""
    block = ctypes.c_void_p()
    with Token(duplicable=True) as token:
        _CreateEnvironmentBlock(ctypes.byref(block), token.handle.number, False)
    try:
        return dict(_entries(block.value or 0))
    finally:
        _DestroyEnvironmentBlock(block)


def _entries(place: int) -> list[tuple[str, str]]:
    """Names and values in the environment block at `place`. Each entry ends with a NUL; another NUL
    ends the block. Entries that begin with "=" are left out: they hold the current directories of
    drives, which concern nobody else."""
    found = []
    while entry := ctypes.wstring_at(place):
        place += 2 * (len(entry) + 1)
        name, sign, value = entry.partition("=")
        if name and sign:
            found.append((name.upper(), value))
    return found


def session_info(session: int) -> SessionInfo:
    """The state of the session with this number, by WTSQuerySessionInformation. Raises OSError."""
    told, size = ctypes.c_void_p(), w.DWORD()
    _WTSQuerySessionInformation(
        None, session, _SESSION_INFO_EX, ctypes.byref(told), ctypes.byref(size)
    )
    try:
        if size.value < ctypes.sizeof(_SessionInfo):
            raise OSError(None, "WTSQuerySessionInformation tells too little")
        info: Any = _SessionInfo.from_address(told.value or 0)
        return SessionInfo(info.connection, info.flags)
    finally:
        _WTSFreeMemory(told)


def idle() -> float:
    """Seconds since the last input in this session. Raises OSError."""
    last = _LastInput(ctypes.sizeof(_LastInput))
    _GetLastInputInfo(ctypes.byref(last))
    passed: int = (_GetTickCount() - last.time) & 0xFFFFFFFF
    return passed / 1_000  # the mask: both counts of milliseconds wrap after 49.7 days


def notification_state() -> int:
    """The QUERY_USER_NOTIFICATION_STATE of now. Raises OSError."""
    state = ctypes.c_int()
    _SHQueryUserNotificationState(ctypes.byref(state))
    return state.value
