"""Device codes: open until their asker says how it ended, behind others, their clock running."""

import pytest

from sayso.core import answers
from sayso.core import events as e
from sayso.core.outcome import (
    Answered,
    By,
    Decider,
    Dismissed,
    Outcome,
    Refused,
    TimedOut,
    Withdrawn,
)
from sayso.core.questions import Choice, DeviceCode, Notice
from sayso.core.settings import Settings
from sayso.errors import InvalidParams, NotOpen, UnknownPrompt
from support.core_driver import DEPLOY, UNLOCK, Call, Chain, Driver

CODE = DeviceCode("Sign in to example", "https://example.com/device", "WDJB-MJHT")
OTHER_CODE = DeviceCode("Sign in elsewhere", "https://example.org/device", "XKCD-0001")
DONE = Answered(Decider.REQUESTER)
FAILED = Withdrawn("requester")


@pytest.fixture
def code(driver: Driver, command: Chain) -> Call:
    """The first question: one that is bound and on the screen."""
    call = driver.ask(command, CODE, bound=True)
    driver.paint()
    return call


class TestFinish:
    def test_done_answers_it(self, driver: Driver, command: Chain, code: Call) -> None:
        assert driver.finish(command, number=1).is_done
        assert driver.take(code) == DONE
        assert driver.finished == [e.Finished(1, True)]
        assert driver.closed == []

    def test_failed_withdraws_it(self, driver: Driver, command: Chain, code: Call) -> None:
        assert driver.finish(command, done=False, number=1).is_done
        assert code.outcome == FAILED
        assert driver.finished == [e.Finished(1, False)]
        assert driver.closed == []

    @pytest.mark.parametrize("done", [True, False])
    def test_before_anybody_has_seen_it_nobody_is_told(
        self, driver: Driver, command: Chain, done: bool
    ) -> None:
        driver.ask(command, CODE, bound=True)
        driver.finish(command, done, number=1)
        assert (driver.finished, driver.closed) == ([], [1])

    def test_while_it_waits_for_its_turn(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        driver.ask(agent, DEPLOY)
        call = driver.ask(command, CODE, bound=True)
        driver.finish(command, number=2)
        assert driver.take(call) == DONE
        assert (driver.finished, driver.closed) == ([], [])

    def test_is_for_the_process_that_asked(self, driver: Driver, agent: Chain, code: Call) -> None:
        error = driver.finish(agent, number=1).error
        assert isinstance(error, UnknownPrompt)
        assert error.field == "number"
        assert code.waits

    def test_of_one_that_was_never_asked(self, driver: Driver, command: Chain) -> None:
        assert isinstance(driver.finish(command, number=7).error, UnknownPrompt)

    def test_by_its_ticket_whoever_says_it(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        call = driver.ask(command, CODE)
        driver.paint()
        assert driver.finish(agent, ticket="ticket-1").is_done
        assert driver.take(call) == DONE

    @pytest.mark.parametrize("how", ["number", "ticket"])
    def test_too_late_is_not_open(self, driver: Driver, command: Chain, how: str) -> None:
        driver.ask(command, CODE, bound=how == "number")
        driver.paint()
        driver.click(Choice.DISMISS)
        named = {"number": 1} if how == "number" else {"ticket": "ticket-1"}
        assert isinstance(driver.finish(command, **named).error, NotOpen)
        driver.advance(300)
        assert isinstance(driver.finish(command, **named).error, NotOpen)

    @pytest.mark.parametrize("field", ["number", "ticket"])
    def test_is_for_device_codes(self, driver: Driver, command: Chain, field: str) -> None:
        call = driver.ask(command, DEPLOY)
        named = {"number": 1} if field == "number" else {"ticket": "ticket-1"}
        error = driver.finish(command, **named).error
        assert isinstance(error, InvalidParams)
        assert error.field == field
        assert call.waits


def test_while_no_call_waits_its_dialog_says_nothing_of_that(
    driver: Driver, command: Chain
) -> None:
    """Who shows a code waits elsewhere, and no answer is given here."""
    driver.ask(command, CODE, wait=0)
    assert driver.show.standing.kept_for is None
    driver.paint()
    driver.click(Choice.DISMISS)
    assert driver.records == [e.Recorded(1, None)]


class TestAnswers:
    @pytest.mark.parametrize("choice", [Choice.APPROVE, Choice.DENY])
    def test_no_press_is_one(self, driver: Driver, code: Call, choice: Choice) -> None:
        driver.click(choice)
        reason = "this is not an answer to this kind of question"
        assert driver.refused_clicks == [e.NotRecorded(1, reason)]
        assert code.waits

    def test_nor_what_is_typed(self, driver: Driver, code: Call) -> None:
        driver.submit("hunter2", by=By.ASSISTIVE)
        driver.fill("hunter2")
        assert len(driver.refused_clicks) == 2
        assert code.waits

    def test_closing_dismisses(self, driver: Driver, code: Call) -> None:
        driver.click(Choice.DISMISS)
        assert driver.take(code) == Dismissed()

    def test_closing_it_again_and_again_makes_it_quiet(
        self, driver: Driver, command: Chain
    ) -> None:
        for _ in range(3):
            driver.take(self.dismissed(driver, command))
        outcome: Outcome = driver.ask(command, CODE, bound=True).outcome
        assert isinstance(outcome, Refused)
        assert outcome.reason == "quiet_period"

    def dismissed(self, driver: Driver, command: Chain) -> Call:
        call = driver.ask(command, CODE, bound=True)
        driver.paint()
        driver.click(Choice.DISMISS)
        return call

    def test_survives_the_daemon(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, CODE, wait=0)
        driver.paint()
        driver.finish(command, ticket="ticket-1")
        driver.restart()
        assert driver.take(driver.collect(command, "ticket-1")) == DONE

    def test_its_asker_decides_it_and_nothing_else(self) -> None:
        assert answers.fits(CODE, DONE)
        assert not answers.fits(CODE, Answered())
        assert not answers.fits(Notice("Done"), DONE)


class TestItsClock:
    def test_is_a_quarter_of_an_hour_unless_its_asker_says(
        self, driver: Driver, code: Call
    ) -> None:
        driver.advance(899.9)
        assert code.waits
        driver.advance(0.1)
        assert driver.take(code) == TimedOut("deadline")

    def test_is_held_by_no_ceiling_and_no_hand(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, CODE, bound=True, timeout=1800)
        driver.paint()
        for _ in range(1799):
            driver.scroll()
            driver.advance(1)
        driver.scroll()
        assert call.waits
        driver.advance(1)
        assert driver.take(call) == TimedOut("deadline")

    def test_begins_when_it_is_painted(self, driver: Driver, agent: Chain, command: Chain) -> None:
        driver.ask(agent, DEPLOY)
        driver.paint()
        call = driver.ask(command, CODE, bound=True, timeout=60)
        driver.advance(100)
        driver.click()
        driver.paint()
        driver.advance(59.9)
        assert call.waits
        driver.advance(0.1)
        assert driver.take(call) == TimedOut("deadline")

    def test_waits_for_its_first_turn_no_longer_than_others(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        driver.ask(agent, DEPLOY, timeout=600)
        driver.paint()
        call = driver.ask(command, CODE, bound=True)
        driver.advance(600)
        assert driver.take(call) == TimedOut("queue")

    def test_runs_on_while_it_makes_room(self, driver: Driver, agent: Chain, code: Call) -> None:
        driver.advance(100)
        driver.ask(agent, DEPLOY, timeout=600)
        driver.paint()
        driver.advance(400)
        driver.click()
        assert driver.show.number == 1
        assert driver.show.standing.seconds == 400
        driver.paint()
        driver.advance(400)
        assert driver.take(code) == TimedOut("deadline")

    def test_ends_it_behind_another(self, driver: Driver, agent: Chain, code: Call) -> None:
        """The queue's own limit does not, as long as the code is good."""
        for _ in range(3):
            driver.ask(agent, DEPLOY, timeout=290)
            driver.paint()
            driver.advance(290)
            assert code.waits
        driver.ask(agent, DEPLOY)
        driver.paint()
        driver.advance(30)
        assert driver.take(code) == TimedOut("deadline")

    def test_runs_on_while_it_is_put_off(self, driver: Driver, code: Call) -> None:
        for _ in range(13):
            driver.later()
            driver.advance(60)
            driver.paint()
        assert driver.standing.seconds == 900 - 13 * 60
        driver.later()
        driver.advance(60)
        driver.paint()
        driver.later()
        driver.advance(59.9)
        assert code.waits
        driver.advance(0.1)
        assert driver.take(code) == TimedOut("deadline")

    def test_runs_on_while_the_person_looks_at_another(
        self, driver: Driver, agent: Chain, code: Call
    ) -> None:
        """One that they wanted to see first, and again."""
        driver.ask(agent, OTHER_CODE, timeout=1800)
        driver.bring_up(2)
        driver.paint()
        driver.advance(700)
        assert code.waits
        driver.advance(200)
        assert driver.take(code) == TimedOut("deadline")

    def test_runs_on_without_a_daemon(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, CODE, wait=0)
        driver.paint()
        driver.advance(100)
        driver.restart()
        assert driver.show.standing.seconds == 800
        driver.advance(20)
        driver.paint()
        assert driver.broker.queue[0].seconds_left(driver.now) == 780

    def test_ends_no_sooner_than_its_calls_limit(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, CODE, bound=True, limit=30)
        driver.paint()
        driver.advance(30)
        assert driver.take(call) == TimedOut("limit")


class TestItsTurn:
    def test_any_other_question_takes_the_screen_and_gives_it_back(
        self, driver: Driver, agent: Chain, code: Call
    ) -> None:
        other = driver.ask(agent, DEPLOY)
        assert driver.closed == [1]
        assert (driver.show.number, driver.show.standing.place) == (2, 1)
        driver.paint()
        driver.click()
        assert other.offer
        assert driver.show.number == 1
        assert code.waits

    def test_it_comes_after_all_others(self, driver: Driver, agent: Chain, command: Chain) -> None:
        driver.ask(agent, DEPLOY)
        driver.paint()
        driver.ask(command, CODE, bound=True)
        other = driver.command(driver.tab())
        driver.ask(other, UNLOCK)
        assert [prompt.number for prompt in driver.broker.queue] == [1, 3, 2]

    def test_one_that_returns_from_later_takes_it_too(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        driver.ask(agent, DEPLOY)
        driver.paint()
        driver.later()
        driver.ask(command, CODE, bound=True)
        driver.paint()
        driver.advance(60)
        assert driver.show.number == 1

    def test_two_codes_take_turns_like_others(
        self, driver: Driver, agent: Chain, code: Call
    ) -> None:
        driver.ask(agent, OTHER_CODE)
        assert driver.closed == []
        assert [prompt.number for prompt in driver.broker.queue] == [1, 2]

    def test_what_is_held_back_takes_nothing(self, agent: Chain, command: Chain) -> None:
        driver = Driver(Settings(do_not_disturb="wait"))
        driver.ask(command, CODE, bound=True)
        driver.paint()
        driver.do_not_disturb(300)
        driver.ask(agent, DEPLOY)
        assert driver.closed == []
        driver.advance(300)
        assert driver.show.number == 2

    def test_the_person_may_bring_it_up_before_others(
        self, driver: Driver, agent: Chain, code: Call
    ) -> None:
        driver.ask(agent, DEPLOY)
        driver.paint()
        driver.bring_up(1)
        driver.paint()
        assert driver.show.number == 1
        driver.advance(10)
        assert driver.on_screen == driver.show.run

    def test_until_a_new_one_comes(self, driver: Driver, agent: Chain, code: Call) -> None:
        driver.ask(agent, DEPLOY)
        driver.paint()
        driver.bring_up(1)
        driver.paint()
        driver.ask(driver.command(driver.tab()), OTHER_CODE, bound=True)
        assert driver.show.number == 1
        driver.ask(driver.command(driver.tab()), UNLOCK)
        assert driver.show.number == 2

    def test_or_until_they_put_it_off(self, driver: Driver, agent: Chain, code: Call) -> None:
        driver.ask(agent, DEPLOY, timeout=600)
        driver.paint()
        driver.bring_up(1)
        driver.paint()
        driver.later()
        assert driver.show.number == 2
        driver.paint()
        driver.advance(60)
        assert driver.show.number == 2

    def test_one_whose_dialog_died_makes_room(
        self, driver: Driver, agent: Chain, code: Call
    ) -> None:
        driver.die()
        driver.ask(agent, DEPLOY)
        assert driver.show.number == 2
        driver.paint()
        driver.advance(100)
        driver.click()
        assert driver.show.number == 1
        assert code.waits
