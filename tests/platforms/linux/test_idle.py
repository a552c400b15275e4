"""How long no input came, by the X server's own measure."""

from sayso.platforms.linux.x11 import idle
from support.processes import wait_until
from support.world import World

LONG = 4.0
"""Seconds: more than a key takes on a busy machine."""


def test_input_begins_it_anew(world: World) -> None:
    measure = idle.measure(world.environ["DISPLAY"])
    assert measure is not None
    wait_until(lambda: measure() > LONG, "some time without input")
    world.dialogs.key("a")
    assert measure() < LONG


def test_without_a_display_there_is_no_telling() -> None:
    assert idle.measure(":70000") is None
