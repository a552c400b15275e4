"""The real cryptsetup takes its passphrase by a pipe, for a disk that is a file."""

import sys

assert sys.platform == "linux"

import subprocess
from pathlib import Path

import pytest

from support.asking import dialog, no_dialog
from support.processes import Job
from support.typing_in import send_secret
from support.world import World

CANARY = "canary 5d1e quokka"
CRYPTSETUP = "/usr/sbin/cryptsetup"
MESSAGE = "Passphrase of the disk?"
NO_KEY = 2
"""cryptsetup(8): no permission, a bad passphrase."""


@pytest.fixture
def disk(world: World) -> Path:
    path = world.directory / "disk"
    path.write_bytes(bytes(20 << 20))
    fast = ("--pbkdf=pbkdf2", "--pbkdf-force-iterations=1000")
    command = [CRYPTSETUP, "luksFormat", "--batch-mode", *fast, "--key-file=-", str(path)]
    subprocess.run(command, input=CANARY.encode(), check=True, timeout=60)
    return path


def opening(world: World, disk: Path) -> Job:
    sayso = " ".join(world.command)
    line = f"{sayso} password '{MESSAGE}' --no-newline | "
    line += f"{CRYPTSETUP} open --test-passphrase {disk} --key-file=-"
    return world.spawn(["sh", "-c", line])


def test_the_right_one_and_a_wrong_one(world: World, disk: Path) -> None:
    for typed, code in ((CANARY, 0), (f"{CANARY}!", NO_KEY)):
        job = opening(world, disk)
        send_secret(world, MESSAGE, typed)
        assert job.wait().code == code
    no_dialog(world)


def test_a_no_opens_nothing(world: World, disk: Path) -> None:
    job = opening(world, disk)
    world.dialogs.press("Deny", pid=dialog(world, MESSAGE))
    done = job.wait()
    assert done.code != 0
    assert "Denied by the person" in done.err
    no_dialog(world)
