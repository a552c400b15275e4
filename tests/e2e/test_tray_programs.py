"""What the tray starts: the person's programs, and commands of ours. The menu answers meanwhile."""

import contextlib
import os
import shlex
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.platforms import select
from support.processes import wait_until
from support.session_manager import SessionManager
from support.trays import Desktop, Menu, has_no_child, install_opener, without_pages
from support.world import World

LOGIN = "Start at login"


def the_menu_answers(desktop: Desktop, menu: Menu) -> None:
    menu.choose("About sayso")
    desktop.says("MIT licence")


class TestFiles:
    def test_are_opened_in_the_persons_programs(self, desktop: Desktop) -> None:
        opened = install_opener(desktop.world)
        without_pages(desktop.world)
        tray = desktop.start()
        menu = desktop.menu()
        menu.choose("Open the configuration file")
        wait_until(lambda: str(desktop.world.configuration) in opened(), "the configuration")
        assert "# wait = 45" in desktop.settings()
        menu.choose("History")
        history = history_of(desktop.world)
        wait_until(lambda: str(history) in opened(), "the history")
        assert "Nothing has been asked yet." in history.read_text()
        log = Path(desktop.status()["log"])
        assert not [path for path in log.iterdir() if b"complaint" in path.read_bytes()]
        wait_until(lambda: has_no_child(tray), "the end of what was started")

    def test_that_nothing_opens_are_told(self, desktop: Desktop) -> None:
        place = desktop.world.configuration
        desktop.start()
        place.parent.mkdir(exist_ok=True)
        place.symlink_to("nowhere")
        desktop.menu().choose("Open the configuration file")
        desktop.says(f"{place} can't be opened: ")

    def test_that_cannot_be_made_are_told(self, desktop: Desktop) -> None:
        desktop.start()
        desktop.world.configuration.parent.write_text("no directory")
        desktop.menu().choose("Open the configuration file")
        desktop.says(f"{desktop.world.configuration.parent}")

    def test_that_take_long_to_make_are_waited_for(self, desktop: Desktop) -> None:
        opened = install_opener(desktop.world)
        place = desktop.world.configuration
        place.parent.mkdir()
        desktop.start()
        menu = desktop.menu()
        with select.files().locked(str(place.parent), 10):
            menu.choose("Open the configuration file")
            the_menu_answers(desktop, menu)
            assert not place.exists()
        wait_until(lambda: str(place) in opened(), "the configuration")


class Runner:
    """`systemd-run`, on the person's PATH, does what the test says; the daemon is a unit."""

    def __init__(self, world: World, script: str) -> None:
        place = world.directory / "bin"
        place.mkdir()
        self._told = world.directory / "was-told"
        install_opener(world, ["text/plain", "text/html"])
        without_pages(world)
        program = place / "systemd-run"
        program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{self._told}\n{script}\n')
        program.chmod(0o700)
        path = f"{place}:{world.environ['PATH']}"
        world.everywhere(PATH=path, INVOCATION_ID="0" * 32)

    def arguments(self) -> list[str]:
        wait_until(lambda: self._told.exists() and self._told.read_text(), "systemd-run")
        return self._told.read_text().splitlines()


def opener_of(world: World) -> Path:
    return Path(world.environ["XDG_DATA_HOME"], "applications", "opener.desktop")


def history_of(world: World) -> Path:
    return world.socket_path.with_name("history.html")


class TestFilesUnderSystemd:
    """A program that is opened is a unit of its own."""

    def test_are_opened_there(self, desktop: Desktop) -> None:
        runner = Runner(desktop.world, "echo chatter >&2")
        tray = desktop.start()
        menu = desktop.menu()
        menu.choose("History")
        told = runner.arguments()
        assert told[0] == "--user"
        assert "--setenv=DISPLAY" in told
        opener = str(opener_of(desktop.world))
        assert told[-5:] == [
            "--",
            shutil.which("gio"),
            "launch",
            opener,
            history_of(desktop.world).as_uri(),
        ]
        wait_until(lambda: has_no_child(tray), "its end")
        the_menu_answers(desktop, menu)
        assert not desktop.world.dialogs.windows()

    def test_a_configuration_is_opened_as_text_where_no_program_is_for_toml(
        self, desktop: Desktop
    ) -> None:
        runner = Runner(desktop.world, "")
        desktop.start()
        desktop.menu().choose("Open the configuration file")
        told = runner.arguments()
        assert told[-3:-1] == ["launch", str(opener_of(desktop.world))]
        assert told[-1] == desktop.world.configuration.as_uri()

    def test_a_failure_is_told(self, desktop: Desktop) -> None:
        Runner(desktop.world, "echo 'Failed to start transient service unit' >&2; exit 1")
        tray = desktop.start()
        desktop.menu().choose("History")
        desktop.says(
            f"{history_of(desktop.world)} can't be opened: Failed to start transient service unit"
        )
        assert has_no_child(tray)

    def test_a_failure_without_a_word_is_told(self, desktop: Desktop) -> None:
        Runner(desktop.world, "exit 7")
        desktop.start()
        desktop.menu().choose("History")
        desktop.says("can't be opened: the program failed, exit status 7")

    def test_one_that_hangs_leaves_the_menu_alive(self, desktop: Desktop) -> None:
        gate = desktop.world.directory / "gate"
        os.mkfifo(gate)
        runner = Runner(desktop.world, f"cat {shlex.quote(str(gate))} >&2; exit 1")
        desktop.start()
        menu = desktop.menu()
        menu.choose("History")
        runner.arguments()
        the_menu_answers(desktop, menu)
        gate.write_text("Connection timed out")
        desktop.says("Connection timed out")


@contextlib.contextmanager
def hanging_manager(world: World) -> Iterator[None]:
    """systemd's for this user takes callers, and answers none until the end, when it goes."""
    place = Path(world.environ["XDG_RUNTIME_DIR"], "systemd")
    place.mkdir()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place / "private"))
        listener.listen()
        yield
    shutil.rmtree(place)


def install_units(world: World) -> None:
    """As where systemd runs."""
    runtime = Path(world.environ["XDG_RUNTIME_DIR"])
    with SessionManager(runtime, {}):
        assert world.sayso("autostart", "enable").code == 0
    shutil.rmtree(runtime / "systemd")


def files_at_login(world: World) -> list[Path]:
    place = Path(world.environ["XDG_CONFIG_HOME"])
    return sorted(path for path in place.rglob("*") if path.name.startswith("sayso."))


class TestStartAtLogin:
    def test_is_switched(self, desktop: Desktop) -> None:
        desktop.start()
        menu = desktop.menu()
        menu.choose(LOGIN)
        wait_until(lambda: menu.checked(LOGIN), "the mark")
        assert desktop.world.sayso("autostart", "status").code == 0
        assert files_at_login(desktop.world)
        menu.choose(LOGIN)
        wait_until(lambda: not files_at_login(desktop.world), "no entry")
        wait_until(lambda: not menu.checked(LOGIN), "no mark")

    def test_the_mark_tells_of_what_a_command_has_switched(self, desktop: Desktop) -> None:
        desktop.start()
        menu = desktop.menu()
        world = desktop.world
        assert world.sayso("autostart", "enable").code == 0
        world.sayso("dnd", "on", "30m")  # any change
        wait_until(lambda: menu.checked(LOGIN), "the mark")
        assert world.sayso("autostart", "disable").code == 0
        world.sayso("dnd", "off")
        wait_until(lambda: not menu.checked(LOGIN), "no mark")

    @pytest.mark.parametrize("before", [pytest.param(False, marks=pytest.mark.long), True])
    def test_a_manager_that_hangs_leaves_the_menu_alive(
        self, desktop: Desktop, *, before: bool
    ) -> None:
        """What is being switched is not to be chosen again meanwhile; and it stays as it was where
        that fails."""
        if before:
            install_units(desktop.world)
        there = files_at_login(desktop.world)
        desktop.start()
        menu = desktop.menu()
        with hanging_manager(desktop.world):
            menu.choose(LOGIN)
            wait_until(lambda: not menu.enabled(LOGIN), "that it is being switched")
            the_menu_answers(desktop, menu)
            menu.choose(LOGIN)
            the_menu_answers(desktop, menu)
        desktop.says("systemctl --user daemon-reload failed: ")
        wait_until(lambda: menu.enabled(LOGIN), "that it can be chosen")
        assert menu.checked(LOGIN) == before
        assert files_at_login(desktop.world) == there
        assert not desktop.world.dialogs.windows()

    def test_a_file_of_the_persons_own_stays_and_is_told(self, desktop: Desktop) -> None:
        entry = Path(desktop.world.environ["XDG_CONFIG_HOME"]) / "autostart" / "sayso.desktop"
        entry.parent.mkdir()
        entry.write_text("# mine\n")
        desktop.start()
        menu = desktop.menu()
        menu.choose(LOGIN)
        desktop.says(f"{entry} is not as sayso wrote it")
        assert entry.read_text() == "# mine\n"
        assert menu.checked(LOGIN)
