"""Answers git's credential helper of sayso, which asks for name and password, on a world's
screen."""

import contextlib
import os
from pathlib import Path

from support.git_server import PASSWORD
from support.typing_in import type_secret, type_words
from support.world import World

HELPER = "credential.helper=sayso"
BOTH = "git asks for the user name and the password."


def type_both(world: World, name: str, password: str) -> int:
    pid = type_secret(world, BOTH, password)
    type_words(world, pid, name, "User name")
    return pid


def traces(world: World) -> list[str]:
    """Where the password can be found: files of this world, and arguments and environments of its
    processes."""
    places = [Path(at, name) for at, _, names in os.walk(world.directory) for name in names]
    processes = [Path("/proc", str(each.pid)) for each in world.processes()]
    places += [path / name for path in processes for name in ("cmdline", "environ")]
    found = []
    for path in places:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError, PermissionError):
            if (path.is_file() or "/proc" in str(path)) and PASSWORD.encode() in path.read_bytes():
                found.append(str(path))
    return found
