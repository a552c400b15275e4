"""Finds PyGObject, Python's way to GTK, where the distribution has put it.

A virtual environment (venv, pipx, uv) does not see the packages of the distribution's Python, and
to build PyGObject there takes a compiler, which few have. So the distribution's PyGObject is used,
if it was built for this version of Python.
"""

import sys

assert sys.platform == "linux"

import importlib.util
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

_PACKAGES = "install python3-gi and gir1.2-gtk-3.0"
_OTHER_VERSION = (
    "the system's GTK is for Python {theirs}, and sayso runs on {ours}: install it anew with "
    "pipx install --python /usr/bin/python3"
)


def find() -> None:
    """Makes `import gi` work, if possible. A PyGObject in the environment itself comes first."""
    if importlib.util.find_spec("gi") is None:
        built_for_us = f"gi/_gi{EXTENSION_SUFFIXES[0]}"
        for place in _places(f"python3.{sys.version_info.minor}"):
            if (place / built_for_us).is_file():
                sys.path.append(str(place))
                return


def remedy() -> str:
    """What to do where GTK can't be loaded."""
    ours = f"3.{sys.version_info.minor}"
    built = [
        file.name.split("-")[1]
        for place in _places("python3.*")
        for file in place.glob("gi/_gi.cpython-*.so")
    ]
    versions = [f"{each[0]}.{each[1:]}" for each in built]
    if versions and ours not in versions:
        return _OTHER_VERSION.format(theirs=versions[0], ours=ours)
    return _PACKAGES


def _places(version: str) -> Iterator[Path]:
    """Directories where packages may be: those of the interpreter that this environment was made
    from, and the system's. `version`: a pattern for the name of an interpreter's directory."""
    for prefix in dict.fromkeys((sys.base_prefix, "/usr")):
        yield Path(prefix, "lib/python3/dist-packages")  # Debian and what came of it
        for libraries in ("lib64", "lib"):
            yield from Path(prefix, libraries).glob(f"{version}/site-packages")
