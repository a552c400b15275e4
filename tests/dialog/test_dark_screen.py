"""A screen that shows nothing: what is on it was not seen."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from Xlib import X
from Xlib.display import Display

from dialog.conftest import ShowDialog
from probes.probe import Probe
from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask
from support.processes import wait_until
from support.world import World

pytestmark = pytest.mark.x11("only an X server is asked whether its screen is dark")


@contextmanager
def dark(world: World) -> Iterator[None]:
    """Until the block ends, or input comes."""
    display = Display(world.environ["DISPLAY"])
    try:
        display.force_screen_saver(X.ScreenSaverActive)
        display.sync()
        yield
        display.force_screen_saver(X.ScreenSaverReset)
        display.sync()
    finally:
        display.close()


def test_a_question_counts_as_shown_once_it_is_lit(
    screen_world: World, probe: Probe, warm: DialogProcess
) -> None:
    with dark(screen_world):
        warm.tell(ask())
        assert warm.hear() == screen.Covered()
        probe.key("Escape")  # which lights it, and ends no question that nobody has seen
    assert warm.hear() == screen.Painted()
    probe.press("Approve", pid=warm.pid)
    assert warm.hear_answer() == screen.Answer(Choice.APPROVE)


def test_one_that_was_seen_is_not_approved_by_what_lights_the_screen(
    screen_world: World, probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask())
    approve = probe.wait_for("Approve", pid=dialog.pid)
    probe.move(*approve.centre)
    with dark(screen_world):
        wait_until(
            lambda: "can't be seen" in probe.find("Approve", pid=dialog.pid)[0].description,
            "that nothing can be approved",
        )
        probe.click(approve)
        assert dialog.hear_all() == []
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Answer(Choice.APPROVE)
