"""Whether a directory is ours alone."""

import sys

assert sys.platform != "win32"

import os
import stat


def distrust(status: os.stat_result) -> str | None:
    """Why it is no directory of ours with 0700, as the end of a sentence; None: it is one."""
    mode = stat.S_IMODE(status.st_mode) & 0o777  # a set-group-id bit is inherited: harmless
    if stat.S_ISLNK(status.st_mode):
        return "is a symbolic link"
    if not stat.S_ISDIR(status.st_mode):
        return "is not a directory"
    if status.st_uid != os.geteuid():
        return f"belongs to user {status.st_uid}, not to user {os.geteuid()}"
    if mode != 0o700:
        return f"has mode {mode:04o}, not 0700"
    return None
