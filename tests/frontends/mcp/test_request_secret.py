"""The tool request_secret, called by the SDK's own client: commands that really run, and a daemon
that says what the test tells it to."""

import sys

assert sys.platform == "linux"

import asyncio
import os
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client

from sayso.client.aio import AsyncClient
from sayso.frontends.mcp import secret_commands
from sayso.frontends.mcp.server import ToolCalls
from sayso.platforms import select
from sayso.wire.messages import parse_ask
from support.mcp_desk import NOWHERE, pending
from support.mcp_session import HANDSHAKE, STATELESS, Era
from support.scripted_daemon import (
    READY_PASSWORD,
    Caller,
    ScriptedDaemon,
    failing,
)
from support.secret_desk import CANARY, Call, asked, converse, once, typing


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
                desk = ToolCalls(asking, select.starter().hold())
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
            ({"action": {}}, "action", "is not an argument"),
            ({"argv": ["true"]}, "argv", "is not an argument"),
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
            changed, again = converse(daemon.path, talk)
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
        assert converse(daemon.path, talk)["exit_status"] == 0


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

    result = converse(NOWHERE, talk)
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
        results = converse(daemon.path, talk)
    assert sorted(each["exit_status"] for each in results) == list(range(20))
