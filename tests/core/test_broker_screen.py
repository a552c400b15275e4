"""One dialog at a time: the queue, slots, and clicks that do not count."""

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.outcome import Approved, NoInteractor, Superseded, TimedOut
from sayso.core.questions import Choice
from support.core_driver import DEPLOY, RESTART, WIPE, Chain, Driver


class TestOneDialogVisible:
    def test_the_next_waits_until_the_one_before_has_gone(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.lingers = True
        driver.ask(command)
        driver.ask(command, RESTART)
        driver.paint()
        driver.click()
        assert len(driver.shows) == 1
        driver.die()
        assert driver.show.question == RESTART

    def test_they_come_in_the_order_of_asking(self, driver: Driver, command: Chain) -> None:
        for question in (DEPLOY, RESTART, WIPE):
            driver.ask(command, question)
        for _ in range(3):
            driver.paint()
            driver.click()
        assert [show.question for show in driver.shows] == [DEPLOY, RESTART, WIPE]

    def test_a_place_is_known_for_open_prompts_alone(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.ask(command, RESTART)
        driver.paint()
        driver.click()
        assert driver.places == {RESTART.message: 1}
        assert [driver.broker.place(prompt) for prompt in driver.prompts] == [None, 1]

    def test_painting_is_logged_once(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.die()
        driver.advance(1)
        driver.paint()
        assert driver.logged(LogEvent.SHOWN) == [1]


class TestClicksThatDoNotCount:
    def test_before_painting(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.click()
        assert driver.recorded == []
        assert driver.refused_clicks[0].run == 1
        assert call.final is None
        driver.paint()
        driver.click()
        assert driver.take(call) == Approved()

    def test_after_the_deadline(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        call = driver.ask(command, timeout=20)
        driver.paint()
        driver.advance(20)
        driver.click()
        assert driver.recorded == []
        assert driver.refused_clicks == [e.NotRecorded(1, "this question has ended")]
        assert driver.take(call) == TimedOut("deadline")

    def test_after_it_was_withdrawn(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        driver.ask(command)
        driver.paint()
        driver.withdraw("ticket-1")
        driver.click()
        assert driver.recorded == []

    def test_a_second_one(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        call = driver.ask(command)
        driver.paint()
        driver.click(Choice.DENY)
        driver.click(Choice.APPROVE)
        assert driver.recorded == [1]
        assert not driver.take(call).allowed

    def test_on_a_dialog_that_was_replaced(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.die()
        driver.advance(1)
        driver.paint()
        driver.click(run=1)
        assert driver.recorded == []
        assert call.final is None

    def test_on_the_dialog_before(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        driver.ask(command)
        driver.ask(command, RESTART)
        driver.paint()
        driver.click(Choice.DENY)
        driver.die()
        driver.paint()
        driver.click(run=1)
        assert driver.recorded == [1]

    def test_painted_once_it_has_ended(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        driver.ask(command)
        driver.advance(30)
        driver.paint()
        driver.scroll()
        driver.click()
        assert driver.recorded == []
        assert driver.logged(LogEvent.SHOWN) == []

    def test_the_end_of_a_dialog_before_leaves_the_present_one(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.paint()
        driver.die()
        driver.advance(1)
        driver.die(run=1)
        assert driver.on_screen == 2
        driver.paint()
        driver.click()
        assert driver.recorded == [2]


class TestSlot:
    def test_a_newer_prompt_takes_the_place_of_the_older(
        self, driver: Driver, command: Chain
    ) -> None:
        older = driver.ask(command, DEPLOY, slot="status")
        driver.paint()
        driver.ask(command, RESTART)
        driver.ask(command, WIPE, slot="status")
        assert older.outcome == Superseded("slot")
        assert driver.closed == [1]
        assert driver.places == {WIPE.message: 1, RESTART.message: 2}
        assert driver.show.question == WIPE
        assert driver.logged(LogEvent.SUPERSEDED) == [1]

    def test_also_in_the_queue(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY)
        driver.ask(command, RESTART, slot="status")
        driver.ask(command, RESTART, scope="other")
        driver.ask(command, WIPE, slot="status")
        queue = [(p.fingerprint, driver.broker.place(p)) for p in driver.prompts]
        places = [(DEPLOY, 1), (RESTART, None), (RESTART, 3), (WIPE, 2)]
        assert queue == [(question.fingerprint, place) for question, place in places]

    def test_waits_for_the_older_dialog_to_go(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        driver.ask(command, DEPLOY, slot="status")
        driver.paint()
        driver.ask(command, WIPE, slot="status")
        assert len(driver.shows) == 1
        driver.die()
        assert driver.show.question == WIPE

    def test_of_another_asker_is_another_slot(self, driver: Driver, tab: Chain) -> None:
        older = driver.ask(driver.command(driver.spawn(tab, "agent")), DEPLOY, slot="status")
        driver.advance(1)
        driver.ask(driver.command(driver.spawn(tab, "agent")), WIPE, slot="status")
        assert older.final is None

    def test_of_another_name_is_another_slot(self, driver: Driver, command: Chain) -> None:
        older = driver.ask(command, DEPLOY, slot="status")
        driver.ask(command, WIPE, slot="deploy")
        driver.ask(command, RESTART)
        assert older.final is None

    def test_replaces_across_fresh_shells(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        driver.ask(command, DEPLOY, slot="status", wait=0)
        driver.end_command(command)
        driver.advance(1)
        driver.ask(driver.command(agent), WIPE, slot="status")
        assert driver.places == {WIPE.message: 1}

    def test_never_replaces_an_answer(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, DEPLOY, slot="status", wait=0)
        driver.paint()
        driver.click()
        driver.ask(command, WIPE, slot="status")
        assert driver.take(driver.ask(command, DEPLOY)) == Approved()

    def test_the_same_words_are_a_retry(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, slot="status")
        driver.ask(command, slot="status")
        assert len(driver.prompts) == 1


class TestNoInteractor:
    def test_is_told_at_once(self, driver: Driver, command: Chain) -> None:
        driver.send(e.ScreenChanged("no display"))
        assert driver.ask(command).outcome == NoInteractor("no display")
        assert driver.prompts == []

    def test_ends_what_is_open(self, driver: Driver, command: Chain) -> None:
        calls = [driver.ask(command), driver.ask(command, RESTART)]
        driver.paint()
        driver.send(e.ScreenChanged("the session is locked"))
        assert [call.outcome for call in calls] == [NoInteractor("the session is locked")] * 2
        assert driver.closed == [1]

    def test_leaves_an_answer_to_be_collected(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.paint()
        driver.click()
        driver.send(e.ScreenChanged("no display"))
        assert driver.take(driver.ask(command)) == Approved()

    def test_holds_for_the_next_attempt_too(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.advance(30)
        driver.send(e.ScreenChanged("no display"))
        assert driver.ask(command).outcome == NoInteractor("no display")
        assert not driver.on_screen

    def test_is_over_with_a_screen(self, driver: Driver, command: Chain) -> None:
        driver.send(e.ScreenChanged("no display"))
        driver.send(e.ScreenChanged(None))
        driver.ask(command)
        assert driver.on_screen

    def test_by_ticket_says_so_again(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.send(e.ScreenChanged("no display"))
        assert driver.collect(command, "ticket-1").outcome == NoInteractor("no display")

    def test_a_dialog_that_can_not_be_made_ends_what_is_open(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command)
        driver.send(e.ScreenFailed("no dialog process could be started"))
        assert call.outcome == NoInteractor("no dialog process could be started")

    def test_but_the_next_request_tries_anew(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.send(e.ScreenFailed("no dialog process could be started"))
        driver.ask(command)
        assert [show.number for show in driver.shows] == [1, 2]
