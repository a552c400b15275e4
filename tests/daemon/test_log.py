"""The log on the disk: whole after whatever happened to it, and in nobody's way."""

import errno
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from sayso.core import events as e
from sayso.core.chain import Note
from sayso.core.events import LogEvent
from sayso.core.log_subject import LogOutcome, LogSubject
from sayso.daemon.log import LogWriter
from sayso.daemon.log_files import END_SIZE, Entry, Limits, LogFiles
from support.disk import Disk, audit, log_files, whole_lines
from support.processes import wait_until

PATIENCE = 10.0
"""Seconds for the log's thread to write what it has."""

AT_ONCE = Limits(retry=0.01)
SMALL = Limits(retry=0.01, file_bytes=1500, files=3)
TOPIC = LogSubject("confirm", "agent", 7, "/w", 5, "ab" * 32, "Deploy?")
NOW = 1795313180.123
ENTRY = Entry("2026-11-22T02:06:20.123Z", "InteractionShown", {"words": "Deploy?" * 20})


class Killed(BaseException):
    """The process ends here."""


class Writer(LogWriter):
    """A log in a test's place, started; its questions are numbered."""

    def __init__(self, place: Path, disk: Disk | None = None, limits: Limits = AT_ONCE) -> None:
        super().__init__((disk or Disk()).open_directory, str(place), lambda: NOW, limits)
        self.handed_over = 0
        self.start()

    def ask(self, times: int = 1) -> None:
        for _ in range(times):
            self.handed_over += 1
            self.record(e.Log(LogEvent.REQUESTED, self.handed_over, TOPIC))

    def end(self) -> None:
        self.close(PATIENCE)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "state" / "log"


def told(place: Path) -> list[dict[str, Any]]:
    """All records there are."""
    return [json.loads(line) for line in whole_lines(place)]


def events(place: Path) -> list[str]:
    return [record["event"] for record in told(place)]


def numbers(place: Path) -> list[int]:
    return [record["number"] for record in told(place) if "number" in record]


def unbroken(place: Path) -> int:
    """The number of records, which follow one another."""
    found = audit(place)
    assert found.bad is None
    return found.records


def written(place: Path, number: int) -> None:
    wait_until(lambda: number in numbers(place), f"question {number} in the log", PATIENCE)


def one_session(place: Path, questions: int = 1, limits: Limits = AT_ONCE) -> None:
    writer = Writer(place, limits=limits)
    writer.ask(questions)
    writer.end()


class TestRecords:
    def test_say_who_asked_what_and_how_it_ended(self, place: Path) -> None:
        writer = Writer(place)
        verdict = LogOutcome("timed_out", "deadline", "queue", "assistive")
        writer.record(e.Log(LogEvent.TIMED_OUT, 3, TOPIC, verdict))
        writer.end()
        record = told(place)[1]
        del record["previous"], record["hash"]
        assert record == {
            "time": "2026-11-22T02:06:20.123Z",
            "seq": 2,
            "event": "InteractionTimedOut",
            "number": 3,
            "kind": "confirm",
            "asker": "agent",
            "pid": 7,
            "cwd": "/w",
            "origin": 5,
            "fingerprint": "ab" * 32,
            "words": "Deploy?",
            "says_it_is": "",
            "status": "timed_out",
            "decider": "deadline",
            "reason": "queue",
            "by": "assistive",
        }

    def test_are_of_a_question_without_a_number_where_none_was_opened(self, place: Path) -> None:
        writer = Writer(place)
        writer.record(e.Log(LogEvent.REFUSED, 0, TOPIC, LogOutcome("refused", "policy")))
        writer.end()
        assert "number" not in told(place)[1]

    def test_tell_the_lineage_where_there_is_one(self, place: Path) -> None:
        writer = Writer(place)
        ancestry = (("make", 7), ("zsh", 6))
        writer.record(e.Log(LogEvent.REQUESTED, 1, TOPIC, ancestry=ancestry))
        writer.record(e.Log(LogEvent.SHOWN, 1, TOPIC))
        writer.end()
        _started, asked, shown, _stopped = told(place)
        assert asked["lineage"] == [{"name": "make", "pid": 7}, {"name": "zsh", "pid": 6}]
        assert "lineage" not in shown

    def test_tell_how_many_were_left_out_where_some_were(self, place: Path) -> None:
        writer = Writer(place)
        writer.record(e.Log(LogEvent.REQUESTED, 1, TOPIC, left_out=12))
        writer.record(e.Log(LogEvent.SHOWN, 1, TOPIC))
        writer.end()
        _started, asked, shown, _stopped = told(place)
        assert asked["left_out"] == 12
        assert "left_out" not in shown

    def test_tell_starts_and_stops_and_run_on(self, place: Path) -> None:
        one_session(place)
        one_session(place)
        asked = str(LogEvent.REQUESTED)
        assert events(place) == [Note.STARTED, asked, Note.STOPPED] * 2
        assert unbroken(place) == 6
        assert told(place)[0]["pid"] == os.getpid()


class TestFiles:
    def test_a_full_one_is_followed_by_the_next_and_the_oldest_go(self, place: Path) -> None:
        one_session(place, questions=40, limits=SMALL)
        files = log_files(place)
        assert len(files) == SMALL.files
        assert all(path.stat().st_size < SMALL.file_bytes + 1000 for path in files)
        assert told(place)[0]["event"] == Note.CONTINUED
        assert numbers(place) == list(range(numbers(place)[0], 41))
        unbroken(place)

    def test_the_next_session_follows_the_last_file(self, place: Path) -> None:
        one_session(place, questions=20, limits=SMALL)
        one_session(place, questions=20, limits=SMALL)
        assert len(log_files(place)) == SMALL.files
        unbroken(place)

    def test_others_in_the_directory_are_left_alone(self, place: Path) -> None:
        place.mkdir(parents=True, mode=0o700)
        (place / "daemon.log").write_text("something else")
        one_session(place, questions=40, limits=SMALL)
        assert (place / "daemon.log").read_text() == "something else"
        assert numbers(place)[-1] == 40

    def test_one_that_somebody_removed_is_followed_by_the_next(self, place: Path) -> None:
        writer = Writer(place)
        writer.ask()
        written(place, 1)
        log_files(place)[0].unlink()
        writer.ask()
        writer.end()
        assert events(place)[0] == Note.CONTINUED
        assert numbers(place) == [2]
        assert unbroken(place) == 3

    def test_a_directory_that_somebody_removed_is_made_anew(self, place: Path) -> None:
        writer = Writer(place)
        writer.ask()
        written(place, 1)
        log_files(place)[0].unlink()
        place.rmdir()
        writer.ask()
        written(place, 2)
        writer.end()
        assert numbers(place) == [2]
        unbroken(place)

    def test_a_long_log_is_not_read_at_the_start(self, place: Path) -> None:
        one_session(place, questions=1000)
        disk = Disk()
        writer = Writer(place, disk)
        writer.end()
        assert log_files(place)[0].stat().st_size > 3 * END_SIZE
        assert 0 < disk.bytes_read <= END_SIZE
        unbroken(place)


class TestTorn:
    @pytest.mark.parametrize("piece", [b"{", b'{"time":"2026', bytes(2 * END_SIZE)])
    def test_a_record_that_a_crash_tore_is_cut_off_and_told(
        self, place: Path, piece: bytes
    ) -> None:
        one_session(place)
        with log_files(place)[0].open("ab") as file:
            file.write(piece)
        one_session(place)
        repaired = told(place)[3]
        assert (repaired["event"], repaired["bytes"]) == (Note.REPAIRED, len(piece))
        assert unbroken(place) == 7

    @pytest.mark.parametrize("piece", [b"", b'{"time":"2026'])
    def test_a_crash_right_after_a_new_file_was_made(self, place: Path, piece: bytes) -> None:
        one_session(place)
        (place / "log-000000000004.jsonl").write_bytes(piece)
        (place / "log-000000000004.jsonl").chmod(0o600)
        one_session(place)
        repaired = [Note.REPAIRED] if piece else []
        assert events(place)[3:5] == [Note.CONTINUED, *repaired, Note.STARTED][:2]
        unbroken(place)

    def test_a_crash_within_the_very_first_record(self, place: Path) -> None:
        place.mkdir(parents=True, mode=0o700)
        (place / "log-000000000001.jsonl").write_bytes(b'{"time"')
        (place / "log-000000000001.jsonl").chmod(0o600)
        one_session(place)
        assert events(place)[0] == Note.REPAIRED
        assert unbroken(place) == 4

    def test_a_record_that_was_changed_is_no_torn_one(self, place: Path) -> None:
        one_session(place)
        path = log_files(place)[0]
        path.write_bytes(path.read_bytes().replace(b"DaemonStopped", b"DaemonStoppid"))
        one_session(place)
        bad = audit(place).bad
        assert bad
        assert (bad.line, bad.seq) == (3, 3)


class TestFullDisk:
    def test_records_wait_for_room(self, place: Path) -> None:
        disk = Disk()
        writer = Writer(place, disk)
        writer.ask()
        written(place, 1)
        disk.room = 0
        writer.ask(20)
        wait_until(lambda: writer.fault == os.strerror(errno.ENOSPC), "the fault", PATIENCE)
        disk.room = None
        written(place, 21)
        wait_until(lambda: writer.fault is None, "the end of the fault", PATIENCE)
        writer.end()
        assert numbers(place) == list(range(1, 22))
        unbroken(place)

    def test_what_was_missed_is_counted_and_told(self, place: Path) -> None:
        disk = Disk()
        disk.room = 0
        writer = Writer(place, disk, Limits(retry=0.01, waiting=5))
        writer.ask(30)
        disk.room = None
        wait_until(lambda: Note.MISSED in events(place), "the word of what was missed", PATIENCE)
        writer.ask()
        writer.end()
        (missed,) = [record for record in told(place) if record["event"] == Note.MISSED]
        assert missed["count"] == 26
        assert missed["from"] == missed["to"] == "2026-11-22T02:06:20.123Z"
        assert numbers(place) == [1, 2, 3, 4, 31]
        unbroken(place)

    def test_a_record_that_it_tore_is_written_again(self, place: Path) -> None:
        disk = Disk()
        writer = Writer(place, disk)
        writer.ask()
        written(place, 1)
        disk.room = 100
        writer.ask()
        wait_until(lambda: writer.fault, "the fault", PATIENCE)
        disk.room = None
        writer.end()
        assert numbers(place) == [1, 2]
        assert [r["bytes"] for r in told(place) if r["event"] == Note.REPAIRED] == [100]
        unbroken(place)

    def test_room_for_little_at_a_time(self, place: Path) -> None:
        disk = Disk()
        disk.at_most = 7
        writer = Writer(place, disk)
        writer.ask(3)
        writer.end()
        assert numbers(place) == [1, 2, 3]
        assert Note.REPAIRED not in events(place)
        unbroken(place)


class TestLater:
    def test_the_thread_hears_once_of_all_that_was_handed_over_meanwhile(self, place: Path) -> None:
        wakes: list[Callable[[], None]] = []
        writer = LogWriter(Disk().open_directory, str(place), lambda: NOW, later=wakes.append)
        writer.start()
        wake, *others = wakes
        assert not others
        wake()
        wait_until(lambda: events(place) == [Note.STARTED], "the first record", PATIENCE)
        del wakes[:]
        for number in (1, 2, 3):
            writer.record(e.Log(LogEvent.REQUESTED, number, TOPIC))
        assert numbers(place) == []
        (wake,) = wakes
        wake()
        written(place, 3)
        writer.close(PATIENCE)
        assert numbers(place) == [1, 2, 3]

    def test_the_end_does_not_wait_for_it(self, place: Path) -> None:
        writer = LogWriter(Disk().open_directory, str(place), lambda: NOW, later=lambda _wake: None)
        writer.start()
        writer.record(e.Log(LogEvent.REQUESTED, 1, TOPIC))
        writer.close(PATIENCE)
        assert numbers(place) == [1]


class TestSlowDisk:
    @pytest.fixture
    def stuck(self) -> Iterator[Disk]:
        disk = Disk()
        disk.turning.clear()
        yield disk
        disk.turning.set()

    def test_holds_up_nobody_who_hands_a_record_over(self, place: Path, stuck: Disk) -> None:
        writer = Writer(place, stuck, Limits(waiting=5))
        writer.ask(1000)
        stuck.turning.set()
        writer.end()
        assert numbers(place) == [1, 2, 3, 4]
        unbroken(place)

    def test_holds_up_the_end_for_a_moment_only(
        self, place: Path, stuck: Disk, caplog: pytest.LogCaptureFixture, bounded: None
    ) -> None:
        writer = Writer(place, stuck)
        writer.close(0.01)
        assert "2 records of the log were not written" in caplog.text
        stuck.turning.set()
        wait_until(lambda: Note.STOPPED in events(place), "the last record", PATIENCE)


class TestBroken:
    def test_whichever_call_fails_once_nothing_is_lost(self, tmp_path: Path) -> None:
        calls = self.session(tmp_path / "0", fails_at=0)
        assert calls > 30
        for number in range(1, calls + 1):
            place = tmp_path / str(number)
            self.session(place, fails_at=number)
            assert numbers(place)[-3:] == [10, 11, 12], number
            assert Note.MISSED not in events(place)
            unbroken(place)

    def session(self, place: Path, fails_at: int) -> int:
        """Writes through several files; how many calls of the system that took."""
        disk = Disk()
        disk.fails_at = fails_at
        writer = Writer(place, disk, SMALL)
        writer.ask(12)
        written(place, 12)
        writer.end()
        if fails_at:
            assert disk.calls >= fails_at
        return disk.calls

    def test_whenever_the_daemon_is_killed_the_chain_runs_on(self, tmp_path: Path) -> None:
        calls = self.killed(tmp_path / "0", 0)
        assert calls > 60
        for number in range(1, calls + 1):
            place = tmp_path / str(number)
            self.killed(place, number)
            after = LogFiles(Disk().open_directory, str(place), SMALL, lambda: ENTRY.time)
            after.append(ENTRY)
            after.close()
            assert audit(place).records > 0
            unbroken(place)

    def killed(self, place: Path, number: int) -> int:
        """Writes through several files in pieces, up to this call of the system."""
        disk = Disk()
        disk.at_most = 100
        disk.fails_at, disk.failure = number, Killed()
        volume = LogFiles(disk.open_directory, str(place), SMALL, lambda: ENTRY.time)
        with nullcontext() if number == 0 else pytest.raises(Killed):
            for _ in range(12):
                volume.append(ENTRY)
        volume.close()
        return disk.calls

    def test_a_directory_that_others_can_read_is_named_until_it_is_mended(
        self, place: Path
    ) -> None:
        place.mkdir(parents=True)
        place.chmod(0o755)
        writer = Writer(place)
        wait_until(lambda: writer.fault, "the fault", PATIENCE)
        assert writer.fault == f"{place} has mode 0755, not 0700"
        writer.ask()
        place.chmod(0o700)
        written(place, 1)
        writer.end()
        assert unbroken(place) == 3

    def test_two_daemons_never_write_at_once(self, place: Path) -> None:
        first = Writer(place)
        first.ask()
        written(place, 1)
        second = Writer(place)
        wait_until(lambda: second.fault, "the fault", PATIENCE)
        assert second.fault == f"another daemon writes to {place}"
        first.ask()
        first.end()
        second.ask(3)
        second.end()
        assert numbers(place) == [1, 2, 1, 2, 3]
        unbroken(place)

    def test_a_fault_of_our_own_is_told_and_ends_nothing(self, place: Path) -> None:
        fail = threading.Event()
        fail.set()
        disk = Disk()

        def open_directory(path: str) -> Any:
            if fail.is_set():
                raise ValueError("odd")
            return disk.open_directory(path)

        writer = LogWriter(open_directory, str(place), lambda: NOW, AT_ONCE)
        writer.start()
        wait_until(lambda: writer.fault == "ValueError('odd')", "the fault", PATIENCE)
        fail.clear()
        writer.close(PATIENCE)
        assert events(place) == [Note.STARTED, Note.STOPPED]
