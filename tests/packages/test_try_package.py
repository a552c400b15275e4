"""The package that is tried as a later version says so itself."""

from pathlib import Path

import try_package

from sayso import __version__
from support.built import ROOT


def test_the_later_version_is_told_in_one_place_alone(tmp_path: Path) -> None:
    places = {
        "pyproject.toml": 'version = "{}"',
        "src/sayso/__init__.py": '__version__ = "{}"',
    }
    for name in places:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text())
    try_package.lengthen_version(tmp_path, ".1")
    for name, line in places.items():
        now, changed = line.format(__version__), line.format(f"{__version__}.1")
        assert (tmp_path / name).read_text() == (ROOT / name).read_text().replace(now, changed)
        assert changed in (tmp_path / name).read_text()
