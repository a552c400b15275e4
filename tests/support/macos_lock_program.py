"""A Mac's process that watches whether the screen is locked, on the double.

It is the real process, except that it asks Linux about processes, and the variable LOCKED ("yes" or
"no") instead of CoreGraphics. Without that variable the state is unknown.
"""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import os

from support import macos_modules


def main() -> int:
    macos_modules.can_be_loaded()
    from sayso.platforms import select
    from sayso.platforms.macos import screen_lock
    from sayso.platforms.macos.cocoa import quartz

    vars(screen_lock)["processes"] = select.processes()
    told = {"yes": True, "no": False}.get(os.environ.get("LOCKED", ""))
    quartz.is_locked = lambda: told
    return screen_lock.main()


if __name__ == "__main__":
    sys.exit(main())
