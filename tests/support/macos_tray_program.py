"""A Mac's tray process, with GNUstep in place of macOS: what `sayso tray` is in such a world.

It is the real tray process except for the system below it: the icon, its main loop, notifications,
sound and child processes are macOS'; everything else is Linux'. A test can inspect it through a
socket; see macos_tray_eyes.
"""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

from pathlib import Path

from support import macos_modules


def main(eyes: Path) -> int:
    """`eyes`: the directory for the socket, which is named by the pid of the process."""
    macos_modules.can_be_loaded()
    from sayso.platforms import select
    from sayso.platforms.macos import backend

    for name in ("tray", "loop", "children", "notifications", "sound"):
        setattr(select, name, getattr(backend, name))
    from probes import macos_tray_eyes

    macos_tray_eyes.open_in(eyes)
    from sayso.frontends.tray.main import main as tray

    return tray([])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
