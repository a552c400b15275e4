"""In a session of GNOME: a window comes up in a pause of the person's, and is armed anew where
GNOME Shell tells nothing of its place."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from probes.gnome import GnomeProbe
from probes.steps import Click, Move, MoveBy, Pause, Type
from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask
from support.processes import wait_until
from support.world import World

EDITOR = Path(__file__).parents[1] / "support" / "editor_program.py"
TITLE = "a letter"
pytestmark = pytest.mark.skipif(os.geteuid() == 0, reason="GNOME is no session of root's")

ShowDialog = Callable[[screen.Show], DialogProcess]
APPROVED = screen.Answer(Choice.APPROVE)

RATE = 0.04
"""Seconds for each key: 25 a second."""


@pytest.fixture(scope="module")
def screen_world(request: pytest.FixtureRequest) -> Iterator[World]:
    if request.config.getoption("--compositor") != "gnome":
        pytest.skip("GNOME Shell is for packaging/on_gnome.sh to install")
    made = World(compositor="gnome")
    yield made
    made.close()


@pytest.fixture
def probe(screen_world: World) -> GnomeProbe:
    return screen_world.gnome


@pytest.fixture
def letter(screen_world: World, probe: GnomeProbe, tmp_path: Path) -> Iterator[Path]:
    """What an editor has written, which has the keyboard."""
    file = tmp_path / "letter"
    probe.key("shift")  # the keyboard comes with its first key, which is lost on the way
    with subprocess.Popen(
        [sys.executable, EDITOR, TITLE, file], env=screen_world.environ, cwd="/"
    ) as process:
        try:
            wait_until(file.exists, "the editor")
            wait_until(lambda: any(each.title == TITLE for each in probe.windows()), "its window")
            wait_until(lambda: is_active(probe, TITLE), "its keyboard")
            yield file
        finally:
            process.kill()
    wait_until(lambda: not probe.windows(), "the editor to go")


def is_active(probe: GnomeProbe, title: str) -> bool:
    active = probe.active_window()
    return any(each.handle == active for each in probe.windows() if each.title == title)


def is_shown(probe: GnomeProbe, dialog: DialogProcess) -> bool:
    return bool(probe.surfaces(pid=dialog.pid))


class TestItComesUpInAPause:
    def test_no_key_goes_there_while_the_person_types(
        self, probe: GnomeProbe, letter: Path, warm: DialogProcess
    ) -> None:
        probe.perform(Type("a" * 25, delay=RATE))
        warm.tell(ask())
        probe.perform(Type("a" * 50, delay=RATE))
        assert not is_shown(probe, warm)
        assert warm.hear() == screen.Covered()
        wait_until(lambda: letter.read_text() == "a" * 75, "every key to come")
        assert warm.hear() == screen.Painted()

    def test_one_who_pauses_has_it_at_once(self, probe: GnomeProbe, warm: DialogProcess) -> None:
        probe.perform(Pause(1.2))
        warm.tell(ask())
        assert warm.hear() == screen.Painted()

    def test_one_who_asks_for_it_needs_no_pause(
        self, probe: GnomeProbe, warm: DialogProcess
    ) -> None:
        with probe.repeating(MoveBy(1, 0), Pause(0.1), MoveBy(-1, 0), Pause(0.1)):
            warm.tell(ask())
            assert warm.hear() == screen.Covered()
            warm.have_done(screen.BringForward())
            assert warm.hear() == screen.Painted()

    def test_it_may_end_before(self, probe: GnomeProbe, warm: DialogProcess) -> None:
        with probe.repeating(MoveBy(1, 0), Pause(0.1), MoveBy(-1, 0), Pause(0.1)):
            warm.tell(ask())
            assert warm.hear() == screen.Covered()
            warm.tell(screen.Close())
            assert warm.hear() == screen.Closed()
        assert warm.wait() == 0


class TestWhatCounts:
    def test_a_click_once_it_is_armed(self, probe: GnomeProbe, show: ShowDialog) -> None:
        dialog = show(ask(arming=0.5))
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED

    def test_none_right_after_the_pointer_came(self, probe: GnomeProbe, show: ShowDialog) -> None:
        dialog = show(ask(arming=0.5))
        x, y = probe.wait_for("Approve", pid=dialog.pid).centre
        probe.perform(Move(x, y), Click())
        assert dialog.hear_all(1) == []

    def test_none_on_a_screen_that_was_dark(self, probe: GnomeProbe, warm: DialogProcess) -> None:
        probe.set_dark(dark=True)
        try:
            probe.perform(Pause(1.2))
            warm.tell(ask())
            assert warm.hear() == screen.Covered()
        finally:
            probe.set_dark(dark=False)
        assert warm.hear() == screen.Painted()


AWAY = """
global.rule = global.display.connect(
    'window-created', (_, window) => window.change_workspace_by_index(1, true));
0
"""
"""Windows come up on the second workspace."""
BACK = """
global.display.disconnect(global.rule);
global.workspace_manager.get_workspace_by_index(0).activate(global.get_current_time());
0
"""
THERE = """
global.workspace_manager.get_workspace_by_index(1).activate(global.get_current_time());
0
"""


def test_on_another_workspace_it_waits_to_be_seen(probe: GnomeProbe, warm: DialogProcess) -> None:
    probe.run(AWAY)
    try:
        probe.perform(Pause(1.2))
        warm.tell(ask(arming=0.5))
        assert warm.hear() == screen.Covered()
        assert warm.hear_all(0.5) == []
        probe.run(THERE)
        assert warm.hear() == screen.Painted()
        probe.press("Approve", pid=warm.pid)
        assert warm.hear_answer() == APPROVED
    finally:
        probe.run(BACK)
