"""The double on a real screen: what a person does comes to Python's methods."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from probes.probe import Window
from probes.steps import Key, Type
from support.mac import Mac
from support.processes import wait_until
from support.world import World

PROGRAM = Path(__file__).with_name("window_program.py")

pytestmark = pytest.mark.x11("GNUstep's windows are of X11 alone")


class Trial:
    """The window of window_program.py, and a person before it."""

    def __init__(self, mac: Mac, world: World, trial: str = "") -> None:
        self._mac = mac
        self._world = world
        self.job = mac.start(PROGRAM, TRIAL=trial)
        self.hears("keyboard Trial")
        self.hears("timer True True")  # its run loop runs
        self.window: Window = mac.window("Trial")
        wait_until(lambda: world.dialogs.active_window() == self.window.handle, "the focus")

    def hears(self, line: str) -> None:
        def has() -> bool:
            return line in self.job.out.splitlines() or not self.job.running

        wait_until(has, line)
        assert line in self.job.out.splitlines(), self.job.err

    def click(self, name: str) -> None:
        """In the middle of the control."""
        (place,) = [
            words[2:] for each in self.job.out.splitlines() if (words := each.split())[1] == name
        ]
        self._mac.click(self.window, *map(int, place))

    def types(self, text: str) -> None:
        self._world.dialogs.perform(Type(text))

    def presses(self, key: str) -> None:
        self._world.dialogs.perform(Key(key))


Starts = Callable[..., Trial]


@pytest.fixture
def starts(mac: Mac, shared: World) -> Iterator[Starts]:
    started: list[Trial] = []

    def start(trial: str = "") -> Trial:
        started.append(Trial(mac, shared, trial))
        return started[-1]

    yield start
    for each in started:
        each.job.kill()
    wait_until(lambda: not shared.dialogs.windows(), "the end of all windows")


def test_a_click_comes_to_the_button_and_its_action(starts: Starts) -> None:
    trial = starts()
    trial.click("button")
    for line in ("mouse down True True", "pressed Prüfen True", "mouse up"):
        trial.hears(line)


def test_keys_come_to_the_view_that_has_the_keyboard(starts: Starts) -> None:
    trial = starts()
    trial.click("keys")
    trial.types("aB")
    trial.presses("ctrl+c")
    trial.presses("Return")
    for line in ("'a' 0", f"'B' {1 << 17}", f"'\\x03' {1 << 18}", "'\\r' 0"):
        trial.hears(f"key down {line}")


def test_what_is_typed_is_read_back(starts: Starts) -> None:
    trial = starts()
    trial.click("field")
    trial.types("secret")
    trial.hears("typed 'secret' True")
    trial.presses("Return")
    trial.hears("command insertNewline:")
    trial.click("text")
    trial.types("two words")
    trial.hears("text 'two words'")


def test_a_delegate_is_asked(starts: Starts, shared: World) -> None:
    trial = starts()
    shared.dialogs.perform(Key("alt+F4"))
    trial.hears("closing True")
    assert trial.job.running


def test_a_timer_fires(starts: Starts) -> None:
    trial = starts("short")
    trial.hears("ticks True")
    assert trial.job.wait().code == 0


@pytest.mark.parametrize(
    ("trial", "told"),
    [
        ("callback", "ValueError: in a callback"),
        ("raised", "GNUstep raised NSRangeException: Index 3 is out of range 0"),
    ],
)
def test_an_exception_in_a_callback_ends_the_process(starts: Starts, trial: str, told: str) -> None:
    started = starts(trial)
    started.click("button")
    done = started.job.wait()
    assert done.code == 1
    assert told in done.err
    assert f'File "{PROGRAM}"' in done.err
    assert "in pressed_" in done.err
    assert "mouse up" not in done.out
