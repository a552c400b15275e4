"""The known folders of Windows, each with an id: KNOWNFOLDERID in Microsoft's documentation."""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w
from enum import Enum

from sayso.platforms.windows.native.library import Library

_SHGetKnownFolderPath = Library("shell32").function(
    "SHGetKnownFolderPath",
    ctypes.c_long,
    ctypes.c_char_p,
    w.DWORD,
    w.HANDLE,
    ctypes.POINTER(ctypes.c_void_p),
    failed=None,  # it returns an HRESULT
)
_CoTaskMemFree = Library("ole32").function("CoTaskMemFree", None, ctypes.c_void_p, failed=None)

_DONT_VERIFY = 0x4000
"""KF_FLAG_DONT_VERIFY: the directory need not exist."""


class Folder(Enum):
    """Known folders, by their KNOWNFOLDERID."""

    PROFILE = "5e6c858f-0e22-4760-9afe-ea3317b67173"
    ROAMING = "3eb685db-65f9-4cf6-a03a-e3ef65729f3d"
    LOCAL = "f1b32785-6fba-4fcf-9d55-7b8e7f157091"
    SYSTEM = "1ac14e77-02e7-4e5d-b744-2eb1ae5198b7"

    @property
    def guid(self) -> bytes:
        """The id as a GUID: of its first three numbers the lowest byte comes first."""
        told = bytes.fromhex(self.value.replace("-", ""))
        return told[3::-1] + told[5:3:-1] + told[7:5:-1] + told[8:]


def known(folder: Folder) -> str:
    """The path of the folder, for our user. Raises OSError."""
    place = ctypes.c_void_p()
    result = _SHGetKnownFolderPath(folder.guid, _DONT_VERIFY, None, ctypes.byref(place))
    try:
        if result < 0:
            words = f"Windows does not tell where {folder.name.lower()} is"
            raise OSError(None, f"{words}: 0x{result & 0xFFFFFFFF:08x}")
        return ctypes.wstring_at(place.value or 0)
    finally:
        _CoTaskMemFree(place)
