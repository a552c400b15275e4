"""Symbolic links, for tests of code that follows them."""

from pathlib import Path

import pytest


def make_link(link: Path, target: Path) -> None:
    """Makes a symbolic link. Skips the test if this system does not let its user make one."""
    try:
        link.symlink_to(target, target_is_directory=target.is_dir())
    except OSError as error:
        pytest.skip(f"no link can be made here: {error.strerror}")
    if not link.is_symlink():
        pytest.skip("this system only says that it makes links")  # Wine
