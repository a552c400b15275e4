"""Some words before the dialog: how they are typed, what submits them, and what never does."""

from collections.abc import Callable

import pytest

from probes.probe import Control, Probe
from probes.steps import Forged, Key, KeyDown, KeyUp
from sayso.core.questions import Choice
from sayso.core.settings import ANSWER_BYTES
from sayso.wire import screen
from support import entries
from support.dialog_process import UNHURRIED, DialogProcess, ask_text, take_keyboard
from support.dropping import drop
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

NEVER_ARMED = 60.0
BOTH_WAYS_OF_INPUT = [{}, {"GDK_CORE_DEVICE_EVENTS": "1"}]
LONG = "\n".join(f"line {number}" for number in range(400))


def field(probe: Probe, dialog: DialogProcess) -> Control:
    return wait_until(
        lambda: next(iter(probe.find("Answer", role="text", pid=dialog.pid)), None), "the field"
    )


def until_holds(probe: Probe, dialog: DialogProcess, text: str) -> None:
    wait_until(lambda: field(probe, dialog).text == text, f"{text!r} in the field")


def type_in(probe: Probe, dialog: DialogProcess, text: str = "shop") -> None:
    take_keyboard(probe, dialog.pid)
    probe.type(text)
    until_holds(probe, dialog, text)


def type_code(probe: Probe, code: str) -> None:
    """An "a", and the character of this code, as GTK takes it from the keyboard."""
    probe.type("a")
    probe.key("ctrl+shift+u")
    probe.type(code)
    probe.key("space")


def paste_the_question(probe: Probe, dialog: DialogProcess) -> None:
    """Copied from where it stands."""
    take_keyboard(probe, dialog.pid)
    probe.click(probe.find("Question", role="text", pid=dialog.pid)[0])
    probe.key("ctrl+a", "ctrl+c")
    probe.click(field(probe, dialog))
    probe.key("ctrl+v")
    wait_until(lambda: field(probe, dialog).text, "what was pasted")


def filled(dialog: DialogProcess) -> str | tuple[int, ...]:
    """What was submitted."""
    report = dialog.hear_answer()
    assert isinstance(report, screen.Filled)
    return entries.filled(report.entries)


def nothing_filled(dialog: DialogProcess) -> bool:
    return not any(isinstance(each, screen.Filled) for each in dialog.hear_all())


def dead_for(probe: Probe, dialog: DialogProcess, words: str) -> None:
    """Waits until *Send* is, and says why."""

    def told() -> bool:
        (submit,) = probe.find("Send", pid=dialog.pid)
        return (submit.alive, submit.description) == (False, words)

    wait_until(told, f'a dead control, "{words}"')


def test_what_is_typed_is_submitted_by_a_click(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text())
    type_in(probe, dialog)
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == "shop"
    dialog.tell(screen.Recorded())
    assert dialog.hear() == screen.Closed()


@pytest.mark.parametrize("key", ["Return", "KP_Enter", "ctrl+Return"])
def test_return_in_a_field_of_one_line_submits(probe: Probe, show: ShowDialog, key: str) -> None:
    dialog = show(ask_text(arming=UNHURRIED))
    type_in(probe, dialog)
    probe.wait_for("Send", pid=dialog.pid)
    probe.key(key)
    assert filled(dialog) == "shop"


def test_in_several_lines_return_begins_one_and_with_control_submits(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask_text(arming=UNHURRIED, multiline=True))
    type_in(probe, dialog)
    probe.wait_for("Send", pid=dialog.pid)
    probe.key("Return", "KP_Enter")
    probe.type("on")
    until_holds(probe, dialog, "shop\n\non")
    assert probe.shows("Ctrl+Enter sends", dialog.pid)
    probe.wait_for("Send", pid=dialog.pid)  # armed anew, where the window manager moved it
    probe.key("ctrl+Return")
    assert filled(dialog) == "shop\n\non"


def test_the_askers_labels_stand_on_the_buttons(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text(approve="Create it", deny="Leave it"))
    type_in(probe, dialog)
    assert probe.press("Create it", pid=dialog.pid).description == "Send"
    assert filled(dialog) == "shop"


def test_cancelling_says_no(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text())
    type_in(probe, dialog)
    probe.press("Cancel", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Answer(Choice.DENY)
    dialog.tell(screen.Recorded())
    wait_until(lambda: probe.shows("Recorded: cancelled", dialog.pid), "that it was recorded")


def test_the_field_takes_typing_before_anything_is_armed(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text(arming=NEVER_ARMED))
    type_in(probe, dialog)
    assert "focused" in field(probe, dialog).states
    probe.key("Return")
    probe.click(probe.find("Send", pid=dialog.pid)[0])
    assert nothing_filled(dialog)
    assert field(probe, dialog).text == "shop"


def test_nothing_typed_is_nothing_to_submit(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text())
    take_keyboard(probe, dialog.pid)
    dead_for(probe, dialog, "Type an answer first")
    probe.key("Return")
    assert nothing_filled(dialog)
    assert field(probe, dialog).text == ""


def test_a_default_stands_there_and_can_be_submitted_or_changed(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask_text(arming=UNHURRIED, default="shop"))
    take_keyboard(probe, dialog.pid)
    until_holds(probe, dialog, "shop")
    probe.wait_for("Send", pid=dialog.pid)
    probe.key("End")
    probe.type("2")
    until_holds(probe, dialog, "shop2")
    probe.key("Return")
    assert filled(dialog) == "shop2"


def test_a_default_is_read_to_its_end_first(probe: Probe, show: ShowDialog) -> None:
    """It is the asker's, like all that stands in the frame."""
    dialog = show(ask_text(arming=UNHURRIED, default=LONG, multiline=True))
    take_keyboard(probe, dialog.pid)
    dead_for(probe, dialog, "Scroll to the end to send")
    probe.key("ctrl+Return")
    assert nothing_filled(dialog)
    read_to_the_end(probe, dialog)
    dialog.hear_all(2 * UNHURRIED)  # keys may count later than clicks
    probe.key("ctrl+Return")
    assert filled(dialog) == LONG


@pytest.mark.parametrize("text", ["密码 🔑 \u05e9\u05dc\u05d5\u05dd", "two\nlines\n\tand one"])
def test_what_is_pasted_comes_as_plain_text(probe: Probe, show: ShowDialog, text: str) -> None:
    dialog = show(ask_text(message=text, arming=0, multiline=True))
    paste_the_question(probe, dialog)
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == text


def test_what_no_field_takes_is_no_draft(probe: Probe, show: ShowDialog) -> None:
    """Pasted by mistake it may be more than the daemon reads at once: the dialog stays."""
    lines = "\n".join(["x" * 63] * (ANSWER_BYTES // 64 - 1) + ["x" * 64])
    dialog = show(ask_text(message=lines, arming=0, multiline=True))
    paste_the_question(probe, dialog)
    assert len(dialog.hear_draft()[0].text) == ANSWER_BYTES
    probe.type("y")
    wait_until(lambda: probe.shows("Too long: at most 16 KiB", dialog.pid), "words about it")
    assert not any(isinstance(each, screen.Drafted) for each in dialog.hear_all())


def test_several_lines_are_none_for_a_field_of_one(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text(message="two\nlines", arming=0))
    paste_the_question(probe, dialog)
    words = "One line only: take out line breaks and tabs"
    dead_for(probe, dialog, words)
    wait_until(lambda: probe.shows(words, dialog.pid), "the words")
    probe.key("Return")
    assert nothing_filled(dialog)
    probe.key("ctrl+a")
    probe.type("one")
    until_holds(probe, dialog, "one")
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == "one"


def test_what_is_too_long_is_refused_not_cut(probe: Probe, show: ShowDialog) -> None:
    most = "\u00e9" * 8192
    dialog = show(ask_text(default=most))
    read_to_the_end(probe, dialog)
    probe.type("x")
    words = "Too long: at most 16 KiB"
    dead_for(probe, dialog, words)
    wait_until(lambda: probe.shows(words, dialog.pid), "the words")
    probe.key("BackSpace")
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == most


def test_what_can_not_be_seen_is_told(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text())
    take_keyboard(probe, dialog.pid)
    for code in ("200b", "202e"):
        type_code(probe, code)
    words = r"It contains characters that can't be seen: \u{200b} \u{202e}"
    wait_until(lambda: probe.shows(words, dialog.pid), "words about it")
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == "a\u200ba\u202e"


def test_what_an_input_method_shows_is_no_answer_yet(probe: Probe, show: ShowDialog) -> None:
    """Return is the input method's then, and submits nothing."""
    dialog = show(ask_text(arming=0))
    type_in(probe, dialog, "caf")
    probe.wait_for("Send", pid=dialog.pid)
    probe.key("ctrl+shift+u")
    probe.type("e9")
    dead_for(probe, dialog, "Finish what you are typing first")
    probe.key("Return")
    until_holds(probe, dialog, "caf\u00e9")
    probe.wait_for("Send", pid=dialog.pid)
    probe.key("Return")
    assert filled(dialog) == "caf\u00e9"


def test_escape_cancels_what_an_input_method_shows_and_then_dismisses(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask_text(arming=0))
    type_in(probe, dialog, "caf")
    probe.key("ctrl+shift+u")
    probe.type("e9")
    dead_for(probe, dialog, "Finish what you are typing first")
    probe.key("Escape")
    probe.wait_for("Send", pid=dialog.pid)
    assert field(probe, dialog).text == "caf"
    assert not any(isinstance(each, screen.Answer) for each in dialog.hear_all())
    probe.key("Escape")
    assert dialog.hear_answer() == screen.Answer(Choice.DISMISS)


def test_an_error_stands_under_the_field(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text(error="<b>Taken\u202e</b>"))
    assert probe.shows(r"<b>Taken\u{202e}</b>", dialog.pid)


def test_a_held_return_does_not_submit(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text(arming=1))
    type_in(probe, dialog)
    probe.perform(KeyDown("Return"))
    try:
        probe.wait_for("Send", pid=dialog.pid, timeout=15)
        probe.perform(KeyDown("Return"))
        dialog.hear_all(1.0)  # the X server repeats it by now
    finally:
        probe.perform(KeyUp("Return"))
    assert nothing_filled(dialog)
    probe.key("Return")
    assert filled(dialog) == "shop"


@pytest.mark.x11("no program can send an event to another one")
@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_no_program_types_or_submits_by_events_of_its_own(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text())
    type_in(probe, dialog)
    probe.wait_for("Send", pid=dialog.pid)
    title = probe.find(role="alert", pid=dialog.pid)[0].name
    window = next(each.handle for each in probe.windows() if each.title == title)
    probe.perform(Forged(window, Key("x")), Forged(window, Key("Return")))
    probe.act("Send", pid=dialog.pid)
    assert nothing_filled(dialog)
    assert field(probe, dialog).text == "shop"


def test_what_was_typed_is_still_there_when_it_did_not_count(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask_text())
    type_in(probe, dialog)
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == "shop"
    dialog.tell(screen.NotRecorded("the disk is full"))
    wait_until(lambda: probe.shows("the disk is full", dialog.pid), "the reason")
    until_holds(probe, dialog, "shop")
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == "shop"


def test_typing_is_told_as_activity(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text(arming=NEVER_ARMED))
    type_in(probe, dialog)
    assert dialog.hear() == screen.Activity()


def test_on_a_small_screen_the_buttons_are_in_reach(small: World) -> None:
    dialog = DialogProcess(small.environ)
    try:
        dialog.hear()
        order = ask_text(message="word " * 600, details=LONG, default=LONG, multiline=True)
        dialog.tell(order)
        assert dialog.hear() == screen.Painted()
        (submit,) = small.dialogs.find("Send", pid=dialog.pid)
        assert submit.y + submit.height <= 480
        assert submit.x + submit.width <= 640
    finally:
        dialog.close()


@pytest.mark.parametrize("change", ["write", "cut"])
def test_what_assistive_technology_changed_has_all_read_anew(
    probe: Probe, show: ShowDialog, change: str
) -> None:
    """From the start, as it may stand out of sight."""
    dialog = show(ask_text(multiline=True, default=LONG, arming=0))
    read_to_the_end(probe, dialog)
    if change == "write":
        assert probe.write("Answer", "not ", 0, pid=dialog.pid)
    else:
        assert probe.cut("Answer", 0, 5, pid=dialog.pid)
    dead_for(probe, dialog, "Scroll to the end to send")
    probe.click(probe.find("Send", pid=dialog.pid)[0])
    assert nothing_filled(dialog)
    read_to_the_end(probe, dialog)
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == ("not " + LONG if change == "write" else LONG[5:])


@pytest.mark.x11("elsewhere no program can make up a drop")
def test_what_was_dropped_has_all_read_anew(
    screen_world: World, probe: Probe, show: ShowDialog
) -> None:
    """Any program can have dropped it."""
    dialog = show(ask_text(multiline=True, default=LONG, arming=0))
    read_to_the_end(probe, dialog)
    assert drop(screen_world, "not ", onto=field(probe, dialog))
    dead_for(probe, dialog, "Scroll to the end to send")
    read_to_the_end(probe, dialog)
    probe.press("Send", pid=dialog.pid)
    assert "not " in str(filled(dialog))


def test_what_it_wrote_and_all_can_see_is_submitted_after_the_delay(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask_text(multiline=True, arming=4))
    type_in(probe, dialog)
    probe.wait_for("Send", pid=dialog.pid, timeout=15)
    assert probe.write("Answer", "my ", 0, pid=dialog.pid)
    dead_for(probe, dialog, "Not ready yet: wait a moment, then send")
    probe.wait_for("Send", pid=dialog.pid, timeout=15)
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == "my shop"


def test_what_was_typed_beyond_the_field_can_be_scrolled_by_hand(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask_text(multiline=True, arming=0))
    type_in(probe, dialog)
    assert not probe.find(role="scroll bar", pid=dialog.pid)
    for _ in range(8):
        probe.key("Return")
    bar = probe.wait_for("", role="scroll bar", pid=dialog.pid)
    assert bar.height > bar.width  # and no other: lines are wrapped


def test_what_grew_beyond_the_field_is_read_to_its_end(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_text(multiline=True, arming=0))
    type_in(probe, dialog)
    assert probe.write("Answer", LONG, 4, pid=dialog.pid)
    dead_for(probe, dialog, "Scroll to the end to send")
    read_to_the_end(probe, dialog)
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == "shop" + LONG


@pytest.mark.linux("it counts on how many lines a field shows there")
def test_what_is_typed_before_the_unread_part_makes_none_of_it_read(
    probe: Probe, show: ShowDialog
) -> None:
    """The field shows 18 lines. Lines 18 to 27 were left out, and are lines 32 to 41 now."""
    dialog = show(ask_text(multiline=True, default="\n".join("x" * 45), arming=0))
    take_keyboard(probe, dialog.pid)
    probe.key("ctrl+End")
    wait_until(lambda: probe.shows("scroll back to what you skipped", dialog.pid), "the gap")
    probe.key("ctrl+Home", *["y", "Return"] * 14)
    until_holds(probe, dialog, "y\n" * 14 + "\n".join("x" * 45))
    probe.key("ctrl+End")
    dialog.hear_all(0.6)
    probe.key("ctrl+Home", "Page_Down")
    dialog.hear_all(0.6)
    dead_for(probe, dialog, "Scroll to the end to send")
    read_to_the_end(probe, dialog)


@pytest.mark.x11("two dialogs are one above the other: no hand reaches the lower")
def test_what_is_pasted_from_another_program_leaves_the_rest_read(
    screen_world: World, probe: Probe, show: ShowDialog
) -> None:
    """It comes a moment later, with no event of the person's own, but where the person looks."""
    source = DialogProcess(screen_world.environ)
    try:
        source.hear()
        source.tell(ask_text(message="more", arming=0))
        assert source.hear() == screen.Painted()
        take_keyboard(probe, source.pid)
        probe.click(probe.find("Question", role="text", pid=source.pid)[0])
        probe.key("ctrl+a", "ctrl+c")
        dialog = show(ask_text(multiline=True, default=LONG, arming=0))
        read_to_the_end(probe, dialog)
        probe.key(*["Page_Up"] * 3, "ctrl+v")
        wait_until(lambda: "more" in field(probe, dialog).text, "what was copied there")
        probe.press("Send", pid=dialog.pid)
        assert "more" in str(filled(dialog))
    finally:
        source.close()


def read_to_the_end(probe: Probe, dialog: DialogProcess) -> None:
    """The text in the field. On a slow screen a page goes before it was painted."""
    take_keyboard(probe, dialog.pid)
    probe.click(field(probe, dialog))
    probe.key("ctrl+Home")

    def is_read() -> bool:
        (submit,) = probe.find("Send", pid=dialog.pid)
        was_skipped = "scroll back" in submit.description
        probe.key("Page_Up" if was_skipped else "Page_Down")
        return probe.find("Send", pid=dialog.pid)[0].alive

    wait_until(is_read, "the end", 60)
