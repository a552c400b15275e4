"""Files that sayso setup changes, and what was in them before."""

import os
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
"""Where the commands of ours are that the tests run."""
FILES = {
    "gpg": ".gnupg/gpg-agent.conf",
    "ssh": ".profile",
    "sudo": ".profile",
    "git": ".gitconfig",
}
"""The first, or only, one of each program's."""
BACKUP = ".before-sayso"


def tree(home: Path) -> dict[str, bytes | str]:
    """Each file in it, by its place; of a link where it leads."""
    found: dict[str, bytes | str] = {}
    for path in home.rglob("*"):
        name = os.path.relpath(path, home)
        if path.is_symlink():
            found[name] = str(path.readlink())
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


def present(home: Path, program: str, data: bytes) -> Path:
    """The program's file, which has been there for long."""
    path = home / FILES[program]
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.write_bytes(data)
    return path
