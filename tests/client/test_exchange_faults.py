"""The conversation when something breaks: replies lost, nonsense, silence, another protocol."""

import json
from typing import Any

import pytest

from sayso.client.exchange import question
from sayso.client.link import REJOIN_WITHIN, REJOINS, Connect, Receive
from sayso.client.shapes import Progress
from sayso.core.outcome import Approved
from sayso.errors import (
    FrameTooLarge,
    OfferLapsed,
    ProtocolError,
    Stopping,
    TooManyConnections,
    UnknownClaim,
    Unreachable,
    VersionMismatch,
)
from support.conversation import APPROVED, CLAIM, READY, TICKET, Daemon, asked

PROGRESS = {"number": 1, "state": "shown", "place": 1, "of": 1, "seconds_left": 30.0}


@pytest.mark.parametrize("silent", [b"", ConnectionResetError(), TimeoutError()])
def test_a_claim_whose_reply_got_lost_is_repeated_on_a_new_connection(
    silent: bytes | Exception,
) -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    if isinstance(silent, bytes):
        daemon.go(silent)
    else:
        daemon.break_off(silent)
    daemon.connect(start=False, within=REJOIN_WITHIN)
    daemon.greet()
    assert daemon.expect("claim") == {"claim": CLAIM}
    daemon.reply(APPROVED)
    assert daemon.outcome == Approved()


def test_half_a_line_of_a_broken_connection_does_not_spoil_the_next() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.go(b'{"jsonrpc":')
    daemon.go(b"")
    daemon.connect(start=False, within=REJOIN_WITHIN)
    daemon.greet()
    daemon.expect("claim")
    daemon.reply(APPROVED)
    assert daemon.outcome == Approved()


def test_what_came_after_nonsense_is_not_taken_for_the_next_connections_reply() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    stale = {"jsonrpc": "2.0", "id": daemon.id + 1, "result": {"protocol": 1}}
    daemon.go(b"nonsense\n" + json.dumps(stale).encode() + b"\n")
    daemon.connect(start=False, within=REJOIN_WITHIN)
    with pytest.raises(Unreachable, match="older"):
        daemon.greet(protocol=0)


def test_an_answer_that_may_have_been_spent_is_an_error_that_says_so() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.go(b"")
    assert daemon.step == Connect(start=False, within=REJOIN_WITHIN)
    with pytest.raises(Unreachable, match="may have been handed out") as caught:
        daemon.break_off(Unreachable("no daemon runs"))
    assert "repeat the request" in caught.value.remedy


def test_a_claim_is_not_repeated_for_ever() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.go(b"")
    daemon.connect(start=False, within=REJOIN_WITHIN)
    daemon.greet()
    daemon.expect("claim")
    with pytest.raises(Unreachable, match="may have been handed out"):
        daemon.go(b"")


def test_a_fresh_daemon_that_knows_no_claim_means_that_it_may_have_been_spent() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.go(b"")
    daemon.connect(start=False, within=REJOIN_WITHIN)
    daemon.greet()
    daemon.expect("claim")
    with pytest.raises(Unreachable, match="may have been handed out"):
        daemon.fail(UnknownClaim.code)


def test_a_claim_refused_at_once_is_that_error() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    with pytest.raises(UnknownClaim):
        daemon.fail(UnknownClaim.code)


def test_silence_ends_a_waiting_call() -> None:
    daemon = asked()
    with pytest.raises(ProtocolError, match="said nothing for 40 s"):
        daemon.break_off(TimeoutError())


# A daemon that dies while a call waits has a successor, who knows the question


def lose(daemon: Daemon, end: bytes | Exception = b"") -> None:
    """The connection ends."""
    if isinstance(end, bytes):
        daemon.go(end)
    else:
        daemon.break_off(end)


def serve(daemon: Daemon, number: int = 1) -> None:
    """It says where the question stands, and so has it kept."""
    progress = PROGRESS | {"id": daemon.id, "number": number}
    daemon.say({"jsonrpc": "2.0", "method": "progress", "params": progress})


def rejoin(daemon: Daemon, *, start: bool = True) -> dict[str, Any]:
    """The successor is found and hears the question; its params. `start`: else one is started."""
    daemon.connect(start=start, within=0.0 if start else REJOIN_WITHIN)
    daemon.greet()
    return daemon.expect("ask")


@pytest.mark.parametrize("end", [b"", ConnectionResetError()])
def test_a_call_goes_on_with_the_successor(end: bytes | Exception) -> None:
    daemon = asked()
    lose(daemon, end)
    assert rejoin(daemon) == {"kind": "confirm", "message": "Deploy?"}
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.reply(APPROVED)
    assert daemon.outcome == Approved()


@pytest.mark.parametrize(("passed", "left"), [(7.0, 23.0), (40.0, 0.0)])
def test_only_the_rest_of_the_wait_is_waited(
    monkeypatch: pytest.MonkeyPatch, passed: float, left: float
) -> None:
    clock = iter([100.0, 100.0 + passed, 200.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    daemon = Daemon(question("test/1", "ask", {"wait": 30.0}, start=True))
    daemon.connect(start=True)
    daemon.greet()
    assert daemon.expect("ask") == {"wait": 30.0}
    lose(daemon)
    assert rejoin(daemon) == {"wait": left}


@pytest.mark.parametrize(("greeting", "left"), [({"wait": 45}, 38.0), ({}, None)])
def test_so_is_that_of_a_wait_which_the_daemon_chose(
    monkeypatch: pytest.MonkeyPatch, greeting: dict[str, Any], left: float | None
) -> None:
    """An older daemon does not tell how long that is."""
    clock = iter([100.0, 107.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock, 200.0))
    daemon = Daemon(question("test/1", "ask", {"message": "Deploy?"}, start=True))
    daemon.connect(start=True)
    daemon.greet(**greeting)
    assert daemon.expect("ask") == {"message": "Deploy?"}
    lose(daemon)
    assert rejoin(daemon).get("wait") == left


def test_another_daemon_is_started_only_for_a_question_that_was_never_shown() -> None:
    """One that dies in its first moments leaves nobody to go on; two that die leave nothing."""
    daemon = asked()
    lose(daemon)
    rejoin(daemon, start=True)
    serve(daemon)
    lose(daemon)
    rejoin(daemon, start=False)
    lose(daemon)
    rejoin(daemon, start=False)


def test_no_daemon_is_started_for_who_wants_none() -> None:
    daemon = Daemon(question("test/1", "ask", {}, start=False))
    daemon.connect(start=False)
    daemon.greet()
    daemon.expect("ask")
    lose(daemon)
    rejoin(daemon, start=False)


def test_where_nobody_succeeds_the_first_loss_is_the_error() -> None:
    daemon = asked()
    serve(daemon)
    lose(daemon)
    assert daemon.step == Connect(start=False, within=REJOIN_WITHIN)
    with pytest.raises(Unreachable, match="closed the connection") as caught:
        daemon.break_off(Unreachable("no daemon runs"))
    assert "repeat the request" in caught.value.remedy


def test_daemons_that_die_without_a_word_are_not_asked_for_ever() -> None:
    daemon = asked()
    for _ in range(REJOINS):
        lose(daemon)
        rejoin(daemon)
    with pytest.raises(Unreachable, match="closed the connection"):
        lose(daemon)


def test_one_that_serves_is_followed_however_often_it_dies() -> None:
    heard: list[Progress] = []
    daemon = asked(on_progress=heard.append)
    for number in range(4 * REJOINS):
        serve(daemon, number)
        lose(daemon)
        rejoin(daemon, start=False)
    assert [progress.number for progress in heard] == list(range(4 * REJOINS))


@pytest.mark.parametrize("start", [True, False])
def test_a_daemon_that_ends_before_it_greets_is_followed_by_the_next(start: bool) -> None:
    """Its successor, or where that was its clean end, one that is started."""
    daemon = Daemon(question("test/1", "ask", {}, start=start))
    daemon.connect(start=start)
    daemon.expect("hello")
    lose(daemon, ConnectionResetError())
    daemon.connect(start=start, within=0.0 if start else REJOIN_WITHIN)
    daemon.greet()
    daemon.expect("ask")


def test_daemons_that_never_greet_are_not_asked_for_ever() -> None:
    daemon = Daemon(question("test/1", "ask", {}, start=True))
    for _ in range(REJOINS - 1):
        daemon.connect(start=True)
        daemon.expect("hello")
        lose(daemon)
    daemon.connect(start=True)
    daemon.expect("hello")
    with pytest.raises(Unreachable, match="closed the connection"):
        lose(daemon)


def test_an_offer_that_lapsed_with_its_daemon_is_made_again() -> None:
    """By a successor, who may die, too."""
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.fail(OfferLapsed.code)
    assert daemon.expect("collect") == {"ticket": TICKET, "wait": 0}
    lose(daemon)
    daemon.connect(start=False, within=REJOIN_WITHIN)
    daemon.greet()
    daemon.expect("collect")
    daemon.reply(READY | {"claim": "d" * 32})
    assert daemon.expect("claim") == {"claim": "d" * 32}
    daemon.reply(APPROVED)
    assert daemon.outcome == Approved()


def test_a_daemon_that_goes_down_says_so() -> None:
    daemon = asked()
    with pytest.raises(Stopping):
        daemon.fail(Stopping.code)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"nonsense\n", "not JSON"),
        (b'{"jsonrpc": "2.0", "id": 99, "result": {}}\n', "never sent"),
        (b'{"jsonrpc": "2.0", "id": 99, "error": {"code": 4004, "message": "m"}}\n', "never sent"),
        (b'{"jsonrpc": "2.0", "id": 1}\n', "neither"),
        (b"x" * (1 << 20), "line of more than"),
    ],
)
def test_nonsense_is_the_daemons_fault(line: bytes, complaint: str) -> None:
    daemon = asked()
    with pytest.raises(ProtocolError, match=complaint):
        daemon.go(line)


def test_what_the_daemon_said_before_it_hung_up_explains_the_broken_pipe() -> None:
    daemon = Daemon(question("test/1", "ask", {}, start=True))
    daemon.connect(start=True)
    daemon.break_off(BrokenPipeError())
    assert isinstance(daemon.step, Receive)
    with pytest.raises(TooManyConnections):
        daemon.say({"jsonrpc": "2.0", "id": None, "error": {"code": 5006, "message": "full"}})


def test_a_daemon_that_takes_nothing_is_an_error() -> None:
    daemon = Daemon(question("test/1", "ask", {}, start=True))
    daemon.connect(start=True)
    with pytest.raises(ProtocolError, match="read nothing"):
        daemon.break_off(TimeoutError())


@pytest.mark.parametrize(
    ("protocol", "error", "complaint"),
    [
        (0, VersionMismatch, "older"),
        (2, VersionMismatch, "newer"),
        ("1", ProtocolError, "which protocol"),
        (None, ProtocolError, "which protocol"),
    ],
)
def test_nothing_is_asked_of_a_daemon_of_another_protocol(
    protocol: object, error: type[Exception], complaint: str
) -> None:
    daemon = Daemon(question("test/1", "ask", {}, start=True))
    daemon.connect(start=True)
    with pytest.raises(error, match=complaint):
        daemon.greet(protocol)


def test_a_request_over_the_limit_is_never_sent() -> None:
    daemon = Daemon(question("test/1", "ask", {"message": "x" * (1 << 20)}, start=True))
    daemon.connect(start=True)
    with pytest.raises(FrameTooLarge):
        daemon.greet()
