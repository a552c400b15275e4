"""Facts about a process of any program, from the system and from the process's own memory.

The layout of that memory is that of a 64-bit process: winternl.h (PEB, RTL_USER_PROCESS_PARAMETERS)
names some of the fields, and the others have been where they are since Windows Vista.
"""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w

from sayso.platforms.windows.native.held import Handle
from sayso.platforms.windows.native.library import Library

_kernel32 = Library("kernel32")
_ntdll = Library("ntdll")
_shell32 = Library("shell32")

QUERY_LIMITED = 0x1000
"""PROCESS_QUERY_LIMITED_INFORMATION."""
SYNCHRONIZE = 0x10_0000
"""To wait for the end of the process."""
VM_READ = 0x10
"""PROCESS_VM_READ: a process that is hardened grants it to nobody."""

ERROR_INVALID_PARAMETER = 87
"""The error of OpenProcess for a pid that no process has."""

_OpenProcess = _kernel32.function("OpenProcess", w.HANDLE, w.DWORD, w.BOOL, w.DWORD)
_GetProcessTimes = _kernel32.function(
    "GetProcessTimes", w.BOOL, w.HANDLE, *[ctypes.POINTER(w.FILETIME)] * 4
)
_QueryFullProcessImageName = _kernel32.function(
    "QueryFullProcessImageNameW",
    w.BOOL,
    w.HANDLE,
    w.DWORD,
    ctypes.c_void_p,
    ctypes.POINTER(w.DWORD),
)
_ReadProcessMemory = _kernel32.function(
    "ReadProcessMemory",
    w.BOOL,
    w.HANDLE,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),
)
_LocalFree = _kernel32.function("LocalFree", ctypes.c_void_p, ctypes.c_void_p, failed=None)
_CommandLineToArgv = _shell32.function(
    "CommandLineToArgvW", ctypes.c_void_p, w.LPCWSTR, ctypes.POINTER(ctypes.c_int)
)
_NtQueryInformationProcess = _ntdll.function(
    "NtQueryInformationProcess",
    ctypes.c_long,
    w.HANDLE,
    ctypes.c_int,
    ctypes.c_void_p,
    w.ULONG,
    ctypes.c_void_p,
    failed=None,  # it returns an NTSTATUS
)

_BASIC_INFORMATION = 0
_WOW64_INFORMATION = 26
_CONSOLE_HOST_PROCESS = 49
"""PROCESSINFOCLASS. The last of the three is in no documentation; Windows has it since 7."""

_PARAMETERS = 0x20
"""Offset in the PEB of the address of the process's parameters."""
_CURRENT_DIRECTORY = 0x38
_COMMAND_LINE = 0x70
"""Offsets in those parameters of two UNICODE_STRINGs."""

_LONGEST_PATH = 32_768
"""Characters: "Maximum Path Length Limitation" in Microsoft's documentation."""


class _BasicInformation(ctypes.Structure):
    """PROCESS_BASIC_INFORMATION."""

    _fields_ = (
        ("status", ctypes.c_void_p),
        ("peb", ctypes.c_void_p),
        ("affinity", ctypes.c_void_p),
        ("priority", ctypes.c_void_p),
        ("pid", ctypes.c_size_t),
        ("parent", ctypes.c_size_t),
    )


class Unreadable(Exception):
    """The process's memory can't be read, or has a layout that is not known here."""


def open_process(pid: int, access: int) -> Handle:
    """A handle of the process with this pid. `access`: the rights wanted. Raises OSError."""
    return Handle(_OpenProcess(access, False, pid))


def creation_time(process: int) -> int:
    """When it was created, as a FILETIME: in units of 100 ns. Raises OSError."""
    times = [w.FILETIME() for _ in range(4)]
    _GetProcessTimes(process, *map(ctypes.byref, times))
    created = times[0]
    return int(created.dwHighDateTime << 32 | created.dwLowDateTime)


def parent_pid(process: int) -> int:
    """The pid of the parent. The parent may have ended, and another process may have that pid by
    now. Raises OSError."""
    return int(_basic_information(process).parent)


def image_path(process: int) -> str:
    """The path of the program that the process runs. Raises OSError."""
    room, length = ctypes.create_unicode_buffer(_LONGEST_PATH), w.DWORD(_LONGEST_PATH)
    _QueryFullProcessImageName(process, 0, room, ctypes.byref(length))
    return room.value


def console_host(process: int) -> int | None:
    """The pid of the process that serves the console of this one, whether that console has a window
    or not; 0: the process has no console. None: this system does not tell."""
    host = ctypes.c_size_t()
    status = _NtQueryInformationProcess(
        process, _CONSOLE_HOST_PROCESS, ctypes.byref(host), ctypes.sizeof(host), None
    )
    return None if status else host.value & ~3  # the lowest bits are flags


def is_32_bit(process: int) -> bool:
    """Whether it is a 32-bit process on this 64-bit system. Raises OSError."""
    peb = ctypes.c_void_p()
    _query(process, _WOW64_INFORMATION, peb)
    return bool(peb.value)


def command_line(process: int) -> str:
    """The command line of the process. `process`: a handle with VM_READ, too. Raises Unreadable."""
    return _parameter(process, _COMMAND_LINE)


def current_directory(process: int) -> str:
    """The current directory of the process, with a backslash at the end. `process`: a handle with
    VM_READ, too. Raises Unreadable, also for a 32-bit process, which changes another copy of it."""
    if is_32_bit(process):
        raise Unreadable("a 32-bit process keeps its directory elsewhere")
    return _parameter(process, _CURRENT_DIRECTORY)


def split(line: str) -> tuple[str, ...]:
    """Splits a command line as CommandLineToArgvW does. An empty line has no parts here; that
    function would give our own program's path. Raises OSError."""
    if not line.strip():
        return ()
    count = ctypes.c_int()
    words = _CommandLineToArgv(line, ctypes.byref(count))
    try:
        return tuple((ctypes.c_wchar_p * count.value).from_address(words))
    finally:
        _LocalFree(words)


def _basic_information(process: int) -> _BasicInformation:
    told = _BasicInformation()
    _query(process, _BASIC_INFORMATION, told)
    return told


def _query(process: int, kind: int, room: ctypes.Structure | ctypes.c_void_p) -> None:
    """Raises OSError."""
    size = ctypes.sizeof(room)
    status = _NtQueryInformationProcess(process, kind, ctypes.byref(room), size, None)
    if status:
        words = f"NtQueryInformationProcess({kind}) tells 0x{status & 0xFFFFFFFF:08x}"
        raise OSError(None, words)


def _parameter(process: int, place: int) -> str:
    """The text of a UNICODE_STRING among the process's parameters. Raises Unreadable."""
    if ctypes.sizeof(ctypes.c_void_p) != 8:
        raise Unreadable("a 32-bit sayso can't read a 64-bit process")
    parameters = _address(process, int(_basic_information(process).peb or 0) + _PARAMETERS)
    length = int.from_bytes(_bytes(process, parameters + place, 2), "little")
    text = _bytes(process, _address(process, parameters + place + 8), length)
    return text.decode("utf-16-le", "surrogatepass")


def _address(process: int, place: int) -> int:
    return int.from_bytes(_bytes(process, place, 8), "little")


def _bytes(process: int, place: int, size: int) -> bytes:
    """Raises Unreadable."""
    room, done = ctypes.create_string_buffer(max(size, 1)), ctypes.c_size_t()
    try:
        _ReadProcessMemory(process, place, room, size, ctypes.byref(done))
    except OSError as error:
        raise Unreadable(str(error)) from error
    return room.raw[:size]
