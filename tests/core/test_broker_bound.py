"""Bound questions: they live no longer than their call, and nothing of them is kept."""

from math import inf

import pytest

from sayso.core import events as e
from sayso.core.events import BoundRequest, LogEvent
from sayso.core.lineage import Lineage, Process
from sayso.core.outcome import (
    Approved,
    Denied,
    NotShown,
    Outcome,
    Pending,
    Refused,
    TimedOut,
    Withdrawn,
)
from sayso.core.prompt import State
from sayso.core.questions import Choice
from sayso.core.settings import LET_WAIT, Settings
from sayso.errors import Expired, UnknownClaim
from support.core_driver import DEPLOY, RESTART, UNLOCK, WIPE, Call, Chain, Driver
from support.core_scenes import put_off, queued, relaunching


def bound(driver: Driver, by: Chain, limit: float | None = None) -> Call:
    """Asked, and on the screen."""
    call = driver.ask(by, bound=True, limit=limit)
    driver.paint()
    return call


def verdicts(driver: Driver, event: LogEvent) -> list[tuple[str, str]]:
    """Status and reason, of each record of this event."""
    logged = [entry.verdict for entry in driver.log if entry.event is event]
    return [(verdict.status, verdict.reason) for verdict in logged if verdict]


def is_gone(driver: Driver) -> bool:
    """No dialog, no question, nothing kept, and nothing to come back for."""
    return not (driver.on_screen or driver.prompts or driver.broker.next_due())


class TestItsCall:
    def test_hears_the_answer_and_claims_it(self, driver: Driver, command: Chain) -> None:
        call = bound(driver, command)
        driver.click()
        assert driver.take(call) == Approved()
        assert driver.claim(call).outcome == Approved(), "again, to the process that claimed"

    def test_waits_to_the_outcome_whatever_the_setting_says(self, command: Chain) -> None:
        driver = Driver(Settings(wait=7))
        call = bound(driver, command)
        driver.advance(119)
        assert call.waits
        assert driver.standing.kept_for is None
        driver.advance(1)
        assert driver.take(call) == TimedOut("deadline")

    def test_is_told_how_things_stand(self, driver: Driver, command: Chain) -> None:
        call = bound(driver, command)
        driver.advance(30)
        assert [progress.state for progress in call.progress] == ["showing", *["shown"] * 3]

    def test_may_be_withdrawn_by_number(self, driver: Driver, command: Chain) -> None:
        call = bound(driver, command)
        driver.withdraw(number=1)
        assert call.outcome == Withdrawn("requester")
        assert is_gone(driver)

    def test_is_refused_as_any(self, driver: Driver, command: Chain) -> None:
        for _ in range(3):
            call = bound(driver, command)
            driver.click(Choice.DENY)
            assert driver.take(call) == Denied()
        outcome = driver.ask(command, bound=True).outcome
        assert isinstance(outcome, Refused)
        assert outcome.reason == "quiet_period"

    def test_that_was_not_shown_is_no_attempt_of_the_next(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, bound=True, max_retries=5)
        driver.advance(30)
        assert call.outcome == NotShown(False, "attempt 1 of 1: nothing was painted within 30 s")
        assert is_gone(driver)


class TestWhenItsCallGoes:
    @pytest.mark.parametrize("scene", [lambda _: None, relaunching, put_off])
    def test_the_question_goes(self, scene: object, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, bound=True)
        assert callable(scene)
        scene(driver)
        driver.hang_up(call)
        assert is_gone(driver)
        assert call.final is None, "nobody is there to hear"
        assert verdicts(driver, LogEvent.WITHDRAWN) == [("withdrawn", "caller_gone")]

    def test_one_in_the_queue_goes_and_the_others_stay(
        self, driver: Driver, command: Chain
    ) -> None:
        other = driver.ask(command, RESTART)
        driver.hang_up(driver.ask(command, bound=True))
        assert driver.places == {RESTART.message: 1}
        assert other.waits

    def test_a_click_that_comes_then_is_not_recorded(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        driver.hang_up(bound(driver, command))
        driver.click()
        assert [refused.reason for refused in driver.refused_clicks] == ["this question has ended"]

    def test_the_next_identical_call_is_asked_anew(self, driver: Driver, command: Chain) -> None:
        driver.hang_up(bound(driver, command))
        call = bound(driver, command)
        assert len(driver.shows) == 2
        assert call.waits

    def test_an_answer_that_it_has_not_claimed_is_forgotten_at_once(
        self, driver: Driver, command: Chain
    ) -> None:
        call = bound(driver, command)
        driver.click()
        driver.hang_up(call)
        assert is_gone(driver)
        assert verdicts(driver, LogEvent.FORGOTTEN) == [("approved", "")]
        assert isinstance(driver.claim(call).error, UnknownClaim)

    def test_so_is_a_password(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, UNLOCK, bound=True)
        driver.paint()
        secret = driver.submit()
        driver.hang_up(call)
        assert len(secret) == 0
        assert isinstance(driver.claim(call).error, UnknownClaim)

    def test_what_it_has_claimed_is_its_own(self, driver: Driver, command: Chain) -> None:
        call = bound(driver, command)
        driver.click()
        driver.take(call)
        assert call.over
        driver.hang_up(call)
        assert driver.claim(call).outcome == Approved()
        assert driver.logged(LogEvent.FORGOTTEN) == []

    def test_an_answer_that_it_does_not_claim_is_forgotten(
        self, driver: Driver, command: Chain
    ) -> None:
        call = bound(driver, command)
        driver.click()
        driver.advance(9.9)
        assert call.may_go
        driver.advance(0.1)
        assert call.over
        assert is_gone(driver)
        assert driver.logged(LogEvent.FORGOTTEN) == [1]
        assert isinstance(driver.claim(call).error, UnknownClaim)

    def test_another_one_of_the_same_words_stays(self, driver: Driver, command: Chain) -> None:
        calls = [driver.ask(command, bound=True) for _ in range(2)]
        driver.hang_up(calls[0])
        driver.paint()
        driver.click()
        assert driver.take(calls[1]) == Approved()


class TestWhenAProcessExits:
    def exits(self, driver: Driver, process: Process) -> None:
        assert process in driver.broker.owners, "or nobody would tell"
        driver.send(e.OwnerExited(process))

    def test_its_requester(self, driver: Driver, command: Chain) -> None:
        call = bound(driver, command)
        self.exits(driver, command[0].process)
        assert call.outcome == Withdrawn("caller_gone"), "its connection may live on elsewhere"
        assert is_gone(driver)

    def test_its_owner(self, driver: Driver, tab: Chain, command: Chain) -> None:
        call = bound(driver, command)
        self.exits(driver, tab[0].process)
        assert call.outcome == Withdrawn("owner_exited")
        assert is_gone(driver)

    @pytest.mark.parametrize("place", [0, -1], ids=["requester", "owner"])
    def test_takes_along_what_is_not_claimed(
        self, place: int, driver: Driver, command: Chain
    ) -> None:
        call = bound(driver, command)
        driver.click()
        self.exits(driver, command[place].process)
        assert call.over
        assert is_gone(driver)
        assert isinstance(driver.claim(call).error, UnknownClaim)

    def test_nobody_is_watched_for_what_is_claimed(self, driver: Driver, command: Chain) -> None:
        call = bound(driver, command)
        driver.click()
        driver.take(call)
        assert driver.broker.owners == frozenset()

    def test_the_requester_of_another_is_not_watched(
        self, driver: Driver, tab: Chain, command: Chain
    ) -> None:
        driver.ask(command)
        assert driver.broker.owners == {tab[0].process}
        driver.paint()
        driver.click()
        assert driver.broker.owners == frozenset()

    def test_one_in_a_container_is_not_watched(
        self, driver: Driver, tab: Chain, command: Chain
    ) -> None:
        driver.ask(command, bound=True, container=True)
        assert driver.broker.owners == {tab[0].process}


class TestNoOtherCall:
    def test_joins_it(self, driver: Driver, command: Chain) -> None:
        call = bound(driver, command)
        other = driver.ask(command)
        assert driver.places == {DEPLOY.message: 2}
        assert len(driver.prompts) == 2
        assert call.waits
        driver.click()
        assert driver.take(call) == Approved()
        assert other.waits

    def test_is_joined_by_it(self, driver: Driver, command: Chain) -> None:
        late = driver.ask(command, wait=0)
        driver.paint()
        driver.click()
        assert isinstance(late.outcome, Pending)
        call = driver.ask(command, bound=True)
        assert call.waits, "an answer to another call is not its own"
        assert driver.on_screen

    @pytest.mark.parametrize("asks", [True, False], ids=["asked again", "collected"])
    def test_reaches_it_by_ticket(self, asks: bool, driver: Driver, command: Chain) -> None:
        call = bound(driver, command)
        ticket = driver.prompts[0].ticket
        again = driver.ask(command, ticket=ticket) if asks else driver.collect(command, ticket)
        assert isinstance(again.error, Expired)
        assert isinstance(driver.withdraw(ticket).error, Expired)
        assert call.waits

    @pytest.mark.parametrize("is_bound", [True, False], ids=["bound", "unbound"])
    def test_replaces_a_question_for_a_secret(
        self, is_bound: bool, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        """Another process of the same asker asks for it, in the other way."""
        first = driver.ask(command, UNLOCK, bound=is_bound)
        driver.end_command(command)
        driver.ask(driver.command(agent), UNLOCK, bound=not is_bound)
        assert first.waits
        assert driver.places == {UNLOCK.message: 2}
        assert len(driver.prompts) == 2

    def test_asks_which_processes_have_exited(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        driver.ask(command)
        other = Lineage(driver.command(agent))
        assert driver.broker.kin(e.Request(DEPLOY), other)
        assert driver.broker.kin(BoundRequest(DEPLOY), other) == frozenset()


class TestItsLimit:
    def over(self, driver: Driver, call: Call) -> Outcome:
        outcome = driver.take(call)
        assert not driver.on_screen
        assert verdicts(driver, LogEvent.TIMED_OUT) == [("timed_out", "limit")]
        return outcome

    @pytest.mark.parametrize(
        "scene", [lambda _: None, lambda driver: driver.paint(), relaunching, put_off]
    )
    def test_ends_it_in_whatever_state(self, scene: object, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, bound=True, limit=20)
        assert callable(scene)
        scene(driver)
        driver.advance(19.9)
        assert call.waits
        driver.advance(0.1)
        assert self.over(driver, call) == TimedOut("limit")

    def test_counts_the_queue(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, RESTART)
        driver.paint()
        call = driver.ask(command, bound=True, limit=20)
        driver.advance(20)
        assert driver.take(call) == TimedOut("limit")
        assert driver.places == {RESTART.message: 1}

    def test_counts_what_later_hides(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, bound=True, limit=100)
        queued(driver)
        driver.advance(100 - (driver.now - 1000))
        assert driver.take(call) == TimedOut("limit")

    def test_counts_from_the_arrival(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, bound=True, limit=20, late=3)
        driver.advance(17)
        assert self.over(driver, call) == TimedOut("limit")

    def test_is_not_too_short_for_looking_for_a_screen(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, bound=True, limit=5, late=5)
        assert driver.take(call) == TimedOut("limit")
        assert driver.shows == [], "nobody was to see it any more"

    def test_counts_through_suspend(self, driver: Driver, command: Chain) -> None:
        call = bound(driver, command, limit=60)
        driver.now += 60
        driver.click()
        assert len(driver.refused_clicks) == 1
        assert self.over(driver, call) == TimedOut("limit")

    def test_counts_while_the_person_is_away(self, command: Chain) -> None:
        driver = Driver(Settings(locked=LET_WAIT))
        driver.goes()
        call = driver.ask(command, bound=True, limit=20)
        driver.advance(20)
        assert driver.take(call) == TimedOut("limit")

    def test_leaves_the_deadline_as_it_is(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, WIPE, bound=True, limit=600)
        driver.paint()
        driver.advance(60)
        assert driver.take(call) == TimedOut("deadline")

    def test_an_answer_that_came_before_it_may_be_claimed_after(
        self, driver: Driver, command: Chain
    ) -> None:
        call = bound(driver, command, limit=20)
        driver.advance(19.9)
        driver.click()
        driver.advance(9.9)
        assert driver.take(call) == Approved()

    def test_the_dialog_counts_down_to_it(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, bound=True, limit=50)
        assert driver.show.standing.seconds == 50
        driver.advance(2)
        driver.paint()
        assert driver.standing.seconds == 48, "it does not count from its first frame"
        assert call.progress[-1].seconds_left == 48

    def test_a_deadline_that_comes_before_it_is_told_once(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, bound=True, limit=600)
        driver.advance(2)
        driver.paint()
        assert driver.updates == []

    def test_reading_does_not_hold_it(self, driver: Driver, command: Chain) -> None:
        call = bound(driver, command, limit=20)
        driver.advance(15)
        driver.scroll()
        assert driver.standing.seconds == 20, "its countdown goes on"
        driver.advance(5)
        assert self.over(driver, call) == TimedOut("limit")

    def test_none_is_given(self, driver: Driver, command: Chain) -> None:
        bound(driver, command)
        assert driver.prompts[0].limit_at == inf


class TestTheDaemonsEnd:
    def test_ends_it_and_its_answer(self, driver: Driver, command: Chain) -> None:
        open_one = driver.ask(command, bound=True)
        driver.restart()
        assert is_gone(driver)
        call = bound(driver, command)
        driver.click()
        driver.restart()
        assert is_gone(driver)
        assert isinstance(driver.claim(call).error, UnknownClaim)
        assert open_one.final is None

    def test_leaves_the_other_questions(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, bound=True)
        driver.ask(command, RESTART)
        driver.restart()
        assert driver.places == {RESTART.message: 1}

    def test_gives_its_number_to_no_other(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, bound=True)
        driver.restart()
        driver.ask(command)
        assert [(prompt.number, prompt.state) for prompt in driver.prompts] == [(2, State.SHOWING)]

    def test_what_it_denied_counts_on(self, driver: Driver, command: Chain) -> None:
        for _ in range(3):
            call = bound(driver, command)
            driver.click(Choice.DENY)
            driver.take(call)
            driver.restart()
        assert isinstance(driver.ask(command, bound=True).outcome, Refused)
