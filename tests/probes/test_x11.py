"""X11Probe keeps the promises of the protocol, tried on a window that is not sayso's."""

import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from probes.probe import Gone, Place, Probe
from probes.steps import (
    Button,
    Click,
    Direction,
    Focus,
    Forged,
    Handle,
    Key,
    KeyDown,
    KeyUp,
    Move,
    MoveBy,
    MoveWindow,
    Pause,
    Press,
    Release,
    Step,
    Type,
    Wheel,
)
from support.processes import Job, StillWaiting, wait_until
from support.world import World

EVENTS = Path(__file__).with_name("events_program.py")
TITLE = "Events (1.0)"
KEYBOARD = "keyboard"


@pytest.fixture(scope="module")
def shared() -> Iterator[World]:
    made = World()
    yield made
    made.close()


@pytest.fixture
def probe(shared: World) -> Probe:
    return shared.dialogs


@pytest.fixture
def program(shared: World, probe: Probe) -> Iterator[Job]:
    """A program that prints the events of its window, which has the keyboard focus and is under the
    pointer."""
    job = shared.spawn([sys.executable, str(EVENTS), TITLE])
    try:
        # by then the window is in its final place
        wait_until(lambda: KEYBOARD in job.out, "the keyboard")
        (window,) = probe.windows()
        probe.move(*window.centre)
        yield job
    finally:
        job.kill()
        wait_until(lambda: not probe.windows(), "its end")


def heard(job: Job, *events: str) -> None:
    """Asserts that just these events have come, in this order."""

    def lines() -> list[str]:
        return [line for line in job.out.splitlines() if line != KEYBOARD]

    with suppress(StillWaiting):
        wait_until(lambda: len(lines()) >= len(events), "events", 5)
    assert lines() == [*events], job.err


@pytest.mark.parametrize(
    ("step", "comes"),
    [
        (Click(), ["press 1", "release 1"]),
        (Click(Button.MIDDLE), ["press 2", "release 2"]),
        (Click(Button.RIGHT, times=2, delay=0.3), ["press 3", "release 3"] * 2),
        (Wheel(Direction.UP), ["press 4", "release 4"]),
        (Wheel(Direction.DOWN, times=2), ["press 5", "release 5"] * 2),
        (Wheel(Direction.LEFT), ["press 6", "release 6"]),
        (Wheel(Direction.RIGHT), ["press 7", "release 7"]),
        (Key("Return"), ["down Return", "up Return"]),
        (Type("a b"), ["down a", "up a", "down space", "up space", "down b", "up b"]),
        (Type("-a"), ["down minus", "up minus", "down a", "up a"]),
    ],
)
def test_input_comes_as_of_a_device(
    program: Job, probe: Probe, step: Step, comes: list[str]
) -> None:
    probe.perform(step)
    heard(program, *comes)


def test_steps_of_every_kind_come_in_their_order(program: Job, probe: Probe) -> None:
    """Keys come first: later ones may overtake a button press, which the window manager holds
    back."""
    x, y = probe.pointer()
    probe.perform(
        Type("a"), KeyDown("Escape"), Pause(0.01), KeyUp("Escape"), Key("b"),
        Press(), MoveBy(3, -4), Release(), Wheel(Direction.DOWN),
    )  # fmt: skip
    heard(
        program,
        *("down a", "up a", "down Escape", "up Escape", "down b", "up b"),
        *("press 1", "release 1", "press 5", "release 5"),
    )
    assert probe.pointer() == (x + 3, y - 4)


def test_what_is_forged_comes_as_from_a_program(shared: World, program: Job, probe: Probe) -> None:
    (window,) = probe.windows()
    other = shared.spawn([sys.executable, str(EVENTS), "Other"])
    wait_until(lambda: KEYBOARD in other.out, "another's keyboard")
    forged = (Key("b"), Click(), Type("c"), KeyUp("d"))
    probe.perform(Key("a"), *(Forged(window.handle, step) for step in forged))
    heard(other, "down a", "up a")
    heard(
        program,
        *("forged down b", "forged up b", "forged press 1", "forged release 1"),
        *("forged down c", "forged up c", "forged up d"),
    )
    other.kill()


def test_delays_are_those_of_the_steps(probe: Probe) -> None:
    began = time.monotonic()
    probe.perform(*[Key("Shift_L", delay=0.1)] * 3, Pause(0.2), Click(times=2, delay=0.1))
    assert time.monotonic() - began >= 0.7


def test_a_window_goes_where_it_is_put_before_the_next_step(program: Job, probe: Probe) -> None:
    (window,) = probe.windows()
    probe.perform(MoveWindow(window.handle, 30, 50), Move(130, 150), Click())
    heard(program, "press 1", "release 1")


def test_the_keyboard_goes_to_a_window_by_its_title(program: Job, probe: Probe) -> None:
    probe.perform(Focus(TITLE), Key("a"))
    heard(program, "down a", "up a")


def test_a_window_that_has_gone_is_told(probe: Probe) -> None:
    with pytest.raises(Gone):
        probe.perform(MoveWindow(Handle("4095"), 5, 5))


def test_what_goes_on_ends_with_its_block(program: Job, probe: Probe) -> None:
    with probe.repeating(Key("a")):
        wait_until(lambda: program.out.count("down a") > 2, "repetition")
    probe.perform(Key("b"))
    wait_until(lambda: "up b" in program.out, "what comes next")
    probe.perform(Key("c"))
    wait_until(lambda: "up c" in program.out, "what comes then")
    assert "down a" not in program.out.partition("down b")[2]


def test_what_goes_on_tells_of_its_failure(probe: Probe) -> None:
    with pytest.raises(Gone), probe.repeating(MoveWindow(Handle("4095"), 5, 5)):
        pass


def test_what_lies_over_a_window_hides_it_and_takes_its_clicks(program: Job, probe: Probe) -> None:
    (window,) = probe.windows()
    x, y = window.centre
    place = Place(x - 20, y - 20, 40, 40)
    before, keyboard = probe.pixels(place), probe.active_window()
    with probe.cover(place):
        assert probe.pixels(place) != before
        assert probe.pixels(Place(x + 20, y, 40, 40)) == probe.pixels(Place(x - 60, y, 40, 40))
        probe.perform(Move(x, y), Click(), Move(x + 30, y), Click(Button.RIGHT))
        heard(program, "press 3", "release 3")
        assert probe.windows() == [window]
        assert probe.active_window() == keyboard
        assert [each.centre for each in probe.surfaces() if each.width == 40] == [(x, y)]
    wait_until(lambda: probe.pixels(place) == before, "the window again")
    probe.perform(Move(x, y), Click())
    heard(program, "press 3", "release 3", "press 1", "release 1")


def test_windows_are_known_by_name_and_process(program: Job, probe: Probe) -> None:
    (window,) = probe.windows()
    assert window.title == TITLE
    assert probe.application(window.handle) == ("events", "Events")
    assert [each.handle for each in probe.surfaces("events")] == [window.handle]
    assert [each.handle for each in probe.surfaces("events", program.pid)] == [window.handle]
    assert probe.surfaces("vents") == []
    assert probe.surfaces("events", 1) == []
    assert window.handle in probe.kept_windows(program.pid) < probe.kept_windows()


def test_nobody_else_knows_by_what_it_is_done() -> None:
    """Other tests use the protocol only."""
    tests = Path(__file__).parents[1]
    own = Path(__file__).parent
    tool = "xdo" + "tool"
    knowing = []
    for path in tests.rglob("*.py"):
        if own not in path.parents and "node_modules" not in path.parts:
            with suppress(FileNotFoundError):
                if tool in path.read_text(encoding="utf-8"):
                    knowing.append(str(path.relative_to(tests)))
    assert knowing == []
