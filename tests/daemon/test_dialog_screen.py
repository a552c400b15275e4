"""The screen's dialog processes: real ones, that run a script instead of a toolkit."""

import asyncio
import gc
import os
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from in_memory.peer import alone
from sayso.core import events as e
from sayso.core.outcome import By
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice, Confirm
from sayso.core.queue_row import QueueRow
from sayso.core.settings import SPARE_SECONDS
from sayso.daemon.screen import DialogProcess, DialogScreen
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.processes import ChildProcess
from sayso.wire import screen as wire
from sayso.wire.codec import encode
from support.backstage import READY, STANDING, all_gone, backstage, passes, show, theatre
from support.processes import children
from support.seeking import in_vain
from support.still_loop import StillLoop, run

WHOLE = ("wait:show", "painted", "wait:recorded", "closed")


class TestSpare:
    def test_each_dialog_is_the_process_that_was_kept_warm(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *WHOLE) as behind:
                screen = DialogScreen(":7", behind.command)
                events: asyncio.Queue[e.Event] = asyncio.Queue()
                screen.start(events.put_nowait, lambda: None)
                for number in (1, 2):
                    spare = await behind.heard("started")
                    screen.show(show(number))
                    assert await behind.heard("show") == spare
                    assert await events.get() == e.Painted(number)
                    screen.recorded(e.Recorded(number, None))
                    assert await events.get() == e.DialogEnded(number)
                    assert len(behind.pids) == number  # what is on the screen has the processor
                    loop.advance(SPARE_SECONDS)
                await behind.heard("started")
                loop.advance(60)
                await screen.stop()
                assert len(behind.pids) == 3

        run(scenario)
        assert caplog.text == ""

    def test_a_dead_spare_is_replaced_when_it_is_needed(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "die") as behind:
                async with theatre(loop, behind) as here:
                    for number in (1, 2, 3):
                        here.screen.show(show(number))
                        assert await here.event() == e.DialogEnded(number)

        run(scenario)

    def test_one_that_was_ready_and_died_is_replaced_a_second_later(self) -> None:
        """Its screen may have gone: the next one finds out."""

        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, READY, "die") as behind:
                async with theatre(loop, behind):
                    for number in (1, 2, 3):
                        await all_gone(behind)
                        await passes(loop, 0.99)
                        assert len(behind.pids) == number
                        loop.advance(0.02)
                        await behind.heard("started")

        run(scenario)

    def test_one_that_was_closed_before_it_painted_is_followed_by_a_spare(self) -> None:
        """Or the next question, be it in an hour, would find nothing warm."""

        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "wait:close", "closed") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    closed = await behind.heard("show")
                    here.screen.close(1)
                    assert await behind.heard("started") != closed
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)

    def test_one_that_died_before_is_replaced_once(self) -> None:
        """It was killed, perhaps; what can't start at all is not tried for ever."""

        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "die") as behind:
                async with theatre(loop, behind):
                    await all_gone(behind)
                    await passes(loop, 1.01)
                    await behind.heard("started")
                    await all_gone(behind)
                    await passes(loop, 60)
                    ours = [child.command for child in children(os.getpid())]
                    assert not [command for command in ours if behind.command[2] in command]

        run(scenario)

    def test_one_that_died_with_its_question_unseen_is_followed_by_a_spare(self) -> None:
        """The question may be withdrawn at this moment, so that no other dialog comes for it."""

        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "die") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.DialogEnded(1)
                    await passes(loop, 1.01)
                    await behind.heard("started")

        run(scenario)


class TestReports:
    def test_what_the_person_does_is_reported(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", "activity", "later", "answer:deny", "wait:recorded")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(5))
                    assert await here.event() == e.Painted(5)
                    assert await here.event() == e.Activity(5)
                    assert await here.event() == e.PutOff(5)
                    assert await here.event() == e.Answered(5, Choice.DENY)
                    here.screen.recorded(e.Recorded(5, None))
                    assert await here.event() == e.DialogEnded(5)

        run(scenario)

    def test_what_assistive_technology_did_is_reported_as_that(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            said = encode(wire.write(wire.Answer(Choice.APPROVE, By.ASSISTIVE))).decode().strip()
            with backstage(loop, "wait:show", "painted", f"say:{said}", "stay") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(5))
                    assert await here.event() == e.Painted(5)
                    assert await here.event() == e.Answered(5, Choice.APPROVE, By.ASSISTIVE)

        run(scenario)

    def test_what_else_is_open_is_asked_for_told_and_chosen_from(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            said = encode(wire.write(wire.BringUp(4))).decode().strip()
            steps = ("wait:show", "painted", "open_queue", "wait:queue", f"say:{said}", "stay")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(5))
                    assert await here.event() == e.Painted(5)
                    assert await here.event() == e.QueueOpened(5)
                    await behind.heard("show")
                    assert behind.params["lists_queue"] is True
                    row = QueueRow(4, "agent", "Restart?", 60.0, "build-7")
                    here.screen.list_queue(e.ListQueue(5, (row,)))
                    await behind.heard("queue")
                    assert behind.params == {"rows": [vars(row)]}
                    assert await here.event() == e.BroughtUp(5, 4)

        run(scenario)

    def test_one_that_is_covered_at_first_has_a_spare_behind_it(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            covered = encode(wire.write(wire.Covered())).decode().strip()
            steps = "wait:show", f"say:{covered}", "wait:bring_forward", "painted", "stay"
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(5))
                    assert await here.event() == e.Covered(5)
                    pid = await behind.heard("show")
                    assert (await behind.next())[1] == "started"  # the spare
                    here.screen.bring_forward(e.BringDialogForward(5, takes_keyboard=True))
                    assert await behind.next() == (pid, "bring_forward")
                    assert await here.event() == e.Painted(5)

        run(scenario)

    def test_orders_reach_their_dialog(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", "wait:not_recorded", "wait:close")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    pid = await behind.heard("show")
                    loop.advance(SPARE_SECONDS)
                    assert (await behind.next())[1] == "started"  # the spare
                    here.screen.update(e.Update(1, PromptStatus(30.0, 1, 3, 60.0)))
                    assert await behind.next() == (pid, "update")
                    assert behind.params["standing"] == {
                        "seconds": 30.0,
                        "place": 1,
                        "of": 3,
                        "kept_for": 60.0,
                    }
                    here.screen.not_recorded(1, "too late")
                    assert await behind.next() == (pid, "not_recorded")
                    assert behind.params == {"reason": "too late"}
                    here.screen.close(1)
                    assert await behind.next() == (pid, "close")
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)

    def test_orders_to_a_dialog_that_has_gone_reach_no_other(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "painted", "wait:not_recorded", "die") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(2))
                    assert await here.event() == e.Painted(2)
                    pid = await behind.heard("show")
                    loop.advance(SPARE_SECONDS)
                    assert (await behind.next())[1] == "started"  # the spare
                    here.screen.update(e.Update(1, STANDING))
                    here.screen.recorded(e.Recorded(1, None))
                    here.screen.close(1)
                    here.screen.not_recorded(2, "too late")
                    assert await behind.next() == (pid, "not_recorded")
                    assert await here.event() == e.DialogEnded(2)

        run(scenario)

    @pytest.mark.parametrize("kept_for", [None, 60.0])
    def test_what_was_recorded_says_for_whom(self, kept_for: float | None) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *WHOLE) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    here.screen.recorded(e.Recorded(1, kept_for))
                    await behind.heard("recorded")
                    assert behind.params == {"kept_for": kept_for}
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)

    @pytest.mark.parametrize("unproven", [True, False])
    def test_whether_the_system_proves_the_asker_goes_along(self, unproven: bool) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *WHOLE) as behind:
                async with theatre(loop, behind) as here:
                    lineage = replace(alone(4242), unproven=unproven)
                    here.screen.show(replace(show(1), lineage=lineage))
                    await behind.heard("show")
                    assert behind.params["asker"]["unproven"] is unproven
                    assert await here.event() == e.Painted(1)
                    here.screen.recorded(e.Recorded(1, None))
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)

    def test_the_question_is_shown_with_its_standing(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "painted", "wait:close") as behind:
                async with theatre(loop, behind) as here:
                    standing = PromptStatus(90.0, 1, 2, 25.0)
                    question = Confirm("Deploy?")
                    shown = e.Show(1, 7, question, alone(4242), standing, 1.0, True)
                    shown = replace(shown, says_it_is="gemini-cli 1", denied_to="other")
                    here.screen.show(replace(shown, activation="token-1"))
                    await behind.heard("show")
                    assert behind.params["asker"]["says_it_is"] == "gemini-cli 1"
                    assert behind.params["number"] == 7
                    assert behind.params["question"]["message"] == "Deploy?"
                    assert behind.params["asker"]["command"] == "agent --now"
                    assert behind.params["arming"] == 1.0
                    assert behind.params["accessibility_approval"]
                    assert behind.params["denied_to"] == "other"
                    assert behind.params["activation"] == "token-1"
                    assert behind.params["standing"] == {
                        "seconds": 90.0,
                        "place": 1,
                        "of": 2,
                        "kept_for": 25.0,
                    }
                    assert await here.event() == e.Painted(1)

        run(scenario)


class TestDeath:
    @pytest.mark.parametrize("steps", [("die",), ("wait:show", "die"), ("hang-up", "stay"), ()])
    def test_before_painting_frees_the_place(self, steps: tuple[str, ...]) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.DialogEnded(1)
                    assert len(behind.left()) <= 1  # a spare at most

        run(scenario)

    def test_after_painting_frees_it_too(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "painted", "die") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)


class TestGarbage:
    @pytest.mark.parametrize(
        "garbage",
        [
            "say:nonsense",
            "say:",
            "say:[]",
            "say:{}",
            'say:{"method":"answered","params":{"choice":"yes"}}',
            'say:{"method":"approve","params":{}}',
            'say:{"method":"recorded","params":{}}',
            'say:{"method":"close","params":{}}',
            "answer:approved",
            "flood",
        ],
    )
    def test_ends_its_dialog_which_answers_nothing_any_more(
        self, garbage: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            steps = ("wait:show", "painted", garbage, "answer:approve", "stay")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)
        assert "a dialog process broke the protocol and is ended" in caplog.text

    def test_a_helper_that_holds_the_socket_keeps_no_dead_dialog_alive(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "helper", "say:nonsense", "stay") as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)


def told(screen: DialogScreen) -> tuple[str | None, str | None]:
    return screen.name, screen.reason


class TestStatus:
    """What the screen says of itself."""

    def test_is_the_sessions_name_until_a_dialog_process_knows_better(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, READY, "note:ready", "stay") as behind:
                screen = DialogScreen(":0", behind.command, resolver=in_vain())
                assert told(screen) == (":0", None)
                screen.start(lambda event: None, lambda: None)
                await behind.heard("ready")
                assert told(screen) == (":7", None)
                await self.end(loop, screen)

        run(scenario)

    def test_is_the_reason_why_there_is_none_until_there_is_one(self, tmp_path: Path) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, READY, "note:ready", "stay") as behind:
                python, *rest = behind.command
                program = tmp_path / "dialog"
                screen = DialogScreen(":7", (str(program), *rest), resolver=in_vain())
                screen.start(lambda event: None, lambda: None)
                await asyncio.sleep(0)
                assert told(screen) == (None, "no dialog process could be started")
                program.symlink_to(python)
                screen.show(show(1))
                await behind.heard("ready")
                assert told(screen) == (":7", None)
                await self.end(loop, screen)

        run(scenario)

    def test_follows_a_spare_that_could_not_open_it(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            unusable = 'say:{"method":"unusable","params":{"reason":"no display"}}'
            with backstage(loop, unusable, "note:said", "stay") as behind:
                async with theatre(loop, behind) as here:
                    await behind.heard("said")
                    assert told(here.screen) == (None, "no display")

        run(scenario)

    async def end(self, loop: StillLoop, screen: DialogScreen) -> None:
        stopping = loop.create_task(screen.stop())
        await asyncio.sleep(0)
        loop.advance(1.5)
        await stopping


class TestStop:
    def test_every_dialog_closes_and_the_spare_with_them(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "wait:show", "painted", "wait:close", "closed") as behind:
                screen = DialogScreen(":7", behind.command)
                events: asyncio.Queue[e.Event] = asyncio.Queue()
                screen.start(events.put_nowait, lambda: None)
                await behind.heard("started")
                screen.show(show(1))
                assert await events.get() == e.Painted(1)
                loop.advance(SPARE_SECONDS)
                await behind.heard("started")
                await screen.stop()
                assert not behind.left()
                assert len(behind.pids) == 2
                assert events.empty()  # what ends now is no news

        run(scenario)

    def test_one_that_stays_is_killed(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, READY, "note:ready", "stay") as behind:
                screen = DialogScreen(":7", behind.command)
                screen.start(lambda event: None, lambda: None)
                await behind.heard("ready")
                stopping = loop.create_task(screen.stop())
                await asyncio.sleep(0)
                await passes(loop, 1.49)
                assert not stopping.done()
                loop.advance(0.02)
                await stopping
                assert not behind.left()

        run(scenario)

    def test_one_that_still_loads_its_toolkit_goes_at_once(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            with backstage(loop, "stay") as behind:
                screen = DialogScreen(":7", behind.command)
                screen.start(lambda event: None, lambda: None)
                await behind.heard("started")
                await screen.stop()
                assert not behind.left()

        run(scenario)

    def test_without_a_process_it_is_done(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            screen = DialogScreen(":7", ("/proc/nowhere/dialog",), resolver=in_vain())
            screen.start(lambda event: None, lambda: None)
            await asyncio.sleep(0)
            await screen.stop()

        run(scenario)


class TestUnusable:
    def test_a_command_that_can_not_be_started_fails_the_screen(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            screen = DialogScreen(":7", ("/proc/nowhere/dialog",), resolver=in_vain())
            events: asyncio.Queue[e.Event] = asyncio.Queue()
            screen.start(events.put_nowait, lambda: None)
            screen.show(show(1))
            assert await events.get() == e.ScreenFailed("no dialog process could be started")
            assert await events.get() == e.DialogEnded(1)
            await screen.stop()

        run(scenario)
        assert "/proc/nowhere/dialog" in caplog.text
        gc.collect()  # a socket left open is a warning, and so an error

    def test_a_dialog_that_says_so_fails_the_screen(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            unusable = 'say:{"method":"unusable","params":{"reason":"no fonts"}}'
            with backstage(loop, "wait:show", unusable) as behind:
                async with theatre(loop, behind) as here:
                    here.screen.show(show(1))
                    assert await here.event() == e.ScreenFailed("no fonts")
                    assert await here.event() == e.DialogEnded(1)

        run(scenario)

    def test_a_spare_that_says_so_ends_no_question(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            unusable = 'say:{"method":"unusable","params":{"reason":"no fonts"}}'
            steps = (unusable, "note:said", "wait:show", "painted", "wait:close")
            with backstage(loop, *steps) as behind:
                async with theatre(loop, behind) as here:
                    await behind.heard("said")
                    here.screen.show(show(1))
                    assert await here.event() == e.Painted(1)

        run(scenario)


class Nobody:
    """A process that is none."""

    pid = 0

    def kill(self) -> None:
        """There is nothing to kill."""

    def wait(self) -> None:
        """Nor to wait for."""


class Unserved:
    """A channel by which nothing comes."""

    async def serve(self, protocol: asyncio.BaseProtocol) -> None:
        """Nobody is at its other end."""


class TestGuard:
    def test_what_a_system_read_ahead_of_it_is_read_from_there(self) -> None:
        """It asks for room before anything has come, and so before the question is a secret."""

        async def scenario(loop: StillLoop) -> None:
            said: list[wire.Report] = []
            child = ChildProcess(cast(Channel, Unserved()), Nobody())
            process = DialogProcess(child, lambda _, report: said.append(report), lambda _: None)
            room, line = process.get_buffer(-1), encode(wire.write(wire.Activity()))
            process.guard()
            room[: len(line)] = line
            process.buffer_updated(len(line))
            assert said == [wire.Activity()]
            assert not any(room)
            assert process.get_buffer(-1) is not room

        run(scenario)
