"""With two monitors the window is whole on the one that the person's pointer is on."""

from collections.abc import Callable, Iterator

import pytest

from sayso.wire import screen
from support.dialog_process import DialogProcess, ask
from support.hands import Control, Hands
from support.monitors import Monitor
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

TALL = Monitor(x=0, y=0, width=720, height=900)
SMALL = Monitor(x=720, y=250, width=600, height=600)
"""Lower, narrower than a window may be, and beside a place where no monitor is."""
LONG = "\n".join("a line that is neither short nor very long " * 3 for _ in range(200))


@pytest.fixture(scope="module")
def screen_world() -> Iterator[World]:
    made = World(monitors=[TALL, SMALL])
    yield made
    made.close()


@pytest.mark.parametrize("monitor", [TALL, SMALL], ids=["tall", "small"])
@pytest.mark.parametrize("order", [ask(), ask(message=LONG), ask(title="T", details=LONG)],
                         ids=["short", "long message", "long details"])  # fmt: skip
def test_the_window_is_whole_on_the_pointers_monitor(
    hands: Hands, show: ShowDialog, monitor: Monitor, order: screen.Show
) -> None:
    hands.move(monitor.x + 10, monitor.y + 10)
    dialog = show(order)
    first = whole(hands, dialog, monitor)
    assert first.height <= 0.8 * monitor.height
    dialog.tell(screen.Update(screen.Standing(60, kept_for=60)))
    wait_until(lambda: whole(hands, dialog, monitor).height > first.height, "a banner more")


def whole(hands: Hands, dialog: DialogProcess, monitor: Monitor) -> Control:
    """The window, which lies within the monitor, with what is drawn around it."""
    window = hands.find(role="alert", pid=dialog.pid)[0]
    assert monitor.x <= window.x
    assert window.x + window.width <= monitor.x + monitor.width
    assert monitor.y <= window.y
    assert window.y + window.height <= monitor.y + monitor.height
    return window
