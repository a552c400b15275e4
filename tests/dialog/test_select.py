"""Options before the dialog: how one is chosen, what submits the choice, and what never does."""

from collections.abc import Callable

import pytest

from sayso.wire import screen
from support.dialog_process import DialogProcess, ask_select, focus, take_keyboard
from support.hands import Control, Hands
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

RADIO, CHECK = "radio button", "check box"
NEVER_ARMED = 60.0
BOTH_WAYS_OF_INPUT = [{}, {"GDK_CORE_DEVICE_EVENTS": "1"}]
MANY = tuple(
    f"Host {number}, of which there is more to say than of the others" for number in range(32)
)


def options(hands: Hands, dialog: DialogProcess, role: str = RADIO) -> list[Control]:
    return hands.find(role=role, pid=dialog.pid)


def checked(hands: Hands, dialog: DialogProcess, role: str = RADIO) -> list[str]:
    return [each.name for each in options(hands, dialog, role) if "checked" in each.states]


def choose(hands: Hands, dialog: DialogProcess, name: str, role: str = RADIO) -> None:
    hands.click(hands.find(name, role=role, pid=dialog.pid)[0])


def until_checked(hands: Hands, dialog: DialogProcess, *names: str, role: str = RADIO) -> None:
    wait_until(lambda: checked(hands, dialog, role) == list(names), f"the choice of {names}")


def filled(dialog: DialogProcess) -> str | tuple[int, ...]:
    """What was submitted."""
    report = dialog.hear_answer()
    assert isinstance(report, screen.Filled)
    return report.answer


def nothing_filled(dialog: DialogProcess) -> bool:
    return not any(isinstance(each, screen.Filled) for each in dialog.hear_all())


def submit_is(hands: Hands, dialog: DialogProcess, *, alive: bool, words: str = "") -> bool:
    (submit,) = hands.find("Submit", pid=dialog.pid)
    return (submit.alive, submit.description) == (alive, words)


def test_a_click_chooses_and_a_click_submits(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select())
    assert [each.name for each in options(hands, dialog)] == ["Here", "There", "Nowhere"]
    for name in ("Nowhere", "There"):
        choose(hands, dialog, name)
        until_checked(hands, dialog, name)
    hands.press("Submit", pid=dialog.pid)
    assert filled(dialog) == (1,)
    dialog.tell(screen.Recorded())
    assert dialog.hear() == screen.Closed()


def test_none_is_chosen_at_first_and_without_one_nothing_is_submitted(
    hands: Hands, show: ShowDialog
) -> None:
    dialog = show(ask_select())
    take_keyboard(hands, dialog.pid)
    words = "Choose an option first"
    wait_until(lambda: submit_is(hands, dialog, alive=False, words=words), "a dead control")
    assert checked(hands, dialog) == []
    hands.click(hands.find("Submit", pid=dialog.pid)[0])
    assert nothing_filled(dialog)


def test_the_focus_is_on_the_first_option_which_is_not_chosen_by_it(
    hands: Hands, show: ShowDialog
) -> None:
    dialog = show(ask_select())
    take_keyboard(hands, dialog.pid)
    wait_until(lambda: "focused" in options(hands, dialog)[0].states, "the focus")
    assert checked(hands, dialog) == []


def test_by_keys_alone(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select(arming=0))
    take_keyboard(hands, dialog.pid)
    hands.key("space")
    until_checked(hands, dialog, "Here")
    hands.key("Down", "Down")
    until_checked(hands, dialog, "Nowhere")
    focus(hands, "Submit", dialog.pid)
    hands.key("Return")
    assert filled(dialog) == (2,)


def test_return_on_an_option_chooses_it_and_submits_nothing(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select(arming=0))
    take_keyboard(hands, dialog.pid)
    hands.key("Return")
    until_checked(hands, dialog, "Here")
    hands.wait_for("Submit", pid=dialog.pid)
    hands.key("Return", "KP_Enter", "ctrl+Return")
    assert nothing_filled(dialog)


def test_of_several_any_number_is_chosen(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select(multiple=True, arming=0))
    take_keyboard(hands, dialog.pid)
    choose(hands, dialog, "Nowhere", CHECK)
    choose(hands, dialog, "There", CHECK)
    hands.key("space")
    until_checked(hands, dialog, "Nowhere", role=CHECK)
    choose(hands, dialog, "Here", CHECK)
    until_checked(hands, dialog, "Here", "Nowhere", role=CHECK)
    hands.press("Submit", pid=dialog.pid)
    assert filled(dialog) == (0, 2)


def test_of_several_none_is_a_choice_too(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select(multiple=True))
    hands.press("Submit", pid=dialog.pid)
    assert filled(dialog) == ()


def test_options_are_plain_text_with_what_can_not_be_seen(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select("<b>a</b>", "_b", "c\u202ed", "c\\u{202e}d", "e\u2066"))
    assert [each.name for each in options(hands, dialog)] == [
        "<b>a</b>",
        "_b",
        r"c\u{202e}d",
        r"c\u{5c}u{202e}d",
        r"e\u{2066}",
    ]


def test_all_options_are_read_before_one_is_submitted(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select(*MANY))
    choose(hands, dialog, MANY[0])
    until_checked(hands, dialog, MANY[0])
    words = "Scroll to the end to submit"
    wait_until(lambda: submit_is(hands, dialog, alive=False, words=words), "a dead control")
    hands.click(hands.find("Submit", pid=dialog.pid)[0])
    assert nothing_filled(dialog)
    while hands.find(words, pid=dialog.pid):
        hands.click(hands.find(words, pid=dialog.pid)[0])
    hands.press("Submit", pid=dialog.pid)
    assert filled(dialog) == (0,)


def test_the_keyboard_brings_options_into_view(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select(*MANY, arming=0))
    take_keyboard(hands, dialog.pid)
    hands.key(*["Down"] * (len(MANY) - 1))
    wait_until(lambda: hands.shows("Read to the end", dialog.pid), "the last one in view")
    hands.press("Submit", pid=dialog.pid)
    assert filled(dialog) == (len(MANY) - 1,)


def test_before_it_is_armed_a_choice_is_not_submitted(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select(arming=NEVER_ARMED))
    choose(hands, dialog, "There")
    until_checked(hands, dialog, "There")
    hands.click(hands.find("Submit", pid=dialog.pid)[0])
    assert nothing_filled(dialog)


def test_assistive_technology_may_choose_but_not_submit(hands: Hands, show: ShowDialog) -> None:
    """And what it chose is to be seen for the delay before it can be submitted."""
    dialog = show(ask_select(multiple=True, arming=4))
    hands.wait_for("Submit", pid=dialog.pid, timeout=15)
    assert hands.act("There", role=CHECK, pid=dialog.pid)
    until_checked(hands, dialog, "There", role=CHECK)
    words = "Not ready yet: wait a moment, then submit"
    assert submit_is(hands, dialog, alive=False, words=words)
    hands.wait_for("Submit", pid=dialog.pid, timeout=15)
    hands.act("Submit", pid=dialog.pid)
    assert nothing_filled(dialog)


def test_what_assistive_technology_chose_has_all_read_anew(hands: Hands, show: ShowDialog) -> None:
    """From the start, as it may stand out of sight."""
    dialog = show(ask_select(*MANY, multiple=True, arming=0))
    take_keyboard(hands, dialog.pid)
    words = "Scroll to the end to submit"
    hands.key(*["Down"] * (len(MANY) - 1))
    wait_until(lambda: hands.shows("Read to the end", dialog.pid), "the last one in view")
    hands.key(*["Up"] * (len(MANY) - 1))
    wait_until(lambda: hands.find(MANY[0], role=CHECK, pid=dialog.pid), "the first one in view")
    assert hands.act(MANY[0], role=CHECK, pid=dialog.pid)
    wait_until(lambda: submit_is(hands, dialog, alive=False, words=words), "a dead control")
    hands.click(hands.find("Submit", pid=dialog.pid)[0])
    assert nothing_filled(dialog)


@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_no_program_chooses_by_events_of_its_own(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select(arming=0))
    take_keyboard(hands, dialog.pid)
    there = hands.find("There", role=RADIO, pid=dialog.pid)[0]
    hands.move(*there.centre)
    title = hands.find(role="alert", pid=dialog.pid)[0].name
    window = next(each.id for each in hands.windows() if each.title == title)
    hands.xdotool("click", "--window", window, 1)
    hands.xdotool("key", "--window", window, "space", "Down")
    assert nothing_filled(dialog)
    assert checked(hands, dialog) == []


def test_the_choice_is_still_there_when_it_did_not_count(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select(error="That is full."))
    assert hands.shows("That is full.", dialog.pid)
    choose(hands, dialog, "There")
    hands.press("Submit", pid=dialog.pid)
    assert filled(dialog) == (1,)
    dialog.tell(screen.NotRecorded("the disk is full"))
    wait_until(lambda: hands.shows("the disk is full", dialog.pid), "the reason")
    assert checked(hands, dialog) == ["There"]
    hands.press("Submit", pid=dialog.pid)
    assert filled(dialog) == (1,)


def test_choosing_is_told_as_activity(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_select())
    choose(hands, dialog, "There")
    until_checked(hands, dialog, "There")
    assert dialog.hear() == screen.Activity()


def test_on_a_small_screen_the_buttons_are_in_reach(small: World) -> None:
    dialog = DialogProcess(small.environ)
    try:
        dialog.hear()
        dialog.tell(ask_select(*MANY, message="word " * 600, details="word\n" * 400))
        assert dialog.hear() == screen.Painted()
        (submit,) = small.dialogs.find("Submit", pid=dialog.pid)
        assert submit.y + submit.height <= 480
        assert submit.x + submit.width <= 640
    finally:
        dialog.close()
