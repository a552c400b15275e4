"""Options before the dialog: how one is chosen, what submits the choice, and what never does."""

from collections.abc import Callable

import pytest

from probes.probe import Control, Probe
from probes.steps import Click, Forged, Key
from sayso.core.entry import Entry
from sayso.core.questions import Option
from sayso.values import replace
from sayso.wire import screen
from support import entries
from support.dialog_process import DialogProcess, ask_select, click_into, focus, take_keyboard
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

RADIO, CHECK = "radio button", "check box"
NEVER_ARMED = 60.0
BOTH_WAYS_OF_INPUT = [{}, {"GDK_CORE_DEVICE_EVENTS": "1"}]
MANY = tuple(
    f"Host {number}, of which there is more to say than of the others" for number in range(32)
)


def options(probe: Probe, dialog: DialogProcess, role: str = RADIO) -> list[Control]:
    return probe.find(role=role, pid=dialog.pid)


def checked(probe: Probe, dialog: DialogProcess, role: str = RADIO) -> list[str]:
    return [each.name for each in options(probe, dialog, role) if "checked" in each.states]


def choose(probe: Probe, dialog: DialogProcess, name: str, role: str = RADIO) -> None:
    probe.click(probe.find(name, role=role, pid=dialog.pid)[0])


def until_checked(probe: Probe, dialog: DialogProcess, *names: str, role: str = RADIO) -> None:
    wait_until(lambda: checked(probe, dialog, role) == list(names), f"the choice of {names}")


def filled(dialog: DialogProcess) -> str | tuple[int, ...]:
    """What was submitted."""
    report = dialog.hear_answer()
    assert isinstance(report, screen.Filled)
    return entries.filled(report.entries)


def nothing_filled(dialog: DialogProcess) -> bool:
    return not any(isinstance(each, screen.Filled) for each in dialog.hear_all())


def submit_is(probe: Probe, dialog: DialogProcess, *, alive: bool, words: str = "") -> bool:
    (submit,) = probe.find("Send", pid=dialog.pid)
    return (submit.alive, submit.description) == (alive, words)


def test_a_click_chooses_and_a_click_submits(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select())
    assert [each.name for each in options(probe, dialog)] == ["Here", "There", "Nowhere"]
    for name in ("Nowhere", "There"):
        choose(probe, dialog, name)
        until_checked(probe, dialog, name)
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == (1,)
    dialog.tell(screen.Recorded())
    assert dialog.hear() == screen.Closed()


def test_none_is_chosen_at_first_and_without_one_nothing_is_submitted(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask_select())
    take_keyboard(probe, dialog.pid)
    words = "Choose an option first"
    wait_until(lambda: submit_is(probe, dialog, alive=False, words=words), "a dead control")
    assert checked(probe, dialog) == []
    probe.click(probe.find("Send", pid=dialog.pid)[0])
    assert nothing_filled(dialog)


def test_the_focus_is_on_the_first_option_which_is_not_chosen_by_it(
    probe: Probe, show: ShowDialog
) -> None:
    dialog = show(ask_select())
    take_keyboard(probe, dialog.pid)
    wait_until(lambda: "focused" in options(probe, dialog)[0].states, "the focus")
    assert checked(probe, dialog) == []


def test_by_keys_alone(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select(arming=0))
    take_keyboard(probe, dialog.pid)
    probe.key("space")
    until_checked(probe, dialog, "Here")
    probe.key("Down", "Down")
    until_checked(probe, dialog, "Nowhere")
    focus(probe, "Send", dialog.pid)
    probe.key("Return")
    assert filled(dialog) == (2,)


def test_return_on_an_option_chooses_it_and_submits_nothing(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select(arming=0))
    take_keyboard(probe, dialog.pid)
    probe.key("Return")
    until_checked(probe, dialog, "Here")
    probe.wait_for("Send", pid=dialog.pid)
    probe.key("Return", "KP_Enter", "ctrl+Return")
    assert nothing_filled(dialog)


def test_of_several_any_number_is_chosen(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select(multiple=True, arming=0))
    take_keyboard(probe, dialog.pid)
    choose(probe, dialog, "Nowhere", CHECK)
    choose(probe, dialog, "There", CHECK)
    probe.key("space")
    until_checked(probe, dialog, "Nowhere", role=CHECK)
    choose(probe, dialog, "Here", CHECK)
    until_checked(probe, dialog, "Here", "Nowhere", role=CHECK)
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == (0, 2)


def test_of_several_none_is_a_choice_too(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select(multiple=True))
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == ()


def test_options_are_plain_text_with_what_can_not_be_seen(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select("<b>a</b>", "_b", "c\u202ed", "c\\u{202e}d", "e\u2066"))
    assert [each.name for each in options(probe, dialog)] == [
        "<b>a</b>",
        "_b",
        r"c\u{202e}d",
        r"c\u{5c}u{202e}d",
        r"e\u{2066}",
    ]


def test_all_options_are_read_before_one_is_submitted(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select(*MANY))
    choose(probe, dialog, MANY[0])
    until_checked(probe, dialog, MANY[0])
    words = "Scroll to the end to send"
    wait_until(lambda: submit_is(probe, dialog, alive=False, words=words), "a dead control")
    probe.click(probe.find("Send", pid=dialog.pid)[0])
    assert nothing_filled(dialog)
    while unread := probe.find(words, pid=dialog.pid):
        probe.click(unread[0])
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == (0,)


def test_the_keyboard_brings_options_into_view(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select(*MANY, arming=0))
    take_keyboard(probe, dialog.pid)
    for _ in MANY[1:]:
        probe.key("Down")
        dialog.hear_all(0.1)  # so that each is painted, on a busy machine as well
    wait_until(lambda: probe.shows("You have seen all of it", dialog.pid), "the last one in view")
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == (len(MANY) - 1,)


def test_before_it_is_armed_a_choice_is_not_submitted(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select(arming=NEVER_ARMED))
    choose(probe, dialog, "There")
    until_checked(probe, dialog, "There")
    probe.click(probe.find("Send", pid=dialog.pid)[0])
    assert nothing_filled(dialog)


def test_assistive_technology_may_choose_but_not_submit(probe: Probe, show: ShowDialog) -> None:
    """And what it chose is to be seen for the delay before it can be submitted."""
    dialog = show(ask_select(multiple=True, arming=4))
    probe.wait_for("Send", pid=dialog.pid, timeout=15)
    assert probe.act("There", role=CHECK, pid=dialog.pid)
    until_checked(probe, dialog, "There", role=CHECK)
    words = "Not ready yet: wait a moment, then send"
    assert submit_is(probe, dialog, alive=False, words=words)
    probe.wait_for("Send", pid=dialog.pid, timeout=15)
    probe.act("Send", pid=dialog.pid)
    assert nothing_filled(dialog)


def test_what_assistive_technology_chose_has_all_read_anew(probe: Probe, show: ShowDialog) -> None:
    """From the start, as it may stand out of sight."""
    dialog = show(ask_select(*MANY, multiple=True, arming=0))
    take_keyboard(probe, dialog.pid)
    words = "Scroll to the end to send"
    for _ in MANY[1:]:
        probe.key("Down")
        dialog.hear_all(0.1)  # so that each is painted, on a busy machine as well
    wait_until(lambda: probe.shows("You have seen all of it", dialog.pid), "the last one in view")
    probe.key(*["Up"] * (len(MANY) - 1))
    wait_until(lambda: probe.find(MANY[0], role=CHECK, pid=dialog.pid), "the first one in view")
    assert probe.act(MANY[0], role=CHECK, pid=dialog.pid)
    wait_until(lambda: submit_is(probe, dialog, alive=False, words=words), "a dead control")
    probe.click(probe.find("Send", pid=dialog.pid)[0])
    assert nothing_filled(dialog)


@pytest.mark.x11("no program can send an event to another one", but=("gnustep",))
@pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
def test_no_program_chooses_by_events_of_its_own(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select(arming=0))
    take_keyboard(probe, dialog.pid)
    there = probe.find("There", role=RADIO, pid=dialog.pid)[0]
    probe.move(*there.centre)
    title = probe.find(role="alert", pid=dialog.pid)[0].name
    window = next(each.handle for each in probe.windows() if each.title == title)
    probe.perform(Forged(window, Click()))
    probe.perform(Forged(window, Key("space")), Forged(window, Key("Down")))
    assert nothing_filled(dialog)
    assert checked(probe, dialog) == []


def test_the_choice_is_still_there_when_it_did_not_count(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select(error="That is full."))
    assert probe.shows("That is full.", dialog.pid)
    choose(probe, dialog, "There")
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == (1,)
    dialog.tell(screen.NotRecorded("the disk is full"))
    wait_until(lambda: probe.shows("the disk is full", dialog.pid), "the reason")
    assert checked(probe, dialog) == ["There"]
    probe.press("Send", pid=dialog.pid)
    assert filled(dialog) == (1,)


def test_choosing_is_told_as_activity(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_select())
    choose(probe, dialog, "There")
    until_checked(probe, dialog, "There")
    assert dialog.hear() == screen.Activity()


def test_on_a_small_screen_the_buttons_are_in_reach(small: World) -> None:
    dialog = DialogProcess(small.environ)
    try:
        dialog.hear()
        dialog.tell(ask_select(*MANY, message="word " * 600, details="word\n" * 400))
        assert dialog.hear() == screen.Painted()
        (submit,) = small.dialogs.find("Send", pid=dialog.pid)
        assert submit.y + submit.height <= 480
        assert submit.x + submit.width <= 640
    finally:
        dialog.close()
    wait_until(lambda: not small.dialogs.windows(), "its end")


class TestOwnWords:
    """Beside the options a line for words of the person's own, where the asker allows them."""

    LINE = "Something else"

    def line(self, probe: Probe, dialog: DialogProcess) -> Control:
        return wait_until(
            lambda: next(iter(probe.find(self.LINE, role="text", pid=dialog.pid)), None), "the line"
        )

    def type_in(self, probe: Probe, dialog: DialogProcess, text: str) -> None:
        click_into(probe, lambda: self.line(probe, dialog), dialog.pid)
        probe.type(text)
        wait_until(lambda: self.line(probe, dialog).text == text, f"{text!r} in the line")

    def test_to_type_is_to_choose(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_select(custom=True))
        choose(probe, dialog, "There")
        self.type_in(probe, dialog, "Elsewhere")
        until_checked(probe, dialog, self.LINE)
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == "Elsewhere"

    def test_by_keys_alone_return_submits(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_select(custom=True, arming=0))
        take_keyboard(probe, dialog.pid)
        probe.key("space")
        until_checked(probe, dialog, "Here")
        focus(probe, self.LINE, dialog.pid, role="text")
        probe.type("Elsewhere")
        until_checked(probe, dialog, self.LINE)
        probe.wait_for("Send", pid=dialog.pid)
        probe.key("Return")
        assert filled(dialog) == "Elsewhere"

    def test_beside_several_options(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_select(custom=True, multiple=True))
        choose(probe, dialog, "There", CHECK)
        self.type_in(probe, dialog, "Elsewhere")
        until_checked(probe, dialog, "There", self.LINE, role=CHECK)
        probe.press("Send", pid=dialog.pid)
        report = dialog.hear_answer()
        assert report == screen.Filled((Entry("Elsewhere", (1,)),))

    def test_none_of_them_are_no_answer(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_select(custom=True))
        choose(probe, dialog, self.LINE)
        words = "Type an answer first"
        wait_until(lambda: submit_is(probe, dialog, alive=False, words=words), "a dead control")
        probe.click(probe.find("Send", pid=dialog.pid)[0])
        assert nothing_filled(dialog)

    def test_another_choice_leaves_them_out(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_select(custom=True))
        self.type_in(probe, dialog, "Elsewhere")
        choose(probe, dialog, "There")
        until_checked(probe, dialog, "There")
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == (1,)

    def test_are_there_only_where_they_are_allowed(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_select())
        assert not probe.find(self.LINE, pid=dialog.pid)

    def test_that_a_program_wrote_are_seen_for_the_delay(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask_select(custom=True, arming=4))
        choose(probe, dialog, "There")
        probe.wait_for("Send", pid=dialog.pid, timeout=15)
        assert probe.write(self.LINE, "Elsewhere", 0, pid=dialog.pid)
        until_checked(probe, dialog, self.LINE)
        words = "Not ready yet: wait a moment, then send"
        wait_until(lambda: submit_is(probe, dialog, alive=False, words=words), "a dead control")
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == "Elsewhere"

    def test_while_they_are_typed_no_program_chooses_out_of_sight(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask_select(*MANY, custom=True, arming=0))
        on = "Scroll to the end to send"
        while unread := probe.find(on, pid=dialog.pid):
            probe.click(unread[0])
        self.type_in(probe, dialog, "Elsewhere")
        probe.wait_for("Send", pid=dialog.pid)
        assert probe.act(options(probe, dialog)[0].name, role=RADIO, pid=dialog.pid)
        wait_until(lambda: submit_is(probe, dialog, alive=False, words=on), "a dead control")

    def test_stand_there_again(self, probe: Probe, show: ShowDialog) -> None:
        draft = (Entry("Elsewhere"),)
        dialog = show(replace(ask_select(custom=True), draft=draft))
        until_checked(probe, dialog, self.LINE)
        assert self.line(probe, dialog).text == "Elsewhere"
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == "Elsewhere"

    def test_that_are_not_chosen_are_kept(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_select(custom=True, arming=0))
        self.type_in(probe, dialog, "Elsewhere")
        first = options(probe, dialog)[0].name
        probe.press(first, role=RADIO, pid=dialog.pid)
        until_checked(probe, dialog, first)
        *_, latest = (each for each in dialog.hear_all() if isinstance(each, screen.Drafted))
        assert latest.entries == (Entry(places=(0,), aside="Elsewhere"),)


def test_a_description_belongs_to_its_option(probe: Probe, show: ShowDialog) -> None:
    here = Option("Here", "In <b>this\u202e</b> house")
    dialog = show(ask_select(options=(here, Option("There"))))
    told = {each.name: each.description for each in options(probe, dialog)}
    assert told == {"Here": r"In <b>this\u{202e}</b> house", "There": ""}
