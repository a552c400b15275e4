"""The person is away: the screen is locked, or another user is in front. Nothing is shown."""

import pytest

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.outcome import Answered, Approved, NoInteractor, Pending, Refused, TimedOut
from sayso.core.prompt import State
from sayso.core.questions import Choice
from sayso.core.settings import LET_WAIT, Settings
from sayso.errors import NotOpen
from support.core_driver import DEPLOY, RESTART, UNLOCK, WIPE, Call, Chain, Driver
from support.core_scenes import SCENES

LOCKED = NoInteractor("the screen is locked")


@pytest.fixture
def waiting() -> Driver:
    """Where questions wait until the person is back."""
    return Driver(Settings(locked=LET_WAIT))


@pytest.fixture
def by(waiting: Driver) -> Chain:
    """A command there."""
    return waiting.command(waiting.spawn(waiting.tab(), "agent"))


class TestRefuses:
    def test_a_new_question(self, driver: Driver, command: Chain) -> None:
        driver.goes()
        assert driver.broker.away == "the screen is locked"
        assert driver.ask(command).outcome == LOCKED
        assert driver.shows == []
        assert driver.logged(LogEvent.REFUSED) == [0]

    def test_what_is_open(self, driver: Driver, command: Chain) -> None:
        calls = [driver.ask(command, question) for question in (DEPLOY, RESTART, WIPE)]
        driver.paint()
        driver.later()
        driver.paint()
        driver.goes()
        assert [call.outcome for call in calls] == [LOCKED] * 3
        assert driver.closed == [1, 2]
        assert not driver.on_screen

    def test_and_says_why(self, driver: Driver, command: Chain) -> None:
        driver.goes("another user is in front")
        assert driver.ask(command).outcome == NoInteractor("another user is in front")

    def test_the_next_attempt_of_what_was_not_shown(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.advance(30)
        driver.goes()
        assert driver.ask(command).outcome == LOCKED

    def test_no_more_when_the_person_is_back(self, driver: Driver, command: Chain) -> None:
        driver.goes()
        driver.comes()
        assert driver.broker.away is None
        assert driver.ask(command).final is None
        assert driver.on_screen

    def test_as_long_as_there_is_no_screen(self, driver: Driver, command: Chain) -> None:
        driver.goes()
        driver.send(e.ScreenChanged("no display"))
        driver.comes()
        assert driver.ask(command).outcome == NoInteractor("no display")

    def test_a_successor_does_so_too(self, driver: Driver, command: Chain) -> None:
        driver.goes()
        driver.restart()
        assert driver.ask(command).outcome == LOCKED


class TestLetsWait:
    def test_a_new_question(self, waiting: Driver, by: Chain) -> None:
        waiting.goes()
        call = waiting.ask(by, wait=600)
        assert (call.progress[-1].state, call.progress[-1].place) == ("queued", 1)
        waiting.advance(300)
        assert waiting.shows == []
        waiting.comes()
        waiting.paint()
        waiting.click()
        assert waiting.take(call) == Approved()

    def test_no_longer_than_the_queue_limit(self, waiting: Driver, by: Chain) -> None:
        waiting.goes()
        call = waiting.ask(by, wait=0, retention=600)
        assert call.outcome == Pending("ticket-1")
        waiting.advance(600)
        assert waiting.take(waiting.collect(by, "ticket-1")) == TimedOut("queue")
        waiting.comes()
        assert waiting.shows == []

    def test_what_returns_from_later(self, waiting: Driver, by: Chain) -> None:
        waiting.ask(by)
        waiting.paint()
        waiting.later()
        waiting.goes()
        waiting.advance(100)
        assert waiting.states() == [State.QUEUED]
        waiting.comes()
        assert waiting.on_screen == 2

    def test_where_there_is_no_screen_there_is_nothing_to_wait_for(
        self, waiting: Driver, by: Chain
    ) -> None:
        waiting.goes()
        call = waiting.ask(by)
        waiting.send(e.ScreenChanged("no display"))
        assert call.outcome == NoInteractor("no display")

    def test_limits_hold_meanwhile(self, by: Chain, waiting: Driver) -> None:
        waiting.goes()
        for number in range(8):
            waiting.ask(by, scope=str(number))
        assert waiting.ask(by, RESTART).outcome == Refused("origin_limit")


class TestTakesOffTheScreen:
    @pytest.fixture
    def recalled(self, waiting: Driver, by: Chain) -> Call:
        """A question of 120 seconds, taken off the screen when 90 were left."""
        call = waiting.ask(by, wait=600)
        waiting.paint()
        waiting.advance(30)
        waiting.goes()
        return call

    def test_at_once(self, waiting: Driver, recalled: Call) -> None:
        assert waiting.closed == [1]
        assert not waiting.on_screen
        assert recalled.final is None
        beat = recalled.progress[-1]
        assert (beat.state, beat.place, beat.of, beat.seconds_left) == ("queued", 1, 1, None)

    def test_the_remaining_time_stands_still(self, waiting: Driver, recalled: Call) -> None:
        waiting.advance(400)
        waiting.comes()
        assert waiting.on_screen == 2
        assert waiting.show.standing.seconds == 90
        waiting.paint()
        waiting.advance(89.9)
        assert waiting.on_screen
        waiting.advance(0.1)
        assert waiting.take(recalled) == TimedOut("deadline")

    def test_it_is_armed_anew(self, waiting: Driver, recalled: Call) -> None:
        waiting.comes()
        assert waiting.show.arming == waiting.settings.arming
        waiting.click()
        assert waiting.recorded == []
        waiting.paint()
        waiting.click()
        assert waiting.take(recalled) == Approved()

    def test_it_is_logged_as_shown_once(self, waiting: Driver, recalled: Call) -> None:
        waiting.comes()
        waiting.paint()
        assert waiting.logged(LogEvent.SHOWN) == [1]

    def test_it_waits_no_longer_than_the_queue_limit(self, waiting: Driver, recalled: Call) -> None:
        waiting.advance(569.9)
        assert waiting.states() == [State.QUEUED]
        waiting.advance(30.1)  # its caller waits for no more than 600 s in all
        assert waiting.prompts[0].outcome == TimedOut("queue")

    def test_after_its_dialog_has_gone_it_gets_another(self, waiting: Driver, by: Chain) -> None:
        waiting.lingers = True
        waiting.ask(by)
        waiting.paint()
        waiting.goes()
        waiting.comes()
        assert len(waiting.shows) == 1
        waiting.die()
        assert waiting.on_screen == 2

    @pytest.mark.parametrize("state", [State.SHOWING, State.COVERED, State.RELAUNCHING])
    def test_what_is_not_painted_yet(self, waiting: Driver, by: Chain, state: State) -> None:
        waiting.ask(by, wait=600)
        SCENES[state](waiting)
        waiting.goes()
        assert waiting.states() == [State.QUEUED]
        waiting.advance(60)
        assert len(waiting.shows) == 1
        waiting.comes()
        assert waiting.on_screen == 2
        waiting.advance(29.9)
        assert waiting.states()[0] in (State.SHOWING, State.RELAUNCHING)

    def test_what_ended_by_itself_before_has_its_time(self, waiting: Driver, by: Chain) -> None:
        waiting.ask(by, wait=600)
        waiting.paint()
        waiting.advance(20)
        waiting.die()
        waiting.goes()
        waiting.advance(60)
        waiting.comes()
        assert waiting.show.standing.seconds == 100

    def test_the_others_keep_their_places(self, waiting: Driver, by: Chain) -> None:
        for question in (DEPLOY, RESTART, WIPE):
            waiting.ask(by, question)
        waiting.paint()
        waiting.goes()
        waiting.comes()
        assert waiting.places == {DEPLOY.message: 1, RESTART.message: 2, WIPE.message: 3}
        assert waiting.show.question == DEPLOY

    def test_it_comes_back_though_the_person_is_not_to_be_disturbed(
        self, waiting: Driver, by: Chain
    ) -> None:
        """It was on the screen; no other comes."""
        waiting.ask(by, DEPLOY)
        waiting.ask(by, RESTART)
        waiting.paint()
        waiting.do_not_disturb(3600)
        waiting.goes()
        waiting.comes()
        assert waiting.show.question == DEPLOY
        waiting.paint()
        waiting.click()
        assert not waiting.on_screen

    def test_it_can_be_withdrawn_while_its_dialog_goes(self, waiting: Driver, by: Chain) -> None:
        waiting.lingers = True
        waiting.ask(by)
        waiting.paint()
        waiting.goes()
        withdrawal = waiting.withdraw(number=1)
        assert withdrawal.final is None
        waiting.die()
        assert withdrawal.final == e.Withdrew(withdrawal.number, 1)

    def test_the_time_is_over_that_was_over_before(self, waiting: Driver, by: Chain) -> None:
        call = waiting.ask(by, timeout=20)
        waiting.paint()
        waiting.now += 20
        waiting.goes()
        assert waiting.take(call) == TimedOut("deadline")

    def test_a_successor_goes_on_with_it(self, waiting: Driver, recalled: Call) -> None:
        waiting.restart()
        assert not waiting.on_screen
        waiting.advance(100)
        waiting.comes()
        assert waiting.show.standing.seconds == 90


class TestItsDialog:
    """What it still says counts no more."""

    @pytest.fixture
    def late(self, waiting: Driver, by: Chain) -> Driver:
        """The dialog of a question that was taken off the screen lingers."""
        waiting.lingers = True
        waiting.ask(by, wait=600)
        waiting.paint()
        waiting.goes()
        return waiting

    @pytest.mark.parametrize("choice", Choice)
    def test_a_click(self, late: Driver, choice: Choice) -> None:
        late.click(choice)
        assert late.recorded == []
        assert [refused.run for refused in late.refused_clicks] == [1]
        assert late.states() == [State.QUEUED]

    def test_painting_scrolling_and_later(self, late: Driver) -> None:
        late.paint()
        late.scroll()
        late.later()
        assert late.states() == [State.QUEUED]
        late.die()
        late.comes()
        assert late.show.standing.seconds == 120

    def test_nor_once_the_next_one_is_there(self, late: Driver) -> None:
        late.comes()
        late.die()
        late.paint()
        late.click(run=1)
        assert late.recorded == []
        assert late.states() == [State.SHOWN]

    def test_its_end_is_no_crash(self, waiting: Driver, by: Chain) -> None:
        call = waiting.ask(by, max_retries=0, wait=600)
        for _ in range(3):
            waiting.paint()
            waiting.goes()
            waiting.comes()
        waiting.paint()
        assert call.final is None
        assert waiting.states() == [State.SHOWN]

    def test_a_password_dies_with_it(self, waiting: Driver, by: Chain) -> None:
        waiting.lingers = True
        call = waiting.ask(by, UNLOCK)
        waiting.paint()
        waiting.goes()
        secret = waiting.submit()
        assert len(secret) == 0
        assert waiting.recorded == []
        waiting.die()
        waiting.comes()
        waiting.paint()
        kept = waiting.submit("anew")
        outcome = waiting.take(call)
        assert isinstance(outcome, Answered)
        assert outcome.secret is kept


class TestBringingToTheFront:
    def test_shows_nothing(self, waiting: Driver, by: Chain) -> None:
        waiting.ask(by, DEPLOY)
        waiting.ask(by, RESTART)
        waiting.paint()
        waiting.goes()
        assert waiting.bring_forward(2).is_done
        assert waiting.bring_forward(1).is_done
        assert waiting.bring_forward(2).is_done
        assert not waiting.on_screen
        assert waiting.raised == []
        waiting.comes()
        assert waiting.show.question == RESTART

    def test_there_is_nothing_to_bring_where_all_is_refused(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.goes()
        assert isinstance(driver.bring_forward(1).error, NotOpen)


class TestSettingChangesMeanwhile:
    def test_to_waiting(self, driver: Driver, command: Chain) -> None:
        driver.goes()
        driver.send(e.Configured(Settings(locked=LET_WAIT)))
        call = driver.ask(command)
        assert call.final is None
        assert driver.shows == []
        driver.comes()
        assert driver.on_screen

    def test_to_refusing(self, waiting: Driver, by: Chain) -> None:
        waiting.ask(by, DEPLOY)
        waiting.paint()
        waiting.goes()
        calls = [waiting.calls[1], waiting.ask(by, RESTART)]
        waiting.send(e.Configured(Settings()))
        assert [call.outcome for call in calls] == [LOCKED] * 2


@pytest.mark.parametrize("locked", ["refuse", "wait"])
class TestWhatWasAnswered:
    @pytest.fixture
    def answered(self, locked: str) -> tuple[Driver, Call]:
        """Offered to a call, as the person locks the screen."""
        driver = Driver(Settings(locked=locked))
        call = driver.ask(driver.command(driver.tab()))
        driver.paint()
        driver.click()
        driver.goes()
        return driver, call

    def test_is_claimed_and_the_claim_repeated(self, answered: tuple[Driver, Call]) -> None:
        driver, call = answered
        assert driver.take(call) == driver.claim(call).outcome == Approved()

    def test_is_offered_to_the_retry(self, answered: tuple[Driver, Call]) -> None:
        driver, call = answered
        driver.advance(10)
        again = driver.collect(driver.tab(), call.offer.ticket)
        assert driver.take(again) == Approved()

    def test_a_secret_too(self, locked: str) -> None:
        driver = Driver(Settings(locked=locked))
        call = driver.ask(driver.command(driver.tab()), UNLOCK)
        driver.paint()
        secret = driver.submit()
        driver.goes()
        outcome = driver.take(call)
        assert isinstance(outcome, Answered)
        assert outcome.secret is secret
        assert len(secret) > 0
