"""Entries of the history: the log's records of each question, put together from the newest back."""

from typing import Any

import pytest

from sayso.presentation.history.entries import Ancestor, Entries, Entry, Step

ASKED, SHOWN, ANSWERED = "InteractionRequested", "InteractionShown", "InteractionAnswered"
TIMED_OUT, COLLECTED, REFUSED = "InteractionTimedOut", "AnswerCollected", "InteractionRefused"
YES = {"status": "approved", "decider": "user", "reason": "", "by": ""}
LATE = {"status": "timed_out", "decider": "deadline", "reason": "deadline", "by": ""}


class Log:
    """Records in the order in which they were written."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []

    def add(self, event: str, number: int = 0, **members: Any) -> None:
        seq = len(self.records) + 1
        told = {"time": f"2026-11-29T10:00:{seq:02}.000Z", "seq": seq, "event": event}
        self.records.append(told | ({"number": number} if number else {}) | members)

    def question(self, number: int, **verdict: Any) -> None:
        """From its request to its end."""
        self.add(ASKED, number, words=f"Question {number}?")
        self.add(SHOWN, number)
        self.add(TIMED_OUT if verdict["status"] == "timed_out" else ANSWERED, number, **verdict)

    def entries(self) -> list[Entry]:
        return list(filter(None, Entries().read(reversed(self.records))))


@pytest.fixture
def log() -> Log:
    return Log()


class TestOneQuestion:
    def test_has_all_that_happened_to_it(self, log: Log) -> None:
        lineage = [{"name": "make", "pid": 7}, {"name": "zsh", "pid": 6}]
        log.add(ASKED, 4, words="Deploy?", asker="make", lineage=lineage)
        log.add(SHOWN, 4)
        log.add(ANSWERED, 4, **YES)
        log.add(COLLECTED, 4, **YES)
        (entry,) = log.entries()
        assert (entry.seq, entry.number, entry.time) == (4, 4, "2026-11-29T10:00:01.000Z")
        assert (entry.status, entry.decider, entry.is_whole) == ("approved", "user", True)
        assert (entry.text("words"), entry.text("asker")) == ("Deploy?", "make")
        assert [step.event for step in entry.steps] == [ASKED, SHOWN, ANSWERED, COLLECTED]
        assert entry.steps[0] == Step("2026-11-29T10:00:01.000Z", ASKED)
        assert entry.lineage == (Ancestor("make", 7), Ancestor("zsh", 6))

    def test_is_open_without_an_end(self, log: Log) -> None:
        log.add(ASKED, 4)
        log.add(SHOWN, 4)
        (entry,) = log.entries()
        assert entry.status == ""

    def test_that_was_refused_has_no_number(self, log: Log) -> None:
        for words in ("One?", "Two?"):
            log.add(REFUSED, words=words, status="refused", decider="policy", reason="prompt_limit")
            log.add("ToolCallDenied", words=words, status="refused")
        assert [(each.text("words"), each.status) for each in log.entries()] == [
            ("Two?", "refused"),
            ("One?", "refused"),
        ]

    def test_whose_beginning_is_gone_stands_at_the_end(self, log: Log) -> None:
        log.add(SHOWN, 2)
        log.add(SHOWN, 1)
        log.add(ANSWERED, 2, **YES)
        log.question(3, **YES)
        assert [(each.number, each.is_whole) for each in log.entries()] == [
            (3, True),
            (2, False),
            (1, False),
        ]

    def test_that_has_the_number_of_an_earlier_one_is_another(self, log: Log) -> None:
        log.question(1, **YES)
        log.add("DaemonStarted")
        log.question(1, **LATE)
        assert [each.status for each in log.entries()] == ["timed_out", "approved"]

    def test_whose_records_are_of_two_is_two(self, log: Log) -> None:
        """A record between them was lost, and numbers began anew."""
        log.add(ASKED, 1, fingerprint="a", words="Deploy?")
        log.add(ANSWERED, 1, fingerprint="b", words="Delete?", **YES)
        told = [(each.text("words"), each.status, each.is_whole) for each in log.entries()]
        assert told == [("Delete?", "approved", False), ("Deploy?", "", True)]

    def test_that_was_open_when_all_ended_is_lost(self, log: Log) -> None:
        log.add(ASKED, 2, fingerprint="a")
        log.add("DaemonStopped")
        log.add(ASKED, 1, fingerprint="b")
        assert [(each.number, each.status) for each in log.entries()] == [(1, ""), (2, "lost")]

    def test_that_was_open_when_the_last_daemon_ended_is_lost_and_missed(self, log: Log) -> None:
        log.question(1, **YES)
        log.add(ASKED, 2)
        log.add(SHOWN, 2)
        log.add("DaemonStopped")
        told = [(each.number, each.status, each.is_missed) for each in log.entries()]
        assert told == [(2, "lost", True), (1, "approved", False)]

    @pytest.mark.parametrize("later", ["DaemonStarted", SHOWN])
    def test_that_another_daemon_may_have_taken_over_is_open(self, log: Log, later: str) -> None:
        log.add(ASKED, 2)
        log.add("DaemonStopped")
        log.add(later, 2 if later == SHOWN else 0)
        assert [each.status for each in log.entries()] == [""]

    def test_that_no_daemon_could_take_over_is_lost(self, log: Log) -> None:
        log.add(ASKED, 2, fingerprint="a")
        log.add("DaemonStarted")
        log.add("QuestionsGivenUp", count=1, reason="what was kept is not readable")
        log.add(ASKED, 3, fingerprint="b")
        assert [(each.number, each.status) for each in log.entries()] == [(3, ""), (2, "lost")]

    def test_overlapping_ones_stay_apart(self, log: Log) -> None:
        log.add(ASKED, 1)
        log.add(ASKED, 2)
        log.add(ANSWERED, 1, **YES)
        log.add(TIMED_OUT, 2, **LATE)
        assert [(each.number, each.status) for each in log.entries()] == [
            (2, "timed_out"),
            (1, "approved"),
        ]


class TestALogWithoutEnd:
    def test_of_one_question_not_all_steps_are_kept(self, log: Log) -> None:
        log.add(ASKED, 1)
        for _ in range(500):
            log.add(COLLECTED, 1)
        (entry,) = log.entries()
        assert (len(entry.steps), entry.steps[0].event) == (101, ASKED)

    def test_of_one_lineage_not_all_ancestors_are(self, log: Log) -> None:
        log.add(ASKED, 1, lineage=[{"name": "x", "pid": 1}] * 1000)
        (entry,) = log.entries()
        assert len(entry.lineage) == 32

    def test_of_questions_without_a_beginning_the_newest_are_given_up(self, log: Log) -> None:
        for number in range(1, 10_102):
            log.add(SHOWN, number)
        read = Entries().read(reversed(log.records))
        assert next(filter(None, read)).number == 10_101

    def test_a_pause_is_handed_on(self) -> None:
        assert list(Entries().read([None, None])) == [None, None]


class TestMissed:
    def test_is_what_nobody_answered_since_the_last_answer(self, log: Log) -> None:
        log.question(1, **LATE)
        log.question(2, **YES)
        log.question(3, **LATE)
        log.add(ASKED, 4)
        log.add(REFUSED, status="no_interactor", decider="headless", reason="no display")
        log.add("InteractionNotShown", 4, status="not_shown", decider="ui", reason="attempt 3 of 3")
        told = [(each.status, each.is_missed) for each in log.entries()]
        assert told == [
            ("no_interactor", True),
            ("not_shown", True),
            ("timed_out", True),
            ("approved", False),
            ("timed_out", False),
        ]

    def test_goes_by_when_it_ended(self, log: Log) -> None:
        """Whoever answers one question and leaves has missed the one that was open beside it."""
        log.add(ASKED, 1)
        log.add(ASKED, 2)
        log.add(ANSWERED, 2, **YES)
        log.add(TIMED_OUT, 1, **LATE)
        log.add(COLLECTED, 1, **LATE)
        assert [(each.number, each.is_missed) for each in log.entries()] == [(2, False), (1, True)]
        log.add(ANSWERED, 3, **YES)
        assert not any(each.is_missed for each in log.entries())

    def test_is_nothing_that_its_program_gave_up(self, log: Log) -> None:
        log.question(1, status="withdrawn", decider="requester", reason="requester", by="")
        assert [each.is_missed for each in log.entries()] == [False]

    def test_includes_what_do_not_disturb_refused(self, log: Log) -> None:
        for reason in ("do_not_disturb", "prompt_limit"):
            log.add(REFUSED, status="refused", decider="policy", reason=reason)
        assert [each.is_missed for each in log.entries()] == [False, True]


class TestWhatIsNoRecordOfOurs:
    @pytest.mark.parametrize(
        "members",
        [
            {"words": 7, "asker": None, "cwd": []},
            {"lineage": "make"},
            {"lineage": [7, None, {"name": 7, "pid": "x"}]},
            {"time": 4, "seq": "a"},
            {"status": {}, "decider": 3},
        ],
    )
    def test_is_read_as_text_or_not_at_all(self, log: Log, members: dict[str, Any]) -> None:
        log.add(ASKED, 1)
        log.records[0].update({"words": "Deploy?"} | members)
        (entry,) = log.entries()
        assert entry.text("words") in ("", "Deploy?")
        assert all(isinstance(each.name, str) for each in entry.lineage)
        assert all(isinstance(each, str) for each in (entry.time, entry.status, entry.decider))

    def test_events_of_other_things_are_none(self, log: Log) -> None:
        log.add("DaemonStarted", 3)
        log.add("SomethingNew", 4)
        log.records.append({})
        log.records.append({"event": ["x"], "number": 2})
        log.records.append({"event": ASKED, "number": True})
        assert log.entries() == []
