"""A retry: every row of the contract's table, by request and by ticket."""

import pytest

from sayso.core import events as e
from sayso.core.lineage import Member, Process
from sayso.core.outcome import (
    Approved,
    Denied,
    Dismissed,
    NotShown,
    Pending,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.core.questions import Choice, Confirm
from sayso.errors import Expired, Mismatch
from support.core_driver import DEPLOY, RESTART, WIPE, Call, Chain, Driver


class TestByRequest:
    def test_unknown_opens_a_new_prompt(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        assert driver.shows[0].question == DEPLOY
        assert call.final is None

    def test_open_and_nobody_waits_attaches(self, driver: Driver, command: Chain) -> None:
        first = driver.ask(command, wait=0)
        driver.paint()
        retry = driver.ask(command)
        driver.click()
        assert first.outcome == Pending("ticket-1")
        assert driver.take(retry) == Approved()
        assert len(driver.shows) == 1

    def test_what_the_asker_calls_itself_is_no_part_of_it(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, wait=0, says_it_is="gemini-cli 1")
        driver.paint()
        retry = driver.ask(command, says_it_is="gemini-cli 2")
        driver.click()
        assert driver.take(retry) == Approved()
        assert [show.says_it_is for show in driver.shows] == ["gemini-cli 1"]

    def test_open_and_queued_attaches_in_its_place(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        driver.ask(agent, RESTART)
        driver.ask(command, wait=0)
        retry = driver.ask(command)
        assert retry.progress[-1].place == 2

    def test_open_and_an_older_call_waits_takes_over(self, driver: Driver, command: Chain) -> None:
        older = driver.ask(command)
        newer = driver.ask(command)
        driver.paint()
        driver.click()
        assert older.outcome == Superseded("newer_call")
        assert driver.take(newer) == Approved()
        assert len(driver.shows) == 1

    def test_open_while_its_dialog_is_replaced_attaches(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.die()
        driver.ask(command)
        driver.advance(1)
        assert [show.number for show in driver.shows] == [1, 1]

    def test_answered_gives_the_answer_at_once(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.paint()
        driver.click(Choice.DISMISS)
        retry = driver.ask(command, wait=0)
        assert driver.take(retry) == Dismissed()

    def test_timed_out_says_so_at_once(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.advance(120)
        assert driver.take(driver.ask(command)) == TimedOut("deadline")

    def test_withdrawn_opens_a_new_prompt(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.withdraw("ticket-1")
        driver.ask(command)
        assert [show.number for show in driver.shows] == [1, 2]

    def test_superseded_opens_a_new_prompt(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, slot="status")
        driver.ask(command, RESTART, slot="status")
        driver.ask(command)
        assert [prompt.fingerprint for prompt in driver.prompts] == [
            question.fingerprint for question in (DEPLOY, RESTART, DEPLOY)
        ]

    def test_not_shown_is_the_next_attempt(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.advance(30)
        dialogs = len(driver.shows)
        retry = driver.ask(command)
        assert [show.number for show in driver.shows[dialogs:]] == [1]
        driver.paint()
        driver.click()
        assert driver.take(retry) == Approved()

    def test_collected_opens_a_new_prompt(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.click()
        driver.take(call)
        driver.ask(command)
        assert [show.number for show in driver.shows] == [1, 2]

    def test_past_retention_opens_a_new_prompt(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0, retention=5)
        driver.paint()
        driver.click()
        driver.advance(5)
        driver.ask(command)
        assert [show.number for show in driver.shows] == [1, 2]

    @pytest.mark.parametrize("other", [RESTART, Confirm(DEPLOY.message, details="now")])
    def test_of_other_words_opens_a_new_prompt(
        self, driver: Driver, command: Chain, other: Confirm
    ) -> None:
        older = driver.ask(command)
        driver.ask(command, other)
        assert older.final is None
        assert len(driver.prompts) == 2


class TestByTicket:
    @pytest.fixture
    def first(self, driver: Driver, command: Chain) -> Call:
        return driver.ask(command)

    @pytest.fixture(params=["collect", "ask"])
    def retry(
        self, request: pytest.FixtureRequest, driver: Driver, first: Call, tab: Chain
    ) -> "Retry":
        return Retry(driver, driver.spawn(tab, cwd="/elsewhere"), request.param)

    def test_unknown_is_expired(self, driver: Driver, retry: "Retry") -> None:
        error = retry("no such ticket").error
        assert isinstance(error, Expired)
        assert error.field == "ticket"
        assert len(driver.shows) == 1

    def test_open_takes_over(self, driver: Driver, first: Call, retry: "Retry") -> None:
        driver.paint()
        newer = retry()
        driver.click()
        assert first.outcome == Superseded("newer_call")
        assert driver.take(newer) == Approved()

    def test_open_and_queued_attaches(
        self, driver: Driver, agent: Chain, first: Call, retry: "Retry"
    ) -> None:
        driver.ask(agent, RESTART, wait=0)
        newer = retry("ticket-2", RESTART)
        assert newer.progress[-1].place == 2

    def test_answered_gives_the_answer_at_once(self, driver: Driver, retry: "Retry") -> None:
        driver.paint()
        driver.advance(45)
        driver.click(Choice.DENY)
        assert driver.take(retry()) == Denied()

    def test_timed_out_says_so_at_once(self, driver: Driver, retry: "Retry") -> None:
        driver.paint()
        driver.advance(120)
        assert driver.take(retry()) == TimedOut("deadline")

    def test_withdrawn_says_so_again(self, driver: Driver, retry: "Retry") -> None:
        driver.withdraw("ticket-1")
        assert retry().outcome == Withdrawn("requester")
        driver.advance(59.9)
        assert retry().outcome == Withdrawn("requester")
        driver.advance(0.1)
        assert isinstance(retry().error, Expired)

    def test_superseded_says_so_again(self, driver: Driver, command: Chain, retry: "Retry") -> None:
        driver.ask(command, RESTART, slot="s")
        driver.ask(command, WIPE, slot="s")
        assert retry("ticket-2", RESTART).outcome == Superseded("slot")

    def test_not_shown_says_so_again(self, driver: Driver, first: Call, retry: "Retry") -> None:
        driver.advance(30)
        assert isinstance(first.outcome, NotShown)
        assert retry().outcome == first.outcome
        assert not driver.on_screen

    def test_collected_is_expired(self, driver: Driver, first: Call, retry: "Retry") -> None:
        driver.paint()
        driver.click()
        driver.take(first)
        assert isinstance(retry().error, Expired)
        assert len(driver.shows) == 1

    def test_past_retention_is_expired(self, driver: Driver, retry: "Retry") -> None:
        driver.paint()
        driver.advance(120 + 60)
        assert isinstance(retry().error, Expired)
        assert len(driver.shows) == 1

    def test_wait_belongs_to_the_call(self, driver: Driver, retry: "Retry") -> None:
        newer = retry(wait=5)
        driver.advance(4.9)
        assert newer.final is None
        driver.advance(0.1)
        assert newer.outcome == Pending("ticket-1")


class Retry:
    """The retry by ticket, as `collect` or as the same `ask` with it, from anywhere."""

    def __init__(self, driver: Driver, by: Chain, method: str) -> None:
        self._driver = driver
        self._by = by
        self._method = method

    def __call__(
        self, ticket: str = "ticket-1", question: Confirm = DEPLOY, wait: float | None = None
    ) -> Call:
        if self._method == "collect":
            return self._driver.collect(self._by, ticket, wait)
        return self._driver.ask(self._by, question, ticket=ticket, wait=wait)


class TestMismatch:
    def test_leaves_the_open_prompt_untouched(self, driver: Driver, command: Chain) -> None:
        first = driver.ask(command)
        error = driver.ask(command, RESTART, ticket="ticket-1").error
        assert isinstance(error, Mismatch)
        assert error.field == "ticket"
        driver.paint()
        driver.click()
        assert driver.take(first) == Approved()

    def test_leaves_the_answer_untouched(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.paint()
        driver.click()
        driver.ask(command, RESTART, ticket="ticket-1")
        assert driver.take(driver.ask(command)) == Approved()


class TestClocksOfTheRequestThatOpened:
    def test_hold_for_its_retries(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=20, retention=5, slot="a")
        driver.paint()
        driver.ask(command, timeout=300, retention=600, slot="b", wait=0)
        driver.ask(command, RESTART, slot="b")
        driver.advance(19.9)
        assert driver.places == {DEPLOY.message: 1, RESTART.message: 2}
        driver.advance(0.1)
        assert driver.take(driver.ask(command)) == TimedOut("deadline")


class TestSeveralMatches:
    @pytest.fixture
    def jobs(self, driver: Driver, agent: Chain) -> tuple[Chain, Chain, Chain]:
        """Three jobs of one agent that ask the same words at once: three prompts."""
        first, second, third = (driver.command(agent) for _ in range(3))
        for job in (first, second, third):
            driver.ask(job, wait=0)
        assert len(driver.prompts) == 3
        return first, second, third

    def answer(self, driver: Driver, *choices: Choice) -> None:
        for choice in choices:
            driver.paint()
            driver.click(choice)

    def retry(self, driver: Driver, agent: Chain, jobs: tuple[Chain, ...]) -> Call:
        for job in jobs:
            driver.end_command(job)
        driver.advance(1)
        return driver.ask(driver.command(agent))

    def test_a_denied_one_comes_first(
        self, driver: Driver, agent: Chain, jobs: tuple[Chain, ...]
    ) -> None:
        self.answer(driver, Choice.APPROVE, Choice.DENY, Choice.APPROVE)
        assert driver.take(self.retry(driver, agent, jobs)) == Denied()

    def test_then_the_other_answered(
        self, driver: Driver, agent: Chain, jobs: tuple[Chain, ...]
    ) -> None:
        driver.paint()
        driver.advance(120)
        self.answer(driver, Choice.DISMISS)
        assert driver.take(self.retry(driver, agent, jobs)) == Dismissed()

    def test_then_the_oldest(self, driver: Driver, agent: Chain, jobs: tuple[Chain, ...]) -> None:
        retry = self.retry(driver, agent, jobs)
        assert retry.progress[-1].number == 1

    def test_answers_of_a_kind_are_given_oldest_first(
        self, driver: Driver, agent: Chain, jobs: tuple[Chain, ...]
    ) -> None:
        self.answer(driver, Choice.DISMISS, Choice.APPROVE)
        assert driver.take(self.retry(driver, agent, jobs)) == Dismissed()


def test_a_retry_by_request_after_a_call_by_ticket_follows_that_call(
    driver: Driver, agent: Chain, command: Chain, tab: Chain
) -> None:
    """The same asker is counted from the prompt's latest call."""
    driver.ask(command, wait=0)
    stranger = driver.spawn(tab, "other agent")
    driver.collect(driver.command(stranger), "ticket-1", wait=0)
    driver.end_command(command)
    driver.advance(1)
    driver.ask(driver.command(agent), wait=0)
    assert len(driver.prompts) == 2


def test_a_peer_of_a_container_is_the_same_asker_alone(driver: Driver) -> None:
    inside = (Member(Process(0, -1), 0, False, "", "?", cwd="/work"),)
    neighbour = (Member(Process(0, -2), 0, False, "", "?", cwd="/work"),)
    driver.ask(inside, wait=0, container=True)
    driver.ask(inside, wait=0, container=True)
    driver.ask(neighbour, wait=0, container=True)
    assert [prompt.number for prompt in driver.prompts] == [1, 2]


def test_a_hang_up_is_no_withdrawal(driver: Driver, command: Chain) -> None:
    call = driver.ask(command)
    driver.paint()
    driver.hang_up(call)
    driver.click()
    assert call.final is None
    assert driver.take(driver.ask(command)) == Approved()


def test_a_hang_up_of_a_call_that_was_superseded_changes_nothing(
    driver: Driver, command: Chain
) -> None:
    older = driver.ask(command)
    newer = driver.ask(command)
    driver.send(e.HangUp(older.number))
    driver.paint()
    driver.click()
    assert driver.take(newer) == Approved()
