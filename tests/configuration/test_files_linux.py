"""Reading a file that anybody may exchange at any moment, by what only Linux has."""

import sys

assert sys.platform == "linux"

import os
import stat
from pathlib import Path

import pytest

from sayso.configuration import files
from sayso.errors import UnusableFile
from support.linux_peers import open_descriptors

pytestmark = pytest.mark.usefixtures("bounded")


def test_a_named_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnusableFile, match="is not a regular file"):
        files.read(tmp_path / "pipe")


def test_what_was_checked_is_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, pipe = tmp_path / "file", tmp_path / "pipe"
    path.write_bytes(b"mine")
    os.mkfifo(pipe)
    is_regular = stat.S_ISREG

    def exchange(mode: int) -> bool:
        pipe.replace(path)
        return is_regular(mode)

    monkeypatch.setattr(stat, "S_ISREG", exchange)
    assert files.read(path).data == b"mine"


def test_nothing_is_left_open(tmp_path: Path) -> None:
    """Nor what is refused."""
    before = open_descriptors()
    with pytest.raises(UnusableFile, match="is not a regular file"):
        files.read(tmp_path)
    assert open_descriptors() <= before
