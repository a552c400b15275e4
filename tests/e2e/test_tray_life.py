"""The tray as time goes on: what goes wrong, deaths, hosts that come later, changes without end."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.asking import answer, came_out, dialog
from support.lengths import AtLength
from support.logind import Bus
from support.processes import PATIENCE, kill, wait_until
from support.trays import Desktop, Watcher, asked, icons, shows_icon, the_icon
from support.world import World

COMMENT = "# mine\n"


def is_back_within(seconds: float, desktop: Desktop) -> bool:
    """The icon of another tray, after this one is killed."""
    pid = desktop.tray()
    kill(pid)
    killed = time.monotonic()
    pid = desktop.tray(other_than=pid)
    wait_until(lambda: shows_icon(desktop.world, pid), "its icon")
    return time.monotonic() - killed <= seconds


@pytest.mark.parametrize(("panel", "colour"), [("", "dark"), ("XFCE", "light")])
def test_the_icon_tells_how_it_stands(desktop: Desktop, panel: str, colour: str) -> None:
    world = desktop.world
    world.environ["XDG_CURRENT_DESKTOP"] = panel
    desktop.start()
    menu = desktop.menu()

    def shows(drawing: str) -> None:
        wait_until(lambda: menu.icon() == f"sayso-{drawing}-{colour}", drawing)

    shows("idle")
    for count, message in enumerate(("Deploy?", "Restart?"), 1):
        world.start("confirm", message)
        shows(f"waiting-{count}")
    for message in ("Deploy?", "Restart?"):
        answer(world, message)
    shows("idle")
    assert world.sayso("dnd", "on").code == 0
    shows("paused")
    assert world.sayso("dnd", "off").code == 0
    desktop.write("wait = = 1\n")
    shows("trouble")


class TestWhatGoesWrong:
    def test_a_broken_file_is_told_and_stays_as_it_is(self, desktop: Desktop) -> None:
        broken = f"{COMMENT}wait = = 1\n"
        desktop.write(broken)
        desktop.start()
        menu = desktop.menu()
        assert "line 2" in menu.labels()[0]
        menu.choose("Settings > Play a sound")
        desktop.says("line 2")
        assert desktop.settings() == broken

    def test_a_broken_file_is_told_wherever_it_is(self, desktop: Desktop) -> None:
        home = desktop.world.directory / "c\udcff\n"  # a byte that is not UTF-8, and a line's end
        desktop.world.everywhere(XDG_CONFIG_HOME=str(home))
        home.mkdir()
        (home / "sayso").mkdir()
        (home / "sayso" / "config.toml").write_text("wait = = 1\n")
        desktop.start()
        menu = desktop.menu()
        assert "line 1" in menu.labels()[0]
        menu.choose("Settings > Play a sound")
        desktop.says(r"c\u{dcff}\u{a}/sayso/config.toml: line 1")

    def test_a_directory_that_cannot_be_written_is_told(self, desktop: Desktop) -> None:
        desktop.write(COMMENT)
        place = desktop.world.configuration.parent
        desktop.start()
        place.chmod(0o500)
        try:
            if (place / "config.toml").stat().st_uid == 0:
                pytest.skip("root can write everywhere")
            desktop.menu().choose("Settings > Play a sound")
            desktop.says("Permission denied")
            assert desktop.settings() == COMMENT
        finally:
            place.chmod(0o700)

    @pytest.mark.root("mounts a disk")
    def test_a_full_disk_is_told_and_nothing_is_lost(self, desktop: Desktop) -> None:
        place = desktop.world.configuration.parent
        with tiny_disk(place):
            desktop.write(COMMENT)
            desktop.start()
            with contextlib.suppress(OSError):
                (place / "rest").write_bytes(bytes(1 << 16))
            menu = desktop.menu()
            menu.choose("Settings > Play a sound")
            desktop.says("No space left on device")
            assert desktop.settings() == COMMENT
            assert not menu.checked("Settings > Play a sound")
            (place / "rest").unlink()
            menu.choose("Settings > Play a sound")
            wait_until(lambda: "sound = true" in desktop.settings(), "the setting")
            assert COMMENT in desktop.settings()

    @pytest.mark.serial("it counts real seconds")
    def test_killed_another_one_is_there_within_two_seconds_with_all_that_waits(
        self, desktop: Desktop
    ) -> None:
        world = desktop.world
        desktop.host()
        desktop.start()
        the_icon(world)
        world.start("confirm", "Deploy?")
        dialog(world, "Deploy?")
        assert any(is_back_within(2, desktop) for _ in range(3))  # a busy machine may be late once
        desktop.click(asked(world, "Deploy?") + " · 2 min left")
        answer(world, "Deploy?")

    def test_an_interrupt_that_is_meant_for_an_asker_is_not_for_it(self, desktop: Desktop) -> None:
        pid = desktop.start()
        desktop.menu()
        os.kill(pid, signal.SIGINT)
        desktop.menu().choose("Settings > Play a sound")
        wait_until(lambda: "sound = true" in desktop.settings(), "the setting")
        assert desktop.tray() == pid

    def test_deaths_leave_one_icon_and_no_file(self, desktop: Desktop, at_length: AtLength) -> None:
        world = desktop.world
        desktop.host()
        pid = desktop.start()
        the_icon(world)
        before = files(world)
        for _ in range(at_length(3, 10)):
            kill(pid)
            pid = desktop.tray(other_than=pid)
            desktop.menu()
        wait_until(lambda: len(icons(world)) == 1, "one icon")
        assert files(world) == before

    def test_without_a_session_bus_questions_go_on(self, desktop: Desktop) -> None:
        world = desktop.world
        del world.environ["DBUS_SESSION_BUS_ADDRESS"]
        assert world.sayso("daemon", "start").code == 0
        pid = desktop.tray()
        fault = desktop.status()["session_bus_fault"]
        assert fault
        assert fault in world.sayso("status").out
        job = world.start("confirm", "Deploy?", "--json")
        world.dialogs  # noqa: B018 (the eyes have the bus that the daemon has not)
        wait_until(lambda: world.prompts() and world.prompts()[0]["state"] == "shown", "a dialog")
        assert world.sayso("withdraw", str(world.prompts()[0]["number"])).code == 0
        assert came_out(job.wait()) == (8, "withdrawn")
        assert desktop.tray() == pid


def test_the_session_bus_goes_and_is_back_with_the_icon(desktop: Desktop) -> None:
    bus = Bus(desktop.world.directory, "session-bus")
    desktop.world.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    with bus:
        pid = desktop.start()
        desktop.menu()
    pid = desktop.tray(other_than=pid)  # the libraries end it with its bus
    wait_until(lambda: desktop.status()["session_bus_fault"], "the loss")
    with bus:
        wait_until(lambda: desktop.status()["session_bus_fault"] is None, "the bus")
        desktop.tray(other_than=pid)
        desktop.menu().choose("Settings > Play a sound")
        wait_until(lambda: "sound = true" in desktop.settings(), "the setting")


def test_no_change_leaves_a_window_behind(desktop: Desktop) -> None:
    """Nor one that is never seen: GTK and the X server keep each for good."""
    pid = desktop.start()
    menu = desktop.menu()
    off = "Do not disturb: off"
    after = []
    for _ in range(3):
        assert desktop.world.sayso("dnd", "on").code == 0
        wait_until(lambda: off not in menu.labels(), "the state")
        assert desktop.world.sayso("dnd", "off").code == 0
        wait_until(lambda: off in menu.labels(), "the state before")
        after.append(desktop.world.dialogs.kept_windows(pid))
    assert after == [after[0]] * 3


def test_a_host_of_status_notifiers_that_comes_later_has_the_icon(desktop: Desktop) -> None:
    desktop.start()
    desktop.menu()
    watcher = Watcher(desktop.world)
    try:
        assert "NotificationItem" in watcher.registered.get(timeout=PATIENCE)
    finally:
        watcher.close()


@contextlib.contextmanager
def tiny_disk(place: Path) -> Iterator[None]:
    """A disk of its own, of 8 KiB, is there; who still looks into it at the end, may."""
    place.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", str(place)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def files(world: World) -> set[str]:
    """All in this world but logs."""
    return {
        str(path)
        for path in world.directory.rglob("*")
        if path.is_file() and "/log" not in str(path) and "/cache/" not in str(path)
    }
