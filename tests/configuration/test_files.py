"""Reading a file that anybody may exchange at any moment."""

from pathlib import Path

import pytest

from sayso.configuration import files
from sayso.errors import UnusableFile


def test_exactly_the_most_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(1 << 17))
    assert files.read(path).data == files.read(path, 1 << 17).data == bytes(1 << 17)
    with pytest.raises(UnusableFile, match="is larger than 131071 bytes"):
        files.read(path, (1 << 17) - 1)


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableFile, match="is not a regular file"):
        files.read(tmp_path)
