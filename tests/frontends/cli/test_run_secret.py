"""sayso run --secret: what is typed goes to the command, by a path, once, and nowhere else."""

import sys

assert sys.platform == "linux"

import hashlib
import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sayso.core.settings import ANSWER_BYTES
from sayso.errors import Unsupported
from sayso.platforms.linux import becoming
from support.processes import PATIENCE, wait_until
from support.run_verb import SAYSO, Result, asked
from support.scripted_daemon import (
    READY_PASSWORD,
    Caller,
    ScriptedDaemon,
    committing,
    failing,
    handing_over,
)

CANARY = b"canary-7f3a-quokka"
DIGEST = hashlib.sha256(CANARY + b"\n").hexdigest()
HASHES = 'sha256sum < "$TOKEN"'
ASKS = ("--secret", "TOKEN=Token of the registry?")


def shell(line: str, *options: str, secret: bytes = CANARY, **more: Any) -> Result:
    script = handing_over(secret)
    return asked(*ASKS, *options, "--", "sh", "-c", line, script=script, **more)


def test_the_command_reads_it_by_the_path_that_its_variable_holds() -> None:
    done = shell(HASHES)
    assert (done.returncode, done.stdout.split()[0], done.stderr) == (0, DIGEST, "")


def test_it_ends_there_and_can_be_read_once() -> None:
    done = shell('cat < "$TOKEN" | sha256sum; cat < "$TOKEN" | wc -c')
    assert done.stdout.split() == [DIGEST, "-", "0"]


def test_standard_input_is_still_the_commands_own() -> None:
    done = shell(f"{HASHES}; cat", input="mine")
    assert done.stdout.endswith("mine")


def test_no_newline_where_every_byte_counts() -> None:
    done = shell(HASHES, "--no-newline")
    assert done.stdout.split()[0] == hashlib.sha256(CANARY).hexdigest()


@pytest.mark.parametrize("size", [0, ANSWER_BYTES, 65_536])
def test_every_size_comes_whole(size: int) -> None:
    secret = b"x" * size
    done = shell(HASHES, secret=secret)
    assert done.stdout.split()[0] == hashlib.sha256(secret + b"\n").hexdigest()


def test_it_stands_nowhere_else(tmp_path: Path) -> None:
    """Not in what the kernel tells of the command, nor in a file, nor in what is said."""
    os.mkfifo(tmp_path / "go")
    told = tmp_path / "pid"
    with ScriptedDaemon(handing_over(CANARY)) as daemon:
        running = subprocess.Popen(
            [*SAYSO, "run", *ASKS, "--", "sh", "-c", "echo $$ > pid; read line < go"],
            env={**os.environ, "SAYSO_SOCKET": daemon.path},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
        )
        wait_until(lambda: told.exists() and told.read_text().endswith("\n"), "its pid")
        place = Path("/proc", told.read_text().strip())
        seen = [(place / name).read_bytes() for name in ("cmdline", "environ")]
        variable = next(line for line in seen[1].split(b"\0") if line.startswith(b"TOKEN="))
        (tmp_path / "go").write_text("now\n")
        out, err = running.communicate(timeout=PATIENCE)
    files = [each.read_bytes() for each in tmp_path.iterdir() if each.is_file()]
    assert all(CANARY not in data for data in [*seen, *files, out, err])
    assert variable == b"TOKEN=/dev/fd/9"


def test_all_of_that_is_shown() -> None:
    heard: list[dict[str, Any]] = []

    def script(caller: Caller) -> None:
        caller.greet()
        heard.append(caller.expect("ask"))
        caller.reply(READY_PASSWORD)
        caller.expect("claim")
        caller.reply_secret(CANARY)

    done = asked(*ASKS, "--title", "T", "--env", "A=1", "--no-newline", "--", "true", script=script)
    assert done.returncode == 0
    (params,) = heard
    action = params.pop("action")
    assert params == {"kind": "password", "message": "Token of the registry?", "title": "T"}
    assert action["environment"] == {"A": "1", "TOKEN": "/dev/fd/9"}
    assert (action["descriptor"], action["newline"]) == (9, False)


def test_descriptors_that_we_were_started_with_are_left_alone(tmp_path: Path) -> None:
    """Another one is used then, and shown."""
    (tmp_path / "theirs").write_text("theirs")
    started = f'exec 9< theirs; exec "{sys.executable}" -m sayso run "$@"'
    line = f'echo "$TOKEN"; {HASHES}; cat <&9'
    with ScriptedDaemon(handing_over(CANARY)) as daemon:
        done = subprocess.run(
            ["sh", "-c", started, "sh", *ASKS, "--", "sh", "-c", line],
            env={**os.environ, "SAYSO_SOCKET": daemon.path},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
    assert done.stdout == f"/dev/fd/8\n{DIGEST}  -\ntheirs"


def test_a_no_leaves_nothing_to_read() -> None:
    no = committing({"status": "denied", "decider": "user"}, kind="password")
    done = asked(*ASKS, "--", "echo", "ran", script=no)
    assert (done.returncode, done.stdout) == (126, "")
    assert done.stderr.startswith("denied\n")


def test_a_command_that_changed_meanwhile_gets_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        tool.write_text('#!/bin/sh\ncat "$TOKEN"\n')
        caller.reply(READY_PASSWORD)
        caller.expect("claim")
        caller.reply_secret(CANARY)

    done = asked(*ASKS, "--", "./tool", script=script)
    assert (done.returncode, done.stdout) == (126, "")
    assert "is not what was shown any more" in done.stderr
    assert CANARY.decode() not in done.stderr


def test_what_the_daemon_refuses_is_said_of_it() -> None:
    script = failing(-32602, "message: must not", field="message")
    done = asked(*ASKS, "--", "true", script=script)
    assert done.returncode == 2
    assert "--secret: must not" in done.stderr


def test_ctrl_c_says_that_the_next_one_asks_anew() -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        command.send_signal(signal.SIGINT)
        assert caller.ends()

    with ScriptedDaemon(script) as daemon:
        command = subprocess.Popen(
            [*SAYSO, "run", *ASKS, "--json", "--", "true"],
            env={**os.environ, "SAYSO_SOCKET": daemon.path},
            stderr=subprocess.PIPE,
        )
        _, err = command.communicate(timeout=PATIENCE)
    assert command.returncode == -signal.SIGINT
    assert "asks a new question" in json.loads(err)["error"]["message"]


class TestASystem:
    def test_without_such_paths_says_so(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(becoming, "OPEN_FILES", str(tmp_path / "missing"))
        with pytest.raises(Unsupported, match="can't read a secret by a path here") as caught:
            becoming.spare_descriptor()
        assert caught.value.remedy

    def test_in_which_all_are_taken_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "get_inheritable", lambda _: True)
        with pytest.raises(Unsupported, match="no descriptor from 3 to 9") as caught:
            becoming.spare_descriptor()
        assert "9>&-" in str(caught.value.remedy)
