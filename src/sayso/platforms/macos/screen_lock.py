"""A process that says whether the screen is locked, until the process that started it has gone.

macOS tells that only to programs with a main loop. A daemon has none, and does not load the
frameworks. So this is a program of its own, `COMMAND`, which sends one of `SAYS` over the channel
that it inherits: at first, and at each change.
"""

import sys

assert sys.platform == "darwin"

import os
from types import TracebackType

from sayso import launcher
from sayso.platforms.macos import loop, processes

COMMAND = launcher.module("sayso.platforms.macos.screen_lock")
SAYS = {True: b"1", False: b"0", None: b"?"}
"""What is sent, by whether the screen is locked; None: the system does not tell."""


def main() -> int:
    """Runs the process. Exit status: 0 after the other end has gone, 1 if AppKit can't be
    loaded."""
    sys.excepthook = _die
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


def _die(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Ends this process at a fault: what it said last would stay, and may be wrong by now."""
    sys.__excepthook__(kind, error, trace)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
