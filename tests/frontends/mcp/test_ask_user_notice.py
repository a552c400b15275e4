"""`ask_user` that only tells the person something: a notice, which asks nothing."""

import sys

assert sys.platform != "win32"

from typing import Any

import pytest

from support.ask_user import NAME, calls, told
from support.mcp_desk import NOWHERE, call, fault, noting, pending, texts, words
from support.mcp_session import HANDSHAKE, STATELESS, Era
from support.scripted_daemon import PENDING, TICKET, ScriptedDaemon, answering, committing

NOTICE = {"message": "The backup is complete.", "type": "notice"}
PRESSED = {"status": "answered", "decider": "user"}
CLOSED = {"status": "dismissed", "decider": "user"}
TIMED_OUT = {"status": "timed_out", "decider": "deadline", "reason": "deadline"}

AS_OF_ASK_USER = {"answers": [], "cancelled": False, "shouldRetry": False, "renderConfirmed": True}


@pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
def test_its_button_acknowledges_it_and_approves_nothing(era: Era) -> None:
    asked: list[dict[str, Any]] = []
    with ScriptedDaemon(noting(asked, PRESSED, kind="notice")) as daemon:
        result = call(daemon.path, "ask_user", NOTICE, era=era)
    message = {"kind": "notice", "message": NOTICE["message"]}
    assert asked == [message | {"wait": 45.0, "rewords": True, "tool_call": True}]
    content = told(result)
    said = content.pop("next_step")
    assert "has acknowledged the notice" in said
    assert content == PRESSED | AS_OF_ASK_USER | {
        "allowed": False, "answered": True, "timedOut": False,
    }  # fmt: skip
    assert texts(result) == [f'answered: {said} "allowed": false.']


@pytest.mark.parametrize(
    ("outcome", "say", "timed_out"),
    [
        (CLOSED, "They are told: go on", False),
        (TIMED_OUT, "may not have read it", True),
    ],
)
def test_without_it_they_are_told_at_most(
    outcome: dict[str, Any], say: str, timed_out: bool
) -> None:
    """Closing it refuses nothing; whether they know is told apart."""
    with ScriptedDaemon(committing(outcome, kind="notice")) as daemon:
        result = call(daemon.path, "ask_user", NOTICE)
    content = told(result)
    assert say in content.pop("next_step")
    assert content == outcome | AS_OF_ASK_USER | {
        "allowed": False, "answered": False, "timedOut": timed_out,
    }  # fmt: skip
    assert say in words(result)


def test_what_is_pending_goes_on_as_any_question() -> None:
    asked: list[dict[str, Any]] = []
    with ScriptedDaemon(pending(asked), noting(asked, PRESSED, kind="notice")) as daemon:
        first, second = calls(daemon.path, NOTICE, NOTICE)
    assert (first["status"], first["shouldRetry"], first["answered"]) == ("pending", True, False)
    assert (second["status"], second["answered"]) == ("answered", True)
    assert asked[0] == asked[1]


@pytest.mark.parametrize("before", [[], [NOTICE]], ids=["another session's", "its own"])
def test_check_tells_the_same(before: list[dict[str, Any]]) -> None:
    for outcome in (PRESSED, CLOSED):
        script = committing(outcome, method="collect", kind="notice")
        scripts = [answering(PENDING), script] if before else [script]
        with ScriptedDaemon(*scripts) as daemon:
            *_, content = calls(daemon.path, *before, {"ticket": TICKET})
        assert content["allowed"] is False
        assert content["answered"] is (outcome == PRESSED)
        assert "notice" in content["next_step"]


def test_all_that_it_may_have_reaches_the_daemon() -> None:
    asked: list[dict[str, Any]] = []
    given = {
        "approve": "It is in", "timeout": 90, "retention": 5, "scope": "s", "slot": "p",
    }  # fmt: skip
    own = {"header": "Backup", "detail": "D"}
    with ScriptedDaemon(pending(asked), pending(asked)) as daemon:
        call(daemon.path, "ask_user", NOTICE | given | own)
        call(daemon.path, "ask_user", {"questions": [NOTICE], "title": "T"})
    assert asked[0].items() >= (given | {"title": "Backup", "details": "D"}).items()
    assert (asked[1]["kind"], asked[1]["title"]) == ("notice", "T")


@pytest.mark.parametrize(
    ("given", "field", "say"),
    [
        (NOTICE | {"message": ""}, "message", "must not be empty"),
        (NOTICE | {"header": "h" * 31}, "header", "30"),
        (NOTICE | {"deny": "No"}, "deny", "one button"),
        (NOTICE | {"error": "Wrong"}, "error", "one button"),
        (NOTICE | {"approve": "Cancel"}, "approve", "means the other button"),
        (NOTICE | {"id": "n"}, "id", "works only with type text or select"),
        (NOTICE | {"required": False}, "required", "works only with type text or select"),
        (NOTICE | {"options": ["a", "b"]}, "options", "works only with type select"),
        ({"questions": [NAME, NOTICE]}, "questions[1].type", "does not stand among questions"),
        ({"message": "M", "questions": [NOTICE]}, "questions[0].type", "does not stand among"),
    ],
)
def test_a_wrong_argument_is_named_and_shows_nothing(
    given: dict[str, Any], field: str, say: str
) -> None:
    result = call(NOWHERE, "ask_user", given)
    assert fault(result) == ("invalid_params", field)
    assert say in words(result)
