"""What goes along with a yes or no: a third control, a check box, words with a denial."""

from collections.abc import Callable

import pytest

from probes.probe import Control as ProbedControl
from probes.probe import Probe
from probes.steps import KeyDown, KeyUp
from sayso.core.action import Action, Change, Program
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.core.settings import WORDS_BYTES
from sayso.presentation.habits import Control
from sayso.values import replace
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask, ask_notice, focus, take_keyboard
from support.dropping import drop
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

NEVER_ARMED = 60.0
CHECK = "check box"
LINE = "Reason for denying (optional)"


class TestThirdControl:
    def test_dismisses(self, probe: Probe, show: ShowDialog) -> None:
        """Once a hand can mean this question: armed, it surely is."""
        dialog = show(ask(cancel="Not now"))
        probe.wait_for("Approve", pid=dialog.pid)
        probe.press("Not now", pid=dialog.pid)
        assert dialog.hear() == screen.Answer(Choice.DISMISS)

    def test_stands_where_the_desktop_has_it(
        self, screen_world: World, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask(cancel="Not now"))
        names = {Control.APPROVE: "Approve", Control.DENY: "Deny", Control.CANCEL: "Not now"}
        places = [
            probe.wait_for(names[control], role="push button", pid=dialog.pid).x
            for control in screen_world.habits.order
        ]
        assert places == sorted(places)

    def test_is_there_where_it_is_asked_for_alone(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask())
        names = {each.name for each in probe.find(role="push button", pid=dialog.pid)}
        assert {"Approve", "Deny", "Later"} <= names
        assert "" not in names


TOUCH = Action(
    argv=("touch", "a b"),
    cwd="/srv/shop",
    programs=(Program("/usr/bin/touch", "5e1f0bd2" * 8),),
    environment=(Change("LANG", "C"),),
)


class TestACommandThatRunsAfterwards:
    def test_is_on_the_screen_below_the_askers_words(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(action=TOUCH))
        (shown,) = wait_until(lambda: texts_with(probe, dialog.pid, '"a b"'), "the command")
        (said,) = texts_with(probe, dialog.pid, RUNS)
        for line in ('"touch"', 'In the directory "/srv/shop"', 'With "LANG" = "C"', "5e1f0bd2"):
            assert line in shown.text
        (question,) = texts_with(probe, dialog.pid, "Deploy build 4711?")
        assert question.y < said.y < shown.y

    def test_is_approved_by_a_button_of_its_own(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(action=TOUCH))
        probe.press("Run", pid=dialog.pid)
        assert dialog.hear() == screen.Answer(Choice.APPROVE)

    def test_is_read_to_its_end_first(self, probe: Probe, show: ShowDialog) -> None:
        many = tuple(f"file {number}" for number in range(100))
        dialog = show(ask(action=replace(TOUCH, argv=("touch", *many))))
        probe.wait_for("Scroll to the end to approve", pid=dialog.pid)
        probe.press("Deny", pid=dialog.pid)
        assert dialog.hear() == screen.Answer(Choice.DENY)


RUNS = "builder says that it runs this command once you approve:"


def texts_with(probe: Probe, pid: int, words: str) -> list[ProbedControl]:
    return [each for each in probe.find(pid=pid) if words in each.text]


class TestCheckBox:
    @pytest.mark.parametrize("presses", [0, 1, 2])
    def test_goes_along_as_it_stands(self, probe: Probe, show: ShowDialog, presses: int) -> None:
        dialog = show(ask(check="And the tags"))
        probe.wait_for("Approve", pid=dialog.pid)
        for _ in range(presses):
            probe.press("And the tags", role=CHECK, pid=dialog.pid)
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear() == screen.Answer(Choice.APPROVE, checked=presses == 1)

    def test_by_keys_alone(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(check="And the tags"))
        take_keyboard(probe, dialog.pid)
        focus(probe, "And the tags", dialog.pid, role=CHECK)
        probe.key("space")
        wait_until(lambda: is_checked(probe, dialog.pid), "the tick")
        focus(probe, "Approve", dialog.pid)
        probe.key("space")
        assert dialog.hear() == screen.Answer(Choice.APPROVE, checked=True)

    def test_a_key_that_is_held_sets_it_once(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(check="And the tags"))
        take_keyboard(probe, dialog.pid)
        focus(probe, "And the tags", dialog.pid, role=CHECK)
        probe.perform(KeyDown("space"))
        try:
            wait_until(lambda: is_checked(probe, dialog.pid), "the tick")
            dialog.hear_all(1.0)  # the X server repeats it by now
            assert all(is_checked(probe, dialog.pid) for _ in range(10))
        finally:
            probe.perform(KeyUp("space"))

    def test_is_dead_until_the_dialog_is_armed(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(check="And the tags", arming=NEVER_ARMED))
        (box,) = probe.find("And the tags", role=CHECK, pid=dialog.pid)
        assert not box.alive
        probe.click(box)
        assert not is_checked(probe, dialog.pid)

    def test_no_program_changes_it(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(check="And the tags"))
        probe.wait_for("Approve", pid=dialog.pid)
        probe.act("And the tags", role=CHECK, pid=dialog.pid)
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear() == screen.Answer(Choice.APPROVE, checked=False)


class TestWords:
    def test_go_along_with_the_denial(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(deny_words=True))
        open_line(probe, dialog)
        probe.type("Not on a Friday")
        probe.press("Deny", pid=dialog.pid)
        assert dialog.hear_answer() == screen.Answer(Choice.DENY, words="Not on a Friday")

    def test_by_keys_alone(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(deny_words=True))
        take_keyboard(probe, dialog.pid)
        focus(probe, "Deny…", dialog.pid)
        probe.key("Return")
        probe.wait_for(LINE, role="text", pid=dialog.pid)
        probe.type("No no")
        probe.key("Return")
        assert dialog.hear_answer() == screen.Answer(Choice.DENY, words="No no")

    def test_the_key_that_opens_the_line_sends_nothing_while_it_is_held(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask(deny_words=True))
        take_keyboard(probe, dialog.pid)
        focus(probe, "Deny…", dialog.pid)
        probe.perform(KeyDown("Return"))
        try:
            probe.wait_for(LINE, role="text", pid=dialog.pid)
            assert dialog.hear_all(1.0) == []  # the X server repeats it by now
        finally:
            probe.perform(KeyUp("Return"))
        probe.type("No")
        probe.key("Return")
        assert dialog.hear_answer() == screen.Answer(Choice.DENY, words="No")

    def test_typed_before_the_dialog_is_armed_are_for_another_window(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask(deny_words=True, arming=NEVER_ARMED))
        probe.press("Deny…", pid=dialog.pid)
        probe.wait_for(LINE, role="text", pid=dialog.pid)
        probe.type("ls -l")
        probe.press("Deny", pid=dialog.pid)
        assert dialog.hear_answer() == screen.Answer(Choice.DENY)

    def test_are_not_needed(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(deny_words=True, arming=NEVER_ARMED))
        probe.press("Deny…", pid=dialog.pid)
        probe.press("Deny", pid=dialog.pid)
        assert dialog.hear() == screen.Answer(Choice.DENY)

    def test_escape_closes_the_line_first(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(deny_words=True))
        open_line(probe, dialog)
        probe.type("Not")
        probe.key("Escape")
        probe.wait_for("Deny…", role="push button", pid=dialog.pid)
        probe.key("Escape")
        assert dialog.hear_answer() == screen.Answer(Choice.DISMISS)

    def test_but_first_cancels_what_an_input_method_shows(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask(deny_words=True))
        open_line(probe, dialog)
        probe.type("caf")
        probe.key("ctrl+shift+u")
        probe.type("e9")
        until_says(probe, dialog, "Finish what you are typing first")
        probe.key("Escape")
        wait_until(
            lambda: not probe.shows("Finish what you are typing first", dialog.pid), "its end"
        )
        probe.key("e", "Return")
        assert dialog.hear_answer() == screen.Answer(Choice.DENY, words="cafe")

    def test_that_a_program_wrote_do_not_go_along(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(deny_words=True))
        open_line(probe, dialog)
        probe.write(LINE, "Do it at once", 0, pid=dialog.pid)
        until_says(probe, dialog, "Another program wrote this: it will not be sent")
        probe.type("!")
        probe.press("Deny", pid=dialog.pid)
        assert dialog.hear_answer() == screen.Answer(Choice.DENY)

    @pytest.mark.x11("elsewhere no program can make up a drop")
    def test_that_a_program_drops_are_not_taken(
        self, screen_world: World, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask(deny_words=True))
        open_line(probe, dialog)
        probe.type("No")
        line = probe.wait_for(LINE, role="text", pid=dialog.pid)
        assert not drop(screen_world, "Do it at once", onto=line)
        probe.type("!")
        probe.press("Deny", pid=dialog.pid)
        assert dialog.hear_answer() == screen.Answer(Choice.DENY, words="No!")

    def test_that_are_too_long_do_not_go_along(self, probe: Probe, show: ShowDialog) -> None:
        """Copied from where they stand."""
        dialog = show(ask(message="x" * (WORDS_BYTES + 1), deny_words=True))
        take_keyboard(probe, dialog.pid)
        probe.wait_for("Approve", pid=dialog.pid)
        probe.click(probe.find("Question", role="text", pid=dialog.pid)[0])
        probe.key("ctrl+a", "ctrl+c")
        open_line(probe, dialog)
        probe.key("ctrl+v")
        until_says(probe, dialog, "Too long: at most 1 KiB")
        probe.press("Deny", pid=dialog.pid)
        assert dialog.hear_answer() == screen.Answer(Choice.DENY)

    def test_do_not_keep_anyone_from_approving(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(deny_words=True))
        open_line(probe, dialog)
        probe.type("Well")
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear_answer() == screen.Answer(Choice.APPROVE)


class TestNotice:
    def test_is_acknowledged_by_its_button(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_notice())
        assert not probe.find("Deny", role="push button", pid=dialog.pid)
        probe.press("OK", pid=dialog.pid)
        assert dialog.hear() == screen.Answer(Choice.APPROVE)
        dialog.tell(screen.Recorded())
        until_says(probe, dialog, "Recorded: read")

    def test_its_button_is_armed_like_any_other(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_notice(arming=NEVER_ARMED))
        (button,) = probe.find("OK", role="push button", pid=dialog.pid)
        assert not button.alive
        probe.click(button)
        assert dialog.hear(0.3) is None

    def test_keeps_its_place_as_it_is_told_how_it_stands(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask_notice())
        probe.wait_for("OK", role="push button", pid=dialog.pid)
        dialog.tell(screen.Update(PromptStatus(60, place=1, of=2)))
        until_says(probe, dialog, "1 of 2")
        assert not probe.find("Deny", pid=dialog.pid)


def open_line(probe: Probe, dialog: DialogProcess) -> None:
    """It has the focus, and takes keys."""
    probe.wait_for("Approve", pid=dialog.pid)
    probe.press("Deny…", pid=dialog.pid)
    probe.wait_for(LINE, role="text", pid=dialog.pid)


def is_checked(probe: Probe, pid: int) -> bool:
    (box,) = probe.find("And the tags", role=CHECK, pid=pid)
    return "checked" in box.states


def until_says(probe: Probe, dialog: DialogProcess, words: str) -> None:
    wait_until(lambda: probe.shows(words, pid=dialog.pid), f'"{words}" on the screen')
