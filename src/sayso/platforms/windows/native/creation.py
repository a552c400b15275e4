"""Starts processes, which share some of our handles. A new process ends if we end before it runs.

CreateProcessW makes the process first, and then lets it run. If we were ended in between, a process
would be left that never runs, and holds for ever what it has inherited. So it is made inside a job
that ends with us (PROC_THREAD_ATTRIBUTE_JOB_LIST); once it runs, that limit is lifted.
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
"""Flags for a process with no console: no Ctrl-C reaches it, and no other process is started to
serve a console."""
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
    """Handles of a process's standard streams. 0: it has none of that kind."""

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
    """Starts a process; returns its handle and its pid. `line`: its command line; `inherited`:
    handles that it shares beside the standard ones, under the same numbers. All these handles have
    to be inheritable. `environ`: None for our own. Raises OSError."""
    job = jobs.create()
    try:
        told = _created(line, standard, inherited, (_JOB_LIST, job), environ, directory, flags)
        handles.close(told.thread)
        jobs.lift_kill_on_close(job)
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
    """Starts a process, with no console, as a child of `parent`, a handle of another process. The
    new one inherits from that process, its user and its jobs included; `standard` and `inherited`
    are handles of that process. Raises OSError."""
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
    """`place`: the attribute that says into which job, or under which parent, the process is made;
    and the handle of that job or parent."""
    ours = (standard.input, standard.output, standard.errors)
    shared = [each for each in dict.fromkeys((*ours, *inherited)) if each]
    handle_list, where = (HANDLE * len(shared))(*shared), (HANDLE * 1)(place[1])
    size = c_size_t()
    _Initialize(None, _ATTRIBUTES, 0, byref(size))  # this call fails, but sets the size
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
    """The environment block for CreateProcessW. None: the process gets our own environment."""
    if environ is None:
        return None
    pairs = sorted(environ.items(), key=lambda pair: pair[0].upper())
    return ctypes.create_unicode_buffer("".join(f"{name}={text}\0" for name, text in pairs) + "\0")
