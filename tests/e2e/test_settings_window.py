"""The window of the settings: real keys and clicks, and the dialog that a guard takes."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.presentation.settings_page import words
from support.languages import spoken
from support.processes import descendants, wait_until
from support.settings_window import SettingsWindow
from support.trays import Desktop
from support.world import World


@pytest.fixture
def window(world: World) -> Iterator[SettingsWindow]:
    made = SettingsWindow(world)
    made.open()
    yield made
    made.close()


def test_a_number_is_changed_by_the_keyboard(window: SettingsWindow) -> None:
    window.write("A dialog stays for", "90")
    wait_until(lambda: "timeout = 90" in window.settings(), "the change")
    assert window.find("Default: 120 seconds")
    window.reach("Back to the default: A dialog stays for")
    window.keys("Return")
    wait_until(lambda: "timeout" not in window.settings(), "the default")


def test_a_wrong_one_is_said_beside_it_and_changes_nothing(window: SettingsWindow) -> None:
    window.write("A dialog stays for", "4")
    wait_until(lambda: window.find("It must be 5 to 600 seconds."), "what is wrong")
    assert "timeout" not in window.settings()
    window.write("A dialog stays for", "60")
    wait_until(lambda: "timeout = 60" in window.settings(), "the change")
    assert not window.find("It must be")


def test_what_is_changed_holds_at_once(world: World, window: SettingsWindow) -> None:
    assert world.sayso("daemon", "start").code == 0
    window.click("Show notifications")
    wait_until(lambda: "notifications = false" in window.settings(), "the change")
    window.write("A program waits for the answer for", "20")

    def holds() -> bool:
        with world.wire() as wire:
            return bool(wire.call("hello")["result"]["wait"] == 20)

    wait_until(holds, "it to hold")


def test_other_machines_are_listed(world: World) -> None:
    assert world.sayso("remote", "open", "build-7").code == 0
    window = SettingsWindow(world)
    try:
        window.open()
        wait_until(lambda: window.find("build-7: may ask"), "the machine")
    finally:
        window.close()


@pytest.mark.parametrize(("button", "loosened"), [("Approve", True), ("Deny", False)])
def test_what_is_less_safe_takes_the_persons_word(
    world: World, window: SettingsWindow, button: str, loosened: bool
) -> None:
    label = "Assistive technology may press Approve"
    window.reach(label)
    window.keys("space")
    wait_until(lambda: world.dialogs.shows("Make sayso less safe?"), "the dialog")
    assert "accessibility" not in window.settings()
    world.dialogs.press(button)
    wait_until(lambda: not window.find("sayso asks you whether it may"), "the answer")
    assert ("accessibility_approval = true" in window.settings()) is loosened
    (box,) = (each for each in window.look() if each.role == "check box" and label in each.name)
    assert box.is_checked is loosened
    assert bool(window.find("It is as it was.")) is not loosened


@pytest.mark.parametrize(("button", "seconds"), [("Approve", "600"), ("Deny", "60")])
def test_a_number_that_was_asked_about_shows_what_holds(
    world: World, window: SettingsWindow, button: str, seconds: str
) -> None:
    label = "An answer is kept for"
    window.write(label, "600")
    wait_until(lambda: world.dialogs.shows("Make sayso less safe?"), "the dialog")
    world.dialogs.press(button)
    wait_until(lambda: not window.find("sayso asks you whether it may"), "the answer")
    assert ("retention = 600" in window.settings()) is (seconds == "600")
    (field,) = (each for each in window.look() if (each.role, each.name) == ("entry", label))
    assert field.text == seconds


@pytest.mark.parametrize(("button", "switched"), [("Approve", True), ("Deny", False)])
def test_what_asks_by_sayso_is_switched_by_a_dialog_that_shows_the_change(
    world: World, window: SettingsWindow, button: str, switched: bool
) -> None:
    label = "git: asks for passwords by dialogs"
    window.reach(label)
    window.keys("space")
    wait_until(lambda: world.dialogs.shows("Let git ask through sayso?"), "the dialog")
    assert world.dialogs.shows("sayso asks")
    assert world.dialogs.shows("+[credential]")
    file = Path(world.environ["HOME"]) / ".gitconfig"
    assert not file.exists()
    world.dialogs.press(button)
    wait_until(lambda: not window.find("sayso asks you whether it may"), "the answer")
    assert file.exists() is switched
    (box,) = (each for each in window.look() if each.role == "check box" and label in each.name)
    assert box.is_checked is switched
    assert bool(window.find("git asks through sayso from now on.")) is switched


def test_from_right_to_left_the_dialog_says_it_as_the_window_does(world: World) -> None:
    """What keeps words in order there is nothing that a person should see."""
    world.everywhere(LANGUAGE="ar")
    with spoken("ar"):
        label = words.has_passwords_asked("git")
    window = SettingsWindow(world)
    try:
        window.start(label)
        window.reach(label)
        window.keys("space")
        said = wait_until(
            lambda: next((each for each in world.dialogs.texts() if "git" in each), None), "it"
        )
        assert not any("\\u{" in each for each in world.dialogs.texts()), said
    finally:
        window.close()


def test_what_draws_it_is_in_a_sandbox(window: SettingsWindow) -> None:
    """It sees other processes, other files and no network."""
    (drawing,) = (
        each.pid for each in descendants(window.pid)
        if Path(each.command.split()[0]).name == "WebKitWebProcess"
    )  # fmt: skip
    for space in ("mnt", "net", "pid"):
        outside, inside = (Path(f"/proc/{pid}/ns/{space}") for pid in (window.pid, drawing))
        assert outside.readlink() != inside.readlink()


def test_it_begins_at_what_asks_by_sayso_if_that_is_wanted(world: World) -> None:
    window = SettingsWindow(world)
    try:
        window.open("--integrations")
        wait_until(lambda: any(each.shows for each in window.find("sayso starts at login")), "it")
        assert window.find("off: the first question starts the daemon")
    finally:
        window.close()


def test_the_dialog_goes_with_the_window(world: World, window: SettingsWindow) -> None:
    """Else an approval would be recorded, and nothing come of it."""
    window.reach("Assistive technology may press Approve")
    window.keys("space")
    wait_until(lambda: world.dialogs.shows("Make sayso less safe?"), "the dialog")
    window.close()
    world.dialogs.wait_gone(role="alert")


def test_it_is_opened_from_the_tray(desktop: Desktop) -> None:
    window = SettingsWindow(desktop.world)
    desktop.start()
    desktop.menu().choose("Settings > All settings")
    wait_until(lambda: window.find("A dialog stays for"), "the page")
    window.keys("ctrl+w")
    wait_until(lambda: not desktop.world.dialogs.windows(), "its end")
