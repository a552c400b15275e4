"""Runs the TypeScript compiler on a file, at its strictest."""

import subprocess
from pathlib import Path

from support.node import command


def complaints(file: Path) -> str:
    """The compiler's errors; empty: there are none. Packages that the file imports must be found
    from its directory."""
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
