"""What is watched on the way to a file, and by which descriptors."""

import sys

assert sys.platform == "linux"

import asyncio
import os
from pathlib import Path

import pytest

from sayso.platforms.linux import files
from sayso.platforms.linux.files import directories_on_the_way
from support.event_loop import on_event_loop, turn
from support.linux_peers import descriptors_kept


class Watching:
    """A watch, and whether it told of anything."""

    def __init__(self, path: Path) -> None:
        self._told = asyncio.Event()
        self.watch = files.watch(str(path), self._told.set)

    async def tells(self) -> bool:
        """By now."""
        await turn()  # of what was before
        self._told.clear()
        await turn()
        return self._told.is_set()


def watches() -> list[int]:
    """The descriptors of this process's watches."""
    there = [each for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    return [int(each.name) for each in there if str(each.readlink()) == "anon_inode:inotify"]


def test_all_that_is_made_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        files.make_directory(str(tmp_path / "a" / "b"))
    finally:
        os.umask(before)
    modes = [(tmp_path / name).stat().st_mode & 0o777 for name in ("a", "a/b")]
    assert modes == [0o700, 0o700]


class TestOnTheWay:
    def test_to_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "a").mkdir()
        assert directories_on_the_way(str(tmp_path / "a" / "file")) == {str(tmp_path / "a")}
        (tmp_path / "a" / "file").touch()
        assert directories_on_the_way(str(tmp_path / "a" / "file")) == {str(tmp_path / "a")}

    def test_to_one_whose_directories_are_not_there(self, tmp_path: Path) -> None:
        assert directories_on_the_way(str(tmp_path / "a" / "b" / "file")) == {str(tmp_path)}

    def test_through_links_of_all_kinds(self, tmp_path: Path) -> None:
        for name in ("a", "b", "c"):
            (tmp_path / name).mkdir()
        (tmp_path / "link").symlink_to("a")
        (tmp_path / "a" / "file").symlink_to("../b/other")
        (tmp_path / "b" / "other").symlink_to(tmp_path / "c" / "last")
        found = {str(tmp_path), *(str(tmp_path / name) for name in ("a", "b", "c"))}
        assert directories_on_the_way(str(tmp_path / "link" / "file")) == found

    def test_a_loop_has_an_end(self, tmp_path: Path) -> None:
        (tmp_path / "file").symlink_to("file")
        assert directories_on_the_way(str(tmp_path / "file")) == {str(tmp_path)}

    def test_a_link_that_goes_as_it_is_asked_for(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link = tmp_path / "file"
        link.symlink_to("other")
        readlink = os.readlink

        def exchange(path: str) -> str:
            link.unlink(missing_ok=True)
            return readlink(path)

        monkeypatch.setattr(os, "readlink", exchange)
        assert directories_on_the_way(str(link)) == {str(tmp_path)}

    def test_a_file_where_a_directory_belongs(self, tmp_path: Path) -> None:
        (tmp_path / "a").touch()
        assert directories_on_the_way(str(tmp_path / "a" / "file")) == {str(tmp_path)}


class TestWatch:
    @on_event_loop
    async def test_leaves_nothing_behind(self, tmp_path: Path) -> None:
        """Nor is it taken for the next one, whose descriptor has the same number."""
        with descriptors_kept():
            first = Watching(tmp_path / "file")
            first.watch.close()
            second = Watching(tmp_path / "file")
            second.watch.renew()
            (tmp_path / "file").touch()
            assert await second.tells()
            assert not await first.tells()
            second.watch.close()

    @on_event_loop
    async def test_is_left_to_no_child(self, tmp_path: Path) -> None:
        watching = Watching(tmp_path / "file")
        opened = watches()
        assert opened
        assert not any(map(os.get_inheritable, opened))
        watching.watch.close()
