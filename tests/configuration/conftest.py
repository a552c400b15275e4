"""A path for the configuration file. Tests of other systems' files are not collected."""

import sys
from pathlib import Path

import pytest

collect_ignore_glob = [] if sys.platform == "linux" else ["*_linux.py"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "sayso" / "config.toml"
    made.parent.mkdir()
    return made
