"""A clean environment for the tests themselves: nothing of it comes from the person who runs
them."""

import sys
from collections.abc import MutableMapping

_KEPT = ("CI", "PATH", "SYSTEMROOT", "TEMP", "TMPDIR")
_KEPT_PREFIXES = ("COV_", "COVERAGE_", "PYTEST_")

_KEPT_ON_WINDOWS = ("COMSPEC", "PATHEXT", "SYSTEMDRIVE", "TMP", "WINDIR")
"""Variables that programs on Windows take for granted."""


def make_anew(environ: MutableMapping[str, str], home: str) -> None:
    """Removes all variables except those that find programs, and those of the tests' tools."""
    kept = (*_KEPT, *_KEPT_ON_WINDOWS) if sys.platform == "win32" else _KEPT
    for name in list(environ):
        if name not in kept and not name.startswith(_KEPT_PREFIXES):
            del environ[name]
    environ.update(_of_person(home))


if sys.platform == "win32":

    def _of_person(home: str) -> dict[str, str]:
        data = rf"{home}\AppData"
        roaming, local = rf"{data}\Roaming", rf"{data}\Local"
        return {"USERPROFILE": home, "APPDATA": roaming, "LOCALAPPDATA": local}

else:

    def _of_person(home: str) -> dict[str, str]:
        return {"HOME": home, "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": home}
