"""The tray's desk: what it is told, what it may do and nobody else, and that it comes back."""

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import pytest

from sayso.core.questions import Choice
from sayso.core.restarts import DELAYS, LIMIT
from sayso.core.settings import NAMES, Settings
from sayso.daemon.tray import INBOX_SECONDS, LEAVE_SECONDS, START_SECONDS
from sayso.daemon.tray_connection import HANG_SECONDS, TrayConnection
from sayso.errors import UnknownMethod
from sayso.platforms.contract.presence import Lost, SessionState
from support.daemon import Caller, Stage, stage
from support.desks import Desk, Desks, desks
from support.still_loop import StillLoop, run

AGENT: dict[str, Any] = {"pid": 20, "start": 2, "name": "claude", "command": ["claude"]}
"""A program of another machine's, as that one says."""


@dataclass
class Room:
    loop: StillLoop
    desks: Desks
    daemon: Stage
    desk: Desk
    caller: Caller

    async def state(self) -> dict[str, Any]:
        """The next that differs."""
        return await self.desk.state()

    async def status(self) -> dict[str, Any]:
        return await self.caller.call("status")

    async def change(self, times: int) -> None:
        """So many changes that it is told of."""
        for seconds in range(1, times + 1):
            await self.caller.call("dnd", seconds=seconds)

    async def left(self, desk: Desk) -> None:
        """Its process has ended, and the time until the next start is over."""
        desk.leave()
        await self.until(lambda status: status["tray"] != desk.pid)
        self.loop.advance(max(DELAYS))

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not holds(status := await self.status()):  # noqa: ASYNC110 (the loop must go on)
            await asyncio.sleep(0)
        return status


@contextlib.asynccontextmanager
async def room(loop: StillLoop, settings: Settings | None = None) -> AsyncIterator[Room]:
    with pytest.MonkeyPatch.context() as environment:
        async with (
            desks(loop) as trays,
            stage(loop, settings, tray_command=trays.command) as daemon,
        ):
            environment.setenv("XDG_CONFIG_HOME", str(daemon.config_home))
            loop.advance(START_SECONDS)
            desk = await trays.next()
            made = Room(loop, trays, daemon, desk, await daemon.caller())
            assert (await desk.state())["prompts"] == []
            yield made


def in_a_room(
    scenario: Callable[[Room], Coroutine[Any, Any, None]], settings: Settings | None = None
) -> None:
    async def whole(loop: StillLoop) -> None:
        async with room(loop, settings) as made:
            await scenario(made)

    run(whole)


class TestWhatItIsTold:
    def test_questions_as_they_come_and_go(self) -> None:
        async def scenario(room: Room) -> None:
            identity = await room.daemon.painted(room.caller, title="Deploy\u202e?")
            while not (prompts := (await room.state())["prompts"])[0]["seconds_left"]:
                pass
            (prompt,) = prompts
            assert prompt.pop("asker")
            assert 119 < prompt.pop("seconds_left") <= 120
            assert prompt == {
                "number": 1,
                "kind": "confirm",
                "title": "Deploy\\u{202e}?",
                "state": "shown",
                "place": "",
            }
            room.daemon.screen.press(Choice.DENY)
            await room.caller.reply(identity)
            assert (await room.state())["prompts"] == []

        in_a_room(scenario)

    def test_of_a_secret_nothing_but_its_title(self) -> None:
        async def scenario(room: Room) -> None:
            await room.daemon.left(room.caller, kind="password", message="for the vault")
            assert [each["title"] for each in (await room.state())["prompts"]] == [""]
            await room.daemon.left(room.caller, kind="password", message="m", title="Vault")
            titles = [each["title"] for each in (await room.state())["prompts"]]
            assert titles == ["", "Vault"]

        in_a_room(scenario)

    def test_all_that_can_be_configured_and_where(self) -> None:
        async def scenario(room: Room) -> None:
            room.daemon.configure(Settings(wait=7, locked="wait"))
            state = await room.state()
            assert list(state["settings"]) == list(NAMES)
            assert (state["settings"]["wait"], state["settings"]["locked"]) == (7, "wait")
            assert state["config"] == str(room.daemon.config_place)

        in_a_room(scenario)

    def test_troubles(self) -> None:
        async def scenario(room: Room) -> None:
            room.daemon.config_place.parent.mkdir()
            room.daemon.config_place.write_text("wait = 'long'\n")
            (trouble,) = (await room.state())["troubles"]
            assert "line 1, wait: must be a number" in trouble
            room.daemon.config_place.unlink()
            assert (await room.state())["troubles"] == []

        in_a_room(scenario)

    def test_troubles_hide_nothing(self) -> None:
        async def scenario(room: Room) -> None:
            room.daemon.config_place.parent.mkdir()
            room.daemon.config_place.write_text('"a\u00adb\u200bc" = 1\n')
            (trouble,) = (await room.state())["troubles"]
            assert trouble.isprintable()
            assert "a\\u{ad}b\\u{200b}c" in trouble

        in_a_room(scenario)

    def test_a_question_that_timed_out_and_whether_it_was_seen(self) -> None:
        async def scenario(room: Room) -> None:
            for touched in (False, True):
                await room.daemon.left(room.caller, message=f"{touched}?", timeout=5)
                room.daemon.screen.painted()
                while (await room.state())["prompts"][-1]["state"] != "shown":
                    pass
                if touched:
                    room.daemon.screen.scroll()
                    assert (await room.state())["prompts"][0]["seconds_left"] > 5  # it is held
                room.loop.advance(40)
                told = await room.desk.told("timed_out")
                assert (told["prompt"]["title"], told["touched"]) == (f"{touched}?", touched)
                assert told["shown_for"] >= 5
                assert (await room.state())["prompts"] == []

        in_a_room(scenario)

    def test_a_question_that_could_not_be_shown_after_its_last_attempt(self) -> None:
        async def scenario(room: Room) -> None:
            for last in (False, True):
                await room.daemon.left(room.caller, render_timeout=10, max_retries=1)
                while not (await room.state())["prompts"]:
                    pass
                room.loop.advance(10)
                if last:
                    told = await room.desk.told("not_shown")
                    assert told["prompt"]["title"] == "Deploy?"
                assert (await room.state())["prompts"] == []

        in_a_room(scenario)

    @pytest.mark.parametrize("timed_out", [False, True])
    def test_one_of_which_nothing_is_kept(self, timed_out: bool) -> None:
        async def scenario(room: Room) -> None:
            await room.daemon.left(
                room.caller, timeout=5, render_timeout=10, max_retries=0, retention=0
            )
            while not (await room.state())["prompts"]:
                pass
            if timed_out:
                room.daemon.screen.painted()
            room.loop.advance(10)
            told = await room.desk.told("timed_out" if timed_out else "not_shown")
            assert told["prompt"]["title"] == "Deploy?"

        in_a_room(scenario)

    def test_of_one_that_timed_out_only_the_time_that_it_was_last_on_the_screen(self) -> None:
        async def scenario(room: Room) -> None:
            await room.daemon.left(room.caller, message="One?", timeout=120)
            room.daemon.screen.painted()
            room.loop.advance(20)
            await room.daemon.left(room.caller, message="Two?", timeout=300)
            await room.desk.call("bring_forward", number=2)
            room.daemon.screen.painted()
            room.loop.advance(100)
            room.daemon.screen.press(Choice.DENY)
            while room.daemon.screen.shown[-1].number != 1:
                await room.status()
            room.daemon.screen.painted()
            room.loop.advance(101)
            told = await room.desk.told("timed_out")
            assert (told["prompt"]["title"], told["shown_for"]) == ("One?", 101)

        in_a_room(scenario)


class TestPlaces:
    def test_what_comes_from_one_who_uses_it_and_how_it_ends(self) -> None:
        async def scenario(room: Room) -> None:
            daemon = room.daemon
            caller = await daemon.from_place(await daemon.open_place("build-7"), [AGENT])
            await daemon.left(caller)
            while not (state := await room.state())["prompts"]:
                pass
            assert [each["place"] for each in state["prompts"]] == ["build-7"]
            (place,) = state["places"]
            assert place == {"name": "build-7", "state": "open", "why": "", "askers": ["claude"]}
            caller.close()
            while (await room.state())["places"][0]["askers"]:
                pass
            await room.desk.call("close_place", name="build-7")
            while (state := await room.state())["places"]:
                pass
            assert state["prompts"] == []
            assert (await room.desk.refused("close_place", name="build-7")).name == "unknown_place"

        in_a_room(scenario)

    def test_one_is_told_of_before_anybody_asks_there(self) -> None:
        async def scenario(room: Room) -> None:
            await room.daemon.open_place("build-7")
            while not (await room.state())["places"]:
                pass

        in_a_room(scenario)

    def test_a_quiet_period_of_all_of_it_names_no_program(self) -> None:
        async def scenario(room: Room) -> None:
            daemon = room.daemon
            caller = await daemon.from_place(await daemon.open_place("build-7"), [AGENT])
            for message in ("One?", "Two?"):
                identity = await daemon.painted(caller, message=message)
                daemon.screen.press(Choice.DENY)
                ready = await caller.reply(identity)
                await caller.call("claim", claim=ready["claim"])
            while not (suggested := (await room.state())["suggested"]):
                pass
            assert (suggested[0]["asker"], suggested[0]["place"]) == ("claude", "build-7")
            await room.desk.call("begin_quiet", number=suggested[0]["number"])
            while not (quiet := (await room.state())["quiet"]):
                pass
            assert [(each["asker"], each["place"]) for each in quiet] == [("", "build-7")]

        in_a_room(scenario, Settings(denials=2))

    def test_a_file_of_theirs_that_can_not_be_read_is_a_trouble(self) -> None:
        async def scenario(room: Room) -> None:
            room.daemon.places.fault = "places.json can't be read"
            await room.change(1)
            assert (await room.state())["troubles"] == ["places.json can't be read"]

        in_a_room(scenario)


class TestWhatItMayDo:
    def test_do_not_disturb_for_a_while(self) -> None:
        async def scenario(room: Room) -> None:
            await room.desk.call("dnd", seconds=600)
            assert (await room.state())["do_not_disturb"] == pytest.approx(600, abs=1)
            refused = await room.caller.call("ask", kind="confirm", message="Deploy?")
            assert refused["reason"] == "do_not_disturb"
            assert (await room.status())["do_not_disturb"] <= 600
            await room.desk.call("dnd", seconds=0)
            assert (await room.state())["do_not_disturb"] is None

        in_a_room(scenario)

    def test_end_a_quiet_period(self) -> None:
        async def scenario(room: Room) -> None:
            identity = await room.daemon.painted(room.caller)
            room.daemon.screen.press(Choice.DENY)
            ready = await room.caller.reply(identity)
            await room.caller.call("claim", claim=ready["claim"])
            while not (periods := (await room.state())["quiet"]):
                pass
            (quiet,) = periods
            assert (quiet["title"], quiet["number"]) == ("Deploy?", 1)
            await room.desk.call("end_quiet", number=1)
            assert (await room.state())["quiet"] == []
            assert (await room.desk.refused("end_quiet", number=1)).name == "unknown_quiet_period"
            await room.daemon.painted(room.caller)

        in_a_room(scenario, Settings(denials=1))

    def test_bring_a_question_to_the_front(self) -> None:
        async def scenario(room: Room) -> None:
            await room.daemon.left(room.caller, message="One?")
            room.daemon.screen.painted()
            await room.daemon.left(room.caller, message="Two?")
            await room.desk.call("bring_forward", number=2)
            assert room.daemon.screen.shown[-1].number == 2
            assert (await room.desk.refused("bring_forward", number=9)).name == "unknown_prompt"

        in_a_room(scenario)

    def test_configure(self) -> None:
        async def scenario(room: Room) -> None:
            await room.desk.call("configure", name="wait", value=7.5)
            await room.desk.call("configure", name="sound", value=True)
            await room.desk.call("configure", name="locked", value="wait")
            await room.desk.call("configure", name="max_retries", value=2)
            lines = room.daemon.config_place.read_text()
            assert lines == 'wait = 7.5\nsound = true\nlocked = "wait"\nmax_retries = 2\n'
            await room.until(lambda status: not status["config_fault"])

        in_a_room(scenario)

    @pytest.mark.parametrize(
        ("name", "value", "field"),
        [
            ("wait", 601, "wait"),
            ("wait", "long", "wait"),
            ("wait", -1, "wait"),
            ("max_retries", 1.5, "max_retries"),
            ("locked", "approve", "locked"),
            ("offer", 1, "name"),
            ("--help", 1, "name"),
        ],
    )
    def test_not_what_nobody_may(self, name: str, value: object, field: str) -> None:
        async def scenario(room: Room) -> None:
            error = await room.desk.refused("configure", name=name, value=value)
            assert (error.name, error.field) == ("invalid_params", field)
            assert not room.daemon.config_place.exists()

        in_a_room(scenario)

    def test_a_broken_file_is_told_and_stays(self) -> None:
        async def scenario(room: Room) -> None:
            room.daemon.config_place.parent.mkdir()
            room.daemon.config_place.write_text("wait = 1\nnonsense\n")
            error = await room.desk.refused("configure", name="sound", value=True)
            assert error.name == "unusable_file"
            assert "line 2" in error.message
            assert room.daemon.config_place.read_text() == "wait = 1\nnonsense\n"

        in_a_room(scenario)

    @pytest.mark.parametrize("method", ["ask", "claim", "approve", "list"])
    def test_it_can_neither_ask_nor_answer(self, method: str) -> None:
        async def scenario(room: Room) -> None:
            assert isinstance(await room.desk.refused(method), UnknownMethod)

        in_a_room(scenario)

    @pytest.mark.parametrize(
        "method", ["bring_forward", "begin_quiet", "end_quiet", "configure", "quit"]
    )
    def test_nobody_else_may(self, method: str) -> None:
        async def scenario(room: Room) -> None:
            error = await room.caller.error(await room.caller.request(method, number=1))
            assert isinstance(error, UnknownMethod)

        in_a_room(scenario)


WAITS = Settings(appear="when-asked")


class TestWhatWaitsToBeOpened:
    def test_is_told_as_such(self) -> None:
        async def scenario(room: Room) -> None:
            await room.daemon.left(room.caller)
            (told,) = (await room.state())["prompts"]
            assert (told["state"], told["seconds_left"]) == ("unopened", 600)
            (listed,) = (await room.caller.call("list"))["prompts"]
            assert (listed["state"], listed["seconds_left"]) == ("unopened", None)
            assert (await room.status())["unopened"] == 1

        in_a_room(scenario, WAITS)

    def test_is_opened_by_the_tray_and_not_by_the_program_that_asked(self) -> None:
        async def scenario(room: Room) -> None:
            identity = await room.daemon.ask(room.caller)
            assert (await room.caller.call("next"))["number"] is None
            await room.desk.call("bring_forward", number=1)
            room.daemon.screen.painted()
            room.daemon.screen.press(Choice.APPROVE)
            while (message := await room.caller.message()).get("id") != identity:
                assert message["method"] == "progress"
            assert message["result"]["status"] == "ready"

        in_a_room(scenario, WAITS)

    def test_is_shown_at_once_where_the_tray_says_that_nobody_would_learn_of_it(self) -> None:
        async def scenario(room: Room) -> None:
            assert (await room.status())["appear_fault"] is None
            await room.desk.say("inbox", absent="no\npanel")
            status = await room.until(lambda status: bool(status["appear_fault"]))
            assert status["appear_fault"] == "no\\u{a}panel"
            await room.daemon.painted(room.caller)
            await room.desk.say("inbox", absent=None)
            await room.until(lambda status: not status["appear_fault"])

        in_a_room(scenario, WAITS)

    def test_nothing_is_wrong_where_nothing_is_to_wait(self) -> None:
        async def scenario(room: Room) -> None:
            await room.desk.say("inbox", absent="no panel")
            await room.desk.call("dnd", seconds=0)
            assert (await room.status())["appear_fault"] is None

        in_a_room(scenario)

    def test_waits_on_while_another_tray_comes(self) -> None:
        async def scenario(room: Room) -> None:
            await room.desk.say("ready")
            await room.desk.say("inbox", absent=None)
            await room.daemon.left(room.caller)
            room.desk.kill()
            (told,) = (await (await room.desks.next()).state())["prompts"]
            assert told["state"] == "unopened"

        in_a_room(scenario, WAITS)

    def test_comes_where_the_tray_is_impossible(self) -> None:
        async def scenario(room: Room) -> None:
            await room.desk.say("impossible", reason="there is no library")
            status = await room.until(lambda status: bool(status["appear_fault"]))
            assert status["appear_fault"] == "there is no library"

        in_a_room(scenario, WAITS)

    def test_comes_where_the_tray_is_given_up(self) -> None:
        async def scenario(room: Room) -> None:
            desk = room.desk
            for _ in range(LIMIT):
                await room.left(desk)
                desk = await room.desks.next()
            await room.left(desk)
            status = await room.until(lambda status: bool(status["appear_fault"]))
            assert "again and again" in status["appear_fault"]

        in_a_room(scenario, WAITS)

    def test_comes_where_the_person_wants_no_tray(self) -> None:
        async def scenario(room: Room) -> None:
            room.daemon.configure(Settings(appear="when-asked", tray=False))
            status = await room.until(lambda status: bool(status["appear_fault"]))
            assert "sayso config set tray true" in status["appear_fault"]

        in_a_room(scenario)

    def test_comes_where_the_tray_says_nothing(self) -> None:
        async def scenario(room: Room) -> None:
            room.loop.advance(INBOX_SECONDS)
            status = await room.until(lambda status: bool(status["appear_fault"]))
            assert "has not come up yet" in status["appear_fault"]

        in_a_room(scenario, WAITS)

    def test_waits_once_the_tray_has_said_something(self) -> None:
        async def scenario(room: Room) -> None:
            await room.desk.say("inbox", absent="no panel")
            await room.until(lambda status: bool(status["appear_fault"]))
            await room.desk.say("inbox", absent=None)
            await room.until(lambda status: not status["appear_fault"])
            room.loop.advance(INBOX_SECONDS)
            assert (await room.status())["appear_fault"] is None

        in_a_room(scenario, WAITS)


class TestTheProcess:
    def test_killed_another_one_comes_and_is_told_everything(self) -> None:
        async def scenario(room: Room) -> None:
            await room.daemon.left(room.caller)
            await room.desk.say("ready")
            room.desk.kill()
            another = await room.desks.next()
            assert another.pid != room.desk.pid
            assert [each["title"] for each in (await another.state())["prompts"]] == ["Deploy?"]
            assert (await room.status())["tray"] == another.pid

        in_a_room(scenario)

    def test_that_never_works_is_given_up_and_tried_again_with_other_settings(self) -> None:
        async def scenario(room: Room) -> None:
            desk = room.desk
            for _ in range(LIMIT):
                await room.left(desk)
                desk = await room.desks.next()
            await room.left(desk)
            status = await room.until(lambda status: bool(status["tray_fault"]))
            assert "again and again" in status["tray_fault"]
            room.daemon.configure(Settings(sound=True))
            another = await room.desks.next()
            assert (await another.state())["settings"]["sound"] is True
            assert (await room.status())["tray_fault"] is None

        in_a_room(scenario)

    def test_that_is_impossible_is_not_tried_again(self) -> None:
        async def scenario(room: Room) -> None:
            await room.desk.say("impossible", reason="there is no\ntray")
            room.desk.leave()
            status = await room.until(lambda status: status["tray"] is None)
            assert status["tray_fault"] == "there is no\\u{a}tray"

        in_a_room(scenario)

    @pytest.mark.parametrize(
        "line", [b"\n", b"x\n", b"{}\n", b'{"jsonrpc":"2.0","method":"approve","params":{}}\n']
    )
    def test_that_speaks_nonsense_is_replaced(self, line: bytes) -> None:
        async def scenario(room: Room) -> None:
            await room.desk.send(line)
            assert (await (await room.desks.next()).state())["prompts"] == []

        in_a_room(scenario)

    def test_begins_again_on_another_session_bus(self) -> None:
        async def scenario(room: Room) -> None:
            await room.desk.say("ready")
            bus = room.daemon.presence.of_session_bus
            bus.says(Lost("the bus has gone"))
            await room.until(lambda status: status["session_bus_fault"] is not None)
            assert (await room.status())["tray"] == room.desk.pid
            room.loop.advance(1)  # it is tried again
            bus.says(SessionState())
            another = await room.desks.next()
            assert (await another.state())["prompts"] == []
            assert another.pid != room.desk.pid

        in_a_room(scenario)

    def test_that_does_not_go_is_killed(self) -> None:
        async def scenario(room: Room) -> None:
            os.kill(room.desk.pid, signal.SIGSTOP)
            try:
                room.daemon.configure(Settings(tray=False))
                with contextlib.suppress(EOFError, ConnectionResetError):
                    while await room.desk.message():
                        pass
                assert (await room.status())["tray"] == room.desk.pid
                room.loop.advance(LEAVE_SECONDS)
                await room.until(lambda status: status["tray"] is None)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(room.desk.pid, signal.SIGKILL)

        in_a_room(scenario)

    def test_that_does_not_read_is_told_no_more_and_replaced(self) -> None:
        async def scenario(room: Room) -> None:
            await room.change(1000)
            room.loop.advance(HANG_SECONDS)
            another = await room.desks.next()
            assert (await another.state())["prompts"] == []

        in_a_room(scenario)

    def test_that_reads_again_is_told_how_all_stands(self) -> None:
        """And not of each change meanwhile, which the daemon would have had to keep."""

        async def scenario(room: Room) -> None:
            await room.change(1000)
            told = 1
            while (await room.state())["do_not_disturb"] != 1000:
                told += 1
            assert told < 900

        in_a_room(scenario)

    def test_goes_when_it_is_not_wanted_and_comes_back(self) -> None:
        async def scenario(room: Room) -> None:
            room.daemon.configure(Settings(tray=False))
            status = await room.until(lambda status: status["tray"] is None)
            assert status["tray_fault"] is None
            room.daemon.configure(Settings(tray=True))
            room.daemon.config_place.unlink()
            await (await room.desks.next()).state()

        in_a_room(scenario)

    def test_quit_ends_the_daemon_and_callers_hear_why(self) -> None:
        async def scenario(room: Room) -> None:
            identity = await room.daemon.painted(room.caller)
            await room.desk.call("quit")
            assert (await room.caller.error(identity)).name == "stopping"

        in_a_room(scenario)

    def test_one_that_is_ended_before_it_is_connected_ends(self) -> None:
        """So a daemon can be stopped at any moment."""

        async def scenario(loop: StillLoop) -> None:
            ended = asyncio.Event()
            nobody: Any = None
            desk = TrayConnection(
                nobody, nobody, nobody, nobody, 0, nobody, nobody, nobody, nobody, ended.set
            )
            desk.close()
            ours, theirs = socket.socketpair()
            with theirs:
                theirs.setblocking(False)
                await loop.create_connection(lambda: desk, sock=ours)
                await ended.wait()
                assert await loop.sock_recv(theirs, 1) == b""

        run(scenario)
