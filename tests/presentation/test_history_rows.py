"""Rows of the history: what a person sees of an entry, and which entries are looked for."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest

from sayso.core.events import LogEvent
from sayso.presentation.history import words
from sayso.presentation.history.entries import Ancestor, Entry, Step
from sayso.presentation.history.rows import Filter, row, took, who
from sayso.values import replace

if TYPE_CHECKING:
    from sayso.presentation.history.rows import Row

ENTRY = Entry(
    seq=9,
    number=4,
    time="2026-11-29T10:00:00.000Z",
    subject={"kind": "confirm", "asker": "make", "pid": 7, "cwd": "/src/shop", "words": "Deploy?"},
    status="approved",
    decider="user",
    reason="",
    by="",
    steps=(
        Step("2026-11-29T10:00:00.000Z", LogEvent.REQUESTED),
        Step("2026-11-29T10:00:01.000Z", LogEvent.SHOWN),
        Step("2026-11-29T10:00:04.500Z", LogEvent.ANSWERED),
        Step("2026-11-29T10:00:05.000Z", LogEvent.COLLECTED),
    ),
    lineage=(Ancestor("make", 7), Ancestor("zsh", 6)),
    is_whole=True,
)


def entry(subject: dict[str, Any] | None = None, **fields: Any) -> Entry:
    """With these members of its subject, and these fields, instead."""
    return replace(ENTRY, subject={**ENTRY.subject, **(subject or {})}, **fields)


def seconds(moment: str) -> float | None:
    return datetime.fromisoformat(moment).timestamp() if moment else None


def seen(of: Entry) -> "Row":
    return row(of, lambda moment: (moment[:10], moment[11:19]), seconds)


def facts(of: Entry) -> dict[str, str]:
    return dict(seen(of)["facts"])


class TestARow:
    def test_says_who_asked_what_how_it_ended_and_when(self) -> None:
        told = seen(ENTRY)
        assert (told["day"], told["clock"]) == ("2026-11-29", "10:00:00")
        assert (told["who"], told["what"], told["answer"]) == ("make", "Deploy?", "Approved")
        assert (told["tone"], told["missed"]) == ("yes", False)

    def test_unfolds_to_all_that_is_known(self) -> None:
        told = seen(ENTRY)
        assert told["facts"] == [
            ("Answered after", "3.5 s"),
            ("Kind", "Permission"),
            ("Process", "make · 7"),
            ("Directory", "/src/shop"),
            ("Number", "4"),
        ]
        assert told["steps"] == [
            ("10:00:00", "asked for"),
            ("10:00:01", "on the screen"),
            ("10:00:04", "answered"),
            ("10:00:05", "its program has the answer"),
        ]
        assert told["lineage"] == ["make · 7", "zsh · 6"]

    @pytest.mark.parametrize(
        ("status", "answer", "tone"),
        [
            ("", "Still open", "open"),
            ("denied", "Denied", "no"),
            ("dismissed", "Closed without an answer", "no"),
            ("timed_out", "No answer in time", "none"),
            ("memory_not_locked", "Could not be asked", "none"),
        ],
    )
    def test_each_end_has_its_words(self, status: str, answer: str, tone: str) -> None:
        told = seen(entry(status=status))
        assert (told["answer"], told["tone"]) == (answer, tone)

    def test_says_why_and_who_else_decided(self) -> None:
        told = facts(entry(reason="owner_exited", decider="requester"))
        assert told["Because"] == "Its program has ended."
        assert told["Decided"] == "By its program."
        assert facts(entry(by="assistive"))["Decided"].startswith("Through assistive")
        assert facts(entry(reason="attempt 3 of 3"))["Because"] == "attempt 3 of 3"

    def test_says_for_whom_and_through_what_it_asks(self) -> None:
        told = facts(
            entry({
                "asks_for": 12, "asks_for_name": "vim", "through": "gpg-agent", "through_pid": 13,
                "place": "build-7", "says_it_is": "claude 2", "kind": "riddle", "pid": "x",
            })
        )  # fmt: skip
        assert told["Asks for"] == "vim · 12"
        assert told["Through"] == "gpg-agent · 13"
        assert (told["From"], told["Calls itself"]) == ("build-7", "claude 2")
        assert (told["Kind"], told["Process"]) == ("riddle", "make")

    def test_what_happened_on_another_day_says_so(self) -> None:
        late = Step("2026-11-30T09:10:00.000Z", LogEvent.COLLECTED)
        assert seen(entry(steps=(*ENTRY.steps, late)))["steps"][-1][0] == "2026-11-30 09:10:00"

    def test_one_whose_beginning_is_gone_says_so(self) -> None:
        assert facts(entry(is_whole=False))["Note"] == "Its beginning is no longer in the log."

    def test_no_text_of_others_hides_anything(self) -> None:
        bad = "<b>\u202egpj\n\x1b[2J"
        told = seen(
            entry({"asker": bad, "words": bad, "cwd": bad}, reason=bad, lineage=(Ancestor(bad, 0),))
        )
        texts = [told["who"], told["what"], *told["lineage"], *dict(told["facts"]).values()]
        assert all(text.isprintable() for text in texts)
        assert told["what"] == "<b>\\u{202e}gpj\\u{a}\\u{1b}[2J"

    def test_a_long_text_is_cut(self) -> None:
        assert len(seen(entry({"words": "x" * 5000}))["what"]) < 500


class TestHowLongItTook:
    @pytest.mark.parametrize(
        ("shown", "answered", "told"),
        [
            ("10:00:00", "10:00:59", "59 s"),
            ("10:00:00", "10:01:05", "1 min 5 s"),
            ("10:00:00", "12:30:10", "2 h 30 min"),
            ("10:00:05", "10:00:00", ""),
        ],
    )
    def test_is_from_the_screen_to_the_answer(self, shown: str, answered: str, told: str) -> None:
        of = entry(
            steps=(
                Step(f"2026-11-29T{shown}Z", LogEvent.SHOWN),
                Step(f"2026-11-29T{answered}Z", LogEvent.ANSWERED),
            )
        )
        assert facts(of).get("Answered after", "") == told

    def test_is_not_known_of_what_nobody_answered(self) -> None:
        assert took(entry(steps=ENTRY.steps[:2]), seconds) is None
        assert took(ENTRY, seconds) == 3.5


class TestWho:
    def test_a_place_is_named(self) -> None:
        assert who(entry({"place": "build-7"})) == "make on build-7"
        assert who(entry({"place": "build-7", "asker": ""})) == "An unknown program on build-7"

    def test_nobody_has_a_name_as_well(self) -> None:
        assert who(entry({"asker": ""})) == "An unknown program"


class TestFilter:
    @pytest.mark.parametrize(
        ("wanted", "takes"),
        [
            (Filter(), True),
            (Filter(text="deploy"), True),
            (Filter(text="SHOP deploy"), True),
            (Filter(text="deploy shop not-there"), False),
            (Filter(text="make"), True),
            (Filter(who="make"), True),
            (Filter(who="mak"), False),
            (Filter(status="approved"), True),
            (Filter(status="denied"), False),
            (Filter(since="2026-11-29T10:00:00.000Z"), True),
            (Filter(since="2026-11-29T10:00:00.001Z"), False),
        ],
    )
    def test_takes_what_is_looked_for(self, wanted: Filter, takes: bool) -> None:
        assert wanted.takes(ENTRY) is takes

    @pytest.mark.parametrize(
        ("status", "wanted"), [("", "open"), ("memory_not_locked", "error"), ("lost", "lost")]
    )
    def test_each_end_can_be_looked_for(self, status: str, wanted: str) -> None:
        assert wanted in words.answers()
        assert Filter(status=wanted).takes(entry(status=status))
        assert not Filter(status=wanted).takes(ENTRY)

    def test_says_when_nothing_older_need_be_read(self) -> None:
        assert Filter(oldest="2026-11-30").is_over_at(ENTRY)
        assert not Filter(oldest="2026-11-28").is_over_at(ENTRY)
        assert not Filter(oldest="2026-11-30").is_over_at(entry(time=""))


def test_every_event_and_status_has_words() -> None:
    assert all(words.step(event) for event in LogEvent)
    assert "" not in words.answers()
    assert words.unreadable(1).startswith("One line")
    assert words.unreadable(3).startswith("3 lines")
    assert words.latest(1).startswith("The latest question.")
    assert words.latest(7).startswith("The latest 7 questions")
