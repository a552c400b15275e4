"""The three flows at the default clocks, and every outcome there is."""

import pytest

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.outcome import (
    OUTCOMES,
    Answered,
    Approved,
    Denied,
    Dismissed,
    NoInteractor,
    NotShown,
    Outcome,
    Pending,
    Refused,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.core.questions import Choice
from support.core_driver import DEPLOY, RESTART, WIPE, Chain, Driver


class TestTheThreeFlows:
    def test_in_time(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.advance(44.9)
        driver.click()
        assert driver.take(call) == Approved()

    def test_late_click(self, driver: Driver, agent: Chain, command: Chain) -> None:
        first = driver.ask(command)
        driver.paint()
        driver.advance(45)
        assert first.outcome == Pending("ticket-1")
        driver.end_command(command)
        driver.advance(30)
        driver.click()
        driver.advance(59.9)
        retry = driver.ask(driver.command(agent))
        assert driver.take(retry) == Approved()
        assert len(driver.shows) == 1

    def test_late_click_by_ticket(self, driver: Driver, tab: Chain, command: Chain) -> None:
        first = driver.ask(command)
        driver.paint()
        driver.advance(45)
        driver.click(Choice.DENY)
        driver.advance(59.9)
        stranger = driver.spawn(tab, cwd="/elsewhere")
        assert isinstance(first.outcome, Pending)
        assert driver.take(driver.collect(stranger, first.outcome.ticket)) == Denied()

    def test_never(self, driver: Driver, agent: Chain, command: Chain) -> None:
        first = driver.ask(command)
        driver.paint()
        driver.advance(119.9)
        assert isinstance(first.outcome, Pending)
        assert driver.on_screen
        driver.advance(0.1)
        assert not driver.on_screen
        driver.end_command(command)
        retry = driver.ask(driver.command(agent))
        assert driver.take(retry) == TimedOut("deadline")

    def test_never_and_nobody_came(self, driver: Driver, agent: Chain, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.advance(120 + 60)
        assert driver.prompts == []
        assert driver.logged(LogEvent.FORGOTTEN) == [1]
        driver.end_command(command)
        driver.ask(driver.command(agent))
        assert [show.number for show in driver.shows] == [1, 2]


class TestWhatThePersonDoes:
    @pytest.mark.parametrize(
        ("choice", "outcome"),
        [
            (Choice.APPROVE, Approved()),
            (Choice.DENY, Denied()),
            (Choice.DISMISS, Dismissed()),
        ],
    )
    def test_is_what_the_caller_hears(
        self, driver: Driver, command: Chain, choice: Choice, outcome: Outcome
    ) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.click(choice)
        assert driver.recorded == [1]
        assert driver.take(call) == outcome

    def test_is_kept_before_anybody_is_told(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        effects = driver.broker.handle(e.Answered(1, Choice.APPROVE), driver.now)
        assert [type(effect) for effect in effects[:3]] == [e.Keep, e.Offer, e.Recorded]

    def test_is_never_in_the_offer(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.click()
        assert call.offer == e.Offer(call.number, call.claim_id, "ticket-1", "confirm")


class TestWhatTheDialogShows:
    def test_is_the_question_and_who_asks(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY, timeout=20)
        assert driver.show.question == DEPLOY
        assert driver.show.lineage.members == command
        assert driver.show.standing.seconds == 20

    def test_a_destructive_question_has_sixty_seconds(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, WIPE, wait=600)
        assert driver.show.standing.seconds == 60
        driver.paint()
        driver.advance(60)
        assert driver.take(call) == TimedOut("deadline")


def approved(driver: Driver, command: Chain) -> Outcome:
    return _answered(driver, command, Choice.APPROVE)


def denied(driver: Driver, command: Chain) -> Outcome:
    return _answered(driver, command, Choice.DENY)


def dismissed(driver: Driver, command: Chain) -> Outcome:
    return _answered(driver, command, Choice.DISMISS)


def _answered(driver: Driver, command: Chain, choice: Choice) -> Outcome:
    call = driver.ask(command)
    driver.paint()
    driver.click(choice)
    return driver.take(call)


def timed_out(driver: Driver, command: Chain) -> Outcome:
    call = driver.ask(command, wait=600)
    driver.paint()
    driver.advance(120)
    return driver.take(call)


def pending(driver: Driver, command: Chain) -> Outcome:
    return driver.ask(command, wait=0).outcome


def no_interactor(driver: Driver, command: Chain) -> Outcome:
    driver.send(e.ScreenChanged("no display"))
    return driver.ask(command).outcome


def not_shown(driver: Driver, command: Chain) -> Outcome:
    call = driver.ask(command)
    driver.advance(30)
    return call.outcome


def superseded(driver: Driver, command: Chain) -> Outcome:
    call = driver.ask(command)
    driver.ask(command)
    return call.outcome


def withdrawn(driver: Driver, command: Chain) -> Outcome:
    call = driver.ask(command)
    driver.withdraw("ticket-1")
    return call.outcome


def refused(driver: Driver, command: Chain) -> Outcome:
    for scope in range(8):
        driver.ask(command, scope=str(scope))
    return driver.ask(command, RESTART).outcome


class TestEveryOutcome:
    @pytest.mark.parametrize(
        ("happens", "status", "decider"),
        [
            (approved, "approved", "user"),
            (denied, "denied", "user"),
            (dismissed, "dismissed", "user"),
            (timed_out, "timed_out", "deadline"),
            (pending, "pending", None),
            (no_interactor, "no_interactor", "headless"),
            (not_shown, "not_shown", "ui"),
            (superseded, "superseded", "requester"),
            (withdrawn, "withdrawn", "requester"),
            (refused, "refused", "policy"),
        ],
    )
    def test_says_who_decided(
        self, driver: Driver, command: Chain, happens: object, status: str, decider: str | None
    ) -> None:
        assert callable(happens)
        outcome = happens(driver, command)
        assert (outcome.status, outcome.decider) == (status, decider)
        assert outcome.allowed == (status == "approved")

    def test_only_two_let_the_requester_act(self) -> None:
        assert [kind for kind in OUTCOMES if kind.allowed] == [Approved, Answered]

    @pytest.mark.parametrize(
        "outcome",
        [
            Approved(),
            Answered(),
            Denied(),
            Dismissed(),
            TimedOut(),
            Pending("t"),
            NoInteractor("no display"),
            NotShown(should_retry=True, retry_reason="nothing was painted"),
            Superseded("slot"),
            Withdrawn("requester"),
            Refused("prompt_limit"),
        ],
    )
    def test_none_has_a_truth_value(self, outcome: Outcome) -> None:
        with pytest.raises(TypeError, match=r"outcome\.allowed"):
            bool(outcome)
