"""Whether a process runs a command of this very package, as far as that can be told.

A name does not show it: any script can be called sayso. Nor is there a proof: a process may write
over its own command line. So this is for display alone, and a process that is passed over because
of it is still named.
"""

import sys

assert sys.platform == "darwin"

import os
from collections.abc import Iterator

from sayso import launcher
from sayso.platforms.macos.native import processes


def is_our_command(image: str | None, argv: tuple[str, ...] | None, cwd: str | None) -> bool:
    """Whether the process runs our interpreter with a script that was installed as one of our
    commands.

    No path that the process chose is opened: a file that hangs would block the daemon.
    """
    match argv:
        case [_, script, *_] if (name := os.path.basename(script)) in launcher.COMMANDS:
            if image is None or image != _interpreter():
                return False
            return os.path.normpath(os.path.join(cwd or "/", script)) in _commands(name)
    return False


def _interpreter() -> str | None:
    """The path of our own executable, as the kernel names it: the interpreter of a framework starts
    itself again, from an app inside the framework. None: unknown."""
    try:
        return processes.path(os.getpid())
    except OSError:
        return None


def _commands(name: str) -> Iterator[str]:
    """The paths of one of our commands: beside our interpreter, and where the directories of the
    person's programs have a link to it."""
    own = os.path.join(os.path.dirname(sys.executable), name)
    directories = os.environ.get("PATH", "").split(os.pathsep)
    directories.append(os.path.expanduser("~/.local/bin"))
    yield own
    for directory in directories:
        path = os.path.join(directory, name)
        if _is_same(path, own):
            yield path


def _is_same(path: str, command: str) -> bool:
    try:
        return os.path.samefile(path, command)
    except OSError:
        return False
