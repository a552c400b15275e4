"""Collecting: ready, claim, committed. Every outcome is spent once."""

from dataclasses import replace

import pytest

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.lineage import Process
from sayso.core.outcome import Approved, Denied, Superseded
from sayso.core.questions import Choice
from sayso.errors import Expired, OfferLapsed, UnknownClaim
from support.core_driver import Call, Chain, Driver


@pytest.fixture
def offered(driver: Driver, command: Chain) -> Call:
    """A call that hears `ready` for an approval."""
    call = driver.ask(command)
    driver.paint()
    driver.click()
    assert call.offer
    return call


class TestClaim:
    def test_commits_once(self, driver: Driver, offered: Call) -> None:
        assert driver.take(offered) == Approved()
        assert driver.logged(LogEvent.COLLECTED) == [1]

    def test_by_another_process_is_refused(
        self, driver: Driver, agent: Chain, offered: Call
    ) -> None:
        thief = driver.claim(offered, driver.command(agent))
        assert isinstance(thief.error, UnknownClaim)
        assert driver.take(offered) == Approved()

    def test_by_a_process_that_got_the_same_pid_is_refused(
        self, driver: Driver, agent: Chain, command: Chain, offered: Call
    ) -> None:
        driver.end(command)
        reused = replace(command[0], process=Process(command[0].process.pid, driver.now + 1))
        thief = driver.claim(offered, (reused, *agent))
        assert isinstance(thief.error, UnknownClaim)

    def test_of_nothing_is_refused(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        error = driver.claim(call).error
        assert isinstance(error, UnknownClaim)
        assert error.field == "claim"

    @pytest.mark.parametrize("choice", list(Choice))
    def test_is_how_every_choice_is_collected(
        self, driver: Driver, command: Chain, choice: Choice
    ) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.click(choice)
        assert isinstance(call.final, e.Offer)


class TestRepeat:
    def test_of_a_claim_hears_the_same_for_sixty_seconds(
        self, driver: Driver, offered: Call
    ) -> None:
        driver.take(offered)
        driver.advance(59.9)
        assert driver.take(offered) == Approved()
        driver.advance(0.1)
        assert isinstance(driver.claim(offered).error, UnknownClaim)

    def test_does_not_lengthen_its_time(self, driver: Driver, offered: Call) -> None:
        driver.take(offered)
        driver.advance(40)
        driver.take(offered)
        driver.advance(20)
        assert isinstance(driver.claim(offered).error, UnknownClaim)

    def test_is_one_collection(self, driver: Driver, offered: Call) -> None:
        driver.take(offered)
        driver.take(offered)
        assert driver.logged(LogEvent.COLLECTED) == [1]

    def test_by_another_process_is_refused(
        self, driver: Driver, agent: Chain, offered: Call
    ) -> None:
        driver.take(offered)
        assert isinstance(driver.claim(offered, agent).error, UnknownClaim)

    def test_is_remembered_longer_than_a_short_retention(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, retention=0)
        driver.paint()
        driver.click()
        driver.take(call)
        driver.advance(59.9)
        assert driver.take(call) == Approved()


class TestOffer:
    def test_lapses_after_ten_seconds_and_the_outcome_stays(
        self, driver: Driver, command: Chain, offered: Call
    ) -> None:
        driver.advance(10)
        assert isinstance(driver.claim(offered).error, OfferLapsed)
        assert driver.take(driver.ask(command)) == Approved()

    def test_can_be_claimed_until_then(self, driver: Driver, offered: Call) -> None:
        driver.advance(9.9)
        assert driver.take(offered) == Approved()

    def test_is_void_once_a_newer_call_comes(
        self, driver: Driver, command: Chain, offered: Call
    ) -> None:
        newer = driver.ask(command)
        assert driver.claim(offered).outcome == Superseded("newer_call")
        assert driver.take(newer) == Approved()

    def test_is_void_once_a_newer_call_comes_by_ticket(
        self, driver: Driver, agent: Chain, offered: Call
    ) -> None:
        newer = driver.collect(driver.command(agent), offered.offer.ticket)
        assert driver.claim(offered).outcome == Superseded("newer_call")
        assert driver.take(newer) == Approved()
        assert driver.claim(offered).outcome == Superseded("newer_call")

    def test_outlives_its_call(self, driver: Driver, offered: Call) -> None:
        driver.hang_up(offered)
        assert driver.take(offered) == Approved()

    def test_to_a_caller_that_was_killed_goes_to_its_retry(
        self, driver: Driver, agent: Chain, command: Chain, offered: Call
    ) -> None:
        driver.hang_up(offered)
        driver.end_command(command)
        driver.advance(1)
        retry = driver.ask(driver.command(agent))
        assert driver.take(retry) == Approved()


class TestOfferAndRetention:
    def test_an_offer_begun_within_retention_runs_out(
        self, driver: Driver, command: Chain, agent: Chain, offered: Call
    ) -> None:
        driver.advance(59)
        late = driver.ask(command)
        driver.advance(9.9)
        assert driver.take(late) == Approved()

    def test_it_is_forgotten_when_such_an_offer_ends(
        self, driver: Driver, command: Chain, offered: Call
    ) -> None:
        driver.advance(59)
        late = driver.ask(command)
        driver.advance(10)
        assert isinstance(driver.claim(late).error, UnknownClaim)
        assert driver.logged(LogEvent.FORGOTTEN) == [1]
        assert driver.prompts == []

    def test_none_begins_after_retention_by_request(
        self, driver: Driver, command: Chain, offered: Call
    ) -> None:
        driver.advance(59)
        late = driver.ask(command)
        driver.advance(1)
        driver.ask(command)
        assert [show.number for show in driver.shows] == [1, 2]
        assert driver.take(late) == Approved()

    def test_none_begins_after_retention_by_ticket(
        self, driver: Driver, command: Chain, offered: Call
    ) -> None:
        driver.advance(59)
        late = driver.ask(command)
        driver.advance(1)
        ticket = offered.offer.ticket
        assert isinstance(driver.collect(command, ticket).error, Expired)
        assert isinstance(driver.ask(command, ticket=ticket).error, Expired)
        assert driver.take(late) == Approved()

    def test_retention_zero_still_offers_to_who_waits(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, retention=0)
        driver.paint()
        driver.click(Choice.DENY)
        driver.advance(9.9)
        assert driver.take(call) == Denied()

    def test_retention_zero_keeps_nothing_for_nobody(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0, retention=0)
        driver.paint()
        driver.click()
        assert driver.recorded == [1]
        assert driver.prompts == []
        assert driver.logged(LogEvent.FORGOTTEN) == [1]
        assert isinstance(driver.collect(command, "ticket-1").error, Expired)

    def test_retention_zero_and_a_deadline_that_nobody_waits_for(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, wait=0, retention=0)
        driver.paint()
        driver.advance(120)
        assert driver.prompts == []
