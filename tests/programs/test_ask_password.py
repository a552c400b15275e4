"""The real systemd-ask-password asks through sayso, on a real screen."""

import sys

assert sys.platform == "linux"

import os
import signal
from collections.abc import Iterator

import pytest

from support.ask_password import AskPassword
from support.asking import no_dialog
from support.gnupg import asked, enter
from support.processes import Finished, Job, kill, wait_until
from support.typing_in import send, type_secret, type_words
from support.world import World

CANARY = "canary-7f3a 100% quokka"
PLEASE = "Please enter the passphrase of the disk"


@pytest.fixture
def systemd(world: World) -> Iterator[AskPassword]:
    made = AskPassword(world)
    yield made
    made.close()


def pid_of(asking: Job, systemd: AskPassword) -> int:
    """As its request says it."""
    (request,) = systemd.files()
    (line,) = (each for each in request.read_text().splitlines() if each.startswith("PID="))
    assert int(line.removeprefix("PID=")) == asking.pid
    return asking.pid


def declined(done: Finished) -> bool:
    return (done.code, done.out) == (1, "") and "canceled" in done.err


class TestAnswer:
    def test_it_gets_what_was_typed(self, world: World, systemd: AskPassword) -> None:
        asking = systemd.ask(PLEASE, "--id=cryptsetup:/dev/sdb1", "--icon=drive-harddisk")
        pid = asked(world, PLEASE)
        said = "\n".join(world.dialogs.texts(pid))
        for words in (
            "Passphrase of a disk",
            f"Process: {asking.pid}",
            "systemd-ask-password --no-tty",
            "For: cryptsetup:/dev/sdb1",
            "Icon: drive-harddisk",
            "the agent for systemd's passwords",
        ):
            assert words in said
        enter(world, CANARY, pid)
        done = asking.wait()
        assert (done.code, done.out) == (0, f"{CANARY}\n")
        no_dialog(world)

    def test_what_may_be_seen_is_not_hidden(self, world: World, systemd: AskPassword) -> None:
        asking = systemd.ask("Which user?", "--echo=yes")
        pid = asked(world, "Which user?")
        type_words(world, pid, "mia")
        send(world, pid)
        assert asking.wait().out == "mia\n"
        no_dialog(world)

    def test_three_at_once_in_any_order(self, world: World, systemd: AskPassword) -> None:
        """The one that is shown first is left unanswered until the others have theirs."""
        words = ("the first disk", "the second disk", "the third disk")
        asking = {each: systemd.ask(each) for each in words}
        wait_until(lambda: len(world.prompts()) == len(words), "three questions")
        while asking:
            shown = wait_until(
                lambda: next(
                    (
                        (words, each.pid)
                        for words in asking
                        for each in world.dialogs.find(role="alert")
                        if world.dialogs.shows(words, each.pid)
                    ),
                    None,
                ),
                "one of them",
            )
            enter(world, f"{CANARY} of {shown[0]}", asked(world, shown[0]))
            assert asking.pop(shown[0]).wait().out == f"{CANARY} of {shown[0]}\n"
        no_dialog(world)


class TestNo:
    @pytest.mark.parametrize("key", ["Deny", "Escape"])
    def test_it_is_told_so(self, world: World, systemd: AskPassword, key: str) -> None:
        asking = systemd.ask(PLEASE)
        pid = type_secret(world, PLEASE, CANARY)
        if key == "Deny":
            world.dialogs.press(key, pid=pid)
        else:
            world.dialogs.wait_for("Send", pid=pid)  # a hand that came down earlier means nothing
            world.dialogs.key(key)
        assert declined(asking.wait())
        no_dialog(world)


class TestItCountsNoMore:
    def test_the_dialog_goes_with_the_request(self, world: World, systemd: AskPassword) -> None:
        asking = systemd.ask(PLEASE)
        asked(world, PLEASE)
        os.kill(pid_of(asking, systemd), signal.SIGTERM)
        asking.wait()
        assert systemd.files() == []
        world.dialogs.wait_gone(role="alert")

    def test_the_dialog_goes_with_who_asked(self, world: World, systemd: AskPassword) -> None:
        """Who was killed leaves its request behind."""
        asking = systemd.ask(PLEASE)
        asked(world, PLEASE)
        kill(pid_of(asking, systemd))
        asking.wait()
        assert systemd.files()
        world.dialogs.wait_gone(role="alert")

    def test_when_its_time_is_over(self, world: World, systemd: AskPassword) -> None:
        asking = systemd.ask(PLEASE, "--timeout=20")
        asked(world, PLEASE)
        done = asking.wait(60)
        assert done.code == 1
        assert "Timer expired" in done.err
        world.dialogs.wait_gone(role="alert")

    def test_with_the_agent(self, world: World, systemd: AskPassword) -> None:
        asking = systemd.ask(PLEASE)
        asked(world, PLEASE)
        kill(systemd.agent.pid)
        world.dialogs.wait_gone(role="alert")
        assert systemd.files()
        asking.kill()


def test_a_daemon_that_is_killed_has_it_asked_again(world: World, systemd: AskPassword) -> None:
    asking = systemd.ask(PLEASE)
    asked(world, PLEASE)
    daemon = world.daemon_pid()
    assert daemon
    kill(daemon)
    wait_until(lambda: world.daemon_pid() not in (daemon, None), "its successor")
    enter(world, CANARY, asked(world, PLEASE))
    assert asking.wait().out == f"{CANARY}\n"
    no_dialog(world)
