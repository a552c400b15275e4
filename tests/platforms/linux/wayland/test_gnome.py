"""What GNOME Shell tells on the bus, and what is made of it where it tells something else."""

import sys

assert sys.platform == "linux"

import os
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.gnome_shell import Answer, GnomeShell
from support.logind import PROPERTIES, Bus
from support.processes import PATIENCE

PROGRAM = Path(__file__).parents[3] / "support" / "gnome_program.py"
DARK, UNKNOWN = 3, -1
SHAPES: list[Answer] = [("s", ("soon",)), ("as", (["a"],)), ("", ()), ("bb", (True, True))]
"""Of answers that no GNOME Shell gives."""

CURTAIN = ("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "ActiveChanged")
SCREENS = ("/org/gnome/Mutter/DisplayConfig", PROPERTIES, "PropertiesChanged")


@pytest.fixture
def bus(directory: Path) -> Iterator[Bus]:
    with Bus(directory, "session-bus") as made:
        yield made


@pytest.fixture
def shell(bus: Bus) -> Iterator[GnomeShell]:
    with GnomeShell(bus.address) as made:
        yield made


def program(bus: Bus | None, word: str) -> "subprocess.Popen[str]":
    environ = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": bus.address if bus else ""}
    if bus is None:
        del environ["DBUS_SESSION_BUS_ADDRESS"]
    command = [sys.executable, str(PROGRAM), word]
    return subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)


def idle(bus: Bus | None) -> str:
    said, _ = program(bus, "idle").communicate(timeout=30)
    return said.strip()


class TestIdle:
    def test_it_is_told_in_seconds(self, bus: Bus, shell: GnomeShell) -> None:
        shell.answers["GetIdletime"] = ("t", (2_500,))
        assert idle(bus) == "2.5"

    def test_where_no_shell_is_nobody_tells(self, bus: Bus) -> None:
        assert idle(bus) == "None"

    def test_without_a_bus_nobody_tells(self) -> None:
        assert idle(None) == "None"

    def test_where_the_bus_has_gone_nobody_tells(self, bus: Bus) -> None:
        bus.end()
        assert idle(bus) == "None"

    @pytest.mark.parametrize("answer", [*SHAPES, ("u", (7,)), ("v", (("t", 7),))])
    def test_of_another_shape_it_is_no_answer(
        self, bus: Bus, shell: GnomeShell, answer: Answer
    ) -> None:
        shell.answers["GetIdletime"] = answer
        assert idle(bus) == "None"

    def test_a_shell_that_hangs_holds_nobody_up(self, bus: Bus, shell: GnomeShell) -> None:
        shell.silent = True
        before = time.monotonic()
        assert idle(bus) == "None"
        assert time.monotonic() - before < 10


Hear = Callable[[], str]


@pytest.fixture
def screens(bus: Bus) -> Iterator[Callable[[], Hear]]:
    """Starts to look at the screens; what is returned waits for the next word about them."""
    started: list[subprocess.Popen[str]] = []

    def start() -> Hear:
        process = program(bus, "screens")
        started.append(process)
        assert process.stdout
        said = process.stdout

        def hear() -> str:
            assert select.select([said], [], [], PATIENCE)[0], "it says nothing"
            return said.readline().strip()

        return hear

    yield start
    for process in started:
        process.kill()
        process.communicate()


Start = Callable[[], Hear]


class TestScreens:
    def test_lit_and_uncurtained_they_are_seen(self, shell: GnomeShell, screens: Start) -> None:
        assert screens()() == "seen"

    def test_where_no_shell_is_they_are_seen(self, screens: Start) -> None:
        assert screens()() == "seen"

    @pytest.mark.parametrize(("mode", "word"), [(DARK, "hidden"), (1, "hidden"), (UNKNOWN, "seen")])
    def test_dark_ones_are_hidden(
        self, shell: GnomeShell, screens: Start, mode: int, word: str
    ) -> None:
        shell.answers["Get"] = ("v", (("i", mode),))
        assert screens()() == word

    def test_behind_the_curtain_they_are_hidden(self, shell: GnomeShell, screens: Start) -> None:
        shell.answers["GetActive"] = ("b", (True,))
        assert screens()() == "hidden"

    @pytest.mark.parametrize("method", ["Get", "GetActive"])
    @pytest.mark.parametrize("answer", [*SHAPES, ("v", (("s", "dark"),)), ("v", (("b", True),))])
    def test_what_has_another_shape_hides_nothing(
        self, shell: GnomeShell, screens: Start, method: str, answer: Answer
    ) -> None:
        shell.answers[method] = answer
        assert screens()() == "seen"

    def test_they_go_dark_and_come_back(self, shell: GnomeShell, screens: Start) -> None:
        hear = screens()
        assert hear() == "seen"
        shell.powers(DARK)
        assert hear() == "hidden"
        shell.powers(0)
        assert hear() == "seen"

    def test_the_curtain_falls_and_rises(self, shell: GnomeShell, screens: Start) -> None:
        hear = screens()
        assert hear() == "seen"
        shell.draws_curtain(drawn=True)
        assert hear() == "hidden"
        shell.powers(DARK)
        assert hear() == "hidden"
        shell.draws_curtain(drawn=False)
        assert hear() == "hidden"  # it is dark behind it
        shell.powers(0)
        assert hear() == "seen"

    def test_other_properties_change_nothing(self, shell: GnomeShell, screens: Start) -> None:
        hear = screens()
        assert hear() == "seen"
        shell.changes({"NightLightSupported": ("b", True)})
        shell.powers(DARK)
        assert hear() == "hidden"  # the first word since

    @pytest.mark.parametrize(
        ("what", "told"),
        [
            (CURTAIN, ("s", ("yes",))),
            (CURTAIN, ("", ())),
            (SCREENS, ("sas", ("org.gnome.Mutter.DisplayConfig", []))),
        ],
    )
    def test_a_word_of_another_shape_is_not_heard(
        self, shell: GnomeShell, screens: Start, what: tuple[str, str, str], told: Answer
    ) -> None:
        hear = screens()
        assert hear() == "seen"
        shell.tell(*what, told)
        shell.powers(DARK)
        assert hear() == "hidden"
        shell.powers(0)
        assert hear() == "seen"

    def test_a_mode_of_another_shape_is_not_known(self, shell: GnomeShell, screens: Start) -> None:
        shell.answers["Get"] = ("v", (("i", DARK),))
        hear = screens()
        assert hear() == "hidden"
        shell.changes({"PowerSaveMode": ("s", "dark")})
        assert hear() == "seen"

    def test_another_program_says_nothing_of_them(
        self, bus: Bus, shell: GnomeShell, screens: Start
    ) -> None:
        hear = screens()
        assert hear() == "seen"
        with GnomeShell(bus.address, owns=False) as other:
            other.powers(DARK)
            other.draws_curtain(drawn=True)
        shell.powers(1)
        assert hear() == "hidden"
        shell.powers(0)
        assert hear() == "seen"  # and no curtain is drawn
