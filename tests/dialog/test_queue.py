"""What else is open: "1 of 3" opens the list, and a press on a row says which is wanted first."""

from collections.abc import Callable

import pytest

from probes.probe import BUTTON, Probe
from probes.steps import Click, Forged
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.core.queue_row import QueueRow
from sayso.values import replace
from sayso.wire import screen
from sayso.wire.screen import Queue, Update
from support.dialog_process import DialogProcess, ask, focus, focused, take_keyboard
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

PLACE = "1 of 3"
ROWS = (QueueRow(7, "agent", "Restart?", 120), QueueRow(9, "node", "Wipe the disk?", 59.2))
RESTART, WIPE = "agent: Restart?, 2:00 left", "node: Wipe the disk?, 1:00 left"
MANY = tuple(QueueRow(number, "agent", f"Question {number}?", 120) for number in range(2, 65))
HEIGHT = 480
"""Pixels of the small screen."""
BOTH_WAYS_OF_INPUT = [{}, {"GDK_CORE_DEVICE_EVENTS": "1"}]


def queued(arming: float = 0.3, of: int = 3) -> screen.Show:
    standing = PromptStatus(60, place=1, of=of)
    return replace(ask(standing=standing, arming=arming), lists_queue=True)


def rows(probe: Probe, dialog: DialogProcess) -> list[str]:
    """What shows of the list, from the top."""
    buttons = probe.find(role=BUTTON, pid=dialog.pid)
    return [each.name for each in buttons if each.name.endswith("left")]


def opened(
    probe: Probe, dialog: DialogProcess, told: tuple[QueueRow, ...] = ROWS, place: str = PLACE
) -> DialogProcess:
    """By a press, with these rows."""
    probe.press(place, pid=dialog.pid)
    assert dialog.hear() == screen.OpenQueue()
    dialog.tell(Queue(told))
    wait_until(lambda: rows(probe, dialog), "the list")
    return dialog


def closed(probe: Probe, dialog: DialogProcess) -> None:
    wait_until(lambda: not rows(probe, dialog), "no list any more")


def test_a_press_opens_it_and_another_closes_it(probe: Probe, show: ShowDialog) -> None:
    dialog = opened(probe, show(queued()))
    assert rows(probe, dialog) == [RESTART, WIPE]
    probe.press(PLACE, pid=dialog.pid)
    closed(probe, dialog)
    assert dialog.hear_all() == []


def test_a_press_on_a_row_wants_that_one_first(probe: Probe, show: ShowDialog) -> None:
    dialog = opened(probe, show(queued(arming=60)))
    probe.press(WIPE, pid=dialog.pid)
    assert dialog.hear() == screen.BringUp(9)
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()


def test_by_keyboard(probe: Probe, show: ShowDialog) -> None:
    """The arrows lead from row to row, and Return or Space is the press."""
    dialog = show(queued())
    take_keyboard(probe, dialog.pid)
    probe.wait_for("Approve", pid=dialog.pid)
    focus(probe, PLACE, dialog.pid)
    probe.key("Return")
    assert dialog.hear() == screen.OpenQueue()
    dialog.tell(Queue(ROWS))
    wait_until(lambda: focused(probe, dialog.pid) == RESTART, "the focus on the first")
    probe.key("Down")
    wait_until(lambda: focused(probe, dialog.pid) == WIPE, "the focus on the second")
    probe.key("Tab")
    wait_until(lambda: focused(probe, dialog.pid) not in (RESTART, WIPE), "the focus elsewhere")
    probe.wait_for("Approve", pid=dialog.pid)
    probe.key("shift+Tab")
    wait_until(lambda: focused(probe, dialog.pid) == WIPE, "the focus on the second")
    probe.key("Up")
    wait_until(lambda: focused(probe, dialog.pid) == RESTART, "the focus on the first")
    probe.key("space")
    assert dialog.hear() == screen.BringUp(7)


def test_escape_closes_it_and_the_next_one_dismisses(probe: Probe, show: ShowDialog) -> None:
    dialog = opened(probe, show(queued()))
    probe.key("Escape")
    closed(probe, dialog)
    assert dialog.hear_all() == []
    assert focused(probe, dialog.pid) == PLACE
    probe.key("Escape")
    assert dialog.hear() == screen.Answer(Choice.DISMISS)


def test_escape_while_its_rows_are_on_their_way(probe: Probe, show: ShowDialog) -> None:
    """They do not show when they come."""
    dialog = show(queued())
    take_keyboard(probe, dialog.pid)
    probe.press(PLACE, pid=dialog.pid)
    assert dialog.hear() == screen.OpenQueue()
    probe.key("Escape")
    dialog.have_done(Queue(ROWS))
    assert dialog.hear_all() == []
    assert rows(probe, dialog) == []


def test_no_program_opens_it_or_chooses(probe: Probe, show: ShowDialog) -> None:
    dialog = show(queued())
    probe.wait_for(PLACE, pid=dialog.pid)
    probe.act(PLACE, pid=dialog.pid)
    assert dialog.hear_all() == []
    opened(probe, dialog)
    probe.act(RESTART, pid=dialog.pid)
    assert dialog.hear_all() == []


def test_no_rows_come_that_nobody_wanted(probe: Probe, show: ShowDialog) -> None:
    dialog = show(queued())
    dialog.have_done(Queue(ROWS))
    assert dialog.hear_all() == []
    assert rows(probe, dialog) == []


@pytest.mark.x11("no program can send an event to another one", but=("gnustep",))
@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
@pytest.mark.parametrize("name", [PLACE, WIPE], ids=["place", "wipe"])
def test_no_click_made_up_by_a_program_counts(probe: Probe, show: ShowDialog, name: str) -> None:
    """See test_hands_off.py for the two ways in which GTK hears of events."""
    dialog = show(queued())
    if name == WIPE:
        opened(probe, dialog)
    probe.move(*probe.wait_for(name, pid=dialog.pid).centre)
    (window,) = probe.windows()
    probe.perform(Forged(window.handle, Click()))
    assert dialog.hear_all() == []


def test_where_a_program_brought_the_focus_no_key_chooses(probe: Probe, show: ShowDialog) -> None:
    dialog = opened(probe, show(queued()))
    probe.focus(WIPE, pid=dialog.pid)
    wait_until(lambda: focused(probe, dialog.pid) == WIPE, "the focus on the second")
    probe.key("Return", "space")
    assert dialog.hear_all() == []


def test_its_rows_stay_while_it_is_open(probe: Probe, show: ShowDialog) -> None:
    dialog = opened(probe, show(queued()))
    dialog.tell(Update(PromptStatus(60, place=1, of=5)))
    wait_until(lambda: probe.shows("1 of 5", dialog.pid), "the new place")
    assert rows(probe, dialog) == [RESTART, WIPE]


def test_it_closes_when_nothing_else_is_open(probe: Probe, show: ShowDialog) -> None:
    dialog = opened(probe, show(queued()))
    dialog.tell(Update(PromptStatus(60)))
    closed(probe, dialog)
    assert not probe.shows("1 of", dialog.pid)


def test_where_the_wanted_one_has_ended_the_others_show(probe: Probe, show: ShowDialog) -> None:
    dialog = opened(probe, show(queued()))
    probe.press(WIPE, pid=dialog.pid)
    assert dialog.hear() == screen.BringUp(9)
    dialog.tell(Queue(ROWS[:1]))
    wait_until(lambda: rows(probe, dialog) == [RESTART], "the one that is left")
    probe.press(RESTART, pid=dialog.pid)
    assert dialog.hear() == screen.BringUp(7)
    dialog.tell(Queue(()))
    closed(probe, dialog)


def test_what_opens_or_closes_it_arms_anew(probe: Probe, show: ShowDialog) -> None:
    dialog = show(queued(arming=2))

    def is_dead() -> bool:
        return not probe.find("Approve", pid=dialog.pid)[0].alive

    probe.wait_for("Approve", pid=dialog.pid)
    opened(probe, dialog)
    wait_until(is_dead, "a dead control")
    probe.wait_for("Approve", pid=dialog.pid)
    probe.press(PLACE, pid=dialog.pid)
    wait_until(is_dead, "a dead control")


def test_the_buttons_stay_while_it_opens_and_closes(probe: Probe, show: ShowDialog) -> None:
    dialog = show(queued())
    names = (PLACE, "Deny", "Approve")

    def places() -> list[tuple[int, int]]:
        return [probe.find(name, pid=dialog.pid)[0].centre for name in names]

    probe.wait_for("Approve", pid=dialog.pid)
    before = places()
    opened(probe, dialog)
    wait_until(lambda: places() == before, "the buttons in their places")
    probe.press(PLACE, pid=dialog.pid)
    closed(probe, dialog)
    wait_until(lambda: places() == before, "the buttons in their places")


def test_the_question_is_answered_while_it_is_open(probe: Probe, show: ShowDialog) -> None:
    dialog = opened(probe, show(queued()))
    probe.press("Deny", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.DENY)
    closed(probe, dialog)


def test_what_is_not_there_to_be_seen_shows(probe: Probe, show: ShowDialog) -> None:
    told = (QueueRow(7, "ag\u202eent", "Pay\u200b <b>all</b>?", 120),)
    dialog = opened(probe, show(queued(of=2)), told, "1 of 2")
    assert rows(probe, dialog) == [r"ag\u{202e}ent: Pay\u{200b} <b>all</b>?, 2:00 left"]


def test_a_daemon_that_lists_nothing_says_the_place_alone(probe: Probe, show: ShowDialog) -> None:
    dialog = show(replace(queued(), lists_queue=False))
    (place,) = probe.find(PLACE, role=BUTTON, pid=dialog.pid)
    assert not place.alive
    probe.click(place)
    assert dialog.hear_all() == []


def test_of_many_all_are_in_reach_on_a_small_screen(small: World) -> None:
    probe = small.dialogs
    dialog = DialogProcess(small.environ)
    try:
        dialog.hear()
        dialog.tell(queued(of=64))
        assert dialog.hear() == screen.Painted()
        opened(probe, dialog, MANY, "1 of 64")
        (deny,) = probe.find("Deny", pid=dialog.pid)
        assert deny.y + deny.height < HEIGHT
        probe.key(*["Down"] * (len(MANY) - 1), "Return")
        assert dialog.hear_answer() == screen.BringUp(64)
    finally:
        dialog.close()
    wait_until(lambda: not probe.windows(), "its end")
