"""When a window counts as shown, by what Windows alone tells: here it is made up."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sayso.wire import screen
from support.dialog_process import DialogProcess, ask
from support.world import WINE, World

_CLOAKED = """
if sys.orig_argv[-1:] == ["dialog"]:
    from sayso.platforms.windows.native import looks
    looks.is_cloaked = lambda window: not os.path.exists({file!r})
"""
_COMPOSED = """
if sys.orig_argv[-1:] == ["dialog"]:
    from sayso.platforms.windows.native import looks
    looks.await_frame = lambda: open({file!r}, "w").close()
"""
Began = Callable[[str], tuple[DialogProcess, Path]]


@pytest.fixture
def begin() -> Iterator[Began]:
    """Starts a dialog with this done at its start, to the file that it returns."""
    world = World(compositor=WINE)
    started: list[DialogProcess] = []

    def began(program: str) -> tuple[DialogProcess, Path]:
        file = world.directory / "told"
        world.run_at_start("told", "import os, sys\n" + program.format(file=f"Z:{file}"))
        process = DialogProcess(world.environ)
        started.append(process)
        process.ready()
        return process, file

    try:
        yield began
    finally:
        for process in started:
            process.close()
        world.close()


def test_not_while_the_system_keeps_it_from_the_screen(begin: Began) -> None:
    """As a window of another virtual desktop is."""
    dialog, uncloaked = begin(_CLOAKED)
    dialog.tell(ask())
    assert dialog.hear() == screen.Covered()
    uncloaked.touch()
    assert dialog.hear() == screen.Painted()


def test_once_the_frame_was_composed(begin: Began) -> None:
    dialog, composed = begin(_COMPOSED)
    assert not composed.exists()
    dialog.tell(ask())
    assert dialog.hear() == screen.Painted()
    assert composed.exists()
