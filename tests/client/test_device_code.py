"""A sign-in by a device code in both clients: what asks the provider runs beside the dialog."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sayso.client.aio import AsyncClient
from sayso.client.sync import Client
from sayso.core.outcome import Answered, Decider, Dismissed, Outcome, Pending, Withdrawn
from sayso.errors import InvalidParams, NotOpen, RequestError, UnknownPrompt, Unreachable
from support.calls import Call
from support.scripted_daemon import PENDING, READY, TICKET, Caller, Script, ScriptedDaemon

ADDRESS, CODE = "https://example.com/device", "WDJB-MJHT"
ASKED = {
    "kind": "device_code",
    "message": "Sign in",
    "address": ADDRESS,
    "code": CODE,
    "bound": True,
}
FIELDS = {"ask.device_code": list(ASKED)}
OPEN = {"number": 7, "state": "queued", "place": 1, "of": 1, "seconds_left": None}
DONE = {"status": "answered", "decider": "requester"}
FAILED = {"status": "withdrawn", "decider": "requester", "reason": "requester"}


def polling(call: Call, poll: Callable[[], bool]) -> Any:
    """As that client takes it."""
    if call.__name__ == "call_sync":  # type: ignore[attr-defined]  # both are functions
        return lambda _over: poll()

    async def polled() -> bool:
        return poll()

    return polled()


def ends(caller: Caller, outcome: dict[str, Any]) -> None:
    """The question's call."""
    if outcome == FAILED:
        caller.reply(outcome)
    else:
        caller.reply(READY | {"kind": "device_code"})
        caller.expect("claim")
        caller.reply(outcome)


def hearing(heard: list[dict[str, Any]]) -> Script:
    """`finish`."""

    def finish(caller: Caller) -> None:
        caller.greet()
        heard.append(caller.expect("finish"))
        caller.reply({"status": "finished"})

    return finish


@pytest.mark.parametrize(
    ("done", "told", "outcome"),
    [(True, DONE, Answered(Decider.REQUESTER)), (False, FAILED, Withdrawn("requester"))],
)
@pytest.mark.of_python
def test_what_polling_says_finishes_the_question(
    call: Call, done: bool, told: dict[str, Any], outcome: Outcome
) -> None:
    heard: list[dict[str, Any]] = []

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        assert caller.expect("ask") == ASKED
        caller.progress(**OPEN)
        daemon.meanwhile(hearing(heard))
        ends(caller, told)

    progress: list[int] = []
    with ScriptedDaemon(script) as daemon:
        got = call(
            daemon.path, "device_code", "Sign in", ADDRESS, CODE, polling(call, lambda: done),
            on_progress=lambda told: progress.append(told.number),
        )  # fmt: skip
    assert got == outcome
    assert heard == [{"number": 7, "done": done}]
    assert progress == [7]


@pytest.mark.of_python
def test_what_polling_raises_is_raised_and_the_sign_in_failed(call: Call) -> None:
    heard: list[dict[str, Any]] = []

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        caller.expect("ask")
        caller.progress(**OPEN)
        daemon.meanwhile(hearing(heard))
        ends(caller, FAILED)

    def poll() -> bool:
        raise LookupError("no such provider")

    with ScriptedDaemon(script) as daemon, pytest.raises(LookupError, match="no such provider"):
        call(daemon.path, "device_code", "Sign in", ADDRESS, CODE, polling(call, poll))
    assert heard == [{"number": 7, "done": False}]


def not_told(call: Call, fault: type[RequestError]) -> Outcome:
    """The person closes the dialog; `finish`, just before, fails so."""

    def finish(caller: Caller) -> None:
        caller.greet()
        caller.expect("finish")
        caller.fail(fault.code, "it can't be finished")

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        caller.expect("ask")
        caller.progress(**OPEN)
        daemon.meanwhile(finish)
        ends(caller, {"status": "dismissed", "decider": "user"})

    with ScriptedDaemon(script) as daemon:
        outcome: Outcome = call(
            daemon.path, "device_code", "Sign in", ADDRESS, CODE, polling(call, lambda: True)
        )
    return outcome


@pytest.mark.of_python
def test_it_may_be_over_before_that_was_said(call: Call) -> None:
    assert not_told(call, NotOpen) == Dismissed()


@pytest.mark.of_python
def test_what_kept_it_from_being_said_is_raised(call: Call) -> None:
    with pytest.raises(UnknownPrompt):
        not_told(call, UnknownPrompt)


def dismissed(caller: Caller) -> None:
    caller.greet(fields=FIELDS)
    caller.expect("ask")
    caller.progress(**OPEN)
    ends(caller, {"status": "dismissed", "decider": "user"})


def lost(caller: Caller) -> None:
    caller.greet(fields=FIELDS)
    caller.expect("ask")
    caller.progress(**OPEN)


def threaded(path: str, poll: Callable[[threading.Event], bool]) -> Outcome:
    with Client(path, spawn=False) as client:
        return client.device_code("Sign in", ADDRESS, CODE, poll)


async def awaited(path: str, poll: Awaitable[bool]) -> Outcome:
    async with AsyncClient(path, spawn=False) as client:
        return await client.device_code("Sign in", ADDRESS, CODE, poll)


class TestOver:
    """Once the question is over, polling hears so, and nothing is finished."""

    def test_ends_a_thread_by_its_event(self) -> None:
        def poll(over: threading.Event) -> bool:
            return over.wait(30)

        with ScriptedDaemon(dismissed) as daemon:
            got = threaded(daemon.path, poll)
        assert got == Dismissed()

    def test_cancels_a_task(self) -> None:
        ended: list[str] = []

        async def poll() -> bool:
            try:
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                ended.append("cancelled")
                raise
            return True

        with ScriptedDaemon(dismissed) as daemon:
            got = asyncio.run(awaited(daemon.path, poll()))
        assert (got, ended) == (Dismissed(), ["cancelled"])

    def test_is_said_when_the_daemon_has_gone(self) -> None:
        heard: list[bool] = []

        def poll(over: threading.Event) -> bool:
            heard.append(over.wait(30))
            return True

        with ScriptedDaemon(lost) as daemon, pytest.raises(Unreachable):
            threaded(daemon.path, poll)
        assert heard == [True]


def test_without_polling_it_is_asked_alone(call: Call) -> None:
    """One that is not bound, for whoever has its ticket to finish."""

    def script(caller: Caller) -> None:
        caller.greet()
        told = {"bound": False, "wait": 0, "timeout": 600}
        assert caller.expect("ask") == ASKED | told
        caller.reply(PENDING)

    with ScriptedDaemon(script) as daemon:
        words = "Sign in", ADDRESS, CODE
        got = call(daemon.path, "device_code", *words, bound=False, wait=0, timeout=600)
    assert got == Pending(TICKET)


@pytest.mark.parametrize("named", [{"ticket": TICKET}, {"number": 7}])
@pytest.mark.parametrize("done", [True, False])
def test_finish_says_which_and_how(call: Call, named: dict[str, Any], done: bool) -> None:
    heard: list[dict[str, Any]] = []
    with ScriptedDaemon(hearing(heard)) as daemon:
        call(daemon.path, "finish", **named, done=done)
    assert heard == [named | {"done": done}]


@pytest.mark.of_python
def test_what_is_wrong_is_raised_and_nothing_is_polled(call: Call) -> None:
    polled: list[bool] = []

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        caller.expect("ask")
        caller.fail(InvalidParams.code, "address: must begin with https://", field="address")

    def poll(_over: threading.Event) -> bool:
        polled.append(True)
        return True

    async def never() -> bool:
        await asyncio.sleep(30)
        return True

    given: Any = poll if call.__name__ == "call_sync" else never()  # type: ignore[attr-defined]  # as above
    with ScriptedDaemon(script) as daemon, pytest.raises(InvalidParams, match="address"):
        call(daemon.path, "device_code", "Sign in", "ftp://x", CODE, given)
    assert polled == []
