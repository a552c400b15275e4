"""The machine sleeps while a dialog is on the screen."""

from collections.abc import Callable

import pytest

from probes.probe import Probe
from sayso.core.prompt_status import PromptStatus
from sayso.wire import screen
from support.clocks import Clocks
from support.dialog_process import DialogProcess, ask
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]


@pytest.fixture(scope="module", autouse=True)
def clocks(screen_world: World) -> Clocks:
    return Clocks(screen_world)


def test_a_click_after_the_deadline_is_none_though_no_timer_ran(
    clocks: Clocks, probe: Probe, show: ShowDialog
) -> None:
    """The pointer lies on *approve* as the machine wakes."""
    dialog = show(ask())
    probe.wait_for("Approve", pid=dialog.pid)
    approve = probe.find("Approve", pid=dialog.pid)[0]
    probe.move(*approve.centre)
    clocks.sleep()
    probe.click(approve)
    assert dialog.hear_all() == []
    wait_until(lambda: "Closes in 0:00" in probe.texts(dialog.pid), "the end of the time")
    assert not probe.find("Approve", pid=dialog.pid)[0].alive


def test_no_dialog_is_armed_by_sleep(clocks: Clocks, probe: Probe, show: ShowDialog) -> None:
    """Nobody has read it in there."""
    dialog = show(ask(arming=60, standing=PromptStatus(600)))
    clocks.sleep(480)
    wait_until(lambda: "1:5" in " ".join(probe.texts(dialog.pid)), "the time that is left")
    approve = probe.find("Approve", pid=dialog.pid)[0]
    assert not approve.alive
    probe.click(approve)
    assert dialog.hear_all() == []
