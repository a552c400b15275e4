"""What never approves: haste, held keys, other programs, unread text."""

import time
from collections.abc import Callable

import pytest

from probes.probe import Probe
from probes.steps import (
    Activate,
    Click,
    Direction,
    Forged,
    Handle,
    Key,
    KeyDown,
    KeyUp,
    Minimise,
    Move,
    MoveWindow,
    Pause,
    Press,
    Release,
    ResizeWindow,
    Step,
)
from sayso.core.questions import Choice, Severity
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask, focus, take_keyboard
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

APPROVED = screen.Answer(Choice.APPROVE)
BOTH_WAYS_OF_INPUT = [{}, {"GDK_CORE_DEVICE_EVENTS": "1"}]
"""With XInput 2 GTK does not even hear of events that XSendEvent made; without it it does."""
LONG = "\n".join(f"line {number}" for number in range(200))


def is_active(probe: Probe, pid: int) -> bool:
    return any("active" in each.states for each in probe.find(role="alert", pid=pid))


def window_of(probe: Probe, pid: int) -> Handle:
    title = probe.find(role="alert", pid=pid)[0].name
    return next(each.handle for each in probe.windows() if each.title == title)


def test_hammered_clicks_put_it_off(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(arming=1))
    approve = probe.find("Approve", pid=dialog.pid)[0]
    x, y = approve.centre
    probe.perform(Move(x, y), Click(times=40, delay=0.05))  # for two seconds
    assert dialog.hear_all() == []
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear() == APPROVED


def test_hammered_clicks_of_an_unsteady_hand_put_it_off(probe: Probe, show: ShowDialog) -> None:
    """Of one that does not rest on it, as it would when all is hammered into one place."""
    dialog = show(ask(arming=1))
    x, y = probe.find("Approve", pid=dialog.pid)[0].centre
    steps: list[Step] = []
    for by in (0, 2) * 25:
        steps += Move(x + by, y), Click(delay=0.001), Pause(0.06)
    probe.perform(*steps)  # for three seconds
    assert dialog.hear_all() == []


@pytest.mark.parametrize("key", ["Return", "space"])
def test_hammered_keys_put_it_off(probe: Probe, show: ShowDialog, key: str) -> None:
    dialog = show(ask(arming=1))
    take_keyboard(probe, dialog.pid)
    probe.perform(*[Key("Tab", delay=0.04), Key(key, delay=0.04)] * 25)  # for two seconds
    assert dialog.hear_all() == []


def test_a_single_early_click_is_lost(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(arming=60))
    probe.click(probe.find("Approve", pid=dialog.pid)[0])
    assert dialog.hear_all() == []


def test_a_press_that_was_early_does_not_count_when_released_late(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask(arming=1))
    x, y = probe.find("Approve", pid=dialog.pid)[0].centre
    probe.perform(Move(x, y), Press())
    probe.wait_for("Approve", pid=dialog.pid)
    probe.perform(Release())
    assert dialog.hear_all() == []


def test_a_press_elsewhere_released_on_it_does_not_count(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    approve = probe.wait_for("Approve", pid=dialog.pid)
    x, y = approve.centre
    probe.perform(Move(approve.x - 5, y), Press(), Move(x, y), Release())
    assert APPROVED not in dialog.hear_all()


def test_a_pointer_that_rested_there_counts_once_it_has_moved(
    screen_world: World, probe: Probe, show: ShowDialog
) -> None:
    order = ask()
    dialog = show(order)
    place = probe.find("Approve", pid=dialog.pid)[0].centre
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()
    following = DialogProcess(screen_world.environ)
    try:
        following.hear()
        probe.move(*place)
        following.tell(order)
        assert following.hear() == screen.Painted()
        assert probe.wait_for("Approve", pid=following.pid).centre == place
        probe.perform(Click())
        assert following.hear_all() == []
        wait_until(
            lambda: is_approved_by_a_press(probe, following), "an approval by a moved pointer"
        )
    finally:
        following.close()


def is_approved_by_a_press(probe: Probe, dialog: DialogProcess) -> bool:
    """A press may come before the dialog has heard of an earlier one, and so be early as well."""
    probe.press("Approve", pid=dialog.pid)  # which moves it by a pixel
    return dialog.hear(1.0) == APPROVED


def test_clicks_for_one_dialog_do_not_answer_the_next(
    screen_world: World, probe: Probe, show: ShowDialog
) -> None:
    order = ask(arming=1)
    dialog = show(order)
    following = DialogProcess(screen_world.environ)
    try:
        following.hear()
        probe.click(probe.wait_for("Approve", pid=dialog.pid))
        assert dialog.hear() == APPROVED
        dialog.tell(screen.Close())
        following.tell(order)
        probe.perform(Click(times=30, delay=0.05))
        assert following.hear() == screen.Painted()
        probe.perform(Click(times=20, delay=0.05))
        assert following.hear_all() == []
    finally:
        following.close()


def test_the_keyboard_is_not_taken_from_who_types(probe: Probe, warm: DialogProcess) -> None:
    probe.perform(Key("a", delay=0.1))
    warm.tell(ask())
    probe.perform(*[Key("a", delay=0.1)] * 20)  # for two seconds
    assert warm.hear() == screen.Painted()
    assert not is_active(probe, warm.pid)
    wait_until(lambda: is_active(probe, warm.pid), "the keyboard, at a pause", 3)


@pytest.mark.parametrize("key", ["Return", "space"])
def test_a_held_key_does_not_count(probe: Probe, show: ShowDialog, key: str) -> None:
    dialog = show(ask())
    take_keyboard(probe, dialog.pid)
    probe.wait_for("Approve", pid=dialog.pid)
    probe.perform(KeyDown(key))
    try:
        focus(probe, "Approve", dialog.pid)
        probe.perform(KeyDown(key))
        heard = dialog.hear_all(1.0)  # the X server repeats it by now
    finally:
        probe.perform(KeyUp(key))
    assert APPROVED not in heard + dialog.hear_all()
    probe.key(key)
    assert dialog.hear() == APPROVED


def test_keys_count_a_while_after_the_keyboard_came(probe: Probe, show: ShowDialog) -> None:
    """Clicks count by then: the keyboard alone may have come in the middle of a word."""
    probe.move(7, 7)  # the pause begins anew
    dialog = show(ask(arming=2))
    restless: list[Step] = [Move(5, 5), Pause(0.1), Move(6, 6), Pause(0.1)]
    probe.perform(*restless * 11)  # no pause until it is armed, so no keyboard
    assert not is_active(probe, dialog.pid)
    x, y = probe.wait_for("Approve", pid=dialog.pid).centre
    probe.perform(Move(x, y), Press(), Move(x, y - 100), Release())
    wait_until(lambda: "focused" in probe.find("Approve", pid=dialog.pid)[0].states, "the focus")
    probe.key("Return")
    assert dialog.hear_all() == []


def test_an_early_key_works_no_control(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(arming=60, severity=Severity.DESTRUCTIVE))
    take_keyboard(probe, dialog.pid)
    assert "focused" in probe.find("Deny", role="push button", pid=dialog.pid)[0].states
    probe.key("Return", "space")
    assert dialog.hear_all(0.6) == []


def test_a_key_that_went_down_elsewhere_does_not_count(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    take_keyboard(probe, dialog.pid)
    focus(probe, "Approve", dialog.pid)
    probe.click(probe.find("Question", role="text", pid=dialog.pid)[0])
    x, y = probe.wait_for("Approve", pid=dialog.pid).centre
    moved = (Move(x, y), Press(), Move(x, y - 100), Release())
    probe.perform(KeyDown("Return"), *moved, KeyUp("Return"))
    wait_until(lambda: "focused" in probe.find("Approve", pid=dialog.pid)[0].states, "the focus")
    assert dialog.hear_all() == []


def test_a_key_that_comes_up_elsewhere_does_not_count(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    take_keyboard(probe, dialog.pid)
    focus(probe, "Approve", dialog.pid)
    x, y = probe.find("Question", role="text", pid=dialog.pid)[0].centre
    probe.perform(Move(x, y), KeyDown("Return"), Click(), KeyUp("Return"))
    assert dialog.hear_all() == []
    assert "focused" not in probe.find("Approve", pid=dialog.pid)[0].states


@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
@pytest.mark.parametrize("key", ["Return", "space"])
def test_keys_made_up_by_a_program_do_not_count(probe: Probe, show: ShowDialog, key: str) -> None:
    dialog = show(ask())
    take_keyboard(probe, dialog.pid)
    focus(probe, "Approve", dialog.pid)
    probe.perform(Forged(window_of(probe, dialog.pid), Key(key)))
    assert dialog.hear_all() == []
    probe.key(key)
    assert dialog.hear() == APPROVED


@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_a_program_does_not_dismiss(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    take_keyboard(probe, dialog.pid)
    probe.perform(Forged(window_of(probe, dialog.pid), Key("Escape")))
    assert dialog.hear_all() == []
    probe.key("Escape")
    assert dialog.hear() == screen.Answer(Choice.DISMISS)


@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_a_program_does_not_end_a_stroke(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    take_keyboard(probe, dialog.pid)
    focus(probe, "Approve", dialog.pid)
    window = window_of(probe, dialog.pid)
    probe.perform(KeyDown("Return"), Forged(window, KeyUp("Return")))
    try:
        assert dialog.hear_all() == []
    finally:
        probe.perform(KeyUp("Return"))


@pytest.mark.parametrize("name", ["Approve", "Deny"])
@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_clicks_made_up_by_a_program_do_not_count(
    probe: Probe, show: ShowDialog, name: str
) -> None:
    """The person has taken the focus there, so that the click does not bring it."""
    dialog = show(ask())
    take_keyboard(probe, dialog.pid)
    focus(probe, name, dialog.pid)
    probe.move(*probe.wait_for(name, pid=dialog.pid).centre)
    probe.perform(Forged(window_of(probe, dialog.pid), Click()))
    assert dialog.hear_all() == []
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear() == APPROVED


def test_assistive_technology_may_deny_and_not_approve(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    probe.wait_for("Approve", pid=dialog.pid)
    probe.act("Approve", pid=dialog.pid)
    assert dialog.hear_all() == []
    assert probe.act("Deny", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.DENY)


def test_assistive_technology_does_not_end_a_click(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask())
    x, y = probe.wait_for("Approve", pid=dialog.pid).centre
    probe.perform(Move(x + 1, y), Move(x, y), Press())
    probe.act("Approve", pid=dialog.pid)
    probe.perform(Move(5, 5), Release())
    assert dialog.hear_all() == []


@pytest.mark.parametrize("change", ["move", "resize", "minimise"])
def test_what_moves_under_the_hand_is_armed_anew(
    probe: Probe, show: ShowDialog, change: str
) -> None:
    dialog = show(ask(arming=2))
    take_keyboard(probe, dialog.pid)
    probe.wait_for("Approve", pid=dialog.pid)
    window = window_of(probe, dialog.pid)
    if change == "move":
        probe.perform(MoveWindow(window, 40, 40))
    elif change == "resize":
        probe.perform(ResizeWindow(window, 700, 500))
    else:
        probe.perform(Minimise(window))
        wait_until(lambda: not is_active(probe, dialog.pid), "the keyboard to be elsewhere")
        probe.perform(Activate(window))
    wait_until(
        lambda: not any(each.alive for each in probe.find("Approve", pid=dialog.pid)),
        "a dead approve control",
    )
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear() == APPROVED


def test_what_gets_the_keyboard_back_is_armed_anew(
    screen_world: World, probe: Probe, show: ShowDialog
) -> None:
    """Though nothing lay over it meanwhile."""
    elsewhere = screen_world.spawn(screen_world.stand_in)
    try:
        probe.wait_for("Approve", pid=elsewhere.pid)
        other = wait_until(
            lambda: next((e.handle for e in probe.windows() if e.title == "Stand-in"), None),
            "a window manager that has taken it in",
        )
        probe.perform(MoveWindow(other, 5, 5))
        dialog = show(ask(arming=2))
        take_keyboard(probe, dialog.pid)
        probe.perform(Activate(other))
        wait_until(lambda: not is_active(probe, dialog.pid), "the keyboard to be elsewhere")
        probe.wait_for("Approve", pid=dialog.pid)
        assert dialog.hear_all(1.2) == []  # a pause: it does not come after the person
        assert not is_active(probe, dialog.pid)
        probe.perform(Activate(window_of(probe, dialog.pid)))
        wait_until(
            lambda: not probe.find("Approve", pid=dialog.pid)[0].alive, "a dead approve control"
        )
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear() == APPROVED
    finally:
        elsewhere.kill()


def read_by_wheel(probe: Probe, dialog: DialogProcess, direction: Direction) -> None:
    """To the end: what is faster than a busy machine paints is not read any sooner."""

    def is_read() -> bool:
        probe.wheel(direction, 40)
        return probe.shows("You have seen all of it", dialog.pid)

    wait_until(is_read, "the end")


@pytest.mark.parametrize("order", [ask(message=LONG), ask(details=LONG)])
def test_unread_text_keeps_approve_dead(probe: Probe, show: ShowDialog, order: screen.Show) -> None:
    dialog = show(order)
    wait_until(
        lambda: "Scroll to the end to approve" in probe.texts(dialog.pid), "words about the rest"
    )
    assert dialog.hear_all(0.6) == []  # longer than it takes to be armed
    approve = probe.find("Approve", pid=dialog.pid)[0]
    assert not approve.alive
    probe.click(approve)
    assert dialog.hear_all() == []
    probe.move(*probe.find(role="alert", pid=dialog.pid)[0].centre)
    began = time.monotonic()
    read_by_wheel(probe, dialog, Direction.DOWN)
    probe.press("Approve", pid=dialog.pid)
    heard = dialog.hear_all()
    assert 1 <= heard.count(screen.Activity()) <= 1 + time.monotonic() - began
    assert heard[-1] == APPROVED


def test_lines_that_go_on_to_the_right_are_unread(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(details="rm old" + " " * 300 + "and new"))
    wait_until(
        lambda: "Scroll right to the end to approve" in probe.texts(dialog.pid), "words about it"
    )
    assert not probe.find("Approve", pid=dialog.pid)[0].alive
    middle, _ = probe.find(role="alert", pid=dialog.pid)[0].centre
    probe.move(middle, probe.find("Details", pid=dialog.pid)[0].y + 10)
    read_by_wheel(probe, dialog, Direction.RIGHT)
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == APPROVED


def test_words_are_only_ever_words(probe: Probe, show: ShowDialog) -> None:
    dialog = show(
        ask(
            title="<b>100 %s</b>\n",
            message="<span size='1'>&amp;\u202egnp.exe\n\tsecond",
            details="\x1b[31mred",
            approve="_Go & go",
            deny="<i>No",
            asker={"name": "<u>me", "command": "a\nb \u200b", "cwd": "/srv/\u202e"},
        )
    )
    texts = probe.texts(dialog.pid)
    assert probe.find("<u>me asks", role="label", pid=dialog.pid)
    assert "in /srv/\\u{202e}" in texts
    told = "<b>100 %s</b>\\u{a}\n<span size='1'>&amp;\\u{202e}gnp.exe\n\tsecond"
    assert told in "\n".join(texts)  # not every system has title and message in one text
    assert "\\u{1b}[31mred" in texts
    probe.act("in /srv/\\u{202e}", role=None, pid=dialog.pid)
    wait_until(lambda: probe.shows("a\\u{a}b \\u{200b}", dialog.pid), "its command line")
    probe.wait_for("_Go & go", pid=dialog.pid)

    def told_of(name: str) -> str:
        return probe.find(name, pid=dialog.pid)[0].description

    wait_until(lambda: told_of("_Go & go") == "Approve", "what it says once it may be used")
    assert told_of("<i>No") == "Deny"


def test_long_words_are_shown_letter_by_letter(probe: Probe, show: ShowDialog) -> None:
    word = "abcdefgh" * 40
    dialog = show(ask(message=word, details="x" * 4_000))
    texts = probe.texts(dialog.pid)
    assert word in texts
    assert "x" * 2_000 + " (the line goes on)\n" + "x" * 2_000 in texts
