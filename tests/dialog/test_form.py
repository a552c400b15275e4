"""A form before the dialog: how it is filled in, what submits it, and what never does."""

from collections.abc import Callable

import pytest

from probes.probe import Control, Probe
from probes.steps import Click, Forged, Key
from sayso.core.entry import EMPTY, Entry
from sayso.core.questions import Choice, FormConfirm, FormSelect, FormText, Option
from sayso.presentation.habits import Control as Button
from sayso.wire import screen
from support import entries
from support.dialog_process import (
    UNHURRIED,
    DialogProcess,
    ask_form,
    click_into,
    focus,
    focused,
    take_keyboard,
)
from support.lengths import AtLength
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

RADIO, CHECK, TEXT = "radio button", "check box", "text"
NEVER_ARMED = 60.0
BOTH_WAYS_OF_INPUT = [{}, {"GDK_CORE_DEVICE_EVENTS": "1"}]
OWN = "Something else"

NAME = FormText("Name")
DISKS = FormText("Disks", format="integer", minimum=1, maximum=8)
NOTE = FormText("Note", required=False, multiline=True)
WHERE = FormSelect("Where", entries.options("Here", "There"))
BACKUPS = FormConfirm("Backups", "Every night?")
HOST = (NAME, DISKS, WHERE, BACKUPS, NOTE)

WIDE = "A label that says what it is for, and then says it again in other words. " * 2
MANY = tuple(
    FormSelect(
        f"Question {number}",
        tuple(Option(f"{number}.{place} {WIDE}", WIDE[:100]) for place in range(32)),
        multiple=True,
    )
    for number in range(10)
)
HOSTILE = "<b>a</b> \u202efdp\u200b %s $(id) \U000e0041"
AS_SHOWN = r"<b>a</b> \u{202e}fdp\u{200b} %s $(id) \u{e0041}"


def field(probe: Probe, dialog: DialogProcess, name: str) -> Control:
    return wait_until(
        lambda: next(iter(probe.find(name, role=TEXT, pid=dialog.pid)), None), f'the field "{name}"'
    )


def until_holds(probe: Probe, dialog: DialogProcess, name: str, text: str) -> None:
    wait_until(lambda: field(probe, dialog, name).text == text, f'{text!r} in "{name}"')


def checked(probe: Probe, dialog: DialogProcess) -> list[str]:
    options = [each for each in probe.find(pid=dialog.pid) if each.role in (RADIO, CHECK)]
    return [each.name for each in options if "checked" in each.states]


def until_checked(probe: Probe, dialog: DialogProcess, *names: str) -> None:
    wait_until(lambda: checked(probe, dialog) == list(names), f"the choice of {names}")


def choose(probe: Probe, dialog: DialogProcess, name: str, role: str = RADIO) -> None:
    probe.click(probe.find(name, role=role, pid=dialog.pid)[0])


def until_at(probe: Probe, dialog: DialogProcess, name: str) -> None:
    wait_until(lambda: focused(probe, dialog.pid) == name, f'the focus on "{name}"')


def tab_to(probe: Probe, dialog: DialogProcess, name: str) -> None:
    """Wherever in the form that is, whether it shows or not."""

    def is_there() -> bool:
        probe.key("Tab")
        dialog.hear_all(0.1)  # so that it is painted, on a busy machine as well
        return focused(probe, dialog.pid) == name

    wait_until(is_there, f'the focus on "{name}"')


def type_in(probe: Probe, dialog: DialogProcess, name: str, text: str) -> None:
    """Where the keys go by a click."""
    click_into(probe, lambda: field(probe, dialog, name), dialog.pid)
    probe.type(text)
    until_holds(probe, dialog, name, text)


def until_dead(probe: Probe, dialog: DialogProcess, words: str) -> None:
    """*Send* is, and says why."""

    def told() -> bool:
        (submit,) = probe.find("Send", pid=dialog.pid)
        return (submit.alive, submit.description) == (False, words)

    wait_until(told, f'a dead control, "{words}"')


def until_says(probe: Probe, dialog: DialogProcess, words: str) -> None:
    wait_until(lambda: probe.shows(words, pid=dialog.pid), f'"{words}" on the screen')


def _signs(probe: Probe, dialog: DialogProcess) -> list[Control]:
    return probe.find(role="icon", pid=dialog.pid)


def _stands_before(sign: Control, words: Control) -> bool:
    """In the same row."""
    is_beside = sign.x + sign.width <= words.x <= sign.x + sign.width + 12
    return is_beside and words.y <= sign.centre[1] <= words.y + words.height


def filled(dialog: DialogProcess) -> tuple[Entry, ...]:
    """What was submitted."""
    report = dialog.hear_answer()
    assert isinstance(report, screen.Filled)
    return report.entries


def nothing_filled(dialog: DialogProcess) -> bool:
    return not any(isinstance(each, screen.Filled) for each in dialog.hear_all())


def drafted(dialog: DialogProcess) -> tuple[Entry, ...]:
    """What it told last of what stands there."""
    drafts = [each.entries for each in dialog.hear_all() if isinstance(each, screen.Drafted)]
    return drafts[-1]


def read_to_the_end(probe: Probe, dialog: DialogProcess) -> None:
    on = "Scroll to the end to send"

    def is_read() -> bool:
        for each in probe.find(on, pid=dialog.pid):
            probe.click(each)
        return probe.shows("You have seen all of it", dialog.pid)

    wait_until(is_read, "the end of the form", 60)


def read_by_keys(probe: Probe, dialog: DialogProcess) -> None:
    """By the control that leads on."""

    def is_at_control() -> bool:
        probe.key("Tab")
        dialog.hear_all(0.1)
        return "scroll" in str(focused(probe, dialog.pid)).lower()

    wait_until(is_at_control, "the focus on the control")

    def is_read() -> bool:
        probe.key("space")
        return probe.shows("You have seen all of it", dialog.pid)

    wait_until(is_read, "the end")


class TestFillingIn:
    def test_by_keys_alone(self, probe: Probe, show: ShowDialog) -> None:
        """Return leads on from a line, arrows and Space choose, and Ctrl+Enter sends."""
        dialog = show(ask_form(*HOST, arming=0))
        take_keyboard(probe, dialog.pid)
        probe.type("shop-13")
        probe.key("Return")
        until_at(probe, dialog, "Disks")
        probe.type("4")
        until_holds(probe, dialog, "Disks", "4")
        tab_to(probe, dialog, "Here")
        probe.key("Down")
        until_checked(probe, dialog, "There")
        tab_to(probe, dialog, "Yes")
        probe.key("space")
        tab_to(probe, dialog, "Note")
        probe.type("one")
        probe.key("Return")
        probe.type("two")
        until_holds(probe, dialog, "Note", "one\ntwo")
        probe.wait_for("Send", pid=dialog.pid)
        submit_by_control_return(probe, dialog)
        assert filled(dialog) == (
            Entry("shop-13"), Entry("4"), Entry(places=(1,)), Entry(places=(0,)), Entry("one\ntwo")
        )  # fmt: skip

    def test_by_pointer(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(NAME, WHERE, BACKUPS))
        type_in(probe, dialog, "Name", "shop-13")
        choose(probe, dialog, "There")
        choose(probe, dialog, "No")
        until_checked(probe, dialog, "There", "No")
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == (Entry("shop-13"), Entry(places=(1,)), Entry(places=(1,)))
        dialog.tell(screen.Recorded())
        assert dialog.hear() == screen.Closed()

    def test_tab_goes_from_question_to_question_and_round(
        self, screen_world: World, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask_form(NAME, WHERE, NOTE, arming=UNHURRIED))
        take_keyboard(probe, dialog.pid)
        until_at(probe, dialog, "Name")
        probe.type("a")
        choose(probe, dialog, "There")
        probe.wait_for("Send", pid=dialog.pid)
        focus(probe, "Name", dialog.pid, role=TEXT)
        visited = []
        for _ in range(6):
            probe.key("Tab")
            dialog.hear_all(0.1)
            visited.append(focused(probe, dialog.pid))
        words = {Button.DENY: "Cancel", Button.APPROVE: "Send"}
        answers = [words[each] for each in screen_world.habits.order if each in words]
        assert visited == ["There", "Note", "Later", *answers, WHO]

    def test_return_in_the_last_line_stays_there(self, probe: Probe, show: ShowDialog) -> None:
        """Once too often, it would put the form off or cancel it."""
        dialog = show(ask_form(NAME, DISKS, arming=UNHURRIED))
        take_keyboard(probe, dialog.pid)
        probe.type("shop")
        probe.key("Return")
        until_at(probe, dialog, "Disks")
        probe.type("4")
        until_holds(probe, dialog, "Disks", "4")
        probe.wait_for("Send", pid=dialog.pid)
        probe.key("Return", "Return")
        assert nothing_filled(dialog)
        assert focused(probe, dialog.pid) == "Disks"

    def test_words_of_ones_own(self, probe: Probe, show: ShowDialog) -> None:
        options = entries.options("Here", "There")
        dialog = show(ask_form(FormSelect("Where", options, custom=True), arming=UNHURRIED))
        choose(probe, dialog, "Here")
        type_in(probe, dialog, OWN, "Elsewhere")
        until_checked(probe, dialog, OWN)
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == (Entry("Elsewhere"),)

    def test_any_number_and_words_beside_them(self, probe: Probe, show: ShowDialog) -> None:
        options = entries.options("Here", "There")
        question = FormSelect("Where", options, multiple=True, custom=True)
        dialog = show(ask_form(question))
        choose(probe, dialog, "There", CHECK)
        type_in(probe, dialog, OWN, "Elsewhere")
        until_checked(probe, dialog, "There", OWN)
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == (Entry("Elsewhere", (1,)),)

    def test_what_is_not_required_may_be_left_empty(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(NOTE))
        assert probe.shows("Note (optional)", dialog.pid)
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == (EMPTY,)

    @pytest.mark.linux("tests/under_wine has one of its own: there it is drawn alone")
    def test_an_example_stands_in_the_empty_field_alone(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask_form(FormText("Name", placeholder="shop-13")))
        assert field(probe, dialog, "Name").description == "shop-13"
        assert field(probe, dialog, "Name").text == ""
        until_says(probe, dialog, "shop-13")
        until_dead(probe, dialog, "Name: Type an answer first")
        type_in(probe, dialog, "Name", "a")
        wait_until(lambda: not probe.shows("shop-13", dialog.pid), "the example to go")

    def test_a_default_stands_there_and_is_submitted(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(FormText("Name", default="shop")))
        until_holds(probe, dialog, "Name", "shop")
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == (Entry("shop"),)

    def test_cancelling_says_no(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(NAME))
        type_in(probe, dialog, "Name", "a")
        probe.press("Cancel", pid=dialog.pid)
        assert dialog.hear_answer() == screen.Answer(Choice.DENY)

    def test_it_is_still_there_when_it_did_not_count(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(NAME, BACKUPS, error="There is one already."))
        assert probe.shows("There is one already.", dialog.pid)
        type_in(probe, dialog, "Name", "a")
        choose(probe, dialog, "Yes")
        probe.press("Send", pid=dialog.pid)
        answer = (Entry("a"), Entry(places=(0,)))
        assert filled(dialog) == answer
        dialog.tell(screen.NotRecorded("the disk is full"))
        until_says(probe, dialog, "the disk is full")
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == answer


class TestWrong:
    @pytest.mark.parametrize(
        ("question", "typed", "fault"),
        [
            (DISKS, "two", "Type a whole number, such as 42"),
            (DISKS, "9", "At most 8"),
            (DISKS, "0", "At least 1"),
            (FormText("Disks", least=3), "ab", "At least 3 characters"),
            (FormText("Disks", most=2), "abc", "At most 2 characters"),
            (
                FormText("Disks", format="email"),
                "me",
                "Type an e-mail address, such as me@example.org",
            ),
        ],
    )
    def test_is_said_beside_the_field_and_not_sent(
        self, probe: Probe, show: ShowDialog, question: FormText, typed: str, fault: str
    ) -> None:
        dialog = show(ask_form(question, NOTE, arming=UNHURRIED))
        take_keyboard(probe, dialog.pid)
        assert not probe.shows(fault, dialog.pid)
        probe.type(typed)
        until_holds(probe, dialog, "Disks", typed)
        until_dead(probe, dialog, f"Disks: {fault}")
        said = probe.find(fault, role="label", pid=dialog.pid)[0]
        assert field(probe, dialog, "Disks").y < said.y < field(probe, dialog, "Note").y
        probe.key("ctrl+Return")
        probe.click(probe.find("Send", pid=dialog.pid)[0])
        assert nothing_filled(dialog)

    def test_a_sign_tells_it_without_colour(self, probe: Probe, show: ShowDialog) -> None:
        words = "Type a whole number, such as 42"
        dialog = show(ask_form(DISKS, arming=0))
        type_in(probe, dialog, "Disks", "two")
        said = wait_until(lambda: probe.find(words, role="label", pid=dialog.pid), "the words")[0]
        assert any(_stands_before(each, said) for each in _signs(probe, dialog))
        probe.key("ctrl+a")
        probe.type("2")
        wait_until(lambda: not probe.shows(words, pid=dialog.pid), "its end")
        assert not any(_stands_before(each, said) for each in _signs(probe, dialog))

    def test_what_was_not_begun_is_not_called_wrong(self, probe: Probe, show: ShowDialog) -> None:
        """But *Send* says where to go on."""
        dialog = show(ask_form(NAME, WHERE))
        until_dead(probe, dialog, "Name: Type an answer first")
        type_in(probe, dialog, "Name", "a")
        until_dead(probe, dialog, "Where: Choose an option first")
        assert not probe.shows("first", dialog.pid)
        probe.key("BackSpace")
        until_says(probe, dialog, "Type an answer first")


class TestDraft:
    def test_is_told_of_each_change(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(NAME, BACKUPS, arming=NEVER_ARMED))
        type_in(probe, dialog, "Name", "ab")
        assert drafted(dialog) == (Entry("ab"), EMPTY)
        choose(probe, dialog, "No")
        until_checked(probe, dialog, "No")
        assert drafted(dialog) == (Entry("ab"), Entry(places=(1,)))

    def test_stands_there_again(self, probe: Probe, show: ShowDialog) -> None:
        options = entries.options("Here", "There")
        of_own = FormSelect("Size", options, custom=True)
        draft = (Entry(places=(1,)), Entry("Large"))
        dialog = show(ask_form(BACKUPS, of_own, draft=draft))
        until_checked(probe, dialog, "No", OWN)
        until_holds(probe, dialog, OWN, "Large")
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == draft

    def test_has_words_that_are_not_chosen(self, probe: Probe, show: ShowDialog) -> None:
        of_own = FormSelect("Size", entries.options("Small", "Middle"), custom=True)
        dialog = show(ask_form(of_own, arming=0))
        type_in(probe, dialog, OWN, "Large")
        choose(probe, dialog, "Middle")
        until_checked(probe, dialog, "Middle")
        assert drafted(dialog) == (Entry(places=(1,), aside="Large"),)
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == (Entry(places=(1,)),)

    def test_of_words_that_are_not_chosen_stands_there_again(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        of_own = FormSelect("Size", entries.options("Small", "Middle"), custom=True)
        dialog = show(ask_form(of_own, draft=(Entry(places=(1,), aside="Large"),)))
        until_holds(probe, dialog, OWN, "Large")
        until_checked(probe, dialog, "Middle")

    def test_of_a_default_that_was_taken_out_is_empty(self, probe: Probe, show: ShowDialog) -> None:
        question = FormText("Name", default="shop", required=False)
        dialog = show(ask_form(question, BACKUPS, draft=(EMPTY, Entry(places=(0,)))))
        until_holds(probe, dialog, "Name", "")

    def test_is_armed_anew(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(NAME, draft=(Entry("shop"),), arming=NEVER_ARMED))
        until_dead(probe, dialog, "Not ready yet: wait a moment, then send")
        probe.click(probe.find("Send", pid=dialog.pid)[0])
        assert nothing_filled(dialog)

    def test_is_unread(self, probe: Probe, show: ShowDialog) -> None:
        long = "\n".join(f"line {number}" for number in range(100))
        dialog = show(ask_form(NAME, NOTE, draft=(Entry("shop"), Entry(long)), arming=0))
        until_dead(probe, dialog, "Scroll to the end to send")
        read_to_the_end(probe, dialog)
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == (Entry("shop"), Entry(long))

    def test_says_what_is_wrong_with_it(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(DISKS, draft=(Entry("two"),)))
        until_says(probe, dialog, "Type a whole number, such as 42")


class TestReading:
    def test_all_of_it_is_read_before_it_is_submitted(self, probe: Probe, show: ShowDialog) -> None:
        questions = tuple(FormText(f"Name {number}", required=False) for number in range(10))
        dialog = show(ask_form(*questions, message="word\n" * 30, arming=0))
        until_dead(probe, dialog, "Scroll to the end to send")
        probe.click(probe.find("Send", pid=dialog.pid)[0])
        assert nothing_filled(dialog)
        read_to_the_end(probe, dialog)
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == (EMPTY,) * 10

    def test_the_keyboard_brings_each_question_into_view(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        questions = tuple(FormText(f"Name {number}") for number in range(10))
        dialog = show(ask_form(*questions, arming=0))
        take_keyboard(probe, dialog.pid)
        for number in range(10):
            until_at(probe, dialog, f"Name {number}")
            probe.type("a")
            until_holds(probe, dialog, f"Name {number}", "a")
            probe.key("Return")
        until_says(probe, dialog, "You have seen all of it")

    def test_a_text_that_grows_keeps_its_cursor_in_sight(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask_form(NAME, NOTE, arming=0))
        type_in(probe, dialog, "Note", "a")
        submit = probe.find("Send", pid=dialog.pid)[0]
        for _ in range(60):
            probe.key("b", "Return")
        probe.type("end")
        until_holds(probe, dialog, "Note", "a" + "b\n" * 60 + "end")

        def in_sight() -> bool:
            place = field(probe, dialog, "Note")
            return place.y + place.height <= submit.y

        wait_until(in_sight, "the end of the text above the buttons")
        assert probe.find("Send", pid=dialog.pid)[0].y == submit.y

    def test_hostile_words_are_plain_text(self, probe: Probe, show: ShowDialog) -> None:
        questions = (
            FormText(HOSTILE[:30], message=HOSTILE, placeholder=HOSTILE, default=""),
            FormSelect("Where", (Option(HOSTILE, HOSTILE), Option("b"))),
        )
        dialog = show(ask_form(*questions))
        option = probe.find(AS_SHOWN, role=RADIO, pid=dialog.pid)[0]
        assert AS_SHOWN in option.description
        assert field(probe, dialog, AS_SHOWN).description == AS_SHOWN

    @pytest.mark.parametrize("scale", [{}, {"GDK_DPI_SCALE": "2"}], ids=["plain", "large print"])
    def test_the_buttons_are_in_reach_whatever_is_asked(
        self, small: World, at_length: AtLength, scale: dict[str, str]
    ) -> None:
        many = MANY[: at_length(2, len(MANY))]
        dialog = DialogProcess(small.environ | scale)
        try:
            dialog.hear()
            dialog.tell(ask_form(*many, message="word " * 200))
            assert dialog.hear(60) == screen.Painted()
            for name in ("Later", "Cancel", "Send"):
                (button,) = small.dialogs.find(name, pid=dialog.pid)
                assert button.y + button.height <= 480
                assert button.x >= 0
                assert button.x + button.width <= 640
            bar = small.dialogs.find(role="scroll bar", pid=dialog.pid)
            assert all(each.height > each.width for each in bar)  # none scrolls sideways
            assert bar
        finally:
            dialog.close()
        wait_until(lambda: not small.dialogs.windows(), "its end")

    @pytest.mark.x11("the keyboard goes to no dialog by itself", but=("wine", "gnustep"))
    @pytest.mark.parametrize("warm", [{"GDK_SCALE": "2"}], indirect=True)
    def test_at_twice_the_size(self, probe: Probe, show: ShowDialog) -> None:
        """By keys: at 200 % assistive technology tells of other places than the pointer's."""
        dialog = show(ask_form(NAME, BACKUPS, arming=0))
        wait_until(lambda: probe.find(role="alert", pid=dialog.pid)[0].active, "the keyboard")
        until_at(probe, dialog, "Name")
        probe.type("a")
        tab_to(probe, dialog, "Yes")
        probe.key("space")
        read_by_keys(probe, dialog)
        tab_to(probe, dialog, "Send")
        probe.key("Return")
        assert filled(dialog) == (Entry("a"), Entry(places=(0,)))


class TestOthers:
    """Assistive technology, and any program, may fill in; but that is seen before it is sent."""

    def test_each_control_has_a_name(self, probe: Probe, show: ShowDialog) -> None:
        options = entries.options("Here", "There")
        own = FormSelect("Size", options, multiple=True, custom=True)
        dialog = show(ask_form(NAME, BACKUPS, own))
        controls = [each for each in probe.find(pid=dialog.pid) if "focusable" in each.states]
        assert {each.role for each in controls} >= {RADIO, CHECK, TEXT, "push button"}
        assert [each for each in controls if not each.name and each.role != "scroll pane"] == []

    def test_an_option_says_of_which_question_it_is(self, probe: Probe, show: ShowDialog) -> None:
        """Two questions may both be answered by yes or no."""
        described = FormSelect("Where", (Option("Here", "In this house"), Option("There")))
        dialog = show(ask_form(BACKUPS, described))
        told = {each.name: each.description for each in probe.find(role=RADIO, pid=dialog.pid)}
        assert told == {
            "Yes": "Backups",
            "No": "Backups",
            "Here": "Where: In this house",
            "There": "Where",
        }

    def test_what_it_wrote_is_seen_for_the_delay(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(NAME, arming=4))
        type_in(probe, dialog, "Name", "shop")
        probe.wait_for("Send", pid=dialog.pid, timeout=15)
        assert probe.write("Name", "my ", 0, pid=dialog.pid)
        until_dead(probe, dialog, "Not ready yet: wait a moment, then send")
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == (Entry("my shop"),)

    def test_what_it_chose_is_seen_for_the_delay(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(BACKUPS, arming=4))
        choose(probe, dialog, "No")
        probe.wait_for("Send", pid=dialog.pid, timeout=15)
        assert probe.act("Yes", role=RADIO, pid=dialog.pid)
        until_checked(probe, dialog, "Yes")
        until_dead(probe, dialog, "Not ready yet: wait a moment, then send")
        probe.press("Send", pid=dialog.pid)
        assert filled(dialog) == (Entry(places=(0,)),)

    @pytest.mark.parametrize("change", ["write", "choose"])
    def test_what_it_changed_has_all_read_anew(
        self, probe: Probe, show: ShowDialog, change: str
    ) -> None:
        """From the start, as it may stand out of sight: even while a person types elsewhere."""
        long = "\n".join(f"line {number}" for number in range(60))
        note = FormText("Note", default=long, multiline=True)
        of_own = FormSelect("Size", entries.options("Small", "Large"), custom=True)
        dialog = show(ask_form(note, of_own, arming=0))
        read_to_the_end(probe, dialog)
        type_in(probe, dialog, OWN, "Middle")
        probe.wait_for("Send", pid=dialog.pid)
        if change == "write":
            assert probe.write("Note", "not ", 0, pid=dialog.pid)
        else:
            assert probe.act("Small", role=RADIO, pid=dialog.pid)
        until_dead(probe, dialog, "Scroll to the end to send")
        probe.click(probe.find("Send", pid=dialog.pid)[0])
        assert nothing_filled(dialog)

    def test_its_own_actions_submit_nothing(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(NAME, arming=0))
        type_in(probe, dialog, "Name", "a")
        probe.wait_for("Send", pid=dialog.pid)
        probe.act("Send", pid=dialog.pid)
        assert nothing_filled(dialog)

    @pytest.mark.x11("no program can send an event to another one")
    @pytest.mark.parametrize("warm", BOTH_WAYS_OF_INPUT, indirect=True)
    def test_events_that_it_made_up_do_nothing(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_form(NAME, BACKUPS, arming=0))
        type_in(probe, dialog, "Name", "a")
        probe.move(*probe.find("Yes", role=RADIO, pid=dialog.pid)[0].centre)
        title = probe.find(role="alert", pid=dialog.pid)[0].name
        window = next(each.handle for each in probe.windows() if each.title == title)
        probe.perform(Forged(window, Click()))
        probe.perform(*(Forged(window, Key(key)) for key in ("b", "Tab", "space", "ctrl+Return")))
        assert nothing_filled(dialog)
        assert checked(probe, dialog) == []
        assert field(probe, dialog, "Name").text == "a"


WHO = "in /srv/shop"


def submit_by_control_return(probe: Probe, dialog: DialogProcess) -> None:
    """Once keys count."""

    def is_told() -> bool:
        probe.key("ctrl+Return")
        return not probe.find("Send", pid=dialog.pid)[0].alive

    wait_until(is_told, "Ctrl+Return to submit")
