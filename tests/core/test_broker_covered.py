"""A dialog that was drawn where nobody can see it: its question waits until somebody can."""

import pytest

from sayso.core.events import LogEvent
from sayso.core.outcome import Approved, Pending, TimedOut, Withdrawn
from sayso.core.prompt import State
from sayso.core.settings import Settings
from support.core_driver import DEPLOY, RESTART, Chain, Driver

LAST = "attempt 1 of 4: its dialog ended by itself again and again"


def test_its_deadline_begins_when_it_can_be_seen(driver: Driver, command: Chain) -> None:
    asked = driver.ask(command, timeout=120, wait=600)
    driver.cover()
    driver.advance(450)
    assert asked.waits
    driver.paint()
    assert driver.logged(LogEvent.SHOWN) == [1]
    driver.advance(119)
    driver.click()
    assert driver.take(asked) == Approved()


def test_until_then_it_is_not_said_to_be_shown(driver: Driver, command: Chain) -> None:
    asked = driver.ask(command)
    driver.cover()
    driver.advance(20)
    assert {(told.state, told.seconds_left) for told in asked.progress} == {("showing", None)}
    assert driver.logged(LogEvent.SHOWN) == []


def test_until_then_no_click_counts(driver: Driver, command: Chain) -> None:
    driver.ask(command)
    driver.cover()
    driver.click()
    driver.later()
    driver.scroll()
    assert driver.recorded == []
    assert [each.reason for each in driver.refused_clicks] == [
        "the dialog was not on the screen yet"
    ]
    assert driver.states() == [State.COVERED]


def test_it_is_not_shown_anew_again_and_again(driver: Driver, command: Chain) -> None:
    """What a render budget is for, is done."""
    driver.ask(command, wait=600)
    driver.cover()
    driver.advance(599)
    assert len(driver.shows) == 1
    assert driver.states() == [State.COVERED]


def test_it_waits_as_long_as_one_in_the_queue(driver: Driver, command: Chain) -> None:
    asked = driver.ask(command, wait=600)
    driver.advance(2)
    driver.cover()
    driver.advance(598)
    assert isinstance(asked.outcome, Pending)
    driver.advance(2)
    assert driver.closed == [1]
    again = driver.ask(command)
    assert driver.take(again) == TimedOut("queue")


def test_what_waits_behind_it_has_its_turn_after_that(driver: Driver, command: Chain) -> None:
    driver.ask(command)
    driver.cover()
    driver.advance(10)
    driver.ask(command, RESTART)
    driver.advance(589)
    assert driver.show.question == DEPLOY
    driver.advance(1)
    assert driver.show.question == RESTART


def test_a_limit_ends_it(driver: Driver, command: Chain) -> None:
    asked = driver.ask(command, bound=True, limit=60)
    driver.cover()
    driver.advance(60)
    assert driver.closed == [1]
    assert driver.take(asked) == TimedOut("limit")


def test_it_is_withdrawn(driver: Driver, command: Chain) -> None:
    asked = driver.ask(command)
    driver.cover()
    assert driver.withdraw(number=1).final
    assert asked.outcome == Withdrawn("requester")
    assert driver.closed == [1]


def test_the_person_brings_it_up(driver: Driver, command: Chain) -> None:
    """By its notification."""
    driver.ask(command)
    driver.cover()
    assert driver.bring_forward(1).is_done
    assert driver.raised == [1]


def test_another_that_the_person_wants_has_the_screen(driver: Driver, command: Chain) -> None:
    driver.ask(command)
    driver.cover()
    driver.ask(command, RESTART)
    assert driver.bring_forward(2).is_done
    assert driver.closed == [1]
    assert driver.places == {RESTART.message: 1, DEPLOY.message: 2}


def test_a_dialog_that_ends_by_itself_is_replaced(driver: Driver, command: Chain) -> None:
    driver.ask(command, timeout=120, wait=600)
    driver.cover()
    driver.advance(100)
    driver.die()
    driver.advance(0.2)
    assert driver.show.standing.seconds == 120
    driver.advance(7)
    driver.cover()
    driver.paint()
    assert driver.states() == [State.SHOWN]


def test_one_that_ends_again_and_again_is_given_up(driver: Driver, command: Chain) -> None:
    driver.ask(command, wait=600)
    for _ in range(4):
        driver.cover()
        driver.die()
        driver.advance(3)
    assert driver.states() == [State.UNSEEN]
    assert driver.ask(command, max_retries=0).waits  # the next attempt


@pytest.mark.parametrize("covered", [True, False])
def test_a_report_that_comes_too_late_changes_nothing(
    driver: Driver, command: Chain, covered: bool
) -> None:
    """Of a dialog that is painted by now, or of one that has gone."""
    driver.ask(command)
    driver.paint()
    if not covered:
        driver.click()
    before = driver.states()
    driver.cover()
    assert driver.states() == before


def test_a_successor_shows_it_at_once(driver: Driver, command: Chain) -> None:
    """With the time that it had, and a render budget of its own."""
    driver.ask(command, timeout=120, wait=600)
    driver.advance(6)
    driver.cover()
    driver.advance(200)
    driver.restart()
    assert driver.show.standing.seconds == 120
    driver.advance(7)
    driver.cover()
    assert driver.states() == [State.COVERED]


def test_one_that_daemons_end_over_is_given_up(command: Chain) -> None:
    driver = Driver(Settings())
    driver.ask(driver.command(driver.tab()), wait=600)
    for _ in range(25):
        driver.cover()
        driver.restart()
    assert driver.states() == [State.UNSEEN]
