"""The line behind the dialog: who comes back goes first, and the person may choose another one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.events import ListQueue
from sayso.core.outcome import Approved, TimedOut
from sayso.core.prompt import State
from sayso.core.questions import Confirm, Password, Question
from sayso.core.queue_row import QueueRow
from sayso.core.settings import Settings
from support.core_driver import DEPLOY, RESTART, UNLOCK, WIPE, Call, Chain, Driver


def ask(driver: Driver, by: Chain, *waits: float) -> list[Call]:
    """A question each, whose call waits so long."""
    first = len(driver.prompts)
    return [
        driver.ask(by, Confirm(f"Question {first + number}?"), wait=wait, timeout=600)
        for number, wait in enumerate(waits, 1)
    ]


def line(driver: Driver) -> list[int]:
    return [prompt.number for prompt in driver.broker.queue]


class TestWhoComesBack:
    def test_goes_before_who_does_not(self, driver: Driver, command: Chain) -> None:
        ask(driver, command, 600, 0, 600, 0, 600)
        driver.paint()
        driver.advance(59.9)
        assert line(driver) == [1, 2, 3, 4, 5]
        driver.advance(0.1)
        assert line(driver) == [1, 3, 5, 2, 4]

    def test_is_told_its_new_place_as_time_passes(self, driver: Driver, command: Chain) -> None:
        *_, last = ask(driver, command, 600, 0, 600)
        driver.paint()
        driver.advance(60)
        assert last.progress[-1].place == 2

    def test_is_shown_next(self, driver: Driver, command: Chain) -> None:
        ask(driver, command, 600, 0, 600)
        driver.paint()
        driver.advance(60)
        driver.click()
        assert driver.show.number == 3

    def test_has_a_minute_from_the_end_of_its_latest_call(
        self, driver: Driver, command: Chain
    ) -> None:
        ask(driver, command, 600, 10, 600)
        driver.paint()
        driver.advance(69.9)
        assert line(driver) == [1, 2, 3]
        driver.collect(command, "ticket-2", wait=5)
        driver.advance(64.9)
        assert line(driver) == [1, 2, 3]
        driver.advance(0.1)
        assert line(driver) == [1, 3, 2]

    def test_after_all_goes_behind_those_who_did_before(
        self, driver: Driver, command: Chain
    ) -> None:
        ask(driver, command, 600, 0, 600, 0)
        driver.paint()
        driver.advance(60)
        assert line(driver) == [1, 3, 2, 4]
        driver.collect(command, "ticket-4", wait=600)
        assert line(driver) == [1, 3, 4, 2]
        driver.collect(command, "ticket-2", wait=600)
        assert line(driver) == [1, 3, 4, 2]

    def test_has_a_minute_after_it_hung_up(self, driver: Driver, command: Chain) -> None:
        calls = ask(driver, command, 600, 600, 600)
        driver.paint()
        driver.hang_up(calls[1])
        driver.advance(59.9)
        assert line(driver) == [1, 2, 3]
        driver.advance(0.1)
        assert line(driver) == [1, 3, 2]

    def test_takes_no_other_origins_turn(self, driver: Driver, command: Chain) -> None:
        other = driver.command(driver.tab())
        ask(driver, command, 600, 0, 600)
        ask(driver, other, 0, 600)
        driver.paint()
        assert line(driver) == [1, 4, 2, 5, 3]
        driver.advance(60)
        assert line(driver) == [1, 5, 3, 4, 2]

    def test_leaves_what_is_on_the_screen(self, driver: Driver, command: Chain) -> None:
        ask(driver, command, 0, 600)
        driver.paint()
        driver.advance(60)
        assert line(driver) == [1, 2]
        driver.die()
        driver.advance(0.2)
        assert driver.show.number == 1

    def test_passes_none_that_the_person_wanted_or_saw(
        self, driver: Driver, command: Chain
    ) -> None:
        ask(driver, command, 0, 600, 0)
        driver.paint()
        driver.bring_forward(3)
        driver.paint()
        driver.advance(60)
        assert line(driver) == [3, 1, 2]

    def test_is_known_to_a_successor(self, driver: Driver, command: Chain) -> None:
        """Whose calls the daemon's end cut off has a minute; who had gone before has not."""
        ask(driver, command, 600, 0, 600)
        driver.paint()
        driver.advance(60)
        driver.restart()
        driver.paint()
        ask(driver, command, 600)
        assert line(driver) == [1, 3, 4, 2]
        driver.advance(60)
        assert line(driver) == [1, 4, 3, 2]

    @given(
        st.lists(
            st.tuples(st.sampled_from("AB"), st.sampled_from([0, 30, 600])), min_size=1, max_size=12
        ),
        st.lists(st.sampled_from([1.0, 29.0, 60.0]), max_size=4),
    )
    def test_is_the_rule_whatever_happens(
        self, asked: list[tuple[str, float]], gaps: list[float]
    ) -> None:
        """In each origin's turns none without a recent call is before one with it; otherwise their
        order stays, and so does whose turn it is."""
        driver = Driver(Settings())
        askers = {name: driver.command(driver.tab()) for name in "AB"}
        names: dict[int, str] = {}
        gone_at: dict[int, float] = {}
        for name, wait in asked:
            if [*names.values()].count(name) < driver.settings.prompts_per_origin:
                ask(driver, askers[name], wait)
                number = driver.prompts[-1].number
                names[number], gone_at[number] = name, driver.now + wait + 60
        driver.paint()
        turns = [names[number] for number in line(driver)]
        for gap in gaps:
            before = line(driver)
            driver.advance(gap)
            after = line(driver)
            assert [names[number] for number in after] == turns
            assert after[0] == before[0]
            for name in "AB":
                waiting = [number for number in before[1:] if names[number] == name]
                waiting.sort(key=lambda number: driver.now >= gone_at[number])
                assert [number for number in after[1:] if names[number] == name] == waiting


@pytest.fixture
def three(driver: Driver, command: Chain) -> list[Call]:
    """The first is on the screen, with 100 of its 120 seconds left."""
    calls = [driver.ask(command, question, wait=600) for question in (DEPLOY, RESTART, WIPE)]
    driver.paint()
    driver.advance(20)
    return calls


class TestTheList:
    def test_has_the_others_in_their_order(self, driver: Driver, three: list[Call]) -> None:
        driver.open_queue()
        rows = (
            QueueRow(2, "sayso", RESTART.message, 120),
            QueueRow(3, "sayso", WIPE.message, 60),
        )
        assert driver.lists == [ListQueue(driver.show.run, rows)]

    @pytest.mark.parametrize(
        ("question", "title"),
        [
            (Confirm("Really?", title="Deploy"), "Deploy"),
            (Confirm("Really?\nTo production."), "Really?"),
            (Password("\n Of the disk \nwith all"), "Of the disk "),
            (Confirm("x" * 300), "x" * 100 + "…" + "x" * 99),
        ],
    )
    def test_says_what_each_is_about(
        self, driver: Driver, command: Chain, three: list[Call], question: Question, title: str
    ) -> None:
        driver.ask(command, question)
        driver.open_queue()
        assert driver.lists[-1].rows[-1].title == title

    def test_has_those_that_were_put_off(self, driver: Driver, three: list[Call]) -> None:
        driver.later()
        driver.paint()
        driver.open_queue()
        assert [(row.number, row.seconds) for row in driver.lists[-1].rows] == [(3, 60), (1, 100)]

    def test_says_no_more_time_than_the_queue_leaves(self, driver: Driver, command: Chain) -> None:
        ask(driver, command, 600, 600)
        driver.paint()
        driver.advance(150)
        driver.open_queue()
        assert [row.seconds for row in driver.lists[-1].rows] == [600 - 150]

    def test_says_no_more_time_than_its_call_leaves(
        self, driver: Driver, command: Chain, three: list[Call]
    ) -> None:
        driver.ask(command, Confirm("Bound?"), bound=True, limit=30)
        driver.advance(10)
        driver.open_queue()
        assert driver.lists[-1].rows[-1].seconds == 20

    def test_says_no_more_time_than_is_left_of_later(self, driver: Driver, command: Chain) -> None:
        """It may return a few times until then."""
        for question in (DEPLOY, RESTART):
            driver.ask(command, question, timeout=600)
        for _ in range(2):
            driver.paint()
            driver.later()
        driver.advance(60)
        driver.paint()
        driver.later()
        driver.paint()
        driver.advance(50)
        driver.open_queue()
        assert [row.seconds for row in driver.lists[-1].rows] == [600 - 110]

    def test_is_empty_where_nothing_else_is_open(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.open_queue()
        assert driver.lists[-1].rows == ()

    def test_is_for_a_painted_dialog_alone(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.ask(command, RESTART)
        driver.open_queue()
        driver.bring_up(2)
        assert driver.lists == []
        assert line(driver) == [1, 2]

    def test_is_for_the_dialog_on_the_screen_alone(self, driver: Driver, three: list[Call]) -> None:
        gone = driver.show.run
        driver.click()
        driver.paint()
        driver.open_queue(gone)
        driver.bring_up(3, gone)
        driver.open_queue(0)
        driver.bring_up(3, 0)
        assert driver.lists == []
        assert line(driver) == [2, 3]

    def test_is_something_that_the_person_does(self, driver: Driver, three: list[Call]) -> None:
        assert not driver.prompts[0].touched
        driver.open_queue()
        assert driver.prompts[0].touched


class TestThePress:
    def test_brings_that_one_up(self, driver: Driver, three: list[Call]) -> None:
        driver.bring_up(3)
        assert driver.closed == [1]
        assert driver.show.question == WIPE
        assert driver.show.standing.seconds == 60

    def test_puts_the_other_back_at_the_head(self, driver: Driver, three: list[Call]) -> None:
        driver.bring_up(3)
        assert driver.places == {WIPE.message: 1, DEPLOY.message: 2, RESTART.message: 3}
        driver.paint()
        driver.click()
        assert driver.show.question == DEPLOY
        assert driver.show.standing.seconds == 100
        driver.paint()
        driver.click()
        assert driver.take(three[0]) == Approved()

    def test_waits_for_the_dialog_to_go(self, driver: Driver, three: list[Call]) -> None:
        driver.lingers = True
        driver.bring_up(2)
        driver.click(run=1)
        assert driver.recorded == []
        assert len(driver.shows) == 1
        driver.die()
        assert driver.show.question == RESTART

    def test_brings_back_what_was_put_off(self, driver: Driver, three: list[Call]) -> None:
        driver.later()
        driver.paint()
        driver.bring_up(1)
        assert driver.show.question == DEPLOY
        assert driver.places[RESTART.message] == 2

    @pytest.mark.parametrize("number", [0, 1, 2, 4])
    def test_of_what_is_not_there_shows_what_is(
        self, driver: Driver, three: list[Call], number: int
    ) -> None:
        """It has ended, it is the question itself, or it never was."""
        driver.withdraw(number=2)
        driver.bring_up(number)
        assert [row.number for row in driver.lists[-1].rows] == [3]
        assert driver.closed == []
        assert driver.raised == []
        assert driver.states()[0] is State.SHOWN

    def test_is_something_that_the_person_does(self, driver: Driver, three: list[Call]) -> None:
        driver.bring_up(3)
        assert driver.prompts[0].touched

    def test_shows_it_though_the_person_is_not_to_be_disturbed(
        self, driver: Driver, three: list[Call]
    ) -> None:
        driver.do_not_disturb(3600)
        driver.bring_up(2)
        assert driver.show.question == RESTART
        driver.paint()
        driver.click()
        assert driver.show.question == DEPLOY

    def test_half_a_password_dies_with_its_dialog(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        driver.ask(command, UNLOCK)
        driver.ask(command, RESTART)
        driver.paint()
        driver.bring_up(2)
        assert len(driver.submit()) == 0
        assert driver.recorded == []


class TestOnePutBack:
    @pytest.fixture
    def call(self, driver: Driver, command: Chain) -> Call:
        """Of the first of two that may take ten minutes."""
        call, _ = ask(driver, command, 600, 600)
        driver.paint()
        return call

    def test_ends_ten_minutes_after_the_first_time(self, driver: Driver, call: Call) -> None:
        """However often it was on the screen since."""
        driver.bring_up(2)
        for number in (1, 2, 1, 2, 1):
            driver.paint()
            driver.advance(100)
            driver.bring_up(number)
        driver.paint()
        driver.advance(99.9)
        assert driver.states()[0] is State.SHOWN
        driver.advance(0.1)
        assert driver.take(driver.calls[call.number]) == TimedOut("queue")

    def test_does_so_though_a_daemon_died(self, driver: Driver, command: Chain, call: Call) -> None:
        driver.bring_up(2)
        driver.paint()
        driver.advance(300)
        driver.bring_up(1)
        driver.restart()
        driver.paint()
        driver.advance(299.9)
        assert driver.states()[0] is State.SHOWN
        driver.advance(0.1)
        assert driver.take(driver.collect(command, "ticket-1")) == TimedOut("queue")

    def test_by_the_tray_does_so_as_well(self, driver: Driver, call: Call) -> None:
        for number in (2, 1, 2, 1, 2, 1):
            driver.bring_forward(number)
            driver.paint()
            driver.advance(99)
        assert call.final is None
        driver.advance(6)
        assert driver.take(call) == TimedOut("queue")

    def test_before_anybody_saw_it_has_its_whole_time(self, driver: Driver, command: Chain) -> None:
        ask(driver, command, 600, 600)
        driver.bring_forward(2)
        driver.paint()
        driver.click()
        driver.advance(10)
        driver.paint()
        driver.advance(599.9)
        assert driver.states()[0] is State.SHOWN

    def test_stays_at_the_head_though_a_daemon_died(self, driver: Driver, command: Chain) -> None:
        """And though its asker does not come back, and those behind it do."""
        ask(driver, command, 0, 600, 600)
        driver.paint()
        driver.bring_up(3)
        driver.paint()
        driver.advance(60)
        driver.restart()
        driver.paint()
        ask(driver, driver.command(driver.tab()), 600)
        driver.collect(command, "ticket-2", wait=600)
        driver.advance(60)
        assert line(driver)[:2] == [3, 1]
