"""More of what the real gpg does."""

import os
import shlex
import signal
import time
from pathlib import Path

import pytest

from support.asking import no_dialog
from support.gnupg import NOBODY, Gnupg, asked, enter
from support.processes import Job, kill
from support.world import World

RIGHT = "canary-7f3a quokka"

pytestmark = pytest.mark.long


def test_nobody_is_there_in_time(world: World, letter: Path) -> None:
    gnupg = Gnupg(world, "pinentry-timeout 5")
    gnupg.make_key(RIGHT)
    signing = gnupg.signs(letter)
    asked(world, NOBODY)
    done = signing.wait()
    assert done.code == 2
    assert "Timeout" in done.err
    no_dialog(world)
    gnupg.close()


def test_whoever_cancels_often_is_asked_again(world: World, gnupg: Gnupg, letter: Path) -> None:
    """No quiet period locks a key out."""
    gnupg.make_key(RIGHT)
    for _ in range(4):
        signing = gnupg.signs(letter)
        world.dialogs.press("Cancel", pid=asked(world, NOBODY))
        assert signing.wait().code == 2
        no_dialog(world)


def test_a_daemon_that_hangs_keeps_gpg_for_less_than_five_seconds(
    world: World, gnupg: Gnupg, letter: Path
) -> None:
    gnupg.make_key(RIGHT)
    assert world.sayso("daemon", "start").code == 0
    daemon = world.daemon_pid()
    assert daemon
    os.kill(daemon, signal.SIGSTOP)
    began = time.monotonic()
    done = gnupg.signs(letter).wait()
    took = time.monotonic() - began
    kill(daemon)
    assert (done.code, took < 5) == (2, True), (done, took)


def test_git_signs_a_commit(world: World, gnupg: Gnupg) -> None:
    gnupg.make_key(RIGHT)
    place = world.directory / "shop"
    place.mkdir()

    def git(*arguments: str) -> Job:
        who = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org")
        return world.spawn(["git", "-C", str(place), *who, *arguments])

    assert git("init", "--quiet").wait().code == 0
    committing = git("commit", "--quiet", "--allow-empty", "--gpg-sign", "--message", "Begin")
    pid = asked(world, NOBODY)
    assert world.dialogs.shows("which is gpg, for git", pid)
    assert world.dialogs.shows(f", in {place}", pid)
    enter(world, RIGHT, pid)
    assert committing.wait().code == 0
    assert git("verify-commit", "HEAD").wait().code == 0


def test_a_script_without_a_terminal_decrypts(world: World, gnupg: Gnupg, letter: Path) -> None:
    gnupg.make_key(RIGHT, NOBODY, "future-default", "default")
    hiding = gnupg.gpg("--encrypt", "--trust-model", "always", "--recipient", NOBODY, str(letter))
    assert hiding.wait().code == 0
    decrypt = shlex.join(["gpg", "--batch", "--quiet", "--decrypt", f"{letter}.gpg"])
    script = world.spawn(["sh", "-c", f"{decrypt} | cat"])
    enter(world, RIGHT, asked(world, NOBODY))
    done = script.wait()
    assert (done.code, done.out) == (0, letter.read_text())


def test_three_at_once(world: World, gnupg: Gnupg) -> None:
    """gpg-agent has one dialog at a time, and each is for its own."""
    users = [f"{name} <{name}@example.org>" for name in ("ada", "bob", "eve")]
    letters = [world.directory / user.split()[0] for user in users]
    for user, letter in zip(users, letters, strict=True):
        gnupg.make_key(RIGHT + user, user)
        letter.write_text(user)
    signing = [gnupg.signs(*each) for each in zip(letters, users, strict=True)]
    for _ in users:
        pid = asked(world, "@example.org")
        (user,) = (each for each in users if world.dialogs.shows(each, pid))
        if user == users[0]:
            world.dialogs.press("Cancel", pid=pid)
        else:
            enter(world, RIGHT + user, pid)
        world.dialogs.wait_gone(role=None, pid=pid)
    assert [job.wait().code for job in signing] == [2, 0, 0]
    no_dialog(world)
