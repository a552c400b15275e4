"""Whether a directory is ours alone."""

import sys

assert sys.platform != "win32"

import os
import stat

PRIVATE, REACHABLE = 0o700, 0o711
"""Modes of a directory: for its owner alone; or others may pass through, but not list it."""


def distrust(
    status: os.stat_result, modes: tuple[int, ...] = (PRIVATE,), user: int | None = None
) -> str | None:
    """Why the file with this status is no directory of this user with one of these modes, as the
    end of a sentence; None: it is one. `user`: None is our user."""
    owner = os.geteuid() if user is None else user
    mode = stat.S_IMODE(status.st_mode) & 0o777  # a set-group-id bit is inherited: harmless
    if stat.S_ISLNK(status.st_mode):
        return "is a symbolic link"
    if not stat.S_ISDIR(status.st_mode):
        return "is not a directory"
    if status.st_uid != owner:
        return f"belongs to user {status.st_uid}, not to user {owner}"
    if mode not in modes:
        return f"has mode {mode:04o}, not {' or '.join(f'{each:04o}' for each in modes)}"
    return None
