"""A daemon without a screen, asked from where there is one: it makes way, and the next is asked."""

from typing import Any

import pytest

from sayso.client.exchange import question
from sayso.client.link import REPLY_WITHIN, Send
from sayso.core.outcome import Approved, NoInteractor
from sayso.wire.messages import FIELDS
from support.conversation import APPROVED, READY, TICKET, Daemon

NOBODY = {"status": "no_interactor", "reason": "no screen", "decider": "headless"}
SCREEN = ":0"


def unanswered(params: dict[str, Any], screen: str | None = SCREEN, **greeting: Any) -> Daemon:
    """A daemon that has said that nobody can be asked."""
    daemon = Daemon(question("test/1", "ask", params, start=True, screen=screen))
    daemon.connect(start=True)
    daemon.greet(**{"fields": FIELDS} | greeting)
    daemon.expect("ask")
    daemon.reply(NOBODY)
    return daemon


def approves(daemon: Daemon, params: dict[str, Any]) -> None:
    """The next one, which is asked the same."""
    daemon.connect(start=True)
    daemon.greet(fields=FIELDS)
    assert daemon.expect("ask") == params
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.reply(APPROVED)
    assert daemon.outcome == Approved()


@pytest.fixture(params=[False, True], ids=["kept", "bound"])
def params(request: pytest.FixtureRequest) -> dict[str, Any]:
    asked = {"kind": "confirm", "message": "Deploy?"}
    return asked | ({"bound": True} if request.param else {})


def test_it_makes_way_and_another_is_asked(params: dict[str, Any]) -> None:
    daemon = unanswered(params)
    assert daemon.expect("make_way", REPLY_WITHIN) == {"screen": SCREEN}
    daemon.reply({"makes_way": True})
    approves(daemon, params)


def test_one_that_ends_just_now_for_another_caller_is_as_good(params: dict[str, Any]) -> None:
    daemon = unanswered(params)
    daemon.expect("make_way")
    daemon.go(b"")
    approves(daemon, params)


def test_only_once(params: dict[str, Any]) -> None:
    daemon = unanswered(params)
    daemon.expect("make_way")
    daemon.reply({"makes_way": True})
    daemon.connect(start=True)
    daemon.greet(fields=FIELDS)
    daemon.expect("ask")
    daemon.reply(NOBODY)
    assert daemon.outcome == NoInteractor("no screen")


@pytest.mark.parametrize("reply", [{"makes_way": False}, {"makes_way": "yes"}, {}])
def test_one_that_stays_has_said_it_all(params: dict[str, Any], reply: dict[str, Any]) -> None:
    daemon = unanswered(params)
    daemon.expect("make_way")
    daemon.reply(reply)
    assert daemon.outcome == NoInteractor("no screen")


@pytest.mark.parametrize(
    "daemon",
    [
        pytest.param({"screen": None}, id="no screen here"),
        pytest.param({"fields": {"ask.confirm": FIELDS["ask.confirm"]}}, id="it knows no such way"),
    ],
)
def test_where_it_is_of_no_use_it_is_not_asked_to(
    params: dict[str, Any], daemon: dict[str, Any]
) -> None:
    assert unanswered(params, **daemon).outcome == NoInteractor("no screen")


def test_an_outcome_that_was_kept_is_no_reason() -> None:
    """It is an older question's."""
    collected = {"ticket": TICKET}
    daemon = Daemon(question("test/1", "collect", collected, start=True, screen=SCREEN))
    daemon.connect(start=True)
    daemon.greet(fields=FIELDS)
    daemon.expect("collect")
    daemon.reply(NOBODY)
    assert not isinstance(daemon.step, Send) or daemon.ended
    assert daemon.outcome == NoInteractor("no screen")
