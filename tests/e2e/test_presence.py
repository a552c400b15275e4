"""The person locks the screen, logs in or leaves, under a running daemon."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.asking import answer, came_out, dialog, no_dialog
from support.false_bus import FalseBus
from support.logind import Bus, Logind
from support.processes import wait_until
from support.session_manager import SessionManager
from support.world import World

LOCKED, BEHIND = "the screen is locked", "another user is in front"
GONE = (4, "no_interactor")
MESSAGE = "Deploy?"


@pytest.fixture
def bus(world: World) -> Iterator[Bus]:
    """Where the world's daemon looks for it."""
    with Bus(world.directory) as bus:
        assert world.environ["DBUS_SYSTEM_BUS_ADDRESS"] == bus.address
        yield bus


@pytest.fixture
def logind(bus: Bus) -> Iterator[Logind]:
    with Logind(bus) as logind:
        yield logind


def status(world: World) -> dict[str, Any]:
    with world.wire() as wire:
        told: dict[str, Any] = wire.call("status")["result"]
    return told


def until(world: World, **wanted: str | None) -> None:
    """Status says so."""

    def says() -> bool:
        told = status(world)
        return {name: told[name] for name in wanted} == wanted

    wait_until(says, f"{wanted} in status")


def until_gone(world: World, fault: str) -> None:
    """Status says that what this is about is no more."""

    def gone() -> bool:
        said = status(world)[fault]
        return said is not None and ("has gone" in said or "No such file" in said)

    wait_until(gone, f"{fault} in status")


def test_nobody_is_asked_on_a_locked_screen(world: World, logind: Logind) -> None:
    logind.begins("c1")
    world.sayso("daemon", "start")
    until(world, away=None, presence_fault=None)
    asked = world.start("confirm", MESSAGE, "--json")
    dialog(world, MESSAGE)

    logind.turns("c1", LockedHint=True)
    assert came_out(asked.wait()) == GONE
    no_dialog(world)
    refused = world.sayso("confirm", MESSAGE, "--json")
    assert came_out(refused) == GONE
    assert refused.json["reason"] == LOCKED
    assert f"person       {LOCKED}\n" in world.sayso("status").out
    no_dialog(world)

    logind.turns("c1", LockedHint=False)
    until(world, away=None)
    asked = world.start("confirm", MESSAGE, "--json")
    answer(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")


def test_questions_wait_on_a_locked_screen_that_lets_them(world: World, logind: Logind) -> None:
    """The one that was shown is back; then the one that came meanwhile."""
    with world.configuration.open("a") as file:
        file.write('locked = "wait"\n')
    logind.begins("c1")
    world.sayso("daemon", "start")
    until(world, away=None, presence_fault=None)
    before = world.start("confirm", MESSAGE, "--json")
    dialog(world, MESSAGE)

    logind.turns("c1", LockedHint=True)
    until(world, away=LOCKED)
    no_dialog(world)
    meanwhile = world.start("confirm", "Restart?", "--json")
    wait_until(lambda: len(world.prompts()) == 2, "both questions")
    assert {each["state"] for each in world.prompts()} == {"queued"}
    no_dialog(world)
    assert before.running
    assert meanwhile.running

    logind.turns("c1", LockedHint=False)
    answer(world, MESSAGE, "Approve")
    assert came_out(before.wait()) == (0, "approved")
    answer(world, "Restart?", "Deny")
    assert came_out(meanwhile.wait()) == (1, "denied")


def test_nobody_is_asked_behind_another_user(world: World, logind: Logind) -> None:
    logind.begins("c1", Active=False)
    world.sayso("daemon", "start")
    until(world, away=BEHIND)
    assert world.sayso("confirm", MESSAGE, "--json").json["reason"] == BEHIND
    logind.turns("c1", Active=True)
    until(world, away=None)
    asked = world.start("confirm", MESSAGE, "--json")
    answer(world, MESSAGE, "Deny")
    assert came_out(asked.wait()) == (1, "denied")


def test_of_several_sessions_the_one_on_this_screen_counts(world: World, logind: Logind) -> None:
    logind.begins("here", Display=world.environ["DISPLAY"])
    logind.begins("elsewhere", Display=":4711", LockedHint=True)
    world.sayso("daemon", "start")
    until(world, away=None, presence_fault=None)
    asked = world.start("confirm", MESSAGE, "--json")
    dialog(world, MESSAGE)
    logind.turns("here", LockedHint=True)
    assert came_out(asked.wait()) == GONE
    no_dialog(world)


def test_the_system_bus_comes_goes_and_is_back(world: World) -> None:
    """Questions are asked all the while, except where the screen is known to be locked."""
    bus = Bus(world.directory)
    logind = Logind(bus)
    asked = world.start("confirm", MESSAGE, "--json")
    answer(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")
    missing = f"{bus.socket}: No such file or directory"
    assert status(world)["presence_fault"] == missing
    assert f"person       not known: {missing}\n" in world.sayso("status").out
    daemon = world.daemon_pid()
    for _ in range(2):
        with bus:
            with logind:
                logind.begins("c1", LockedHint=True)
                until(world, away=LOCKED, presence_fault=None)
                assert came_out(world.sayso("confirm", MESSAGE, "--json")) == GONE
                logind.turns("c1", LockedHint=False)
                until(world, away=None)
            wait_until(
                lambda: "ServiceUnknown" in (status(world)["presence_fault"] or ""), "its end"
            )
        until_gone(world, "presence_fault")
        asked = world.start("confirm", MESSAGE, "--json")
        answer(world, MESSAGE, "Approve")
        assert came_out(asked.wait()) == (0, "approved")
        no_dialog(world)
    assert world.daemon_pid() == daemon


def test_the_session_bus_goes_and_is_back(world: World) -> None:
    """With a dialog on the screen, which may die of it; its question is back, and is answered."""
    bus = Bus(world.directory, "session-bus")
    world.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    with bus:
        world.sayso("daemon", "start")
        until(world, session_bus_fault=None)
        daemon = world.daemon_pid()
        asked = world.start("confirm", MESSAGE, "--json")
        dialog(world, MESSAGE)
    until_gone(world, "session_bus_fault")
    assert "\nsession bus  none: " in world.sayso("status").out
    answer(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")
    asked = world.start("confirm", MESSAGE, "--json")
    answer(world, MESSAGE, "Deny")
    assert came_out(asked.wait()) == (1, "denied")
    with bus:
        until(world, session_bus_fault=None)
    assert world.daemon_pid() == daemon


def test_a_false_session_bus_holds_up_nobody(world: World) -> None:
    """It sends what has no end."""
    with FalseBus(world.directory) as bus:
        world.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        world.sayso("daemon", "start")
        until(world, session_bus_fault="the bus sent what can't be read")
        asked = world.start("confirm", MESSAGE, "--json")
        answer(world, MESSAGE, "Approve")
        assert came_out(asked.wait()) == (0, "approved")


class TestAScreenThatComesLater:
    """The daemon was started at boot, or over ssh; then the person logs in."""

    @pytest.fixture
    def manager(self, world: World) -> Iterator[SessionManager]:
        """It knows no screen yet, nor does the environment."""
        names = ("DISPLAY", "XAUTHORITY")
        self.screen = {name: world.environ.pop(name) for name in names if name in world.environ}
        with SessionManager(Path(world.environ["XDG_RUNTIME_DIR"]), {"LANG": "C"}) as manager:
            yield manager

    def test_the_next_question_finds_it(self, world: World, manager: SessionManager) -> None:
        refused = world.sayso("confirm", MESSAGE, "--json")
        assert came_out(refused) == GONE
        assert "the session manager knows none" in refused.json["reason"]
        daemon = world.daemon_pid()
        manager.environ.update(self.screen)
        wait_until(
            lambda: world.sayso("confirm", MESSAGE, "--wait", "0", "--json").code == 3,
            "a question that is asked",
        )
        world.dialogs.press("Approve")
        no_dialog(world)
        assert status(world)["screen"] == self.screen["DISPLAY"]
        assert world.daemon_pid() == daemon

    def test_a_login_is_heard_of(
        self, world: World, manager: SessionManager, logind: Logind
    ) -> None:
        """Nobody need ask: the first dialog is warm before."""
        world.sayso("daemon", "start")
        until(world, screen=None, presence_fault=None)
        manager.environ.update(self.screen)
        logind.begins("c1")
        until(world, screen=self.screen["DISPLAY"], screen_reason=None)
        asked = world.start("confirm", MESSAGE, "--json")
        answer(world, MESSAGE, "Approve")
        assert came_out(asked.wait()) == (0, "approved")

    def test_of_several_sessions_the_one_on_it_counts(
        self, world: World, manager: SessionManager, logind: Logind
    ) -> None:
        display = self.screen["DISPLAY"]
        logind.begins("here", Display=display)
        logind.begins("elsewhere", Display=":4711", LockedHint=True)
        world.sayso("daemon", "start")
        until(world, screen=None, away=LOCKED)
        manager.environ.update(self.screen)
        until(world, screen=display, away=None)

    def test_a_session_manager_that_hangs_holds_up_nobody_else(
        self, world: World, manager: SessionManager
    ) -> None:
        world.sayso("daemon", "start")
        manager.silent = True
        before = manager.asked
        asked = world.start("confirm", MESSAGE, "--json")
        wait_until(lambda: manager.asked > before, "a question to the session manager")
        assert status(world)["screen"] is None
        assert asked.running
        assert came_out(asked.wait()) == GONE


def test_another_login_has_another_display(world: World) -> None:
    """The X server ended with the session before; the next one has a name of its own."""
    asked = world.start("confirm", MESSAGE, "--json")
    answer(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")
    daemon = world.daemon_pid()
    with SessionManager(Path(world.environ["XDG_RUNTIME_DIR"]), {}) as manager:
        world.screen.lose()
        until(world, screen=None)
        manager.environ["DISPLAY"] = world.screen.restore_elsewhere()
        wait_until(
            lambda: world.sayso("confirm", MESSAGE, "--wait", "2", "--json").code == 3,
            "a question that is asked",
        )
        world.dialogs.press("Approve")
        no_dialog(world)
        assert status(world)["screen"] == manager.environ["DISPLAY"]
        assert world.daemon_pid() == daemon
