"""A dialog process of a Mac, on the double: what `sayso dialog` of a world with GNUstep is.

It is the real one, but for the system that it finds: dialogs are macOS', all else is this system's.
Beside its window it answers what its eyes are asked; see macos_eyes.
"""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import ctypes
import importlib
import os
import subprocess
import time
from pathlib import Path

from Xlib.display import Display
from Xlib.ext import screensaver

from support import macos_modules

THROUGH_SUSPEND = 7
"""CLOCK_BOOTTIME of Linux."""


def main(eyes: Path) -> int:
    """`eyes`: where the socket for them is to lie, by the pid of the process."""
    macos_modules.can_be_loaded()
    from sayso.platforms import select

    dialogs = importlib.import_module("sayso.platforms.macos.dialogs")
    select.dialogs = lambda: dialogs
    from macos_double import posted, runtime
    from probes import macos_eyes
    from sayso.platforms.macos.cocoa import look, page, quartz, raw
    from sayso.platforms.macos.native import clock, memory

    macos_eyes.open_in(eyes)
    quartz.idle, raw.message = idle, runtime.message
    posted.begin()
    quartz.poster = posted.poster
    page.open_address = open_address
    memory.keep_from_children, memory.give_back = keep_from_children, lambda: None
    clock.continuous = lambda: time.clock_gettime(THROUGH_SUSPEND)
    if "animations=0" in settings():
        look.has_motion = lambda: False
    from sayso.dialog.main import main as dialog

    return dialog()


def idle() -> float:
    """Seconds, as the X server tells it: there is no CoreGraphics here."""
    display = Display()
    try:
        told = screensaver.query_info(display.screen().root)
        return float(told.idle) / 1_000
    finally:
        display.close()


def keep_from_children(address: int, size: int) -> None:
    """As this system does it: madvise(2), MADV_DONTFORK."""
    ctypes.CDLL(None).madvise(ctypes.c_void_p(address), ctypes.c_size_t(size), 10)


def open_address(address: str) -> bool:
    """As this system does: GNUstep has no browser."""
    return subprocess.run(["gio", "open", address]).returncode == 0


def settings() -> str:
    """Those by which tests choose looks, on another system."""
    path = Path(os.environ.get("XDG_CONFIG_HOME", ""), "gtk-3.0", "settings.ini")
    return path.read_text() if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
