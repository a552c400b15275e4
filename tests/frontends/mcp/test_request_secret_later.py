"""`request_secret` that goes on later: by the same call, by its ticket, after a cancelled call, and
while another one hands the secret over."""

import sys

assert sys.platform == "linux"

import os
import threading
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import anyio.to_thread
import pytest

from sayso.frontends.mcp import secret_commands
from support.mcp_desk import BOUND, pending
from support.mcp_session import STATELESS
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
from support.secret_desk import CANARY, Call, asked, converse, once, typing


def written(place: Path) -> str:
    """What stands in the file; empty: nothing yet."""
    file = place / "pid"
    return file.read_text() if file.exists() else ""


def has_exited(pid: int) -> bool:
    """Whether a child of this process has exited; nobody has waited for it yet."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


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


class TestLater:
    def test_the_same_call_goes_on_whatever_its_clocks(self, place: Path) -> None:
        heard: list[dict[str, Any]] = []

        async def talk(call: Call) -> tuple[dict[str, Any], dict[str, Any]]:
            given = asked(place, "sh", "-c", "cat > got")
            return await call("request_secret", **given, wait=0), await call(
                "request_secret", **given, timeout=60
            )

        with ScriptedDaemon(pending(heard), typing(heard=heard)) as daemon:
            first, then = converse(daemon.path, talk)
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
            ticket, still, done = converse(daemon.path, talk)
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
            assert converse(daemon.path, talk)["number"] == 7

    def test_a_ticket_that_is_over_is_forgotten(self, place: Path) -> None:
        expired = failing(4004, "this ticket is expired", method="collect", error="expired")

        async def talk(call: Call) -> tuple[dict[str, Any], dict[str, Any]]:
            ticket = (await call("request_secret", **asked(place, "true"), wait=0))["ticket"]
            return await call("check", ticket=ticket), await call("check", ticket=ticket)

        asks = pending([]), expired, expired
        with ScriptedDaemon(*asks) as daemon:
            for result in converse(daemon.path, talk):
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
            assert converse(daemon.path, talk)["error"]["data"]["error"] == "expired"


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
            first, same, *ended = converse(daemon.path, talk, patience=0.1)
        for each in (first, same):
            assert each["running"] is True
            assert each["ticket"] == first["ticket"]
            assert f"check with the ticket {first['ticket']}" in each["words"]
        assert [each["exit_status"] for each in ended] == [3, 3]

    def test_long_after_its_end_the_same_call_asks_anew(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(secret_commands, "KEPT", 0.0)
        os.mkfifo(place / "go")

        async def talk(call: Call) -> list[dict[str, Any]]:
            given = asked(place, "sh", "-c", "read x; echo $$ > pid; read y < go; exit 3")
            first = await call("request_secret", **given)
            pid = int(await anyio.to_thread.run_sync(wait_until, lambda: written(place), "its pid"))
            (place / "go").write_text("now\n")
            await anyio.to_thread.run_sync(wait_until, lambda: has_exited(pid), "its end")
            for _ in range(10):  # until the server's loop has heard of it
                await anyio.lowlevel.checkpoint()
            anew = await call("request_secret", **given)
            return [anew, await call("check", ticket=first["ticket"])]

        with ScriptedDaemon(typing(), answering(PENDING)) as daemon:
            anew, ended = converse(daemon.path, talk, patience=0.1)
        assert (anew["status"], ended["exit_status"]) == ("pending", 3)

    def test_its_end_is_told_to_the_same_call_once_and_then_that_asks_anew(
        self, place: Path
    ) -> None:
        async def talk(call: Call) -> list[dict[str, Any]]:
            return [await call("request_secret", **asked(place, "true")) for _ in range(2)]

        with ScriptedDaemon(typing(), answering(PENDING)) as daemon:
            ended, anew = converse(daemon.path, talk)
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
            refused = converse(daemon.path, talk, patience=0.1)
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
            converse(daemon.path, talk)
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
            assert converse(daemon.path, talk)["exit_status"] == 5
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
            results = converse(daemon.path, talk)
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
            failed, anew = converse(daemon.path, talk)
        assert failed["error"]["data"]["error"] == "command_changed"
        assert anew["status"] == "pending"
        assert not (place / "ran").exists()
