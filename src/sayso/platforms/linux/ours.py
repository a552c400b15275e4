"""Whether a process runs a command of this very package, as far as that can be told.

A name does not show it: any script can be called sayso. Nor is there a proof: a process may write
over its own command line. So this is for display alone, and a process that is passed over because
of it is still named.
"""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Iterator

from sayso import launcher


def is_our_command(exe: str | None, argv: tuple[str, ...] | None, cwd: str | None) -> bool:
    """Whether the process runs our interpreter with a script that was installed as one of our
    commands.

    No path that the process chose is opened: a file that hangs would block the daemon.
    """
    match argv:
        case [_, script, *_] if exe == _interpreter():
            name = os.path.basename(script)
            path = os.path.normpath(os.path.join(cwd or "/", script))
            return name in launcher.COMMANDS and path in _commands(name)
    return False


def _interpreter() -> str:
    return os.readlink("/proc/self/exe").removesuffix(" (deleted)")


def _commands(name: str) -> Iterator[str]:
    """The paths where this command of ours is, and where links to it are: in the directories of the
    person's programs."""
    ours = [os.path.join(directory, name) for directory in _installed()]
    searched = [os.path.expanduser("~/.local/bin"), os.path.expanduser("~/bin")]
    searched += os.environ.get("PATH", "").split(os.pathsep)
    for path in (*ours, *(os.path.join(directory, name) for directory in searched)):
        if any(_is_same(path, command) for command in ours):
            yield path


def _installed() -> Iterator[str]:
    """The directories where pip puts our commands."""
    yield os.path.dirname(sys.executable)
    if sys.prefix == sys.base_prefix:  # not in a virtual environment
        yield from ("/usr/local/bin", os.path.expanduser("~/.local/bin"))


def _is_same(path: str, command: str) -> bool:
    try:
        return os.path.samefile(path, command)
    except OSError:
        return False
