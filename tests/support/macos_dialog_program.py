"""A Mac's dialog process, with GNUstep in place of macOS: what `sayso dialog` is in such a world.

It is the real dialog process except for the system below it: its dialogs are macOS', and everything
else is Linux'. A test can inspect its window through a socket; see macos_eyes.
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
"""Linux' CLOCK_BOOTTIME, which goes on during suspend."""


def main(eyes: Path) -> int:
    """`eyes`: the directory for the socket, which is named by the pid of the process."""
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
    """Seconds without input, from the X server: there is no CoreGraphics here."""
    display = Display()
    try:
        told = screensaver.query_info(display.screen().root)
        return float(told.idle) / 1_000
    finally:
        display.close()


def keep_from_children(address: int, size: int) -> None:
    """Linux' way to do it: madvise(2), MADV_DONTFORK."""
    ctypes.CDLL(None).madvise(ctypes.c_void_p(address), ctypes.c_size_t(size), 10)


def open_address(address: str) -> bool:
    """Linux' way to do it: GNUstep has no browser."""
    return subprocess.run(["gio", "open", address]).returncode == 0


def settings() -> str:
    """GTK's settings.ini, by which tests choose looks elsewhere; empty: there is none."""
    path = Path(os.environ.get("XDG_CONFIG_HOME", ""), "gtk-3.0", "settings.ini")
    return path.read_text() if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
