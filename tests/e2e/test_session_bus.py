"""Where no session bus is, none of our processes starts one; one that comes later is found."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from support.asking import answer, came_out
from support.processes import wait_until
from support.trays import Desktop
from support.world import World

BUS = "DBUS_SESSION_BUS_ADDRESS"


@pytest.fixture
def launched(desktop: Desktop) -> Callable[[], str]:
    """Tells with which arguments anything has run `dbus-launch`, in a world that has no bus."""
    world = desktop.world
    forget_the_bus(world)
    told = world.directory / "launched"
    told.touch()
    program = world.directory / "bin" / "dbus-launch"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" >>{told}\nexit 1\n')
    program.chmod(0o700)
    world.everywhere(PATH=f"{program.parent}:{world.environ['PATH']}")
    return told.read_text


def forget_the_bus(world: World) -> str:
    """Its address."""
    address = world.environ.pop(BUS)
    # by this property toolkits find the accessibility bus without a session bus
    subprocess.run(["xprop", "-root", "-remove", "AT_SPI_BUS"], env=world.environ, check=True)
    return address


def log(world: World) -> str:
    return Path(world.environ["XDG_STATE_HOME"], "sayso/log/daemon.log").read_text()


@pytest.mark.parametrize("named", [None, "", "autolaunch:"], ids=["none", "empty", "autolaunch"])
def test_none_is_started(desktop: Desktop, launched: Callable[[], str], named: str | None) -> None:
    """Neither by dialog, tray and notification, nor by what looks at the screen."""
    world = desktop.world
    if named is not None:
        world.environ[BUS] = named
    desktop.start()
    asked = world.start("confirm", "Deploy?", "--timeout", "5", "--json")
    wait_until(lambda: world.prompts() and world.prompts()[0]["state"] == "shown", "a dialog")
    assert came_out(asked.wait()) == (5, "timed_out")
    wait_until(lambda: "the session bus can't be reached" in log(world), "a notification's try")
    assert "there is no session bus" in world.sayso("doctor").out
    assert launched() == ""


def test_one_that_comes_to_its_standard_place_has_the_icon_and_screen_readers(
    desktop: Desktop,
) -> None:
    world = desktop.world
    address = forget_the_bus(world)
    pid = desktop.start()
    assert came_out(world.sayso("confirm", "Early?", "--timeout", "5", "--json")) == (
        5,
        "timed_out",
    )
    world.environ[BUS] = address
    Path(world.environ["XDG_RUNTIME_DIR"], "bus").symlink_to(world.directory / "bus")
    wait_until(lambda: desktop.status()["session_bus_fault"] is None, "the bus")
    desktop.tray(other_than=pid)
    assert desktop.menu().labels()
    asked = world.start("confirm", "Deploy?", "--json")
    answer(world, "Deploy?")  # found as a screen reader finds it
    assert came_out(asked.wait()) == (1, "denied")
