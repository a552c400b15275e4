"""Files of the person's: what Windows alone has."""

import sys

assert sys.platform == "win32"

import os
from pathlib import Path

import pytest

from sayso.errors import UnusableFile
from sayso.platforms.windows import files
from sayso.platforms.windows.native import access
from sayso.platforms.windows.native import files as native
from sayso.platforms.windows.native.access import Access
from sayso.platforms.windows.native.files import Flag
from support.programs import Programs
from support.windows_pipes import Server

HOLDS = """
import sys
from sayso.platforms.windows import files
with files.locked(sys.argv[1], 10):
    print("has it", flush=True)
    sys.stdin.read()
"""


def test_a_pipe_is_no_file_and_its_server_may_not_act_as_us(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    opens = native.open_handle

    def opening(path: str, access: int, flags: int) -> object:
        asked.append(flags)
        return opens(path, access, flags=flags)

    monkeypatch.setattr(native, "open_handle", opening)
    server = Server()
    with pytest.raises(OSError, match="is not a regular file"):
        files.open_file(server.name)
    server.channel.close()
    assert all(each & Flag.SQOS_IDENTIFICATION == Flag.SQOS_IDENTIFICATION for each in asked)
    assert asked


def test_what_is_read_may_be_written_and_renamed_meanwhile(tmp_path: Path) -> None:
    path, other = tmp_path / "file", tmp_path / "other"
    path.write_bytes(b"old")
    with files.open_file(str(path)) as file:
        path.write_bytes(b"new")
        path.rename(other)
        assert file.read() == b"new"
    assert other.read_bytes() == b"new"


def test_a_directory_goes_free_with_whoever_had_it(tmp_path: Path, programs: Programs) -> None:
    child = programs.python(HOLDS, str(tmp_path))
    assert child.hear() == "has it"
    with pytest.raises(TimeoutError), files.locked(str(tmp_path), 0):
        pass
    child.kill()
    child.wait()
    with files.locked(str(tmp_path), 10):
        assert [each.name for each in tmp_path.iterdir()] == [files.LOCK]
    assert list(tmp_path.iterdir()) == []


def test_files_may_be_renamed_in_a_directory_that_somebody_has_alone(tmp_path: Path) -> None:
    (tmp_path / "new").write_text("new")
    with files.locked(str(tmp_path), 0):
        (tmp_path / "new").replace(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "new"


def test_one_of_another_user_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("old", "new"):
        (tmp_path / name).touch()
    monkeypatch.setattr(access, "of", lambda handle: Access("S-1-5-21-1-2-3-4", ()))
    with pytest.raises(UnusableFile, match=r"belongs to another user \(S-1-5-21-1-2-3-4\)"):
        files.adopt_permissions(str(tmp_path / "new"), str(tmp_path / "old"))


def test_the_list_of_access_is_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("old", "new"):
        (tmp_path / name).touch()
    copied: list[str] = []
    copy = access.copy

    def copying(handle: int, path: str) -> None:
        copied.append(path)
        copy(handle, path)

    monkeypatch.setattr(access, "copy", copying)
    files.adopt_permissions(str(tmp_path / "new"), str(tmp_path / "old"))
    assert copied == [str(tmp_path / "new")]


class TestOnTheWay:
    def test_it_is_where_the_file_is(self, tmp_path: Path) -> None:
        assert files.directories_on_the_way(str(tmp_path / "file")) == {str(tmp_path)}
        (tmp_path / "file").touch()
        assert files.directories_on_the_way(str(tmp_path / "file")) == {str(tmp_path)}

    def test_it_is_where_the_way_breaks_off(self, tmp_path: Path) -> None:
        assert files.directories_on_the_way(str(tmp_path / "a" / "b" / "file")) == {str(tmp_path)}

    def test_it_is_where_a_link_is_and_where_that_leads(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Wine makes none, so one is played."""
        for name in ("a", "link"):
            (tmp_path / name).mkdir()

        def read(path: str) -> str:
            if path == str(tmp_path / "link"):
                return f"\\\\?\\{tmp_path / 'a'}"
            raise OSError("it is no link")

        monkeypatch.setattr(os, "readlink", read)
        found = {str(tmp_path), str(tmp_path / "a")}
        assert files.directories_on_the_way(str(tmp_path / "link" / "file")) == found

    def test_links_in_a_circle_come_to_an_end(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "readlink", lambda path: "link")
        assert files.directories_on_the_way(str(tmp_path / "link"))


def test_a_lock_that_can_not_be_made_is_an_error_and_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / files.LOCK).mkdir()
    with pytest.raises(OSError, match=r"\.sayso\.lock"), files.locked(str(tmp_path), 10):
        pass
