"""Connections by ssh that break, go dead, take long, or lead to two persons' screens."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator

import pytest

from machines.conftest import Reach
from support.asking import answer, came_out, dialog, no_dialog
from support.elsewhere import Host
from support.processes import kill, wait_gone, wait_until
from support.typing_in import send_secret
from support.world import World

ASK = "sayso confirm 'Deploy?' --json"


class TestALineThatBreaks:
    def test_who_clicks_meanwhile_is_heard_by_the_same_call_afterwards(
        self, world: World, build: Host
    ) -> None:
        with build.shell() as shell:
            asked = shell.start(ASK)
            dialog(world, "Deploy?")
            build.line.cut()
            assert asked.wait().code == 6
            answer(world, "Deploy?", "Approve")
            build.line.mend()
            build.until_carried()
            assert came_out(shell.run(ASK)) == (0, "approved")  # nobody is asked again
            assert world.prompts() == []
            again = shell.run(f"{ASK} --wait 0")
            assert came_out(again) == (3, "pending")  # it was handed out once
            assert [each["number"] for each in world.prompts()] == [2]

    def test_another_shell_there_does_not_get_that_answer(self, world: World, build: Host) -> None:
        with build.shell() as shell, build.shell() as other:
            asked = shell.start(ASK)
            dialog(world, "Deploy?")
            build.line.cut()
            assert asked.wait().code == 6
            answer(world, "Deploy?", "Approve")
            build.line.mend()
            build.until_carried()
            assert came_out(other.run(f"{ASK} --wait 0")) == (3, "pending")
            assert came_out(shell.run(ASK)) == (0, "approved")

    @pytest.mark.parametrize("end", ["here", "there"])
    def test_a_short_break_is_not_noticed(self, world: World, build: Host, end: str) -> None:
        with build.shell() as shell:
            asked = shell.start(ASK)
            dialog(world, "Deploy?")
            (line,) = build.lines()
            if end == "here":
                kill(line)
            else:
                build.line.cut()
                build.line.mend()
            wait_gone(line)
            build.until_carried()
            wait_until(lambda: world.prompts()[0]["waiting"], "the call to wait again")
            answer(world, "Deploy?", "Approve")
            assert came_out(asked.wait()) == (0, "approved")


class TestALongLine:
    def test_nothing_times_out_for_a_tenth_of_a_second(self, world: World, reach: Reach) -> None:
        build = reach("build-7", delay=0.1)
        world.sayso("remote", "list")
        with build.shell() as shell:
            asked = shell.start(ASK)
            answer(world, "Deploy?", "Approve")
            assert came_out(asked.wait()) == (0, "approved")
            with world.wire() as wire:
                wire.call("remote_allow", {"name": "build-7", "secrets": True})
            asked = shell.start("sayso password Unlock | cat")
            send_secret(world, "Unlock", "canary 5b1c")
            assert asked.wait().out == "canary 5b1c\n"


@pytest.fixture
def other() -> Iterator[World]:
    """The world of another machine, at which the person sits as well."""
    made = World(hurried=True)
    yield made
    made.close()


class TestTwoScreens:
    def test_the_newest_line_is_asked_and_a_ticket_finds_its_own(
        self, other: World, world: World, reach: Reach
    ) -> None:
        build = reach("build-7")
        with build.shell() as shell:
            first = shell.run("sayso confirm 'First?' --json --wait 0")
            dialog(world, "First?")
            reach("build-7", by=other, like=build)
            second = shell.start("sayso confirm 'Second?' --json")
            answer(other, "Second?", "Approve")
            assert came_out(second.wait()) == (0, "approved")
            answer(world, "First?", "Deny")
            assert came_out(shell.run(f"sayso collect {first.json['ticket']} --json")) == (
                1,
                "denied",
            )

    def test_where_the_newest_is_dead_the_other_is_asked(
        self, other: World, world: World, reach: Reach
    ) -> None:
        build = reach("build-7")
        newest = reach("build-7", by=other, like=build)
        newest.line.go_dead()
        with build.shell() as shell:
            asked = shell.start(ASK)
            answer(world, "Deploy?", "Approve")
            assert came_out(asked.wait()) == (0, "approved")
            assert other.prompts() == []
        newest.line.revive()


@pytest.mark.long
def test_a_dead_line_is_given_up_and_its_answer_kept(world: World, build: Host) -> None:
    """ssh hears nothing any more, ends, and is started again until it reaches the machine."""
    with build.shell() as shell:
        asked = shell.start(f"{ASK} --wait 600 --timeout 600")
        pid = dialog(world, "Deploy?")
        build.line.go_dead()

        def told() -> bool:
            return any("has stopped waiting" in text for text in world.dialogs.texts(pid))

        wait_until(told, "the word that nobody waits", 55)
        world.dialogs.press("Approve", pid=pid)
        no_dialog(world)
        build.line.cut()
        build.line.revive()
        build.line.mend()
        build.until_carried()
        done = asked.wait()
        if done.code == 6:  # the call gave up first; else it went on over the new line
            done = shell.run(ASK)
        assert came_out(done) == (0, "approved")
