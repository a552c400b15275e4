"""sayso run: what is asked, what runs after a yes, and what is said where nothing does."""

import sys

assert sys.platform == "linux"

import json
import os
import resource
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sayso.failpoints import VARIABLE
from sayso.wire.messages import FIELDS, parse_ask
from support.processes import PATIENCE, wait_until
from support.scripted_daemon import (
    APPROVED,
    CLAIM,
    PENDING,
    READY,
    TICKET,
    Caller,
    Script,
    ScriptedDaemon,
    answering,
    committing,
    failing,
)

SAYSO = [sys.executable, "-m", "sayso"]
PYTHON = os.path.realpath("/usr/bin/python3")
"""Without links, by which a program has another name in the list of processes."""
REPORT = str(Path(__file__).parents[2] / "support/report_program.py")

YES = committing(APPROVED)
NO = {"status": "denied", "decider": "user"}

Result = subprocess.CompletedProcess[str]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where commands run."""
    made = tmp_path / "place"
    made.mkdir()
    monkeypatch.chdir(made)
    return made


@pytest.fixture
def short() -> Iterator[Path]:
    """A directory for sockets, whose paths must be short."""
    with tempfile.TemporaryDirectory(prefix="sayso-", dir="/tmp") as path:
        yield Path(path)


def program(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


def run(*words: str, path: str, **options: Any) -> Result:
    told: dict[str, Any] = {"capture_output": True, "text": True, "timeout": PATIENCE}
    environ = {**os.environ, "SAYSO_SOCKET": path, **options.pop("environ", {})}
    return subprocess.run([*SAYSO, "run", *words], env=environ, check=False, **told | options)


def asked(*words: str, script: Script, **options: Any) -> Result:
    with ScriptedDaemon(script) as daemon:
        return run(*words, path=daemon.path, **options)


def not_asked(*words: str, **options: Any) -> Result:
    """Refused before anything is asked: there is nobody to ask."""
    return run("--no-spawn", *words, path="/nowhere/socket", **options)


def hearing(heard: list[dict[str, Any]], outcome: dict[str, Any] = APPROVED) -> Script:
    """Notes what is asked."""

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        heard.append(caller.expect("ask"))
        caller.reply(READY | {"kind": heard[-1]["kind"]})
        assert caller.expect("claim") == {"claim": CLAIM}
        caller.reply(outcome)

    return script


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


UNANSWERED: list[tuple[dict[str, Any], str]] = [
    ({"status": "no_interactor", "decider": "headless", "reason": "no screen"}, "no screen"),
    ({"status": "withdrawn", "decider": "requester", "reason": "requester"}, "Withdrawn"),
    ({"status": "superseded", "decider": "requester", "reason": "newer_call"}, "took"),
    ({"status": "refused", "decider": "policy", "reason": "quiet_period", "retry_after": 9}, "9 s"),
    (
        {"status": "not_shown", "decider": "ui", "should_retry": True, "retry_reason": "x"},
        "Repeat",
    ),
]
DECIDED: list[tuple[dict[str, Any], str]] = [
    (NO, "Denied by the person"),
    (NO | {"words": "not now"}, '"not now"'),
    ({"status": "dismissed", "decider": "user"}, "closed the dialog"),
    ({"status": "timed_out", "decider": "deadline", "reason": "deadline"}, "is over"),
]


class TestWithoutAYes:
    @pytest.mark.parametrize(
        ("script", "status", "say"),
        [
            *((answering(told), told["status"], say) for told, say in UNANSWERED),
            *((committing(told), told["status"], say) for told, say in DECIDED),
        ],
    )
    def test_nothing_runs_and_the_status_goes_to_standard_error(
        self, place: Path, script: Script, status: str, say: str
    ) -> None:
        done = asked("--", "touch", "ran", script=script)
        assert (done.returncode, done.stdout) == (126, "")
        first, rest = done.stderr.split("\n", 1)
        assert first == status
        assert say in rest
        assert list(place.iterdir()) == []

    def test_pending_says_that_the_same_command_goes_on(self, place: Path) -> None:
        done = asked("--", "touch", "ran", script=answering(PENDING))
        assert (done.returncode, done.stdout) == (126, "")
        assert done.stderr.startswith("pending\n")
        assert "The same command then runs at once." in done.stderr
        assert "sayso collect" not in done.stderr  # that would spend the answer
        assert list(place.iterdir()) == []

    def test_pending_of_a_secret_names_its_ticket(self, place: Path) -> None:
        done = asked("--secret", "T=Token?", "--", "touch", "ran", script=answering(PENDING))
        assert done.returncode == 126
        assert f"repeat the command with: --ticket {TICKET}" in done.stderr
        assert list(place.iterdir()) == []

    def test_it_may_be_told_as_json(self) -> None:
        done = asked("--json", "--", "true", script=committing(NO))
        assert (done.returncode, done.stdout) == (126, "")
        assert json.loads(done.stderr) == NO | {"allowed": False, "exit": 126}

    def test_where_nobody_can_be_asked_it_may_be_denied(self) -> None:
        told, _ = UNANSWERED[0]
        done = asked("--if-headless", "deny", "--", "true", script=answering(told))
        assert done.returncode == 126
        assert done.stderr.startswith("denied\nDenied, as declared")

    @pytest.mark.parametrize("code", [4003, 4004, 5000, -32603])
    def test_an_error_is_no_yes(self, code: int) -> None:
        done = asked("--", "echo", "ran", script=failing(code, "it says", remedy="do that"))
        assert (done.returncode, done.stdout) == (126, "")
        assert done.stderr == "sayso run: it says\nWhat to do: do that\n"

    def test_nor_is_a_daemon_that_there_is_not(self) -> None:
        done = not_asked("--", "echo", "ran")
        assert (done.returncode, done.stdout) == (126, "")

    def test_an_answer_is_left_where_nobody_waits_for_the_command(self, place: Path) -> None:
        """The shell that started it has gone: nobody would hear its exit status."""
        os.mkfifo(place / "go")
        unclaimed = threading.Event()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            (place / "go").write_text("now\n")
            starter.wait(PATIENCE)
            caller.reply(READY)
            assert caller.ends()
            unclaimed.set()

        line = f'"{sys.executable}" -m sayso run -- touch ran & read line < go'
        with ScriptedDaemon(script) as daemon:
            starter = subprocess.Popen(
                ["sh", "-c", line], env={**os.environ, "SAYSO_SOCKET": daemon.path}
            )
            assert unclaimed.wait(PATIENCE)
        assert not (place / "ran").exists()

    def test_ctrl_c_ends_it_and_the_question_stays(self, place: Path) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            command.send_signal(signal.SIGINT)
            assert caller.ends()

        with ScriptedDaemon(script) as daemon:
            command = subprocess.Popen(
                [*SAYSO, "run", "--", "touch", "ran"],
                env={**os.environ, "SAYSO_SOCKET": daemon.path},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            out, err = command.communicate(timeout=PATIENCE)
        assert (command.returncode, out) == (-signal.SIGINT, "")  # which a shell says as 130
        assert "The question stays open: repeat the same command" in err
        assert list(place.iterdir()) == []


class TestBeforeAnythingIsAsked:
    @pytest.mark.parametrize("name", ["no-such-program-7f3a", "./missing", "/nowhere/tool"])
    def test_there_is_no_such_command(self, place: Path, name: str) -> None:
        done = not_asked("--", name)
        assert (done.returncode, done.stdout) == (127, "")
        assert f"{name}: there is no such program" in done.stderr
        assert list(place.iterdir()) == []

    @pytest.mark.parametrize(
        ("name", "say"),
        [
            ("./plain", "not executable"),
            ("./below", "is a directory"),
            ("./text", "neither a program"),
        ],
    )
    def test_it_can_not_be_executed(self, place: Path, name: str, say: str) -> None:
        (place / "plain").touch()
        (place / "below").mkdir()
        program(place / "text", "echo ran\n")
        done = not_asked("--", name)
        assert (done.returncode, done.stdout) == (126, "")
        assert say in done.stderr

    @pytest.mark.parametrize(
        ("words", "say"),
        [
            ((), "COMMAND"),
            (("--",), "COMMAND"),
            (("--check", "Box", "--", "true"), "--check"),
            (("--env", "A", "--", "true"), "--env: what it got is not NAME=VALUE"),
            (("--env", "=A", "--", "true"), "--env: what it got is not NAME=VALUE"),
            (("--unset", "A=", "--", "true"), "not the name of a variable"),
            (("--env", "LD_PRELOAD=x", "--", "true"), "--env: LD_PRELOAD"),
            (("--env", "A=1", "--unset", "A", "--", "true"), "stands there twice"),
            (("--secret", "A=x", "--env", "A=1", "--", "true"), "stands there twice"),
            (("--secret", "A", "--", "true"), "--secret: what it got is not NAME=MESSAGE"),
            (("--secret", "A=", "--", "true"), "--secret: what it got is not NAME=MESSAGE"),
            (("--secret", "A=x", "--secret", "B=y", "--", "true"), "--secret: can be given once"),
            (("--secret", "A=x", "--destructive", "--", "true"), "--destructive: can't stand"),
            (("--secret", "A=x", "--message", "M", "--", "true"), "--message: can't stand"),
            (("--dir", "missing", "--", "true"), "--dir: "),
            (("--if-headless", "allow", "--", "true"), "--if-headless"),
        ],
    )
    def test_the_command_line_is_wrong(self, place: Path, words: tuple[str, ...], say: str) -> None:
        done = not_asked(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert say in done.stderr
        assert list(place.iterdir()) == []

    @pytest.mark.parametrize("words", [("true",), ("true", "--", "true"), ("true", "--title=T")])
    def test_what_stands_before_the_dashes_is_no_command(self, words: tuple[str, ...]) -> None:
        """Where options end, nobody has to guess."""
        done = not_asked(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert "'true' stands before --: COMMAND goes after it" in done.stderr

    def test_the_directory_that_it_runs_in_has_gone(self, place: Path) -> None:
        line = f'rmdir "$PWD"; exec "{sys.executable}" -m sayso run --no-spawn -- true'
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "is not there" in done.stderr
        assert not place.exists()

    @pytest.mark.parametrize(
        ("field", "say"),
        [
            ("action.argv.1", "COMMAND: must not"),
            ("action.environment.A", "--env: must not"),
            ("action.cwd", "--dir: must not"),
            ("title", "--title: must not"),
            ("message", "--message: must not"),
        ],
    )
    def test_what_the_daemon_refuses_is_said_of_the_option(self, field: str, say: str) -> None:
        script = failing(-32602, f"{field}: must not", field=field)
        done = asked("--", "echo", "ran", script=script)
        assert (done.returncode, done.stdout) == (2, "")
        assert say in done.stderr


class TestChangedSinceItWasShown:
    """While the question is open."""

    def refused(self, *words: str, meanwhile: Callable[[], object]) -> str:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            meanwhile()
            caller.reply(READY)
            caller.expect("claim")
            caller.reply(APPROVED)

        done = asked(*words, script=script)
        assert (done.returncode, done.stdout) == (126, "")
        return done.stderr

    def test_a_program_does_not_run(self, place: Path) -> None:
        program(place / "tool", "#!/bin/sh\necho ran\n")
        other = "#!/bin/sh\necho other\n"
        said = self.refused("--", "./tool", meanwhile=lambda: program(place / "tool", other))
        assert f"the program {place}/tool is not what was shown any more" in said
        assert "ask again" in said

    def test_nor_in_another_directory(self, place: Path) -> None:
        below = place / "below"
        below.mkdir()

        def replaced() -> None:
            below.rename(place / "moved")
            below.mkdir()

        said = self.refused("--dir", "below", "--", "echo", "ran", meanwhile=replaced)
        assert f"the directory {below} is not what was shown any more" in said

    def test_a_file_that_is_written_to_after_the_last_look_runs_as_it_was(
        self, place: Path, short: Path
    ) -> None:
        """What others than root can change runs from a copy that nobody can."""
        tool = program(place / "tool", "#!/bin/sh\necho shown\n")
        with socket.socket(socket.AF_UNIX) as listener, ScriptedDaemon(YES) as daemon:
            listener.settimeout(PATIENCE)
            listener.bind(str(short / "point"))
            listener.listen()
            held = {VARIABLE: f"becoming.sealed:{short}/point"}
            running = subprocess.Popen(
                [*SAYSO, "run", "--", "./tool"],
                env={**os.environ, "SAYSO_SOCKET": daemon.path} | held,
                stdout=subprocess.PIPE,
                text=True,
            )
            there, _ = listener.accept()
            with there:
                tool.write_text("#!/bin/sh\necho other\n")
            out, _ = running.communicate(timeout=PATIENCE)
        assert (running.returncode, out) == (0, "shown\n")

    def test_what_the_system_does_not_execute_after_all(self, place: Path) -> None:
        (place / "tool").write_bytes(b"\x7fELF nonsense")
        (place / "tool").chmod(0o755)
        done = asked("--", "./tool", script=YES)
        assert done.returncode == 126
        assert "Exec format error" in done.stderr


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
