"""The conversation, by literal lines: what it sends, and what it makes of what it hears."""

import json
from typing import Any

import pytest

from sayso.client.calls import Progress, confirm_params, password_params
from sayso.client.exchange import (
    REJOIN_WITHIN,
    REPLY_WITHIN,
    SILENCE,
    Connect,
    Conversation,
    Receive,
    Send,
    Step,
    question,
    request,
)
from sayso.core.outcome import (
    Answered,
    Approved,
    Denied,
    NoInteractor,
    Outcome,
    Pending,
    Superseded,
)
from sayso.errors import (
    Expired,
    FrameTooLarge,
    InvalidParams,
    OfferLapsed,
    ProtocolError,
    Stopping,
    TooManyConnections,
    UnknownClaim,
    Unreachable,
    VersionMismatch,
)

CLAIM = "c" * 32
TICKET = "f" * 32
READY = {"status": "ready", "claim": CLAIM, "ticket": TICKET, "kind": "confirm"}
APPROVED = {"status": "approved", "decider": "user"}


class Daemon:
    """Plays the other end of a conversation, step by step, and keeps its return value."""

    def __init__(self, conversation: Conversation[Any]) -> None:
        self.conversation = conversation
        self.outcome: Any = None
        self.ended = False
        self.step: Step = next(conversation)

    def go(self, data: bytes = b"") -> None:
        try:
            self.step = self.conversation.send(bytearray(data))
        except StopIteration as end:
            self.outcome, self.ended = end.value, True

    def break_off(self, error: Exception) -> None:
        self.step = self.conversation.throw(error)

    def connect(self, *, start: bool, within: float = 0.0) -> None:
        assert self.step == Connect(start, within)
        self.go()

    def expect(self, method: str, within: float | None = None) -> dict[str, Any]:
        """Takes one request, and answers with what follows; its params."""
        assert isinstance(self.step, Send)
        if within is not None:
            assert self.step.within == within
        assert self.step.data.endswith(b"\n")
        message = json.loads(self.step.data)
        assert message["method"] == method
        self.id = message["id"]
        self.go()
        assert isinstance(self.step, Receive)
        params: dict[str, Any] = message["params"]
        return params

    def reply(self, result: dict[str, Any]) -> None:
        self.say({"jsonrpc": "2.0", "id": self.id, "result": result})

    def fail(self, code: int, message: str = "no", id: int | None = None) -> None:
        error = {"code": code, "message": message}
        self.say({"jsonrpc": "2.0", "id": id or self.id, "error": error})

    def say(self, message: dict[str, Any]) -> None:
        self.go(json.dumps(message).encode() + b"\n")

    def greet(self, protocol: object = 1) -> None:
        assert self.expect("hello", REPLY_WITHIN) == {"client": "test/1"}
        self.reply({"protocol": protocol, "version": "0.1.0", "pid": 1, "kinds": ["confirm"]})


def asked(**options: Any) -> Daemon:
    """A daemon that has greeted and heard the question."""
    params = {"kind": "confirm", "message": "Deploy?"}
    daemon = Daemon(question("test/1", "ask", params, start=True, **options))
    daemon.connect(start=True)
    daemon.greet()
    assert daemon.expect("ask", SILENCE) == params
    return daemon


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
    assert daemon.expect("collect", REPLY_WITHIN) == {"ticket": TICKET, "wait": 0}
    daemon.reply(READY | {"claim": "d" * 32})
    assert daemon.expect("claim") == {"claim": "d" * 32}
    daemon.reply({"status": "denied", "decider": "user"})
    assert daemon.outcome == Denied()


def test_offers_that_lapse_again_and_again_end_as_pending() -> None:
    daemon = asked()
    daemon.reply(READY)
    for _ in range(2):
        daemon.expect("claim")
        daemon.fail(OfferLapsed.code)
        daemon.expect("collect")
        daemon.reply(READY)
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
    with pytest.raises(Unreachable, match="may have been spent") as caught:
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
    with pytest.raises(Unreachable, match="may have been spent"):
        daemon.go(b"")


def test_a_fresh_daemon_that_knows_no_claim_means_that_it_may_have_been_spent() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    daemon.go(b"")
    daemon.connect(start=False, within=REJOIN_WITHIN)
    daemon.greet()
    daemon.expect("claim")
    with pytest.raises(Unreachable, match="may have been spent"):
        daemon.fail(UnknownClaim.code)


def test_a_claim_refused_at_once_is_that_error() -> None:
    daemon = asked()
    daemon.reply(READY)
    daemon.expect("claim")
    with pytest.raises(UnknownClaim):
        daemon.fail(UnknownClaim.code)


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


def test_silence_ends_a_waiting_call() -> None:
    daemon = asked()
    with pytest.raises(ProtocolError, match="said nothing for 40 s"):
        daemon.break_off(TimeoutError())


@pytest.mark.parametrize("end", [b"", ConnectionResetError()])
def test_a_connection_that_ends_while_waiting_is_a_clear_error(end: bytes | Exception) -> None:
    daemon = asked()
    hear = daemon.go if isinstance(end, bytes) else daemon.break_off
    with pytest.raises(Unreachable) as caught:
        hear(end)  # type: ignore[arg-type] # each is chosen for the other's type
    assert "repeat the request" in caught.value.remedy


def test_a_daemon_that_goes_down_says_so() -> None:
    daemon = asked()
    with pytest.raises(Stopping):
        daemon.fail(Stopping.code)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"nonsense\n", "not JSON"),
        (b'{"jsonrpc": "2.0", "id": 99, "result": {}}\n', "never sent"),
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
    with pytest.raises(ProtocolError, match="took nothing"):
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


ANSWERED = {"status": "answered", "decider": "user", "secret_bytes": 7}


class TestSecret:
    """A password: raw bytes after the line, handed out once."""

    def claimed(self, **options: Any) -> Daemon:
        daemon = asked(**options)
        daemon.reply(READY | {"kind": "password"})
        daemon.expect("claim")
        return daemon

    def line(self, daemon: Daemon) -> bytes:
        message = {"jsonrpc": "2.0", "id": daemon.id, "result": ANSWERED}
        return json.dumps(message).encode() + b"\n"

    def test_comes_with_its_outcome(self) -> None:
        daemon = self.claimed()
        daemon.go(self.line(daemon) + b"hun")
        assert not daemon.ended
        daemon.go(b"ter2")
        assert daemon.outcome == Answered()
        assert daemon.outcome.secret.view() == b"hunter2"

    def test_what_was_received_is_wiped(self) -> None:
        daemon = self.claimed()
        data = bytearray(self.line(daemon) + b"hunter2")
        with pytest.raises(StopIteration) as end:
            daemon.conversation.send(data)
        assert data == bytes(len(data))
        assert end.value.value.secret.view() == b"hunter2"

    def test_lost_on_its_way_it_is_not_repeated(self) -> None:
        daemon = self.claimed()
        daemon.go(self.line(daemon) + b"hun")
        daemon.go(b"")
        daemon.connect(start=False, within=REJOIN_WITHIN)
        daemon.greet()
        daemon.expect("claim")
        with pytest.raises(Unreachable, match="handed out once") as caught:
            daemon.fail(4004, "a secret is handed out once")
        assert "may have been spent" in caught.value.message
        assert "asked anew" in caught.value.remedy

    @pytest.mark.parametrize("size", [-1, 65_537, "7", None])
    def test_of_no_proper_size_broke_the_protocol(self, size: object) -> None:
        daemon = self.claimed()
        daemon.reply(ANSWERED | {"secret_bytes": size})
        daemon.connect(start=False, within=REJOIN_WITHIN)
        daemon.greet()
        daemon.expect("claim")
        with pytest.raises(Unreachable, match="secret_bytes takes 0 to 65536"):
            daemon.reply(ANSWERED | {"secret_bytes": size})

    def test_unclaimed_it_is_not_taken(self) -> None:
        daemon = asked()
        line = self.line(daemon)
        with pytest.raises(ProtocolError, match="without offering it"):
            daemon.go(line + b"hunter2")

    def test_the_kind_is_told_right_before_the_claim(self) -> None:
        kinds: list[str] = []
        daemon = asked(on_ready=kinds.append)
        daemon.reply(READY | {"kind": "password"})
        assert kinds == ["password"]
        daemon.expect("claim")

    def test_what_is_raised_then_leaves_it_unclaimed(self) -> None:
        def refuse(_kind: str) -> None:
            raise InvalidParams("no place for a password")

        daemon = asked(on_ready=refuse)
        with pytest.raises(InvalidParams, match="no place"):
            daemon.reply(READY)


def test_a_password_is_asked_for_by_its_words() -> None:
    assert password_params("Unlock", {"repeat": True, "error": "Wrong", "wait": None}) == {
        "kind": "password",
        "message": "Unlock",
        "repeat": True,
        "error": "Wrong",
    }


def test_what_is_left_out_is_not_sent() -> None:
    assert confirm_params("Go?", {"wait": None, "title": "", "destructive": False}) == {
        "kind": "confirm",
        "message": "Go?",
        "title": "",
    }
    assert confirm_params("Go?", {"destructive": True, "wait": 0, "ticket": "t"}) == {
        "kind": "confirm",
        "message": "Go?",
        "severity": "destructive",
        "wait": 0,
        "ticket": "t",
    }


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_json_cannot_carry_names_its_field(number: float) -> None:
    with pytest.raises(InvalidParams) as caught:
        confirm_params("Go?", {"timeout": number})
    assert caught.value.field == "timeout"
