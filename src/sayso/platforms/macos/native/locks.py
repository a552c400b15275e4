"""Whether somebody has a file locked. No ctypes: the short commands may load this.

On BSD the locks of flock(2) and fcntl(2) are of one kind, so that to ask for the one tells of the
other (fcntl(2) of macOS; `lf_getlock` in bsd/kern/kern_lockf.c of xnu); on Linux it does not.
"""

import sys

assert sys.platform == "darwin"

import fcntl
import os
import struct

FLOCK = struct.Struct("=qqihh")
"""sys/fcntl.h: start, length (0: to the end), pid, type, whence."""


def is_locked(descriptor: int) -> bool:
    """By another process, or by another opening of the file. Nothing is locked for that. Raises
    OSError."""
    asked = FLOCK.pack(0, 0, 0, fcntl.F_WRLCK, os.SEEK_SET)
    told = FLOCK.unpack(fcntl.fcntl(descriptor, fcntl.F_GETLK, asked))
    return bool(told[3] != fcntl.F_UNLCK)
