"""Files and directories by the system's own functions, for what Python's functions leave out."""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w
import errno
from enum import IntFlag
from typing import Any, Final

from sayso.platforms.windows.native import security
from sayso.platforms.windows.native.held import Handle
from sayso.platforms.windows.native.library import Library, is_no_handle

_kernel32 = Library("kernel32")

ERROR_ALREADY_EXISTS: Final = 183
ERROR_SHARING_VIOLATION: Final = 32

_CreateFile = _kernel32.function(
    "CreateFileW",
    w.HANDLE,
    w.LPCWSTR,
    w.DWORD,
    w.DWORD,
    ctypes.c_void_p,
    w.DWORD,
    w.DWORD,
    w.HANDLE,
    failed=is_no_handle,
)
_CreateDirectory = _kernel32.function("CreateDirectoryW", w.BOOL, w.LPCWSTR, ctypes.c_void_p)
_GetFileType = _kernel32.function("GetFileType", w.DWORD, w.HANDLE, failed=None)
_GetFileInformationByHandle = _kernel32.function(
    "GetFileInformationByHandle", w.BOOL, w.HANDLE, ctypes.c_void_p
)
_FindFirstChangeNotification = _kernel32.function(
    "FindFirstChangeNotificationW", w.HANDLE, w.LPCWSTR, w.BOOL, w.DWORD, failed=is_no_handle
)
_FindCloseChangeNotification = _kernel32.function("FindCloseChangeNotification", w.BOOL, w.HANDLE)

_GetFileInformationByHandleEx = _kernel32.function(
    "GetFileInformationByHandleEx", w.BOOL, w.HANDLE, ctypes.c_int, ctypes.c_void_p, w.DWORD
)

_FILE_TYPE_DISK = 1
_STANDARD_INFO = 1
"""FileStandardInfo of FILE_INFO_BY_HANDLE_CLASS."""
_CHANGES = 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x40 | 0x100
"""FILE_NOTIFY_CHANGE_…: names of files and of directories, attributes, size, last write, creation,
security. Not the last access: reading is no change."""


class Access(IntFlag):
    """What a handle may be used for; see "File Access Rights Constants"."""

    READ = 0x8000_0000
    """GENERIC_READ."""
    WRITE = 0x4000_0000
    """GENERIC_WRITE."""
    APPEND = 0x4
    """FILE_APPEND_DATA."""
    WRITE_DATA = 0x2
    """FILE_WRITE_DATA."""
    LIST = 0x1
    """FILE_LIST_DIRECTORY."""
    READ_ATTRIBUTES = 0x80
    """FILE_READ_ATTRIBUTES."""
    READ_CONTROL = 0x2_0000
    """To read who owns the file, and who may use it."""
    DELETE = 0x1_0000
    SYNCHRONIZE = 0x10_0000


class Share(IntFlag):
    """What others may do with the file while the handle is open."""

    NONE = 0
    READ = 1
    WRITE = 2
    DELETE = 4
    """Delete or rename the file."""
    ALL = 7


class Flag(IntFlag):
    """FILE_ATTRIBUTE_… and FILE_FLAG_…."""

    HIDDEN = 0x2
    NORMAL = 0x80
    DELETE_ON_CLOSE = 0x0400_0000
    BACKUP_SEMANTICS = 0x0200_0000
    """Opens directories, too."""
    OPEN_REPARSE_POINT = 0x0020_0000
    """Opens a link itself, not what it leads to."""
    SQOS_IDENTIFICATION = 0x0011_0000
    """SECURITY_SQOS_PRESENT with SECURITY_IDENTIFICATION: whoever serves a pipe of that name must
    not act as us."""


class Disposition:
    """Whether the file has to exist already; see CreateFileW."""

    OPEN_EXISTING: Final = 3
    OPEN_ALWAYS: Final = 4


class Kind(IntFlag):
    """FILE_ATTRIBUTE_… of an open file."""

    READ_ONLY = 0x1
    DIRECTORY = 0x10
    REPARSE_POINT = 0x400
    """A link, a junction, or a file that lies elsewhere."""


class _FileInformation(ctypes.Structure):
    """BY_HANDLE_FILE_INFORMATION."""

    _fields_ = (
        ("attributes", w.DWORD),
        ("times", w.FILETIME * 3),
        ("volume", w.DWORD),
        ("size_high", w.DWORD),
        ("size_low", w.DWORD),
        ("links", w.DWORD),
        ("index_high", w.DWORD),
        ("index_low", w.DWORD),
    )


class _StandardInformation(ctypes.Structure):
    """FILE_STANDARD_INFO."""

    _fields_ = (
        ("allocated", ctypes.c_int64),
        ("end", ctypes.c_int64),
        ("links", w.DWORD),
        ("delete_pending", w.BOOLEAN),
        ("directory", w.BOOLEAN),
    )


def open_handle(
    path: str,
    access: int,
    share: int = Share.ALL,
    disposition: int = Disposition.OPEN_EXISTING,
    flags: int = Flag.NORMAL,
    sddl: str | None = None,
) -> Handle:
    """Opens a file or directory, by CreateFileW. `sddl`: who may use a file that this creates.
    Raises OSError, with the path in it."""
    attributes = security.attributes(sddl) if sddl else None
    made: Any = ctypes.byref(attributes) if attributes else None
    try:
        return Handle(_CreateFile(path, access, share, made, disposition, flags, None))
    except OSError as error:
        raise _about(error, path) from error


def make_directory(path: str, sddl: str) -> None:
    """Makes a directory. `sddl`: who may use it. Raises OSError; FileExistsError where something
    has that name."""
    try:
        _CreateDirectory(path, ctypes.byref(security.attributes(sddl)))
    except OSError as error:
        raise _about(error, path) from error


def is_on_disk(handle: int) -> bool:
    """Whether it is the handle of a file on disk, not of a pipe or a device."""
    return bool(_GetFileType(handle) == _FILE_TYPE_DISK)


def kind(handle: int) -> Kind:
    """Which of the attributes in `Kind` an open file has. Raises OSError."""
    told: Any = _FileInformation()
    _GetFileInformationByHandle(handle, ctypes.byref(told))
    return Kind(told.attributes & (Kind.READ_ONLY | Kind.DIRECTORY | Kind.REPARSE_POINT))


def has_name(handle: int) -> bool:
    """Whether an open file was not removed. Windows keeps the name of a removed file until its last
    handle is closed, or takes it at once (from Windows 10, version 1809). Raises OSError."""
    told: Any = _StandardInformation()
    size = ctypes.sizeof(told)
    _GetFileInformationByHandleEx(handle, _STANDARD_INFO, ctypes.byref(told), size)
    return not told.delete_pending and told.links > 0


class ChangeNotice:
    """A handle that is signalled once something in a directory has changed, but not in those below
    it.

    While the handle is open, the directories above can't be renamed.
    """

    def __init__(self, directory: str) -> None:
        """Raises OSError."""
        try:
            self.handle: int = _FindFirstChangeNotification(directory, False, _CHANGES)
        except OSError as error:
            raise _about(error, directory) from error

    def close(self) -> None:
        _FindCloseChangeNotification(self.handle)


def _about(error: OSError, path: str) -> OSError:
    """The same error, with the path in it."""
    code = getattr(error, "winerror", None)
    return OSError(error.errno or errno.EIO, error.strerror, path, code)
