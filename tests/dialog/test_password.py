"""A password before the dialog: how it is typed, who may see it, and what submits it."""

import time
from collections.abc import Callable

import pytest

from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import UNHURRIED, DialogProcess, ask_password, focus, take_keyboard
from support.hands import Control, Hands
from support.images import as_root, counted, locked
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

CANARY = "canary-7f3a"
BULLET = "●"
NEVER_ARMED = 60.0
BOTH_WAYS_OF_INPUT = [{}, {"GDK_CORE_DEVICE_EVENTS": "1"}]
HIDDEN, SHOWN = "password text", "text"


def field(hands: Hands, dialog: DialogProcess, name: str = "Password") -> Control:
    """A dialog that is busy with a long text does not tell of it at once."""

    def told() -> Control | None:
        fields = hands.find(name, pid=dialog.pid)
        return next((each for each in fields if each.role in (HIDDEN, SHOWN)), None)

    return wait_until(told, f"the field {name}")


def until_holds(hands: Hands, dialog: DialogProcess, text: str, name: str = "Password") -> None:
    wait_until(lambda: field(hands, dialog, name).text == text, f'"{text}" in {name}')


def type_in(hands: Hands, dialog: DialogProcess, text: str = CANARY) -> None:
    take_keyboard(hands, dialog.pid)
    hands.type(text)
    until_holds(hands, dialog, BULLET * len(text))


def submitted(dialog: DialogProcess) -> str:
    """What was submitted; the last thing that the dialog said."""
    report = dialog.hear_answer()
    assert isinstance(report, screen.Submitted)
    return str(report.secret.view(), "utf-8")


def nothing_submitted(dialog: DialogProcess) -> bool:
    return not any(isinstance(each, screen.Submitted) for each in dialog.hear_all())


def test_what_is_typed_is_submitted_by_a_click(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(hands, dialog)
    hands.press("Submit", pid=dialog.pid)
    assert submitted(dialog) == CANARY
    dialog.tell(screen.Recorded())
    assert dialog.hear() == screen.Closed()


@pytest.mark.parametrize("key", ["Return", "KP_Enter"])
def test_return_in_the_field_submits(hands: Hands, show: ShowDialog, key: str) -> None:
    dialog = show(ask_password(arming=UNHURRIED))
    type_in(hands, dialog)
    hands.wait_for("Submit", pid=dialog.pid)
    hands.key(key)
    assert submitted(dialog) == CANARY


def test_the_askers_labels_stand_on_the_buttons(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password(approve="Unlock", deny="Leave it locked"))
    type_in(hands, dialog)
    assert hands.press("Unlock", pid=dialog.pid).description == "Submit"
    assert submitted(dialog) == CANARY


@pytest.mark.parametrize("text", ["密码 🔑 \u05e9\u05dc\u05d5\u05dd", "two\nlines"])
def test_what_is_pasted_comes_as_it_is(hands: Hands, show: ShowDialog, text: str) -> None:
    dialog = show(ask_password(message=text, arming=0))
    paste_the_question(hands, dialog)
    hands.press("Submit", pid=dialog.pid)
    assert submitted(dialog) == text


def paste_the_question(hands: Hands, dialog: DialogProcess) -> None:
    """Copied from where it stands."""
    take_keyboard(hands, dialog.pid)
    hands.click(hands.find("Question", role="text", pid=dialog.pid)[0])
    hands.key("ctrl+a", "ctrl+c")
    hands.click(field(hands, dialog))
    hands.key("ctrl+v")
    wait_until(lambda: field(hands, dialog).text, "what was pasted")


def test_the_field_takes_typing_before_anything_is_armed(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password(arming=NEVER_ARMED))
    type_in(hands, dialog)
    assert "focused" in field(hands, dialog).states
    hands.key("Return")
    hands.click(hands.find("Submit", pid=dialog.pid)[0])
    assert nothing_submitted(dialog)
    assert field(hands, dialog).text == BULLET * len(CANARY)


def test_nothing_typed_is_nothing_to_submit(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password())
    take_keyboard(hands, dialog.pid)

    def dead_for_want_of_text() -> bool:
        (submit,) = hands.find("Submit", pid=dialog.pid)
        return (submit.alive, submit.description) == (False, "Type the password first")

    wait_until(dead_for_want_of_text, "words about the empty field")
    hands.key("Return")
    hands.click(hands.find("Submit", pid=dialog.pid)[0])
    assert nothing_submitted(dialog)
    hands.type("x")
    hands.wait_for("Submit", pid=dialog.pid)
    hands.key("BackSpace")
    wait_until(dead_for_want_of_text, "a dead control")


def test_a_held_return_does_not_submit(hands: Hands, show: ShowDialog) -> None:
    """Held since before it counts, as by one who types a line into another window."""
    dialog = show(ask_password(arming=1))
    type_in(hands, dialog)
    hands.xdotool("keydown", "Return")
    try:
        hands.wait_for("Submit", pid=dialog.pid, timeout=15)
        hands.xdotool("keydown", "Return")
        dialog.hear_all(1.0)  # the X server repeats it by now
    finally:
        hands.xdotool("keyup", "Return")
    assert nothing_submitted(dialog)
    hands.key("Return")
    assert submitted(dialog) == CANARY


@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_a_return_made_up_by_a_program_does_not_submit(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(hands, dialog)
    hands.wait_for("Submit", pid=dialog.pid)
    title = hands.find(role="alert", pid=dialog.pid)[0].name
    window = next(each.id for each in hands.windows() if each.title == title)
    hands.xdotool("key", "--window", window, "Return")
    hands.act("Submit", pid=dialog.pid)
    assert nothing_submitted(dialog)
    hands.key("Return")
    assert submitted(dialog) == CANARY


@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_a_release_made_up_by_a_program_does_not_submit(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(hands, dialog)
    hands.wait_for("Submit", pid=dialog.pid)
    (window,) = hands.windows()
    hands.xdotool("keydown", "Return", "keyup", "--window", window.id, "Return")
    try:
        assert nothing_submitted(dialog)
    finally:
        hands.xdotool("keyup", "Return")


@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_no_program_types_into_it(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(hands, dialog, "mine")
    (window,) = hands.windows()
    hands.xdotool("type", "--window", window.id, "theirs")
    hands.type("!")
    until_holds(hands, dialog, BULLET * len("mine!"))
    hands.press("Submit", pid=dialog.pid)
    assert submitted(dialog) == "mine!"


@pytest.mark.parametrize("warm", [{"GTK_IM_MODULE": "multipress"}], indirect=True)
def test_the_keys_go_to_no_input_method_of_the_environment(hands: Hands, show: ShowDialog) -> None:
    """This one comes with GTK, and makes letters of the digits of a key pad."""
    dialog = show(ask_password())
    take_keyboard(hands, dialog.pid)
    hands.key("KP_2", "KP_3")
    hands.press("Submit", pid=dialog.pid)
    assert submitted(dialog) == "23"


def test_both_must_be_the_same(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password(repeat=True))
    type_in(hands, dialog)
    hands.key("Tab")
    hands.type(CANARY + "x")
    until_holds(hands, dialog, BULLET * (len(CANARY) + 1), "Repeat")
    wait_until(lambda: hands.shows("The two are not the same", dialog.pid), "words about it")
    hands.key("Return")
    hands.click(hands.find("Submit", pid=dialog.pid)[0])
    assert nothing_submitted(dialog)
    hands.click(field(hands, dialog, "Repeat"))
    hands.key("End", "BackSpace")
    hands.wait_for("Submit", pid=dialog.pid)
    assert not hands.shows("The two are not the same", dialog.pid)
    hands.key("Return")
    assert submitted(dialog) == CANARY


def test_what_is_long_is_locked_too(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password(message="x" * 40_000, arming=0))
    before = locked(dialog.pid)
    paste_the_question(hands, dialog)
    assert locked(dialog.pid) >= before + 36


def test_what_is_too_long_is_refused_not_cut(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password(message="x" * 66_000, arming=0))
    paste_the_question(hands, dialog)
    wait_until(lambda: hands.shows("Too long for a password", dialog.pid), "words about it")
    assert not hands.find("Submit", pid=dialog.pid)[0].alive


def test_an_error_stands_under_the_field_and_moves_nothing(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password(error="That was <b>not</b> it"))
    (error,) = hands.find("That was <b>not</b> it", role="label", pid=dialog.pid)
    password = field(hands, dialog)
    assert error.y >= password.y + password.height
    before = places(hands, dialog)
    take_keyboard(hands, dialog.pid)
    hands.key("Caps_Lock")
    try:
        wait_until(lambda: hands.shows("Caps Lock is on", dialog.pid), "words about Caps Lock")
        assert places(hands, dialog) == before
    finally:
        hands.key("Caps_Lock")
    wait_until(lambda: not hands.shows("Caps Lock is on", dialog.pid), "no such words")


def test_caps_lock_moves_nothing_though_the_error_is_long(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password(error="no, no " * 25))
    before = places(hands, dialog)
    take_keyboard(hands, dialog.pid)
    hands.key("Caps_Lock")
    try:
        wait_until(lambda: hands.shows("Caps Lock is on", dialog.pid), "words about Caps Lock")
        assert places(hands, dialog) == before
    finally:
        hands.key("Caps_Lock")


def test_where_there_is_no_error_its_room_is_kept(
    screen_world: World, hands: Hands, show: ShowDialog
) -> None:
    dialog = show(ask_password(error="That was not it"))
    before = places(hands, dialog)
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()
    following = DialogProcess(screen_world.environ)
    try:
        following.hear()
        following.tell(ask_password())
        assert following.hear() == screen.Painted()
        assert places(hands, following) == before
    finally:
        following.close()


def places(hands: Hands, dialog: DialogProcess) -> dict[str, tuple[int, int]]:
    names = {"Password", "Show the password", "Deny", "Submit"}
    seen = {each.name: each.centre for each in hands.find(pid=dialog.pid) if each.name in names}
    assert seen.keys() == names
    return seen


@pytest.mark.parametrize("by", ["click", "space"])
def test_the_eye_shows_it_while_the_person_wants(hands: Hands, show: ShowDialog, by: str) -> None:
    dialog = show(ask_password(arming=UNHURRIED))
    type_in(hands, dialog)

    def look(eye: str) -> None:
        if by == "click":
            hands.press(eye, pid=dialog.pid)
        else:
            if "focused" not in hands.find(eye, pid=dialog.pid)[0].states:
                focus(hands, eye, dialog.pid)
            hands.wait_for("Submit", pid=dialog.pid)
            hands.key(by)

    look("Show the password")
    until_holds(hands, dialog, CANARY)
    look("Hide the password")
    until_holds(hands, dialog, BULLET * len(CANARY))


def test_assistive_technology_neither_reads_it_nor_opens_the_eye(
    hands: Hands, show: ShowDialog
) -> None:
    dialog = show(ask_password())
    type_in(hands, dialog)
    hands.act("Show the password", pid=dialog.pid)
    dialog.hear_all()
    assert field(hands, dialog).role == HIDDEN
    assert not any(
        CANARY in words
        for each in hands.find(pid=dialog.pid)
        for words in (each.name, each.text, each.description)
    )


def test_nothing_is_copied_out_of_it_though_it_is_shown(hands: Hands, show: ShowDialog) -> None:
    """Neither by copying and cutting, nor by selecting for the middle button."""
    dialog = show(ask_password(repeat=True))
    type_in(hands, dialog)
    hands.press("Show the password", pid=dialog.pid)
    until_holds(hands, dialog, CANARY)
    hands.click(field(hands, dialog))
    for keys in ("ctrl+c", "ctrl+x"):
        hands.key("ctrl+a", keys)
    assert field(hands, dialog).text == CANARY
    repeat = field(hands, dialog, "Repeat")
    hands.click(repeat)
    hands.key("ctrl+v")
    hands.xdotool("mousemove", *repeat.centre, "click", 2)
    hands.type("x")
    until_holds(hands, dialog, "x", "Repeat")


@as_root
@pytest.mark.parametrize("way", ["Submit", "Deny", "Later", "Escape"])
def test_whatever_the_person_does_it_is_wiped(hands: Hands, show: ShowDialog, way: str) -> None:
    expected = {
        "Deny": screen.Answer(Choice.DENY),
        "Later": screen.Later(),
        "Escape": screen.Answer(Choice.DISMISS),
    }
    text = CANARY * 4  # the beginning of freed memory is soon another's
    dialog = show(ask_password(repeat=True))
    type_in(hands, dialog, text)
    hands.key("Tab")
    hands.type(text)
    until_holds(hands, dialog, BULLET * len(text), "Repeat")
    assert counted(dialog.pid, CANARY.encode())
    if way == "Escape":
        hands.key(way)
    else:
        hands.press(way, pid=dialog.pid)
    if way == "Submit":
        assert submitted(dialog) == text
    else:
        assert dialog.hear_answer() == expected[way]
    assert field(hands, dialog).text == ""
    assert counted(dialog.pid, CANARY.encode()) == 0


@as_root
def test_comparing_the_two_leaves_no_copy(hands: Hands, show: ShowDialog) -> None:
    """A long text: copies of many lengths, not all of whose places are soon another's."""
    text = CANARY * 40
    dialog = show(ask_password(repeat=True))
    take_keyboard(hands, dialog.pid)
    for name in ("Password", "Repeat"):
        hands.xdotool("type", "--delay", 3, text)
        until_holds(hands, dialog, BULLET * len(text), name)
        hands.key("Tab")
    hands.press("Deny", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Answer(Choice.DENY)
    assert counted(dialog.pid, CANARY.encode()) == 0


def test_not_recorded_gives_the_field_back_empty(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(hands, dialog)
    hands.press("Submit", pid=dialog.pid)
    assert submitted(dialog) == CANARY
    assert not field(hands, dialog).alive
    dialog.tell(screen.NotRecorded("the disk is full"))
    hands.wait_for("Deny", pid=dialog.pid)
    wait_until(lambda: "focused" in field(hands, dialog).states, "the field to have the focus")
    hands.type("again")
    hands.press("Submit", pid=dialog.pid)
    assert submitted(dialog) == "again"


def test_the_next_try_is_hidden_again(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(hands, dialog)
    hands.press("Show the password", pid=dialog.pid)
    until_holds(hands, dialog, CANARY)
    hands.press("Submit", pid=dialog.pid)
    assert submitted(dialog) == CANARY
    dialog.tell(screen.NotRecorded("the disk is full"))
    wait_until(lambda: "focused" in field(hands, dialog).states, "the field to have the focus")
    hands.type("again")
    until_holds(hands, dialog, BULLET * len("again"))


def test_typing_is_told_once_a_second(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password())
    take_keyboard(hands, dialog.pid)
    began = time.monotonic()
    hands.xdotool("key", "--delay", 50, *"a" * 30)  # for a second and a half, or more
    until_holds(hands, dialog, BULLET * 30)
    told = dialog.hear_all()
    assert set(told) == {screen.Activity()}
    assert 2 <= len(told) <= 1 + time.monotonic() - began


def test_what_was_not_read_is_not_submitted_for(hands: Hands, show: ShowDialog) -> None:
    dialog = show(ask_password(details="\n".join(f"line {number}" for number in range(200))))
    type_in(hands, dialog)
    hint = hands.wait_for("Scroll to the end to submit", pid=dialog.pid)
    dialog.hear_all(0.6)  # longer than it takes to be armed
    assert hands.find("Submit", pid=dialog.pid)[0].description == "Scroll to the end to submit"
    hands.key("Return")
    assert nothing_submitted(dialog)
    while hands.find("Scroll to the end to submit", pid=dialog.pid):
        hands.click(hint)
    hands.press("Submit", pid=dialog.pid)
    assert submitted(dialog) == CANARY
