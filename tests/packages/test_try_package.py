"""What is tried as the later version of the package says that it is."""

from pathlib import Path

import try_package

from sayso import __version__
from support.built import ROOT


def test_the_later_version_is_told_in_one_place_alone(tmp_path: Path) -> None:
    for name, line in (
        ("pyproject.toml", 'version = "{}"'),
        ("src/sayso/__init__.py", '__version__ = "{}"'),
    ):
        before = (ROOT / name).read_text()
        file = tmp_path / Path(name).name
        file.write_text(before)
        try_package.replace_version(file, line, ".1")
        changed = line.format(f"{__version__}.1")
        assert file.read_text() == before.replace(line.format(__version__), changed)
        assert changed in file.read_text()
