"""Files that `sayso setup` changes, and how to compare them before and after."""

import os
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
"""The directory of sayso's commands, as the tests run them."""
FILES = {
    "gpg": ".gnupg/gpg-agent.conf",
    "ssh": ".profile",
    "sudo": ".profile",
    "git": ".gitconfig",
}
"""The only or first file that is changed for each program, relative to the home directory."""
BACKUP = ".before-sayso"


def tree(home: Path) -> dict[str, bytes | str]:
    """All files below `home` by their paths: contents, or the target of a link."""
    found: dict[str, bytes | str] = {}
    for path in home.rglob("*"):
        name = os.path.relpath(path, home)
        if path.is_symlink():
            found[name] = str(path.readlink())
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


def present(home: Path, program: str, data: bytes) -> Path:
    """Writes the program's file, as if the person had had it for long."""
    path = home / FILES[program]
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.write_bytes(data)
    return path
