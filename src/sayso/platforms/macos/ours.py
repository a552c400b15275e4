"""Whether a process runs this very package's command, as far as that can be told.

A name is no sign of it: any script can be called sayso. Nor is there a proof: a process may write
over its own command line. So this is for display alone, and whoever is passed over by it is named.
"""

import sys

assert sys.platform == "darwin"

import os
from collections.abc import Iterator

from sayso.platforms.macos.native import processes

_NAMES = ("sayso", "pinentry-sayso")
"""Commands that are installed with us."""


def is_our_command(image: str | None, argv: tuple[str, ...] | None, cwd: str | None) -> bool:
    """It is our interpreter, and reads the command that was installed with us.

    No place that it chose is looked at: a file that hangs would hold the daemon up.
    """
    match argv:
        case [_, script, *_] if os.path.basename(script) in _NAMES:
            if image is None or image != _interpreter():
                return False
            return os.path.normpath(os.path.join(cwd or "/", script)) in _commands(
                os.path.basename(script)
            )
    return False


def _interpreter() -> str | None:
    """As the kernel names it: that of a framework starts itself again from an app within."""
    try:
        return processes.path(os.getpid())
    except OSError:
        return None


def _commands(name: str) -> Iterator[str]:
    """Where it lies, and where a link to it does: in the directories of the person's programs."""
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
