"""Named pipes: byte streams between two processes, and what is known of the other end.

All of them are overlapped: an operation that waits can be given up.
"""

import sys

assert sys.platform == "win32"

import ctypes
from ctypes import POINTER, Structure, Union, byref, c_size_t, c_void_p
from ctypes.wintypes import BOOL, DWORD, HANDLE, LPCWSTR, LPVOID, ULONG
from enum import IntEnum
from typing import Any

from sayso.platforms.windows.native import handles, security
from sayso.platforms.windows.native.handles import Event
from sayso.platforms.windows.native.library import Library, is_no_handle

BUFFER = 1 << 16
"""Bytes that a pipe holds in each direction while nobody reads them."""

ERROR_PIPE_BUSY = 231
_ERROR_IO_PENDING = 997
_ERROR_PIPE_CONNECTED = 535
_ERROR_OPERATION_ABORTED = 995
_ERRORS_OF_THE_END = (109, 232, 233)
"""ERROR_BROKEN_PIPE, ERROR_NO_DATA, ERROR_PIPE_NOT_CONNECTED."""

_PIPE_ACCESS_DUPLEX = 3
_FILE_FLAG_FIRST_PIPE_INSTANCE = 0x80000
_FILE_FLAG_OVERLAPPED = 0x40000000
_PIPE_REJECT_REMOTE_CLIENTS = 8  # and bytes, not messages: PIPE_TYPE_BYTE is 0
_PIPE_UNLIMITED_INSTANCES = 255

_GENERIC_READ_WRITE = 0xC0000000
_OPEN_EXISTING = 3
_ONLY_IDENTIFY_US = 0x00100000 | 0x00010000
"""SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION: whoever serves the pipe can't act as us."""

_FILE_PIPE_LOCAL_INFORMATION = 24
_FULL_DUPLEX = 2

_kernel = Library("kernel32")
_nt = Library("ntdll")
_CreateNamedPipe = _kernel.function(
    "CreateNamedPipeW",
    HANDLE, LPCWSTR, DWORD, DWORD, DWORD, DWORD, DWORD, DWORD, LPVOID,
    failed=is_no_handle,
)  # fmt: skip
_CreateFile = _kernel.function(
    "CreateFileW",
    HANDLE, LPCWSTR, DWORD, DWORD, LPVOID, DWORD, DWORD, HANDLE,
    failed=is_no_handle,
)  # fmt: skip
_WaitNamedPipe = _kernel.function("WaitNamedPipeW", BOOL, LPCWSTR, DWORD)
_ConnectNamedPipe = _kernel.function("ConnectNamedPipe", BOOL, HANDLE, LPVOID, failed=None)
_DisconnectNamedPipe = _kernel.function("DisconnectNamedPipe", BOOL, HANDLE)
_PeekNamedPipe = _kernel.function(
    "PeekNamedPipe", BOOL, HANDLE, LPVOID, DWORD, LPVOID, POINTER(DWORD), LPVOID
)
_ReadFile = _kernel.function("ReadFile", BOOL, HANDLE, c_void_p, DWORD, LPVOID, LPVOID, failed=None)
_WriteFile = _kernel.function(
    "WriteFile", BOOL, HANDLE, c_void_p, DWORD, LPVOID, LPVOID, failed=None
)
_CancelIoEx = _kernel.function("CancelIoEx", BOOL, HANDLE, LPVOID, failed=None)
_GetOverlappedResult = _kernel.function(
    "GetOverlappedResult", BOOL, HANDLE, LPVOID, POINTER(DWORD), BOOL
)
_GetClientProcessId = _kernel.function("GetNamedPipeClientProcessId", BOOL, HANDLE, POINTER(ULONG))
_GetServerProcessId = _kernel.function("GetNamedPipeServerProcessId", BOOL, HANDLE, POINTER(ULONG))
_NtQueryInformationFile = _nt.function(
    "NtQueryInformationFile",
    ULONG, HANDLE, c_void_p, c_void_p, ULONG, ctypes.c_int,
    failed=None,
)  # fmt: skip
_RtlNtStatusToDosError = _nt.function("RtlNtStatusToDosError", ULONG, ULONG, failed=None)


class State(IntEnum):
    """State of one end of a pipe, as FILE_PIPE_LOCAL_INFORMATION has it."""

    DISCONNECTED = 1
    LISTENING = 2
    CONNECTED = 3
    CLOSING = 4
    """The other end has closed; what it sent before may still be unread."""


class _LocalInformation(Structure):
    _fields_ = (
        ("type", ULONG),
        ("configuration", ULONG),
        ("maximum_instances", ULONG),
        ("current_instances", ULONG),
        ("inbound_quota", ULONG),
        ("read_data_available", ULONG),
        ("outbound_quota", ULONG),
        ("write_quota_available", ULONG),
        ("state", ULONG),
        ("end", ULONG),
    )


class _Place(Structure):
    _fields_ = (("low", DWORD), ("high", DWORD))


class _Offset(Union):
    _fields_ = (("place", _Place), ("pointer", c_void_p))


class _Overlapped(Structure):
    """OVERLAPPED."""

    _fields_ = (
        ("internal", c_size_t),
        ("internal_high", c_size_t),
        ("offset", _Offset),
        ("event", HANDLE),
    )


class Operation:
    """Something that a pipe does while we go on; `event` is signalled once that is over.

    An object is for one operation, and must not be dropped before that is over, for the system
    writes to the object's memory: see `give_up`.
    """

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._overlapped = _Overlapped()
        self._buffer: Any = None
        self._failure = 0
        self.event = Event()
        # With the lowest bit set, a completion port that the pipe may belong to hears nothing of
        # the operation (GetQueuedCompletionStatus).
        self._overlapped.event = self.event.handle | 1

    def connect(self) -> None:
        """Begins to wait until somebody has connected."""
        ok = _ConnectNamedPipe(self._pipe, byref(self._overlapped))
        self._began(ok, is_over_at=_ERROR_PIPE_CONNECTED)

    def read(self, buffer: Any, size: int) -> None:
        """Begins to read. `buffer`: of ctypes, with `size` bytes. None, with `size` 0: waits until
        there is something to read, or the other end has closed; nothing is taken."""
        self._buffer = buffer
        self._began(_ReadFile(self._pipe, buffer, size, None, byref(self._overlapped)))

    def write(self, buffer: Any, size: int) -> None:
        self._buffer = buffer
        self._began(_WriteFile(self._pipe, buffer, size, None, byref(self._overlapped)))

    def _began(self, ok: bool, is_over_at: int | None = None) -> None:
        error = 0 if ok else ctypes.get_last_error()
        if error in (0, _ERROR_IO_PENDING):
            return
        if error != is_over_at:
            self._failure = error
        self.event.set()

    def is_over(self) -> bool:
        return handles.is_signalled(self.event.handle)

    def result(self) -> int:
        """How many bytes an operation that is over has read or written. Raises OSError;
        BrokenPipeError: the other end has closed."""
        done = DWORD()
        try:
            if self._failure:
                raise ctypes.WinError(self._failure)
            _GetOverlappedResult(self._pipe, byref(self._overlapped), byref(done), 1)
        except OSError as error:
            if is_of_the_end(error):
                raise BrokenPipeError(error.errno, error.strerror) from error
            raise
        return done.value

    def give_up(self) -> int:
        """Cancels the operation if it is not over yet, and closes it. Returns how many bytes it has
        read or written until now. Raises OSError if it had failed by itself."""
        if not self.is_over():
            _CancelIoEx(self._pipe, byref(self._overlapped))
        try:
            return self.result()
        except OSError as error:
            if error.winerror == _ERROR_OPERATION_ABORTED:
                return 0
            raise
        finally:
            self.close()

    def close(self) -> None:
        """To be called once the operation is over."""
        self._buffer = None
        self.event.close()


def is_of_the_end(error: OSError) -> bool:
    """Whether the error means that the other end has closed."""
    return error.winerror in _ERRORS_OF_THE_END or isinstance(error, ConnectionResetError)


def create(name: str, *, first: bool, alone: bool = False) -> int:
    """Makes an instance of a pipe of this name, which waits for somebody to connect; only our own
    programs can. `first`: raises OSError where there is an instance already. `alone`: there is
    never another instance."""
    open_mode, pipe_mode = modes(first=first)
    return int(
        _CreateNamedPipe(
            name,
            open_mode,
            pipe_mode,
            1 if alone else _PIPE_UNLIMITED_INSTANCES,
            BUFFER,
            BUFFER,
            0,
            byref(security.attributes(security.ours_alone())),
        )
    )


def modes(*, first: bool) -> tuple[int, int]:
    """The parameters dwOpenMode and dwPipeMode of CreateNamedPipeW."""
    access = _PIPE_ACCESS_DUPLEX | _FILE_FLAG_OVERLAPPED
    return access | (_FILE_FLAG_FIRST_PIPE_INSTANCE if first else 0), _PIPE_REJECT_REMOTE_CLIENTS


def connect(name: str) -> int:
    """Connects to an instance that waits; returns our end. Raises OSError; ERROR_PIPE_BUSY: no
    instance waits now."""
    flags = _FILE_FLAG_OVERLAPPED | _ONLY_IDENTIFY_US
    return int(_CreateFile(name, _GENERIC_READ_WRITE, 0, None, _OPEN_EXISTING, flags, None))


def wait_for_instance(name: str, seconds: float) -> None:
    """Returns once an instance waits for somebody to connect; another process may be faster to do
    so. Raises OSError: none did within `seconds`, or there is no pipe of this name any more."""
    _WaitNamedPipe(name, max(1, int(seconds * 1000)))


def disconnect(pipe: int) -> None:
    """Ends the connection: the other end is told so, and loses what it has not read yet."""
    _DisconnectNamedPipe(pipe)


def unread(pipe: int) -> int:
    """How many bytes have come and were not read yet. Raises OSError: all was read, and the other
    end has closed."""
    come = DWORD()
    _PeekNamedPipe(pipe, None, 0, None, byref(come), None)
    return come.value


def state(pipe: int) -> State:
    """The state of this end. Raises OSError: `pipe` is no pipe."""
    return State(_local(pipe).state)


def is_duplex(handle: int) -> bool:
    """Whether it is a pipe for both directions; no shell makes these."""
    try:
        return bool(_local(handle).configuration == _FULL_DUPLEX)
    except OSError:
        return False


def other_end(pipe: int) -> int:
    """The pid of the process that opened the other end. Raises OSError."""
    pid = ULONG()
    (_GetClientProcessId if _local(pipe).end else _GetServerProcessId)(pipe, byref(pid))
    return pid.value


def _local(pipe: int) -> _LocalInformation:
    told, status = _LocalInformation(), (c_size_t * 2)()
    failed = _NtQueryInformationFile(
        pipe, status, byref(told), ctypes.sizeof(told), _FILE_PIPE_LOCAL_INFORMATION
    )
    if failed:
        raise ctypes.WinError(_RtlNtStatusToDosError(failed))
    return told
