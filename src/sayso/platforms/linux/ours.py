"""Whether a process runs this very package's command, as far as that can be told.

A name is no sign of it: any script can be called sayso. Nor is there a proof: a process may write
over its own command line. So this is for display alone, and whoever is passed over by it is named.
"""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Iterator

_NAMES = ("sayso", "pinentry-sayso")
"""Commands that are installed with us."""


def is_our_command(exe: str | None, argv: tuple[str, ...] | None, cwd: str | None) -> bool:
    """It is our interpreter, and reads the command that was installed with us.

    No place that it chose is looked at: a file that hangs would hold the daemon up.
    """
    match argv:
        case [_, script, *_] if exe == _interpreter():
            name = os.path.basename(script)
            path = os.path.normpath(os.path.join(cwd or "/", script))
            return name in _NAMES and path in _commands(name)
    return False


def _interpreter() -> str:
    return os.readlink("/proc/self/exe").removesuffix(" (deleted)")


def _commands(name: str) -> Iterator[str]:
    """Where it lies, and where a link to it does: in the directories of the person's programs."""
    ours = [os.path.join(directory, name) for directory in _installed()]
    searched = [os.path.expanduser("~/.local/bin"), os.path.expanduser("~/bin")]
    searched += os.environ.get("PATH", "").split(os.pathsep)
    for path in (*ours, *(os.path.join(directory, name) for directory in searched)):
        if any(_is_same(path, command) for command in ours):
            yield path


def _installed() -> Iterator[str]:
    """Where pip puts commands of ours."""
    yield os.path.dirname(sys.executable)
    if sys.prefix == sys.base_prefix:  # in no environment of its own
        yield from ("/usr/local/bin", os.path.expanduser("~/.local/bin"))


def _is_same(path: str, command: str) -> bool:
    try:
        return os.path.samefile(path, command)
    except OSError:
        return False
