"""Questions that wait until the person opens them, where they have set it so."""

import pytest

from sayso.core import events as e
from sayso.core.outcome import Approved, NotShown, Pending, TimedOut
from sayso.core.prompt import State
from sayso.core.questions import DeviceCode
from sayso.core.settings import LET_WAIT, WHEN_ASKED, Settings
from sayso.errors import NotOpen
from support.core_driver import DEPLOY, RESTART, UNLOCK, WIPE, Call, Chain, Driver

DEVICE = DeviceCode("Sign in to example", "https://example.com/device", "WDJB-MJHT")
INBOX = Settings(appear=WHEN_ASKED)


@pytest.fixture
def driver() -> Driver:
    return Driver(INBOX)


@pytest.fixture
def desktop(driver: Driver) -> Chain:
    """A command that a key of the desktop's runs."""
    return driver.spawn(driver.orphan(), "sayso")


def set_so(driver: Driver, **others: bool | str) -> None:
    driver.send(e.Configured(Settings(appear=WHEN_ASKED, **others)))  # type: ignore[arg-type]  # each is what its name says


class TestWaits:
    def test_until_it_is_opened(self, driver: Driver, command: Chain, desktop: Chain) -> None:
        call = driver.ask(command)
        assert driver.shows == []
        assert (call.progress[-1].state, call.progress[-1].place) == ("unopened", 1)
        assert driver.open_next(desktop).opened == 1
        driver.paint()
        driver.click()
        assert driver.take(call) == Approved()

    def test_also_until_the_tray_brings_it_up(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.bring_forward(1)
        assert driver.on_screen

    def test_its_deadline_begins_when_it_is_painted(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=5)
        driver.advance(500)
        driver.bring_forward(1)
        driver.advance(2)
        driver.paint()
        assert driver.show.standing.seconds == 5
        driver.advance(4.9)
        assert driver.states() == [State.SHOWN]

    def test_no_longer_than_the_queue_limit(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, wait=600)
        driver.advance(599.9)
        assert driver.states() == [State.QUEUED]
        driver.advance(0.1)
        assert driver.take(call) == TimedOut("unopened")

    def test_its_caller_is_told_so(self, driver: Driver, command: Chain) -> None:
        assert driver.ask(command, wait=0).outcome == Pending("ticket-1", unopened=True)
        driver.bring_forward(1)
        assert driver.collect(command, "ticket-1", wait=0).outcome == Pending("ticket-1")

    def test_the_late_answer_is_kept(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.bring_forward(1)
        driver.paint()
        driver.click()
        assert driver.take(driver.ask(command)) == Approved()

    def test_a_retry_opens_nothing(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.ask(command, wait=0)
        assert len(driver.prompts) == 1
        assert driver.shows == []

    def test_it_can_be_withdrawn(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.withdraw(number=1)
        assert call.outcome.status == "withdrawn"

    def test_it_counts_for_the_limits(self, driver: Driver, command: Chain) -> None:
        for number in range(8):
            driver.ask(command, scope=str(number), wait=0)
        assert driver.ask(command, RESTART).outcome.status == "refused"

    def test_after_do_not_disturb_as_well(self, driver: Driver, command: Chain) -> None:
        set_so(driver, do_not_disturb=LET_WAIT)
        driver.do_not_disturb(60)
        driver.ask(command)
        driver.advance(60)
        assert driver.shows == []

    def test_though_the_person_was_away(self, driver: Driver, command: Chain) -> None:
        set_so(driver, locked=LET_WAIT)
        driver.goes()
        driver.ask(command)
        driver.comes()
        assert driver.shows == []

    def test_opened_by_who_is_away_it_is_there_when_they_come(
        self, driver: Driver, command: Chain, desktop: Chain
    ) -> None:
        set_so(driver, locked=LET_WAIT)
        driver.goes()
        driver.ask(command)
        driver.open_next(desktop)
        driver.comes()
        assert driver.on_screen


class TestOnceItWasSeen:
    def test_it_returns_from_later_by_itself(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.bring_forward(1)
        driver.paint()
        driver.later()
        driver.advance(59.9)
        assert not driver.on_screen
        driver.advance(0.1)
        assert driver.on_screen

    def test_it_has_its_next_dialog_when_one_dies(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.bring_forward(1)
        driver.die()
        driver.advance(0.2)
        assert driver.on_screen

    def test_it_is_back_after_the_one_that_was_opened_before_it(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, DEPLOY)
        driver.ask(command, RESTART)
        driver.bring_forward(1)
        driver.paint()
        driver.bring_forward(2)
        driver.paint()
        driver.click()
        assert driver.show.question == DEPLOY

    def test_the_next_attempt_of_one_that_was_opened_is_shown(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command, retention=600)
        driver.bring_forward(1)
        driver.advance(30)
        assert isinstance(call.outcome, NotShown)
        driver.ask(command)
        assert driver.on_screen

    def test_what_takes_its_place_on_the_screen_is_shown(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, DEPLOY, slot="status")
        driver.bring_forward(1)
        driver.paint()
        driver.ask(command, RESTART, slot="status")
        assert driver.show.question == RESTART

    def test_what_takes_the_place_of_one_that_waits_waits(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, DEPLOY, slot="status")
        driver.ask(command, RESTART, slot="status")
        assert driver.shows == []


class TestExceptions:
    @pytest.fixture
    def typed(self, driver: Driver) -> Chain:
        return driver.typed(driver.tab())

    def test_a_password(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, UNLOCK)
        assert driver.shows == []
        set_so(driver, passwords_at_once=True)
        assert driver.show.question == UNLOCK
        driver.ask(command, DEPLOY)
        assert len(driver.shows) == 1

    def test_what_the_person_typed(self, driver: Driver, typed: Chain) -> None:
        driver.ask(typed)
        assert driver.shows == []
        set_so(driver, by_hand_at_once=True)
        assert driver.on_screen

    def test_not_what_an_agent_in_a_terminal_asks(self, driver: Driver, command: Chain) -> None:
        set_so(driver, by_hand_at_once=True)
        driver.ask(command)
        assert driver.shows == []

    def test_they_pass_those_that_wait(self, driver: Driver, command: Chain, typed: Chain) -> None:
        set_so(driver, by_hand_at_once=True)
        for question in (DEPLOY, RESTART):
            driver.ask(command, question)
        driver.ask(typed, WIPE)
        assert driver.show.question == WIPE
        assert driver.places == {WIPE.message: 1, DEPLOY.message: 2, RESTART.message: 3}
        driver.paint()
        driver.click()
        assert not driver.on_screen

    def test_a_device_code_that_is_shown_passes_them(self, driver: Driver, typed: Chain) -> None:
        set_so(driver, by_hand_at_once=True)
        driver.ask(driver.command(driver.spawn(driver.tab(), "agent")), DEPLOY)
        driver.ask(typed, DEVICE)
        driver.paint()
        driver.advance(1)
        assert driver.show.question == DEVICE
        assert driver.on_screen


class TestNext:
    def test_is_what_is_on_the_screen(self, driver: Driver, command: Chain, desktop: Chain) -> None:
        """It comes to the front: a key pressed twice does not change what the person reads. What
        they type stays where it goes, as any program may have said so."""
        driver.ask(command, DEPLOY)
        driver.ask(command, RESTART)
        driver.open_next(desktop)
        driver.paint()
        assert driver.open_next(desktop).opened == 1
        assert (driver.raised_alone, driver.raised) == ([1], [])
        assert len(driver.shows) == 1

    def test_again_and_again_it_comes_to_the_front_once(
        self, driver: Driver, command: Chain, desktop: Chain
    ) -> None:
        """Each time it is armed anew: nobody could ever approve what is on the screen."""
        driver.ask(command, DEPLOY)
        driver.open_next(desktop)
        driver.paint()
        for _ in range(9):
            assert driver.open_next(desktop).opened == 1
            driver.advance(1)
        assert driver.raised_alone == [1]
        driver.advance(1)
        driver.open_next(desktop)
        assert driver.raised_alone == [1, 1]

    def test_is_one_after_the_other(self, driver: Driver, command: Chain, desktop: Chain) -> None:
        for question in (DEPLOY, RESTART):
            driver.ask(command, question)
        for number in (1, 2):
            assert driver.open_next(desktop).opened == number
            driver.paint()
            driver.click()
        assert not driver.on_screen

    def test_is_nothing_where_nothing_is_open(self, driver: Driver, desktop: Chain) -> None:
        assert driver.open_next(desktop).opened is None

    def test_is_what_was_put_off_where_nothing_else_waits(
        self, driver: Driver, command: Chain, desktop: Chain
    ) -> None:
        driver.ask(command)
        driver.open_next(desktop)
        driver.paint()
        driver.later()
        assert driver.open_next(desktop).opened == 1
        assert driver.on_screen

    def test_is_a_question_before_a_device_code(
        self, driver: Driver, command: Chain, desktop: Chain
    ) -> None:
        driver.ask(command, DEVICE)
        driver.ask(command, DEPLOY)
        assert driver.open_next(desktop).opened == 2
        driver.paint()
        driver.click()
        assert driver.open_next(desktop).opened == 1

    def test_is_shown_though_the_person_is_not_to_be_disturbed(
        self, driver: Driver, command: Chain, desktop: Chain
    ) -> None:
        driver.ask(command)
        driver.do_not_disturb(60)
        driver.open_next(desktop)
        assert driver.on_screen

    def test_is_not_what_the_program_asked_itself(self, driver: Driver, command: Chain) -> None:
        """No agent hurries the person to its own question."""
        driver.ask(command, wait=0)
        assert driver.open_next(command).opened is None
        assert driver.shows == []
        driver.ask(driver.command(driver.spawn(driver.tab(), "other")), RESTART, wait=0)
        assert driver.open_next(command).opened == 2

    def test_two_programs_do_not_take_each_others_off_the_screen(
        self, driver: Driver, command: Chain
    ) -> None:
        """Nothing could ever be answered."""
        other = driver.command(driver.spawn(driver.tab(), "other"))
        driver.ask(command, DEPLOY)
        driver.ask(other, RESTART)
        assert driver.open_next(command).opened == 2
        driver.paint()
        assert driver.open_next(other).opened is None
        assert driver.open_next(command).opened == 2
        assert len(driver.shows) == 1

    def test_is_no_other_while_its_own_device_code_is_on_the_screen(
        self, driver: Driver, command: Chain
    ) -> None:
        other = driver.command(driver.spawn(driver.tab(), "other"))
        for asker in (command, other):
            driver.ask(asker, DEVICE)
        assert driver.open_next(command).opened == 2
        assert driver.open_next(other).opened is None

    def test_is_any_where_the_person_types_it(self, driver: Driver) -> None:
        shell = driver.tab()
        driver.ask(driver.typed(shell))
        assert driver.open_next(driver.typed(shell)).opened == 1


class TestNobodyWouldLearnOfIt:
    def test_it_is_shown_at_once(self, driver: Driver, command: Chain) -> None:
        driver.send(e.InboxChanged("no panel shows tray icons"))
        assert driver.broker.inbox_absent == "no panel shows tray icons"
        driver.ask(command)
        assert driver.on_screen

    def test_what_waits_comes_when_that_is_known(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.send(e.InboxChanged("no panel shows tray icons"))
        assert driver.on_screen

    def test_the_next_waits_when_they_do_again(self, driver: Driver, command: Chain) -> None:
        driver.send(e.InboxChanged("no panel shows tray icons"))
        driver.send(e.InboxChanged(None))
        driver.ask(command)
        assert driver.shows == []


class TestSettingChanges:
    def test_what_waits_comes_at_once(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.send(e.Configured(Settings()))
        assert driver.on_screen

    def test_what_is_on_the_screen_stays_and_what_is_behind_it_waits(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.send(e.Configured(Settings()))
        driver.ask(command, DEPLOY)
        behind = driver.ask(command, RESTART, wait=600)
        driver.paint()
        driver.send(e.Configured(INBOX))
        assert driver.closed == []
        assert behind.progress[-1].state == "unopened"
        driver.click()
        assert not driver.on_screen


class TestSuccessor:
    def test_it_waits_on(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.advance(300)
        driver.restart()
        assert driver.shows == []
        driver.advance(300)
        assert driver.take(driver.ask(command)) == TimedOut("unopened")

    def test_what_was_opened_is_there(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.bring_forward(1)
        driver.restart()
        assert driver.on_screen


def test_a_bound_one_goes_with_its_limit(driver: Driver, command: Chain) -> None:
    call: Call = driver.ask(command, bound=True, limit=5)
    driver.advance(5)
    assert driver.take(call) == TimedOut("limit")


def test_what_is_over_is_not_opened(driver: Driver, command: Chain) -> None:
    driver.ask(command, wait=0)
    driver.withdraw(number=1)
    assert isinstance(driver.bring_forward(1).error, NotOpen)
