"""The file on the disk: changed setting by setting, whole at every moment, and never lost."""

import os
import subprocess
import sys
import threading
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sayso.configuration import store
from sayso.configuration.model import in_force
from sayso.core.settings import CONFIGURABLE, NAMES, Settings
from sayso.errors import UnusableFile
from sayso.platforms import select
from support.links import make_link

MINE = """\
# how I like it
wait = 10   # short

retention = 1_00 # long
"""


def names(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir())


class TestChanging:
    def test_without_a_file_there_are_the_defaults(self, path: Path) -> None:
        assert store.load(path) == Settings()
        assert store.given(path) == {}
        assert not store.drop(path, "wait")
        assert names(path) == []

    def test_a_new_file_has_its_directories_made(self, tmp_path: Path) -> None:
        path = tmp_path / "new" / "sayso" / "config.toml"
        store.put(path, "timeout", 30.0)
        assert path.read_text() == "timeout = 30\n"

    def test_comments_and_order_stay(self, path: Path) -> None:
        path.write_text(MINE)
        store.put(path, "wait", 2.5)
        store.put(path, "denials", 2)
        assert path.read_text() == MINE.replace("= 10 ", "= 2.5 ") + "denials = 2\n"
        assert store.drop(path, "denials")
        assert store.drop(path, "retention")
        assert path.read_text() == MINE.replace("= 10 ", "= 2.5 ").partition("retention")[0]
        assert names(path) == ["config.toml"]

    def test_what_is_so_already_is_not_written(self, path: Path) -> None:
        path.write_text(MINE)
        before = path.stat()
        store.put(path, "wait", 10)
        assert not store.drop(path, "timeout")
        after = path.stat()  # to read it may change when it was read last, and nothing else
        assert (after.st_ino, after.st_ctime_ns) == (before.st_ino, before.st_ctime_ns)

    def test_windows_lines_stay_so(self, path: Path) -> None:
        path.write_bytes(b"# mine\r\nwait = 1\r\n")
        store.put(path, "timeout", 30)
        assert path.read_bytes() == b"# mine\r\nwait = 1\r\ntimeout = 30\r\n"

    def test_a_link_stays_a_link(self, path: Path, tmp_path: Path) -> None:
        target = tmp_path / "dotfiles" / "sayso.toml"
        target.parent.mkdir()
        target.write_text(MINE)
        make_link(path, target)
        store.put(path, "wait", 3)
        assert path.is_symlink()
        assert target.read_text() == MINE.replace("= 10 ", "= 3 ")


class TestTemplate:
    def test_has_every_setting_as_a_comment(self, path: Path) -> None:
        assert store.make(path)
        assert store.load(path) == Settings()
        assert not store.make(path)
        lines = path.read_text().splitlines()
        told = "\n".join(line.removeprefix("# ") for line in lines if " = " in line)
        loaded = {name: in_force(name, value) for name, value in tomllib.loads(told).items()}
        assert loaded == {n: getattr(Settings(), n) for n in NAMES}

    def test_what_is_set_stands_by_its_comment(self, path: Path) -> None:
        store.make(path)
        before = path.read_text()
        store.put(path, "timeout", 30)
        assert "\n# timeout = 120\ntimeout = 30\n\n" in path.read_text()
        store.put(path, "timeout", 31)
        assert path.read_text().count("\ntimeout = ") == 1
        store.drop(path, "timeout")
        assert path.read_text() == before

    def test_a_comment_in_a_text_of_several_lines_is_none(self, path: Path) -> None:
        broken = 'x = """\n# wait = 1\n"""\n'
        path.write_text(broken)
        with pytest.raises(UnusableFile, match="line 1, x"):
            store.put(path, "wait", 3)
        assert path.read_text() == broken

    def test_what_is_there_is_not_touched(self, path: Path) -> None:
        path.write_text("nonsense")
        assert not store.make(path)
        assert path.read_text() == "nonsense"


class TestWhatIsWrong:
    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("wait = = 1\n", "line 1: Invalid value at column 8"),
            ("a\n", "line 1: "),
            ("wait = 1\ntimeout = 1\n", "line 2, timeout: must be a number from 5 to 600"),
            ("[table]\nwait = 1\n", "line 1, table: there is no such setting"),
            (f"wait = {'9' * 5000}\n", "line 1: it is too long for a setting"),
            ("wait = " + "[\n" * 10_000, "it is nested too deep"),
        ],
    )
    def test_is_never_written_over(self, path: Path, text: str, told: str) -> None:
        path.write_text(text)
        for change in (lambda: store.put(path, "denials", 2), lambda: store.drop(path, "wait")):
            with pytest.raises(UnusableFile) as caught:
                change()
            assert told in caught.value.message
            assert caught.value.remedy == "mend it with: sayso config edit"
            assert path.read_text() == text
        assert names(path) == ["config.toml"]

    def test_is_mended_by_setting_it(self, path: Path) -> None:
        path.write_text("wait = -1 # mine\n")
        store.put(path, "wait", 1)
        assert path.read_text() == "wait = 1 # mine\n"

    def test_or_by_taking_it_out(self, path: Path) -> None:
        path.write_text("wait = true\ntimeout = 30\n")
        assert store.drop(path, "wait")
        assert path.read_text() == "timeout = 30\n"

    def test_bytes_that_are_no_text(self, path: Path) -> None:
        path.write_bytes(b"wait = 1 # \xff\n")
        with pytest.raises(UnusableFile, match="not in UTF-8"):
            store.put(path, "wait", 2)
        assert path.read_bytes() == b"wait = 1 # \xff\n"


class TestTwoWriters:
    def test_lose_nothing(self, path: Path) -> None:
        """Each sets settings of its own, in processes of their own, at once."""
        path.write_text(MINE)
        wanted = {name: bounds.low for name, bounds in CONFIGURABLE.items()}
        program = (
            "import sys; from pathlib import Path; from sayso.configuration import store\n"
            "vars(store)['_TURN'] = 120.0\n"
            "for name, value in zip(sys.argv[2::2], sys.argv[3::2]):\n"
            "    store.put(Path(sys.argv[1]), name, float(value))"
        )
        items = list(wanted.items())
        shares = [items[start::4] for start in range(4)]
        commands = [
            [sys.executable, "-c", program, str(path), *(str(x) for pair in share for x in pair)]
            for share in shares
        ]
        with ThreadPoolExecutor(4) as pool:
            for done in pool.map(lambda argv: subprocess.run(argv, check=True), commands):
                assert done.returncode == 0
        assert store.given(path) == wanted
        assert path.read_text().startswith("# how I like it\n")
        assert names(path) == ["config.toml"]

    @pytest.mark.usefixtures("bounded")
    def test_take_turns(self, path: Path) -> None:
        path.write_text(MINE)
        other = threading.Thread(target=store.put, args=(path, "wait", 1))
        with select.files().locked(str(path.parent), 10):
            other.start()
            other.join(0.2)
            assert path.read_text() == MINE
        other.join()
        assert store.given(path)["wait"] == 1

    def test_an_editor_that_saves_meanwhile_is_not_overwritten(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path.write_text(MINE)
        fsync = os.fsync

        def save(descriptor: int) -> None:
            fsync(descriptor)
            path.write_text("wait = 77\n")

        monkeypatch.setattr(os, "fsync", save)
        with pytest.raises(UnusableFile, match="changed by another program"):
            store.put(path, "wait", 1)
        assert path.read_text() == "wait = 77\n"
        assert names(path) == ["config.toml"]


class TestTheDisk:
    def test_a_file_that_is_read_only(self, path: Path) -> None:
        path.write_text(MINE)
        path.chmod(0o400)
        with pytest.raises(UnusableFile, match="is read-only"):
            store.put(path, "wait", 1)
        assert path.read_text() == MINE
        assert names(path) == ["config.toml"]

    def test_a_place_that_is_no_directory(self, tmp_path: Path) -> None:
        (tmp_path / "sayso").write_text("")
        with pytest.raises(UnusableFile):
            store.put(tmp_path / "sayso" / "config.toml", "wait", 1)
