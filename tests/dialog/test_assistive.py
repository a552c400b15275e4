"""Who has said so in the settings may answer by assistive technology's own actions: no sooner, and
no less read, than by hand."""

from collections.abc import Callable

import pytest

from probes.probe import Probe
from probes.steps import Click, Forged, Key, KeyDown, KeyUp
from sayso.core.outcome import By
from sayso.core.questions import Choice, Severity
from sayso.values import replace
from sayso.wire import screen
from support.dialog_process import (
    UNHURRIED,
    DialogProcess,
    ask,
    ask_password,
    ask_select,
    ask_text,
    take_keyboard,
)
from support.entries import as_entry
from support.processes import wait_until

ShowDialog = Callable[[screen.Show], DialogProcess]

APPROVED = screen.Answer(Choice.APPROVE, By.ASSISTIVE)
NEVER_ARMED = 60.0
LONG = "\n".join(f"line {number}" for number in range(200))
PASSWORD = "password text"  # noqa: S105 (a role)
BOTH_WAYS_OF_INPUT = [{}, {"GDK_CORE_DEVICE_EVENTS": "1"}]
"""With XInput 2 GTK does not even hear of events that XSendEvent made; without it it does."""


def allowing(order: screen.Show) -> screen.Show:
    return replace(order, accessibility_approval=True)


def answers(dialog: DialogProcess) -> list[screen.Order | screen.Report]:
    """What it says by and by, but for that somebody is at work there."""
    busy = screen.Activity | screen.Drafted
    return [each for each in dialog.hear_all() if not isinstance(each, busy)]


def type_in(probe: Probe, dialog: DialogProcess, words: str) -> None:
    take_keyboard(probe, dialog.pid)
    probe.type(words)


@pytest.mark.parametrize("severity", Severity)
def test_it_approves(probe: Probe, show: ShowDialog, severity: Severity) -> None:
    dialog = show(allowing(ask(severity=severity)))
    probe.wait_for("Approve", pid=dialog.pid)
    assert probe.act("Approve", pid=dialog.pid)
    assert dialog.hear() == APPROVED


def test_a_hand_that_approves_is_told_from_it(probe: Probe, show: ShowDialog) -> None:
    dialog = show(allowing(ask()))
    probe.click(probe.wait_for("Approve", pid=dialog.pid))
    assert dialog.hear() == screen.Answer(Choice.APPROVE)


def test_words_submitted_by_hand_are_told_from_it(probe: Probe, show: ShowDialog) -> None:
    dialog = show(allowing(ask_text(arming=UNHURRIED)))
    type_in(probe, dialog, "shop")
    probe.wait_for("Send", pid=dialog.pid)
    probe.key("Return")
    assert dialog.hear_answer() == screen.Filled((as_entry("shop"),))


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (ask(), "Assistive technology may approve (your setting)"),
        (ask(details=LONG), "Assistive technology may approve (your setting)"),
        (ask_password(), "Assistive technology may send (your setting)"),
        (ask_text(), "Assistive technology may send (your setting)"),
        (ask_select(), "Assistive technology may send (your setting)"),
    ],
    ids=["confirm", "long", "password", "text", "select"],
)
def test_the_dialog_says_that_it_may(
    probe: Probe, show: ShowDialog, order: screen.Show, words: str
) -> None:
    """From the first frame, so that nothing moves for it."""
    dialog = show(allowing(order))
    (line,) = probe.find(words, role="label", pid=dialog.pid)
    window = probe.find(role="alert", pid=dialog.pid)[0]
    assert "showing" in line.states
    assert window.y < line.y < window.y + window.height


def test_it_says_so_nowhere_else(probe: Probe, show: ShowDialog) -> None:
    assert not probe.shows("Assistive technology", show(ask()).pid)


def test_it_denies_before_anything_is_armed(probe: Probe, show: ShowDialog) -> None:
    dialog = show(allowing(ask(arming=NEVER_ARMED)))
    assert probe.act("Deny", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.DENY)


def test_it_does_not_approve_before_it_is_armed(probe: Probe, show: ShowDialog) -> None:
    dialog = show(allowing(ask(arming=NEVER_ARMED)))
    probe.act("Approve", pid=dialog.pid)
    assert dialog.hear_all() == []


def test_it_approves_what_was_read_to_its_end(probe: Probe, show: ShowDialog) -> None:
    """And it may lead there, page by page."""
    dialog = show(allowing(ask(details=LONG, arming=0)))
    on = "Scroll to the end to approve"
    probe.wait_for(on, pid=dialog.pid)
    probe.act("Approve", pid=dialog.pid)
    assert dialog.hear_all() == []

    def read() -> bool:
        probe.act(on, pid=dialog.pid)
        return probe.shows("You have seen all of it", dialog.pid)

    wait_until(read, "the end of the text", 20)
    probe.wait_for("Approve", pid=dialog.pid)
    assert probe.act("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == APPROVED


@pytest.mark.x11("no program can send an event to another one", but=("gnustep",))
@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_what_programs_make_up_still_does_not_count(probe: Probe, show: ShowDialog) -> None:
    dialog = show(allowing(ask()))
    probe.move(*probe.wait_for("Approve", pid=dialog.pid).centre)
    title = probe.find(role="alert", pid=dialog.pid)[0].name
    window = next(each.handle for each in probe.windows() if each.title == title)
    probe.perform(Forged(window, Click()))
    probe.perform(*(Forged(window, Key(key)) for key in ("Tab", "Tab", "Return", "space")))
    assert dialog.hear_all() == []


def test_a_held_key_still_does_not_count(probe: Probe, show: ShowDialog) -> None:
    dialog = show(allowing(ask()))
    take_keyboard(probe, dialog.pid)
    probe.wait_for("Approve", pid=dialog.pid)
    probe.perform(KeyDown("Return"))
    try:
        probe.key("Tab", "Tab", "Tab")
        probe.perform(KeyDown("Return"))
        assert dialog.hear_all(1.0) == []  # the X server repeats it by now
    finally:
        probe.perform(KeyUp("Return"))


@pytest.mark.parametrize(("name", "role"), [("Send", "push button"), ("Password", PASSWORD)])
def test_it_submits_a_password(probe: Probe, show: ShowDialog, name: str, role: str) -> None:
    """By the button, or by what Return does in the field."""
    dialog = show(allowing(ask_password()))
    type_in(probe, dialog, "tiger")
    probe.wait_for("Send", pid=dialog.pid)
    assert probe.act(name, role=role, pid=dialog.pid)
    report = dialog.hear_answer()
    assert isinstance(report, screen.Submitted)
    assert str(report.secret.view(), "utf-8") == "tiger"
    assert report.by is By.ASSISTIVE


@pytest.mark.parametrize(
    "order",
    [
        ask_password(),
        allowing(ask_password(arming=NEVER_ARMED)),
        allowing(ask_password(details=LONG)),
    ],
    ids=["as it is", "before it is armed", "before all is read"],
)
@pytest.mark.parametrize(("name", "role"), [("Send", "push button"), ("Password", PASSWORD)])
def test_it_does_not_submit_a_password(
    probe: Probe, show: ShowDialog, order: screen.Show, name: str, role: str
) -> None:
    dialog = show(order)
    type_in(probe, dialog, "tiger")
    probe.act(name, role=role, pid=dialog.pid)
    assert answers(dialog) == []


def test_it_submits_words(probe: Probe, show: ShowDialog) -> None:
    dialog = show(allowing(ask_text()))
    type_in(probe, dialog, "shop")
    probe.wait_for("Send", pid=dialog.pid)
    assert probe.act("Send", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Filled((as_entry("shop"),), By.ASSISTIVE)


def test_it_chooses_and_submits(probe: Probe, show: ShowDialog) -> None:
    """The choice is to be seen for the delay before that."""
    dialog = show(allowing(ask_select(arming=4)))
    assert probe.act("There", role="radio button", pid=dialog.pid)
    probe.act("Send", pid=dialog.pid)
    assert answers(dialog) == []
    probe.wait_for("Send", pid=dialog.pid, timeout=15)
    assert probe.act("Send", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Filled((as_entry((1,)),), By.ASSISTIVE)
