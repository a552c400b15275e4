"""The history behind its page: what the page may ask for, and what it gets."""

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sayso.errors import InvalidParams, UnknownMethod
from sayso.frontends.pages.history import History, local
from sayso.presentation.history.entries import Entry
from sayso.presentation.history.rows import Filter
from support.log_of_questions import LATE, NO, YES, LogOfQuestions


@pytest.fixture
def log(tmp_path: Path) -> LogOfQuestions:
    return LogOfQuestions(tmp_path / "log")


def look(log: LogOfQuestions, **wanted: str) -> dict[str, Any]:
    told: Any = History(log.place, clock=lambda: 0.0).answer("look", wanted)
    return dict(told)


def asked(told: Any) -> list[str]:
    return [each["what"] for each in told["rows"]]


class TestLooking:
    def test_the_newest_come_first_over_all_files(self, log: LogOfQuestions) -> None:
        for number in range(3):
            log.question(f"Question {number}?", YES)
            log.begin_file()
        told = look(log)
        assert asked(told) == ["Question 2?", "Question 1?", "Question 0?"]
        assert (told["more"], told["note"]) == (False, "")

    def test_what_was_missed_is_marked(self, log: LogOfQuestions) -> None:
        for verdict in (LATE, YES, LATE):
            log.question("Deploy?", verdict)
        assert [each["missed"] for each in look(log)["rows"]] == [True, False, False]

    def test_more_come_when_they_are_asked_for(self, log: LogOfQuestions) -> None:
        for number in range(250):
            log.question(f"{number}", YES)
        history = History(log.place, clock=lambda: 0.0)
        told: Any = history.answer("look", {})
        parts = [asked(told)]
        while told["more"]:
            told = history.answer("more", {})
            parts.append(asked(told))
        assert [len(each) for each in parts] == [100, 100, 50]
        assert [int(words) for part in parts for words in part] == list(range(249, -1, -1))

    def test_one_answer_takes_no_longer_than_a_window_may_stand_still(
        self, log: LogOfQuestions
    ) -> None:
        """A search through a long log goes on with the next one."""
        for _ in range(50):
            log.question("Deploy?", YES)
        moments = iter(range(1000))
        history = History(log.place, clock=lambda: float(next(moments)))
        told: Any = history.answer("look", {"text": "nothing like that"})
        assert (told["rows"], told["more"]) == ([], True)
        for _ in range(300):
            told = history.answer("more", {})
        assert (told["rows"], told["more"]) == ([], False)

    def test_what_is_written_meanwhile_is_there_at_the_next_look(self, log: LogOfQuestions) -> None:
        log.question("First?", YES)
        history = History(log.place)
        history.answer("look", {})
        log.question("Second?", YES)
        told: Any = history.answer("look", {})
        assert asked(told) == ["Second?", "First?"]

    def test_without_a_log_there_is_nothing(self, tmp_path: Path) -> None:
        told: Any = History(tmp_path / "none").answer("look", {})
        assert (told["rows"], told["more"]) == ([], False)


class TestSearching:
    @pytest.fixture(autouse=True)
    def questions(self, log: LogOfQuestions) -> None:
        log.question("Deploy?", YES, asker="make")
        log.question("Delete?", NO, asker="git", place="build-7")

    @pytest.mark.parametrize(
        ("wanted", "found"),
        [
            ({"text": "DEL"}, ["Delete?"]),
            ({"who": "git on build-7"}, ["Delete?"]),
            ({"status": "approved"}, ["Deploy?"]),
            ({"since": "hour"}, []),
            ({"who": "git"}, []),
        ],
    )
    def test_finds_what_fits(
        self, log: LogOfQuestions, wanted: dict[str, str], found: list[str]
    ) -> None:
        assert asked(look(log, **wanted)) == found

    def test_everybody_who_asked_can_be_chosen(self, log: LogOfQuestions) -> None:
        assert look(log, text="Deploy")["askers"] == ["git on build-7", "make"]


class TestABrokenLog:
    def test_what_is_no_record_is_counted_and_the_rest_is_shown(self, log: LogOfQuestions) -> None:
        log.question("Deploy?", YES)
        log.spoil(b'{"half":\n[]\n\xff\xfe\n' + b"[" * 100_000 + b"\n")
        log.question("Delete?", NO)
        told = look(log)
        assert asked(told) == ["Delete?", "Deploy?"]
        assert told["note"].startswith("4 lines of the log can't be read.")

    def test_a_line_without_an_end_is_being_written(self, log: LogOfQuestions) -> None:
        log.question("Deploy?", YES)
        log.spoil(b'{"time":"2026')
        assert (asked(look(log)), look(log)["note"]) == (["Deploy?"], "")

    def test_an_endless_line_takes_no_endless_memory(self, log: LogOfQuestions) -> None:
        log.question("Deploy?", YES)
        log.spoil(b"x" * (16 << 20) + b"\n")
        tracemalloc.start()
        try:
            assert asked(look(log)) == ["Deploy?"]
            assert tracemalloc.get_traced_memory()[1] < 8 << 20
        finally:
            tracemalloc.stop()

    def test_a_time_that_no_calendar_has_stays_empty(self) -> None:
        assert local("2026-99-99") == ("", "")
        assert local("9999999999") == ("", "")

    def test_a_file_that_can_not_be_read_hides_no_other(self, log: LogOfQuestions) -> None:
        log.question("Deploy?", YES)
        (log.place / "log-000000000000.jsonl").mkdir()
        (log.place / "log-999999999999.jsonl").mkdir()
        told = look(log)
        assert asked(told) == ["Deploy?"]
        assert told["note"].startswith("2 lines of the log can't be read.")

    def test_what_is_no_question_takes_no_window_either(self, log: LogOfQuestions) -> None:
        """A window stands still for no longer than its moment, whatever is in the log."""
        log.spoil(b"{}\n" * 10_000)
        moments = iter(range(10_000))
        history = History(log.place, clock=lambda: float(next(moments)))
        told: Any = history.answer("look", {})
        assert (told["rows"], told["more"]) == ([], True)


class TestAPageThatWasTakenOver:
    @pytest.mark.parametrize("method", ["configure", "approve", "answer", "look_", "__init__", ""])
    def test_can_ask_for_nothing_else(self, log: LogOfQuestions, method: str) -> None:
        with pytest.raises(UnknownMethod):
            History(log.place).answer(method, {})

    @pytest.mark.parametrize(
        "params", [{"text": 7}, {"who": ["x"]}, {"since": "ever"}, {"status": None}]
    )
    def test_says_nothing_but_words_of_ours(
        self, log: LogOfQuestions, params: dict[str, object]
    ) -> None:
        with pytest.raises(InvalidParams):
            History(log.place).answer("look", params)

    @pytest.mark.parametrize("form", ["../../x", "html", ""])
    def test_saves_in_no_format_of_its_own(self, log: LogOfQuestions, form: str) -> None:
        def save(_form: str, _entries: Iterator[Entry | None]) -> Iterator[str]:
            pytest.fail("it was to be saved")

        with pytest.raises(InvalidParams):
            History(log.place, save).answer("save", {"format": form})


class TestSaving:
    def test_goes_on_until_it_is_done(self, log: LogOfQuestions) -> None:
        for number in range(3):
            log.question(f"{number}", YES)
        saved: list[str] = []

        def save(form: str, entries: Iterator[Entry | None]) -> Iterator[str]:
            for entry in filter(None, entries):
                saved.append(f"{form} {entry.text('words')}")
                yield "/home/ada/history.csv"

        moments = iter(range(100))
        history = History(log.place, save, lambda: float(next(moments)))
        told: Any = history.answer("save", {"format": "csv"})
        while told["more"]:
            told = history.answer("save_more", {})
        assert saved == ["csv 2", "csv 1", "csv 0"]

    def test_what_a_page_gets_can_be_written_as_json(self, log: LogOfQuestions) -> None:
        log.question("\ud800 half a pair", NO)
        assert json.loads(json.dumps(look(log)))["rows"][0]["what"] == "\\u{d800} half a pair"


def test_all_entries_without_a_page(log: LogOfQuestions) -> None:
    log.question("Deploy?", YES)
    (entry,) = filter(None, History(log.place).entries(Filter()))
    assert entry.text("words") == "Deploy?"
