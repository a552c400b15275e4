"""The manual's exchange in each language, against a daemon that says what a test tells it to."""

import sys

assert sys.platform != "win32"

import os
import subprocess
from pathlib import Path

import pytest

from support.guide import LANGUAGES, command, program
from support.scripted_daemon import APPROVED, CLAIM, PENDING, READY, Caller, Script, ScriptedDaemon

QUESTION = {"kind": "confirm", "message": "Deploy build 4711?", "wait": 45}
PROGRESS = {"number": 1, "state": "shown", "place": 1, "of": 1, "seconds_left": 9.5}
BOUND = 30.0
"""Seconds for a program to end."""


def run(language: str, place: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(language),
        env=os.environ | {"XDG_RUNTIME_DIR": str(place)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=BOUND,
        check=False,
    )


def talk(language: str, place: Path, script: Script) -> subprocess.CompletedProcess[str]:
    with ScriptedDaemon(script) as daemon:
        (place / "sayso").symlink_to(Path(daemon.path).parent)
        return run(language, place)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_it_is_short_and_needs_nothing_of_ours(language: str) -> None:
    text = program(language)
    assert "sayso" not in text.replace("/sayso/socket", "")
    assert len(text.splitlines()) <= 20


def test_progress_is_passed_over_and_what_is_ready_is_claimed(
    language: str, tmp_path: Path
) -> None:
    def script(caller: Caller) -> None:
        assert caller.expect("ask") == QUESTION
        for _ in range(3):
            caller.progress(**PROGRESS)
        caller.reply(READY)
        assert caller.expect("claim") == {"claim": CLAIM}
        caller.reply(APPROVED)

    done = talk(language, tmp_path, script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "approved\n", "")


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (PENDING, 3),
        ({"status": "refused", "decider": "policy", "reason": "prompt_limit"}, 1),
        ({"status": "approved_for_ever", "decider": "user"}, 1),
    ],
)
def test_what_is_not_ready_is_no_approval(
    language: str, tmp_path: Path, reply: dict[str, str], code: int
) -> None:
    def script(caller: Caller) -> None:
        caller.expect("ask")
        caller.reply(reply)

    done = talk(language, tmp_path, script)
    assert (done.returncode, done.stdout) == (code, f"{reply['status']}\n")


def hangs_up(caller: Caller) -> None:
    caller.expect("ask")
    caller.progress(**PROGRESS)


def hangs_up_on_the_claim(caller: Caller) -> None:
    caller.expect("ask")
    caller.reply(READY)
    caller.expect("claim")


def refuses(caller: Caller) -> None:
    caller.expect("ask")
    caller.fail(-32602, "wait: must be from 0 to 600", error="invalid_params", blame="requester")


@pytest.mark.parametrize("script", [hangs_up, hangs_up_on_the_claim, refuses])
def test_no_answer_is_no_approval(language: str, tmp_path: Path, script: Script) -> None:
    done = talk(language, tmp_path, script)
    assert done.returncode not in (0, 3)
    assert "approved" not in done.stdout


def test_no_daemon_is_no_approval(language: str, tmp_path: Path) -> None:
    done = run(language, tmp_path)
    assert done.returncode not in (0, 3)
    assert "approved" not in done.stdout
