"""The window is whole on the monitor that the person's pointer is on, whatever comes."""

from collections.abc import Callable, Iterator

import pytest

from probes.probe import Control, Probe
from probes.steps import Click, ResizeWindow
from sayso.core.prompt_status import PromptStatus
from sayso.wire import screen
from sayso.wire.screen import Update
from support.dialog_process import DialogProcess, ask
from support.monitors import Monitor
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

TALL = Monitor(x=0, y=0, width=720, height=900)
SMALL = Monitor(x=720, y=250, width=600, height=600)
"""Lower, narrower than a window may be, and beside a place where no monitor is."""
LOW = Monitor(x=0, y=900, width=640, height=480)
WIDE = Monitor(x=640, y=900, width=1024, height=600)
MONITORS = {"tall": TALL, "small": SMALL, "low": LOW, "wide": WIDE}
LONG = "\n".join("a line that is neither short nor very long " * 3 for _ in range(200))
LONG_ORDERS = {
    "message": ask(message=LONG),
    "details": ask(details=LONG),
    "both, of another machine": ask(
        message=LONG, details=LONG, asker={"host": "build-7", "lineage": ("tmux",) * 12}
    ),
}
WHERE = "in /srv/shop"
LINEAGE = "Started by, nearest first"
GONE = (
    "builder has stopped waiting. "
    "It gets your answer only if it asks again. The answer is kept for 60 s."
)
ELSEWHERE = "builder on build-7"
"""As one of another machine is called."""
NOT_RECORDED = "Not recorded: the disk is full. Answer again."
TITLE_BAR = 40
"""Pixels of the four fifths that are left to the window manager."""
ON = "Scroll to the end to approve"

on_each_monitor = pytest.mark.parametrize("monitor", MONITORS.values(), ids=MONITORS)
of_each_long_text = pytest.mark.parametrize("order", LONG_ORDERS.values(), ids=LONG_ORDERS)


@pytest.fixture(scope="module")
def screen_world() -> Iterator[World]:
    made = World(monitors=list(MONITORS.values()))
    yield made
    made.close()


def name_of(order: screen.Show) -> str:
    """As its dialog calls the asker."""
    return ELSEWHERE if order.asker.host else order.asker.name


def go_to(probe: Probe, monitor: Monitor) -> None:
    probe.move(monitor.x + 10, monitor.y + 10)


def window_of(probe: Probe, dialog: DialogProcess) -> Control:
    """With what is drawn around it."""
    return probe.find(role="alert", pid=dialog.pid)[0]


def border(probe: Probe, dialog: DialogProcess) -> int:
    """Pixels between the buttons and the window's lower edge."""
    window, deny = window_of(probe, dialog), probe.find("Deny", pid=dialog.pid)[0]
    return window.y + window.height - deny.y - deny.height


def height_of_details(probe: Probe, dialog: DialogProcess) -> int:
    return probe.find("Details", pid=dialog.pid)[0].height


def is_whole(probe: Probe, dialog: DialogProcess, monitor: Monitor) -> bool:
    """The window lies within the monitor, and its buttons and texts in the window."""
    window = window_of(probe, dialog)
    deny, *texts = (
        probe.find(name, pid=dialog.pid)[0]
        for name in ("Deny", "Question", "Details")
        if probe.find(name, pid=dialog.pid)
    )
    return (
        monitor.x <= window.x
        and window.x + window.width <= monitor.x + monitor.width
        and monitor.y <= window.y
        and window.y + window.height <= monitor.y + monitor.height
        and deny.y + deny.height < window.y + window.height
        and all(window.y < text.y < deny.y for text in texts)
    )


def wait_until_whole(
    probe: Probe, dialog: DialogProcess, monitor: Monitor, *words: str
) -> tuple[int, ...]:
    """Once these words show and nothing moves any more. Left, top, width and height."""
    last: tuple[int, ...] = ()

    def settled() -> bool:
        nonlocal last
        before, window = last, window_of(probe, dialog)
        last = (window.x, window.y, window.width, window.height)
        shown = probe.texts(dialog.pid)
        return (
            before == last
            and all(each in shown for each in words)
            and is_whole(probe, dialog, monitor)
        )

    wait_until(settled, f"a whole window with {words}")
    return last


def turn_lineage(probe: Probe, dialog: DialogProcess) -> None:
    """Opens or closes it, by a click on its first line."""
    line = probe.find(WHERE, pid=dialog.pid)[0]
    probe.move(line.x + 30, line.y + 8)
    probe.perform(Click())


def deny_in_vain(probe: Probe, dialog: DialogProcess, *first: screen.Order) -> None:
    """The answer is not recorded, which the dialog hears of after `first`, in one breath."""
    probe.press("Deny", pid=dialog.pid)
    dialog.hear()
    for order in (*first, screen.NotRecorded("the disk is full")):
        dialog.tell(order)


@on_each_monitor
@of_each_long_text
def test_a_long_text_takes_four_fifths_of_the_height(
    probe: Probe, show: ShowDialog, monitor: Monitor, order: screen.Show
) -> None:
    go_to(probe, monitor)
    dialog = show(order)
    *_, height = wait_until_whole(probe, dialog, monitor, ON)
    assert height <= 0.8 * monitor.height
    if monitor is not LOW:  # there, two texts have as little as a person can read
        title = f"{name_of(order)} asks"
        inner = next(each for each in probe.windows() if each.title == title).height
        assert 0.8 * monitor.height - TITLE_BAR - 2 <= inner <= 0.8 * monitor.height - TITLE_BAR


@on_each_monitor
@of_each_long_text
def test_it_stays_whole_with_banners_and_lineage(
    probe: Probe, show: ShowDialog, monitor: Monitor, order: screen.Show
) -> None:
    go_to(probe, monitor)
    dialog = show(order)
    wait_until_whole(probe, dialog, monitor, ON)
    wide = border(probe, dialog)
    gone = GONE.replace("builder", name_of(order))
    dialog.tell(Update(PromptStatus(60, kept_for=60)))
    wait_until_whole(probe, dialog, monitor, gone)
    turn_lineage(probe, dialog)
    wait_until_whole(probe, dialog, monitor, gone, LINEAGE)
    deny_in_vain(probe, dialog)
    wait_until_whole(probe, dialog, monitor, gone, LINEAGE, NOT_RECORDED, ON)
    assert monitor is LOW or border(probe, dialog) == wide, "the gaps give way last"


def test_a_text_has_back_what_it_gave(probe: Probe, show: ShowDialog) -> None:
    go_to(probe, WIDE)
    dialog = show(LONG_ORDERS["both, of another machine"])
    first = wait_until_whole(probe, dialog, WIDE, ON)
    before = height_of_details(probe, dialog)
    turn_lineage(probe, dialog)
    dialog.tell(Update(PromptStatus(60, kept_for=60)))
    wait_until(lambda: height_of_details(probe, dialog) < before, "a text that gave way")
    gone = GONE.replace("builder", ELSEWHERE)
    wait_until_whole(probe, dialog, WIDE, gone, LINEAGE)
    turn_lineage(probe, dialog)
    dialog.tell(Update(PromptStatus(60)))
    probe.wait_gone(LINEAGE, role=None, pid=dialog.pid)
    probe.wait_gone(gone, role=None, pid=dialog.pid)
    wait_until(lambda: height_of_details(probe, dialog) == before, "a text that has it back")
    wait_until(lambda: wait_until_whole(probe, dialog, WIDE)[2:] == first[2:], "its size at first")


@pytest.mark.parametrize(
    "order",
    [ask(), ask(message="words " * 30, asker={"name": "builder of the shop at example.org"})],
    ids=["narrow", "wide, and the banner is long"],
)
def test_two_banners_at_once_leave_the_buttons_in_their_place(
    probe: Probe, show: ShowDialog, order: screen.Show
) -> None:
    go_to(probe, TALL)
    dialog = show(order)
    probe.wait_for("Approve", pid=dialog.pid)
    before = probe.find("Deny", pid=dialog.pid)[0].centre
    deny_in_vain(probe, dialog, Update(PromptStatus(60, kept_for=60)))
    gone = GONE.replace("builder", order.asker.name)
    wait_until_whole(probe, dialog, TALL, gone, NOT_RECORDED)
    assert probe.find("Deny", pid=dialog.pid)[0].centre == before


def test_the_lineage_opens_downwards_and_closes(probe: Probe, show: ShowDialog) -> None:
    go_to(probe, TALL)
    dialog = show(ask())
    first = wait_until_whole(probe, dialog, TALL)
    turn_lineage(probe, dialog)
    opened = wait_until_whole(probe, dialog, TALL, LINEAGE, "tmux")
    assert opened[:3] == first[:3]
    assert opened[3] > first[3]
    turn_lineage(probe, dialog)
    probe.wait_gone(LINEAGE, role=None, pid=dialog.pid)
    assert wait_until_whole(probe, dialog, TALL) == first


def test_what_was_read_stays_read_where_it_gives_way(probe: Probe, show: ShowDialog) -> None:
    go_to(probe, LOW)
    dialog = show(ask(details="one\ntwo\nthree", asker={"host": "build-7"}))
    probe.wait_for("Approve", pid=dialog.pid)
    before = height_of_details(probe, dialog)
    turn_lineage(probe, dialog)
    deny_in_vain(probe, dialog, Update(PromptStatus(60, kept_for=60)))
    gone = GONE.replace("builder", ELSEWHERE)
    wait_until_whole(probe, dialog, LOW, gone, LINEAGE, NOT_RECORDED)
    wait_until(lambda: height_of_details(probe, dialog) < before, "a text that gave way")
    probe.wait_for("Approve", pid=dialog.pid)
    assert not probe.shows(ON, dialog.pid)


def test_a_window_that_the_person_made_higher_stays_so(probe: Probe, show: ShowDialog) -> None:
    go_to(probe, TALL)
    dialog = show(ask())
    x, y, width, height = wait_until_whole(probe, dialog, TALL)
    window = next(each for each in probe.windows() if each.title == "builder asks")
    probe.perform(ResizeWindow(window.handle, window.width, window.height + 200))
    wait_until(lambda: window_of(probe, dialog).height == height + 200, "a higher window")
    dialog.tell(Update(PromptStatus(60, kept_for=60)))
    assert wait_until_whole(probe, dialog, TALL, GONE)[3] > height + 200
    dialog.tell(Update(PromptStatus(60)))
    probe.wait_gone(GONE, role=None, pid=dialog.pid)
    assert wait_until_whole(probe, dialog, TALL) == (x, y, width, height + 200)


@on_each_monitor
def test_it_is_in_the_middle_of_the_monitor(
    probe: Probe, show: ShowDialog, monitor: Monitor
) -> None:
    go_to(probe, monitor)
    dialog = show(ask(details="x" * 60))
    x, _, width, _ = wait_until_whole(probe, dialog, monitor)
    assert abs(x + width / 2 - (monitor.x + monitor.width / 2)) <= 2
