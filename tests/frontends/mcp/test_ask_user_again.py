"""`ask_user` called again: after pending, after a cancelled call, at once, and by `check`."""

import sys

assert sys.platform != "win32"

import threading
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp_types import CallToolResult

from sayso.frontends.mcp.asked import KEPT, KEPT_SECONDS, AskedCalls
from support.ask_user import (
    BOTH,
    DENIED,
    NAME,
    SHOP_THERE,
    SURE,
    WHERE,
    answered,
    calls,
    told,
)
from support.mcp_desk import (
    BOUND,
    RESULTS,
    call,
    noting,
    pending,
    texts,
    use,
)
from support.mcp_session import STATELESS
from support.scripted_daemon import (
    PENDING,
    READY,
    TICKET,
    Caller,
    ScriptedDaemon,
    answering,
    committing,
)


class TestRepeated:
    def test_after_pending_the_same_is_asked(self) -> None:
        asked: list[dict[str, Any]] = []
        scripts = [pending(asked), pending(asked, "ask"), noting(asked, SHOP_THERE)]
        with ScriptedDaemon(*scripts) as daemon:
            first, second, third = calls(daemon.path, BOTH, BOTH | {"wait": 3}, BOTH)
        for content in (first, second):
            assert (content["status"], content["ticket"]) == ("pending", TICKET)
            assert content["answers"] == []
            assert "call ask_user again with the same arguments" in content["next_step"]
        assert third["answers"] == [{"answer": "shop"}, {"answer": ["There"]}]
        assert asked[0] | {"wait": 0} == asked[1] | {"wait": 0} == asked[2] | {"wait": 0}

    def test_it_has_been_on_the_screen_before(self) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.progress(number=1, state="put_off", place=1, of=1, seconds_left=60.0)
            caller.reply(PENDING)

        with ScriptedDaemon(script, answering(PENDING), answering(PENDING)) as daemon:
            told_ = calls(daemon.path, NAME, NAME | {"wait": 0}, NAME | {"slot": "other"})
        assert [each["renderConfirmed"] for each in told_] == [True, True, False]

    @pytest.mark.parametrize("passed", [KEPT_SECONDS - 1, KEPT_SECONDS])
    def test_that_is_not_remembered_for_ever(self, passed: float) -> None:
        now = 0.0

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.progress(number=1, state="shown", place=1, of=1, seconds_left=60.0)
            caller.reply(PENDING)

        async def talk(client: Client) -> object:
            nonlocal now
            await client.call_tool("ask_user", NAME)
            now = passed
            return told(await client.call_tool("ask_user", NAME))["renderConfirmed"]

        with ScriptedDaemon(script, answering(PENDING)) as daemon:
            heard = use(daemon.path, talk, asked=AskedCalls(lambda: now))
        assert heard is (passed < KEPT_SECONDS)

    def test_of_many_calls_the_latest_are_remembered(self) -> None:
        known = AskedCalls(lambda: 0.0)
        first = known.take("first", "text")
        assert known.take("first", "text") is first
        for number in range(KEPT):
            known.take(str(number), "text")
        assert known.take("first", "text") is not first

    def test_the_client_that_repeats_by_itself_goes_on_by_the_ticket(self) -> None:
        asked: list[dict[str, Any]] = []
        scripts = [pending(asked), noting(asked, SHOP_THERE, kind="form")]
        with ScriptedDaemon(*scripts) as daemon:
            content = told(call(daemon.path, "ask_user", BOTH, era=STATELESS, patience=10.0))
        assert content["answers"] == [{"answer": "shop"}, {"answer": ["There"]}]
        assert "ticket" not in asked[0]
        assert asked[1]["ticket"] == TICKET


class TestCancelled:
    @pytest.mark.parametrize(
        ("arguments", "outcome", "answers"),
        [
            (NAME, answered("shop"), [{"answer": "shop"}]),
            ({"questions": [NAME]}, answered("shop"), [{"answer": "shop"}]),
            (BOTH, SHOP_THERE, [{"answer": "shop"}, {"answer": ["There"]}]),
            (BOTH, DENIED, []),
        ],
    )
    def test_as_its_outcome_is_on_its_way_the_next_call_hears_it(
        self, arguments: dict[str, Any], outcome: dict[str, Any], answers: list[object]
    ) -> None:
        """It is claimed by then, and so spent: nobody else would hear it."""
        claimed, cancelled, over = (threading.Event() for _ in range(3))

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.reply(READY | {"kind": "text"})
            caller.expect("claim")
            claimed.set()
            assert cancelled.wait(BOUND)
            caller.reply(outcome)
            assert caller.ends()
            over.set()

        async def talk(client: Client) -> list[dict[str, Any]]:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "ask_user", arguments)
                await anyio.to_thread.run_sync(claimed.wait)
                group.cancel_scope.cancel()
            await client.list_tools()  # the server has heard of it by then
            cancelled.set()
            assert await anyio.to_thread.run_sync(over.wait, BOUND)
            return [told(await client.call_tool("ask_user", arguments)) for _ in range(2)]

        with ScriptedDaemon(script, answering(PENDING)) as daemon:
            first, second = use(daemon.path, talk)
        assert (first["status"], first["answers"]) == (outcome["status"], answers)
        assert second["status"] == "pending"


class TestTwoAtATime:
    """The client program makes the identical call while the one before is under way."""

    def test_nothing_is_asked_twice_as_an_answer_is_on_its_way(self) -> None:
        """The newer call gets it, and it alone."""
        claimed, called = threading.Event(), threading.Event()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.reply(READY | {"kind": "form"})
            caller.expect("claim")
            claimed.set()
            assert called.wait(BOUND)
            caller.reply(SHOP_THERE)

        heard: list[dict[str, Any]] = []

        async def talk(client: Client) -> None:
            async def ask() -> None:
                heard.append(told(await client.call_tool("ask_user", BOTH)))

            async with anyio.create_task_group() as group:
                group.start_soon(ask)
                await anyio.to_thread.run_sync(claimed.wait)
                group.start_soon(ask)
                await client.list_tools()  # the server has heard of the call by then
                called.set()

        with ScriptedDaemon(script) as daemon:
            use(daemon.path, talk)
        outcomes = {each["status"]: each["answers"] for each in heard}
        answers = [{"answer": "shop"}, {"answer": ["There"]}]
        assert outcomes == {"superseded": [], "answered": answers}

    def test_the_newer_takes_the_place_of_the_older(self) -> None:
        on_screen = threading.Event()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            on_screen.set()
            assert caller.ends()

        heard: list[dict[str, Any]] = []

        async def talk(client: Client) -> None:
            async def ask() -> None:
                heard.append(told(await client.call_tool("ask_user", NAME)))

            async with anyio.create_task_group() as group:
                group.start_soon(ask)
                await anyio.to_thread.run_sync(on_screen.wait)
                group.start_soon(ask)

        with ScriptedDaemon(script, committing(answered("shop"), kind="text")) as daemon:
            use(daemon.path, talk)
        outcomes = {each["status"]: each["answers"] for each in heard}
        assert outcomes == {"superseded": [], "answered": [{"answer": "shop"}]}


class TestCheck:
    def test_gets_answers_whose_questions_another_session_asked(self) -> None:
        for kind, outcome, answers in (
            ("text", answered("shop"), [{"answer": "shop"}]),
            ("select", answered(["a"], custom="c"), [{"answer": ["a"], "custom": "c"}]),
            ("form", SHOP_THERE, [{"answer": "shop"}, {"answer": ["There"]}]),
        ):
            with ScriptedDaemon(committing(outcome, method="collect", kind=kind)) as daemon:
                content = told(call(daemon.path, "check", {"ticket": TICKET}))
            assert (content["status"], content["answers"]) == ("answered", answers)
            assert "answer" not in content

    def test_tells_each_with_its_question_and_the_call_asks_anew(self) -> None:
        both = {"questions": [NAME | {"id": "n"}, WHERE]}
        scripts = [
            answering(PENDING),
            committing(SHOP_THERE, method="collect", kind="form"),
            answering(PENDING),
        ]

        async def talk(client: Client) -> tuple[CallToolResult, CallToolResult]:
            await client.call_tool("ask_user", both)
            checked = await client.call_tool("check", {"ticket": TICKET})
            return checked, await client.call_tool("ask_user", both)

        with ScriptedDaemon(*scripts) as daemon:
            checked, again = use(daemon.path, talk)
        RESULTS["check"].validate(told(checked))
        assert told(checked)["answers"] == [
            {"id": "n", "answer": "shop"},
            {"answer": ["There"]},
        ]
        assert told(checked)["answered"] is True
        assert texts(checked)[1:] == [
            "Answer 1 of 2 (n: Name?):\nshop",
            "Answer 2 of 2 (Where?):\nThere",
        ]
        assert told(again)["status"] == "pending"

    def test_that_is_still_pending_says_so_and_how_to_go_on(self) -> None:
        scripts = [answering(PENDING), answering(PENDING, method="collect")]
        with ScriptedDaemon(*scripts) as daemon:
            _, checked = calls(daemon.path, BOTH, {"ticket": TICKET})
        assert (checked["status"], checked["shouldRetry"]) == ("pending", True)
        assert "call check with the ticket" in checked["next_step"]

    def test_of_yes_or_no_tells_the_no(self) -> None:
        scripts = [answering(PENDING), committing(DENIED, method="collect", kind="confirm")]
        with ScriptedDaemon(*scripts) as daemon:
            _, checked = calls(daemon.path, SURE, {"ticket": TICKET})
        assert (checked["answers"], checked["allowed"]) == ([{"answer": False}], False)

    @pytest.mark.parametrize("tool", ["check", "withdraw"])
    def test_after_an_end_nothing_is_remembered(self, tool: str) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.progress(number=1, state="shown", place=1, of=1, seconds_left=60.0)
            caller.reply(PENDING)

        ends = {
            "check": committing(DENIED, method="collect", kind="text"),
            "withdraw": answering({"number": 2}, method="withdraw"),
        }

        async def talk(client: Client) -> object:
            await client.call_tool("ask_user", NAME)
            await client.call_tool(tool, {"ticket": TICKET})
            return told(await client.call_tool("ask_user", NAME))["renderConfirmed"]

        with ScriptedDaemon(script, ends[tool], answering(PENDING)) as daemon:
            assert use(daemon.path, talk) is False
