"""A dialog's stages, its time, and what keeps *approve* dead: with two clocks of the test's own."""

from math import inf

import pytest

from sayso.core.prompt_status import PromptStatus
from sayso.presentation import catalogue
from sayso.presentation.catalogue import ActionLabels
from sayso.presentation.dialog_state import DialogState, Moment, Stage
from sayso.presentation.reading import Unseen

LABELS = ActionLabels(*(f"label {number}" for number in range(9)))


class Screen:
    """A dialog of 60 s, armed after one."""

    def __init__(self) -> None:
        self.now, self.boot = 100.0, 5_000.0
        self.state = DialogState(LABELS, 1.0, PromptStatus(60), lambda: self.now, lambda: self.boot)

    def passes(self, seconds: float) -> None:
        self.now += seconds
        self.boot += seconds

    def obstacle(
        self,
        *,
        covered: bool = False,
        unread: Unseen | None = None,
        all_read: bool = True,
        in_field: str = "",
    ) -> str:
        return self.looks(covered, all_read and not unread, unread, in_field).obstacle

    def looks(
        self,
        covered: bool = False,
        all_read: bool = True,
        unseen: Unseen | None = None,
        in_field: str = "",
    ) -> Moment:
        return self.state.look(covered=covered, all_read=all_read, unseen=unseen, in_field=in_field)


@pytest.fixture
def painted() -> Screen:
    screen = Screen()
    screen.state.painted(over_button=False)
    return screen


@pytest.fixture
def armed(painted: Screen) -> Screen:
    painted.passes(1)
    return painted


def test_its_time_stands_still_until_it_is_painted() -> None:
    screen = Screen()
    screen.passes(50)
    assert screen.looks().seconds_left == 60
    assert (screen.state.is_asking, screen.looks().takes_input) == (False, True)
    screen.state.painted(over_button=False)
    screen.passes(50)
    assert screen.looks().seconds_left == 10
    assert screen.looks().takes_input
    screen.passes(50)
    assert screen.looks().seconds_left == 0


def test_an_update_before_it_is_painted_starts_no_clock() -> None:
    screen = Screen()
    screen.state.update(PromptStatus(30))
    screen.passes(20)
    assert screen.looks().seconds_left == 30


def test_an_update_after_that_counts_from_then(painted: Screen) -> None:
    painted.passes(40)
    painted.state.update(PromptStatus(30))
    painted.passes(5)
    assert painted.looks().seconds_left == 25


def test_nothing_is_answered_before_it_is_painted() -> None:
    assert not Screen().state.answer()


def test_one_answer_at_a_time(armed: Screen) -> None:
    assert armed.state.answer()
    assert (armed.state.stage, armed.looks().takes_input) == (Stage.ANSWERED, False)
    assert not armed.state.answer()


def test_what_was_not_recorded_is_asked_again_and_armed_anew(armed: Screen) -> None:
    armed.state.answer()
    assert not armed.obstacle()
    armed.state.ask_again()
    assert armed.state.is_asking
    assert armed.obstacle() == LABELS.arming
    armed.passes(1)
    assert not armed.obstacle()
    assert armed.state.answer()


def test_its_end_is_no_answer(armed: Screen) -> None:
    armed.state.end()
    assert (armed.state.stage, armed.looks().takes_input) == (Stage.OVER, False)
    assert not armed.state.answer()


def test_who_reads_on_and_on_is_told_of_once_a_second(painted: Screen) -> None:
    told = []
    for _ in range(5):
        told.append(painted.state.is_active())
        painted.passes(0.5)
    assert told == [True, False, True, False, True]


class TestObstacles:
    def test_none_once_it_is_armed(self, painted: Screen) -> None:
        assert painted.obstacle() == LABELS.arming
        painted.passes(0.99)
        assert painted.obstacle() == LABELS.arming
        painted.passes(0.01)
        assert painted.obstacle() == ""

    def test_what_is_unread(self, armed: Screen) -> None:
        assert armed.obstacle(unread=Unseen.BELOW) == LABELS.scroll_down
        assert armed.obstacle(all_read=False) == LABELS.arming  # it is not known where

    def test_what_the_field_lacks(self, armed: Screen) -> None:
        assert armed.obstacle(in_field="Empty") == "Empty"
        assert armed.obstacle(in_field="Empty", unread=Unseen.BELOW) == LABELS.scroll_down

    def test_a_cover_comes_before_what_it_may_hide(self, armed: Screen) -> None:
        hidden = armed.obstacle(covered=True, unread=Unseen.BELOW, in_field="Empty")
        assert hidden == catalogue.COVERED()

    def test_the_end_of_the_time_comes_before_all(self, armed: Screen) -> None:
        armed.passes(59)
        assert armed.obstacle(covered=True) == catalogue.TIME_IS_UP()

    def test_a_sleep_takes_the_time_and_arms_nothing(self, painted: Screen) -> None:
        painted.boot += 59
        assert painted.looks().seconds_left == 1
        assert painted.obstacle() == LABELS.arming
        painted.boot += 1
        assert painted.obstacle() == catalogue.TIME_IS_UP()


class TestWhenItChanges:
    def test_as_the_countdown_does(self, armed: Screen) -> None:
        armed.passes(0.25)
        assert armed.looks().changes_within == pytest.approx(0.75)

    def test_as_it_comes_alive(self, painted: Screen) -> None:
        painted.passes(0.9)
        assert painted.looks().changes_within == pytest.approx(0.1)

    def test_at_the_end_it_still_looks_once_a_second(self, armed: Screen) -> None:
        armed.passes(70)
        assert armed.looks().changes_within == 1


@pytest.mark.parametrize(
    ("unseen", "words"),
    [
        (Unseen.ABOVE, LABELS.scroll_up),
        (Unseen.BELOW, LABELS.scroll_down),
        (Unseen.RIGHT, LABELS.scroll_right),
    ],
)
def test_it_says_where_the_texts_go_on(armed: Screen, unseen: Unseen, words: str) -> None:
    moment = armed.looks(all_read=False, unseen=unseen)
    assert (moment.to_read, moment.obstacle, moment.can_approve) == (words, words, False)


def test_nothing_is_armed_that_does_not_ask(painted: Screen) -> None:
    assert painted.looks().armed_at == 101
    assert not painted.looks().is_armed
    painted.passes(1)
    assert painted.looks().is_armed
    assert painted.looks().can_approve
    painted.state.answer()
    assert not painted.looks().is_armed
    assert not painted.looks().can_approve
    assert painted.looks().armed_at == inf


def test_what_is_over_waits_for_no_clock(armed: Screen) -> None:
    armed.state.answer()
    assert armed.looks().changes_within == 1  # the time still runs on the screen
    armed.state.end()
    assert armed.looks().changes_within == inf
