"""The person's file and the daemon that runs: a change is in force for the next question."""

import asyncio
import logging
import os
from pathlib import Path

import pytest

from sayso.core.questions import Choice
from sayso.core.settings import Settings
from support.daemon import Caller, Stage, stage
from support.still_loop import StillLoop, run


async def seconds(daemon: Stage, caller: Caller, message: str) -> float:
    """What the dialog of the next question counts down from; it is denied."""
    identity = await daemon.painted(caller, message=message)
    shown = daemon.screen.shown[-1].standing.seconds
    daemon.screen.press(Choice.DENY)
    await caller.reply(identity)
    return shown


async def fault(caller: Caller) -> str | None:
    said: str | None = (await caller.call("status"))["config_fault"]
    return said


async def faulty(caller: Caller) -> str:
    """What is wrong, once the daemon has seen it."""
    while (said := await fault(caller)) is None:  # noqa: ASYNC110 (the loop itself must go on for it)
        await asyncio.sleep(0)
    return said


async def faultless(caller: Caller) -> None:
    while await fault(caller) is not None:  # noqa: ASYNC110 (the loop itself must go on for it)
        await asyncio.sleep(0)


async def until(daemon: Stage, caller: Caller, wanted: float) -> None:
    """The wait that callers are told is the first thing to change."""
    while (await caller.call("hello"))["wait"] != wanted:  # noqa: ASYNC110 (the loop itself must go on for it)
        await asyncio.sleep(0)


class TestWhatIsRead:
    def test_at_the_start(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(timeout=33, arming=2)) as daemon:
                assert await seconds(daemon, await daemon.caller(), "One?") == 33
                assert daemon.screen.shown[-1].arming == 2

        run(scenario)

    def test_at_once_when_it_comes_changes_and_goes(self) -> None:
        """The directory was not there, either."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                assert await seconds(daemon, caller, "One?") == 120
                daemon.configure(Settings(timeout=33, wait=1))
                await until(daemon, caller, 1)
                assert await seconds(daemon, caller, "Two?") == 33
                daemon.configure(Settings(timeout=34, wait=2))
                await until(daemon, caller, 2)
                assert await seconds(daemon, caller, "Three?") == 34
                daemon.config_place.unlink()
                await until(daemon, caller, 45)
                assert await seconds(daemon, caller, "Four?") == 120

        run(scenario)

    def test_when_it_is_put_in_the_place_of_the_one_before(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(wait=1)) as daemon:
                caller = await daemon.caller()
                new = daemon.config_place.with_name("new")
                new.write_text("wait = 2\n")
                new.replace(daemon.config_place)
                await until(daemon, caller, 2)

        run(scenario)

    def test_through_links(self, tmp_path: Path) -> None:
        """Of a person who keeps such files elsewhere: the link is changed, then what it names."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                for number in (1, 2):
                    (tmp_path / f"{number}.toml").write_text(f"wait = {number}\n")
                place = daemon.config_place
                place.parent.mkdir()
                place.symlink_to(tmp_path / "1.toml")
                await until(daemon, caller, 1)
                link = place.with_name("link")
                link.symlink_to(tmp_path / "2.toml")
                link.replace(place)
                await until(daemon, caller, 2)
                (tmp_path / "2.toml").write_text("wait = 3\n")
                await until(daemon, caller, 3)
                (tmp_path / "2.toml").unlink()
                await until(daemon, caller, 45)

        run(scenario)

    def test_what_is_open_keeps_its_clocks_and_its_place(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, other = await daemon.caller(), await daemon.caller()
                identity = await daemon.painted(caller, wait=600)
                daemon.configure(Settings(timeout=5, prompts=1, prompts_per_origin=1, wait=1))
                await until(daemon, other, 1)
                refused = await other.call("ask", kind="confirm", message="More?")
                assert refused["reason"] == "origin_limit"
                loop.advance(60)
                daemon.screen.press(Choice.APPROVE)
                assert (await caller.reply(identity))["status"] == "ready"

        run(scenario)

    def test_fewer_connections_close_none(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                callers = [await daemon.caller() for _ in range(20)]
                for caller in callers[1:]:
                    await caller.send(b"{")  # who says nothing would make room
                daemon.configure(Settings(connections=16, wait=1))
                await until(daemon, callers[0], 1)
                await callers[0].send(b"{")
                error = await (await daemon.connect()).error(None)
                assert error.name == "too_many_connections"
                for caller in callers:
                    await caller.send(b"}\n")
                    assert (await caller.error(None)).name == "invalid_request"

        run(scenario)


class TestWhatIsWrong:
    def test_the_last_good_one_stays_in_force(self, caplog: pytest.LogCaptureFixture) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(timeout=33)) as daemon:
                caller = await daemon.caller()
                assert await fault(caller) is None
                bad = "timeout = 34\nwait = -1\n"
                daemon.config_place.write_text(bad)
                said = await faulty(caller)
                assert (
                    said == f"{daemon.config_place}: line 2, wait: must be a number from 0 to 600"
                )
                assert await seconds(daemon, caller, "One?") == 33
                assert daemon.config_place.read_text() == bad
                daemon.config_place.write_text("timeout = 34\n")
                await faultless(caller)
                assert await seconds(daemon, caller, "Two?") == 34

        with caplog.at_level(logging.ERROR):
            run(scenario)
        assert "line 2, wait: must be a number from 0 to 600; in force: what was be" in caplog.text

    def test_from_the_start_the_defaults_are_in_force(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(prompts=999)) as daemon:
                caller = await daemon.caller()
                assert "line 1, prompts: must be a whole number from 1 to 64" in await faulty(
                    caller
                )
                assert await seconds(daemon, caller, "One?") == 120

        with caplog.at_level(logging.ERROR):
            run(scenario)
        assert "in force: the defaults" in caplog.text

    @pytest.mark.parametrize("kind", ["directory", "fifo", "huge", "loop"])
    def test_what_is_no_file_is_a_fault_and_holds_nobody_up(self, kind: str) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(timeout=33)) as daemon:
                caller = await daemon.caller()
                place = daemon.config_place
                new = place.with_name("new")
                match kind:
                    case "directory":
                        place.unlink()
                        place.mkdir()
                    case "fifo":
                        os.mkfifo(new)
                        new.replace(place)
                    case "huge":
                        place.write_text("#" * (1 << 17))
                    case "loop":
                        new.symlink_to(place)
                        new.replace(place)
                assert str(place) in await faulty(caller)
                assert await seconds(daemon, caller, "One?") in (33, 120)

        run(scenario)

    def test_a_fault_of_ours_is_told_and_over_with_the_next_change(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fails(_: str) -> Settings:
            raise ZeroDivisionError

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(timeout=33)) as daemon:
                caller = await daemon.caller()
                with monkeypatch.context() as patch:
                    patch.setattr("sayso.configuration.store.parse", fails)
                    daemon.config_place.write_text("timeout = 34\n")
                    assert await faulty(caller) == (
                        f"{daemon.config_place} was not read: see the daemon's log"
                    )
                assert await seconds(daemon, caller, "One?") == 33
                daemon.config_place.write_text("timeout = 35\n")
                await faultless(caller)
                assert await seconds(daemon, caller, "Two?") == 35

        run(scenario)
        assert "was not read; in force: what was before" in caplog.text
        assert "ZeroDivisionError" in caplog.text

    @pytest.mark.parametrize("failing", ["watch", "renew"])
    def test_a_system_that_watches_nothing_is_told(
        self, failing: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fails(*_: object) -> int:
            raise OSError(24, os.strerror(24))

        name = {"watch": "inotify", "renew": "watch_directory"}[failing]
        monkeypatch.setattr(f"sayso.platforms.linux.native.{name}", fails)

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(timeout=33)) as daemon:
                caller = await daemon.caller()
                assert "only after a restart: Too many open files" in await faulty(caller)
                assert await seconds(daemon, caller, "One?") == 33

        run(scenario)
        assert "only after a restart: Too many open files" in caplog.text
