"""The log's files: private from the first byte, in a directory of ours, held by one process."""

import sys

assert sys.platform == "linux"

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.errors import AlreadyRunning, UntrustedPlace
from sayso.platforms.linux.journal import open_directory
from support.linux_peers import descriptors_kept

NOBODY = 65534
NAME = "log-000000000001.jsonl"


@pytest.fixture
def place(directory: Path) -> Path:
    return directory / "state" / "log"


@pytest.fixture(params=[0, 0o022, 0o077, 0o777])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_file_and_directory_are_private_under_any_umask(directory: Path, umask: int) -> None:
    place = directory / "log"
    files = open_directory(str(place))
    files.append_to(NAME)
    assert mode(place) == 0o700
    assert mode(place / NAME) & 0o177 == 0
    files.close()


def test_the_file_is_private_before_anything_is_in_it(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[int, int]] = []
    real = os.open

    def watched(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if path == NAME:
            opened.append((flags, mode))
        return real(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", watched)
    files = open_directory(str(place))
    files.append_to(NAME)
    files.close()
    ((flags, first_mode),) = opened
    assert first_mode == 0o600
    wanted = os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    assert flags & wanted == wanted
    assert not flags & os.O_TRUNC


def test_what_is_written_is_added_at_the_end(place: Path) -> None:
    files = open_directory(str(place))
    assert files.append_to(NAME) == 0
    assert files.write(b"one\n") == 4
    (place / NAME).write_bytes(b"changed\n")
    files.write(b"two\n")
    assert files.end_of(NAME, None) == b"changed\ntwo\n"
    assert files.end_of(NAME, 5) == b"\ntwo\n"
    assert files.append_to(NAME) == 12
    files.cut(8)
    assert files.end_of(NAME, 100) == b"changed\n"
    files.close()


def test_nothing_is_kept_open(place: Path) -> None:
    with descriptors_kept():
        files = open_directory(str(place))
        files.append_to(NAME)
        files.append_to("log-000000000002.jsonl")
        with pytest.raises(AlreadyRunning):
            open_directory(str(place))
        place.joinpath(NAME).chmod(0o644)
        with pytest.raises(UntrustedPlace):
            files.append_to(NAME)
        files.close()
        place.chmod(0o755)
        with pytest.raises(UntrustedPlace):
            open_directory(str(place))


class TestRefused:
    def refused(self, place: Path) -> str:
        with pytest.raises(UntrustedPlace) as error:
            open_directory(str(place))
        assert error.value.remedy
        return error.value.message

    def refused_file(self, place: Path) -> str:
        files = open_directory(str(place))
        with pytest.raises((UntrustedPlace, OSError)) as error:
            files.append_to(NAME)
        files.close()
        return str(error.value)

    def test_a_directory_that_others_can_read(self, place: Path) -> None:
        place.mkdir(parents=True)
        place.chmod(0o750)
        assert "has mode 0750, not 0700" in self.refused(place)

    def test_a_directory_that_is_a_link(self, place: Path) -> None:
        place.parent.mkdir()
        (place.parent / "elsewhere").mkdir(mode=0o700)
        place.symlink_to("elsewhere")
        assert "is a symbolic link" in self.refused(place)

    def test_a_file_in_its_place(self, place: Path) -> None:
        place.parent.mkdir()
        place.touch()
        assert "is not a directory" in self.refused(place)

    @pytest.mark.root("makes processes or files of another user")
    def test_a_directory_of_another_user(self, place: Path) -> None:
        place.mkdir(parents=True, mode=0o700)
        os.chown(place, NOBODY, NOBODY)
        assert f"belongs to user {NOBODY}" in self.refused(place)

    def test_a_file_that_others_can_read(self, place: Path) -> None:
        place.mkdir(parents=True, mode=0o700)
        (place / NAME).touch()
        (place / NAME).chmod(0o644)
        assert "has mode 0644, not 0600" in self.refused_file(place)

    @pytest.mark.root("makes processes or files of another user")
    def test_a_file_of_another_user(self, place: Path) -> None:
        place.mkdir(parents=True, mode=0o700)
        (place / NAME).touch(mode=0o600)
        os.chown(place / NAME, NOBODY, NOBODY)
        assert f"belongs to user {NOBODY}" in self.refused_file(place)

    def test_a_file_that_is_a_link(self, place: Path) -> None:
        place.mkdir(parents=True, mode=0o700)
        (place / "elsewhere").touch(mode=0o600)
        (place / NAME).symlink_to("elsewhere")
        assert os.strerror(40) in self.refused_file(place)
        assert (place / "elsewhere").read_bytes() == b""

    def test_a_pipe_instead_of_waiting_for_its_reader(self, place: Path, bounded: None) -> None:
        place.mkdir(parents=True, mode=0o700)
        os.mkfifo(place / NAME, 0o600)
        assert os.strerror(6) in self.refused_file(place)

    @pytest.mark.root("makes processes or files of another user")
    def test_a_device(self, place: Path) -> None:
        place.mkdir(parents=True, mode=0o700)
        os.mknod(place / NAME, stat.S_IFCHR | 0o600, os.makedev(1, 3))
        assert "is not a file" in self.refused_file(place)
