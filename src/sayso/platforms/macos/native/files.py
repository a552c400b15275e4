"""What a file has beside what it holds: copyfile(3)."""

import sys

assert sys.platform == "darwin"

import os

from sayso.platforms.macos.native import numbers


def copy_metadata(old: str, new: str) -> None:
    """Rights, access list, flags, times and extended attributes: to a file that is there, and that
    goes on holding what it holds. Raises OSError."""
    from sayso.platforms.macos.native import library

    library.called("copyfile", os.fsencode(old), os.fsencode(new), None, numbers.COPYFILE_METADATA)
