"""A dialog's stages, its time, and what keeps *approve* dead: with two clocks of the test's own."""

import pytest

from sayso.core.prompt_status import PromptStatus
from sayso.presentation import catalogue
from sayso.presentation.catalogue import ActionLabels
from sayso.presentation.dialog_state import DialogState, Stage

LABELS = ActionLabels(*(f"label {number}" for number in range(9)))
TO_READ = "Scroll to the end"


class Screen:
    """A dialog of 60 s, armed after one."""

    def __init__(self) -> None:
        self.now, self.boot = 100.0, 5_000.0
        self.state = DialogState(LABELS, 1.0, PromptStatus(60), lambda: self.now, lambda: self.boot)

    def passes(self, seconds: float) -> None:
        self.now += seconds
        self.boot += seconds

    def obstacle(
        self, *, covered: bool = False, to_read: str = "", all_read: bool = True, in_field: str = ""
    ) -> str:
        return self.state.obstacle(
            covered=covered, all_read=all_read, to_read=to_read, in_field=in_field
        )


@pytest.fixture
def painted() -> Screen:
    screen = Screen()
    screen.state.painted(over_deny=False)
    return screen


@pytest.fixture
def armed(painted: Screen) -> Screen:
    painted.passes(1)
    return painted


def test_its_time_stands_still_until_it_is_painted() -> None:
    screen = Screen()
    screen.passes(50)
    assert screen.state.seconds_left == 60
    assert (screen.state.is_asking, screen.state.is_alive) == (False, True)
    screen.state.painted(over_deny=False)
    screen.passes(50)
    assert screen.state.seconds_left == 10
    assert screen.state.is_asking
    screen.passes(50)
    assert screen.state.seconds_left == 0


def test_an_update_before_it_is_painted_starts_no_clock() -> None:
    screen = Screen()
    screen.state.update(PromptStatus(30))
    screen.passes(20)
    assert screen.state.seconds_left == 30


def test_an_update_after_that_counts_from_then(painted: Screen) -> None:
    painted.passes(40)
    painted.state.update(PromptStatus(30))
    painted.passes(5)
    assert painted.state.seconds_left == 25


def test_nothing_is_answered_before_it_is_painted() -> None:
    assert not Screen().state.answer()


def test_one_answer_at_a_time(armed: Screen) -> None:
    assert armed.state.answer()
    assert (armed.state.stage, armed.state.is_alive) == (Stage.ANSWERED, False)
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
    assert (armed.state.stage, armed.state.is_alive) == (Stage.OVER, False)
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
        assert armed.obstacle(all_read=False, to_read=TO_READ) == TO_READ
        assert armed.obstacle(all_read=False) == LABELS.arming  # it is not known where

    def test_what_the_field_lacks(self, armed: Screen) -> None:
        assert armed.obstacle(in_field="Empty") == "Empty"
        assert armed.obstacle(in_field="Empty", all_read=False, to_read=TO_READ) == TO_READ

    def test_a_cover_comes_before_what_it_may_hide(self, armed: Screen) -> None:
        hidden = armed.obstacle(covered=True, all_read=False, to_read=TO_READ, in_field="Empty")
        assert hidden == catalogue.COVERED()

    def test_the_end_of_the_time_comes_before_all(self, armed: Screen) -> None:
        armed.passes(59)
        assert armed.obstacle(covered=True) == catalogue.TIME_IS_UP()

    def test_a_sleep_takes_the_time_and_arms_nothing(self, painted: Screen) -> None:
        painted.boot += 59
        assert painted.state.seconds_left == 1
        assert painted.obstacle() == LABELS.arming
        painted.boot += 1
        assert painted.obstacle() == catalogue.TIME_IS_UP()


class TestWhenItChanges:
    def test_as_the_countdown_does(self, armed: Screen) -> None:
        armed.passes(0.25)
        assert armed.state.changes_within() == pytest.approx(0.75)

    def test_as_it_comes_alive(self, painted: Screen) -> None:
        painted.passes(0.9)
        assert painted.state.changes_within() == pytest.approx(0.1)

    def test_at_the_end_it_still_looks_once_a_second(self, armed: Screen) -> None:
        armed.passes(70)
        assert armed.state.changes_within() == 1
