"""sayso run where nothing runs: without a yes, before anything is asked, and after a change."""

import sys

assert sys.platform == "linux"

import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from sayso.__main__ import main
from sayso.errors import Unsupported
from sayso.failpoints import VARIABLE
from sayso.platforms import select
from support.processes import PATIENCE
from support.run_verb import SAYSO, YES, asked, not_asked, program
from support.scripted_daemon import (
    APPROVED,
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

NO = {"status": "denied", "decider": "user"}


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

    def test_this_system_can_not_do_it(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def becoming() -> NoReturn:
            raise Unsupported("commands are not run here yet", remedy="do it yourself")

        monkeypatch.setattr(select, "becoming", becoming)
        assert main(["run", "--", "true"]) == 126
        told = capsys.readouterr()
        assert told.out == ""
        assert "commands are not run here yet\nWhat to do: do it yourself" in told.err

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

    def test_ctrl_c_before_it_runs_says_that_the_answer_is_spent(
        self, place: Path, short: Path
    ) -> None:
        with socket.socket(socket.AF_UNIX) as listener, ScriptedDaemon(YES) as daemon:
            listener.settimeout(PATIENCE)
            listener.bind(str(short / "point"))
            listener.listen()
            held = {VARIABLE: f"becoming.sealed:{short}/point"}
            running = subprocess.Popen(
                [*SAYSO, "run", "--", "touch", "ran"],
                env={**os.environ, "SAYSO_SOCKET": daemon.path} | held,
                stderr=subprocess.PIPE,
                text=True,
            )
            there, _ = listener.accept()
            running.send_signal(signal.SIGINT)
            _, err = running.communicate(timeout=PATIENCE)
            there.close()
        assert running.returncode == -signal.SIGINT
        assert "the answer is spent" in err
        assert not (place / "ran").exists()

    def test_what_the_system_does_not_execute_after_all(self, place: Path) -> None:
        (place / "tool").write_bytes(b"\x7fELF nonsense")
        (place / "tool").chmod(0o755)
        done = asked("--", "./tool", script=YES)
        assert done.returncode == 126
        assert "Exec format error" in done.stderr
