"""A tray process of a Mac, on the double: what `sayso tray` of a world with GNUstep is.

It is the real one, but for the system that it finds: the icon, its main loop and what it starts are
macOS', all else is this system's. It answers what its eyes are asked; see macos_tray_eyes.
"""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

from pathlib import Path

from support import macos_modules


def main(eyes: Path) -> int:
    """`eyes`: where the socket for them is to lie, by the pid of the process."""
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
