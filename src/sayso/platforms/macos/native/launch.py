"""Sockets that launchd holds for this program: launch.h, launchd.plist(5)."""

import sys

assert sys.platform == "darwin"

import errno
import os


def activated_sockets(name: str) -> list[int]:
    """The file descriptors of the sockets that our property list has under this name in `Sockets`.
    They are ours from now on, and launchd gives them out only once.

    Raises OSError: ENOENT, there are none of that name; ESRCH, launchd did not start this process;
    EALREADY, they were given out before.
    """
    import ctypes

    from sayso.platforms.macos.native import library

    array, count = ctypes.c_void_p(), ctypes.c_size_t()
    number = library.function("launch_activate_socket")(
        os.fsencode(name), ctypes.byref(array), ctypes.byref(count)
    )
    if number:
        raise OSError(number, os.strerror(number))
    if not array.value:
        raise OSError(errno.ENOENT, "launchd holds no socket of this name")
    try:
        return list((ctypes.c_int * count.value).from_address(array.value))
    finally:
        library.function("free")(array)
