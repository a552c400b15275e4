"""The tools, called by the SDK's own client, with a daemon that says what the test tells it to."""

import sys

assert sys.platform != "win32"

import asyncio
import os
import threading
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, Implementation

from sayso.client.aio import AsyncClient
from sayso.frontends.mcp.server import ToolCalls
from support.mcp_desk import (
    BOUND,
    NOWHERE,
    call,
    fault,
    noting,
    pending,
    texts,
    use,
    words,
)
from support.mcp_session import HANDSHAKE, STATELESS, Era
from support.scripted_daemon import (
    APPROVED,
    PENDING,
    READY,
    READY_PASSWORD,
    TICKET,
    Caller,
    ScriptedDaemon,
    answering,
    committing,
    failing,
)

ENDINGS: list[tuple[dict[str, Any], str]] = [
    (APPROVED, "Go on now"),
    (APPROVED | {"by": "assistive"}, "through assistive technology"),
    ({"status": "denied", "decider": "user"}, "do not ask again"),
    ({"status": "dismissed", "decider": "user"}, "do not ask again"),
    ({"status": "timed_out", "decider": "deadline", "reason": "deadline"}, "tell the person"),
    (
        {"status": "no_interactor", "decider": "headless", "reason": "no screen"},
        "Nobody can be asked: no screen",
    ),
    (
        {
            "status": "not_shown",
            "decider": "ui",
            "should_retry": True,
            "retry_reason": "no frame in 30 s",
        },
        "Repeat the same request",
    ),
    ({"status": "superseded", "decider": "requester", "reason": "slot"}, "Nothing to do"),
    ({"status": "withdrawn", "decider": "requester", "reason": "owner_exited"}, "Nothing to do"),
    (
        {
            "status": "refused",
            "decider": "policy",
            "reason": "quiet_period",
            "retry_after": 61.0,
        },
        "Ask again in 61 s at the earliest",
    ),
    (
        {
            "status": "refused",
            "decider": "policy",
            "reason": "origin_limit",
            "retry_after": None,
        },
        "too many questions",
    ),
]
DECISIONS = {"approved", "denied", "dismissed", "timed_out"}


class TestOutcomes:
    @pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
    @pytest.mark.parametrize(
        ("outcome", "say"),
        ENDINGS,
        ids=[each["status"] + each.get("by", each.get("reason", "")) for each, _ in ENDINGS],
    )
    def test_each_is_told_in_full_and_in_words(
        self, outcome: dict[str, Any], say: str, era: Era
    ) -> None:
        """The client checks each against the schema that the server listed."""
        script = committing if outcome["status"] in DECISIONS else answering
        with ScriptedDaemon(script(outcome)) as daemon:
            result = call(daemon.path, "confirm", {"message": "Go?"}, era=era)
        told = dict(result.structured_content)
        assert say in told.pop("next_step")
        said = {name: value for name, value in outcome.items() if value is not None}
        assert told == said | {"allowed": outcome["status"] == "approved"}
        assert words(result).startswith(f"{outcome['status']}: ")
        assert say in words(result)
        assert ("Not approved" in words(result)) is (
            outcome["status"] not in DECISIONS - {"timed_out"}
        )

    def test_words_with_a_denial_stand_in_a_text_of_their_own(self) -> None:
        denied = {"status": "denied", "decider": "user", "words": "Not \u200b today {}"}
        with ScriptedDaemon(committing(denied)) as daemon:
            result = call(daemon.path, "confirm", {"message": "Go?", "deny_words": True})
        assert texts(result)[1:] == [denied["words"]]
        assert result.structured_content["words"] == denied["words"]

    def test_pending_says_who_acts_and_how_to_go_on(self) -> None:
        with ScriptedDaemon(answering(PENDING)) as daemon:
            result = call(daemon.path, "confirm", {"message": "Go?"})
        assert result.structured_content["allowed"] is False
        assert result.structured_content["ticket"] == TICKET
        assert "decider" not in result.structured_content
        for part in (
            "Do not act",
            "answer the dialog",
            "same arguments",
            f"ticket {TICKET}",
            "the person has set",
        ):
            assert part in words(result)

    def test_a_reason_that_only_a_newer_daemon_knows_is_passed_on(self) -> None:
        newer = {"status": "withdrawn", "decider": "requester", "reason": "moved"}
        with ScriptedDaemon(answering(newer)) as daemon:
            result = call(daemon.path, "confirm", {"message": "Go?"})
        assert result.structured_content["reason"] == "moved"


class TestErrors:
    @pytest.mark.parametrize(
        ("given", "field", "say"),
        [
            ({}, "message", "is missing"),
            ({"message": ""}, "message", "must not be empty"),
            ({"message": 5}, "message", "text"),
            ({"message": None}, "message", "text"),
            ({"message": "m" * 20_000}, "message", "16384"),
            ({"title": "t" * 201}, "title", "200"),
            ({"detail": "d" * 300_000}, "detail", "262144"),
            ({"approve": "y" * 10_240}, "approve", "40"),
            ({"deny": "n" * 10_240}, "deny", "40"),
            ({"approve": "Cancel"}, "approve", "means the other button"),
            ({"destructive": "yes"}, "destructive", "true or false"),
            ({"destructive": None}, "destructive", "true or false"),
            ({"timeout": 0}, "timeout", "5 to 600"),
            ({"timeout": 1}, "timeout", "5 to 600"),
            ({"timeout": None}, "timeout", "5 to 600"),
            ({"timeout": "60"}, "timeout", "5 to 600"),
            ({"timeout": True}, "timeout", "5 to 600"),
            ({"timeout": 1e9}, "timeout", "5 to 600"),
            ({"wait": -1}, "wait", "0 to 600"),
            ({"wait": 1e9}, "wait", "0 to 600"),
            ({"wait": None}, "wait", "0 to 600"),
            ({"retention": 601}, "retention", "0 to 600"),
            ({"render_timeout": 9}, "render_timeout", "10 to 60"),
            ({"max_retries": 6}, "max_retries", "0 to 5"),
            ({"max_retries": 1.5}, "max_retries", "0 to 5"),
            ({"scope": "s" * 201}, "scope", "200"),
            ({"slot": ["a"]}, "slot", "text"),
            ({"details": "wire"}, "details", "detail, detail_kind, approve"),
            ({"owner": 1}, "owner", "is not an argument"),
            ({"kind": "password"}, "kind", "is not an argument"),
            ({"if_headless": "approve"}, "if_headless", "an approval can't be declared"),
            ({"if_headless": None}, "if_headless", "must be deny"),
            ({"ifHeadless": "approve"}, "ifHeadless", "an approval can't be declared"),
            ({"\u202e\n": 1}, "\\u{202e}\\u{a}", "is not an argument"),
        ],
    )
    def test_a_wrong_argument_is_named_with_its_bounds_and_asks_nothing(
        self, given: dict[str, Any], field: str, say: str
    ) -> None:
        arguments = {"message": "Go?"} | given if given else {}
        result = call(NOWHERE, "confirm", arguments)
        assert fault(result) == ("invalid_params", field)
        assert result.structured_content["allowed"] is False
        said = words(result)
        assert said.startswith(f"error: {field}: ")
        assert say in said
        assert "Nothing was shown" in said
        assert "call confirm again" in said
        assert len(said) < 500

    @pytest.mark.parametrize("tool", ["check", "withdraw"])
    @pytest.mark.parametrize(
        ("arguments", "field"),
        [
            ({}, "ticket"),
            ({"ticket": "TICKET"}, "ticket"),
            ({"ticket": None}, "ticket"),
            ({"number": 1}, "number"),
        ],
    )
    def test_so_is_a_wrong_ticket(self, tool: str, arguments: dict[str, Any], field: str) -> None:
        assert fault(call(NOWHERE, tool, arguments)) == ("invalid_params", field)

    def test_a_daemon_that_is_not_there_is_an_error_with_its_remedy(self) -> None:
        result = call(NOWHERE, "confirm", {"message": "Go?"})
        assert fault(result) == ("unreachable", "")
        assert result.structured_content["allowed"] is False
        assert "Not approved: do not act. What to do: " in words(result)

    def test_so_is_what_the_daemon_says(self) -> None:
        stopping = failing(5007, "the daemon is going down", error="stopping", remedy="ask again")
        with ScriptedDaemon(stopping) as daemon:
            result = call(daemon.path, "confirm", {"message": "Go?"})
        assert fault(result) == ("stopping", "")
        assert "What to do: ask again" in words(result)

    def test_a_ticket_that_is_spent_says_how_to_ask_anew(self) -> None:
        expired = failing(4004, "this ticket is expired", method="collect", error="expired")
        with ScriptedDaemon(expired) as daemon:
            result = call(daemon.path, "check", {"ticket": TICKET})
        assert fault(result) == ("expired", "")
        assert "ask a new question with the tool that asked" in words(result)

    def test_a_question_that_is_over_says_how_to_hear_of_it(self) -> None:
        over = failing(4006, "prompt 4 is not open any more", method="withdraw", error="not_open")
        with ScriptedDaemon(over) as daemon:
            result = call(daemon.path, "withdraw", {"ticket": TICKET})
        assert fault(result) == ("not_open", "")
        assert "call check with its ticket" in words(result)

    def test_an_unknown_tool_is_no_result(self) -> None:
        async def talk(client: Client) -> None:
            with pytest.raises(MCPError, match="there are confirm, ask_user, request_secret"):
                await client.call_tool("approve", {})

        use(NOWHERE, talk)


class TestAsking:
    def test_all_arguments_reach_the_daemon_and_the_client_program_is_the_owner(self) -> None:
        asked: list[dict[str, Any]] = []
        given = {
            "message": "Go?", "title": "T", "approve": "Go", "deny": "Stay", "timeout": 90,
            "retention": 0, "render_timeout": 20, "max_retries": 1, "scope": "s", "slot": "p",
        }  # fmt: skip
        own = {"detail": "D", "detail_kind": "diff", "destructive": True, "wait": 7}
        with ScriptedDaemon(noting(asked, APPROVED)) as daemon:
            call(daemon.path, "confirm", given | own, parent=os.getppid())
        theirs = {
            "kind": "confirm", "details": "D", "detail_kind": "diff", "severity": "destructive",
            "wait": 7.0,
        }  # fmt: skip
        assert asked == [
            given | theirs | {"owner": os.getppid(), "rewords": True, "tool_call": True}
        ]

    @pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
    @pytest.mark.parametrize(
        ("name", "version", "claim"),
        [
            ("gemini-cli", "1.0", "gemini-cli 1.0"),
            ("gemini\n\u202e", "", r"gemini\u{a}\u{202e}"),
            ("x" * 100, "1", "x" * 40 + "…" + "x" * 37 + " 1"),
            ("", "", None),
        ],
    )
    @pytest.mark.parametrize(
        ("tool", "own"),
        [
            ("confirm", {}),
            ("ask_user", {}),
            ("request_secret", {"command": ["true"], "cwd": "/"}),
        ],
    )
    def test_what_the_client_program_calls_itself_is_told_as_a_claim(
        self, tool: str, own: dict[str, Any], name: str, version: str, claim: str | None, era: Era
    ) -> None:
        asked: list[dict[str, Any]] = []

        def script(caller: Caller) -> None:
            kinds = (f"ask.{kind}" for kind in ("confirm", "text", "password"))
            caller.greet(fields=dict.fromkeys(kinds, ("says_it_is",)))
            asked.append(caller.expect("ask"))
            caller.reply(PENDING)

        info = Implementation(name=name, version=version)
        with ScriptedDaemon(script) as daemon:
            call(daemon.path, tool, {"message": "Go?", "wait": 0} | own, era=era, client=info)
        assert asked[0].get("says_it_is") == claim

    def test_without_any_the_scope_is_empty_and_the_wait_45_seconds(self) -> None:
        asked: list[dict[str, Any]] = []
        with ScriptedDaemon(noting(asked, APPROVED)) as daemon:
            call(daemon.path, "confirm", {"message": "Go?"})
        assert asked == [
            {"kind": "confirm", "message": "Go?", "wait": 45.0, "rewords": True, "tool_call": True}
        ]

    @pytest.mark.parametrize(
        ("hears_progress", "given", "wait"),
        [(False, {"wait": 600}, 45.0), (True, {"wait": 600}, 600.0), (True, {}, 45.0)],
    )
    def test_longer_waits_are_for_clients_that_hear_of_progress(
        self, hears_progress: bool, given: dict[str, Any], wait: float
    ) -> None:
        asked: list[dict[str, Any]] = []
        on_progress = _ignore if hears_progress else None

        async def talk(client: Client) -> CallToolResult:
            return await client.call_tool(
                "confirm", {"message": "Go?"} | given, progress_callback=on_progress
            )

        with ScriptedDaemon(noting(asked, APPROVED)) as daemon:
            use(daemon.path, talk)
        assert asked[0]["wait"] == wait

    def test_an_owner_that_the_daemon_does_not_see_is_left_out(self) -> None:
        asked: list[dict[str, Any]] = []
        unseen = failing(-32602, "owner: is not one that started this program", field="owner")
        with ScriptedDaemon(unseen, noting(asked, APPROVED)) as daemon:
            result = call(daemon.path, "confirm", {"message": "Go?"}, parent=os.getppid())
        assert result.structured_content["status"] == "approved"
        assert "owner" not in asked[0]

    def test_progress_grows_and_says_where_the_question_stands(self) -> None:
        heard: list[tuple[float, str | None]] = []
        enough = threading.Event()

        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            heard.append((progress, message))
            if message is not None and len(heard) >= 4:
                enough.set()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.progress(number=1, state="queued", place=2, of=3, seconds_left=None)
            assert enough.wait(BOUND)
            caller.reply(PENDING)

        async def talk(client: Client) -> CallToolResult:
            return await client.call_tool(
                "confirm", {"message": "Go?"}, progress_callback=on_progress
            )

        with ScriptedDaemon(script) as daemon:
            use(daemon.path, talk, beat=0.02)
        beats = [progress for progress, _ in heard]
        assert beats == sorted(set(beats))
        assert heard[-1][1] == "waiting for its turn · 2 of 3"

    def test_many_calls_at_once_have_a_connection_each(self) -> None:
        async def talk(client: Client) -> list[CallToolResult]:
            results: list[CallToolResult] = []

            async def ask(number: int) -> None:
                results.append(await client.call_tool("confirm", {"message": f"Go {number}?"}))

            async with anyio.create_task_group() as group:
                for number in range(40):
                    group.start_soon(ask, number)
            return results

        with ScriptedDaemon(*[committing(APPROVED)] * 40) as daemon:
            results = use(daemon.path, talk)
        assert [each.structured_content["status"] for each in results] == ["approved"] * 40


def test_no_call_is_reported_to_anyone() -> None:
    """The SDK's server comes with a reporter of its own."""
    assert ToolCalls(AsyncClient(NOWHERE, spawn=False), None).server().middleware == []


class TestUnheard:
    def test_a_call_that_is_cancelled_ends_its_connection_alone(self) -> None:
        asked, left = threading.Event(), threading.Event()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            asked.set()
            assert caller.ends()
            left.set()

        async def talk(client: Client) -> None:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "confirm", {"message": "Go?"})
                assert await anyio.to_thread.run_sync(asked.wait, BOUND)
                group.cancel_scope.cancel()
            assert await anyio.to_thread.run_sync(left.wait, BOUND)
            await client.list_tools()  # the session lives

        with ScriptedDaemon(script) as daemon:
            use(daemon.path, talk)

    def test_a_call_that_is_cancelled_claims_nothing_from_then_on(self) -> None:
        """The answer comes in the same moment."""
        told: list[bool] = []
        asked, done = anyio.Event(), anyio.Event()

        class Asking(AsyncClient):
            async def confirm(self, message: str, *, heard: Any = None, **_: Any) -> Any:
                told.append(heard())
                asked.set()
                try:
                    await anyio.sleep(BOUND)
                finally:
                    told.append(heard())
                    done.set()

        async def session() -> None:
            desk = ToolCalls(Asking(NOWHERE, spawn=False), None)
            async with (
                Client(desk.server(), mode=HANDSHAKE) as client,
                anyio.create_task_group() as group,
            ):
                group.start_soon(client.call_tool, "confirm", {"message": "Go?"})
                await asked.wait()
                group.cancel_scope.cancel()
            with anyio.fail_after(BOUND):
                await done.wait()

        asyncio.run(session())
        assert told == [True, False]

    def test_nothing_is_claimed_for_a_client_program_that_has_gone(self) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.reply(READY)
            assert caller.ends()

        with ScriptedDaemon(script) as daemon:
            result = call(daemon.path, "confirm", {"message": "Go?"}, parent=os.getpid())
        assert result.structured_content["status"] == "pending"

    def test_a_password_is_never_collected_for_an_agent(self) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("collect")
            caller.reply(READY_PASSWORD)
            assert caller.ends()

        with ScriptedDaemon(script) as daemon:
            result = call(daemon.path, "check", {"ticket": TICKET})
        assert fault(result) == ("invalid_params", "ticket")


class TestTickets:
    def test_check_collects(self) -> None:
        asked: list[dict[str, Any]] = []
        with ScriptedDaemon(noting(asked, APPROVED, method="collect")) as daemon:
            result = call(daemon.path, "check", {"ticket": TICKET, "wait": 3})
        assert asked == [{"ticket": TICKET, "wait": 3.0}]
        assert result.structured_content["allowed"] is True

    def test_withdraw_takes_the_question_back(self) -> None:
        with ScriptedDaemon(answering({"number": 7}, method="withdraw")) as daemon:
            result = call(daemon.path, "withdraw", {"ticket": TICKET})
        told = result.structured_content
        assert (told["status"], told["number"], told["allowed"]) == ("withdrawn", 7, False)


class TestStateless:
    """Clients of 2026-07-28 repeat a call by themselves."""

    PACE = 10.0

    @pytest.mark.parametrize("tool", ["confirm", "check"])
    def test_the_client_goes_on_by_itself_until_the_answer(self, tool: str) -> None:
        asked: list[dict[str, Any]] = []
        method, arguments = {
            "confirm": ("ask", {"message": "Go?"}),
            "check": ("collect", {"ticket": TICKET}),
        }[tool]
        scripts = [
            pending(asked, method),
            pending(asked, method),
            noting(asked, APPROVED, method=method),
        ]
        with ScriptedDaemon(*scripts) as daemon:
            result = call(daemon.path, tool, arguments, era=STATELESS, patience=self.PACE)
        assert result.structured_content["status"] == "approved"
        assert [each["wait"] for each in asked] == [self.PACE] * 3
        assert [each.get("ticket") for each in asked[1:]] == [TICKET] * 2

    def test_but_not_for_ever(self) -> None:
        asked: list[dict[str, Any]] = []
        with ScriptedDaemon(*[pending(asked)] * 8) as daemon:
            result = call(daemon.path, "confirm", {"message": "Go?"}, era=STATELESS)
        assert result.structured_content["status"] == "pending"

    def test_and_no_longer_than_was_asked_for(self) -> None:
        asked: list[dict[str, Any]] = []
        with ScriptedDaemon(*[pending(asked)] * 2) as daemon:
            arguments = {"message": "Go?", "wait": 15}
            result = call(daemon.path, "confirm", arguments, era=STATELESS, patience=self.PACE)
        assert result.structured_content["status"] == "pending"
        assert [each["wait"] for each in asked] == [10.0, 5.0]

    @pytest.mark.parametrize("state", ["", "approved", f"{TICKET} nan", f"{TICKET} 1e9"])
    def test_a_state_that_is_not_ours_asks_nothing(self, state: str) -> None:
        async def talk(client: Client) -> CallToolResult:
            return await client.call_tool("confirm", {"message": "Go?"}, request_state=state)

        assert fault(use(NOWHERE, talk, era=STATELESS)) == ("invalid_params", "requestState")

    def test_a_client_with_a_handshake_hears_pending(self) -> None:
        with ScriptedDaemon(answering(PENDING)) as daemon:
            result = call(daemon.path, "confirm", {"message": "Go?"}, patience=self.PACE)
        assert result.structured_content["status"] == "pending"


async def _ignore(progress: float, total: float | None, message: str | None) -> None:
    """For a client that asks for progress."""
