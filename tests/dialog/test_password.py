"""A password before the dialog: how it is typed, who may see it, and what submits it."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from probes.probe import Control, NotHere, Probe
from probes.steps import Button, Click, Forged, Key, KeyDown, KeyUp, Move, Type
from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import (
    UNHURRIED,
    DialogProcess,
    ask_password,
    click_into,
    focus,
    take_keyboard,
)
from support.dropping import drop
from support.images import as_root, counted, locked
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

CANARY = "canary-7f3a"
BULLET = "●"
NEVER_ARMED = 60.0
BOTH_WAYS_OF_INPUT = [{}, {"GDK_CORE_DEVICE_EVENTS": "1"}]
HIDDEN, SHOWN = "password text", "text"
CHECK = "check box"
KEEP = "Keep it in the keyring"


def field(probe: Probe, dialog: DialogProcess, name: str = "Password") -> Control:
    """A dialog that is busy with a long text does not tell of it at once."""

    def told() -> Control | None:
        fields = probe.find(name, pid=dialog.pid)
        return next((each for each in fields if each.role in (HIDDEN, SHOWN)), None)

    return wait_until(told, f"the field {name}")


def until_holds(probe: Probe, dialog: DialogProcess, text: str, name: str = "Password") -> None:
    wait_until(lambda: field(probe, dialog, name).text == text, f'"{text}" in {name}')


def type_in(probe: Probe, dialog: DialogProcess, text: str = CANARY) -> None:
    take_keyboard(probe, dialog.pid)
    probe.type(text)
    until_holds(probe, dialog, BULLET * len(text))


def until_dead(probe: Probe, dialog: DialogProcess, words: str) -> None:
    """*Send* says why."""

    def told() -> bool:
        (submit,) = probe.find("Send", pid=dialog.pid)
        return (submit.alive, submit.description) == (False, words)

    wait_until(told, f'a dead control, "{words}"')


def submitted(dialog: DialogProcess) -> str:
    """What was submitted; the last thing that the dialog said."""
    report = dialog.hear_answer()
    assert isinstance(report, screen.Submitted)
    return str(report.secret.view(), "utf-8")


def nothing_submitted(dialog: DialogProcess) -> bool:
    return not any(isinstance(each, screen.Submitted) for each in dialog.hear_all())


def test_what_is_typed_is_submitted_by_a_click(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(probe, dialog)
    probe.press("Send", pid=dialog.pid)
    assert submitted(dialog) == CANARY
    dialog.tell(screen.Recorded())
    assert dialog.hear() == screen.Closed()


@pytest.mark.parametrize("key", ["Return", "KP_Enter"])
def test_return_in_the_field_submits(probe: Probe, show: ShowDialog, key: str) -> None:
    dialog = show(ask_password(arming=UNHURRIED))
    type_in(probe, dialog)
    probe.wait_for("Send", pid=dialog.pid)
    probe.key(key)
    assert submitted(dialog) == CANARY


def test_the_askers_labels_stand_on_the_buttons(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(approve="Unlock", deny="Leave it locked"))
    type_in(probe, dialog)
    assert probe.press("Unlock", pid=dialog.pid).description == "Send"
    assert submitted(dialog) == CANARY


@pytest.mark.parametrize("text", ["密码 🔑 \u05e9\u05dc\u05d5\u05dd", "two\nlines"])
def test_what_is_pasted_comes_as_it_is(probe: Probe, show: ShowDialog, text: str) -> None:
    dialog = show(ask_password(message=text, arming=0))
    paste_the_question(probe, dialog)
    probe.press("Send", pid=dialog.pid)
    assert submitted(dialog) == text


def paste_the_question(probe: Probe, dialog: DialogProcess) -> None:
    """Copied from where it stands."""
    take_keyboard(probe, dialog.pid)
    probe.click(probe.find("Question", role="text", pid=dialog.pid)[0])
    probe.key("ctrl+a", "ctrl+c")
    probe.click(field(probe, dialog))
    probe.key("ctrl+v")
    wait_until(lambda: field(probe, dialog).text, "what was pasted")


def test_the_field_takes_typing_before_anything_is_armed(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(arming=NEVER_ARMED))
    type_in(probe, dialog)
    assert "focused" in field(probe, dialog).states
    probe.key("Return")
    probe.click(probe.find("Send", pid=dialog.pid)[0])
    assert nothing_submitted(dialog)
    assert field(probe, dialog).text == BULLET * len(CANARY)


def test_nothing_typed_is_nothing_to_submit(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password())
    take_keyboard(probe, dialog.pid)

    def dead_for_want_of_text() -> bool:
        (submit,) = probe.find("Send", pid=dialog.pid)
        return (submit.alive, submit.description) == (False, "Type the password first")

    wait_until(dead_for_want_of_text, "words about the empty field")
    probe.key("Return")
    probe.click(probe.find("Send", pid=dialog.pid)[0])
    assert nothing_submitted(dialog)
    probe.type("x")
    probe.wait_for("Send", pid=dialog.pid)
    probe.key("BackSpace")
    wait_until(dead_for_want_of_text, "a dead control")


def test_a_held_return_does_not_submit(probe: Probe, show: ShowDialog) -> None:
    """Held since before it counts, as by one who types a line into another window."""
    dialog = show(ask_password(arming=1))
    type_in(probe, dialog)
    probe.perform(KeyDown("Return"))
    try:
        probe.wait_for("Send", pid=dialog.pid, timeout=15)
        probe.perform(KeyDown("Return"))
        dialog.hear_all(1.0)  # the X server repeats it by now
    finally:
        probe.perform(KeyUp("Return"))
    assert nothing_submitted(dialog)
    probe.key("Return")
    assert submitted(dialog) == CANARY


@pytest.mark.x11("no program can send an event to another one", but=("gnustep",))
@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_a_return_made_up_by_a_program_does_not_submit(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(probe, dialog)
    probe.wait_for("Send", pid=dialog.pid)
    title = probe.find(role="alert", pid=dialog.pid)[0].name
    window = next(each.handle for each in probe.windows() if each.title == title)
    probe.perform(Forged(window, Key("Return")))
    probe.act("Send", pid=dialog.pid)
    assert nothing_submitted(dialog)
    probe.key("Return")
    assert submitted(dialog) == CANARY


@pytest.mark.x11("no program can send an event to another one", but=("gnustep",))
@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_a_release_made_up_by_a_program_does_not_submit(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(probe, dialog)
    probe.wait_for("Send", pid=dialog.pid)
    (window,) = probe.windows()
    probe.perform(KeyDown("Return"), Forged(window.handle, KeyUp("Return")))
    try:
        assert nothing_submitted(dialog)
    finally:
        probe.perform(KeyUp("Return"))


@pytest.mark.x11("no program can send an event to another one")
@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_no_program_types_into_it(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(probe, dialog, "mine")
    (window,) = probe.windows()
    probe.perform(Forged(window.handle, Type("theirs")))
    probe.type("!")
    until_holds(probe, dialog, BULLET * len("mine!"))
    probe.press("Send", pid=dialog.pid)
    assert submitted(dialog) == "mine!"


@pytest.mark.x11("elsewhere no program can make up a drop")
@pytest.mark.parametrize("name", ["User name", "Password", "Repeat"])
def test_no_program_drops_into_it(
    screen_world: World, probe: Probe, show: ShowDialog, name: str
) -> None:
    dialog = show(ask_password(user="User name", repeat=True, arming=0))
    take_keyboard(probe, dialog.pid)
    assert not drop(screen_world, "theirs", onto=field(probe, dialog, name))
    assert field(probe, dialog, name).text == ""


@pytest.mark.parametrize("warm", [{"GTK_IM_MODULE": "multipress"}], indirect=True)
def test_the_keys_go_to_no_input_method_of_the_environment(probe: Probe, show: ShowDialog) -> None:
    """This one comes with GTK, and makes letters of the digits of a key pad."""
    dialog = show(ask_password())
    take_keyboard(probe, dialog.pid)
    probe.key("KP_2", "KP_3")
    probe.press("Send", pid=dialog.pid)
    assert submitted(dialog) == "23"


@pytest.mark.parametrize("by", ["Return", "Send"])
def test_what_is_being_composed_is_no_password_yet(probe: Probe, show: ShowDialog, by: str) -> None:
    """Return then ends the character, and submits nothing. Nor does anything move."""
    dialog = show(ask_password(arming=0))
    type_in(probe, dialog, "caf")
    probe.wait_for("Send", pid=dialog.pid)
    before = places(probe, dialog)
    probe.key("ctrl+shift+u")
    probe.type("e9")
    until_dead(probe, dialog, "Finish what you are typing first")
    assert places(probe, dialog) == before
    probe.click(probe.find("Send", pid=dialog.pid)[0])
    probe.key("Return")
    until_holds(probe, dialog, BULLET * 4)
    assert nothing_submitted(dialog)
    probe.wait_for("Send", pid=dialog.pid)
    if by == "Return":
        probe.key(by)
    else:
        probe.press(by, pid=dialog.pid)
    assert submitted(dialog) == "caf\u00e9"


@pytest.mark.x11("the keyboards of the other probes have no dead keys")
def test_a_dead_key_alone_is_no_password(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(arming=0))
    take_keyboard(probe, dialog.pid)
    probe.key("dead_acute")
    until_dead(probe, dialog, "Finish what you are typing first")
    probe.key("e")
    probe.press("Send", pid=dialog.pid)
    assert submitted(dialog) == "\u00e9"


def test_escape_cancels_what_is_being_composed(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(arming=0))
    type_in(probe, dialog, "caf")
    probe.key("ctrl+shift+u")
    probe.type("e9")
    until_dead(probe, dialog, "Finish what you are typing first")
    probe.key("Escape")
    probe.press("Send", pid=dialog.pid)
    assert submitted(dialog) == "caf"


def test_both_must_be_the_same(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(repeat=True))
    type_in(probe, dialog)
    probe.key("Tab")
    probe.type(CANARY + "x")
    until_holds(probe, dialog, BULLET * (len(CANARY) + 1), "Repeat")
    wait_until(lambda: probe.shows("The two passwords differ", dialog.pid), "words about it")
    probe.key("Return")
    probe.click(probe.find("Send", pid=dialog.pid)[0])
    assert nothing_submitted(dialog)
    probe.click(field(probe, dialog, "Repeat"))
    probe.key("End", "BackSpace")
    probe.wait_for("Send", pid=dialog.pid)
    assert not probe.shows("The two passwords differ", dialog.pid)
    probe.key("Return")
    assert submitted(dialog) == CANARY


@pytest.mark.linux("the system tells how much is locked")
def test_what_is_long_is_locked_too(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(message="x" * 40_000, arming=0))
    before = locked(dialog.pid)
    paste_the_question(probe, dialog)
    assert locked(dialog.pid) >= before + 36


def test_what_is_too_long_is_refused_not_cut(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(message="x" * 66_000, arming=0))
    paste_the_question(probe, dialog)
    wait_until(lambda: probe.shows("Too long for a password", dialog.pid), "words about it")
    assert not probe.find("Send", pid=dialog.pid)[0].alive


def test_an_error_stands_under_the_field_and_moves_nothing(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(error="That was <b>not</b> it"))
    (error,) = probe.find("That was <b>not</b> it", role="label", pid=dialog.pid)
    password = field(probe, dialog)
    assert error.y >= password.y + password.height
    before = places(probe, dialog)
    take_keyboard(probe, dialog.pid)
    probe.key("Caps_Lock")
    try:
        wait_until(lambda: probe.shows("Caps Lock is on", dialog.pid), "words about Caps Lock")
        assert places(probe, dialog) == before
    finally:
        probe.key("Caps_Lock")
    wait_until(lambda: not probe.shows("Caps Lock is on", dialog.pid), "no such words")


def test_caps_lock_moves_nothing_though_the_error_is_long(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(error="no, no " * 25))
    before = places(probe, dialog)
    take_keyboard(probe, dialog.pid)
    probe.key("Caps_Lock")
    try:
        wait_until(lambda: probe.shows("Caps Lock is on", dialog.pid), "words about Caps Lock")
        assert places(probe, dialog) == before
    finally:
        probe.key("Caps_Lock")


def test_where_there_is_no_error_its_room_is_kept(
    screen_world: World, probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask_password(error="That was not it"))
    before = places(probe, dialog)
    dialog.tell(screen.Close())
    assert dialog.hear() == screen.Closed()
    following = DialogProcess(screen_world.environ)
    try:
        following.hear()
        following.tell(ask_password())
        assert following.hear() == screen.Painted()
        assert places(probe, following) == before
    finally:
        following.close()


def places(probe: Probe, dialog: DialogProcess) -> dict[str, tuple[int, int]]:
    names = {"Password", "Show the password", "Deny", "Send"}
    seen = {each.name: each.centre for each in probe.find(pid=dialog.pid) if each.name in names}
    assert seen.keys() == names
    return seen


@pytest.mark.parametrize("by", ["click", "space"])
def test_the_eye_shows_it_while_the_person_wants(probe: Probe, show: ShowDialog, by: str) -> None:
    dialog = show(ask_password(arming=UNHURRIED))
    type_in(probe, dialog)

    def look(eye: str) -> None:
        if by == "click":
            probe.press(eye, pid=dialog.pid)
        else:
            if "focused" not in probe.find(eye, pid=dialog.pid)[0].states:
                focus(probe, eye, dialog.pid)
            probe.wait_for("Send", pid=dialog.pid)
            probe.key(by)

    look("Show the password")
    until_holds(probe, dialog, CANARY)
    look("Hide the password")
    until_holds(probe, dialog, BULLET * len(CANARY))


def test_assistive_technology_neither_reads_it_nor_opens_the_eye(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask_password())
    type_in(probe, dialog)
    probe.act("Show the password", pid=dialog.pid)
    dialog.hear_all()
    assert field(probe, dialog).role == HIDDEN
    assert not any(
        CANARY in words
        for each in probe.find(pid=dialog.pid)
        for words in (each.name, each.text, each.description)
    )


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ({}, ["Password"]),
        ({"repeat": True}, ["Password", "Repeat"]),
        ({"user": "User name"}, ["User name"]),
    ],
    ids=["password", "repeated", "user name"],
)
def test_what_a_program_wrote_has_to_be_seen_before_it_is_submitted(
    probe: Probe, show: ShowDialog, question: dict[str, Any], names: list[str]
) -> None:
    dialog = show(ask_password(arming=4, **question))
    take_keyboard(probe, dialog.pid)
    probe.type("mine")
    if question:
        probe.key("Tab")
        probe.type("mine")
    probe.wait_for("Send", pid=dialog.pid, timeout=15)
    for name in names:
        assert probe.write(name, "not ", 0, pid=dialog.pid)
    until_dead(probe, dialog, "Not ready yet: wait a moment, then send")
    probe.key("Return")
    probe.wait_for("Send", pid=dialog.pid, timeout=15)
    probe.press("Send", pid=dialog.pid)
    assert submitted(dialog).startswith("not mine")


def test_nothing_is_copied_out_of_it_though_it_is_shown(probe: Probe, show: ShowDialog) -> None:
    """Neither by copying and cutting, nor by selecting for the middle button."""
    dialog = show(ask_password(repeat=True))
    type_in(probe, dialog)
    probe.press("Show the password", pid=dialog.pid)
    until_holds(probe, dialog, CANARY)
    probe.click(field(probe, dialog))
    for keys in ("ctrl+c", "ctrl+x"):
        probe.key("ctrl+a", keys)
    assert field(probe, dialog).text == CANARY
    repeat = field(probe, dialog, "Repeat")
    probe.click(repeat)
    probe.key("ctrl+v")
    probe.perform(Move(*repeat.centre), Click(Button.MIDDLE))
    probe.type("x")
    wait_until(lambda: field(probe, dialog, "Repeat").text.endswith("x"), "what is typed")
    assert CANARY not in field(probe, dialog, "Repeat").text  # be it from before or not


def copies(world: World, dialog: DialogProcess) -> int:
    """Of the canary in its memory, as a field holds it or as it is given away."""
    if world.is_mac:
        raise NotHere("AppKit keeps copies of its own, and GNUstep others than AppKit")
    pid = world.outer_pid(dialog.pid)
    return sum(counted(pid, CANARY.encode(form)) for form in ("utf-8", "utf-16-le"))


@as_root
@pytest.mark.parametrize("way", ["Send", "Deny", "Later", "Escape"])
def test_whatever_the_person_does_it_is_wiped(
    probe: Probe, show: ShowDialog, screen_world: World, way: str
) -> None:
    expected = {
        "Deny": screen.Answer(Choice.DENY),
        "Later": screen.Later(),
        "Escape": screen.Answer(Choice.DISMISS),
    }
    text = CANARY * 4  # the beginning of freed memory is soon another's
    dialog = show(ask_password(repeat=True))
    type_in(probe, dialog, text)
    probe.key("Tab")
    probe.type(text)
    until_holds(probe, dialog, BULLET * len(text), "Repeat")
    assert copies(screen_world, dialog)
    if way == "Escape":
        probe.key(way)
    else:
        probe.press(way, pid=dialog.pid)
    if way == "Send":
        assert submitted(dialog) == text
    else:
        assert dialog.hear_answer() == expected[way]
    assert field(probe, dialog).text == ""
    assert copies(screen_world, dialog) == 0


@as_root
def test_comparing_the_two_leaves_no_copy(
    probe: Probe, show: ShowDialog, screen_world: World
) -> None:
    """A long text: copies of many lengths, not all of whose places are soon another's."""
    text = CANARY * 40
    dialog = show(ask_password(repeat=True))
    take_keyboard(probe, dialog.pid)
    for name in ("Password", "Repeat"):
        probe.perform(Type(text, delay=0.003))
        until_holds(probe, dialog, BULLET * len(text), name)
        probe.key("Tab")
    probe.press("Deny", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Answer(Choice.DENY)
    assert copies(screen_world, dialog) == 0


def test_not_recorded_gives_the_field_back_empty(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(probe, dialog)
    probe.press("Send", pid=dialog.pid)
    assert submitted(dialog) == CANARY
    assert not field(probe, dialog).alive
    dialog.tell(screen.NotRecorded("the disk is full"))
    probe.wait_for("Deny", pid=dialog.pid)
    wait_until(lambda: "focused" in field(probe, dialog).states, "the field to have the focus")
    probe.type("again")
    probe.press("Send", pid=dialog.pid)
    assert submitted(dialog) == "again"


def test_the_next_try_is_hidden_again(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password())
    type_in(probe, dialog)
    probe.press("Show the password", pid=dialog.pid)
    until_holds(probe, dialog, CANARY)
    probe.press("Send", pid=dialog.pid)
    assert submitted(dialog) == CANARY
    dialog.tell(screen.NotRecorded("the disk is full"))
    wait_until(lambda: "focused" in field(probe, dialog).states, "the field to have the focus")
    probe.type("again")
    until_holds(probe, dialog, BULLET * len("again"))


def test_typing_is_told_once_a_second(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password())
    take_keyboard(probe, dialog.pid)
    began = time.monotonic()
    probe.perform(*[Key("a", delay=0.05)] * 30)  # for a second and a half, or more
    until_holds(probe, dialog, BULLET * 30)
    told = dialog.hear_all()
    assert set(told) == {screen.Activity()}
    assert 2 <= len(told) <= 1 + time.monotonic() - began


def test_what_was_not_read_is_not_submitted_for(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(details="\n".join(f"line {number}" for number in range(200))))
    type_in(probe, dialog)
    hint = probe.wait_for("Scroll to the end to send", pid=dialog.pid)
    dialog.hear_all(0.6)  # longer than it takes to be armed
    assert probe.find("Send", pid=dialog.pid)[0].description == "Scroll to the end to send"
    probe.key("Return")
    assert nothing_submitted(dialog)
    while probe.find("Scroll to the end to send", pid=dialog.pid):
        probe.click(hint)
    probe.press("Send", pid=dialog.pid)
    assert submitted(dialog) == CANARY


class TestCheckBox:
    """It goes along with the password, and may widen what that is for."""

    @pytest.mark.parametrize("presses", [0, 1, 2])
    def test_goes_along_as_it_stands(self, probe: Probe, show: ShowDialog, presses: int) -> None:
        dialog = show(ask_password(check=KEEP))
        type_in(probe, dialog)
        probe.wait_for("Send", pid=dialog.pid)
        for _ in range(presses):
            probe.press(KEEP, role=CHECK, pid=dialog.pid)
        probe.press("Send", pid=dialog.pid)
        assert sent(dialog) == (CANARY, presses == 1)

    def test_by_keys_alone(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_password(check=KEEP))
        type_in(probe, dialog)
        focus(probe, KEEP, dialog.pid, role=CHECK)
        probe.key("space")
        wait_until(lambda: is_checked(probe, dialog), "the tick")
        focus(probe, "Send", dialog.pid)
        probe.key("space")
        assert sent(dialog) == (CANARY, True)

    def test_is_dead_until_the_dialog_is_armed(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_password(check=KEEP, arming=NEVER_ARMED))
        type_in(probe, dialog)
        (box,) = probe.find(KEEP, role=CHECK, pid=dialog.pid)
        assert not box.alive
        probe.click(box)
        assert not is_checked(probe, dialog)

    def test_no_program_changes_it(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_password(check=KEEP))
        type_in(probe, dialog)
        probe.wait_for("Send", pid=dialog.pid)
        probe.act(KEEP, role=CHECK, pid=dialog.pid)
        probe.press("Send", pid=dialog.pid)
        assert sent(dialog) == (CANARY, False)


def sent(dialog: DialogProcess) -> tuple[str, bool | None]:
    """What was submitted, and whether the box was on."""
    report = dialog.hear_answer()
    assert isinstance(report, screen.Submitted)
    return str(report.secret.view(), "utf-8"), report.checked


def is_checked(probe: Probe, dialog: DialogProcess) -> bool:
    (box,) = probe.find(KEEP, role=CHECK, pid=dialog.pid)
    return "checked" in box.states


class TestUser:
    """A name above the password, submitted with it: the name, a newline, the password."""

    USER = "User name"

    def type_into(self, probe: Probe, dialog: DialogProcess, name: str, text: str) -> None:
        click_into(probe, lambda: field(probe, dialog, name), dialog.pid)
        probe.type(text)
        shown = text if name == self.USER else BULLET * len(text)
        until_holds(probe, dialog, shown, name)

    @pytest.mark.parametrize("key", ["Tab", None])
    def test_both_are_submitted(self, probe: Probe, show: ShowDialog, key: str | None) -> None:
        """By keys alone, and by the pointer."""
        dialog = show(ask_password(user=self.USER, arming=UNHURRIED))
        if key:
            take_keyboard(probe, dialog.pid)
            probe.type("ada")
            probe.key(key)
            probe.type(CANARY)
            until_holds(probe, dialog, BULLET * len(CANARY))
        else:
            self.type_into(probe, dialog, self.USER, "ada")
            self.type_into(probe, dialog, "Password", CANARY)
        probe.press("Send", pid=dialog.pid)
        assert submitted(dialog) == f"ada\n{CANARY}"

    @pytest.mark.parametrize("last", ["User name", "Password"])
    def test_return_in_either_submits_once_both_are_there(
        self, probe: Probe, show: ShowDialog, last: str
    ) -> None:
        texts = {self.USER: "ada", "Password": CANARY}
        (first,) = texts.keys() - {last}
        dialog = show(ask_password(user=self.USER, arming=0))
        self.type_into(probe, dialog, first, texts[first])
        missing = {self.USER: "Type the user name first", "Password": "Type the password first"}[
            last
        ]
        until_dead(probe, dialog, missing)
        probe.key("Return")
        assert nothing_submitted(dialog)
        self.type_into(probe, dialog, last, texts[last])
        probe.wait_for("Send", pid=dialog.pid)
        probe.key("Return")
        assert submitted(dialog) == f"ada\n{CANARY}"

    def test_the_eye_shows_the_password_alone(self, probe: Probe, show: ShowDialog) -> None:
        """The name shows all the time."""
        dialog = show(ask_password(user=self.USER, arming=0))
        self.type_into(probe, dialog, self.USER, "ada")
        self.type_into(probe, dialog, "Password", CANARY)
        for control, role, text in (
            ("Show the password", SHOWN, CANARY),
            ("Hide the password", HIDDEN, BULLET * len(CANARY)),
        ):
            probe.press(control, pid=dialog.pid)
            until_holds(probe, dialog, text)
            assert field(probe, dialog).role == role
            name = field(probe, dialog, self.USER)
            assert (name.role, name.text) == (SHOWN, "ada")

    def test_with_a_repetition(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_password(user=self.USER, repeat=True, arming=0))
        self.type_into(probe, dialog, self.USER, "ada")
        self.type_into(probe, dialog, "Password", CANARY)
        self.type_into(probe, dialog, "Repeat", CANARY[:-1])
        until_dead(probe, dialog, "The two passwords differ")
        probe.type(CANARY[-1])
        probe.press("Send", pid=dialog.pid)
        assert submitted(dialog) == f"ada\n{CANARY}"

    def test_a_name_of_several_lines_is_refused(self, probe: Probe, show: ShowDialog) -> None:
        """Whoever reads it takes its second line for the password's first."""
        dialog = show(ask_password(message="ada\nroot", user=self.USER, arming=0))
        take_keyboard(probe, dialog.pid)
        probe.click(probe.find("Question", role="text", pid=dialog.pid)[0])
        probe.key("ctrl+a", "ctrl+c")
        probe.click(field(probe, dialog, self.USER))
        probe.key("ctrl+v")
        self.type_into(probe, dialog, "Password", CANARY)
        until_dead(probe, dialog, "The user name is one line: take out line breaks")
        probe.key("Return")
        assert nothing_submitted(dialog)
