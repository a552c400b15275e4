"""Whether somebody has a file locked. No ctypes: the short commands may load this.

On BSD the locks of flock(2) and fcntl(2) are of one kind, so asking for a lock of fcntl(2) shows
one of flock(2), too (fcntl(2) of macOS; `lf_getlock` in bsd/kern/kern_lockf.c of xnu). On Linux it
does not.
"""

import sys

assert sys.platform == "darwin"

import fcntl
import os
import struct

FLOCK = struct.Struct("=qqihh")
"""`struct flock` of sys/fcntl.h: start, length (0: to the end), pid, type, whence."""


def is_locked(descriptor: int) -> bool:
    """Whether the file is locked by another process, or by another opening of the file. This locks
    nothing. Raises OSError."""
    asked = FLOCK.pack(0, 0, 0, fcntl.F_WRLCK, os.SEEK_SET)
    told = FLOCK.unpack(fcntl.fcntl(descriptor, fcntl.F_GETLK, asked))
    return bool(told[3] != fcntl.F_UNLCK)
