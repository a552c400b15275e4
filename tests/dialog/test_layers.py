"""In a session of Wayland whose compositor has layers: above all, and no key goes there unasked."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

from probes.probe import Control, Probe
from probes.steps import Click, Key, Move, MoveBy, Pause, Press, Release, Type
from sayso.core.outcome import By
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.platforms.linux.wayland.idle import PAUSE, IdleWatch
from sayso.values import replace
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask, ask_password
from support.logind import Bus, Logind
from support.processes import wait_until
from support.world import World

EDITOR = Path(__file__).parents[1] / "support" / "editor_program.py"
TITLE = "a letter"
pytestmark = pytest.mark.skipif(os.geteuid() == 0, reason="sway does not run as root")

HELD = """
import os, pathlib
from sayso.platforms.linux.wayland import window

known, changes = window.watch_configure, []

def watch_configure(toplevel, moved):
    known(toplevel, moved)
    toplevel.connect("configure-event", lambda *_: changes.append(1) and False)
    toplevel.get_frame_clock().connect("paint", lambda _: changes and hold())

def hold():
    changes.clear()
    gate = pathlib.Path(os.environ["TMPDIR"], "gate")
    if gate.exists():
        gate.read_bytes()

window.watch_configure = watch_configure
"""
"""A window that has changed waits to be drawn until nobody has this pipe open, where it is."""

ShowDialog = Callable[[screen.Show], DialogProcess]
APPROVED = screen.Answer(Choice.APPROVE)

RATE = 0.04
"""Seconds for each key: 25 a second."""


@dataclass
class Editor:
    file: Path

    @property
    def text(self) -> str:
        return self.file.read_text()

    def has(self, text: str) -> None:
        wait_until(lambda: self.text == text, f"the editor to have {text!r}")


@pytest.fixture(scope="module")
def screen_world(request: pytest.FixtureRequest) -> Iterator[World]:
    """sway, but where the checks are of KWin."""
    is_kwin = request.config.getoption("--compositor") == "kwin"
    made = World(compositor="kwin" if is_kwin else "sway")
    yield made
    made.close()


@pytest.fixture
def editor(screen_world: World, probe: Probe, tmp_path: Path) -> Iterator[Editor]:
    """Has the keyboard."""
    file = tmp_path / "letter"
    with subprocess.Popen(
        [sys.executable, EDITOR, TITLE, file], env=screen_world.environ, cwd="/"
    ) as process:
        try:
            wait_until(file.exists, "the editor")
            wait_until(lambda: any(e.active for e in probe.find(TITLE, role=None)), "its keyboard")
            yield Editor(file)
        finally:
            process.kill()
    wait_until(lambda: not probe.windows(), "the editor to go")


@pytest.fixture
def fullscreen(screen_world: World, editor: Editor) -> Editor:
    screen_world.layers.fill_screen(TITLE)
    return editor


def heading(probe: Probe, dialog: DialogProcess) -> Control:
    return probe.find("builder asks", role="label", pid=dialog.pid)[0]


class TestTheKeyboard:
    def test_no_key_goes_there_while_the_person_types(
        self, probe: Probe, editor: Editor, warm: DialogProcess
    ) -> None:
        probe.perform(Type("a" * 25, delay=RATE))
        warm.tell(ask())
        probe.perform(Type("a" * 50, delay=RATE))
        assert warm.hear() == screen.Painted()
        editor.has("a" * 75)

    def test_nor_at_a_pause(self, probe: Probe, editor: Editor, show: ShowDialog) -> None:
        show(ask(arming=0))
        probe.perform(Pause(1.5), Type("a b\n"))
        editor.has("a b")

    def test_it_comes_by_a_press_and_goes_back_as_the_pointer_leaves(
        self, probe: Probe, editor: Editor, show: ShowDialog
    ) -> None:
        dialog = show(ask(arming=0.3))
        probe.click(heading(probe, dialog))
        wait_until(lambda: probe.find(role="alert", pid=dialog.pid)[0].active, "the keyboard")
        probe.type("xyz")
        probe.move(5, 5)
        wait_until(lambda: not probe.find(role="alert", pid=dialog.pid)[0].active, "it to go back")
        probe.type("abc")
        editor.has("abc")

    def test_it_goes_back_after_a_drag_that_ends_elsewhere(
        self, probe: Probe, editor: Editor, show: ShowDialog
    ) -> None:
        dialog = show(ask(arming=0.3))
        probe.move(*heading(probe, dialog).centre)
        probe.perform(MoveBy(1, 0), Press(), Pause(0.3), MoveBy(0, 40), Move(5, 5), Release())
        probe.perform(Move(6, 6), Pause(0.3))
        wait_until(lambda: not probe.find(role="alert", pid=dialog.pid)[0].active, "it to go back")
        probe.type("abc")
        editor.has("abc")

    def test_a_password_keeps_it_wherever_the_pointer_goes(
        self, probe: Probe, editor: Editor, show: ShowDialog
    ) -> None:
        dialog = show(ask_password(arming=0))
        probe.click(probe.find("Password", role="password text", pid=dialog.pid)[0])
        wait_until(lambda: probe.find(role="alert", pid=dialog.pid)[0].active, "the keyboard")
        probe.move(5, 5)
        probe.type("hunter2")
        probe.key("Return")
        heard = dialog.hear_answer()
        assert isinstance(heard, screen.Submitted)
        assert bytes(heard.secret.view()) == b"hunter2"
        assert editor.text == ""

    def test_the_editor_has_it_again_afterwards(
        self, probe: Probe, editor: Editor, show: ShowDialog
    ) -> None:
        dialog = show(ask(arming=0))
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED
        dialog.tell(screen.Close())
        assert dialog.hear() == screen.Closed()
        probe.type("abc")
        editor.has("abc")

    def test_the_person_may_ask_for_it(
        self, probe: Probe, editor: Editor, show: ShowDialog
    ) -> None:
        """By the tray: "Show the question"."""
        dialog = show(ask(arming=0))
        dialog.have_done(screen.BringForward())
        wait_until(lambda: probe.find(role="alert", pid=dialog.pid)[0].active, "the keyboard")
        probe.perform(Pause(1), Key("Escape"))
        assert dialog.hear_answer() == screen.Answer(Choice.DISMISS)
        assert editor.text == ""

    def test_another_program_may_not(self, probe: Probe, editor: Editor, show: ShowDialog) -> None:
        """Any may say `sayso next`."""
        dialog = show(ask(arming=0))
        dialog.have_done(screen.BringForward(takes_keyboard=False))
        probe.perform(Pause(1), Type("abc"))
        editor.has("abc")


class TestThePicture:
    def test_it_is_above_a_window_that_fills_the_screen(
        self, screen_world: World, probe: Probe, fullscreen: Editor, warm: DialogProcess
    ) -> None:
        assert fullscreen.text == ""
        warm.tell(ask())
        assert warm.hear() == screen.Painted()
        words = heading(probe, warm)
        assert screen_world.layers.is_paper(words.x - 1, words.y - 1)
        probe.press("Approve", pid=warm.pid)
        assert warm.hear_answer() == APPROVED

    def test_the_buttons_stay_where_they_are_when_words_come(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask())
        before = probe.wait_for("Approve", pid=dialog.pid)
        top = heading(probe, dialog).y
        dialog.have_done(screen.Update(PromptStatus(60, kept_for=60)))
        wait_until(lambda: heading(probe, dialog).y < top, "a line more")
        assert probe.wait_for("Approve", pid=dialog.pid).centre == before.centre


@pytest.fixture
def gate(screen_world: World) -> Iterator[Path]:
    """Of dialogs that start from now on."""
    screen_world.run_at_start("held", HELD)
    made = Path(screen_world.environ["TMPDIR"], "gate")
    yield made
    made.unlink(missing_ok=True)


@contextmanager
def held_before_it_is_drawn(
    gate: Path, dialog: DialogProcess, order: screen.Order
) -> Iterator[None]:
    """The change that this order makes to the window; the compositor told of its size before."""
    os.mkfifo(gate)
    dialog.tell(order)
    with gate.open("wb"):
        yield
        gate.unlink()


@pytest.fixture
def guest(screen_world: World) -> str:
    """The display of an X server within the session."""
    if screen_world.has_kwin:
        pytest.skip("KWin is started without an X server; the one within sway is tried")
    return screen_world.sway.guest()


class TestARestingPointer:
    def test_it_means_nothing_once_another_control_could_be_below_it(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        """KWin does not tell that it lies elsewhere in a window that has become lower: GTK takes it
        for where the button is now."""
        dialog = show(ask(arming=0.3))
        low = heading(probe, dialog).y
        dialog.have_done(screen.Update(PromptStatus(60, kept_for=60)))
        wait_until(lambda: heading(probe, dialog).y < low, "a line more")
        line = low - heading(probe, dialog).y
        x, y = probe.wait_for("Approve", pid=dialog.pid).centre
        probe.perform(Move(x - 1, y), Move(x, y), Move(x, y - line))
        dialog.have_done(screen.Update(PromptStatus(60)))
        wait_until(lambda: heading(probe, dialog).y == low, "a line less")
        probe.wait_for("Approve", pid=dialog.pid)
        probe.perform(Click())
        assert dialog.hear_all() == []
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear() == APPROVED

    def test_nor_where_it_moved_as_that_was_about_to_be_drawn(
        self, probe: Probe, gate: Path, show: ShowDialog
    ) -> None:
        """What KWin tells of it then is where it was in the window as it stood before."""
        dialog = show(ask(arming=0))
        low = heading(probe, dialog).y
        dialog.have_done(screen.Update(PromptStatus(60, kept_for=60)))
        wait_until(lambda: heading(probe, dialog).y < low, "a line more")
        line = low - heading(probe, dialog).y
        x, y = probe.wait_for("Approve", pid=dialog.pid).centre
        with held_before_it_is_drawn(gate, dialog, screen.Update(PromptStatus(60))):
            probe.perform(Move(x - 1, y - line), Move(x, y - line))
        wait_until(lambda: heading(probe, dialog).y == low, "a line less")
        probe.wait_for("Approve", pid=dialog.pid)
        probe.perform(Click())
        assert dialog.hear_all() == []
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear() == APPROVED


def test_no_question_is_shown_by_an_x_server_within_the_session(
    screen_world: World, guest: str
) -> None:
    environ = dict(screen_world.environ)
    del environ["WAYLAND_DISPLAY"]
    environ["DISPLAY"] = guest
    process = DialogProcess(environ)
    try:
        reason = f"the display {guest} is an X server within a session of Wayland"
        assert process.hear() == screen.Unusable(reason)
    finally:
        process.close()


def test_nor_where_a_program_prefers_it(screen_world: World, guest: str) -> None:
    environ = screen_world.environ | {"GDK_BACKEND": "x11", "DISPLAY": guest}
    process = DialogProcess(environ)
    try:
        heard = process.ready()
        assert heard.screen == screen_world.screen_name
    finally:
        process.close()


def test_doctor_and_status_say_what_the_compositor_hides(screen_world: World) -> None:
    found = json.loads(screen_world.sayso("doctor", "--json").out)["findings"]
    (display,) = (each for each in found if each["name"] == "display")
    assert display["health"] == "doubtful"
    assert f"{screen_world.screen_name}: a dialog is shown by Wayland" in display["words"]
    assert "lock screen" in display["words"]
    (compositor,) = (each for each in found if each["name"] == "compositor")
    assert compositor["health"] == "works"
    name = "kwin_wayland" if screen_world.has_kwin else "sway"
    assert compositor["words"].startswith(f"{name}, with layer-shell")
    screen_world.sayso("daemon", "start")
    try:
        words = "not guarded there: a dialog is shown by Wayland"
        wait_until(lambda: words in screen_world.sayso("status").out, "the screen to be known")
    finally:
        screen_world.sayso("daemon", "stop")


def test_doctor_looks_which_locker_is_there(screen_world: World) -> None:
    def lock_screen() -> tuple[str, str]:
        found = json.loads(screen_world.sayso("doctor", "--json").out)["findings"]
        (told,) = (each for each in found if each["name"] == "lock screen")
        return told["health"], told["words"]

    session_bus = screen_world.environ["DBUS_SESSION_BUS_ADDRESS"]
    with Bus(screen_world.directory) as bus, Logind(bus) as logind:
        logind.begins("c1", Type="wayland")
        health, words = lock_screen()
        assert health == "doubtful"
        assert "no locker is there that is known to tell logind" in words
        with open_dbus_connection(bus=session_bus) as locker:
            locker.send_and_get_reply(message_bus.RequestName("org.kde.screensaver"))
            assert lock_screen() == ("works", "Plasma locks it, and tells logind")


def test_the_compositor_tells_how_long_the_person_rests(screen_world: World, probe: Probe) -> None:
    with closing(IdleWatch(screen_world.environ, time.monotonic)) as watch:

        def rests() -> float:
            seconds = watch.seconds()
            assert seconds is not None, "the compositor has gone"
            return seconds

        probe.key("shift")
        assert rests() == 0
        wait_until(lambda: rests() >= PAUSE, "a pause")
        probe.key("shift")
        wait_until(lambda: rests() == 0, "its end")


class TestHands:
    def test_an_early_click_is_none(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(arming=1))
        probe.click(probe.find("Approve", pid=dialog.pid)[0])
        assert dialog.hear_all() == []
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear() == APPROVED

    def test_an_accessibility_action_is_none(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(arming=0))
        probe.wait_for("Approve", pid=dialog.pid)
        probe.act("Approve", pid=dialog.pid)
        assert dialog.hear_all() == []

    def test_but_where_the_person_allows_it(self, probe: Probe, warm: DialogProcess) -> None:
        warm.tell(replace(ask(arming=0), accessibility_approval=True))
        assert warm.hear() == screen.Painted()
        probe.wait_for("Approve", pid=warm.pid)
        assert probe.act("Approve", pid=warm.pid)
        assert warm.hear() == screen.Answer(Choice.APPROVE, By.ASSISTIVE)
