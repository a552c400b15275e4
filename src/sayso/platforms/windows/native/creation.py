"""How a process comes to be: it shares some handles, and ends if we do before it is whole.

The system makes it first and lets it run then (CreateProcessW). Who is ended between leaves a
process that never runs, and holds what it has inherited for ever. So it is made into a job that
ends with us (PROC_THREAD_ATTRIBUTE_JOB_LIST), and let live as soon as it runs.
"""

from __future__ import annotations

import sys

assert sys.platform == "win32"

import ctypes
from collections.abc import Mapping, Sequence
from ctypes import POINTER, Structure, byref, c_size_t, c_void_p, sizeof
from ctypes.wintypes import BOOL, DWORD, HANDLE, LPCWSTR, LPVOID, LPWSTR, WORD

from sayso.platforms.windows.native import handles, jobs
from sayso.platforms.windows.native.library import Library
from sayso.values import Value

_EXTENDED = 0x00080000
_UNICODE_ENVIRONMENT = 0x00000400
_USE_STANDARD_HANDLES = 0x100
_HANDLE_LIST = 0x20002
_JOB_LIST = 0x2000D
_PARENT = 0x20000
_ATTRIBUTES = 2

_DETACHED_PROCESS = 0x00000008
_CREATE_NEW_PROCESS_GROUP = 0x00000200
APART = _DETACHED_PROCESS | _CREATE_NEW_PROCESS_GROUP
"""With no console, so no Ctrl-C either; and no process that serves one."""
BREAKAWAY = 0x01000000
"""CREATE_BREAKAWAY_FROM_JOB."""


class _StartupInformation(Structure):
    """STARTUPINFOEXW."""

    _fields_ = (
        ("size", DWORD),
        ("reserved", LPWSTR),
        ("desktop", LPWSTR),
        ("title", LPWSTR),
        ("place", DWORD * 7),
        ("flags", DWORD),
        ("show", WORD),
        ("reserved_size", WORD),
        ("reserved_bytes", c_void_p),
        ("standard", HANDLE * 3),
        ("attributes", c_void_p),
    )


class _ProcessInformation(Structure):
    _fields_ = (("process", HANDLE), ("thread", HANDLE), ("pid", DWORD), ("thread_id", DWORD))


_kernel = Library("kernel32")
_Initialize = _kernel.function(
    "InitializeProcThreadAttributeList", BOOL, c_void_p, DWORD, DWORD, POINTER(c_size_t),
    failed=None,
)  # fmt: skip
_Update = _kernel.function(
    "UpdateProcThreadAttribute",
    BOOL, c_void_p, DWORD, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p,
)  # fmt: skip
_Delete = _kernel.function("DeleteProcThreadAttributeList", None, c_void_p, failed=None)
_CreateProcess = _kernel.function(
    "CreateProcessW",
    BOOL, LPCWSTR, LPWSTR, c_void_p, c_void_p, BOOL, DWORD, LPVOID, LPCWSTR,
    POINTER(_StartupInformation), POINTER(_ProcessInformation),
)  # fmt: skip


class Standard(Value):
    """Handles; a process that has none of a kind finds nothing there."""

    input: int
    output: int
    errors: int


def create(
    line: str,
    standard: Standard,
    inherited: Sequence[int],
    environ: Mapping[str, str] | None,
    directory: str,
    flags: int,
) -> tuple[int, int]:
    """The handle of the process, and its pid. `line`: its command line; `inherited`: those it
    shares beside its standard handles, under the same numbers. All have to be inheritable. Raises
    OSError."""
    job = jobs.create()
    try:
        told = _created(line, standard, inherited, (_JOB_LIST, job), environ, directory, flags)
        handles.close(told.thread)
        jobs.let_live(job)
    finally:
        handles.close(job)
    return told.process, told.pid


def create_under(
    parent: int,
    line: str,
    standard: Standard,
    inherited: Sequence[int],
    environ: Mapping[str, str],
    directory: str,
) -> None:
    """`parent`: the handle of a process, of which it inherits all, its user and its jobs as well;
    `standard` and `inherited` are handles of that one. With no console. Raises OSError."""
    place = _PARENT, parent
    told = _created(line, standard, inherited, place, environ, directory, APART)
    handles.close(told.thread)
    handles.close(told.process)


def _created(
    line: str,
    standard: Standard,
    inherited: Sequence[int],
    place: tuple[int, int],
    environ: Mapping[str, str] | None,
    directory: str,
    flags: int,
) -> _ProcessInformation:
    """`place`: an attribute that says where it is to be, and its value."""
    ours = (standard.input, standard.output, standard.errors)
    shared = [each for each in dict.fromkeys((*ours, *inherited)) if each]
    handle_list, where = (HANDLE * len(shared))(*shared), (HANDLE * 1)(place[1])
    size = c_size_t()
    _Initialize(None, _ATTRIBUTES, 0, byref(size))  # it fails, and tells the size
    attributes = ctypes.create_string_buffer(size.value)
    _Initialize(attributes, _ATTRIBUTES, 0, byref(size))
    try:
        for kind, value in ((_HANDLE_LIST, handle_list), (place[0], where)):
            _Update(attributes, 0, kind, value, sizeof(value), None, None)
        how = _StartupInformation(
            size=sizeof(_StartupInformation),
            flags=_USE_STANDARD_HANDLES,
            standard=(HANDLE * 3)(*ours),
            attributes=ctypes.addressof(attributes),
        )
        told = _ProcessInformation()
        _CreateProcess(
            None, ctypes.create_unicode_buffer(line), None, None, True,
            flags | _EXTENDED | _UNICODE_ENVIRONMENT, _block(environ), directory,
            byref(how), byref(told),
        )  # fmt: skip
    finally:
        _Delete(attributes)
    return told


def _block(environ: Mapping[str, str] | None) -> ctypes.Array[ctypes.c_wchar] | None:
    """None: as ours."""
    if environ is None:
        return None
    pairs = sorted(environ.items(), key=lambda pair: pair[0].upper())
    return ctypes.create_unicode_buffer("".join(f"{name}={text}\0" for name, text in pairs) + "\0")
