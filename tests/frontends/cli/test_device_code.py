"""sayso device-code against a scripted daemon: the command beside it, and who says how it ended."""

import sys

assert sys.platform != "win32"

import json
from collections.abc import Callable
from typing import Any

import pytest

from support.command import Result, run
from support.scripted_daemon import READY, Caller, ScriptedDaemon

WORDS = ("--address", "https://example.com/device", "--code", "WDJB-MJHT")
OPEN = {"number": 7, "state": "queued", "place": 1, "of": 1, "seconds_left": None}
FIELDS = {
    "ask.device_code": ["kind", "message", "address", "code", "bound", "timeout", "title", "limit"]
}
DISMISSED = {"status": "dismissed", "decider": "user"}

Says = Callable[[Caller], dict[str, Any]]


def device_code(*words: str, ends: Says | None = None) -> tuple[Result, list[dict[str, Any]]]:
    """What came of it, and what the daemon was asked and told. `ends`: without waiting for
    `finish`, with this outcome."""
    heard: list[dict[str, Any]] = []

    def finished(caller: Caller) -> None:
        caller.greet()
        heard.append(caller.expect("finish"))
        caller.reply({"status": "finished"})

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        heard.append(caller.expect("ask"))
        caller.progress(**OPEN)
        if ends:
            outcome = ends(caller)
        else:
            daemon.meanwhile(finished)
            outcome = {"status": "answered", "decider": "requester"}
        if not heard[-1].get("done", True):
            caller.reply({"status": "withdrawn", "decider": "requester", "reason": "requester"})
            return
        caller.reply(READY | {"kind": "device_code"})
        caller.expect("claim")
        caller.reply(outcome)

    with ScriptedDaemon(script) as daemon:
        return run("device-code", *words, path=daemon.path), heard


def test_a_command_that_succeeds_is_done() -> None:
    done, heard = device_code(*WORDS, "--", "sh", "-c", "echo token")
    assert (done.returncode, done.stdout) == (0, "token\n")
    assert done.stderr == "answered\nSigned in, as the program says that asked for it.\n"
    asked = {
        "kind": "device_code",
        "message": "Sign in on this page with this code.",
        "address": "https://example.com/device",
        "code": "WDJB-MJHT",
        "bound": True,
    }
    assert heard == [asked, {"number": 7, "done": True}]


def test_one_that_fails_has_failed() -> None:
    done, heard = device_code(*WORDS, "--json", "--", "false")
    assert (done.returncode, done.stdout) == (8, "")
    told = json.loads(done.stderr)
    assert (told["status"], told["reason"], told["exit"]) == ("withdrawn", "requester", 8)
    assert heard[-1] == {"number": 7, "done": False}


def test_what_it_says_and_how_long() -> None:
    words = (*WORDS, "--message=To the registry", "--title=Sign in", "--timeout=15m", "--limit=20m")
    _, heard = device_code(*words, "--", "true")
    told = {name: heard[0][name] for name in ("message", "title", "timeout", "limit")}
    assert told == {
        "message": "To the registry", "title": "Sign in", "timeout": 900, "limit": 1200,
    }  # fmt: skip


def test_a_dialog_that_is_closed_ends_the_command() -> None:
    done, heard = device_code(*WORDS, "--", "sleep", "60", ends=lambda _: DISMISSED)
    assert (done.returncode, done.stderr.splitlines()[0]) == (1, "dismissed")
    assert len(heard) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "COMMAND is missing"),
        (("--", "true"), "--address is missing"),
        (("--address=https://example.com", "--", "true"), "--code is missing"),
        (
            (*WORDS, "--", "/nowhere/such"),
            "COMMAND: '/nowhere/such' is not a program that can be run",
        ),
        ((*WORDS, "--timeout=59", "--", "true"), "--timeout: '59' is out of bounds"),
        ((*WORDS, "--wait=5", "--", "true"), "'--wait' is not an option of this command"),
        ((*WORDS, "--bound", "--", "true"), "'--bound' is not an option of this command"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_shown(words: tuple[str, ...], told: str) -> None:
    done = run("device-code", *words, path="/nowhere/socket")
    assert done.returncode == 2
    assert told in done.stderr


def test_the_daemons_refusal_names_the_option() -> None:
    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        caller.expect("ask")
        caller.fail(-32602, "address: must begin with https://", field="address")

    with ScriptedDaemon(script) as daemon:
        done = run("device-code", *WORDS, "--", "true", path=daemon.path)
    assert done.returncode == 2
    assert "--address: must begin with https://" in done.stderr
