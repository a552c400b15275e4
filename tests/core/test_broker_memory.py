"""What is over costs little: a flood of questions or of calls does not fill the memory."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.events import LogEvent
from sayso.core.outcome import Approved, NotShown, Superseded
from sayso.core.prompt import State
from sayso.core.settings import Settings
from sayso.errors import Expired, UnknownClaim
from sayso.values import replace
from support.core_driver import DEPLOY, Chain, Driver

LONG = replace(DEPLOY, details="plan\n" * 1000)


def test_what_is_over_keeps_none_of_its_words(driver: Driver, command: Chain) -> None:
    collected = driver.ask(command, LONG)
    driver.paint()
    driver.click()
    assert driver.take(collected) == Approved()
    driver.ask(command, LONG, slot="status")
    driver.ask(command, replace(LONG, title="again"), slot="status")
    spent, replaced, _open = driver.prompts
    for prompt in (spent, replaced):
        assert prompt.request.question.details == ""
        assert prompt.fingerprint == LONG.fingerprint


def test_of_what_is_over_the_newest_are_remembered(command: Chain) -> None:
    driver = Driver(Settings(remembered=3))
    for number in range(10):
        driver.ask(command, replace(DEPLOY, title=str(number)), slot="status")
    assert [prompt.number for prompt in driver.prompts] == [7, 8, 9, 10]
    assert isinstance(driver.collect(command, "ticket-1").error, Expired)
    assert driver.collect(command, "ticket-9").outcome == Superseded("slot")


def test_an_answer_that_nobody_has_collected_outlives_any_flood(command: Chain) -> None:
    driver = Driver(Settings(remembered=1))
    answered = driver.ask(command, wait=0)
    driver.paint()
    driver.click()
    for number in range(10):
        driver.ask(command, replace(DEPLOY, title=str(number)), slot="status")
    assert answered.outcome is not None
    assert driver.take(driver.ask(command)) == Approved()


def test_of_void_claims_the_newest_is_remembered(driver: Driver, command: Chain) -> None:
    driver.ask(command, wait=0)
    driver.paint()
    driver.click()
    calls = [driver.ask(command) for _ in range(5)]
    assert isinstance(driver.claim(calls[0]).error, UnknownClaim)
    assert driver.claim(calls[3]).outcome == Superseded("newer_call")
    assert driver.take(calls[4]) == Approved()


class TestRoomForThree:
    """No more outcomes are kept for a caller to come."""

    @pytest.fixture
    def driver(self) -> Driver:
        return Driver(Settings(kept=3))

    def answers(self, driver: Driver, by: Chain, *titles: str) -> None:
        for title in titles:
            driver.ask(by, replace(DEPLOY, title=title), wait=0, retention=600)
            driver.paint()
            driver.click()

    def kept(self, driver: Driver) -> list[str]:
        return [prompt.request.question.title for prompt in driver.prompts]

    def test_the_oldest_goes(self, driver: Driver, command: Chain) -> None:
        self.answers(driver, command, "1", "2", "3")
        assert driver.broker.forgotten == 0
        self.answers(driver, command, "4", "5")
        assert self.kept(driver) == ["3", "4", "5"]
        assert driver.logged(LogEvent.FORGOTTEN) == [1, 2]
        assert driver.broker.forgotten == 2

    def test_its_ticket_is_unknown_then(self, driver: Driver, command: Chain) -> None:
        self.answers(driver, command, "1", "2", "3", "4")
        assert isinstance(driver.collect(command, "ticket-1").error, Expired)

    def test_the_oldest_is_the_one_that_was_answered_first(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, replace(DEPLOY, title="put off"), wait=0)
        driver.paint()
        driver.later()
        self.answers(driver, command, "1", "2")
        driver.advance(60)
        driver.paint()
        driver.click()
        self.answers(driver, command, "3")
        assert self.kept(driver) == ["put off", "2", "3"]

    def test_what_was_not_shown_takes_room_as_well(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.advance(30)
        assert driver.states() == [State.UNSEEN]
        assert isinstance(driver.collect(command, "ticket-1").outcome, NotShown)
        self.answers(driver, command, "1", "2", "3")
        assert self.kept(driver) == ["1", "2", "3"]
        assert driver.broker.forgotten == 1

    def test_what_is_open_or_over_takes_none(self, driver: Driver, command: Chain) -> None:
        self.answers(driver, command, "1", "2", "3")
        driver.ask(command, replace(DEPLOY, title="4"), slot="status")
        driver.ask(command, replace(DEPLOY, title="5"), slot="status")
        assert len(self.kept(driver)) == 5
        assert driver.broker.forgotten == 0

    def test_one_that_is_collected_makes_room(self, driver: Driver, command: Chain) -> None:
        self.answers(driver, command, "1", "2", "3")
        assert driver.take(driver.ask(command, replace(DEPLOY, title="1"))) == Approved()
        self.answers(driver, command, "4")
        assert driver.broker.forgotten == 0

    def test_who_has_most_loses_their_own(self, driver: Driver, command: Chain) -> None:
        other = driver.command(driver.tab())
        self.answers(driver, other, "another's")
        self.answers(driver, command, *"123456789")
        assert self.kept(driver) == ["another's", "8", "9"]
        assert driver.take(driver.ask(other, replace(DEPLOY, title="another's"))) == Approved()

    def test_one_who_comes_late_has_room(self, driver: Driver, command: Chain) -> None:
        self.answers(driver, command, "1", "2", "3")
        self.answers(driver, driver.command(driver.tab()), "another's")
        assert self.kept(driver) == ["2", "3", "another's"]

    def test_of_many_who_have_as_much_the_first_loses(self, driver: Driver) -> None:
        for title in "1234":
            self.answers(driver, driver.command(driver.tab()), title)
        assert self.kept(driver) == ["2", "3", "4"]

    @given(st.lists(st.integers(0, 2), max_size=15))
    def test_nobody_who_has_less_than_another_loses(self, turns: list[int]) -> None:
        driver = Driver(Settings(kept=4))
        askers = [driver.command(driver.tab()) for _ in range(3)]
        expected: list[tuple[int, int]] = []
        for number, who in enumerate(turns, 1):
            self.answers(driver, askers[who], str(number))
            expected.append((who, number))
            left = [prompt.number for prompt in driver.prompts]
            gone = [each for each in expected if each[1] not in left]
            assert len(gone) == max(0, len(expected) - 4)
            for loser, lost in gone:
                has = Counter(each[0] for each in expected)
                assert has[loser] == max(has.values())
                assert lost == min(nth for whose, nth in expected if whose == loser)
                expected.remove((loser, lost))

    def test_a_successor_has_as_much_room(self, driver: Driver, command: Chain) -> None:
        other = driver.command(driver.tab())
        self.answers(driver, other, "another's")
        self.answers(driver, command, "1", "2")
        driver.restart()
        self.answers(driver, command, "3")
        assert self.kept(driver) == ["another's", "2", "3"]
