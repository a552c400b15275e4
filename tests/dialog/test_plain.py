"""In a session of Wayland without layers, where the right to come to the front counts.

It is sway's, whose layers are out of sight; what GNOME Shell tells on the bus, the test tells.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from probes.probe import Probe
from sayso.values import replace
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask
from support.gnome_shell import GnomeShell
from support.processes import wait_until
from support.world import World

EDITOR = Path(__file__).parents[1] / "support" / "editor_program.py"
TITLE = "a letter"
pytestmark = pytest.mark.skipif(os.geteuid() == 0, reason="sway does not run as root")

ShowDialog = Callable[[screen.Show], DialogProcess]

WITHOUT_LAYERS = """
import sys
sys.modules["gi.repository.GtkLayerShell"] = None
"""


@pytest.fixture(scope="module")
def screen_world() -> Iterator[World]:
    made = World(compositor="sway")
    made.interpreter.add_module("without_layers", WITHOUT_LAYERS, at_start=True)
    made.sway.probe.order("focus_on_window_activation focus")
    made.sway.probe.order('no_focus [app_id="sayso"]')
    yield made
    made.close()


@pytest.fixture
def shell(screen_world: World) -> Iterator[GnomeShell]:
    with GnomeShell(screen_world.environ["DBUS_SESSION_BUS_ADDRESS"]) as made:
        yield made


@pytest.fixture
def letter(screen_world: World, probe: Probe, tmp_path: Path) -> Iterator[None]:
    """An editor, which has the keyboard."""
    file = tmp_path / "letter"
    with subprocess.Popen(
        [sys.executable, EDITOR, TITLE, file, right(tmp_path)], env=screen_world.environ, cwd="/"
    ) as process:
        try:
            wait_until(lambda: has_keyboard(probe, TITLE), "its keyboard")
            yield
        finally:
            process.kill()
    wait_until(lambda: not probe.windows(), "the editor to go")


def right(directory: Path) -> Path:
    """Where the editor writes its right to pass the keyboard on."""
    return directory / "right"


def has_keyboard(probe: Probe, title: str) -> bool:
    active = probe.active_window()
    return any(each.handle == active for each in probe.windows() if each.title == title)


def took_keyboard(probe: Probe, dialog: DialogProcess) -> bool:
    active = probe.active_window()
    return any(each.handle == active for each in probe.surfaces(pid=dialog.pid))


@pytest.fixture
def token(probe: Probe, letter: None, tmp_path: Path) -> str:
    """As the compositor gives it to the program with the keyboard when that starts another one,
    at a key of the person's."""
    probe.type("a")
    file = right(tmp_path)
    wait_until(lambda: file.exists() and file.stat().st_size, "the right")
    return file.read_text()


class TestTheAskersRight:
    def test_it_brings_the_keyboard(
        self, probe: Probe, shell: GnomeShell, letter: None, show: ShowDialog, token: str
    ) -> None:
        dialog = show(replace(ask(), activation=token))
        wait_until(lambda: took_keyboard(probe, dialog), "the keyboard to come")

    def test_without_it_the_keyboard_stays(
        self, probe: Probe, shell: GnomeShell, letter: None, show: ShowDialog
    ) -> None:
        dialog = show(ask())
        dialog.have_done(screen.Ping())
        assert has_keyboard(probe, TITLE)

    def test_while_the_person_types_it_is_not_used(
        self, probe: Probe, shell: GnomeShell, letter: None, warm: DialogProcess, token: str
    ) -> None:
        shell.answers["GetIdletime"] = ("t", (400,))
        warm.tell(replace(ask(), activation=token))
        assert warm.hear() == screen.Covered()
        warm.have_done(screen.Ping())
        assert has_keyboard(probe, TITLE)
        shell.answers["GetIdletime"] = ("t", (5_000,))
        assert warm.hear() == screen.Painted()
        wait_until(lambda: took_keyboard(probe, warm), "the keyboard to come")

    def test_where_nobody_tells_of_a_pause_it_is_not_used(
        self, probe: Probe, letter: None, show: ShowDialog, token: str
    ) -> None:
        dialog = show(replace(ask(), activation=token))
        dialog.have_done(screen.Ping())
        assert has_keyboard(probe, TITLE)

    def test_who_asks_to_see_it_has_it_used(
        self, probe: Probe, letter: None, show: ShowDialog, token: str
    ) -> None:
        dialog = show(replace(ask(), activation=token))
        dialog.have_done(screen.BringForward())
        wait_until(lambda: took_keyboard(probe, dialog), "the keyboard to come")
