"""sayso log, and sayso log verify: golden output over files that a test wrote."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from sayso.__main__ import main
from sayso.core import chain
from sayso.core.chain import Link, Note
from sayso.frontends.log_files import Reader
from support.accounts import set_home
from support.processes import wait_until
from support.time_zone import time_zone

T0 = 1795313180.0
"""2026-11-22T02:06:20Z"""
HEADER = (
    "TIME                 NUMBER  EVENT           OUTCOME               ASKER         QUESTION\n"
)
GOLDEN = """\
2026-11-22 04:06:20  -       daemon started  version 0.1.0, pid 4711  -
2026-11-22 04:06:21  1       requested       -                     claude        Deploy?
2026-11-22 04:06:21  1       shown           -                     claude        Deploy?
2026-11-22 04:07:21  1       answered        approved              claude        Deploy?
2026-11-22 04:07:21  1       collected       approved              claude        Deploy?
2026-11-22 04:07:22  1       answered        approved (assistive)  claude        Deploy?
2026-11-22 04:07:59  1       timed out       timed_out (deadline)  claude        Deploy?
2026-11-22 04:07:59  -       refused         refused               make          Go?
2026-11-22 04:07:59  -       questions given up  3, not readable       -
2026-11-22 04:07:59  -       questions given up  all, not told         -
2026-11-22 04:07:59  -       records missed  3, from A to B        -
2026-11-22 04:07:59  -       log repaired    12 bytes of a torn record were cut off  -
2026-11-22 04:06:20  -       log continued   -                     -
2026-11-22 04:07:59  -       daemon stopped  -                     -
"""
TOPIC: dict[str, Any] = {"number": 1, "asker": "claude", "words": "Deploy?"}
APPROVED: dict[str, Any] = {"status": "approved", "decider": "user", "reason": ""}


class Log:
    """Files of records, which a test writes on."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.link = Link()
        self.path = place / chain.file_name(1)
        place.mkdir(parents=True, mode=0o700)

    def add(self, event: str, at: float = T0, **members: object) -> bytes:
        """Writes the next record; its line."""
        line, self.link = chain.encode(self.link, chain.timestamp(at), event, members)
        with self.path.open("ab") as file:
            file.write(line)
        return line

    def rotate(self) -> None:
        self.path = self.place / chain.file_name(self.link.seq + 1)
        self.add(Note.CONTINUED)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the log is looked for, in a time zone two hours ahead."""
    set_home(monkeypatch, tmp_path)
    with time_zone("ZON-2"):
        yield tmp_path / ".local" / "state" / "sayso" / "log"


@pytest.fixture
def log(place: Path) -> Log:
    return Log(place)


def rows(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """What `sayso log` writes under its header, where nothing is wrong."""
    assert main(["log", *options]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.startswith(HEADER)
    return captured.out.removeprefix(HEADER)


class TestTable:
    def test_is_golden(self, log: Log, capsys: pytest.CaptureFixture[str]) -> None:
        log.add(Note.STARTED, version="0.1.0", pid=4711)
        log.add("InteractionRequested", T0 + 1, **TOPIC)
        log.add("InteractionShown", T0 + 1.5, **TOPIC)
        log.add("InteractionAnswered", T0 + 61, **TOPIC, **APPROVED)
        log.add("AnswerCollected", T0 + 61, **TOPIC, **APPROVED)
        log.add("InteractionAnswered", T0 + 62, **TOPIC, **APPROVED, by="assistive")
        log.add("InteractionTimedOut", T0 + 99, **TOPIC, status="timed_out", reason="deadline")
        log.add(
            "InteractionRefused", T0 + 99, asker="make", words="Go?", status="refused", reason=""
        )
        log.add(Note.GIVEN_UP, T0 + 99, count=3, reason="not readable")
        log.add(Note.GIVEN_UP, T0 + 99, count=None, reason="not told")
        log.add(Note.MISSED, T0 + 99, count=3, **{"from": "A", "to": "B"})
        log.add(Note.REPAIRED, T0 + 99, bytes=12)
        log.rotate()
        log.add(Note.STOPPED, T0 + 99)
        assert rows(capsys) == GOLDEN

    def test_text_of_others_is_made_visible(
        self, log: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        log.add(
            "InteractionShown", asker="\x1b[2Jevil", words="a\u202eb\nc", status="\x07", reason="\r"
        )
        row = rows(capsys)
        for shown in (r"\u{1b}[2Jevil", r"a\u{202e}b\u{a}c", r"\u{7} (\u{d})"):
            assert shown in row
        assert row.rstrip("\n").isprintable()

    def test_on_behalf_of_another_process(
        self, log: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        told: dict[str, Any] = {"number": 1, "words": "Use?", "asks_for": 47}
        log.add("InteractionShown", **told, asker="ssh", asks_for_name="ssh", through="ssh-agent")
        log.add("InteractionShown", **told, asker="gpg-agent", asks_for_name="gpg")
        log.add("InteractionShown", **told, asker="gpg-agent")
        shown = rows(capsys)
        for asker in ("ssh through ssh-agent", "gpg-agent for gpg 47", "gpg-agent for process 47"):
            assert f"  {asker}  Use?" in shown

    def test_from_another_machine(self, log: Log, capsys: pytest.CaptureFixture[str]) -> None:
        told: dict[str, Any] = {"number": 1, "words": "Use?", "place": "build-7"}
        log.add("InteractionShown", **told, asker="claude")
        log.add("InteractionShown", **told, asker="")
        log.add("InteractionShown", **told, asker="gpg-agent", asks_for=47)
        shown = rows(capsys)
        for asker in ("claude on build-7", "a program on build-7"):
            assert f"  {asker}  Use?" in shown
        assert "  gpg-agent on build-7 for process 47  Use?" in shown

    def test_an_agent_s_call_that_was_denied(
        self, log: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        log.add("ToolCallDenied", **TOPIC, status="refused", reason="origin_limit")
        assert "  call denied     refused (origin_limit)" in rows(capsys)

    def test_what_was_left_out(self, log: Log, capsys: pytest.CaptureFixture[str]) -> None:
        log.add("InteractionRequested", **TOPIC, left_out=12)
        log.add("InteractionRefused", status="refused", reason="origin_limit", left_out=3)
        shown = rows(capsys)
        assert "  requested       12 left out before    claude " in shown
        assert "  refused (origin_limit), 3 left out before  -" in shown

    def test_a_long_reason_is_shortened(self, log: Log, capsys: pytest.CaptureFixture[str]) -> None:
        log.add("InteractionRefused", status="no_interactor", reason="r" * 100)
        assert f"no_interactor ({'r' * 20}…{'r' * 19})" in rows(capsys)

    def test_what_is_no_record_is_counted_aside(
        self, log: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        log.add("InteractionShown", **TOPIC)
        line = log.add("InteractionShown", **TOPIC)
        with log.path.open("ab") as file:
            file.write(
                b"\x1b[2J\n"
                + line.replace(b'"words":', b'"words"!')
                + line.replace(b"-11-", b"-99-")
                + line.replace(b',"previous":', b',"time":5,"previous":')
                + line.replace(b',"previous":', b',"x":NaN,"previous":')
            )
        assert main(["log"]) == 0
        captured = capsys.readouterr()
        assert captured.out.count("\n") == 4
        assert "2026-99-22T02:06:20.000Z" in captured.out
        assert captured.err == "Lines that are not records: 4. See: sayso log verify\n"

    def test_where_there_is_none(self, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["log"]) == 0
        assert capsys.readouterr() == (HEADER, f"There is no log yet in {place}.\n")

    def test_a_piece_of_a_record_is_left_for_later(
        self, log: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with log.path.open("ab") as file:
            file.write(b'{"time":"20')
        assert rows(capsys) == ""


class TestJson:
    def test_is_each_record_as_it_stands(
        self, log: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        lines = [log.add("InteractionShown", **TOPIC)]
        log.rotate()
        lines.append(log.add("InteractionAnswered", **TOPIC, **APPROVED))
        assert main(["log", "--json"]) == 0
        told = capsys.readouterr().out.splitlines()
        assert [told[0], told[2]] == [line.decode().rstrip() for line in lines]
        assert [json.loads(line)["seq"] for line in told] == [1, 2, 3]

    def test_errors_too(self, log: Log, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["log", "--json", "--since", "yesterday"]) == 2
        assert json.loads(capsys.readouterr().out)["exit"] == 2


class TestSince:
    @pytest.mark.parametrize(
        "since",
        [
            "2026-11-22T02:06:30Z",
            "2026-11-22T02:06:29.500Z",
            "2026-11-22T05:06:30+03:00",
            "2026-11-22T04:06:30",
            "2026-11-22 04:06:30",
        ],
    )
    def test_a_time(self, since: str, log: Log, capsys: pytest.CaptureFixture[str]) -> None:
        for seconds in (0, 9, 10, 11):
            log.add("InteractionShown", T0 + seconds, words=f"after {seconds} s")
        told = rows(capsys, "--since", since)
        assert [line.split("after ")[1] for line in told.splitlines()] == ["10 s", "11 s"]

    @pytest.mark.parametrize(
        ("since", "shown"), [("90s", 1), ("2m", 2), ("3h", 3), ("2d", 4), ("0s", 0), ("9d", 4)]
    )
    def test_so_long_ago(
        self, since: str, shown: int, log: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        now = time.time()
        for ago in (86_400, 7200, 100, 60):
            log.add("InteractionShown", now - ago)
        assert len(rows(capsys, "--since", since).splitlines()) == shown

    @pytest.mark.parametrize(
        ("written", "shown"),
        [
            ([0, 10, -86_400, -86_390], [10, -86_400, -86_390]),
            ([86_400, 0, 10], [86_400, 0, 10]),
            ([-86_400, 0, 10], [10]),
        ],
        ids=["set back by a day", "a day ahead, then set right", "set forward by a day"],
    )
    def test_a_clock_that_was_set_hides_nothing_that_came_after(
        self, written: list[int], shown: list[int], log: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for seconds in written:
            log.add("InteractionShown", T0 + seconds, words=f"at {seconds}")
        told = rows(capsys, "--since", "2026-11-22T02:06:25Z")
        assert [int(line.split("at ")[1]) for line in told.splitlines()] == shown

    @pytest.mark.parametrize(
        "since", ["", "yesterday", "5", "5w", "-5m", "٤m", "999999999d", "2026-13-01", "0001-01-01"]
    )
    def test_what_is_neither_is_refused(
        self, since: str, log: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["log", f"--since={since}"]) == 2
        error = capsys.readouterr().err
        assert "--since" in error
        assert "2h" in error


class TestVerify:
    def test_unbroken(self, log: Log, capsys: pytest.CaptureFixture[str]) -> None:
        log.add("InteractionShown", **TOPIC)
        log.rotate()
        assert main(["log", "verify"]) == 0
        captured = capsys.readouterr()
        assert captured.out == "2 records, unbroken.\n"
        assert captured.err == f"The last is record 2, {log.link.hash}\n"

    def test_names_file_line_and_record(self, log: Log, capsys: pytest.CaptureFixture[str]) -> None:
        log.add("InteractionShown", **TOPIC)
        log.rotate()
        log.add("InteractionAnswered", **TOPIC, status="denied")
        log.path.write_bytes(log.path.read_bytes().replace(b"denied", b"approved"))
        assert main(["log", "verify"]) == 6
        captured = capsys.readouterr()
        assert captured.out == (
            "Broken: log-000000000002.jsonl, line 2, record 3: it was changed: "
            "its hash does not fit its words.\n"
        )
        assert captured.err == f"Records before it, unbroken: 2. The files: {log.place}\n"

    def test_names_a_line_that_is_no_record(
        self, log: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        log.path.write_bytes(b"\x1b[2J\n")
        assert main(["log", "verify"]) == 6
        assert (
            capsys.readouterr().out
            == "Broken: log-000000000001.jsonl, line 1: it is not a record.\n"
        )

    @pytest.mark.parametrize("broken", [False, True])
    def test_in_json(self, broken: bool, log: Log, capsys: pytest.CaptureFixture[str]) -> None:
        log.add("A")
        after = log.link
        if broken:
            with log.path.open("ab") as file:
                file.write(b"{}\n")
        assert main(["log", "verify", "--json"]) == (6 if broken else 0)
        bad = {"file": log.path.name, "line": 2, "seq": None, "reason": "it is not a record"}
        assert json.loads(capsys.readouterr().out) == {
            "unbroken": not broken,
            "records": 1,
            "last": {"seq": 1, "hash": after.hash},
            "bad": bad if broken else None,
            "exit": 6 if broken else 0,
        }

    def test_none_is_unbroken(self, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["log", "verify"]) == 0
        assert capsys.readouterr().out == "0 records, unbroken.\n"

    @pytest.mark.parametrize("option", ["--follow", "--since=1h"])
    def test_is_of_the_whole_log(
        self, option: str, log: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["log", "verify", option]) == 2
        assert "--since" in capsys.readouterr().err

    def test_a_log_that_cannot_be_read_says_why(
        self, place: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.parent.mkdir(parents=True)
        place.touch()
        assert main(["log", "verify"]) == 6
        error = capsys.readouterr().err
        assert str(place) in error
        assert "Not a directory" in error

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="here no pipe stands in a directory")
    @pytest.mark.parametrize("command", [["log"], ["log", "verify"], ["log", "--follow"]])
    def test_a_pipe_is_not_waited_for(
        self, command: list[str], log: Log, place: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        os.mkfifo(place / "log-999999999999.jsonl")
        assert main(command) == 6
        error = capsys.readouterr().err
        assert "log-999999999999.jsonl is not a regular file" in error
        assert "move aside what is in its way" in error


def test_a_record_that_is_being_written_is_no_bad_one(
    log: Log, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = log.add("A")
    log.path.write_bytes(line[:50])

    def moment_passes(_seconds: float) -> None:
        log.path.write_bytes(line)

    monkeypatch.setattr(time, "sleep", moment_passes)
    assert main(["log", "verify"]) == 0
    assert capsys.readouterr().out == "1 record, unbroken.\n"


def test_a_piece_that_was_cut_off_is_not_joined_with_what_follows(log: Log) -> None:
    first = log.add("A")
    with log.path.open("ab") as file:
        file.write(b'{"time":"20')
    with closing(Reader(log.place)) as reader:
        assert list(reader.batches()) == [[first.rstrip()]]
        os.truncate(log.path, len(first))
        second = log.add("B")
        assert list(reader.batches()) == [[second.rstrip()]]
        assert list(reader.batches()) == []


class TestFollow:
    @contextmanager
    def following(self, *options: str) -> Iterator[subprocess.Popen[str]]:
        command = [sys.executable, "-m", "sayso", "log", "--follow", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield process
            finally:
                process.kill()

    def next(self, process: subprocess.Popen[str]) -> dict[str, Any]:
        assert process.stdout
        record: dict[str, Any] = json.loads(process.stdout.readline())
        return record

    def test_goes_on_through_new_files_until_ctrl_c(self, log: Log) -> None:
        log.add("A")
        with self.following("--json") as process:
            assert self.next(process)["event"] == "A"
            log.add("B")
            assert self.next(process)["event"] == "B"
            log.add("C")
            log.rotate()
            log.add("D")
            log.rotate()
            (log.place / chain.file_name(1)).unlink()
            log.add("E")
            events = [self.next(process)["event"] for _ in range(5)]
            assert events == ["C", "LogContinued", "D", "LogContinued", "E"]
            process.send_signal(signal.SIGINT)
            assert process.wait(10) == -signal.SIGINT
            assert process.stdout
            assert process.stdout.read() == ""

    def test_shows_a_record_once_it_is_whole(self, log: Log) -> None:
        log.add("A")
        with self.following("--json") as process:
            assert self.next(process)["event"] == "A"
            with log.path.open("ab", buffering=0) as file:
                line, _ = chain.encode(log.link, chain.timestamp(T0), "B", {})
                for byte in line:
                    file.write(bytes([byte]))
            assert self.next(process)["event"] == "B"

    def test_begins_before_there_is_a_log(self, place: Path) -> None:
        with self.following("--json") as process:
            Log(place).add("A")
            assert self.next(process)["event"] == "A"

    def test_starts_at_a_time(self, log: Log) -> None:
        log.add("A", T0)
        log.add("B", T0 + 10)
        with self.following("--json", "--since", "2026-11-22T02:06:25Z") as process:
            assert self.next(process)["event"] == "B"
            log.add("C", T0 - 86_400)  # the clock was set back, and then forward
            log.add("D", T0 + 20)
            assert self.next(process)["event"] == "C"

    def test_ends_when_nobody_reads_it_any_more(self, log: Log) -> None:
        log.add("A")
        with self.following("--json") as process:
            assert self.next(process)["event"] == "A"
            assert process.stdout
            process.stdout.close()

            def ended() -> bool:
                log.add("B")
                return process.poll() is not None

            wait_until(ended, "its end")
            assert process.returncode == 0


def test_the_daemon_itself_is_not_needed(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAYSO_SOCKET", os.devnull)
    assert main(["log", "verify"]) == 0
