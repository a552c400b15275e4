"""The conversation, by literal lines: what it sends, and what it makes of what it hears."""

import json
from typing import Any

import pytest

from sayso.client.exchange import SILENCE, request
from sayso.client.link import REPLY_WITHIN, Receive
from sayso.client.shapes import Progress
from sayso.core.outcome import Approved, Denied, NoInteractor, Outcome, Pending, Superseded
from sayso.errors import Expired, OfferLapsed, ProtocolError
from support.conversation import APPROVED, CLAIM, READY, TICKET, Daemon, asked


def test_ready_is_claimed_and_the_committed_outcome_comes_out() -> None:
    daemon = asked()
    daemon.reply(READY)
    assert daemon.expect("claim", REPLY_WITHIN) == {"claim": CLAIM}
    daemon.reply(APPROVED)
    assert daemon.outcome == Approved()


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ({"status": "pending", "ticket": TICKET, "decider": None}, Pending(TICKET)),
        (
            {"status": "no_interactor", "reason": "no screen", "decider": "headless"},
            NoInteractor("no screen"),
        ),
    ],
)
def test_plain_outcomes_come_out_without_a_claim(reply: dict[str, Any], outcome: Outcome) -> None:
    daemon = asked()
    daemon.reply(reply)
    assert daemon.outcome == outcome


@pytest.mark.parametrize("status", ["approved", "answered", "denied", "dismissed"])
def test_a_decision_that_was_not_committed_is_never_believed(status: str) -> None:
    daemon = asked()
    with pytest.raises(ProtocolError, match=status):
        daemon.reply({"status": status, "decider": "user"})


@pytest.mark.parametrize("member", ["claim", "ticket", "kind"])
@pytest.mark.parametrize("value", [None, 7])
def test_half_an_offer_is_an_error(member: str, value: object) -> None:
    daemon = asked()
    with pytest.raises(ProtocolError, match="offer"):
        daemon.reply(READY | {member: value})


def test_what_nobody_hears_is_left_unclaimed() -> None:
    daemon = asked(heard=lambda: False)
    daemon.reply(READY)
    assert daemon.outcome == Pending(TICKET)


def test_hearing_is_asked_right_before_the_claim() -> None:
    looks: list[str] = []

    def heard() -> bool:
        looks.append("looked")
        return True

    daemon = asked(heard=heard)
    assert not looks
    daemon.reply(READY)
    assert looks == ["looked"]
    daemon.expect("claim")


def test_a_lapsed_offer_is_asked_for_once_more_by_its_ticket() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.fail(OfferLapsed.code)
    assert daemon.expect("collect", SILENCE) == {"ticket": TICKET, "wait": 0}
    daemon.reply(READY | {"claim": "d" * 32})
    assert daemon.expect("claim") == {"claim": "d" * 32}
    daemon.reply({"status": "denied", "decider": "user"})
    assert daemon.outcome == Denied()


def test_offers_that_lapse_again_and_again_end_as_pending() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.fail(OfferLapsed.code)
    daemon.expect("collect")
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.fail(OfferLapsed.code)
    assert daemon.outcome == Pending(TICKET)


def test_an_answer_forgotten_after_its_offer_lapsed_is_expired() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.fail(OfferLapsed.code)
    daemon.expect("collect")
    with pytest.raises(Expired):
        daemon.fail(Expired.code)


def test_an_older_claim_hears_that_it_was_superseded() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.reply({"status": "superseded", "reason": "newer_call", "decider": "requester"})
    assert daemon.outcome == Superseded("newer_call")


def test_progress_of_this_call_is_told_and_the_wait_goes_on() -> None:
    told: list[Progress] = []
    daemon = asked(on_progress=told.append)
    members = {"number": 3, "state": "shown", "place": 1, "of": 2, "seconds_left": 101.5}
    daemon.say(
        {"jsonrpc": "2.0", "method": "progress", "params": {"id": daemon.id, "new": 1} | members}
    )
    daemon.say({"jsonrpc": "2.0", "method": "progress", "params": {"id": 99} | members})
    daemon.say({"jsonrpc": "2.0", "method": "weather", "params": {}})
    assert told == [Progress(number=3, state="shown", place=1, of=2, seconds_left=101.5)]
    assert daemon.step == Receive(SILENCE)


def test_progress_without_its_members_is_an_error() -> None:
    daemon = asked(on_progress=lambda _: None)
    with pytest.raises(ProtocolError, match="number"):
        daemon.say({"jsonrpc": "2.0", "method": "progress", "params": {"id": daemon.id}})


def test_progress_that_nobody_wants_is_passed_over() -> None:
    daemon = asked()
    daemon.say({"jsonrpc": "2.0", "method": "progress", "params": {"id": daemon.id}})
    assert daemon.step == Receive(SILENCE)


def test_lines_may_come_in_pieces_and_together() -> None:
    daemon = asked()
    note = b'{"jsonrpc": "2.0", "method": "progress", "params": {}}\n'
    reply = json.dumps({"jsonrpc": "2.0", "id": daemon.id, "result": READY}).encode() + b"\n"
    for piece in (note[:7], note[7:] + note + reply[:20], reply[20:]):
        daemon.go(piece)
    daemon.expect("claim")


def test_other_calls_start_no_daemon_and_wait_for_nobody() -> None:
    daemon = Daemon(request("test/1", "withdraw", {"number": 3}))
    daemon.connect(start=False)
    daemon.greet()
    assert daemon.expect("withdraw", REPLY_WITHIN) == {"number": 3}
    daemon.reply({"number": 3, "status": "withdrawn"})
    assert daemon.outcome == {"number": 3, "status": "withdrawn"}


def test_a_conversation_given_up_sends_nothing_more() -> None:
    daemon = asked()
    daemon.conversation.close()
    with pytest.raises(StopIteration):
        daemon.conversation.send(bytearray())
