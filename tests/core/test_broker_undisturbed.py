"""Do-not-disturb: new questions are refused or wait; what is on the screen stays there."""

import pytest

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.outcome import Approved, Denied, Dismissed, NotShown, Pending, Refused, TimedOut
from sayso.core.prompt import State
from sayso.core.questions import Choice
from sayso.core.settings import DO_NOT_DISTURB, LET_WAIT, Settings
from support.core_driver import DEPLOY, RESTART, UNLOCK, WIPE, Call, Chain, Death, Driver

HOUR = 3600.0


@pytest.fixture
def waiting() -> Driver:
    """Where questions wait until it is over."""
    return Driver(Settings(do_not_disturb=LET_WAIT))


@pytest.fixture
def by(waiting: Driver) -> Chain:
    """A command there."""
    return waiting.command(waiting.spawn(waiting.tab(), "agent"))


class TestRefuses:
    def test_a_new_question_and_says_when_to_come_again(
        self, driver: Driver, command: Chain
    ) -> None:
        assert driver.do_not_disturb(HOUR).is_done
        driver.advance(600)
        refused = driver.ask(command)
        assert refused.outcome == Refused("do_not_disturb", retry_after=3000)
        assert driver.prompts == []
        assert driver.shows == []
        assert driver.logged(LogEvent.REFUSED) == [0]

    def test_whoever_asks(self, driver: Driver, command: Chain) -> None:
        driver.do_not_disturb(HOUR)
        for who in (command, driver.command(driver.tab())):
            assert isinstance(driver.ask(who, UNLOCK).outcome, Refused)

    def test_one_in_the_slot_of_another_which_stays(self, driver: Driver, command: Chain) -> None:
        older = driver.ask(command, slot="status")
        driver.paint()
        driver.do_not_disturb(HOUR)
        assert isinstance(driver.ask(command, RESTART, slot="status").outcome, Refused)
        driver.click()
        assert driver.take(older) == Approved()

    def test_a_limit_is_named_first(self, driver: Driver, command: Chain) -> None:
        """The asker can do something about that one."""
        for number in range(8):
            driver.ask(command, scope=str(number))
        driver.do_not_disturb(HOUR)
        assert driver.ask(command, RESTART).outcome == Refused("origin_limit")


class TestEnds:
    @pytest.mark.parametrize("seconds", [DO_NOT_DISTURB.high, 60, 0.5])
    def test_by_itself_at_its_time(self, driver: Driver, command: Chain, seconds: float) -> None:
        driver.do_not_disturb(seconds)
        assert driver.broker.next_due() == driver.now + seconds
        driver.advance(seconds - 0.1)
        assert isinstance(driver.ask(command).outcome, Refused)
        driver.advance(0.1)
        assert driver.ask(command).final is None
        assert driver.on_screen

    def test_though_no_timer_ran(self, driver: Driver, command: Chain) -> None:
        driver.do_not_disturb(HOUR)
        driver.now += HOUR
        assert driver.ask(command).final is None

    def test_when_the_person_says_so(self, driver: Driver, command: Chain) -> None:
        driver.do_not_disturb(HOUR)
        assert driver.do_not_disturb(0).is_done
        assert driver.broker.next_due() is None
        assert driver.ask(command).final is None

    def test_where_there_is_none_changes_nothing(self, driver: Driver) -> None:
        assert driver.do_not_disturb(0).is_done
        assert driver.broker.next_due() is None

    @pytest.mark.parametrize("seconds", [600, 2 * HOUR])
    def test_as_was_said_last(self, driver: Driver, command: Chain, seconds: float) -> None:
        driver.do_not_disturb(HOUR)
        driver.do_not_disturb(seconds)
        assert driver.ask(command).outcome == Refused("do_not_disturb", retry_after=seconds)

    def test_within_two_days(self) -> None:
        assert DO_NOT_DISTURB.high <= 48 * HOUR


class TestOnTheScreen:
    def test_it_stays_and_is_answered(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.do_not_disturb(HOUR)
        assert driver.closed == []
        driver.click()
        assert driver.take(call) == Approved()

    def test_it_comes_though_it_is_not_painted_yet(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.do_not_disturb(HOUR)
        driver.paint()
        driver.click()
        assert driver.take(call) == Approved()

    @pytest.mark.parametrize("painted", [True, False])
    def test_it_goes_on_with_another_dialog(
        self, driver: Driver, command: Chain, painted: bool
    ) -> None:
        driver.ask(command)
        if painted:
            driver.paint()
        driver.do_not_disturb(HOUR)
        driver.die()
        driver.advance(0.2)
        assert driver.on_screen == 2

    def test_its_clocks_run(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, wait=600)
        driver.paint()
        driver.do_not_disturb(HOUR)
        driver.advance(120)
        assert driver.take(call) == TimedOut("deadline")


class TestLetsWait:
    def test_a_new_question_until_it_is_over(self, waiting: Driver, by: Chain) -> None:
        waiting.do_not_disturb(300)
        call = waiting.ask(by, wait=600)
        assert waiting.states() == [State.QUEUED]
        assert (call.progress[-1].state, call.progress[-1].place) == ("queued", 1)
        waiting.advance(299.9)
        assert waiting.shows == []
        waiting.advance(0.1)
        waiting.paint()
        waiting.click()
        assert waiting.take(call) == Approved()

    def test_it_comes_at_once_when_the_person_ends_it(self, waiting: Driver, by: Chain) -> None:
        waiting.do_not_disturb(HOUR)
        waiting.ask(by)
        waiting.do_not_disturb(0)
        assert waiting.on_screen

    def test_its_deadline_has_not_begun(self, waiting: Driver, by: Chain) -> None:
        waiting.do_not_disturb(300)
        waiting.ask(by, timeout=5)
        waiting.advance(300)
        assert waiting.show.standing.seconds == 5

    def test_no_longer_than_the_queue_limit(self, waiting: Driver, by: Chain) -> None:
        waiting.do_not_disturb(HOUR)
        call = waiting.ask(by, wait=600)
        waiting.advance(599.9)
        assert waiting.states() == [State.QUEUED]
        waiting.advance(0.1)
        assert waiting.take(call) == TimedOut("queue")
        assert waiting.shows == []

    def test_its_caller_hears_pending_after_its_wait(self, waiting: Driver, by: Chain) -> None:
        waiting.do_not_disturb(HOUR)
        call = waiting.ask(by)
        waiting.advance(45)
        assert isinstance(call.outcome, Pending)

    def test_in_their_order(self, waiting: Driver, by: Chain) -> None:
        waiting.do_not_disturb(300)
        for question in (DEPLOY, RESTART, WIPE):
            waiting.ask(by, question)
        waiting.advance(300)
        for _ in range(3):
            waiting.paint()
            waiting.click()
        assert [show.question for show in waiting.shows] == [DEPLOY, RESTART, WIPE]

    def test_it_can_be_withdrawn(self, waiting: Driver, by: Chain) -> None:
        waiting.do_not_disturb(HOUR)
        call = waiting.ask(by)
        waiting.withdraw(number=1)
        assert call.outcome.status == "withdrawn"


class TestWhatWasOpenBefore:
    """Whatever becomes of new ones."""

    def test_is_not_shown_after_what_is_on_the_screen(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY)
        queued = driver.ask(command, RESTART, wait=600)
        driver.paint()
        driver.do_not_disturb(HOUR)
        driver.click()
        assert len(driver.shows) == 1
        assert queued.progress[-1].state == "queued"
        driver.do_not_disturb(0)
        assert driver.show.question == RESTART

    def test_does_not_return_from_later(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.advance(30)
        driver.later()
        driver.do_not_disturb(300)
        driver.advance(299.9)
        assert driver.states() == [State.QUEUED]
        assert len(driver.shows) == 1
        driver.advance(0.1)
        assert driver.show.standing.seconds == 90

    def test_does_not_return_though_the_person_had_asked_for_it_before(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.paint()
        driver.do_not_disturb(HOUR)
        driver.bring_forward(1)
        driver.later()
        driver.advance(60)
        assert not driver.on_screen

    def test_ends_at_its_limit(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=600)
        driver.paint()
        driver.later()
        driver.do_not_disturb(HOUR)
        driver.advance(600)
        assert driver.take(driver.ask(command)) == TimedOut("queue")


class TestRetries:
    """They are never refused."""

    @pytest.fixture
    def shown(self, driver: Driver, command: Chain) -> Call:
        """A question that was on the screen before."""
        call = driver.ask(command, wait=0)
        driver.paint()
        driver.do_not_disturb(HOUR)
        return call

    def test_by_request(self, driver: Driver, command: Chain, shown: Call) -> None:
        retry = driver.ask(command)
        driver.click(Choice.DISMISS)
        assert driver.take(retry) == Dismissed()

    def test_by_ticket(self, driver: Driver, command: Chain, shown: Call) -> None:
        retry = driver.ask(command, ticket="ticket-1")
        driver.click(Choice.DENY)
        assert driver.take(retry) == Denied()

    def test_hear_the_late_click(self, driver: Driver, command: Chain, shown: Call) -> None:
        driver.click()
        assert driver.take(driver.ask(command)) == Approved()

    def test_of_what_was_not_shown_wait(self, driver: Driver, command: Chain) -> None:
        assert isinstance(self.unseen(driver, command).outcome, NotShown)
        driver.do_not_disturb(300)
        retry = driver.ask(command, retention=600, wait=600)
        assert retry.progress[-1].state == "queued"
        driver.advance(300)
        assert driver.on_screen

    def unseen(self, driver: Driver, by: Chain) -> Call:
        call = driver.ask(by, retention=600)
        driver.advance(30)
        return call

    def test_for_a_secret_keep_their_place_on_the_screen(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        """Another process of the same asker: its dialog is a new one, and empty."""
        older = driver.ask(command, UNLOCK)
        driver.paint()
        driver.do_not_disturb(HOUR)
        driver.end_command(command)
        driver.advance(1)
        newer = driver.ask(driver.command(agent), UNLOCK)
        assert older.outcome.status == "superseded"
        assert driver.show.number == 2
        driver.paint()
        driver.submit()
        assert driver.take(newer).allowed

    def test_for_a_secret_that_waits_wait_on(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        driver.ask(command, WIPE)
        driver.ask(command, UNLOCK, wait=600)
        driver.do_not_disturb(HOUR)
        driver.end_command(command)
        driver.advance(1)
        newer = driver.ask(driver.command(agent), UNLOCK, wait=600)
        driver.paint()
        driver.click()
        assert newer.final is None
        assert not driver.on_screen


def test_the_next_in_a_slot_keeps_the_place_on_the_screen(waiting: Driver, by: Chain) -> None:
    waiting.ask(by, DEPLOY, slot="status")
    waiting.paint()
    waiting.do_not_disturb(HOUR)
    waiting.ask(by, RESTART, slot="status")
    assert waiting.show.question == RESTART
    waiting.ask(by, WIPE, slot="status")
    assert waiting.show.question == WIPE


class TestSettingChangesMeanwhile:
    def test_to_waiting(self, driver: Driver, command: Chain) -> None:
        driver.do_not_disturb(HOUR)
        driver.send(e.Configured(Settings(do_not_disturb=LET_WAIT)))
        call = driver.ask(command)
        assert call.progress[-1].state == "queued"
        assert driver.shows == []

    def test_to_refusing_what_waits_waits_on(self, waiting: Driver, by: Chain) -> None:
        waiting.do_not_disturb(300)
        waiting.ask(by, DEPLOY, wait=600)
        waiting.send(e.Configured(Settings()))
        assert isinstance(waiting.ask(by, RESTART).outcome, Refused)
        waiting.advance(300)
        assert waiting.show.question == DEPLOY


class TestSuccessor:
    def test_does_not_disturb_either(self, driver: Driver, command: Chain) -> None:
        driver.do_not_disturb(HOUR)
        driver.advance(600)
        driver.restart()
        assert driver.ask(command).outcome == Refused("do_not_disturb", retry_after=3000)

    def test_disturbs_again_when_it_was_over_meanwhile(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.do_not_disturb(HOUR)
        driver.now += HOUR
        driver.restart()
        assert driver.ask(command).final is None

    def test_shows_what_was_on_the_screen(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY)
        driver.ask(command, RESTART)
        driver.paint()
        driver.do_not_disturb(HOUR)
        driver.restart()
        assert driver.show.question == DEPLOY
        driver.paint()
        driver.click()
        assert not driver.on_screen

    def test_is_told_before_the_person_hears(self, driver: Driver, command: Chain) -> None:
        driver.dying = Death.KEPT
        said = driver.do_not_disturb(HOUR)
        assert said.final is None
        assert isinstance(driver.ask(command).outcome, Refused)


class TestWhatWasAnswered:
    def test_is_kept_and_collected(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.paint()
        driver.click()
        driver.do_not_disturb(HOUR)
        assert driver.take(driver.collect(command, "ticket-1")) == Approved()

    def test_an_offer_is_claimed_and_the_claim_repeated(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.click()
        driver.do_not_disturb(HOUR)
        assert driver.take(call) == driver.claim(call).outcome == Approved()
