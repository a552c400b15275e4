"""The tool request_secret, called by the SDK's own client: commands that really run, and a daemon
that says what the test tells it to."""

import sys

assert sys.platform == "linux"

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import anyio
import pytest
from jsonschema import Draft202012Validator
from mcp.client.client import Client
from mcp_types import CallToolResult

from sayso.client.aio import AsyncClient
from sayso.frontends.mcp import secret_commands
from sayso.frontends.mcp.server import ToolCalls
from sayso.frontends.mcp.tools import TOOLS
from sayso.wire.messages import parse_ask
from support.mcp_session import HANDSHAKE, STATELESS, Era
from support.processes import wait_until
from support.scripted_daemon import (
    PENDING,
    READY_PASSWORD,
    TICKET,
    Caller,
    Script,
    ScriptedDaemon,
    answering,
    failing,
)

T = TypeVar("T")

NOWHERE = "/proc/nowhere/sayso/socket"
"""Who asks here hears `unreachable`: what is refused before that was refused by the tool."""

BOUND = 20.0
CANARY = b"canary-7f3a-quokka"
RESULTS = {tool.name: Draft202012Validator(tool.output_schema or False) for tool in TOOLS}

Call = Callable[..., Coroutine[Any, Any, dict[str, Any]]]


def use(path: str, talk: Callable[[Call], Awaitable[T]], *, era: Era = HANDSHAKE, **pace: Any) -> T:
    """A session with a desk whose daemon is at this path. Each result keeps to the schema that
    the server lists, and holds no secret."""

    async def session() -> T:
        async with AsyncClient(path, spawn=False) as asking:
            desk = ToolCalls(asking, None, **pace)
            async with Client(desk.server(), mode=era) as client:

                async def call(tool: str, **arguments: Any) -> dict[str, Any]:
                    result = await client.call_tool(tool, arguments)
                    RESULTS[tool].validate(result.structured_content)
                    assert CANARY.decode() not in repr(result)
                    told: dict[str, Any] = result.structured_content
                    return told | {"words": text(result)}

                with anyio.fail_after(BOUND):
                    return await talk(call)

    return asyncio.run(session())


def text(result: CallToolResult) -> str:
    (content,) = result.content
    assert content.type == "text"
    return content.text


def once(path: str, tool: str = "request_secret", *, era: Era = HANDSHAKE, **given: Any) -> Any:
    return use(path, lambda call: call(tool, **given), era=era)


def asked(place: Path, *command: str, **changes: Any) -> dict[str, Any]:
    return {"message": "Passphrase?", "command": list(command), "cwd": str(place)} | changes


def typing(
    secret: bytes = CANARY,
    *,
    method: str = "ask",
    heard: list[dict[str, Any]] | None = None,
    before: Callable[[], object] = lambda: None,
    **members: object,
) -> Script:
    """The person types that; `before` happens while the dialog is open. `members`: of the outcome,
    besides."""

    def script(caller: Caller) -> None:
        caller.greet()
        params = caller.expect(method)
        if heard is not None:
            heard.append(params)
        before()
        caller.reply(READY_PASSWORD)
        caller.expect("claim")
        caller.reply_secret(secret, **members)

    return script


def pending(heard: list[dict[str, Any]], method: str = "ask") -> Script:
    def script(caller: Caller) -> None:
        caller.greet()
        heard.append(caller.expect(method))
        caller.reply(PENDING)

    return script


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where commands run."""
    (tmp_path / "place").mkdir()
    return tmp_path / "place"


class TestWhatComesBack:
    @pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
    @pytest.mark.parametrize(
        ("line", "told", "say"),
        [
            ("cat > got", {"exit_status": 0}, "exit status 0. Go on now"),
            ("cat > got; exit 5", {"exit_status": 5}, "exit status 5"),
            ("cat > got; kill -9 $$", {"signal": "SIGKILL"}, "SIGKILL"),
        ],
    )
    def test_how_the_command_ended_and_nothing_else(
        self, place: Path, line: str, told: dict[str, Any], say: str, era: Era
    ) -> None:
        with ScriptedDaemon(typing()) as daemon:
            result = once(daemon.path, era=era, **asked(place, "sh", "-c", line))
        assert say in result.pop("words")
        assert say in result.pop("next_step")
        always = {"status": "answered", "decider": "user", "allowed": True, "secret_taken": True}
        assert result == always | told
        assert (place / "got").read_bytes() == CANARY + b"\n"

    @pytest.mark.parametrize(
        "outcome",
        [
            {"status": "denied", "decider": "user"},
            {"status": "no_interactor", "decider": "headless", "reason": "no screen"},
            {"status": "withdrawn", "decider": "requester", "reason": "requester"},
        ],
    )
    def test_no_answer_is_told_and_nothing_runs(self, place: Path, outcome: dict[str, Any]) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            if outcome["status"] == "denied":
                caller.reply(READY_PASSWORD)
                caller.expect("claim")
            caller.reply(outcome)

        with ScriptedDaemon(script) as daemon:
            result = once(daemon.path, **asked(place, "touch", "ran"))
        assert (result["status"], result["allowed"]) == (outcome["status"], False)
        assert not (place / "ran").exists()

    def test_by_what_the_secret_was_submitted(self, place: Path) -> None:
        with ScriptedDaemon(typing(by="assistive")) as daemon:
            result = once(daemon.path, **asked(place, "true"))
        assert (result["status"], result["by"]) == ("answered", "assistive")

    def test_that_a_command_left_a_part_of_the_secret(self, place: Path) -> None:
        """Of more than its socket holds."""
        with ScriptedDaemon(typing(bytes(1 << 16))) as daemon:
            result = once(daemon.path, **asked(place, "sh", "-c", "exec <&-; exit 4"))
        assert (result["exit_status"], result["secret_taken"]) == (4, False)
        assert "did not read all of the secret" in result["words"]


class TestWhatIsAsked:
    def test_all_that_the_person_is_to_see(self, place: Path) -> None:
        heard: list[dict[str, Any]] = []
        given = asked(
            place, "./tool", "a b", environment={"B": None, "A": "1"}, descriptor=3, newline=False,
            title="T", detail="D", error="No", repeat=True, approve="Sign", deny="Stay",
            timeout=90, retention=0, render_timeout=20, max_retries=1, scope="s", slot="p",
        )  # fmt: skip
        tool = place / "tool"
        tool.write_text("#!/bin/sh\ncat <&3 > got\n")
        tool.chmod(0o755)
        with ScriptedDaemon(typing(heard=heard)) as daemon:
            assert once(daemon.path, **given)["exit_status"] == 0
        (params,) = heard
        question = parse_ask(params).question
        action = params.pop("action")
        assert [each["path"] for each in action.pop("programs")] == [
            str(tool),
            os.path.realpath("/bin/sh"),
        ]
        assert action == {
            "argv": ["./tool", "a b"],
            "cwd": str(place),
            "environment": {"A": "1", "B": None},
            "descriptor": 3,
            "newline": False,
        }
        assert question.kind == "password"
        assert params.pop("kind") == "password"
        told = {name: given[name] for name in given if name not in ("command", "cwd", *action)}
        told["details"] = told.pop("detail")
        assert params == told | {"wait": 45.0, "tool_call": True}
        assert (place / "got").read_bytes() == CANARY

    def test_the_client_program_is_the_owner(self, place: Path) -> None:
        heard: list[dict[str, Any]] = []

        async def session(path: str) -> None:
            async with AsyncClient(path, spawn=False) as asking:
                desk = ToolCalls(asking, os.getppid())
                async with Client(desk.server(), mode=HANDSHAKE) as client:
                    await client.call_tool("request_secret", asked(place, "true"))

        with ScriptedDaemon(pending(heard)) as daemon:
            asyncio.run(session(daemon.path))
        assert heard[0]["owner"] == os.getppid()


class TestErrors:
    @pytest.mark.parametrize(
        ("given", "field", "say"),
        [
            ({"command": []}, "command", "at least 1"),
            ({"command": "gpg --sign"}, "command", "must be a list"),
            ({"command": None}, "command", "must be a list"),
            ({"command": [1]}, "command[0]", "must be a text"),
            ({"command": ["true", "a\0b"]}, "command[1]", "character 0"),
            ({"command": ["true", "\ud800"]}, "command[1]", "surrogate"),
            ({"command": [""]}, "command", "must not be empty"),
            ({"command": ["x"] * 257}, "command", "at most 256"),
            ({"command": ["true", "x" * 70_000]}, "command", "65536"),
            ({"command": ["no-such-program-7f3a"]}, "command", "no such program"),
            ({"command": ["./missing"]}, "command", "no such file"),
            ({"command": ["/"]}, "command", "is a directory"),
            ({"command": ["/etc/passwd"]}, "command", "not executable"),
            ({"cwd": "src"}, "cwd", "absolute"),
            ({"cwd": "/proc/nowhere"}, "cwd", "no such file"),
            ({"cwd": "/etc/passwd"}, "cwd", "not a directory"),
            ({"cwd": "/" + "x" * 5000}, "cwd", "4096"),
            ({"cwd": None}, "cwd", "must be a text"),
            ({"environment": []}, "environment", "must be an object"),
            ({"environment": {"A=B": "1"}}, "environment", '"="'),
            ({"environment": {"": "1"}}, "environment", "empty"),
            ({"environment": {"A": 1}}, "environment", "must be a text"),
            ({"environment": {"A": "\0"}}, "environment", "character 0"),
            ({"environment": {"LD_PRELOAD": "x.so"}}, "environment", "LD_PRELOAD"),
            ({"environment": {f"V{n}": "" for n in range(65)}}, "environment", "64"),
            ({"descriptor": 0}, "descriptor", "3 to 9"),
            ({"descriptor": 1}, "descriptor", "3 to 9"),
            ({"descriptor": 2}, "descriptor", "3 to 9"),
            ({"descriptor": 10}, "descriptor", "3 to 9"),
            ({"descriptor": "3"}, "descriptor", "whole number"),
            ({"newline": "no"}, "newline", "true or false"),
            ({"message": ""}, "message", "must not be empty"),
            ({"approve": "y" * 10_240}, "approve", "40"),
            ({"approve": "Cancel"}, "approve", "means the other button"),
            ({"timeout": 1}, "timeout", "5 to 600"),
            ({"timeout": 1e9}, "timeout", "5 to 600"),
            ({"action": {}}, "action", "is no argument"),
            ({"argv": ["true"]}, "argv", "is no argument"),
            ({"destructive": True}, "destructive", "command, cwd"),
        ],
    )
    def test_a_wrong_argument_is_named_and_asks_nothing(
        self, place: Path, given: dict[str, Any], field: str, say: str
    ) -> None:
        result = once(NOWHERE, **asked(place, "true") | given)
        error = result["error"]
        assert (error["data"]["error"], error["data"].get("field")) == ("invalid_params", field)
        words = result["words"]
        assert words.startswith(f"error: {field}: ")
        assert say in words
        assert "Nothing was shown" in words
        assert "call request_secret again" in words
        assert len(words) < 500

    @pytest.mark.parametrize("missing", ["message", "command", "cwd"])
    def test_what_is_missing_is_named(self, place: Path, missing: str) -> None:
        given = asked(place, "true")
        del given[missing]
        assert once(NOWHERE, **given)["error"]["message"] == f"{missing}: is missing"

    def test_what_has_changed_gets_nothing_and_is_shown_anew(self, place: Path) -> None:
        tool = place / "tool"
        heard: list[dict[str, Any]] = []

        def write(line: str) -> None:
            tool.write_text(f"#!/bin/sh\n{line}\n")
            tool.chmod(0o755)

        write("exit 1")
        scripts = typing(heard=heard, before=lambda: write("cat > got")), typing(heard=heard)

        async def talk(call: Call) -> list[dict[str, Any]]:
            return [await call("request_secret", **asked(place, "./tool")) for _ in range(2)]

        with ScriptedDaemon(*scripts) as daemon:
            changed, again = use(daemon.path, talk)
        assert changed["error"]["data"]["error"] == "command_changed"
        assert "ask again" in changed["words"]
        assert again["exit_status"] == 0
        assert heard[0]["action"]["programs"][0] != heard[1]["action"]["programs"][0]

    def test_what_the_system_does_not_execute_is_an_error(self, place: Path) -> None:
        (place / "tool").write_bytes(b"\x7fELF nonsense")
        (place / "tool").chmod(0o755)
        with ScriptedDaemon(typing()) as daemon:
            result = once(daemon.path, **asked(place, "./tool"))
        assert result["error"]["data"]["error"] == "command_not_started"


class TestLater:
    def test_the_same_call_goes_on_whatever_its_clocks(self, place: Path) -> None:
        heard: list[dict[str, Any]] = []

        async def talk(call: Call) -> tuple[dict[str, Any], dict[str, Any]]:
            given = asked(place, "sh", "-c", "cat > got")
            return await call("request_secret", **given, wait=0), await call(
                "request_secret", **given, timeout=60
            )

        with ScriptedDaemon(pending(heard), typing(heard=heard)) as daemon:
            first, then = use(daemon.path, talk)
        assert first["status"] == "pending"
        assert "call request_secret again with the same arguments" in first["words"]
        assert then["exit_status"] == 0
        assert heard[0]["action"] == heard[1]["action"]

    def test_its_ticket_is_ours_and_check_runs_the_command(self, place: Path) -> None:
        """The daemon's would let anyone with a shell collect the secret."""
        heard: list[dict[str, Any]] = []

        async def talk(call: Call) -> tuple[str, dict[str, Any], dict[str, Any]]:
            given = asked(place, "sh", "-c", "cat > got; exit 6")
            ticket = (await call("request_secret", **given, wait=0))["ticket"]
            still = await call("check", ticket=ticket, wait=0)
            return ticket, still, await call("check", ticket=ticket)

        scripts = (
            pending(heard),
            pending(heard, "collect"),
            typing(method="collect", heard=heard),
        )
        with ScriptedDaemon(*scripts) as daemon:
            ticket, still, done = use(daemon.path, talk)
        assert ticket != TICKET
        assert (still["status"], still["ticket"]) == ("pending", ticket)
        assert [each["ticket"] for each in heard[1:]] == [TICKET, TICKET]
        assert done["exit_status"] == 6

    def test_withdraw_takes_the_daemons_ticket(self, place: Path) -> None:
        heard: list[dict[str, Any]] = []

        def withdrawn(caller: Caller) -> None:
            caller.greet()
            assert caller.expect("withdraw") == {"ticket": TICKET}
            caller.reply({"number": 7})

        async def talk(call: Call) -> dict[str, Any]:
            ticket = (await call("request_secret", **asked(place, "true"), wait=0))["ticket"]
            return await call("withdraw", ticket=ticket)

        with ScriptedDaemon(pending(heard), withdrawn) as daemon:
            assert use(daemon.path, talk)["number"] == 7

    def test_a_ticket_that_is_over_is_forgotten(self, place: Path) -> None:
        expired = failing(4004, "this ticket is expired", method="collect", error="expired")

        async def talk(call: Call) -> tuple[dict[str, Any], dict[str, Any]]:
            ticket = (await call("request_secret", **asked(place, "true"), wait=0))["ticket"]
            return await call("check", ticket=ticket), await call("check", ticket=ticket)

        asks = pending([]), expired, expired
        with ScriptedDaemon(*asks) as daemon:
            for result in use(daemon.path, talk):
                assert result["error"]["data"]["error"] == "expired"

    def test_another_servers_ticket_collects_nothing(self) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("collect")
            caller.reply(READY_PASSWORD)
            assert caller.ends()

        with ScriptedDaemon(script) as daemon:
            result = once(daemon.path, "check", ticket=TICKET)
        assert result["error"]["data"]["field"] == "ticket"

    def test_stateless_clients_go_on_by_themselves(self, place: Path) -> None:
        heard: list[dict[str, Any]] = []
        given = asked(place, "sh", "-c", "cat > got")
        with ScriptedDaemon(pending(heard), typing(heard=heard)) as daemon:
            assert once(daemon.path, era=STATELESS, **given)["exit_status"] == 0
        assert len(heard) == 2

    def test_only_so_many_are_remembered(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The oldest ticket goes, and no descriptor stays."""
        monkeypatch.setattr(secret_commands, "LIMIT", 2)
        expired = failing(4004, "this ticket is expired", method="collect", error="expired")

        async def talk(call: Call) -> dict[str, Any]:
            calls = [asked(place, "true", str(number)) for number in range(3)]
            told = [await call("request_secret", **each, wait=0) for each in calls]
            return await call("check", ticket=told[0]["ticket"])

        with ScriptedDaemon(*[pending([])] * 3, expired) as daemon:
            assert use(daemon.path, talk)["error"]["data"]["error"] == "expired"


class TestACommandThatRunsOn:
    def test_is_told_of_by_its_ticket_as_often_as_one_likes(self, place: Path) -> None:
        os.mkfifo(place / "go")

        async def talk(call: Call) -> list[dict[str, Any]]:
            given = asked(place, "sh", "-c", "read x; read y < go; exit 3")
            first = await call("request_secret", **given)
            same = await call("request_secret", **given, wait=0)
            (place / "go").write_text("now\n")
            ticket = first["ticket"]
            return [first, same, *[await call("check", ticket=ticket) for _ in range(2)]]

        with ScriptedDaemon(typing()) as daemon:
            first, same, *ended = use(daemon.path, talk, patience=0.1)
        for each in (first, same):
            assert each["running"] is True
            assert each["ticket"] == first["ticket"]
            assert f"check with the ticket {first['ticket']}" in each["words"]
        assert [each["exit_status"] for each in ended] == [3, 3]

    def test_its_end_is_told_to_the_same_call_once_and_then_that_asks_anew(
        self, place: Path
    ) -> None:
        async def talk(call: Call) -> list[dict[str, Any]]:
            return [await call("request_secret", **asked(place, "true")) for _ in range(2)]

        with ScriptedDaemon(typing(), answering(PENDING)) as daemon:
            ended, anew = use(daemon.path, talk)
        assert (ended["exit_status"], anew["status"]) == (0, "pending")

    def test_is_not_withdrawn(self, place: Path) -> None:
        os.mkfifo(place / "go")

        async def talk(call: Call) -> dict[str, Any]:
            given = asked(place, "sh", "-c", "read x; read y < go")
            ticket = (await call("request_secret", **given))["ticket"]
            refused = await call("withdraw", ticket=ticket)
            (place / "go").write_text("now\n")
            await call("check", ticket=ticket)
            return refused

        with ScriptedDaemon(typing()) as daemon:
            refused = use(daemon.path, talk, patience=0.1)
        assert refused["error"]["data"]["error"] == "not_open"


class TestCancelled:
    def test_before_the_claim_nothing_is_claimed(self, place: Path) -> None:
        asking, left = threading.Event(), threading.Event()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            asking.set()
            assert caller.ends()
            left.set()

        async def talk(call: Call) -> None:
            async with anyio.create_task_group() as group:
                group.start_soon(lambda: call("request_secret", **asked(place, "touch", "ran")))
                assert await anyio.to_thread.run_sync(asking.wait, BOUND)
                group.cancel_scope.cancel()
            assert await anyio.to_thread.run_sync(left.wait, BOUND)

        with ScriptedDaemon(script) as daemon:
            use(daemon.path, talk)
        assert not (place / "ran").exists()

    def test_after_it_the_secret_arrives_and_the_next_call_hears_of_it(self, place: Path) -> None:
        claimed, cancelled = threading.Event(), threading.Event()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.reply(READY_PASSWORD)
            caller.expect("claim")
            claimed.set()
            assert cancelled.wait(BOUND)
            caller.reply_secret(CANARY)

        async def talk(call: Call) -> dict[str, Any]:
            given = asked(place, "sh", "-c", "cat > got; exit 5")
            async with anyio.create_task_group() as group:
                group.start_soon(lambda: call("request_secret", **given))
                assert await anyio.to_thread.run_sync(claimed.wait, BOUND)
                group.cancel_scope.cancel()
            await call("withdraw")  # the server has heard of the end by then
            cancelled.set()
            await anyio.to_thread.run_sync(
                wait_until, lambda: (place / "got").exists(), "the command"
            )
            return await call("request_secret", **given)

        with ScriptedDaemon(script) as daemon:
            assert use(daemon.path, talk)["exit_status"] == 5
        assert (place / "got").read_bytes() == CANARY + b"\n"


class TestWhileTheSecretIsHandedOver:
    """Its answer is claimed, and the command has not started."""

    @pytest.mark.parametrize("tool", ["request_secret", "check"])
    def test_other_calls_wait_for_the_one_command(self, place: Path, tool: str) -> None:
        claimed, go_on = threading.Event(), threading.Event()
        given = asked(place, "sh", "-c", "cat >> got; exit 5")

        async def talk(call: Call) -> list[dict[str, Any]]:
            ticket = (await call("request_secret", **given, wait=0))["ticket"]
            other = given if tool == "request_secret" else {"ticket": ticket}
            results: list[dict[str, Any]] = []

            async def keep(name: str, **arguments: Any) -> None:
                results.append(await call(name, **arguments))

            async with anyio.create_task_group() as group:
                group.start_soon(lambda: keep("request_secret", **given))
                assert await anyio.to_thread.run_sync(claimed.wait, BOUND)
                group.start_soon(lambda: keep(tool, **other))
                refused = await call("withdraw", ticket=ticket)
                assert refused["error"]["data"]["error"] == "not_open"
                go_on.set()
            return results

        claiming = held(claimed, go_on)
        with ScriptedDaemon(pending([]), claiming) as daemon:  # which hears of no other
            results = use(daemon.path, talk)
        assert [each["exit_status"] for each in results] == [5, 5]
        assert (place / "got").read_bytes() == CANARY + b"\n"

    def test_a_cancelled_calls_failure_is_told_once_to_the_next(self, place: Path) -> None:
        claimed, go_on = threading.Event(), threading.Event()
        tool = place / "tool"
        tool.write_text("#!/bin/sh\n")
        tool.chmod(0o755)
        given = asked(place, "./tool")

        async def talk(call: Call) -> list[dict[str, Any]]:
            async with anyio.create_task_group() as group:
                group.start_soon(lambda: call("request_secret", **given))
                assert await anyio.to_thread.run_sync(claimed.wait, BOUND)
                group.cancel_scope.cancel()
            await call("withdraw")  # the server has heard of the end by then
            tool.write_text("#!/bin/sh\ntouch ran\n")
            go_on.set()
            return [await call("request_secret", **given) for _ in range(2)]

        with ScriptedDaemon(held(claimed, go_on), pending([])) as daemon:
            failed, anew = use(daemon.path, talk)
        assert failed["error"]["data"]["error"] == "command_changed"
        assert anew["status"] == "pending"
        assert not (place / "ran").exists()


def held(claimed: threading.Event, go_on: threading.Event) -> Script:
    """The person types; the daemon takes its time to hand that over."""

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        caller.reply(READY_PASSWORD)
        caller.expect("claim")
        claimed.set()
        assert go_on.wait(BOUND)
        caller.reply_secret(CANARY)

    return script


def test_calls_that_fail_take_no_place_of_others(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secret_commands, "LIMIT", 2)
    fails = failing(5003, "no room", error="capacity")

    async def talk(call: Call) -> dict[str, Any]:
        told = await call("request_secret", **asked(place, "true"), wait=0)
        for number in range(3):
            failed = await call("request_secret", **asked(place, "true", str(number)))
            assert "error" in failed
        return await call("check", ticket=told["ticket"])

    with ScriptedDaemon(pending([]), *[fails] * 3, typing(method="collect")) as daemon:
        assert use(daemon.path, talk)["exit_status"] == 0


def test_a_fault_of_ours_is_no_yes_and_keeps_its_words(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError(CANARY.decode())

    monkeypatch.setattr(AsyncClient, "password", fail)
    result = once(NOWHERE, **asked(place, "true"))
    assert result["allowed"] is False
    assert result["error"]["data"]["error"] == "internal_error"
    assert "RuntimeError" in result["words"]


def test_another_system_is_named_and_nothing_is_shown(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def talk(call: Call) -> dict[str, Any]:
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(sys, "platform", "darwin")
            return await call("request_secret", **asked(place, "true"))

    result = use(NOWHERE, talk)
    assert result["error"]["data"]["error"] == "unsupported"


def test_many_at_once(place: Path) -> None:
    async def talk(call: Call) -> list[dict[str, Any]]:
        results: list[dict[str, Any]] = []

        async def ask(number: int) -> None:
            results.append(
                await call("request_secret", **asked(place, "sh", "-c", "exit $0", str(number)))
            )

        async with anyio.create_task_group() as group:
            for number in range(20):
                group.start_soon(ask, number)
        return results

    with ScriptedDaemon(*[typing()] * 20) as daemon:
        results = use(daemon.path, talk)
    assert sorted(each["exit_status"] for each in results) == list(range(20))
