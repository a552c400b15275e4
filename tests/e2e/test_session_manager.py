"""Whoever starts the daemon, its questions are on the screen of the session."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.processes import wait_until
from support.session_manager import SessionManager
from support.world import World

NOWHERE = ":4711"


@pytest.fixture
def manager(world: World) -> Iterator[SessionManager]:
    """One that knows the screen of this world, which the environment has forgotten."""
    runtime = Path(world.environ["XDG_RUNTIME_DIR"])
    names = ("DISPLAY", "XAUTHORITY")
    known = {name: world.environ.pop(name) for name in names if name in world.environ}
    with SessionManager(runtime, known) as manager:
        yield manager


def shown_and_approved(world: World) -> None:
    asked = world.start("confirm", "Deploy?")
    world.dialogs.press("Approve")
    assert asked.wait().code == 0


def screen_of(world: World) -> str:
    with world.wire() as wire:
        screen: str = wire.call("status")["result"]["screen"]
    return screen


def test_an_asker_that_was_started_without_a_screen(world: World, manager: SessionManager) -> None:
    screen = manager.environ["DISPLAY"]
    shown_and_approved(world)
    assert screen_of(world) == screen
    assert manager.asked


def test_an_asker_on_another_screen(world: World, manager: SessionManager) -> None:
    """One of its own, for instance, where it could press the buttons itself."""
    world.environ["DISPLAY"] = NOWHERE
    world.environ["WAYLAND_DISPLAY"] = "wayland-7"
    shown_and_approved(world)


BUS = "DBUS_SESSION_BUS_ADDRESS"


def finds_the_bus(world: World) -> None:
    def found() -> bool:
        with world.wire() as wire:
            fault = wire.call("status")["result"]["session_bus_fault"]
        return fault is None

    wait_until(found, "the session bus")


def test_an_asker_on_another_bus(world: World, manager: SessionManager) -> None:
    """Such as `dbus-run-session` makes, which ends with the program in it."""
    manager.environ[BUS] = world.environ[BUS]
    world.environ[BUS] = f"unix:path={world.directory}/its-own-bus"
    shown_and_approved(world)
    finds_the_bus(world)


@pytest.mark.parametrize("known", [{}, {BUS: ""}], ids=["none", "empty"])
def test_a_manager_that_knows_no_bus(
    world: World, manager: SessionManager, known: dict[str, str]
) -> None:
    manager.environ.update(known)
    shown_and_approved(world)
    finds_the_bus(world)


def test_a_manager_that_knows_no_screen(world: World, manager: SessionManager) -> None:
    world.environ["DISPLAY"] = manager.environ.pop("DISPLAY")
    manager.environ["LANG"] = "C.UTF-8"
    shown_and_approved(world)


def test_one_that_does_not_answer(world: World, manager: SessionManager) -> None:
    world.environ["DISPLAY"] = manager.environ["DISPLAY"]
    manager.silent = True
    shown_and_approved(world)


def test_a_restart_finds_the_screen_that_has_come(world: World, manager: SessionManager) -> None:
    screen = manager.environ.pop("DISPLAY")
    assert world.sayso("confirm", "Deploy?").code == 4
    manager.environ["DISPLAY"] = screen
    assert world.sayso("daemon", "restart").code == 0
    shown_and_approved(world)


def test_a_start_finds_the_screen_that_has_come(world: World, manager: SessionManager) -> None:
    """As a desktop does at login; a daemon that has a screen goes on."""
    screen = manager.environ.pop("DISPLAY")
    assert world.sayso("confirm", "Deploy?").code == 4
    manager.environ["DISPLAY"] = screen
    assert world.sayso("daemon", "start").code == 0
    pid = world.daemon_pid()
    assert world.sayso("daemon", "start").code == 0
    assert world.daemon_pid() == pid
    shown_and_approved(world)


def test_doctor_looks_at_the_same_screen(world: World, manager: SessionManager) -> None:
    seen = world.sayso("doctor")
    assert seen.code == 0, seen.out
    assert manager.environ["DISPLAY"] in seen.out
    assert manager.asked
