"""The conversation about a bound question: one connection, asked once, and never pending."""

from typing import Any

import pytest

from sayso import errors
from sayso.client.exchange import SILENCE, question
from sayso.client.link import REJOIN_WITHIN
from sayso.core.outcome import Approved, Withdrawn
from sayso.wire.messages import FIELDS
from support.calls import Call
from support.conversation import APPROVED, CLAIM, READY, Daemon
from support.scripted_daemon import Caller, ScriptedDaemon

PARAMS = {"kind": "confirm", "message": "Deploy?", "bound": True, "limit": 50}
UNKNOWN_CLAIM = 4007


def asked(**options: Any) -> Daemon:
    """A daemon that has greeted and heard the question."""
    daemon = Daemon(question("test/1", "ask", PARAMS, start=True, **options))
    daemon.connect(start=True)
    daemon.greet(fields=FIELDS)
    assert daemon.expect("ask", SILENCE) == PARAMS
    return daemon


def test_is_claimed_as_any() -> None:
    daemon = asked()
    daemon.reply(READY)
    assert daemon.expect("claim") == {"claim": CLAIM}
    daemon.reply(APPROVED)
    assert daemon.outcome == Approved()


def test_what_was_asked_is_not_asked_again() -> None:
    """Nor where the daemon has said nothing of it yet."""
    daemon = asked()
    with pytest.raises(errors.Unreachable, match="closed the connection") as caught:
        daemon.go(b"")
    assert "ended with it" in caught.value.remedy
    assert "repeat" not in caught.value.remedy


def test_what_was_shown_is_not_asked_again() -> None:
    daemon = asked()
    progress = {"number": 1, "state": "shown", "place": 1, "of": 1, "seconds_left": 30.0}
    told = {"jsonrpc": "2.0", "method": "progress", "params": progress | {"id": daemon.id}}
    daemon.say(told)
    with pytest.raises(errors.Unreachable, match="broke"):
        daemon.break_off(ConnectionResetError())


def test_a_daemon_that_restarts_is_not_asked_again() -> None:
    daemon = asked()
    with pytest.raises(errors.Stopping):
        daemon.fail(errors.Stopping.code)


def test_is_withdrawn_where_nobody_hears_the_answer() -> None:
    daemon = asked(heard=lambda: False)
    daemon.reply(READY)
    assert daemon.outcome == Withdrawn("caller_gone")


def test_is_withdrawn_where_the_answer_is_gone_when_it_is_claimed() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.fail(UNKNOWN_CLAIM)
    assert daemon.outcome == Withdrawn("caller_gone")


def claimed_on_another_connection() -> Daemon:
    """The first one broke before it brought the reply."""
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.go(b"")
    daemon.connect(start=False, within=REJOIN_WITHIN)
    daemon.greet(fields=FIELDS)
    assert daemon.expect("claim") == {"claim": CLAIM}
    return daemon


def test_a_claim_whose_reply_got_lost_is_repeated() -> None:
    daemon = claimed_on_another_connection()
    daemon.reply(APPROVED)
    assert daemon.outcome == Approved()


def test_where_it_may_have_been_spent_unheard_that_is_said() -> None:
    daemon = claimed_on_another_connection()
    with pytest.raises(errors.Unreachable, match="may have been handed out") as caught:
        daemon.fail(UNKNOWN_CLAIM)
    assert "repeat" not in caught.value.remedy


class TestAnOlderDaemon:
    @pytest.mark.parametrize("version", ["0.0.1", "0.1.0"], ids=["older", "the same"])
    @pytest.mark.parametrize(
        "greeting",
        [{}, {"fields": None}, {"fields": {}}, {"fields": {"ask.confirm": ["kind", "message"]}}],
        ids=["tells nothing", "nonsense", "tells of no questions", "tells of others"],
    )
    def test_is_not_asked(self, call: Call, version: str, greeting: dict[str, Any]) -> None:
        def script(caller: Caller) -> None:
            caller.greet(version=version, **greeting)
            assert caller.ends()

        with ScriptedDaemon(script) as daemon, pytest.raises(errors.VersionMismatch) as caught:
            call(daemon.path, "confirm", "Deploy?", bound=True)
        assert "sayso daemon restart" in caught.value.remedy

    def test_hears_nothing_of_it_in_other_questions(self, call: Call) -> None:
        def script(caller: Caller) -> None:
            caller.greet(fields={"ask.confirm": ["kind", "message"]}, version="0.0.1")
            assert caller.expect("ask") == {"kind": "confirm", "message": "Deploy?"}
            caller.reply({"status": "superseded", "reason": "slot", "decider": "requester"})

        with ScriptedDaemon(script) as daemon:
            call(daemon.path, "confirm", "Deploy?", bound=False, limit=None)


@pytest.mark.parametrize("limit", [float("nan"), float("inf")])
@pytest.mark.of_python
def test_a_limit_that_json_can_not_carry_names_its_bounds(call: Call, limit: float) -> None:
    with pytest.raises(errors.InvalidParams, match="finite") as caught:
        call("nowhere", "confirm", "Deploy?", bound=True, limit=limit)
    assert caught.value.field == "limit"
    assert caught.value.remedy == "limit takes 5 to 86400"


@pytest.mark.parametrize(
    ("method", "more"),
    [("confirm", []), ("password", []), ("text", []), ("select", [["a", "b"]])],
)
def test_every_kind_may_be_bound(call: Call, method: str, more: list[object]) -> None:
    heard: list[dict[str, Any]] = []

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        heard.append(caller.expect("ask"))
        caller.reply({"status": "withdrawn", "reason": "owner_exited", "decider": "requester"})

    with ScriptedDaemon(script) as daemon:
        outcome = call(daemon.path, method, "Deploy?", *more, bound=True, limit=50)
    assert outcome == Withdrawn("owner_exited")
    assert (heard[0]["bound"], heard[0]["limit"]) == (True, 50)
