"""What a person does before the dialog, and what the daemon hears of it."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from probes.probe import Control, Probe
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice, Severity
from sayso.presentation.arming import SETTLING
from sayso.wire import screen
from support.dialog_process import (
    DialogProcess,
    ask,
    ask_password,
    ask_select,
    ask_text,
    focus,
    take_keyboard,
)
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

NEVER_ARMED = 60.0


@pytest.mark.parametrize(
    ("label", "choice", "words"),
    [
        ("Approve", Choice.APPROVE, "Recorded: approved"),
        ("Deny", Choice.DENY, "Recorded: denied"),
    ],
)
def test_a_click_is_answered_recorded_and_closed(
    probe: Probe, show: ShowDialog, label: str, choice: Choice, words: str
) -> None:
    dialog = show(ask())
    probe.press(label, pid=dialog.pid)
    assert dialog.hear() == screen.Answer(choice)
    assert not any(each.alive for each in probe.find(role="push button", pid=dialog.pid))
    dialog.tell(screen.Recorded())

    def recorded() -> list[Control] | None:
        shown = probe.find(pid=dialog.pid)
        return shown if words in [each.text for each in shown] else None

    shown = wait_until(recorded, f'"{words}" in place of the buttons')  # which soon goes
    assert "push button" not in [each.role for each in shown]
    assert dialog.hear() == screen.Closed()
    assert dialog.wait() == 0
    assert not probe.windows()


def test_painted_means_on_the_screen(
    screen_world: World, probe: Probe, warm: DialogProcess
) -> None:
    with screen_world.screen.window_manager_stopped():
        warm.tell(ask())
        assert warm.hear(0.5) is None
    assert warm.hear() == screen.Painted()


def test_deny_takes_a_click_at_once(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(arming=NEVER_ARMED))
    probe.press("Deny", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.DENY)


@pytest.mark.parametrize(
    "keys",
    [
        "Escape",
        pytest.param(
            "alt+F4", marks=pytest.mark.x11("a compositor closes no window of its topmost layer")
        ),
    ],
)
def test_escape_and_closing_dismiss_even_before_armed(
    probe: Probe, show: ShowDialog, keys: str
) -> None:
    dialog = show(ask(arming=NEVER_ARMED))
    take_keyboard(probe, dialog.pid)
    dialog.hear_all(SETTLING)
    probe.key(keys)
    assert dialog.hear() == screen.Answer(Choice.DISMISS)
    assert probe.find(role="alert", pid=dialog.pid)  # until the daemon has recorded it


@pytest.mark.parametrize("key", ["Return", "space", "KP_Enter"])
def test_a_key_approves_where_the_person_moved_the_focus_to(
    probe: Probe, show: ShowDialog, key: str
) -> None:
    dialog = show(ask())
    take_keyboard(probe, dialog.pid)
    focus(probe, "Approve", dialog.pid)
    probe.key(key)
    assert dialog.hear() == screen.Answer(Choice.APPROVE)


@pytest.mark.parametrize("severity", list(Severity))
@pytest.mark.parametrize("key", ["Return", "space", "alt+a"])
def test_no_key_approves_by_default(
    probe: Probe, show: ShowDialog, severity: Severity, key: str
) -> None:
    dialog = show(ask(severity=severity))
    take_keyboard(probe, dialog.pid)
    probe.wait_for("Approve", pid=dialog.pid)
    probe.key(key)
    assert screen.Answer(Choice.APPROVE) not in dialog.hear_all()


def test_deny_has_the_focus_where_much_is_at_stake(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(severity=Severity.DESTRUCTIVE))
    take_keyboard(probe, dialog.pid)
    assert "focused" in probe.find("Deny", role="push button", pid=dialog.pid)[0].states


def test_not_recorded_gives_the_controls_back_armed_anew(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(arming=2))
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.APPROVE)
    dialog.tell(screen.NotRecorded("the disk is full"))
    wait_until(
        lambda: any("the disk is full" in text for text in probe.texts(dialog.pid)), "the reason"
    )
    probe.wait_for("Deny", pid=dialog.pid)
    assert not probe.find("Approve", pid=dialog.pid)[0].alive
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.APPROVE)


def test_not_recorded_arms_anew_though_the_window_stays_where_it_is(
    screen_world: World, probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask(arming=2))
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.APPROVE)
    with screen_world.screen.window_manager_stopped():
        dialog.have_done(screen.NotRecorded("the disk is full"))
        assert probe.find("Deny", pid=dialog.pid)[0].alive
        assert not probe.find("Approve", pid=dialog.pid)[0].alive


def test_after_the_answer_nothing_more_is_told(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    take_keyboard(probe, dialog.pid)
    probe.press("Deny", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.DENY)
    assert dialog.hear_all(SETTLING) == []
    probe.key("Escape")
    assert dialog.hear_all() == []


def test_an_answer_that_nobody_acknowledges_says_so_and_stays(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask())
    probe.press("Deny", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.DENY)
    wait_until(lambda: "Not recorded yet" in probe.texts(dialog.pid), "words about the wait")
    dialog.tell(screen.Recorded())
    assert dialog.hear() == screen.Closed()


def test_the_time_runs_out_without_an_answer(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(standing=PromptStatus(2)))
    wait_until(lambda: "Closes in 0:00" in probe.texts(dialog.pid), "the end of the time")
    approve = probe.find("Approve", pid=dialog.pid)[0]
    assert not approve.alive
    probe.click(approve)
    assert dialog.hear_all() == []
    dialog.tell(screen.Update(PromptStatus(90)))
    wait_until(lambda: probe.shows("1:2", dialog.pid), "the time set anew")
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()
    assert dialog.wait() == 0


def test_the_daemons_end_ends_the_dialog(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    dialog.hang_up()
    assert dialog.wait() == 0


@pytest.mark.parametrize(
    "order",
    [
        ask(details="\n".join(map(str, range(200)))),
        ask_password(error="That was not it"),
        ask_text(multiline=True),
        ask_select("staging", "production"),
    ],
)
def test_its_end_is_nothing_to_complain_of(
    screen_world: World, order: screen.Show, tmp_path: Path
) -> None:
    """GLib warns of what is taken down twice while it holds a lock, and may hang there."""
    complaints = tmp_path / "complaints"
    with complaints.open("w") as to:
        dialog = DialogProcess(screen_world.environ, to)
    try:
        dialog.hear()
        dialog.tell(order)
        assert dialog.hear() == screen.Painted()
        dialog.tell(screen.Close())
        assert dialog.hear_answer() == screen.Closed()
        assert dialog.wait() == 0
    finally:
        dialog.close()
    assert complaints.read_text() == ""


def test_a_spare_goes_with_the_daemon_and_when_told(warm: DialogProcess) -> None:
    warm.tell(screen.Close())
    assert warm.hear() == screen.Closed()
    assert warm.wait() == 0


@pytest.mark.parametrize(
    "order", [b"nonsense\n", b'{"jsonrpc":"2.0","method":"recorded","params":{}}\n']
)
def test_an_order_that_makes_no_sense_ends_the_process(warm: DialogProcess, order: bytes) -> None:
    warm.tell_raw(order)
    assert warm.wait(5) != 0


@pytest.mark.linux("no console tells a dialog of an interrupt")
def test_the_terminals_interrupt_is_not_for_the_dialog(show: ShowDialog) -> None:
    dialog = show(ask())
    dialog.signal(signal.SIGINT)
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()


@pytest.mark.x11("it is about an X server")
def test_without_a_display_it_says_why(screen_world: World) -> None:
    for display, reason in (("", "no display"), (":70000", "the display :70000 can't be opened")):
        process = DialogProcess(screen_world.environ | {"DISPLAY": display})
        assert process.hear() == screen.Unusable(reason)
        assert process.wait() == 1
        process.close()
