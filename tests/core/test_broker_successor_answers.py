"""The daemon dies, and a successor goes on with the answers that the keeper holds."""

import pytest

from sayso.core import events as e
from sayso.core.outcome import Answered, Approved, By, Denied, Superseded
from sayso.core.prompt import State
from sayso.core.questions import Choice
from sayso.errors import Expired, OfferLapsed, UnknownClaim
from support.core_driver import DEPLOY, NAME, UNLOCK, Call, Chain, Death, Driver


class TestDecided:
    @pytest.fixture
    def answered(self, driver: Driver, command: Chain) -> Call:
        """A call that was offered an answer."""
        call = driver.ask(command)
        driver.paint()
        driver.click()
        return call

    def test_an_offer_lapses_and_is_made_again(
        self, driver: Driver, command: Chain, answered: Call
    ) -> None:
        driver.restart()
        assert isinstance(driver.claim(answered).error, OfferLapsed)
        assert driver.take(driver.collect(command, "ticket-1")) == Approved()

    def test_a_void_claim_stays_void(self, driver: Driver, command: Chain, answered: Call) -> None:
        newer = driver.ask(command)
        driver.restart()
        assert driver.claim(answered).outcome == Superseded("newer_call")
        assert isinstance(driver.claim(newer).error, OfferLapsed)
        driver.restart()
        assert isinstance(driver.claim(newer).error, OfferLapsed)

    def test_the_late_click_is_collected(self, driver: Driver, agent: Chain) -> None:
        first = driver.command(agent)
        driver.ask(first, wait=0)
        driver.paint()
        driver.click(Choice.DENY)
        driver.end_command(first)
        driver.now += 1
        driver.restart()
        assert driver.take(driver.ask(driver.command(agent))) == Denied()

    def test_by_what_it_was_given_is_known_to_the_successor(
        self, driver: Driver, agent: Chain
    ) -> None:
        command = driver.command(agent)
        for question in (DEPLOY, NAME):
            driver.ask(command, question)
            driver.paint()
            if question is DEPLOY:
                driver.click(by=By.ASSISTIVE)
            else:
                driver.fill("shop", by=By.ASSISTIVE)
            driver.restart()
            outcome = driver.take(driver.ask(command, question))
            assert isinstance(outcome, Approved | Answered)
            assert outcome.by is By.ASSISTIVE

    def test_retention_runs_on(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0, retention=20)
        driver.paint()
        driver.click()
        driver.advance(10)
        driver.restart()
        driver.advance(9.9)
        assert driver.states() == [State.DECIDED]
        driver.advance(0.1)
        assert driver.states() == []
        assert "prompt/1" not in driver.kept

    def test_retention_that_ended_meanwhile_leaves_no_record(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, wait=0)
        driver.paint()
        driver.click()
        driver.now += 60
        driver.restart()
        assert driver.logged(e.LogEvent.FORGOTTEN) == [1]
        assert driver.kept.keys() == {"queue", "policy", "settings", "version"}

    def test_an_answer_that_was_on_offer_can_still_be_collected(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, retention=5)
        driver.paint()
        driver.click()
        driver.advance(7)
        driver.restart()
        assert driver.take(driver.ask(command)) == Approved()

    def test_not_for_longer_than_the_offer(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, retention=5)
        driver.paint()
        driver.click()
        driver.advance(7)
        driver.restart()
        driver.advance(3)
        assert driver.states() == []

    def test_a_click_that_the_keeper_knows_counts(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.dying = Death.KEPT
        driver.click()
        assert driver.recorded == []
        assert driver.take(driver.ask(command)) == Approved()

    def test_a_click_that_it_does_not_know_asks_again(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.dying = Death.UNKEPT
        driver.click()
        assert driver.recorded == []
        assert driver.states() == [State.SHOWING]
        assert driver.ask(command).final is None

    def test_quiet_periods_go_on(self, driver: Driver, command: Chain) -> None:
        for _ in range(2):
            self._deny(driver, command)
        driver.restart()
        self._deny(driver, command)
        driver.advance(100)
        driver.restart()
        refused = driver.ask(command).outcome
        assert (refused.status, refused.decider) == ("refused", "policy")
        driver.advance(500)
        assert driver.ask(command).final is None

    def _deny(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.click(Choice.DENY)
        assert driver.take(call) == Denied()


class TestSpent:
    @pytest.fixture
    def claimed(self, driver: Driver, command: Chain) -> Call:
        call = driver.ask(command)
        driver.paint()
        driver.click()
        assert driver.take(call) == Approved()
        return call

    def test_is_repeated_to_the_process_that_claimed(self, driver: Driver, claimed: Call) -> None:
        driver.restart()
        assert driver.take(claimed) == Approved()
        driver.advance(59.9)
        assert driver.take(claimed) == Approved()
        driver.advance(0.1)
        assert isinstance(driver.claim(claimed).error, UnknownClaim)

    def test_and_to_nobody_else(
        self, driver: Driver, agent: Chain, command: Chain, claimed: Call
    ) -> None:
        driver.restart()
        assert isinstance(driver.claim(claimed, by=agent).error, UnknownClaim)
        assert isinstance(driver.collect(command, "ticket-1").error, Expired)
        assert driver.ask(command).final is None
        assert driver.show.number == 2

    @pytest.mark.parametrize("death", Death)
    def test_once_whatever_was_heard_of_it(
        self, death: Death, driver: Driver, command: Chain
    ) -> None:
        """Kept: the claim is repeated. Not kept: it never was; the answer is offered again."""
        call = driver.ask(command)
        driver.paint()
        driver.click()
        driver.dying = death
        assert driver.claim(call).final is None
        repeated = driver.claim(call).final
        again = driver.collect(command, "ticket-1").final
        if death is Death.KEPT:
            assert isinstance(repeated, e.Reply)
            assert isinstance(again, e.Fail)
        else:
            assert isinstance(repeated, e.Fail)
            assert isinstance(again, e.Offer)


class TestSecrets:
    def test_what_was_typed_is_nowhere_and_its_question_is_asked_anew(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, UNLOCK)
        assert "prompt/1" in driver.kept
        driver.paint()
        driver.submit("hunter2")
        assert driver.kept.keys() == {"queue", "policy", "settings", "version"}
        assert "hunter2" not in str(driver.keeps)
        driver.restart()
        assert driver.prompts == []
        assert isinstance(driver.collect(command, "ticket-1").error, Expired)
        assert driver.ask(command, UNLOCK).final is None
        assert driver.show.number == 2

    def test_one_that_was_handed_out_is_not_repeated(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, UNLOCK)
        driver.paint()
        driver.submit()
        driver.take(call)
        driver.restart()
        assert isinstance(driver.claim(call).error, UnknownClaim)

    def test_one_that_was_replaced_is_known_by_its_ticket(
        self, driver: Driver, agent: Chain
    ) -> None:
        first = driver.command(agent)
        driver.ask(first, UNLOCK, wait=0)
        driver.paint()
        driver.submit()
        driver.end_command(first)
        driver.now += 1
        driver.ask(driver.command(agent), UNLOCK)
        driver.restart()
        assert driver.collect(first, "ticket-1").outcome == Superseded("newer_call")
        assert driver.states() == [State.ENDED, State.SHOWING]

    def test_an_open_or_refused_one_comes_back(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, UNLOCK, wait=0)
        driver.paint()
        driver.restart()
        assert driver.show.question == UNLOCK
        driver.paint()
        driver.click(Choice.DENY)
        driver.restart()
        assert driver.take(driver.ask(command, UNLOCK)) == Denied()
