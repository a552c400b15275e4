"""A place for what commands leave behind."""

from pathlib import Path

import pytest


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where commands run."""
    (tmp_path / "place").mkdir()
    return tmp_path / "place"
