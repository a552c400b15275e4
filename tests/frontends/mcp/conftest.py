"""A directory for the files that commands write."""

from pathlib import Path

import pytest


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The directory in which commands run."""
    (tmp_path / "place").mkdir()
    return tmp_path / "place"
