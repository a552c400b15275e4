"""What the compiler of TypeScript says of a file, at its strictest."""

import subprocess
from pathlib import Path

from support.node import command


def complaints(file: Path) -> str:
    """Empty: none. The packages that it imports have to be found from its place."""
    checked = subprocess.run(
        [
            *command("node_modules/typescript/bin/tsc"),
            *("--allowJs", "--checkJs", "--strict", "--noEmit", "--skipLibCheck"),
            *("--target", "es2022", "--module", "nodenext", "--types", "node"),
            *("--typeRoots", command("node_modules/@types")[1]),
            str(file),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode == 0) is (not checked.stdout), checked
    return checked.stdout
