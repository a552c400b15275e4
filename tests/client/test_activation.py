"""The right to come to the front that a program was started with: its first question has it."""

import os
import sys

assert sys.platform != "win32"

import pytest

from sayso.core.outcome import Approved
from support.calls import Call
from support.scripted_daemon import APPROVED, CLAIM, READY, Caller, Script, ScriptedDaemon

VARIABLE = "XDG_ACTIVATION_TOKEN"
TOKEN = "shell/editor-7-host_TIME123"  # noqa: S105 (no secret)
KNOWS = {"ask.confirm": ["kind", "message", "activation"]}


def hearing(heard: list[str | None], **greeting: object) -> Script:
    """Hears one question, and approves it."""

    def script(caller: Caller) -> None:
        caller.greet(**greeting)
        heard.append(caller.expect("ask").get("activation"))
        caller.reply(READY)
        assert caller.expect("claim") == {"claim": CLAIM}
        caller.reply(APPROVED)

    return script


@pytest.mark.of_python
def test_it_goes_with_the_first_question_alone(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, TOKEN)
    heard: list[str | None] = []
    script = hearing(heard, fields=KNOWS)
    with ScriptedDaemon(script, script) as daemon:
        for _ in range(2):
            assert call(daemon.path, "confirm", "Deploy?") == Approved()
    assert heard == [TOKEN, None]


@pytest.mark.of_python
def test_what_is_started_next_does_not_inherit_it(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, TOKEN)
    with ScriptedDaemon(hearing([], fields=KNOWS)) as daemon:
        call(daemon.path, "confirm", "Deploy?")
    assert VARIABLE not in os.environ


def test_one_that_the_program_names_itself_comes_first(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, TOKEN)
    heard: list[str | None] = []
    with ScriptedDaemon(hearing(heard, fields=KNOWS)) as daemon:
        call(daemon.path, "confirm", "Deploy?", activation="mine")
    assert heard == ["mine"]


@pytest.mark.parametrize("fields", [{"ask.confirm": ["kind", "message"]}, None])
@pytest.mark.parametrize("version", ["0.0.1", "0.1.0"])
def test_a_daemon_that_does_not_know_of_it_is_asked_without(
    call: Call, monkeypatch: pytest.MonkeyPatch, fields: object, version: str
) -> None:
    monkeypatch.setenv(VARIABLE, TOKEN)
    heard: list[str | None] = []
    with ScriptedDaemon(hearing(heard, version=version, fields=fields)) as daemon:
        assert call(daemon.path, "confirm", "Deploy?") == Approved()
    assert heard == [None]


@pytest.mark.parametrize("token", ["", "a" * 513, "a\nb", "\xe9"])
def test_what_is_no_token_stops_no_question(
    call: Call, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv(VARIABLE, token)
    heard: list[str | None] = []
    with ScriptedDaemon(hearing(heard, fields=KNOWS)) as daemon:
        assert call(daemon.path, "confirm", "Deploy?") == Approved()
    assert heard == [None]
