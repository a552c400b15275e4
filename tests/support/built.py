"""Copies of this source tree, to build packages from, for tests of packaging/."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
TIME = 1_750_000_000
"""Time stamp that the builds are given, in seconds since 1970."""
_BUILT_FROM = (".gitignore", "LICENSE", "README.md", "pyproject.toml", "assets", "packaging", "src")
_LEFT = shutil.ignore_patterns("__pycache__", "locale.*", "screenshots")


def copy_source(target: Path) -> Path:
    """Copies what packages are built from to `target`, as new files without their old modes and
    times."""
    target.mkdir()
    for name in _BUILT_FROM:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=_LEFT, copy_function=shutil.copyfile)
        else:
            shutil.copyfile(source, target / name)
    return target
