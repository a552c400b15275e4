"""What stands where in the window: no dead space, nothing crowded, one edge."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from probes.probe import Control, Probe
from sayso.core.prompt_status import PromptStatus
from sayso.presentation.habits import Control as Button
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

WIDEST = 680
SPECIAL = {"GDK_DPI_SCALE": "1.5"}
"""Letters are half as large again."""


def one(probe: Probe, dialog: DialogProcess, name: str, role: str = "push button") -> Control:
    return probe.find(name, role=role, pid=dialog.pid)[0]


@pytest.mark.parametrize("count", range(56, 76, 4))
def test_a_text_of_one_line_has_the_room_of_one_and_is_whole(
    probe: Probe, show: ShowDialog, count: int
) -> None:
    """The window is as wide as the line, or has it to spare."""
    dialog = show(ask(message=("words " * 20)[:count].strip()))
    (window,) = probe.windows()
    assert window.width < WIDEST
    line = one(probe, dialog, "builder asks", "label").height
    assert one(probe, dialog, "Question", "text").height < 3 * line
    probe.wait_for("Approve", pid=dialog.pid)


def test_later_stands_at_the_edge_of_the_frame(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    frame = probe.find(role="panel", pid=dialog.pid)[0]
    assert one(probe, dialog, "Later").x == frame.x


def test_short_labels_stand_beside_the_place_in_the_queue(
    screen_world: World, probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask(standing=PromptStatus(60, 1, 3)))
    names = "Later", "1 of 3", *in_order(screen_world, approve="Approve", deny="Deny")
    row = [one(probe, dialog, name) for name in names]
    assert len({each.centre[1] for each in row}) == 1
    assert all(left.x + left.width < right.x for left, right in pairwise(row))


@pytest.mark.parametrize("warm", [SPECIAL], indirect=True)
def test_labels_too_long_for_that_have_a_row_of_their_own(
    screen_world: World, probe: Probe, show: ShowDialog
) -> None:
    labels = "Deploy it to all of the twelve hosts now", "Wait for the people who look after them"
    dialog = show(ask(standing=PromptStatus(60, 1, 3), approve=labels[0], deny=labels[1]))
    names = "Later", "1 of 3", *in_order(screen_world, approve=labels[0], deny=labels[1])
    later, place, left, right = (one(probe, dialog, name) for name in names)
    assert later.x + later.width < place.x
    assert place.y + place.height <= left.y == right.y
    assert left.x + left.width < right.x


def in_order(world: World, *, approve: str, deny: str) -> list[str]:
    """As they stand on this desktop."""
    names = {Button.APPROVE: approve, Button.DENY: deny}
    return [names[each] for each in world.habits.order if each in names]
