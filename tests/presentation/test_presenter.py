"""What a window does with what its toolkit tells, whatever the toolkit."""

import pytest

from sayso.core.entry import Entry
from sayso.core.outcome import By
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.core.settings import FINISHED_SECONDS, RECORDED_SECONDS
from sayso.presentation import catalogue
from sayso.presentation.arming import SETTLING
from sayso.presentation.dialog import Page
from sayso.presentation.presenter import ACKNOWLEDGED_WITHIN
from sayso.presentation.reading import Unseen
from support.bare_window import ROW, BareField, BarePage, BareWindow

APPROVED = (Choice.APPROVE, None, None, "")
DENIED = (Choice.DENY, None, None, "")
DISMISSED = (Choice.DISMISS, None, None, "")


@pytest.fixture
def window() -> BareWindow:
    return BareWindow()


def click(window: BareWindow, presenter: object) -> None:
    """On *approve*, by a pointer that came there."""
    guard = presenter.guard  # type: ignore[attr-defined]  # a Presenter
    guard.pointer_moved()
    guard.pointer_down(window.clock)
    presenter.approve_clicked()  # type: ignore[attr-defined]


class TestApproving:
    def test_a_click_approves_once_it_is_armed(self, window: BareWindow) -> None:
        presenter = window.asks()
        click(window, presenter)
        assert APPROVED in window.told

    def test_not_before_it_is_painted(self, window: BareWindow) -> None:
        presenter = window.presents()
        window.passes(5)
        click(window, presenter)
        assert APPROVED not in window.told

    def test_not_early(self, window: BareWindow) -> None:
        presenter = window.presents()
        presenter.painted(over_button=False)
        click(window, presenter)
        assert APPROVED not in window.told

    def test_not_by_a_click_that_began_elsewhere(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.approve_clicked()
        assert APPROVED not in window.told

    def test_a_press_while_it_is_not_armed_puts_it_off(self, window: BareWindow) -> None:
        presenter = window.presents()
        presenter.painted(over_button=False)
        window.passes(0.9)
        presenter.pressed()
        window.passes(0.9)
        click(window, presenter)
        assert APPROVED not in window.told
        assert window.view.moment
        assert not window.view.moment.can_approve

    def test_not_while_a_text_is_unread(self, window: BareWindow) -> None:
        pane = window.view.panes[0]
        pane.read, pane.unseen = False, Unseen.BELOW
        presenter = window.asks()
        click(window, presenter)
        presenter.reading_clicked()
        assert window.told == ["page on"]

    def test_where_all_is_read_the_line_leads_nowhere(self, window: BareWindow) -> None:
        window.asks().reading_clicked()
        assert window.told == []

    def test_the_line_says_where_a_text_goes_on_and_when_it_is_read(
        self, window: BareWindow
    ) -> None:
        pane = window.view.panes[0]
        pane.read, pane.unseen = False, Unseen.BELOW
        presenter = window.presents()
        presenter.painted(over_button=False)
        pane.read, pane.unseen = True, None
        assert pane.watched
        pane.watched.on_change()
        assert [each for each in window.told if isinstance(each, tuple)] == [
            ("reading", Unseen.BELOW),
            ("reading", None),
        ]

    def test_not_under_a_cover(self, window: BareWindow) -> None:
        presenter = window.asks()
        window.over = {"approve"}
        presenter.look()
        click(window, presenter)
        assert APPROVED not in window.told
        assert window.view.trouble == catalogue.COVERED()

    def test_a_window_that_moved_is_armed_anew(self, window: BareWindow) -> None:
        presenter = window.asks()
        window.at = (50, 50)
        presenter.look()
        click(window, presenter)
        assert APPROVED not in window.told

    def test_assistive_technology_does_where_the_person_allows_it(self, window: BareWindow) -> None:
        window.asks(accessibility_approval=True).approve_by_action()
        assert (Choice.APPROVE, By.ASSISTIVE, None, "") in window.told

    def test_and_nowhere_else(self, window: BareWindow) -> None:
        window.asks().approve_by_action()
        assert window.told == []

    def test_the_check_box_goes_along(self, window: BareWindow) -> None:
        window.view.check = BareField(window, "check", is_on=True)
        presenter = window.asks()
        click(window, presenter)
        assert (Choice.APPROVE, None, True, "") in window.told

    def test_a_secret_is_read_and_then_cleared(self, window: BareWindow) -> None:
        window.view.secret = BareField(window, "entry", text="tell no one")
        presenter = window.asks()
        click(window, presenter)
        assert window.told == ["cleared", ("submitted", b"tell no one", None, None)]

    @pytest.mark.parametrize("is_on", [True, False])
    def test_the_check_box_goes_along_with_a_secret(self, window: BareWindow, is_on: bool) -> None:
        window.view.secret = BareField(window, "entry", text="tell no one")
        window.view.check = BareField(window, "check", is_on=is_on)
        presenter = window.asks()
        click(window, presenter)
        assert window.told[-1] == ("submitted", b"tell no one", None, is_on)

    def test_what_is_filled_in_is_submitted_and_stays(self, window: BareWindow) -> None:
        window.view.filled = BareField(window, "line")
        presenter = window.asks()
        click(window, presenter)
        assert window.told == [("filled", (Entry("typed"),), None)]

    def test_not_with_an_obstacle_in_the_field(self, window: BareWindow) -> None:
        window.view.filled = BareField(window, "line", obstacle="too long")
        presenter = window.asks()
        click(window, presenter)
        assert window.told == []

    def test_nothing_counts_after_an_answer(self, window: BareWindow) -> None:
        presenter = window.asks()
        click(window, presenter)
        window.told.clear()
        presenter.deny()
        presenter.put_off()
        presenter.dismiss()
        assert window.told == []


class TestOpening:
    PAGE = Page("https://example.com")

    def test_an_opened_page_is_approved(self, window: BareWindow) -> None:
        page = window.view.page = BarePage()
        presenter = window.asks(page=self.PAGE)
        click(window, presenter)
        assert window.told == [APPROVED]
        click(window, presenter)
        assert page.opened == 1

    def test_one_that_nothing_opens_is_not(self, window: BareWindow) -> None:
        page = window.view.page = BarePage("no browser")
        presenter = window.asks(page=self.PAGE)
        click(window, presenter)
        assert window.told == ["active"]
        assert "no browser" in window.view.trouble
        page.fault = ""
        click(window, presenter)
        assert APPROVED not in window.told, "it is armed anew"
        window.passes(2)
        click(window, presenter)
        assert APPROVED in window.told
        assert not window.view.trouble

    def test_no_program_opens_one(self, window: BareWindow) -> None:
        page = window.view.page = BarePage()
        window.asks(page=self.PAGE).approve_by_action()
        assert (window.told, page.opened) == ([], 0)

    def test_assistive_technology_does_where_it_may(self, window: BareWindow) -> None:
        page = window.view.page = BarePage()
        window.asks(page=self.PAGE, accessibility_approval=True).approve_by_action()
        assert window.told == [(Choice.APPROVE, By.ASSISTIVE, None, "")]
        assert page.opened == 1


class TestSigningIn:
    PAGE = Page("https://example.com", "WDJB-MJHT")

    @pytest.mark.parametrize(("fault", "said"), [("", ""), ("no browser", "no browser")])
    def test_approve_opens_the_page_and_answers_nothing(
        self, window: BareWindow, fault: str, said: str
    ) -> None:
        window.view.page = BarePage(fault)
        presenter = window.asks(page=self.PAGE)
        click(window, presenter)
        assert window.told == ["active"]
        assert said in window.view.trouble
        assert bool(window.view.trouble) == bool(said)

    def test_a_double_click_opens_one_page(self, window: BareWindow) -> None:
        window.view.page = BarePage()
        presenter = window.asks(page=self.PAGE)
        click(window, presenter)
        window.passes(1.1)
        window.told.clear()
        presenter.arm_anew()
        click(window, presenter)
        assert window.told == []


class TestOtherWaysOut:
    def test_deny_counts_early(self, window: BareWindow) -> None:
        presenter = window.presents()
        presenter.painted(over_button=False)
        presenter.deny_clicked()
        assert DENIED in window.told

    @pytest.mark.parametrize(("by_device", "counts"), [(True, False), (False, True)])
    def test_under_a_pointer_that_lay_there_after_a_moment(
        self, window: BareWindow, by_device: bool, counts: bool
    ) -> None:
        presenter = window.presents()
        presenter.painted(over_button=True)
        window.is_by_device = by_device
        presenter.deny_clicked()
        assert (DENIED in window.told) is counts

    def test_dismiss_counts_after_a_moment(self, window: BareWindow) -> None:
        presenter = window.presents()
        presenter.painted(over_button=False)
        presenter.dismiss()
        assert DISMISSED not in window.told
        window.passes(0.6)
        presenter.escape()
        assert DISMISSED in window.told

    def test_later_is_for_a_device_alone(self, window: BareWindow) -> None:
        presenter = window.asks()
        window.is_by_device = False
        presenter.later_clicked()
        assert window.told == []
        window.is_by_device = True
        presenter.later_clicked()
        assert window.told == ["put off"]

    def test_later_is_not_for_the_hand_of_the_question_before(self, window: BareWindow) -> None:
        presenter = window.presents()
        presenter.painted(over_button=True)
        window.told.clear()
        presenter.later_clicked()
        assert window.told == []
        window.passes(SETTLING)
        presenter.later_clicked()
        assert window.told == ["put off"]

    def test_the_eye_too(self, window: BareWindow) -> None:
        window.view.secret = BareField(window, "entry")
        presenter = window.asks()
        window.is_by_device = False
        presenter.eye_clicked()
        assert window.told == []
        window.is_by_device = True
        presenter.eye_clicked()
        assert window.told == ["toggled"]


class TestWordsOfADenial:
    @pytest.fixture
    def line(self, window: BareWindow) -> BareField:
        line = window.view.deny_words = BareField(window, "words", text="not now")
        return line

    def test_deny_opens_their_line_first(self, window: BareWindow, line: BareField) -> None:
        presenter = window.asks()
        presenter.deny()
        assert (line.is_open, window.focus, window.told) == (True, "words", [])
        presenter.deny()
        assert window.told == [(Choice.DENY, None, None, "not now")]

    @pytest.mark.parametrize(("by_hand", "obstacle"), [(False, ""), (True, "too long")])
    def test_a_programs_words_do_not_go_along_nor_what_is_no_text(
        self, window: BareWindow, line: BareField, by_hand: bool, obstacle: str
    ) -> None:
        presenter = window.asks()
        presenter.deny()
        line.is_by_hand, line.obstacle = by_hand, obstacle
        presenter.deny()
        assert window.told == [DENIED]

    def test_escape_closes_it_first(self, window: BareWindow, line: BareField) -> None:
        presenter = window.asks()
        presenter.deny()
        presenter.escape()
        assert (line.is_open, window.focus, window.told) == (False, "deny", [])

    def test_the_person_is_told_whose_words_stand_there(
        self, window: BareWindow, line: BareField
    ) -> None:
        presenter = window.asks()
        presenter.words_changed()
        assert window.told == ["active"]
        line.is_by_hand = False
        presenter.words_changed()
        assert catalogue.DENY_WORDS_NOT_TYPED() in window.told
        assert window.view.moment
        assert not window.view.moment.is_armed

    def test_what_comes_after_the_answer_changes_nothing(
        self, window: BareWindow, line: BareField
    ) -> None:
        presenter = window.asks()
        presenter.put_off()
        window.told.clear()
        presenter.words_changed()
        assert window.told == []


class TestFillingIn:
    def test_what_is_typed_is_kept_as_a_draft(self, window: BareWindow) -> None:
        window.view.filled = BareField(window, "line")
        presenter = window.asks()
        presenter.filling_in()
        assert window.told == ["active", ("drafted", (Entry("typed"),))]

    def test_what_a_program_fills_in_has_to_be_seen(self, window: BareWindow) -> None:
        window.view.filled = BareField(window, "line")
        presenter = window.asks()
        window.is_by_device = False
        presenter.filling_in()
        click(window, presenter)
        assert window.told == ["active", "read anew", ("drafted", (Entry("typed"),))]

    def test_what_a_program_writes_into_a_secret_has_to_be_seen(self, window: BareWindow) -> None:
        window.view.secret = BareField(window, "entry", text="theirs")
        presenter = window.asks()
        window.is_by_device = False
        presenter.filling_in()
        click(window, presenter)
        assert window.told == ["active"]
        window.passes(2)
        click(window, presenter)
        assert window.told[-1] == ("submitted", b"theirs", None, None)

    def test_what_the_person_types_into_one_can_be_submitted_at_once(
        self, window: BareWindow
    ) -> None:
        window.view.secret = BareField(window, "entry", text="mine")
        presenter = window.asks()
        presenter.filling_in()
        click(window, presenter)
        assert window.told[-1] == ("submitted", b"mine", None, None)

    def test_a_secret_is_no_draft(self, window: BareWindow) -> None:
        window.view.secret = BareField(window, "entry")
        presenter = window.asks()
        presenter.filling_in()
        assert window.told == ["active"]

    def test_before_it_is_painted_nothing_is_kept(self, window: BareWindow) -> None:
        window.view.filled = BareField(window, "line")
        presenter = window.presents()
        presenter.filling_in()
        assert window.told == []

    def test_activity_is_told_once_a_second(self, window: BareWindow) -> None:
        window.view.secret = BareField(window, "entry")
        presenter = window.asks()
        presenter.filling_in()
        presenter.filling_in()
        window.passes(1)
        presenter.filling_in()
        assert window.told == ["active", "active"]


class TestWhatTheDaemonTells:
    def test_recorded_says_so_and_closes(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.deny()
        presenter.recorded(None)
        assert window.told == [DENIED, ("recorded", Choice.DENY, None)]
        window.passes(RECORDED_SECONDS)
        assert window.told[-1] == "close"

    @pytest.mark.parametrize("done", [True, False])
    def test_so_does_finished(self, window: BareWindow, done: bool) -> None:
        presenter = window.asks()
        presenter.finished(done)
        window.passes(FINISHED_SECONDS)
        assert window.told == [("finished", done), "close"]
        assert presenter.is_over

    def test_an_answer_that_is_long_in_being_recorded_is_told(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.deny()
        window.passes(ACKNOWLEDGED_WITHIN)
        assert window.view.trouble == catalogue.NOT_RECORDED_YET()

    def test_one_that_is_recorded_is_not(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.deny()
        presenter.recorded(None)
        window.passes(ACKNOWLEDGED_WITHIN)
        assert window.view.trouble == ""

    def test_not_recorded_gives_the_controls_back_armed_anew(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.put_off()
        window.focus = "later"
        presenter.not_recorded("no room")
        assert "no room" in window.view.trouble
        assert window.focus == "question"
        click(window, presenter)
        assert APPROVED not in window.told
        window.passes(2)
        click(window, presenter)
        assert APPROVED in window.told

    def test_the_last_question_of_a_queue_closes_its_list(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.turn_queue()
        presenter.update(PromptStatus(60, 1, 2, 0))
        assert window.view.queue.is_open
        presenter.update(PromptStatus(60))
        assert not window.view.queue.is_open

    def test_when_the_time_is_up_approve_is_dead(self, window: BareWindow) -> None:
        presenter = window.asks()
        window.passes(60)
        click(window, presenter)
        assert APPROVED not in window.told
        assert window.view.moment
        assert window.view.moment.obstacle == catalogue.TIME_IS_UP()

    def test_at_its_end_a_secret_is_gone_and_nothing_is_shown_any_more(
        self, window: BareWindow
    ) -> None:
        window.view.secret = BareField(window, "entry")
        presenter = window.asks()
        presenter.end()
        before = window.view.moment
        presenter.refresh()
        assert window.told == ["cleared"]
        assert window.view.moment is before


class TestTheList:
    def test_it_opens_once_its_rows_have_come(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.queue.clicked()
        presenter.queue.show((ROW,))
        assert window.told == ["open queue", ("rows", (ROW,))]
        assert window.focus == "row"

    def test_for_a_device_alone(self, window: BareWindow) -> None:
        presenter = window.asks()
        window.is_by_device = False
        presenter.queue.clicked()
        assert window.told == []

    def test_the_button_closes_it_again_and_has_the_focus(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.turn_queue()
        presenter.queue.show((ROW,))
        presenter.queue.clicked()
        assert not window.view.queue.is_open
        assert window.focus == "queue"

    def test_so_does_escape_before_anything_else(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.turn_queue()
        presenter.escape()
        assert not window.view.queue.is_open
        assert DISMISSED not in window.told

    def test_rows_that_come_too_late_are_not_shown(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.turn_queue()
        presenter.turn_queue()
        window.told.clear()
        presenter.queue.show((ROW,))
        assert window.told == []

    def test_none_is_shown_of_no_rows(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.turn_queue()
        presenter.queue.show(())
        assert window.focus == "question"

    def test_a_row_brings_its_question_up(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.queue.chose(7)
        assert window.told == [("bring up", 7)]

    def test_not_once_this_one_is_answered(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.put_off()
        window.told.clear()
        presenter.queue.chose(7)
        presenter.turn_queue()
        assert window.told == []


class TestComingUp:
    def test_that_it_is_covered_is_told_once(self, window: BareWindow) -> None:
        presenter = window.presents()
        presenter.covered()
        presenter.covered()
        assert window.told == ["covered"]
        assert presenter.is_painting

    def test_the_second_time_the_keyboard_comes_arms_it_anew(self, window: BareWindow) -> None:
        presenter = window.asks()
        assert presenter.had_keyboard
        presenter.keyboard_came()
        click(window, presenter)
        assert APPROVED not in window.told

    def test_the_first_time_it_does_not(self, window: BareWindow) -> None:
        presenter = window.presents()
        presenter.painted(over_button=False)
        window.passes(2)
        presenter.keyboard_came()
        click(window, presenter)
        assert APPROVED in window.told

    @pytest.mark.parametrize(("destructive", "first"), [(False, "question"), (True, "deny")])
    def test_the_focus_is_where_it_does_no_harm(
        self, window: BareWindow, destructive: bool, first: str
    ) -> None:
        assert window.presents(destructive=destructive).first == first

    def test_of_a_cover_while_it_changes_it_speaks_once_it_has_settled(
        self, window: BareWindow
    ) -> None:
        presenter = window.asks()
        window.over, window.is_changing = {"approve"}, True
        presenter.look()
        assert window.view.trouble == ""
        window.is_changing = False
        presenter.settled()
        assert window.view.trouble == catalogue.COVERED()
        presenter.settled()

    def test_not_once_it_is_answered(self, window: BareWindow) -> None:
        presenter = window.asks()
        presenter.put_off()
        window.over = {"approve"}
        presenter.look()
        assert window.view.trouble == ""
