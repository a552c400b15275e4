"""In a session of Wayland, where a picture of the screen does not have the question."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from probes.probe import Probe
from probes.steps import Activate, Click, Key, Move, MoveBy, Pause
from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask
from support.processes import PATIENCE, wait_until
from support.sway import SIZE
from support.world import World

pytestmark = pytest.mark.skipif(os.geteuid() == 0, reason="sway does not run as root")

APPROVED = screen.Answer(Choice.APPROVE)
BUDGET = 3.0
"""Seconds."""
LOCK = bytes((0, 0, 0x80))
"""The colour of the lock screen."""

MIDDLE = SIZE[0] // 2, SIZE[1] // 2
"""Of the screen: a dialog that comes up there is not armed anew as the pointer comes to it."""

WITHOUT_LAYERS = """
import sys
sys.modules["gi.repository.GtkLayerShell"] = None
"""


@pytest.fixture(scope="module")
def screen_world() -> Iterator[World]:
    made = World(compositor="sway")
    yield made
    made.close()


@pytest.fixture(scope="module")
def plain_world() -> Iterator[World]:
    """Its dialogs are on no layer, but windows as any other."""
    made = World(compositor="sway")
    made.interpreter.add_module("without_layers", WITHOUT_LAYERS, at_start=True)
    yield made
    made.close()


@pytest.fixture
def away_world() -> Iterator[World]:
    """The same, and they come up on another workspace. The screen has little time to show one."""
    made = World(compositor="sway")
    made.interpreter.add_module("without_layers", WITHOUT_LAYERS, at_start=True)
    made.set_clocks({"Settings.arming": 0.3, "Settings.render_timeout": BUDGET})
    made.sway.probe.order('for_window [app_id="sayso"] move to workspace 2')
    yield made
    made.close()


@pytest.fixture
def plain(plain_world: World) -> Iterator[DialogProcess]:
    """Ready for its question."""
    process = DialogProcess(plain_world.environ)
    try:
        process.ready()
        yield process
    finally:
        process.close()


def age(world: World) -> float:
    """Of the only question, in seconds."""
    (prompt,) = wait_until(world.prompts, "the question")
    return float(prompt["age"])


def is_seen(world: World, dialog: DialogProcess) -> bool:
    return shows(world, "builder asks", dialog.pid)


def shows(world: World, who: str, pid: int) -> bool:
    """Where these words stand there is the dialog's paper."""
    words = world.dialogs.find(who, role="label", pid=pid)
    return bool(words) and world.layers.is_paper(words[0].x - 1, words[0].y - 1)


@contextmanager
def locked(world: World) -> Iterator[None]:
    with subprocess.Popen(
        ["swaylock", "--color", LOCK.hex(), "--no-unlock-indicator"], env=world.environ, cwd="/"
    ) as locker:
        try:
            wait_until(lambda: world.layers.colour(5, 5) == LOCK, "the lock screen")
            yield
        finally:
            locker.send_signal(signal.SIGUSR1)  # the password was right
            assert locker.wait(PATIENCE) == 0


def where_approve_is(world: World) -> tuple[int, int]:
    """In each dialog of these words."""
    dialog = DialogProcess(world.environ)
    try:
        dialog.ready()
        dialog.tell(ask())
        assert dialog.hear() == screen.Painted()
        return world.dialogs.wait_for("Approve", pid=dialog.pid).centre
    finally:
        dialog.close()


class TestOnALayer:
    def test_behind_a_lock_screen_it_waits_to_be_seen(
        self, screen_world: World, probe: Probe, warm: DialogProcess
    ) -> None:
        """sway does not tell of the lock; `status` says so (test_layers.py). No click reaches it,
        and it is there as the person comes back."""
        x, y = where_approve_is(screen_world)
        with locked(screen_world):
            warm.tell(ask(arming=0.3))
            assert warm.hear() == screen.Painted()
            assert not is_seen(screen_world, warm)
            probe.perform(Pause(1), Move(x, y), MoveBy(1, 0), Click())
            assert warm.hear_all(0.5) == []
        wait_until(lambda: is_seen(screen_world, warm), "the question")
        probe.press("Approve", pid=warm.pid)
        assert warm.hear_answer() == APPROVED

    def test_it_is_on_every_workspace(
        self, screen_world: World, probe: Probe, warm: DialogProcess
    ) -> None:
        warm.tell(ask())
        assert warm.hear() == screen.Painted()
        screen_world.sway.probe.order("workspace 2")
        try:
            assert is_seen(screen_world, warm)
            probe.press("Approve", pid=warm.pid)
            assert warm.hear_answer() == APPROVED
        finally:
            screen_world.sway.probe.order("workspace 1")


class TestAWindowAsAnyOther:
    @pytest.mark.parametrize(
        ("rule", "comes_back"),
        [
            ("move scratchpad", "scratchpad show"),
            ("move to workspace 2", "workspace 2"),
        ],
    )
    def test_where_the_compositor_puts_it_away_it_waits_to_be_seen(
        self, plain_world: World, plain: DialogProcess, rule: str, comes_back: str
    ) -> None:
        sway = plain_world.sway.probe
        sway.order(f'for_window [app_id="sayso" pid="{plain.pid}"] {rule}')
        plain.tell(ask(arming=0.3))
        assert plain.hear() == screen.Covered()
        assert sway.has_window(plain.pid)
        assert plain.hear_all(0.5) == []
        sway.move(*MIDDLE)
        sway.order(comes_back)
        try:
            assert plain.hear() == screen.Painted()
            wait_until(lambda: is_seen(plain_world, plain), "it in the picture")
            sway.press("Approve", pid=plain.pid)
            assert plain.hear_answer() == APPROVED
        finally:
            sway.order("workspace 1")

    def test_in_sight_it_is_painted_at_once(self, plain_world: World, plain: DialogProcess) -> None:
        plain.tell(ask())
        assert plain.hear() == screen.Painted()
        assert plain.hear_all(1.5) == []

    def test_there_it_waits_as_one_in_the_queue_does(self, away_world: World) -> None:
        """Longer than the screen may take to show a question."""
        world, sway = away_world, away_world.sway.probe
        job = world.start("confirm", "Deploy build 4711?")
        wait_until(lambda: age(world) > BUDGET + 1, "its render budget to be over")
        assert job.running
        sway.move(*MIDDLE)
        sway.order("workspace 2")
        sway.press("Approve")
        assert job.wait().code == 0


@pytest.fixture
def outer() -> Iterator[World]:
    """On whose screen sway has its screens."""
    made = World()
    yield made
    made.close()


@pytest.fixture
def two_screens(outer: World) -> Iterator[World]:
    made = World(outer=outer.environ["DISPLAY"])
    yield made
    made.close()


def test_one_whose_screen_is_unplugged_comes_up_on_another_armed_anew(
    outer: World, two_screens: World
) -> None:
    world, sway = two_screens, two_screens.sway.probe
    world.set_clocks({"Settings.arming": 5.0})
    sway.order("focus output X11-2")
    job = world.start("confirm", "Deploy build 4711?")
    first = sway.wait_for("Approve").pid
    assert not shows(world, "sayso asks", first)
    second = next(each for each in outer.dialogs.windows() if each.title.endswith("X11-2"))
    outer.dialogs.perform(Activate(second.handle), Key("alt+F4"))
    pid = wait_until(
        lambda: next((each.pid for each in sway.find("Approve") if each.pid != first), None),
        "another window",
    )
    wait_until(lambda: shows(world, "sayso asks", pid), "it on the screen that is left")
    approve = sway.find("Approve", pid=pid)[0]
    sway.perform(Move(*approve.centre), MoveBy(1, 0), Click(), Pause(0.2))
    assert job.running
    sway.press("Approve", pid=pid)
    assert job.wait().code == 0
