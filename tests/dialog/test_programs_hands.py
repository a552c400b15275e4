"""A second program works accessibility, windows and the screen, while a person uses keys and
pointer: nothing of what the program does becomes the person's answer."""

from collections.abc import Callable
from contextlib import ExitStack

import pytest

from probes.probe import Control, NotHere, Place, Probe, Window
from probes.steps import (
    Activate,
    Click,
    Direction,
    Minimise,
    Move,
    MoveWindow,
    Pause,
    Press,
    Release,
)
from sayso.core.outcome import By
from sayso.core.questions import Choice, FormSelect, FormText, Option, Severity
from sayso.values import replace
from sayso.wire import screen
from support.dialog_process import (
    DialogProcess,
    ask,
    ask_form,
    ask_password,
    ask_select,
    ask_text,
    focus,
    take_keyboard,
)
from support.entries import as_entry
from support.notices import film
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

APPROVED = screen.Answer(Choice.APPROVE)
STROKES = ["Return", "space"]
LONG = "\n".join(f"line {number}" for number in range(200))
SOME = "\n".join(f"line {number}" for number in range(60))
DOWN = "Scroll to the end to approve"
UP = "To approve, scroll back to what you skipped"


FAILED = 1
"""Exit status of a dialog that can't go on."""

SCREEN = Place(0, 0, 1280, 800)
"""All of it."""


def allowing(order: screen.Show) -> screen.Show:
    return replace(order, accessibility_approval=True)


def answers(dialog: DialogProcess, seconds: float = 0.3) -> list[screen.Order | screen.Report]:
    return [each for each in dialog.hear_all(seconds) if each != screen.Activity()]


def keys_count(dialog: DialogProcess) -> bool:
    """Long after it was armed, for the keyboard as well; nothing has been answered by then."""
    return answers(dialog, 0.9) == []


def placed(probe: Probe, dialog: DialogProcess) -> Window:
    """Its window, where it stands."""
    title = probe.find(role="alert", pid=dialog.pid)[0].name
    return next(each for each in probe.windows() if each.title == title)


def moved(probe: Probe, dialog: DialogProcess, x: int, y: int) -> Window:
    """The window manager moves it there, with what it has drawn around it."""
    before = placed(probe, dialog)
    probe.perform(MoveWindow(before.handle, x, y))
    return wait_until(
        lambda: after if (after := placed(probe, dialog)) != before else None, "the move"
    )


def is_focused(probe: Probe, dialog: DialogProcess, name: str, role: str) -> bool:
    return "focused" in probe.find(name, role=role, pid=dialog.pid)[0].states


def has_died(probe: Probe, dialog: DialogProcess, name: str = "Approve") -> None:
    wait_until(lambda: not probe.find(name, pid=dialog.pid)[0].alive, f"{name} to be dead")


class TestFocus:
    """The keyboard counts where the person took it."""

    @pytest.mark.parametrize("severity", Severity)
    @pytest.mark.parametrize("key", STROKES)
    def test_a_program_brings_it_to_approve(
        self, probe: Probe, show: ShowDialog, key: str, severity: Severity
    ) -> None:
        dialog = show(ask(severity=severity, arming=2))
        take_keyboard(probe, dialog.pid)
        probe.wait_for("Approve", pid=dialog.pid)
        assert probe.focus("Approve", pid=dialog.pid)
        has_died(probe, dialog)  # the person is to see where it has gone
        assert probe.focus("Approve", pid=probe.wait_for("Approve", pid=dialog.pid).pid)
        probe.wait_for("Approve", pid=dialog.pid)
        probe.key(key)
        assert answers(dialog) == []

    def test_the_person_takes_it_there_all_the_same(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask())
        take_keyboard(probe, dialog.pid)
        probe.wait_for("Approve", pid=dialog.pid)
        probe.focus("Approve", pid=dialog.pid)
        focus(probe, "Approve", dialog.pid)
        probe.key("Return")
        assert dialog.hear_answer() == APPROVED

    def test_a_press_says_that_it_is_meant(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask())
        take_keyboard(probe, dialog.pid)
        probe.focus("Approve", pid=dialog.pid)
        x, y = probe.wait_for("Approve", pid=dialog.pid).centre
        probe.focus("Approve", pid=dialog.pid)
        x, y = probe.wait_for("Approve", pid=dialog.pid).centre
        probe.perform(Move(x, y), Press(), Move(x, y - 100), Release())

        def has_answered() -> bool:
            probe.key("Return")
            return answers(dialog, 0.7) == [APPROVED]

        wait_until(has_answered, "keys to count")

    @pytest.mark.parametrize("key", STROKES)
    def test_a_program_brings_it_to_later(self, probe: Probe, show: ShowDialog, key: str) -> None:
        dialog = show(ask())
        take_keyboard(probe, dialog.pid)
        probe.focus("Later", pid=dialog.pid)
        probe.wait_for("Approve", pid=dialog.pid)
        assert keys_count(dialog)
        probe.key(key)
        assert answers(dialog) == []

    @pytest.mark.parametrize("key", [*STROKES, "Down", "Up"])
    def test_a_program_brings_it_to_an_option(
        self, probe: Probe, show: ShowDialog, key: str
    ) -> None:
        dialog = show(ask_select())
        take_keyboard(probe, dialog.pid)
        assert probe.focus("There", role="radio button", pid=dialog.pid)
        wait_until(lambda: is_focused(probe, dialog, "There", "radio button"), "the focus")
        assert keys_count(dialog)
        probe.key(key)
        assert dialog.hear_all(1.0) == []
        options = probe.find(role="radio button", pid=dialog.pid)
        assert not any("checked" in each.states for each in options)

    @pytest.mark.parametrize("key", STROKES)
    def test_a_program_brings_it_to_submit(self, probe: Probe, show: ShowDialog, key: str) -> None:
        dialog = show(ask_password(arming=2))
        take_keyboard(probe, dialog.pid)
        probe.type("tiger")
        probe.wait_for("Send", pid=dialog.pid)
        probe.focus("Send", pid=dialog.pid)
        has_died(probe, dialog, "Send")
        probe.wait_for("Send", pid=dialog.pid)
        probe.key(key)
        assert answers(dialog) == []

    def test_a_program_does_not_show_the_password(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask_password())
        take_keyboard(probe, dialog.pid)
        probe.type("tiger")
        probe.wait_for("Send", pid=dialog.pid)
        probe.focus("Show the password", pid=dialog.pid)
        probe.wait_for("Send", pid=dialog.pid)
        probe.key("space")
        assert answers(dialog) == []
        assert not probe.shows("tiger", dialog.pid)

    def test_words_of_the_asker_are_not_submitted_by_a_key_meant_elsewhere(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        """The field has it at first, and its words are there already."""
        dialog = show(ask_text(default="rm -rf"))
        wait_until(lambda: probe.find(role="alert", pid=dialog.pid)[0].active, "the keyboard")
        probe.wait_for("Send", pid=dialog.pid)
        assert keys_count(dialog)
        probe.key("Return")
        assert answers(dialog, 0.6) == []
        probe.key("End", "Return")
        assert dialog.hear_answer() == screen.Filled((as_entry("rm -rf"),))

    def test_with_the_setting_on_a_program_takes_it_as_the_person_does(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(allowing(ask()))
        take_keyboard(probe, dialog.pid)
        probe.wait_for("Approve", pid=dialog.pid)
        assert keys_count(dialog)
        probe.focus("Approve", pid=dialog.pid)
        probe.key("Return")
        assert dialog.hear_answer() == APPROVED


class TestReading:
    """All of a text has to be before the person's eyes, by their own hand."""

    def test_a_program_scrolls_to_the_end_and_back(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(details=LONG))
        probe.wait_for(DOWN, pid=dialog.pid)
        for to in (1.0, 0.0):
            assert probe.scroll(to, pid=dialog.pid)
        assert answers(dialog, 1.0) == []
        assert not probe.find("Approve", pid=dialog.pid)[0].alive

    def test_a_program_scrolls_page_by_page(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(details=SOME))
        probe.wait_for(DOWN, pid=dialog.pid)
        for part in range(21):
            probe.scroll(part / 20, pid=dialog.pid)
        assert answers(dialog, 1.0) == []
        assert not probe.find("Approve", pid=dialog.pid)[0].alive

    def test_a_program_pages_on_by_our_own_control(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(details=SOME))
        for _ in range(20):
            probe.act(probe.wait_for(DOWN, pid=dialog.pid).name, pid=dialog.pid)
        assert answers(dialog, 1.0) == []
        assert not probe.find("Approve", pid=dialog.pid)[0].alive

    def test_a_program_moves_the_caret(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(details=SOME))
        probe.wait_for(DOWN, pid=dialog.pid)
        for at in (*range(0, len(SOME), 40), len(SOME)):
            probe.place_caret("Details", at, pid=dialog.pid)
        assert answers(dialog, 1.0) == []
        assert not probe.find("Approve", pid=dialog.pid)[0].alive

    @pytest.mark.parametrize("key", ["Page_Down", "Down", "space"])
    def test_the_person_reads_by_keys(self, probe: Probe, show: ShowDialog, key: str) -> None:
        dialog = show(ask(details=SOME, arming=0))
        take_keyboard(probe, dialog.pid)
        if key == "space":
            focus(probe, DOWN, dialog.pid)
        else:
            probe.click(probe.find("Details", role="text", pid=dialog.pid)[0])

        def is_read() -> bool:
            for _ in range(8):  # to look takes longer than to press
                probe.key(key)
            return probe.shows("You have seen all of it", dialog.pid)

        wait_until(is_read, "the end")

        def approves() -> bool:
            """A key that comes late, to a dialog that has just become alive, makes it wait anew."""
            probe.press("Approve", pid=dialog.pid)
            return answers(dialog, 1.0) == [APPROVED]

        wait_until(approves, "an approval")

    def test_the_person_reads_by_the_button(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(details=SOME, arming=0))
        x, y = probe.wait_for(DOWN, pid=dialog.pid).centre
        probe.move(x, y)

        def is_read() -> bool:
            probe.perform(Click())
            return probe.shows("You have seen all of it", dialog.pid)

        wait_until(is_read, "the end")
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED

    def test_the_person_reads_by_dragging(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(details=SOME, arming=0))
        probe.wait_for(DOWN, pid=dialog.pid)
        bar = probe.find(role="scroll bar", pid=dialog.pid)[0]
        x, top, bottom = bar.centre[0], bar.y + 25, bar.y + bar.height
        probe.perform(Move(x, top), Press())
        for y in range(top, bottom + 20, 6):
            probe.move(x, y)
        probe.perform(Release())
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED

    def test_a_jump_leaves_out_what_is_between(self, probe: Probe, show: ShowDialog) -> None:
        """And the way leads back to it. So few lines could be flown over in a moment."""
        dialog = show(ask(details=SOME, arming=0))
        take_keyboard(probe, dialog.pid)
        probe.click(probe.find("Details", role="text", pid=dialog.pid)[0])
        probe.key("ctrl+End")
        probe.wait_for(UP, pid=dialog.pid)
        probe.key("ctrl+Home")
        probe.wait_for(DOWN, pid=dialog.pid)
        probe.key("ctrl+End")
        x, y = probe.wait_for(UP, pid=dialog.pid).centre
        assert not probe.find("Approve", pid=dialog.pid)[0].alive
        probe.move(x, y)

        def is_read() -> bool:
            probe.perform(Click())
            return probe.shows("You have seen all of it", dialog.pid)

        wait_until(is_read, "what was skipped")
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED

    def test_a_fast_wheel_passes_nothing_over(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(details=LONG, arming=0))
        details = probe.find("Details", role="text", pid=dialog.pid)[0]
        probe.move(details.x + 40, details.y + 40)

        def is_read() -> bool:
            probe.wheel(Direction.DOWN, 60)
            return probe.shows("You have seen all of it", dialog.pid)

        wait_until(is_read, "the end")
        assert not probe.shows(UP, dialog.pid)
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED


class TestPlace:
    """What is under the hand is where the server says, whatever a program tells."""

    def test_a_move_that_was_announced_is_a_move(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask(arming=2))
        window = placed(probe, dialog)
        there = moved(probe, dialog, 40, 40)
        assert moved(probe, dialog, 300, 120) != window
        probe.wait_for("Approve", pid=dialog.pid)
        probe.say_moved(window.handle, there)
        assert not answers(dialog, 0.5)
        assert probe.find("Approve", pid=dialog.pid)[0].alive
        assert moved(probe, dialog, 40, 40) == there
        has_died(probe, dialog)
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear() == APPROVED

    def test_a_click_as_it_moves_is_lost(self, probe: Probe, show: ShowDialog) -> None:
        """The control comes under a hand that is about to press."""
        dialog = show(ask(arming=2))
        there = moved(probe, dialog, 40, 40)
        x, y = probe.find("Approve", pid=dialog.pid)[0].centre
        moved(probe, dialog, 300, 120)
        probe.wait_for("Approve", pid=dialog.pid)
        probe.move(x - 1, y - 1)
        probe.say_moved(there.handle, there)
        probe.perform(Move(x, y), MoveWindow(there.handle, 40, 40), Click(delay=0.01))
        assert answers(dialog) == []

    @pytest.mark.linux("there nobody's word is taken: the system is asked where a window stands")
    def test_a_size_that_is_made_up_moves_nothing_under_the_hand(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        dialog = show(ask(arming=2))
        probe.wait_for("Approve", pid=dialog.pid)
        window = placed(probe, dialog)
        larger = Place(window.x, window.y, window.width + 60, window.height + 60)
        probe.say_moved(window.handle, larger)
        has_died(probe, dialog)


class TestTakenAway:
    """What nobody can see any more ends, and the daemon has another one ask."""

    @pytest.mark.parametrize("destroy", [True, False])
    def test_as_it_is_shown(self, probe: Probe, show: ShowDialog, destroy: bool) -> None:
        dialog = show(ask())
        probe.take_away(placed(probe, dialog).handle, destroy=destroy)
        assert dialog.wait() == FAILED
        with pytest.raises(EOFError):
            dialog.hear_answer()

    def test_by_a_busy_window_manager_as_the_person_pauses(
        self, screen_world: World, probe: Probe, warm: DialogProcess
    ) -> None:
        probe.perform(Move(5, 5))
        warm.tell(ask())
        assert warm.hear() == screen.Painted()
        window = placed(probe, warm)
        with screen_world.screen.window_manager_stopped():
            probe.take_away(window.handle, destroy=False)
            assert answers(warm, 2.0) == []  # and it asks for no keyboard, which would map it
        assert warm.wait() == FAILED

    def test_what_the_person_minimised_stays_so_at_the_next_pause(
        self, probe: Probe, warm: DialogProcess
    ) -> None:
        probe.perform(Move(5, 5))
        warm.tell(ask())
        assert warm.hear() == screen.Painted()
        probe.perform(Minimise(placed(probe, warm).handle))
        assert answers(warm, 2.0) == []
        assert not probe.find(role="alert", pid=warm.pid)[0].active

    @pytest.mark.parametrize("destroy", [True, False])
    def test_as_it_is_covered(
        self, screen_world: World, probe: Probe, warm: DialogProcess, destroy: bool
    ) -> None:
        with film(screen_world):
            warm.tell(ask())
            assert warm.hear() == screen.Covered()
            (window,) = [each for each in probe.windows() if each.title == "builder asks"]
            probe.take_away(window.handle, destroy=destroy)
            assert warm.wait() == FAILED

    def test_what_the_person_minimises_stays(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask())
        window = placed(probe, dialog)
        probe.perform(Minimise(window.handle))
        assert answers(dialog, 1.0) == []
        probe.perform(Activate(window.handle))
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED


class TestCover:
    """What the person is to see can be seen."""

    def words(self, probe: Probe, dialog: DialogProcess) -> Control:
        return probe.find("Question", role="text", pid=dialog.pid)[0]

    @pytest.mark.parametrize("clicks_through", [False, True])
    def test_a_window_over_the_header(
        self, probe: Probe, show: ShowDialog, clicks_through: bool
    ) -> None:
        dialog = show(ask(arming=1))
        probe.wait_for("Approve", pid=dialog.pid)
        heading = probe.find("builder asks", role="label", pid=dialog.pid)[0]
        above = 120  # the window grows upwards by the words about it
        header = Place(heading.x, heading.y - above, heading.width, heading.height + above)
        with probe.cover(header, clicks_through=clicks_through):
            has_died(probe, dialog)
            probe.click(probe.find("Approve", pid=dialog.pid)[0])
            assert answers(dialog, 1.5) == []
            assert "can't be seen" in probe.find("Approve", pid=dialog.pid)[0].description
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED

    def test_words_about_a_cover_that_move_the_header_out_from_under_it_stay(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        """Else they and the cover would come and go by turns."""
        dialog = show(ask(arming=1))
        probe.wait_for("Approve", pid=dialog.pid)
        heading = probe.find("builder asks", role="label", pid=dialog.pid)[0]
        below = heading.y + heading.height + 6
        with probe.cover(Place(heading.x, below, heading.width, 10)):
            wait_until(lambda: probe.shows("could not be seen", dialog.pid), "words about it")
            probe.press("Approve", pid=dialog.pid)
            assert dialog.hear_answer() == APPROVED

    def test_a_click_that_goes_through_a_cover(self, probe: Probe, show: ShowDialog) -> None:
        """It comes over all of it as the person presses."""
        dialog = show(ask())
        approve = probe.wait_for("Approve", pid=dialog.pid)
        window = placed(probe, dialog)
        probe.move(approve.centre[0] + 1, approve.centre[1])
        with probe.cover(window, clicks_through=True):
            probe.perform(Move(*approve.centre), Click())
            assert answers(dialog, 1.0) == []

    def test_a_text_that_shows_for_a_moment_alone_is_unread(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        """Until a person can have read it."""
        dialog = show(ask(arming=2))
        with probe.cover(self.words(probe, dialog)):
            assert answers(dialog, 2.5) == []
            assert not probe.find("Approve", pid=dialog.pid)[0].alive
        probe.press("Approve", pid=dialog.pid)
        assert dialog.hear_answer() == APPROVED

    def test_nothing_is_painted_where_nobody_can_see_it(
        self, screen_world: World, probe: Probe, warm: DialogProcess
    ) -> None:
        with film(screen_world):
            warm.tell(ask())
            assert warm.hear() == screen.Covered()
            assert answers(warm, 1.5) == []
        assert warm.hear() == screen.Painted()
        probe.press("Approve", pid=warm.pid)
        assert warm.hear_answer() == APPROVED

    def test_one_that_nobody_can_see_is_covered_once(
        self, screen_world: World, probe: Probe, warm: DialogProcess
    ) -> None:
        """Whatever else lies over it."""
        with film(screen_world):
            warm.tell(ask())
            assert warm.hear() == screen.Covered()
            with probe.cover(SCREEN):
                assert answers(warm, 0.5) == []
            assert answers(warm, 0.5) == []
        assert warm.hear() == screen.Painted()

    @pytest.mark.linux("elsewhere a dialog comes up above what covers the screen")
    def test_keys_that_come_before_are_typed(
        self, screen_world: World, probe: Probe, warm: DialogProcess
    ) -> None:
        """The person may have brought it forward, and what lies over it stays."""
        with ExitStack() as covered:
            with film(screen_world):
                warm.tell(ask_text(default="", arming=0))
                assert warm.hear() == screen.Covered()
                covered.enter_context(probe.cover(SCREEN))
            warm.have_done(screen.BringForward())
            wait_until(
                lambda: "active" in probe.find(role="alert", pid=warm.pid)[0].states, "the keyboard"
            )
            probe.type("shop")
            probe.key("Page_Down")
        assert warm.hear() == screen.Painted()
        assert probe.find("Answer", role="text", pid=warm.pid)[0].text == "shop"

    @pytest.mark.linux("elsewhere a dialog comes up above what covers the screen")
    def test_a_focus_that_a_program_moved_before_does_not_come_back_unseen(
        self, screen_world: World, probe: Probe, warm: DialogProcess
    ) -> None:
        """The first control is an option, which a key would choose."""
        where = FormSelect("Where", (Option("Here"), Option("There")))
        with ExitStack() as covered:
            with film(screen_world):
                warm.tell(ask_form(where, FormText("Note"), arming=0))
                assert warm.hear() == screen.Covered()
                covered.enter_context(probe.cover(SCREEN))
            assert probe.focus("Note", role="text", pid=warm.pid)
        assert warm.hear() == screen.Painted()
        take_keyboard(probe, warm.pid)
        probe.focus("Note", role="text", pid=warm.pid)
        probe.type("x")
        assert probe.focus("Here", role="radio button", pid=warm.pid)
        probe.key("space")
        assert probe.find("Note", role="text", pid=warm.pid)[0].text == "x"
        assert "checked" not in probe.find("Here", role="radio button", pid=warm.pid)[0].states

    def test_a_glimpse_of_it_is_no_sight(
        self, screen_world: World, probe: Probe, warm: DialogProcess
    ) -> None:
        with ExitStack() as covered:
            with film(screen_world):
                warm.tell(ask())
                assert warm.hear() == screen.Covered()
                covered.enter_context(probe.cover(SCREEN, glimpses=True))
            assert answers(warm, 3.0) == []
        assert warm.hear() == screen.Painted()

    def test_one_that_nobody_can_see_is_brought_up(
        self, screen_world: World, warm: DialogProcess
    ) -> None:
        """By the person, who knows of it from a notification."""
        with film(screen_world):
            warm.tell(ask())
            assert warm.hear() == screen.Covered()
            warm.tell(screen.BringForward())
            assert warm.hear() == screen.Painted()

    def test_one_that_nobody_can_see_is_closed(
        self, screen_world: World, warm: DialogProcess
    ) -> None:
        with film(screen_world):
            warm.tell(ask())
            assert warm.hear() == screen.Covered()
            warm.tell(screen.Close())
            assert warm.hear() == screen.Closed()
            assert warm.wait() == 0

    def test_a_corner_that_can_be_seen_is_enough(
        self, screen_world: World, probe: Probe, warm: DialogProcess
    ) -> None:
        """The rest is covered, so it can't be approved."""
        with probe.cover(Place(0, 0, 1280, 300 if screen_world.is_windows else 420)):
            warm.tell(ask())
            assert warm.hear() == screen.Painted()
            assert answers(warm, 1.5) == []
            assert not probe.find("Approve", pid=warm.pid)[0].alive

    def test_who_reads_by_ear_on_a_dark_screen_has_it_painted(
        self, probe: Probe, warm: DialogProcess
    ) -> None:
        with probe.cover(SCREEN):
            warm.tell(allowing(ask()))
            assert warm.hear() == screen.Painted()

    def test_text_that_was_covered_from_the_start_is_unread(
        self, probe: Probe, warm: DialogProcess
    ) -> None:
        """Until it has been whole."""
        middle = Place(500, 360, 280, 40)
        with probe.cover(middle):
            warm.tell(ask(message="words\n" * 12))
            assert warm.hear() == screen.Painted()
            assert answers(warm, 1.5) == []
            assert not probe.find("Approve", pid=warm.pid)[0].alive
        probe.press("Approve", pid=warm.pid)
        assert warm.hear_answer() == APPROVED

    def test_text_covered_later_is_unread(self, probe: Probe, show: ShowDialog) -> None:
        """A page that came up below the cover, by the person's own hand."""
        dialog = show(ask(details=SOME, arming=0))
        probe.wait_for(DOWN, pid=dialog.pid)
        details = probe.find("Details", role="text", pid=dialog.pid)[0]
        middle = Place(details.x, details.y + 60, details.width, 40)
        with probe.cover(middle):
            wait_until(lambda: probe.shows("can't be seen", dialog.pid), "words about it")
            probe.move(*probe.wait_for(DOWN, pid=dialog.pid).centre)
            for _ in range(8):
                probe.perform(Click(), Pause(0.1))
            assert answers(dialog, 2.5) == []
        wait_until(lambda: probe.shows(DOWN, dialog.pid), "what was covered to be unread")
        assert answers(dialog, 0.5) == []
        assert not probe.find("Approve", pid=dialog.pid)[0].alive

    def test_read_text_may_be_covered(self, probe: Probe, show: ShowDialog) -> None:
        """A keyboard on the screen, or an input method's window, keeps nobody from answering."""
        dialog = show(ask())
        probe.wait_for("Approve", pid=dialog.pid)
        with probe.cover(self.words(probe, dialog)):
            probe.press("Approve", pid=dialog.pid)
            assert dialog.hear_answer() == APPROVED

    def test_what_is_beside_it_is_no_cover(self, probe: Probe, show: ShowDialog) -> None:
        dialog = show(ask())
        later = probe.wait_for("Later", pid=dialog.pid)
        with probe.cover(Place(later.x - 200, later.y, 200 + later.width, 300)):
            probe.press("Approve", pid=dialog.pid)
            assert dialog.hear_answer() == APPROVED

    @pytest.mark.parametrize("below_top", [2, 12])
    def test_our_own_tooltip_is_no_cover(
        self, screen_world: World, probe: Probe, show: ShowDialog, below_top: int
    ) -> None:
        if screen_world.is_mac:
            raise NotHere("nothing tells there of what lies over a part of it")
        dialog = show(ask(approve="Go"))
        button = probe.wait_for("Go", pid=dialog.pid)
        probe.move(button.centre[0], button.y + below_top)
        wait_until(lambda: len(probe.surfaces(pid=dialog.pid)) > 1, "the tooltip")
        probe.perform(Click())
        assert dialog.hear_answer() == APPROVED

    def test_who_reads_by_ear_on_a_dark_screen_approves(
        self, probe: Probe, show: ShowDialog
    ) -> None:
        """As a screen reader goes: to the text, its caret on to the end, then to the control."""
        dialog = show(allowing(ask(details=SOME)))
        with probe.cover(SCREEN):
            probe.wait_for(DOWN, pid=dialog.pid)
            assert probe.focus("Details", role="text", pid=dialog.pid)

            def is_read() -> bool:
                for line in range(60):
                    probe.place_caret("Details", SOME.index(f"line {line}"), pid=dialog.pid)
                return probe.shows("You have seen all of it", dialog.pid)

            wait_until(is_read, "the end")
            assert probe.focus("Approve", pid=probe.wait_for("Approve", pid=dialog.pid).pid)
            assert probe.act("Approve", pid=dialog.pid)
            assert dialog.hear_answer() == screen.Answer(Choice.APPROVE, By.ASSISTIVE)

    def test_who_reviews_page_by_page_approves(self, probe: Probe, show: ShowDialog) -> None:
        """A review of what the screen shows goes on by our own control."""
        dialog = show(allowing(ask(details=SOME)))
        with probe.cover(SCREEN):

            def is_read() -> bool:
                probe.act(DOWN, pid=dialog.pid)
                return probe.shows("You have seen all of it", dialog.pid)

            wait_until(is_read, "the end")
            probe.wait_for("Approve", pid=dialog.pid)
            assert probe.act("Approve", pid=dialog.pid)
            assert dialog.hear_answer() == screen.Answer(Choice.APPROVE, By.ASSISTIVE)
