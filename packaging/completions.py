"""Writes the shell completions that a package brings. The shells look for them in these places by
themselves.

Needs nothing but Python and the source.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

PLACES = {
    "bash": "share/bash-completion/completions/sayso",
    "zsh": "share/zsh/site-functions/_sayso",
    "fish": "share/fish/vendor_completions.d/sayso.fish",
}
"""Paths of the completions, below the prefix of an installation."""


def write_all(directory: Path) -> dict[str, Path]:
    """Writes what `sayso completion` prints for each shell into a file in `directory`. Returns
    these files, by their paths in PLACES."""
    sys.path.insert(0, str(ROOT / "src"))  # where a wheel is built, sayso is not installed
    try:
        from sayso.frontends.cli.completion import SHELLS
        from sayso.frontends.cli.main import whole_command
    finally:
        del sys.path[0]
    made = {}
    for shell, place in PLACES.items():
        made[place] = directory / shell
        script = SHELLS[shell](whole_command())
        made[place].write_text(f"{script.rstrip()}\n", encoding="utf-8", newline="\n")
    return made
