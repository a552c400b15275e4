"""A process that says whether the screen is locked, until whoever started it has gone.

macOS tells that to programs with a main loop, and a daemon has none: it must not even load the
frameworks, for its keeper is forked. So this is a program of its own, `COMMAND`, which says
one of `SAYS` over the channel that it inherits: at first, and at each change.
"""

import sys

assert sys.platform == "darwin"

from sayso import launcher
from sayso.platforms.macos import loop, processes

COMMAND = launcher.module("sayso.platforms.macos.screen_lock")
SAYS = {True: b"1", False: b"0", None: b"?"}
"""Whether it is locked; None: nobody tells."""


def main() -> int:
    """Exit status: 0 after the other end has gone, 1 where nobody can tell."""
    processes.ignore_interrupts()
    processes.harden()
    processes.end_with_parent()
    with processes.inherited_channel() as channel:
        try:
            from sayso.platforms.macos.cocoa import lock
        except ImportError as error:
            print(f"nobody tells whether the screen is locked: {error}", file=sys.stderr)
            return 1
        lock.follow(lambda is_locked: channel.send(SAYS[is_locked]))
        loop.run(channel, loop.stop)
    return 0


if __name__ == "__main__":
    sys.exit(main())
