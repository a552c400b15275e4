"""The person wants to see one question now; and ends a quiet period."""

import pytest

from sayso.core.events import LogEvent, ScreenChanged
from sayso.core.outcome import Approved, NoInteractor, Pending, Refused, Superseded, TimedOut
from sayso.core.policy import Quiet
from sayso.core.prompt import State
from sayso.core.questions import Choice, Confirm, Password, Question
from sayso.core.settings import LET_WAIT, Settings
from sayso.errors import NotOpen, UnknownPrompt, UnknownQuietPeriod
from support.core_driver import DEPLOY, RESTART, UNLOCK, WIPE, Call, Chain, Driver


@pytest.fixture
def three(driver: Driver, command: Chain) -> list[Call]:
    """Questions; the first is on the screen, with 100 of its 120 seconds left."""
    calls = [driver.ask(command, question, wait=600) for question in (DEPLOY, RESTART, WIPE)]
    driver.paint()
    driver.advance(20)
    return calls


class TestOnTheScreen:
    @pytest.mark.parametrize("painted", [True, False])
    def test_its_dialog_comes_to_the_front(
        self, driver: Driver, command: Chain, painted: bool
    ) -> None:
        driver.ask(command)
        if painted:
            driver.paint()
        assert driver.bring_forward(1).is_done
        assert driver.raised == [1]
        assert driver.closed == []

    def test_as_often_as_the_person_wants(self, driver: Driver, three: list[Call]) -> None:
        driver.bring_forward(1)
        driver.bring_forward(1)
        assert driver.raised == [1, 1]
        assert driver.places == {DEPLOY.message: 1, RESTART.message: 2, WIPE.message: 3}

    def test_its_clock_runs_on(self, driver: Driver, three: list[Call]) -> None:
        driver.bring_forward(1)
        driver.advance(100)
        assert driver.take(three[0]) == TimedOut("deadline")

    def test_one_whose_dialog_died_gets_the_next_as_ever(
        self, driver: Driver, three: list[Call]
    ) -> None:
        driver.die()
        assert driver.bring_forward(1).is_done
        assert driver.raised == []
        driver.advance(0.2)
        assert driver.show.question == DEPLOY
        assert driver.show.standing.seconds == 100


class TestQueued:
    def test_it_is_shown_at_once(self, driver: Driver, three: list[Call]) -> None:
        assert driver.bring_forward(3).is_done
        assert driver.closed == [1]
        assert driver.show.question == WIPE
        assert driver.raised == []

    def test_once_the_dialog_before_has_gone(self, driver: Driver, three: list[Call]) -> None:
        driver.lingers = True
        driver.bring_forward(3)
        assert len(driver.shows) == 1
        driver.die()
        assert driver.show.question == WIPE

    def test_what_made_room_comes_next_with_its_time(
        self, driver: Driver, three: list[Call]
    ) -> None:
        driver.bring_forward(3)
        assert driver.places == {WIPE.message: 1, DEPLOY.message: 2, RESTART.message: 3}
        driver.paint()
        driver.advance(50)
        driver.click()
        assert driver.show.question == DEPLOY
        assert driver.show.standing.seconds == 100
        driver.paint()
        driver.click()
        assert driver.show.question == RESTART

    def test_what_made_room_is_told_so(self, driver: Driver, three: list[Call]) -> None:
        driver.bring_forward(3)
        assert (three[0].progress[-1].state, three[0].progress[-1].place) == ("queued", 2)

    def test_its_dialog_counts_no_more(self, driver: Driver, three: list[Call]) -> None:
        driver.lingers = True
        driver.bring_forward(3)
        driver.click(run=1)
        assert driver.recorded == []
        driver.die()
        driver.click(run=1)
        assert driver.recorded == []
        assert driver.states()[0] is State.QUEUED

    def test_to_and_fro(self, driver: Driver, three: list[Call]) -> None:
        for number in (3, 1, 2, 1):
            driver.bring_forward(number)
        driver.paint()
        driver.click()
        assert driver.take(three[0]) == Approved()
        assert driver.show.question == RESTART

    def test_it_is_answered_as_any(self, driver: Driver, three: list[Call]) -> None:
        driver.bring_forward(2)
        driver.click()
        assert driver.recorded == []
        driver.paint()
        driver.click()
        assert driver.take(three[1]) == Approved()

    def test_newer_questions_come_behind_it(
        self, driver: Driver, command: Chain, three: list[Call]
    ) -> None:
        driver.bring_forward(3)
        driver.ask(driver.tab(), Confirm("Another?"))
        assert driver.places[WIPE.message] == 1
        assert driver.places[DEPLOY.message] == 2  # which made room
        assert driver.places["Another?"] == 3

    def test_half_a_password_dies_with_its_dialog(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        driver.ask(command, UNLOCK)
        driver.ask(command, RESTART)
        driver.paint()
        driver.bring_forward(2)
        assert len(driver.submit()) == 0
        assert driver.recorded == []

    def test_a_successor_goes_on_in_that_order(self, driver: Driver, three: list[Call]) -> None:
        driver.bring_forward(3)
        driver.paint()
        driver.restart()
        assert driver.places == {WIPE.message: 1, DEPLOY.message: 2, RESTART.message: 3}
        assert driver.show.question == WIPE


class TestPutOff:
    @pytest.fixture
    def put_off(self, driver: Driver, three: list[Call]) -> Call:
        """The first, while the second is on the screen."""
        driver.later()
        driver.paint()
        return three[0]

    def test_it_is_back_early(self, driver: Driver, put_off: Call) -> None:
        assert driver.bring_forward(1).is_done
        assert driver.places == {DEPLOY.message: 1, RESTART.message: 2, WIPE.message: 3}
        assert driver.show.question == DEPLOY
        assert driver.show.standing.seconds == 100

    def test_it_is_back_once(self, driver: Driver, put_off: Call) -> None:
        driver.bring_forward(1)
        driver.paint()
        driver.advance(60)
        assert [show.question for show in driver.shows] == [DEPLOY, RESTART, DEPLOY]

    def test_its_limit_holds(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, timeout=600)
        driver.paint()
        driver.later()
        driver.advance(1)
        driver.bring_forward(1)
        driver.paint()
        driver.advance(598.9)
        assert driver.states() == [State.SHOWN]
        driver.advance(0.1)
        assert driver.take(driver.collect(command, "ticket-1")) == TimedOut("queue")

    def test_it_may_be_put_off_again(self, driver: Driver, put_off: Call) -> None:
        driver.bring_forward(1)
        driver.paint()
        driver.later()
        assert driver.places == {RESTART.message: 1, WIPE.message: 2, DEPLOY.message: 3}
        assert driver.show.question == RESTART


class TestInDoNotDisturb:
    def test_it_is_shown_and_no_other(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY)
        driver.ask(command, RESTART)
        driver.ask(command, WIPE)
        driver.paint()
        driver.do_not_disturb(3600)
        driver.click()
        assert not driver.on_screen
        driver.bring_forward(3)
        assert driver.show.question == WIPE
        driver.paint()
        driver.click()
        assert not driver.on_screen

    def test_what_made_room_comes_back(self, driver: Driver, three: list[Call]) -> None:
        driver.do_not_disturb(3600)
        driver.bring_forward(3)
        driver.paint()
        driver.click()
        assert driver.show.question == DEPLOY
        driver.paint()
        driver.click()
        assert not driver.on_screen

    def test_it_goes_on_with_another_dialog(self, driver: Driver, three: list[Call]) -> None:
        driver.do_not_disturb(3600)
        driver.bring_forward(2)
        driver.die()
        driver.advance(0.2)
        assert driver.show.question == RESTART

    def test_beside_other_askers_it_comes_first_and_theirs_stay_down(self) -> None:
        driver = Driver(Settings(do_not_disturb=LET_WAIT))
        mine, others = driver.command(driver.tab()), driver.command(driver.tab())
        for by, question in ((others, DEPLOY), (mine, RESTART), (mine, WIPE)):
            driver.ask(by, question, wait=600)
        driver.do_not_disturb(3600)
        driver.paint()
        driver.click()
        assert not driver.on_screen
        driver.bring_forward(3)
        driver.bring_forward(2)
        driver.ask(others, Confirm("Theirs?"), wait=600)
        driver.ask(driver.command(driver.tab()), Confirm("A third one's?"), wait=600)
        for question in (RESTART, WIPE):  # the person wanted the second one last
            assert driver.show.question == question
            driver.paint()
            driver.click()
        assert not driver.on_screen
        assert sorted(driver.places) == ["A third one's?", "Theirs?"]


class TestNothingToSee:
    def test_no_such_question(self, driver: Driver, three: list[Call]) -> None:
        assert isinstance(driver.bring_forward(4).error, UnknownPrompt)
        assert isinstance(driver.bring_forward(0).error, UnknownPrompt)
        assert driver.places == {DEPLOY.message: 1, RESTART.message: 2, WIPE.message: 3}

    def test_one_that_was_answered(self, driver: Driver, three: list[Call]) -> None:
        driver.click()
        assert isinstance(driver.bring_forward(1).error, NotOpen)
        assert driver.take(three[0]) == Approved()
        assert isinstance(driver.bring_forward(1).error, NotOpen)

    def test_one_that_has_ended(self, driver: Driver, three: list[Call]) -> None:
        driver.withdraw(number=2)
        assert isinstance(driver.bring_forward(2).error, NotOpen)

    def test_one_that_was_not_shown(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.advance(30)
        assert isinstance(driver.bring_forward(1).error, NotOpen)

    def test_one_that_timed_out_though_no_timer_ran(
        self, driver: Driver, three: list[Call]
    ) -> None:
        driver.now += 100
        assert isinstance(driver.bring_forward(1).error, NotOpen)
        assert driver.raised == []

    def test_where_there_is_no_screen(self, driver: Driver, three: list[Call]) -> None:
        driver.send(ScreenChanged("no display"))
        assert three[0].outcome == NoInteractor("no display")
        assert isinstance(driver.bring_forward(1).error, NotOpen)


def test_answers_and_claims_are_as_they_were(driver: Driver, three: list[Call]) -> None:
    driver.click()
    driver.bring_forward(3)
    assert driver.take(three[0]) == driver.claim(three[0]).outcome == Approved()


def test_a_retry_attaches_to_it(driver: Driver, command: Chain, three: list[Call]) -> None:
    driver.bring_forward(3)
    retry = driver.ask(command, WIPE)
    assert three[2].outcome == Superseded("newer_call")
    driver.paint()
    driver.click()
    assert driver.take(retry) == Approved()


class TestQuietPeriod:
    def quiet(self, driver: Driver, by: Chain, question: Question = DEPLOY) -> None:
        """The person has refused the same once too often."""
        for _ in range(driver.settings.denials):
            call = driver.ask(by, question)
            driver.paint()
            driver.click(Choice.DENY)
            driver.take(call)

    def periods(self, driver: Driver) -> list[Quiet]:
        return list(driver.broker.policy.quiet)

    def test_says_who_asked_what_and_until_when(self, driver: Driver, agent: Chain) -> None:
        self.quiet(driver, agent)
        (quiet,) = self.periods(driver)
        assert (quiet.number, quiet.asker) == (1, "agent")
        assert quiet.title == "Deploy to production?"
        assert quiet.until == driver.now + 600

    @pytest.mark.parametrize(
        ("question", "title"),
        [
            (Confirm("Really?", title="Deploy"), "Deploy"),
            (Confirm("Really?\nTo production."), "Really?"),
            (Password("Of the disk", title="Unlock"), "Unlock"),
            (Password("Of the disk"), ""),
        ],
    )
    def test_never_has_the_message_of_a_secret(
        self, driver: Driver, command: Chain, question: Question, title: str
    ) -> None:
        self.quiet(driver, command, question)
        assert self.periods(driver)[0].title == title

    def test_ends_when_the_person_says_so(self, driver: Driver, command: Chain) -> None:
        self.quiet(driver, command)
        assert isinstance(driver.ask(command).outcome, Refused)
        assert driver.end_quiet(1).is_done
        assert self.periods(driver) == []
        assert driver.ask(command).final is None
        assert driver.broker.next_due() != driver.now + 600

    def test_and_no_other_does(self, driver: Driver, command: Chain) -> None:
        self.quiet(driver, command, DEPLOY)
        self.quiet(driver, command, RESTART)
        driver.end_quiet(1)
        assert [quiet.number for quiet in self.periods(driver)] == [2]
        assert isinstance(driver.ask(command, RESTART).outcome, Refused)
        assert isinstance(driver.ask(command, DEPLOY, wait=0).outcome, Pending)

    def test_elapses_and_no_daemon_wakes_for_it_after(self, driver: Driver, command: Chain) -> None:
        self.quiet(driver, command)
        driver.advance(600)
        assert self.periods(driver) == []
        assert driver.broker.next_due() is None

    def test_no_such_period(self, driver: Driver, command: Chain) -> None:
        self.quiet(driver, command)
        assert isinstance(driver.end_quiet(2).error, UnknownQuietPeriod)
        driver.end_quiet(1)
        assert isinstance(driver.end_quiet(1).error, UnknownQuietPeriod)

    def test_a_number_is_given_once(self, driver: Driver, command: Chain) -> None:
        self.quiet(driver, command)
        driver.end_quiet(1)
        driver.restart()
        self.quiet(driver, command)
        assert [quiet.number for quiet in self.periods(driver)] == [2]

    def test_one_that_begins_anew_is_one(self, driver: Driver) -> None:
        """Two agents of one tab ask the same; the second is refused when quiet has begun."""
        driver = Driver(Settings(denials=1))
        tab = driver.tab()
        one, two = (driver.command(driver.spawn(tab, "agent")) for _ in range(2))
        driver.ask(one, wait=0)
        driver.ask(two, wait=600)
        for _ in range(2):
            driver.paint()
            driver.click(Choice.DENY)
            driver.advance(10)
        (quiet,) = self.periods(driver)
        assert quiet.until == driver.now + 590
        driver.end_quiet(quiet.number)
        assert driver.ask(driver.command(driver.spawn(tab, "agent"))).final is None

    def test_a_successor_knows_it(self, driver: Driver, command: Chain) -> None:
        self.quiet(driver, command)
        before = self.periods(driver)
        driver.restart()
        assert self.periods(driver) == before
        assert driver.end_quiet(1).is_done
        assert driver.ask(command).final is None

    def test_an_answer_to_come_is_not_touched_by_its_end(
        self, driver: Driver, command: Chain
    ) -> None:
        for _ in range(driver.settings.denials):
            driver.ask(command, wait=0)
            driver.paint()
            driver.click(Choice.DENY)
            last = driver.ask(command)
            driver.take(last)
        driver.end_quiet(1)
        assert driver.claim(last).outcome.status == "denied"
        assert len(driver.logged(LogEvent.COLLECTED)) == 3


DIFFERENT = [Confirm(f"Drop table {table}?") for table in ("users", "orders", "logs")]


class TestASuggestedQuietPeriod:
    """Of all that one account asks, once it was denied several different questions."""

    def deny(self, driver: Driver, by: Chain, *questions: Question) -> None:
        for question in questions:
            driver.ask(by, question, wait=0)
            driver.paint()
            driver.click(Choice.DENY)

    def suggested(self, driver: Driver) -> list[tuple[int, str]]:
        return [(each.number, each.asker) for each in driver.broker.policy.suggested]

    def test_begins_when_the_person_says_so(self, driver: Driver, agent: Chain) -> None:
        self.deny(driver, agent, *DIFFERENT[:2])
        assert self.suggested(driver) == []
        self.deny(driver, agent, DIFFERENT[2])
        assert self.suggested(driver) == [(1, "agent")]
        assert driver.ask(agent, DEPLOY, wait=0).outcome.status == "pending"
        assert driver.begin_quiet(1).is_done
        assert self.suggested(driver) == []
        assert driver.ask(agent, RESTART).outcome == Refused("quiet_period", retry_after=600)

    def test_what_is_open_stays_open(self, driver: Driver, agent: Chain) -> None:
        self.deny(driver, agent, *DIFFERENT)
        call = driver.ask(agent, DEPLOY)
        driver.begin_quiet(1)
        driver.paint()
        driver.click()
        assert driver.take(call) == Approved()

    def test_who_asks_elsewhere_is_not_meant(self, driver: Driver, agent: Chain) -> None:
        self.deny(driver, agent, *DIFFERENT)
        driver.begin_quiet(1)
        other = driver.command(driver.spawn(driver.tab(), "other"))
        assert driver.ask(other, wait=0).outcome.status == "pending"

    def test_ends_when_the_person_says_so(self, driver: Driver, agent: Chain) -> None:
        self.deny(driver, agent, *DIFFERENT)
        driver.begin_quiet(1)
        assert driver.end_quiet(1).is_done
        assert driver.ask(agent, wait=0).outcome.status == "pending"

    def test_the_same_question_again_and_again_suggests_none(
        self, driver: Driver, agent: Chain
    ) -> None:
        self.deny(driver, agent, DEPLOY, DEPLOY, DEPLOY)
        assert self.suggested(driver) == []

    def test_slow_denials_suggest_none(self, driver: Driver, agent: Chain) -> None:
        for question in DIFFERENT:
            self.deny(driver, agent, question)
            driver.advance(driver.settings.denial_window / 2 + 1)
        assert self.suggested(driver) == []

    def test_what_nobody_wants_elapses(self, driver: Driver, agent: Chain) -> None:
        self.deny(driver, agent, *DIFFERENT)
        driver.advance(600)
        assert self.suggested(driver) == []
        assert isinstance(driver.begin_quiet(1).error, UnknownQuietPeriod)

    def test_a_successor_knows_it(self, driver: Driver, agent: Chain) -> None:
        self.deny(driver, agent, *DIFFERENT)
        driver.restart()
        assert self.suggested(driver) == [(1, "agent")]
        driver.begin_quiet(1)
        driver.restart()
        assert isinstance(driver.ask(agent, RESTART).outcome, Refused)
