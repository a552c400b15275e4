"""One contract for both clients, over a real socket to a scripted daemon."""

import sys

assert sys.platform != "win32"

import asyncio
import inspect
import socket
import threading
import traceback
from typing import Any, get_args

import pytest

from sayso.client.aio import AsyncClient
from sayso.client.routes import connect
from sayso.client.shapes import Progress, PromptState
from sayso.client.sync import Client
from sayso.core.outcome import (
    Answered,
    Approved,
    Decider,
    Denied,
    NoInteractor,
    Pending,
    TimedOut,
)
from sayso.core.prompt import OPEN, State
from sayso.daemon.telling import REMEMBERED
from sayso.errors import InvalidParams, ProtocolError, Unreachable, UntrustedPlace
from sayso.wire.messages import FIELDS
from support.calls import Call
from support.scripted_daemon import (
    APPROVED,
    CLAIM,
    PENDING,
    READY,
    READY_PASSWORD,
    TICKET,
    Caller,
    ScriptedDaemon,
    answering,
    committing,
    failing,
    handing_over,
)


@pytest.mark.of_python  # no socket of Node's tells its descriptor
def test_a_socket_is_lent_with_its_question_alone(call: Call) -> None:
    """And stays the caller's."""
    ours, other = socket.socketpair()

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        asked, lent = caller.expect_lent("ask")
        assert (asked["on_behalf"], asked["on_behalf_socket"]) == (4711, True)
        with socket.socket(fileno=lent) as theirs:
            theirs.sendall(b"here")
        caller.reply(READY)
        assert caller.expect_lent("claim") == ({"claim": CLAIM}, None)
        caller.reply(APPROVED)

    with ours, other, ScriptedDaemon(script) as daemon:
        options: dict[str, Any] = {"on_behalf": 4711, "on_behalf_socket": ours}
        assert call(daemon.path, "confirm", "Go?", **options) == Approved()
        assert other.recv(4) == b"here"


def test_confirm_claims_and_returns_what_was_committed(call: Call) -> None:
    def script(caller: Caller) -> None:
        assert caller.greet() == "test/1"
        assert caller.expect("ask") == {
            "kind": "confirm",
            "message": "Deploy?",
            "severity": "destructive",
            "wait": 5.0,
            "owner": 4711,
        }
        caller.reply(READY)
        assert caller.expect("claim") == {"claim": CLAIM}
        caller.reply(APPROVED)

    with ScriptedDaemon(script) as daemon:
        outcome = call(
            daemon.path, "confirm", "Deploy?", destructive=True, wait=5.0, owner=4711, slot=None
        )
    assert outcome == Approved()


def test_collect_sends_the_ticket(call: Call) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("collect") == {"ticket": TICKET, "wait": 0.0}
        caller.reply(READY)
        caller.expect("claim")
        caller.reply({"status": "timed_out", "reason": "deadline", "decider": "deadline"})

    with ScriptedDaemon(script) as daemon:
        assert call(daemon.path, "collect", TICKET, wait=0.0) == TimedOut()


def test_a_password_comes_as_a_secret_that_can_be_wiped(call: Call) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("ask") == {
            "kind": "password",
            "message": "Unlock",
            "error": "Wrong",
            "repeat": True,
            "wait": 5.0,
        }
        caller.reply(READY_PASSWORD)
        caller.expect("claim")
        caller.reply_secret(b"p\xc3\xa4ss\n")

    with ScriptedDaemon(script) as daemon:
        outcome = call(daemon.path, "password", "Unlock", error="Wrong", repeat=True, wait=5.0)
    assert outcome == Answered()
    assert outcome.secret.view() == b"p\xc3\xa4ss\n"
    outcome.secret.wipe()
    assert len(outcome.secret) == 0


NOBODY = {"status": "no_interactor", "decider": "headless", "reason": "no screen"}
ASKED: list[tuple[Any, ...]] = [
    ("confirm", "Go?"),
    ("password", "Unlock"),
    ("text", "Name?"),
    ("select", "Where?", ["Here", "There"]),
]


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked[0])
def test_a_denial_is_declared_for_when_nobody_can_be_asked(
    call: Call, asked: tuple[Any, ...]
) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert "if_headless" not in caller.expect("ask")
        caller.reply(NOBODY)

    with ScriptedDaemon(script) as daemon:
        assert call(daemon.path, *asked, if_headless="deny") == Denied(Decider.HEADLESS)
    with ScriptedDaemon(answering(NOBODY)) as daemon:
        assert call(daemon.path, *asked, if_headless=None) == NoInteractor("no screen")


def test_what_is_declared_is_for_nothing_else(call: Call) -> None:
    with ScriptedDaemon(committing(APPROVED)) as daemon:
        assert call(daemon.path, "confirm", "Go?", if_headless="deny") == Approved()
    with ScriptedDaemon(answering(PENDING)) as daemon:
        assert call(daemon.path, "confirm", "Go?", if_headless="deny") == Pending(TICKET)


@pytest.mark.parametrize("wrong", ["approve", "approved", "", "env:NAME", True, ["deny"]])
@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked[0])
def test_an_approval_can_not_be_declared(call: Call, asked: tuple[Any, ...], wrong: object) -> None:
    with pytest.raises(InvalidParams, match="an approval can't be declared") as caught:
        call("/proc/nowhere/sayso/socket", *asked, if_headless=wrong)
    assert caught.value.field == "if_headless"


def test_a_long_password_comes_whole(call: Call) -> None:
    secret = bytes(range(256)) * 256
    with ScriptedDaemon(handing_over(secret)) as daemon:
        assert call(daemon.path, "password", "Unlock").secret.view() == secret


def test_a_password_lost_on_its_way_is_an_error_that_says_so(call: Call) -> None:
    def breaks(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        caller.reply(READY_PASSWORD)
        caller.expect("claim")
        caller.reply_secret(b"hunt", secret_bytes=7)

    def refuses(caller: Caller) -> None:
        caller.greet()
        caller.expect("claim")
        caller.fail(4004, "a secret is handed out once", remedy="ask again")

    with (
        ScriptedDaemon(breaks, refuses) as daemon,
        pytest.raises(Unreachable, match="handed out once") as caught,
    ):
        call(daemon.path, "password", "Unlock")
    assert "hunt" not in "".join(traceback.format_exception(caught.value))


def test_a_text_comes_as_it_was_typed(call: Call) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("ask") == {
            "kind": "text",
            "message": "Name?",
            "default": "shop",
            "multiline": True,
            "error": "Too short",
            "wait": 5.0,
        }
        caller.reply(READY | {"kind": "text"})
        caller.expect("claim")
        caller.reply({"status": "answered", "decider": "user", "answer": "a\n\u202eb"})

    words = {"default": "shop", "multiline": True, "error": "Too short"}
    with ScriptedDaemon(script) as daemon:
        outcome = call(daemon.path, "text", "Name?", **words, wait=5.0)
    assert outcome == Answered(answer="a\n\u202eb")


def test_a_notice_is_answered_by_its_button(call: Call) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("ask") == {"kind": "notice", "message": "Done.", "title": "T"}
        caller.reply(READY | {"kind": "notice"})
        caller.expect("claim")
        caller.reply({"status": "answered", "decider": "user"})

    with ScriptedDaemon(script) as daemon:
        assert call(daemon.path, "notice", "Done.", title="T") == Answered()


def test_what_goes_along_with_yes_or_no_comes_with_the_outcome(call: Call) -> None:
    asked = {"cancel": "Not now", "check": "And the tags", "deny_words": True}
    for told, outcome in (
        ({"status": "approved", "decider": "user", "checked": True}, Approved(checked=True)),
        ({"status": "denied", "decider": "user", "words": "Why?"}, Denied(words="Why?")),
    ):

        def script(caller: Caller, told: dict[str, Any] = told) -> None:
            caller.greet()
            assert caller.expect("ask") == {"kind": "confirm", "message": "Push?"} | asked
            caller.reply(READY)
            caller.expect("claim")
            caller.reply(told)

        with ScriptedDaemon(script) as daemon:
            assert call(daemon.path, "confirm", "Push?", **asked) == outcome


@pytest.mark.parametrize("kind", ["text", "command", "diff", "fields"])
def test_what_the_details_are_is_told(call: Call, kind: str) -> None:
    asked = {"details": "+a", "detail_kind": kind}

    def script(caller: Caller) -> None:
        caller.greet(fields={"ask.confirm": ["detail_kind"]})
        assert caller.expect("ask") == {"kind": "confirm", "message": "Push?"} | asked
        caller.reply(PENDING)

    with ScriptedDaemon(script) as daemon:
        assert call(daemon.path, "confirm", "Push?", **asked).status == "pending"


def test_a_selection_comes_as_the_options_chosen(call: Call) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("ask") == {
            "kind": "select",
            "message": "Where?",
            "options": ["a", "b", "c"],
            "multiple": True,
        }
        caller.reply(READY | {"kind": "select"})
        caller.expect("claim")
        caller.reply({"status": "answered", "decider": "user", "answer": ["a", "c"]})

    with ScriptedDaemon(script) as daemon:
        outcome = call(daemon.path, "select", "Where?", ("a", "b", "c"), multiple=True)
    assert outcome == Answered(answer=("a", "c"))


@pytest.mark.of_python
def test_collect_can_refuse_a_kind_before_it_is_claimed(call: Call) -> None:
    claims: list[bool] = []

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("collect")
        caller.reply(READY_PASSWORD)
        claims.append(not caller.ends())

    def refuse(kind: str) -> None:
        raise InvalidParams(f"no place for a {kind}")

    with ScriptedDaemon(script) as daemon, pytest.raises(InvalidParams, match="for a password"):
        call(daemon.path, "collect", TICKET, on_kind=refuse)
    assert claims == [False]


def test_progress_is_told(call: Call) -> None:
    members = {"number": 1, "state": "queued", "place": 2, "of": 2, "seconds_left": None}

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        caller.progress(**members)
        caller.reply(PENDING)

    told: list[Progress] = []
    with ScriptedDaemon(script) as daemon:
        assert call(daemon.path, "confirm", "Go?", on_progress=told.append) == Pending(TICKET)
    assert told == [Progress(number=1, state="queued", place=2, of=2, seconds_left=None)]


@pytest.mark.of_python
def test_what_nobody_hears_stays_unclaimed(call: Call) -> None:
    claims: list[bool] = []

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        caller.reply(READY)
        claims.append(not caller.ends())

    with ScriptedDaemon(script) as daemon:
        assert call(daemon.path, "confirm", "Go?", heard=lambda: False) == Pending(TICKET)
    assert claims == [False]


def test_a_claim_survives_a_broken_connection(call: Call) -> None:
    def breaks(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        caller.reply(READY)
        caller.expect("claim")

    def commits(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("claim") == {"claim": CLAIM}
        caller.reply(APPROVED)

    with ScriptedDaemon(breaks, commits) as daemon:
        assert call(daemon.path, "confirm", "Go?") == Approved()


@pytest.mark.parametrize("said", [APPROVED, {"status": "answered", "decider": "user"}])
def test_what_was_decided_counts_once_it_is_claimed(call: Call, said: dict[str, Any]) -> None:
    with (
        ScriptedDaemon(answering(said)) as daemon,
        pytest.raises(ProtocolError, match="without offering it"),
    ):
        call(daemon.path, "confirm", "Go?")


def test_a_bound_question_is_not_asked_again_by_itself(call: Call) -> None:
    def breaks(caller: Caller) -> None:
        caller.greet(fields={"ask.confirm": ["kind", "message", "bound"]})
        caller.expect("ask")

    with ScriptedDaemon(breaks) as daemon, pytest.raises(Unreachable) as caught:
        call(daemon.path, "confirm", "Go?", bound=True)
    assert "was bound to its call" in caught.value.remedy


def test_a_daemon_gone_after_the_claim_is_an_error_that_says_so(call: Call) -> None:
    def breaks(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        caller.reply(READY)
        caller.expect("claim")

    with (
        ScriptedDaemon(breaks) as daemon,
        pytest.raises(Unreachable, match="may have been handed out"),
    ):
        call(daemon.path, "confirm", "Go?")


def test_a_daemon_that_hangs_up_is_a_clear_error(call: Call) -> None:
    def breaks(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")

    with ScriptedDaemon(breaks) as daemon, pytest.raises(Unreachable, match="closed"):
        call(daemon.path, "confirm", "Go?")


def test_the_daemons_errors_come_out_typed(call: Call) -> None:
    script = failing(-32602, "wait: too long", field="wait", remedy="wait takes 0 to 600")
    with ScriptedDaemon(script) as daemon, pytest.raises(InvalidParams) as caught:
        call(daemon.path, "confirm", "Go?")
    assert (caught.value.field, caught.value.remedy) == ("wait", "wait takes 0 to 600")


@pytest.mark.of_python
def test_a_silent_daemon_ends_the_call(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sayso.client.exchange.SILENCE", 0.05)

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        assert caller.ends()

    with ScriptedDaemon(script) as daemon, pytest.raises(ProtocolError, match="said nothing"):
        call(daemon.path, "confirm", "Go?")


@pytest.mark.parametrize(
    ("options", "params"),
    [({"ticket": TICKET}, {"ticket": TICKET}), ({"number": 3}, {"number": 3})],
)
def test_withdraw_by_ticket_or_number(
    call: Call, options: dict[str, Any], params: dict[str, Any]
) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("withdraw") == params
        caller.reply({"number": 3, "status": "withdrawn"})

    with ScriptedDaemon(script) as daemon:
        assert call(daemon.path, "withdraw", **options) == 3


def test_withdraw_by_scope(call: Call) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("withdraw") == {"scope": "session"}
        caller.reply({"numbers": [3, 5], "status": "withdrawn"})

    with ScriptedDaemon(script) as daemon:
        assert call(daemon.path, "withdraw_scope", "session") == [3, 5]


def test_prompts_and_status(call: Call) -> None:
    with ScriptedDaemon(answering({"prompts": [{"number": 1}]}, method="list")) as daemon:
        assert call(daemon.path, "prompts") == [{"number": 1}]
    with ScriptedDaemon(answering({"pid": 7}, method="status")) as daemon:
        assert call(daemon.path, "status") == {"pid": 7}


def test_prompts_come_in_as_many_pieces_as_it_takes(call: Call) -> None:
    def second(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("list") == {"after": 1}
        caller.reply({"prompts": [{"number": 2}], "more": False})

    first = answering({"prompts": [{"number": 1}], "more": True}, method="list")
    with ScriptedDaemon(first, second) as daemon:
        assert call(daemon.path, "prompts") == [{"number": 1}, {"number": 2}]


@pytest.mark.parametrize(
    ("method", "wire"), [("prompts", "list"), ("status", "status"), ("withdraw", "withdraw")]
)
def test_a_reply_without_its_members_is_an_error(call: Call, method: str, wire: str) -> None:
    with ScriptedDaemon(answering({}, method=wire)) as daemon, pytest.raises(ProtocolError):
        call(daemon.path, method)


def test_no_daemon_is_unreachable(call: Call) -> None:
    with ScriptedDaemon(answering(PENDING)) as daemon:
        call(daemon.path, "confirm", "Go?")
        with pytest.raises(Unreachable):
            call(f"{daemon.path}-none", "confirm", "Go?")


def test_a_directory_that_is_not_ours_alone_is_refused(call: Call) -> None:
    with pytest.raises(UntrustedPlace):
        call("/tmp/socket", "confirm", "Go?")  # noqa: S108 - that is the point


def test_the_states_that_it_names_are_those_that_the_daemon_tells() -> None:
    unpainted = {State.COVERED.value, State.RELAUNCHING.value}  # for requesters: showing
    told = {state.value for state in OPEN | REMEMBERED} - unpainted
    assert set(get_args(PromptState)) == told | {"unopened"}  # one that the person has not opened


def test_both_clients_have_the_same_calls() -> None:
    def calls(kind: type) -> dict[str, str]:
        return {
            name: str(inspect.signature(getattr(kind, name)))
            for name in ("__init__", "confirm", "collect", "withdraw", "prompts", "status", "close")
        }

    assert calls(Client) == calls(AsyncClient)


def test_closing_a_client_ends_the_call_of_another_thread() -> None:
    waiting, raised = threading.Event(), threading.Event()

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        waiting.set()
        assert caller.ends()

    def wait() -> None:
        with pytest.raises(Unreachable):
            client.confirm("Go?")
        raised.set()

    with ScriptedDaemon(script) as daemon:
        client = Client(daemon.path, spawn=False, rejoin_within=0.5)
        thread = threading.Thread(target=wait)
        thread.start()
        assert waiting.wait(10)
        client.close()
        thread.join(10)
    assert raised.is_set()


def test_a_closed_client_asks_nothing() -> None:
    def script(caller: Caller) -> None:
        assert caller.ends()

    with ScriptedDaemon(script) as daemon:
        client = Client(daemon.path, spawn=False)
        client.close()
        with pytest.raises(Unreachable, match="closed"):
            client.confirm("Go?")


def test_a_cancelled_call_claims_nothing() -> None:
    """Cancelled in the very moment in which the offer arrives."""
    claims: list[bool] = []

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        progress = {"number": 1, "state": "shown", "place": 1, "of": 1, "seconds_left": 9}
        caller.progress_and_reply(progress, READY)
        claims.append(not caller.ends())

    async def ask(path: str) -> None:
        def cancel(_progress: Progress) -> None:
            task.cancel()

        task = asyncio.ensure_future(
            AsyncClient(path, spawn=False).confirm("Go?", on_progress=cancel)
        )
        with pytest.raises(asyncio.CancelledError):
            await task

    with ScriptedDaemon(script) as daemon:
        asyncio.run(ask(daemon.path))
    assert claims == [False]


def test_a_call_cancelled_while_it_connects_leaves_no_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connecting, cancelled = threading.Event(), threading.Event()

    def slow_connect(*args: Any, **options: Any) -> Any:
        connecting.set()
        assert cancelled.wait(10)
        return connect(*args, **options)

    monkeypatch.setattr("sayso.client.aio.connect", slow_connect)

    async def ask(path: str) -> None:
        task = asyncio.ensure_future(AsyncClient(path, spawn=False).confirm("Go?"))
        await asyncio.to_thread(connecting.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        cancelled.set()

    def script(caller: Caller) -> None:
        assert caller.ends()

    with ScriptedDaemon(script) as daemon:
        asyncio.run(ask(daemon.path))


def test_calls_run_side_by_side_in_one_async_client() -> None:
    async def ask(path: str) -> list[Any]:
        async with AsyncClient(path, spawn=False) as client:
            return list(await asyncio.gather(client.confirm("One?"), client.confirm("Two?")))

    with ScriptedDaemon(committing(APPROVED), answering(PENDING)) as daemon:
        outcomes = asyncio.run(ask(daemon.path))
    assert sorted(outcome.status for outcome in outcomes) == ["approved", "pending"]
