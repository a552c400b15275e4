"""Start at login by a real `systemd --user`, from the first login to the last file that goes."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.asking import answer, pending
from support.processes import kill, look, wait_gone, wait_until
from support.user_manager import UserManager
from support.world import World

pytestmark = pytest.mark.root("the service manager of a test needs a control group of its own")

SERVICE, SOCKET = "sayso.service", "sayso.socket"


@pytest.fixture
def manager(world: World) -> Iterator[UserManager]:
    with UserManager(world) as manager:
        yield manager


@pytest.fixture
def login(world: World, manager: UserManager) -> UserManager:
    """Enabled, and logged in anew: only the socket is there."""
    enabled = world.sayso("autostart", "enable")
    assert enabled.code == 0, enabled
    manager.log_out()
    manager.log_in()
    return manager


def main_pid(manager: UserManager) -> int:
    return int(manager.show(SERVICE, "MainPID"))


def state(manager: UserManager, unit: str) -> str:
    return manager.show(unit, "ActiveState")


def status(world: World) -> dict[str, int]:
    with world.wire() as wire:
        result: dict[str, int] = wire.call("status")["result"]
    return result


def test_the_desktop_starts_it_with_the_session(world: World, login: UserManager) -> None:
    assert (state(login, SOCKET), state(login, SERVICE)) == ("active", "inactive")
    login.start_desktop()
    wait_until(lambda: state(login, SERVICE) == "active", "the daemon")
    assert main_pid(login) == status(world)["pid"] == world.daemon_pid()
    asked = world.start("confirm", "Deploy?")
    world.dialogs.press("Approve")
    assert asked.wait().code == 0
