"""A file's metadata, all that it has beside its contents: copyfile(3)."""

import sys

assert sys.platform == "darwin"

import os

from sayso.platforms.macos.native import numbers


def copy_metadata(old: str, new: str) -> None:
    """Copies permissions, access list, flags, times and extended attributes to `new`, a file that
    exists and keeps its contents. Raises OSError."""
    from sayso.platforms.macos.native import library

    library.called("copyfile", os.fsencode(old), os.fsencode(new), None, numbers.COPYFILE_METADATA)
