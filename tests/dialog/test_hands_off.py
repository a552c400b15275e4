"""What never approves: haste, held keys, other programs, unread text."""

import time
from collections.abc import Callable

import pytest

from sayso.core.questions import Choice, Severity
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask, focus, take_keyboard
from support.hands import Hands
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

APPROVED = screen.Answer(Choice.APPROVE)
BOTH_WAYS_OF_INPUT = [{}, {"GDK_CORE_DEVICE_EVENTS": "1"}]
"""With XInput 2 GTK does not even hear of events that XSendEvent made; without it it does."""
LONG = "\n".join(f"line {number}" for number in range(200))


def is_active(hands: Hands, pid: int) -> bool:
    return any("active" in each.states for each in hands.find(role="alert", pid=pid))


def window_of(hands: Hands, pid: int) -> int:
    title = hands.find(role="alert", pid=pid)[0].name
    return next(each.id for each in hands.windows() if each.title == title)


def test_hammered_clicks_put_it_off(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask(arming=1))
    approve = hands.find("Approve", pid=dialog.pid)[0]
    x, y = approve.centre
    hands.xdotool("mousemove", x, y, "click", "--repeat", 40, "--delay", 50, 1)  # for two seconds
    assert dialog.hear_all() == []
    hands.press("Approve", pid=dialog.pid)
    assert dialog.hear() == APPROVED


def test_hammered_clicks_of_an_unsteady_hand_put_it_off(hands: Hands, show: ShowDialog) -> None:
    """Of one that does not rest on it, as it would when all is hammered into one place."""
    dialog = show(ask(arming=1))
    x, y = hands.find("Approve", pid=dialog.pid)[0].centre
    here, there = (
        ["mousemove", x + by, y, "click", "--delay", 1, 1, "sleep", 0.06] for by in (0, 2)
    )
    hands.xdotool(*map(str, [*here, *there] * 25))  # for three seconds
    assert dialog.hear_all() == []


@pytest.mark.parametrize("key", ["Return", "space"])
def test_hammered_keys_put_it_off(hands: Hands, show: ShowDialog, key: str) -> None:
    dialog = show(ask(arming=1))
    take_keyboard(hands, dialog.pid)
    hands.xdotool("key", "--delay", 40, *["Tab", key] * 25)  # for two seconds
    assert dialog.hear_all() == []


def test_a_single_early_click_is_lost(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask(arming=60))
    hands.click(hands.find("Approve", pid=dialog.pid)[0])
    assert dialog.hear_all() == []


def test_a_press_that_was_early_does_not_count_when_released_late(
    hands: Hands, show: ShowDialog
) -> None:
    dialog = show(ask(arming=1))
    x, y = hands.find("Approve", pid=dialog.pid)[0].centre
    hands.xdotool("mousemove", x, y, "mousedown", 1)
    hands.wait_for("Approve", pid=dialog.pid)
    hands.xdotool("mouseup", 1)
    assert dialog.hear_all() == []


def test_a_press_elsewhere_released_on_it_does_not_count(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask())
    approve = hands.wait_for("Approve", pid=dialog.pid)
    x, y = approve.centre
    hands.xdotool("mousemove", approve.x - 5, y, "mousedown", 1, "mousemove", x, y, "mouseup", 1)
    assert APPROVED not in dialog.hear_all()


def test_a_pointer_that_rested_there_counts_once_it_has_moved(
    screen_world: World, hands: Hands, show: ShowDialog
) -> None:
    order = ask()
    dialog = show(order)
    place = hands.find("Approve", pid=dialog.pid)[0].centre
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()
    following = DialogProcess(screen_world.environ)
    try:
        following.hear()
        hands.move(*place)
        following.tell(order)
        assert following.hear() == screen.Painted()
        assert hands.wait_for("Approve", pid=following.pid).centre == place
        hands.xdotool("click", 1)
        assert following.hear_all() == []
        hands.press("Approve", pid=following.pid)  # which moves it by a pixel
        assert following.hear() == APPROVED
    finally:
        following.close()


def test_clicks_for_one_dialog_do_not_answer_the_next(
    screen_world: World, hands: Hands, show: ShowDialog
) -> None:
    order = ask(arming=1)
    dialog = show(order)
    following = DialogProcess(screen_world.environ)
    try:
        following.hear()
        hands.click(hands.wait_for("Approve", pid=dialog.pid))
        assert dialog.hear() == APPROVED
        dialog.tell(screen.Close())
        following.tell(order)
        hands.xdotool("click", "--repeat", 30, "--delay", 50, 1)
        assert following.hear() == screen.Painted()
        hands.xdotool("click", "--repeat", 20, "--delay", 50, 1)
        assert following.hear_all() == []
    finally:
        following.close()


def test_the_keyboard_is_not_taken_from_who_types(hands: Hands, warm: DialogProcess) -> None:
    hands.xdotool("key", "--delay", 100, "a")
    warm.tell(ask())
    hands.xdotool("key", "--delay", 100, *"a" * 20)  # for two seconds
    assert warm.hear() == screen.Painted()
    assert not is_active(hands, warm.pid)
    wait_until(lambda: is_active(hands, warm.pid), "the keyboard, at a pause", 3)


@pytest.mark.parametrize("key", ["Return", "space"])
def test_a_held_key_does_not_count(hands: Hands, show: ShowDialog, key: str) -> None:
    dialog = show(ask())
    take_keyboard(hands, dialog.pid)
    hands.wait_for("Approve", pid=dialog.pid)
    hands.xdotool("keydown", key)
    try:
        focus(hands, "Approve", dialog.pid)
        hands.xdotool("keydown", key)
        heard = dialog.hear_all(1.0)  # the X server repeats it by now
    finally:
        hands.xdotool("keyup", key)
    assert APPROVED not in heard + dialog.hear_all()
    hands.key(key)
    assert dialog.hear() == APPROVED


def test_keys_count_a_while_after_the_keyboard_came(hands: Hands, show: ShowDialog) -> None:
    """Clicks count by then: the keyboard alone may have come in the middle of a word."""
    hands.move(7, 7)  # the pause begins anew
    dialog = show(ask(arming=2))
    restless = ["mousemove", 5, 5, "sleep", 0.1, "mousemove", 6, 6, "sleep", 0.1]
    hands.xdotool(*map(str, restless * 11))  # no pause until it is armed, so no keyboard
    assert not is_active(hands, dialog.pid)
    x, y = hands.wait_for("Approve", pid=dialog.pid).centre
    hands.xdotool("mousemove", x, y, "mousedown", 1, "mousemove", x, y - 100, "mouseup", 1)
    wait_until(lambda: "focused" in hands.find("Approve", pid=dialog.pid)[0].states, "the focus")
    hands.key("Return")
    assert dialog.hear_all() == []


def test_an_early_key_works_no_control(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask(arming=60, severity=Severity.DESTRUCTIVE))
    take_keyboard(hands, dialog.pid)
    assert "focused" in hands.find("Deny", role="push button", pid=dialog.pid)[0].states
    hands.key("Return", "space")
    assert dialog.hear_all(0.6) == []


def test_a_key_that_went_down_elsewhere_does_not_count(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask(asker={"lineage": ()}))
    take_keyboard(hands, dialog.pid)
    focus(hands, "Approve", dialog.pid)
    hands.key("Tab")  # round to the text
    x, y = hands.find("Approve", pid=dialog.pid)[0].centre
    moved = ("mousemove", x, y, "mousedown", 1, "mousemove", x, y - 100, "mouseup", 1)
    hands.xdotool("keydown", "Return", *moved, "keyup", "Return")
    assert dialog.hear_all() == []
    assert "focused" in hands.find("Approve", pid=dialog.pid)[0].states


def test_a_key_that_comes_up_elsewhere_does_not_count(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask())
    take_keyboard(hands, dialog.pid)
    focus(hands, "Approve", dialog.pid)
    x, y = hands.find("Question", role="text", pid=dialog.pid)[0].centre
    hands.xdotool("mousemove", x, y, "keydown", "Return", "click", 1, "keyup", "Return")
    assert dialog.hear_all() == []
    assert "focused" not in hands.find("Approve", pid=dialog.pid)[0].states


@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
@pytest.mark.parametrize("key", ["Return", "space"])
def test_keys_made_up_by_a_program_do_not_count(hands: Hands, show: ShowDialog, key: str) -> None:
    dialog = show(ask())
    take_keyboard(hands, dialog.pid)
    focus(hands, "Approve", dialog.pid)
    hands.xdotool("key", "--window", window_of(hands, dialog.pid), key)
    assert dialog.hear_all() == []
    hands.key(key)
    assert dialog.hear() == APPROVED


@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_a_program_does_not_dismiss(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask())
    take_keyboard(hands, dialog.pid)
    hands.xdotool("key", "--window", window_of(hands, dialog.pid), "Escape")
    assert dialog.hear_all() == []
    hands.key("Escape")
    assert dialog.hear() == screen.Answer(Choice.DISMISS)


@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_a_program_does_not_end_a_stroke(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask())
    take_keyboard(hands, dialog.pid)
    focus(hands, "Approve", dialog.pid)
    window = window_of(hands, dialog.pid)
    hands.xdotool("keydown", "Return", "keyup", "--window", window, "Return")
    try:
        assert dialog.hear_all() == []
    finally:
        hands.xdotool("keyup", "Return")


@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_clicks_made_up_by_a_program_do_not_count(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask())
    hands.move(*hands.wait_for("Approve", pid=dialog.pid).centre)
    hands.xdotool("click", "--window", window_of(hands, dialog.pid), 1)
    assert dialog.hear_all() == []
    hands.press("Approve", pid=dialog.pid)
    assert dialog.hear() == APPROVED


def test_assistive_technology_may_deny_and_not_approve(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask())
    hands.wait_for("Approve", pid=dialog.pid)
    hands.act("Approve", pid=dialog.pid)
    assert dialog.hear_all() == []
    assert hands.act("Deny", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.DENY)


def test_assistive_technology_does_not_end_a_click(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask())
    x, y = hands.wait_for("Approve", pid=dialog.pid).centre
    hands.xdotool("mousemove", x + 1, y, "mousemove", x, y, "mousedown", 1)
    hands.act("Approve", pid=dialog.pid)
    hands.xdotool("mousemove", 5, 5, "mouseup", 1)
    assert dialog.hear_all() == []


@pytest.mark.parametrize("change", ["move", "resize", "regain"])
def test_what_moves_under_the_hand_is_armed_anew(
    hands: Hands, show: ShowDialog, change: str
) -> None:
    dialog = show(ask(arming=2))
    take_keyboard(hands, dialog.pid)
    hands.wait_for("Approve", pid=dialog.pid)
    window = window_of(hands, dialog.pid)
    if change == "move":
        hands.xdotool("windowmove", window, 40, 40)
    elif change == "resize":
        hands.xdotool("windowsize", window, 700, 500)
    else:
        hands.xdotool("windowminimize", window)
        wait_until(lambda: not is_active(hands, dialog.pid), "the keyboard to be elsewhere")
        hands.xdotool("windowactivate", window)
    wait_until(
        lambda: not any(each.alive for each in hands.find("Approve", pid=dialog.pid)),
        "a dead approve control",
    )
    hands.press("Approve", pid=dialog.pid)
    assert dialog.hear() == APPROVED


@pytest.mark.parametrize("order", [ask(message=LONG), ask(details=LONG)])
def test_unread_text_keeps_approve_dead(hands: Hands, show: ShowDialog, order: screen.Show) -> None:
    dialog = show(order)
    wait_until(
        lambda: "Scroll to the end to approve" in hands.texts(dialog.pid), "words about the rest"
    )
    assert dialog.hear_all(0.6) == []  # longer than it takes to be armed
    approve = hands.find("Approve", pid=dialog.pid)[0]
    assert not approve.alive
    hands.click(approve)
    assert dialog.hear_all() == []
    hands.move(*hands.find(role="alert", pid=dialog.pid)[0].centre)
    began = time.monotonic()
    hands.xdotool("click", "--repeat", 80, "--delay", 5, 5)  # the wheel, downwards
    hands.press("Approve", pid=dialog.pid)
    heard = dialog.hear_all()
    assert 1 <= heard.count(screen.Activity()) <= 1 + time.monotonic() - began
    assert heard[-1] == APPROVED


def test_lines_that_go_on_to_the_right_are_unread(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask(details="rm old" + " " * 300 + "and new"))
    wait_until(
        lambda: "Scroll right to the end to approve" in hands.texts(dialog.pid), "words about it"
    )
    assert not hands.find("Approve", pid=dialog.pid)[0].alive
    middle, _ = hands.find(role="alert", pid=dialog.pid)[0].centre
    hands.move(middle, hands.find("Details", pid=dialog.pid)[0].y + 10)
    hands.xdotool("click", "--repeat", 80, "--delay", 5, 7)  # the wheel, sideways
    hands.press("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == APPROVED


def test_words_are_only_ever_words(hands: Hands, show: ShowDialog) -> None:
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
    texts = hands.texts(dialog.pid)
    assert hands.find("<u>me asks", role="label", pid=dialog.pid)
    assert "in /srv/\\u{202e} · a\\u{a}b \\u{200b} · 4312" in texts
    assert "<b>100 %s</b>\\u{a}\n<span size='1'>&amp;\\u{202e}gnp.exe\n\tsecond" in texts
    assert "\\u{1b}[31mred" in texts
    hands.wait_for("_Go & go", pid=dialog.pid)
    assert hands.find("_Go & go", pid=dialog.pid)[0].description == "Approve"
    assert hands.find("<i>No", pid=dialog.pid)[0].description == "Deny"


def test_long_words_are_shown_letter_by_letter(hands: Hands, show: ShowDialog) -> None:
    word = "abcdefgh" * 40
    dialog = show(ask(message=word, details="x" * 4_000))
    texts = hands.texts(dialog.pid)
    assert word in texts
    assert "x" * 2_000 + " (the line goes on)\n" + "x" * 2_000 in texts
