"""What every platform does with the person's files. A backend's own test inherits this."""

import stat
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sayso.errors import UnusableFile
from sayso.platforms.contract.files import Files, Watch
from support.event_loop import Told, on_event_loop, turn


class FilesContract:
    """Fixture: `files`."""

    def test_a_file_is_read(self, files: Files, tmp_path: Path) -> None:
        path = tmp_path / "file"
        path.write_bytes(b"mine")
        for buffering in (-1, 0):
            with files.open_file(str(path), buffering) as file:
                assert file.read() == b"mine"

    def test_what_is_no_file_is_not_waited_for(self, files: Files, tmp_path: Path) -> None:
        for path in (tmp_path, tmp_path / "missing"):
            with pytest.raises(OSError, match=path.name):
                files.open_file(str(path))

    def test_a_directory_is_made_with_those_on_the_way(self, files: Files, tmp_path: Path) -> None:
        files.make_directory(str(tmp_path / "a" / "b"))
        (tmp_path / "a" / "b" / "file").touch()

    def test_one_that_is_there_is_left_as_it_is(self, files: Files, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        before = tmp_path.stat()
        files.make_directory(str(tmp_path))
        after = tmp_path.stat()
        assert (after.st_mode, after.st_mtime_ns) == (before.st_mode, before.st_mtime_ns)
        assert [each.name for each in tmp_path.iterdir()] == ["file"]

    def test_where_a_file_is_in_the_way_none_is_made(self, files: Files, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("mine")
        with pytest.raises(OSError, match="file"):
            files.make_directory(str(tmp_path / "file" / "a"))
        assert (tmp_path / "file").read_text() == "mine"

    def test_a_new_file_takes_after_the_old_one_and_keeps_what_it_holds(
        self, files: Files, tmp_path: Path
    ) -> None:
        old, new = tmp_path / "old", tmp_path / "new"
        for path in (old, new):
            path.write_text(path.name)
        old.chmod(stat.S_IREAD | stat.S_IWRITE)
        rights = old.stat().st_mode
        files.adopt_permissions(str(new), str(old))
        assert new.stat().st_mode == old.stat().st_mode == rights
        assert (new.read_text(), old.read_text()) == ("new", "old")

    def test_one_that_is_not_to_be_written_is_not_to_be_replaced(
        self, files: Files, tmp_path: Path
    ) -> None:
        old, new = tmp_path / "old", tmp_path / "new"
        for path in (old, new):
            path.touch()
        old.chmod(stat.S_IREAD)
        with pytest.raises(UnusableFile, match="read-only"):
            files.adopt_permissions(str(new), str(old))
        old.chmod(stat.S_IREAD | stat.S_IWRITE)

    def test_a_new_file_takes_the_place_of_one_that_is_open_for_a_moment(
        self, files: Files, tmp_path: Path
    ) -> None:
        new, old = tmp_path / "new", tmp_path / "old"
        new.write_bytes(b"new")
        old.write_bytes(b"old")
        is_open = threading.Event()

        def read() -> None:
            with old.open("rb") as file:
                is_open.set()
                replaced.wait(0.3)
                assert file.read() == b"old"

        replaced = threading.Event()
        reader = threading.Thread(target=read)
        reader.start()
        is_open.wait()
        files.replace(str(new), str(old))
        replaced.set()
        reader.join()
        assert old.read_bytes() == b"new"
        assert not new.exists()

    def test_nothing_takes_no_place(self, files: Files, tmp_path: Path) -> None:
        with pytest.raises(OSError, match="missing"):
            files.replace(str(tmp_path / "missing"), str(tmp_path / "old"))

    def test_there_is_nothing_to_take_after(self, files: Files, tmp_path: Path) -> None:
        (tmp_path / "new").touch()
        with pytest.raises(OSError, match="old"):
            files.adopt_permissions(str(tmp_path / "new"), str(tmp_path / "old"))


@pytest.mark.usefixtures("bounded")
class AloneContract:
    """Locking a directory. Fixture: `files`."""

    def test_the_second_waits_for_the_first(self, files: Files, tmp_path: Path) -> None:
        told: list[str] = []

        def second() -> None:
            with files.locked(str(tmp_path), 10):
                told.append("second")

        other = threading.Thread(target=second)
        with files.locked(str(tmp_path), 10):
            other.start()
            other.join(0.2)
            told.append("first")
        other.join()
        assert told == ["first", "second"]
        assert list(tmp_path.iterdir()) == []

    def test_of_nothing_is_an_error(self, files: Files, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError), files.locked(str(tmp_path / "a"), 10):
            pass

    def test_of_what_another_one_keeps_is_an_error(self, files: Files, tmp_path: Path) -> None:
        with (
            files.locked(str(tmp_path), 10),
            pytest.raises(TimeoutError, match="keeps its directory locked"),
            files.locked(str(tmp_path), 0),
        ):
            pass

    def test_it_ends_with_a_failure_too(self, files: Files, tmp_path: Path) -> None:
        with pytest.raises(ZeroDivisionError), files.locked(str(tmp_path), 0):
            raise ZeroDivisionError
        with files.locked(str(tmp_path), 0):
            pass


class Watching:
    """A watch, and how often it has reported a change."""

    def __init__(self, files: Files, path: Path) -> None:
        self._told = Told()
        self.watch: Watch = files.watch(str(path), self._told)
        self.watch.renew()

    async def tells(self) -> None:
        """Asserts that the change is reported, in each turn of the loop until the watch is
        renewed."""
        await self._told.at_least(self._told.times + 2)
        self.watch.renew()
        self.watch.renew()  # a change of the way to the file may be reported once more

    async def is_quiet(self) -> bool:
        await turn()  # reports of earlier changes
        told = self._told.times
        await turn()
        return self._told.times == told

    def close(self) -> None:
        self.watch.close()


def lead(link: Path, directory: str) -> None:
    """Makes a link to the directory; skips the test if this system does not let us."""
    try:
        link.symlink_to(directory, target_is_directory=True)
    except OSError as error:
        pytest.skip(f"no link can be made here: {error.strerror}")
    if not link.is_symlink():
        pytest.skip("this system only says that it makes links")


class WatchContract:
    """Fixture: `files`."""

    @on_event_loop
    async def test_it_tells_until_it_is_renewed_and_is_quiet_until_something_happens(
        self, files: Files, tmp_path: Path
    ) -> None:
        """Reading the file is no change."""
        file = tmp_path / "a" / "file"
        deeds: list[Callable[[], object]] = [
            file.parent.mkdir,
            file.touch,
            lambda: file.write_text("1"),
            file.unlink,
        ]
        with closing(Watching(files, file)) as watching:
            for deed in deeds:
                if file.exists():
                    file.read_text()
                assert await watching.is_quiet()
                deed()
                await watching.tells()

    @on_event_loop
    async def test_a_file_that_is_replaced_has_changed(self, files: Files, tmp_path: Path) -> None:
        file, new = tmp_path / "file", tmp_path / "new"
        file.write_text("old")
        new.write_text("new")
        with closing(Watching(files, file)) as watching:
            new.replace(file)
            await watching.tells()

    @on_event_loop
    async def test_what_happens_beside_the_way_is_nothing(
        self, files: Files, tmp_path: Path
    ) -> None:
        (tmp_path / "a").mkdir()
        (tmp_path / "b").mkdir()
        with closing(Watching(files, tmp_path / "a" / "file")) as watching:
            (tmp_path / "b" / "file").touch()
            assert await watching.is_quiet()

    @on_event_loop
    async def test_it_lets_go_of_what_no_longer_leads_there(
        self, files: Files, tmp_path: Path
    ) -> None:
        for name in ("a", "b"):
            (tmp_path / name).mkdir()
        link = tmp_path / "link"
        lead(link, "a")
        with closing(Watching(files, link / "file")) as watching:
            link.unlink()
            lead(link, "b")
            await watching.tells()
            (tmp_path / "a" / "file").touch()
            assert await watching.is_quiet()
            (tmp_path / "b" / "file").touch()
            await watching.tells()

    @on_event_loop
    async def test_after_its_end_nothing_is_told(self, files: Files, tmp_path: Path) -> None:
        first, second = Watching(files, tmp_path / "file"), Watching(files, tmp_path / "file")
        first.close()
        (tmp_path / "file").touch()
        await second.tells()
        assert await first.is_quiet()
        second.close()
