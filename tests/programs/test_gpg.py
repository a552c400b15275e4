"""The real gpg asks through sayso, on a real screen."""

from pathlib import Path

import pytest

from support.asking import no_dialog
from support.gnupg import Gnupg, asked, enter
from support.processes import kill
from support.world import World

RIGHT, WRONG = "canary-7f3a ä% quokka", "not that"


@pytest.fixture
def letter(world: World) -> Path:
    path = world.directory / "letter"
    path.write_text("Dear all\n")
    return path


def test_a_signature_after_a_wrong_passphrase(world: World, gnupg: Gnupg, letter: Path) -> None:
    gnupg.make_key(RIGHT)
    signing = gnupg.signs(letter)
    pid = asked(world, "Please enter the passphrase")
    enter(world, WRONG, pid)
    pid = asked(world, "Bad Passphrase (try 2 of 3)")
    enter(world, RIGHT, pid)
    done = signing.wait()
    assert done.code == 0, done
    no_dialog(world)
    assert gnupg.signs(letter).wait().code == 0  # it is cached


def test_cancelled(world: World, gnupg: Gnupg, letter: Path) -> None:
    gnupg.make_key(RIGHT)
    signing = gnupg.signs(letter)
    world.dialogs.press("Cancel", pid=asked(world, "Please enter the passphrase"))
    done = signing.wait()
    assert done.code == 2
    assert "Operation cancelled" in done.err


def test_gpg_killed(world: World, gnupg: Gnupg, letter: Path) -> None:
    gnupg.make_key(RIGHT)
    signing = gnupg.signs(letter)
    asked(world, "Please enter the passphrase")
    kill(signing.pid)
    no_dialog(world)
