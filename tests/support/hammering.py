"""The same input again and again, while something else is done."""

import contextlib
import shlex
from collections.abc import Iterator

from support.world import World


@contextlib.contextmanager
def hammering(world: World, *xdotool: str | float) -> Iterator[None]:
    """These xdotool commands over and over, each to its end, until the block ends."""
    going_on = world.directory / "hammering"
    going_on.touch()
    commands = shlex.join(["xdotool", *map(str, xdotool)])
    loop = world.spawn(["sh", "-c", f"while [ -e {going_on} ]; do {commands} || exit; done"])
    try:
        yield
        assert loop.running, loop.err
    finally:
        going_on.unlink()
        loop.wait()
