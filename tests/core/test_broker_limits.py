"""What only a new prompt meets: limits, quiet periods; and how a prompt ends without an answer."""

import pytest

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.outcome import Approved, Pending, Refused, Withdrawn
from sayso.core.prompt import State
from sayso.core.questions import Choice, Confirm
from sayso.core.settings import Settings
from sayso.errors import Expired, InvalidParams, NotAcknowledged, NotOpen, UnknownPrompt
from support.core_driver import DEPLOY, RESTART, WIPE, Call, Chain, Driver


class TestLimits:
    def fill(self, driver: Driver, by: Chain, prompts: int) -> list[Call]:
        return [driver.ask(by, scope=str(number)) for number in range(prompts)]

    def test_eight_open_prompts_of_an_origin(self, driver: Driver, command: Chain) -> None:
        calls = self.fill(driver, command, 8)
        ninth = driver.ask(command, RESTART)
        assert ninth.outcome == Refused("origin_limit")
        assert [call.final for call in calls] == [None] * 8
        assert driver.logged(LogEvent.REFUSED) == [0]

    def test_another_origin_is_not_affected(self, driver: Driver, command: Chain) -> None:
        self.fill(driver, command, 8)
        assert driver.ask(driver.command(driver.tab())).final is None

    def test_orphans_have_eight_together(self, driver: Driver) -> None:
        for _ in range(8):
            assert driver.ask(driver.orphan()).final is None
        assert driver.ask(driver.orphan()).outcome == Refused("origin_limit")
        assert driver.ask(driver.orphan(cgroup="/elsewhere")).final is None

    def test_sixty_four_in_all(self, driver: Driver) -> None:
        for _ in range(8):
            self.fill(driver, driver.command(driver.tab()), 8)
        assert driver.ask(driver.command(driver.tab())).outcome == Refused("prompt_limit")
        assert len(driver.prompts) == 64

    def test_a_prompt_that_has_ended_makes_room(self, driver: Driver, command: Chain) -> None:
        self.fill(driver, command, 8)
        driver.paint()
        driver.click()
        assert driver.ask(command, RESTART).final is None

    def test_a_retry_is_never_refused(self, driver: Driver, command: Chain) -> None:
        calls = self.fill(driver, command, 8)
        driver.paint()
        retry = driver.ask(command, scope="0")
        by_ticket = driver.ask(command, ticket=retry_ticket(calls[1]))
        driver.click()
        assert driver.take(retry) == Approved()
        assert by_ticket.final is None

    def test_a_slot_is_still_replaced(self, driver: Driver, command: Chain) -> None:
        self.fill(driver, command, 7)
        driver.ask(command, DEPLOY, slot="status", scope="7")
        assert driver.ask(command, RESTART, slot="status", scope="7").final is None

    def test_a_refusal_leaves_the_slot_alone(self, command: Chain) -> None:
        driver = Driver(Settings(denials=1))
        driver.ask(command, RESTART)
        driver.paint()
        driver.click(Choice.DENY)
        driver.take(driver.ask(command, RESTART))
        older = driver.ask(command, DEPLOY, slot="status")
        refused = driver.ask(command, RESTART, slot="status")
        assert isinstance(refused.outcome, Refused)
        assert older.final is None


def retry_ticket(call: Call) -> str:
    return f"ticket-{call.number}"


class TestQuietPeriod:
    def deny(self, driver: Driver, by: Chain, times: int, every: float = 0) -> None:
        for _ in range(times):
            call = driver.ask(by)
            driver.paint()
            driver.click(Choice.DENY)
            driver.take(call)
            driver.advance(every)

    def test_begins_with_the_third_denial_in_a_minute(self, driver: Driver, command: Chain) -> None:
        self.deny(driver, command, 3, every=30)
        refused = driver.ask(command)
        assert refused.outcome == Refused("quiet_period", retry_after=570)
        assert len(driver.shows) == 3

    def test_counts_for_all_orphans_of_a_control_group(self, driver: Driver) -> None:
        for _ in range(3):
            self.deny(driver, driver.orphan(), 1)
        assert isinstance(driver.ask(driver.orphan()).outcome, Refused)
        assert len(driver.shows) == 3

    def test_counts_for_all_who_ask_the_same(self, driver: Driver) -> None:
        """As who takes a terminal of its own each time would be another one each time."""
        for _ in range(3):
            self.deny(driver, driver.command(driver.tab()), 1)
        other = driver.command(driver.tab())
        self.deny(driver, other, 1)
        assert [show.denied_to for show in driver.shows] == [None, None, None, "sayso"]
        for chain in (other, driver.command(driver.tab()), driver.orphan()):
            assert isinstance(driver.ask(chain).outcome, Refused)

    def test_does_not_count_other_questions_of_others(self, driver: Driver) -> None:
        for question in (DEPLOY, RESTART):
            for _ in range(2):
                call = driver.ask(driver.command(driver.tab()), question)
                driver.paint()
                driver.click(Choice.DENY)
                driver.take(call)
        assert driver.ask(driver.command(driver.tab())).final is None
        assert driver.shows[-1].denied_to is None

    def test_elsewhere_the_same_is_shown_and_says_who_was_denied(
        self, driver: Driver, command: Chain
    ) -> None:
        self.deny(driver, command, 3)
        other = driver.ask(driver.command(driver.tab()))
        assert other.final is None
        assert [show.denied_to for show in driver.shows] == [None, None, None, "sayso"]
        driver.paint()
        driver.click()
        assert driver.take(other) == Approved()
        assert driver.ask(driver.command(driver.tab())).final is None

    def test_denied_elsewhere_too_it_is_refused_to_all(
        self, driver: Driver, command: Chain
    ) -> None:
        self.deny(driver, command, 3)
        self.deny(driver, driver.command(driver.tab()), 1)
        for chain in (command, driver.command(driver.tab()), driver.orphan()):
            assert driver.ask(chain).outcome == Refused("quiet_period", retry_after=600)
        assert driver.ask(command, RESTART).final is None

    def test_what_else_is_denied_elsewhere_is_nobody_else_s(
        self, driver: Driver, command: Chain
    ) -> None:
        self.deny(driver, command, 3)
        other = driver.command(driver.tab())
        call = driver.ask(other, RESTART)
        driver.paint()
        driver.click(Choice.DENY)
        driver.take(call)
        assert driver.shows[-1].denied_to is None
        assert driver.ask(other, RESTART).final is None

    def test_is_over_after_ten_minutes(self, driver: Driver, command: Chain) -> None:
        self.deny(driver, command, 3)
        driver.advance(599.9)
        assert isinstance(driver.ask(command).outcome, Refused)
        driver.advance(0.1)
        assert driver.ask(command).final is None

    def test_does_not_begin_for_denials_further_apart(self, driver: Driver, command: Chain) -> None:
        self.deny(driver, command, 4, every=30.1)
        assert driver.ask(command).final is None

    def test_counts_the_latest_denials(self, driver: Driver, command: Chain) -> None:
        self.deny(driver, command, 2, every=40)
        self.deny(driver, command, 2, every=10)
        assert isinstance(driver.ask(command).outcome, Refused)

    def test_counts_anew_after_it(self, driver: Driver, command: Chain) -> None:
        self.deny(driver, command, 3)
        driver.advance(600)
        self.deny(driver, command, 2)
        assert driver.ask(command).final is None

    def test_holds_for_this_question_alone(self, driver: Driver, command: Chain) -> None:
        self.deny(driver, command, 3)
        assert driver.ask(command, RESTART).final is None

    def test_holds_for_this_origin_alone(self, driver: Driver, command: Chain) -> None:
        self.deny(driver, command, 3)
        assert driver.ask(driver.command(driver.tab())).final is None

    def test_other_answers_start_none(self, driver: Driver, command: Chain) -> None:
        for choice in (Choice.APPROVE, Choice.DISMISS, Choice.APPROVE, Choice.DISMISS):
            call = driver.ask(command)
            driver.paint()
            driver.click(choice)
            driver.take(call)
        assert driver.ask(command).final is None

    def test_an_uncollected_denial_is_still_collected(self, driver: Driver, command: Chain) -> None:
        self.deny(driver, command, 2)
        driver.ask(command, wait=0)
        driver.paint()
        driver.click(Choice.DENY)
        assert driver.take(driver.ask(command)).status == "denied"
        assert isinstance(driver.ask(command).outcome, Refused)

    def test_a_denial_of_long_ago_leaves_no_trace(self, driver: Driver, command: Chain) -> None:
        self.deny(driver, command, 3)
        driver.advance(601)
        self.deny(driver, driver.command(driver.tab()), 1)
        assert driver.ask(command).final is None
        assert "quiet" not in driver.kept["policy"]

    def test_denials_of_long_ago_leave_none_either(self, driver: Driver, command: Chain) -> None:
        for number in range(20):
            call = driver.ask(command, Confirm(f"Number {number}?"))
            driver.paint()
            driver.click(Choice.DENY)
            driver.take(call)
            driver.advance(61)
        assert len(driver.kept["policy"]["denials"]) == 1


class TestOwner:
    def test_is_the_origin(self, driver: Driver, tab: Chain, command: Chain) -> None:
        call = driver.ask(command)
        assert driver.broker.owners == {tab[0].process}
        driver.send(e.OwnerExited(tab[0].process))
        assert call.outcome == Withdrawn("owner_exited")
        assert driver.closed == [1]
        assert driver.logged(LogEvent.WITHDRAWN) == [1]
        assert driver.broker.owners == frozenset()

    def test_can_be_named(self, driver: Driver, agent: Chain, command: Chain) -> None:
        call = driver.ask(command, owner=agent[0].process.pid)
        driver.send(e.OwnerExited(agent[0].process))
        assert call.outcome == Withdrawn("owner_exited")

    def test_is_nobody_where_the_origin_asks_itself(self, driver: Driver, tab: Chain) -> None:
        call = driver.ask(tab)
        assert driver.broker.owners == frozenset()
        driver.send(e.OwnerExited(tab[0].process))
        assert call.final is None

    def test_stays_that_of_the_request_that_opened(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        driver.ask(command, owner=agent[0].process.pid)
        driver.ask(command)
        assert driver.broker.owners == {agent[0].process}

    def test_its_exit_leaves_an_answer(self, driver: Driver, tab: Chain, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.paint()
        driver.click()
        driver.send(e.OwnerExited(tab[0].process))
        assert driver.take(driver.ask(command)) == Approved()

    def test_its_exit_leaves_what_others_own(
        self, driver: Driver, tab: Chain, command: Chain
    ) -> None:
        other = driver.ask(driver.command(driver.tab()))
        driver.ask(command)
        driver.send(e.OwnerExited(tab[0].process))
        assert other.final is None
        assert driver.on_screen

    @pytest.mark.parametrize("pid", ["the requester's", "a stranger's"])
    def test_is_refused_unless_it_is_above_the_requester(
        self, driver: Driver, command: Chain, pid: str
    ) -> None:
        owner = command[0].process.pid if pid == "the requester's" else 99999
        error = driver.ask(command, owner=owner).error
        assert isinstance(error, InvalidParams)
        assert error.field == "owner"
        assert driver.prompts == []

    def test_is_checked_before_the_request_is_taken_for_a_retry(
        self, driver: Driver, command: Chain
    ) -> None:
        first = driver.ask(command)
        assert isinstance(driver.ask(command, owner=99999).error, InvalidParams)
        assert first.final is None


class TestWithdraw:
    def test_by_ticket(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        withdraw = driver.withdraw("ticket-1")
        assert withdraw.final == e.Withdrew(withdraw.number, 1)
        assert call.outcome == Withdrawn("requester")
        assert driver.closed == [1]

    def test_by_number(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        withdraw = driver.withdraw(number=1)
        assert withdraw.final == e.Withdrew(withdraw.number, 1)
        assert not driver.on_screen

    def test_in_the_queue(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        queued = driver.ask(command, RESTART)
        driver.withdraw("ticket-2")
        assert queued.outcome == Withdrawn("requester")
        assert driver.closed == []

    def test_while_its_dialog_is_replaced(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.die()
        driver.withdraw("ticket-1")
        driver.advance(10)
        assert len(driver.shows) == 1

    def test_is_told_when_its_dialog_has_gone(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        call = driver.ask(command)
        driver.paint()
        withdraw = driver.withdraw("ticket-1")
        assert call.outcome == Withdrawn("requester")
        driver.advance(1.4)
        assert withdraw.final is None
        driver.die()
        assert withdraw.final == e.Withdrew(withdraw.number, 1)

    def test_before_it_was_painted_too(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        driver.ask(command)
        withdraw = driver.withdraw("ticket-1")
        assert withdraw.final is None
        driver.die()
        assert withdraw.final == e.Withdrew(withdraw.number, 1)

    def test_of_one_just_put_off_waits_for_its_dialog(self, driver: Driver, command: Chain) -> None:
        driver.lingers = True
        driver.ask(command)
        driver.paint()
        driver.later()
        withdraw = driver.withdraw("ticket-1")
        assert withdraw.final is None
        driver.die()
        assert withdraw.final == e.Withdrew(withdraw.number, 1)

    def test_of_a_dialog_ended_by_force_says_what_it_did_not(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.lingers = True
        call = driver.ask(command)
        driver.paint()
        withdraw = driver.withdraw("ticket-1")
        driver.die(unacknowledged="did not say closed within 1.5 s")
        assert isinstance(withdraw.error, NotAcknowledged)
        assert withdraw.error.message == (
            "its dialog did not say closed within 1.5 s and was ended by force; "
            "question 1 is withdrawn all the same"
        )
        assert call.outcome == Withdrawn("requester")
        assert not driver.on_screen

    def test_that_waits_is_no_matter_of_the_next_dialog(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.lingers = True
        driver.ask(command)
        queued = driver.ask(command, RESTART, wait=0)
        withdraw = driver.withdraw("ticket-1")
        at_once = driver.withdraw(number=2)
        assert at_once.final == e.Withdrew(at_once.number, 2)
        assert withdraw.final is None
        assert isinstance(queued.outcome, Pending)
        driver.ask(command, WIPE)
        driver.die()
        driver.die(unacknowledged="did not say done within 1.5 s")
        assert driver.states()[-1] is State.RELAUNCHING
        assert withdraw.final == e.Withdrew(withdraw.number, 1)

    def test_a_second_time_is_refused_though_its_dialog_lives(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.lingers = True
        driver.ask(command)
        first = driver.withdraw("ticket-1")
        assert isinstance(driver.withdraw("ticket-1").error, NotOpen)
        driver.die()
        assert first.final == e.Withdrew(first.number, 1)

    def test_of_an_answer_is_refused(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.click()
        assert isinstance(driver.withdraw("ticket-1").error, NotOpen)
        assert isinstance(driver.withdraw(number=1).error, NotOpen)
        assert driver.take(call) == Approved()

    def test_of_what_is_unknown_is_refused(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, wait=0)
        assert isinstance(driver.withdraw("no such ticket").error, Expired)
        assert isinstance(driver.withdraw(number=7).error, UnknownPrompt)
        assert call.outcome == Pending("ticket-1")
        assert driver.on_screen
