"""The window of the history: real keys and clicks on a real page, read as a screen reader does."""

import sys

assert sys.platform == "linux"

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageStat

from support.history_window import HistoryWindow
from support.log_of_questions import LATE, NO, YES
from support.processes import wait_until
from support.trays import Desktop, has_no_child
from support.world import World

BAD = "<script>document.title = 'taken'</script>\u202e <b>&amp;"


@pytest.fixture
def window(world: World) -> Iterator[HistoryWindow]:
    made = HistoryWindow(world)
    yield made
    made.close()


class TestWhatItShows:
    def test_what_was_missed_stands_first(self, window: HistoryWindow) -> None:
        window.log.question("Deploy?", YES)
        window.log.question("Delete?", LATE, asker="git")
        window.open()
        names = [each.name for each in window.look()]
        headings = [
            names.index(each) for each in ("Missed while you were away", "All other questions")
        ]
        missed, approved = (
            next(number for number, name in enumerate(names) if name.startswith(row))
            for row in ("git Delete? No answer in time", "make Deploy? Approved")
        )
        assert headings[0] < missed < headings[1] < approved

    def test_words_of_others_are_only_ever_words(self, window: HistoryWindow) -> None:
        window.log.question(BAD, NO, asker=BAD)
        window.open()
        (row,) = window.rows()
        assert row.count("<script>document.title = 'taken'</script>\\u{202e} <b>&amp;") == 2
        assert window.look()[0].name == "History"

    def test_where_nothing_was_asked_it_says_what_will_be_there(
        self, window: HistoryWindow
    ) -> None:
        window.open()
        assert window.find("Nothing has been asked yet.")

    def test_what_can_not_be_read_is_told(self, window: HistoryWindow) -> None:
        window.log.question("Deploy?", YES)
        window.log.spoil(b"nothing\n")
        window.open()
        assert window.find("One line of the log can't be read.")
        assert len(window.rows()) == 1


class TestWhatAPersonDoes:
    @pytest.fixture(autouse=True)
    def opened(self, window: HistoryWindow) -> None:
        window.log.question("Deploy?", YES)
        window.log.question("Delete?", NO, asker="git")
        window.open()
        window.until_rows(2)

    def test_searches(self, window: HistoryWindow) -> None:
        window.keys("ctrl+f")
        window.type("dele")
        (row,) = window.until_rows(1)
        assert row.startswith("git Delete? Denied")
        window.keys("ctrl+a", "BackSpace")
        window.until_rows(2)

    def test_chooses_by_the_keyboard_whose_questions_to_see(self, window: HistoryWindow) -> None:
        window.keys("ctrl+f", "Tab", "m")
        (row,) = window.until_rows(1)
        assert row.startswith("make Deploy?")

    def test_unfolds_a_question_by_a_click(self, window: HistoryWindow) -> None:
        window.click("git Delete?")
        wait_until(lambda: window.find("git · 7"), "its lineage")
        assert window.find("zsh · 6")
        assert window.find("/src")
        assert window.find("on the screen")

    def test_unfolds_a_question_by_the_keyboard(self, window: HistoryWindow) -> None:
        window.keys("ctrl+f", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Return")
        wait_until(lambda: window.find("git · 7"), "its lineage")

    def test_sees_what_came_since_on_asking(self, window: HistoryWindow) -> None:
        window.log.question("Once more?", YES)
        window.keys("F5")
        window.until_rows(3)

    def test_saves_it_to_a_file(self, window: HistoryWindow, tmp_path: Path) -> None:
        window.click("Export")
        file = tmp_path / "saved.csv"
        wait_until(lambda: window.has_dialog(), "the dialog")
        window.keys("ctrl+a")
        window.type(str(file))
        window.keys("Return")
        wait_until(file.exists, "the file")
        assert "Delete?" in file.read_text()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        wait_until(lambda: window.find("Saved: "), "the note")


@pytest.mark.parametrize(("theme", "is_dark"), [("Adwaita", False), ("HighContrastInverse", True)])
def test_it_is_as_dark_as_the_theme(
    world: World, window: HistoryWindow, theme: str, is_dark: bool
) -> None:
    world.environ["GTK_THEME"] = theme
    window.open()
    picture = world.directory / "screen.png"
    world.dialogs.screenshot(picture)
    x, y, width, height = window.look()[0].place
    with Image.open(picture) as screen:
        page = screen.convert("L").crop((x, y, x + width, y + height))
        middle = ImageStat.Stat(page).median[0]
    assert (middle < 128) is is_dark


def test_questions_are_read_as_they_are_scrolled_to(window: HistoryWindow) -> None:
    for number in range(230):  # to look at each takes a while
        window.log.question(f"Question {number}?", YES)
    window.open()
    assert len(window.rows()) < 200

    def has_all() -> bool:
        window.keys("End")
        return len(window.rows()) == 230

    wait_until(has_all, "the oldest")
    assert window.rows()[-1].startswith("make Question 0?")


def test_nothing_of_it_stays_once_it_is_closed(world: World, window: HistoryWindow) -> None:
    job = window.open()
    window.keys("ctrl+w")
    assert job.wait().code == 0
    wait_until(lambda: not [each for each in world.processes() if "WebKit" in each.command], "end")


class TestFromTheTray:
    def test_it_is_opened(self, desktop: Desktop) -> None:
        window = HistoryWindow(desktop.world)
        window.log.question("Deploy?", YES)
        tray = desktop.start()
        desktop.menu().choose("History")
        window.until_rows(1)
        window.keys("ctrl+w")
        wait_until(lambda: has_no_child(tray), "its end")
        assert not desktop.world.dialogs.windows()

    def test_it_outlives_the_tray(self, desktop: Desktop) -> None:
        window = HistoryWindow(desktop.world)
        desktop.start()
        desktop.menu().choose("History")
        wait_until(lambda: window.find("Nothing has been asked yet."), "the page")
        assert desktop.world.sayso("daemon", "stop").code == 0
        assert window.find("Nothing has been asked yet.")
        window.keys("ctrl+w")
        wait_until(lambda: not desktop.world.dialogs.windows(), "its end")
