"""sayso run: what is asked, what runs after a yes, and what is said where nothing does."""

import sys

assert sys.platform == "linux"

import json
import os
import resource
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sayso.wire.messages import parse_ask
from support.processes import PATIENCE, wait_until
from support.run_verb import SAYSO, YES, asked, hearing, program
from support.scripted_daemon import (
    TICKET,
    ScriptedDaemon,
)

PYTHON = os.path.realpath("/usr/bin/python3")
"""Without links, by which a program has another name in the list of processes."""
REPORT = str(Path(__file__).parents[2] / "support/report_program.py")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where commands run."""
    made = tmp_path / "place"
    made.mkdir()
    monkeypatch.chdir(made)
    return made


class TestAfterAYes:
    @pytest.mark.parametrize("status", [0, 1, 2, 3, 126, 127, 130, 255])
    def test_its_exit_status_is_ours(self, status: int) -> None:
        done = asked("--", "sh", "-c", f"exit {status}", script=YES)
        assert (done.returncode, done.stdout, done.stderr) == (status, "", "")

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
    def test_and_so_is_the_signal_that_ended_it(self, number: signal.Signals) -> None:
        done = asked("--", "sh", "-c", f"kill -{number} $$", script=YES)
        assert done.returncode == -number

    def test_the_streams_are_its_own(self) -> None:
        line = "read line; echo out $line; echo err >&2"
        done = asked("--", "sh", "-c", line, script=YES, input="in\nmore\n")
        assert (done.stdout, done.stderr) == ("out in\n", "err\n")

    def test_pipes_on_both_sides(self) -> None:
        with ScriptedDaemon(YES) as daemon:
            line = f"printf x | {sys.executable} -m sayso run -- cat | wc -c"
            done = subprocess.run(
                ["sh", "-c", line],
                env={**os.environ, "SAYSO_SOCKET": daemon.path},
                capture_output=True,
                text=True,
                check=False,
            )
        assert done.stdout.split() == ["1"]

    def test_its_arguments_are_handed_on_as_they_are(self, place: Path) -> None:
        words = ("", " a  b ", "x\ny", "$HOME;'\"", "Grüße 密", "--", "--title", "-h")
        done = asked("--", PYTHON, "-I", REPORT, *words, script=YES)
        told = json.loads(done.stdout)
        assert (told["argv"], told["cwd"]) == (list(words), str(place))

    def test_a_command_in_another_directory_is_found_from_there(self, place: Path) -> None:
        (place / "below").mkdir()
        program(place / "below" / "tool", "#!/bin/sh\npwd\n")
        done = asked("--dir", "below", "--", "./tool", script=YES)
        assert done.stdout == f"{place}/below\n"

    def test_no_handle_is_left_over_where_streams_were_closed(self, place: Path) -> None:
        """They are closed for the command as well."""
        with ScriptedDaemon(YES) as daemon:
            line = f'exec <&- >&-; exec "{sys.executable}" -m sayso run -- sh -c "$1"'
            look = f"ls /proc/$$/fd > {place}/open"
            subprocess.run(
                ["sh", "-c", line, "sh", look],
                env={**os.environ, "SAYSO_SOCKET": daemon.path},
                check=True,
            )
        assert "0" not in (place / "open").read_text().split()

    def test_a_ticket_of_a_pending_question_goes_along(self) -> None:
        heard: list[dict[str, Any]] = []
        done = asked("--ticket", TICKET, "--", "echo", "ran", script=hearing(heard))
        assert (heard[0]["ticket"], done.stdout) == (TICKET, "ran\n")


def prepared() -> None:
    """What a shell may have done before: in the child that becomes the command."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
    os.umask(0o027)
    os.nice(1)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, 300))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


class TestAsIfItHadBeenCalledAlone:
    """What a command finds is compared with what it finds without us."""

    def both(self, *options: str, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        command = [PYTHON, "-I", REPORT]
        reading, writing = os.pipe()
        with (
            os.fdopen(reading, "rb"),
            os.fdopen(writing, "wb"),
            Path(REPORT).open() as stdin,
            ScriptedDaemon(YES) as daemon,
        ):
            told: dict[str, Any] = {
                "env": {**os.environ, "SAYSO_SOCKET": daemon.path} | more.pop("environ", {}),
                "stdin": stdin,
                "stdout": subprocess.PIPE,
                "timeout": PATIENCE,
                "check": True,
                "pass_fds": [reading, writing],
                "preexec_fn": prepared,
            }
            ours = subprocess.run([*SAYSO, "run", *options, "--", *command], **told | more)
            alone = subprocess.run(command, **told | more)
        return _without_pipe(json.loads(ours.stdout)), _without_pipe(json.loads(alone.stdout))

    def test_it_finds_the_same(self) -> None:
        ours, alone = self.both()
        assert ours == alone
        assert len(alone["open"]) == 4
        assert int(alone["status"]["SigIgn"], 16) & 3 == 3  # SIGHUP and SIGINT, as prepared
        assert int(alone["status"]["SigBlk"], 16) == 1 << 11
        assert alone["dumpable"] == 1

    def test_and_nothing_of_what_python_does_in_the_c_locale(self) -> None:
        """It adds a variable (PEP 538)."""
        few = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        with ScriptedDaemon(YES) as daemon:
            environ = few | {"LANG": "C", "SAYSO_SOCKET": daemon.path}
            command = [*SAYSO, "run", "--", "env"]
            done = subprocess.run(command, env=environ, capture_output=True, check=True)
        told = dict(line.split("=", 1) for line in done.stdout.decode().splitlines())
        assert told == environ

    def test_but_for_the_changes_that_were_shown(self) -> None:
        options = ("--env", "SAYSO_NEW=a b\n", "--unset", "SAYSO_GONE", "--env", "SAYSO_EMPTY=")
        gone = {"SAYSO_GONE": "1", "SAYSO_EMPTY": "full"}
        ours, alone = self.both(*options, environ=gone)
        removed, added = {"SAYSO_GONE=1", "SAYSO_EMPTY=full"}, {"SAYSO_NEW=a b\n", "SAYSO_EMPTY="}
        assert set(ours["environ"]) - set(alone["environ"]) == added
        assert set(alone["environ"]) - set(ours["environ"]) == removed
        assert ours | {"environ": []} == alone | {"environ": []}


def _without_pipe(told: dict[str, Any]) -> dict[str, Any]:
    """Each has a standard output of its own."""
    told["open"] = [[number, where] for number, where in told["open"] if number != 1]
    return told


class TestWhatIsAsked:
    def test_all_that_is_to_be_seen(self, place: Path) -> None:
        heard: list[dict[str, Any]] = []
        tool = program(place / "tool", "#!/bin/sh -e\n")
        done = asked(
            "--env", "B=1", "--unset", "A", "--message", "May I?", "--title", "T", "--detail", "D",
            "--destructive", "--approve", "Go", "--deny", "Stay", "--cancel", "Later",
            "--deny-words", "--wait", "9", "--timeout", "99", "--retention", "0", "--scope", "s",
            "--slot", "p", "--", "./tool", "a b",
            script=hearing(heard),
        )  # fmt: skip
        assert done.returncode == 0
        (params,) = heard
        assert parse_ask(params).question.kind == "confirm"
        action = params.pop("action")
        paths = [each["path"] for each in action.pop("programs")]
        assert paths == [str(tool), os.path.realpath("/bin/sh")]
        assert action == {
            "argv": ["./tool", "a b"],
            "cwd": str(place),
            "environment": {"A": None, "B": "1"},
            "newline": True,
        }
        assert params == {
            "kind": "confirm", "message": "May I?", "title": "T", "details": "D",
            "severity": "destructive", "approve": "Go", "deny": "Stay", "cancel": "Later",
            "deny_words": True, "wait": 9, "timeout": 99, "retention": 0, "scope": "s", "slot": "p",
        }  # fmt: skip

    def test_the_least_is_a_command(self) -> None:
        heard: list[dict[str, Any]] = []
        asked("--", "true", script=hearing(heard))
        assert heard[0].keys() == {"kind", "message", "action"}
        assert heard[0]["message"] == "Run this command?"

    def test_it_may_be_bound(self) -> None:
        heard: list[dict[str, Any]] = []
        asked("--bound", "--limit", "9", "--", "true", script=hearing(heard))
        assert (heard[0]["bound"], heard[0]["limit"]) == (True, 9)


def test_make_hands_its_jobserver_on(place: Path) -> None:
    """A rule that begins with + gets its descriptors; a make in it takes part."""
    (place / "Makefile").write_text(
        f"all:\n\t+{sys.executable} -m sayso run -- $(MAKE) -f inner all\n"
    )
    (place / "inner").write_text("all: one two\none two:\n\t@touch $@\n.PHONY: one two\n")
    with ScriptedDaemon(YES) as daemon:
        done = subprocess.run(
            ["make", "-j2"],
            env={**os.environ, "SAYSO_SOCKET": daemon.path, "MAKEFLAGS": ""},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")  # it would warn: jobserver unavailable
    assert {"one", "two"} <= {each.name for each in place.iterdir()}


def test_it_is_the_very_process_that_was_started(place: Path) -> None:
    """So whoever started it can signal the command itself."""
    os.mkfifo(place / "go")
    with ScriptedDaemon(YES) as daemon:
        started = subprocess.Popen(
            [*SAYSO, "run", "--", "sh", "-c", "echo $$ > pid; read line < go"],
            env={**os.environ, "SAYSO_SOCKET": daemon.path},
        )
        pid = place / "pid"
        wait_until(lambda: pid.exists() and pid.read_text().endswith("\n"), "its pid")
        assert int(pid.read_text()) == started.pid
        started.send_signal(signal.SIGTERM)
        assert started.wait(PATIENCE) == -signal.SIGTERM
