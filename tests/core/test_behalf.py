"""On behalf of another process: who heads the dialog, whose answer it is, and what ends it."""

from collections.abc import Callable

import pytest

from sayso.core import events as e
from sayso.core.behalf import Behalf, heads
from sayso.core.events import LogEvent
from sayso.core.lineage import Lineage
from sayso.core.outcome import Approved, Pending, Refused, Withdrawn
from sayso.core.prompt import State
from sayso.core.questions import Choice
from sayso.errors import Mismatch
from support.core_driver import DEPLOY, Chain, Driver


def fact(chain: Chain) -> Behalf:
    return Behalf(chain[0].process.pid, Lineage(chain), is_fact=True)


def claim(chain: Chain) -> Behalf:
    return Behalf(chain[0].process.pid, Lineage(chain))


@pytest.fixture
def ssh(driver: Driver) -> Chain:
    """In another tab than who asks for it."""
    return driver.spawn(driver.spawn(driver.tab(), "git", cwd="/repo"), "ssh", cwd="/repo")


class TestWhatIsKnown:
    def test_its_programs_but_no_shells(self, driver: Driver, ssh: Chain) -> None:
        assert fact(ssh).programs == ("ssh", "git")
        assert claim(driver.spawn(driver.tab(), "bash")).programs == ("bash",)

    def test_each_name_once_and_at_most_four(self, driver: Driver) -> None:
        chain = driver.tab()
        for name in ("a", "a", "b", "c", "d", "e"):
            chain = driver.spawn(chain, name)
        assert claim(chain).programs == ("e", "d", "c", "b")

    def test_nothing(self) -> None:
        unseen = Behalf(4711)
        assert unseen.programs == ()
        assert unseen.process is None

    def test_a_fact_alone_heads_the_dialog(self, command: Chain, ssh: Chain) -> None:
        lineage = Lineage(command)
        assert heads(lineage, fact(ssh)) == Lineage(ssh)
        for other in (claim(ssh), Behalf(4711), None):
            assert heads(lineage, other) == lineage


class TestRetry:
    """The same asker, but for another process: whoever was approved is not the other."""

    def test_for_the_same_process_gets_the_answer(
        self, driver: Driver, command: Chain, ssh: Chain
    ) -> None:
        driver.ask(command, wait=0, behalf=claim(ssh))
        driver.paint()
        driver.click()
        assert driver.take(driver.ask(command, behalf=claim(ssh))) == Approved()

    def test_for_another_is_another_question(
        self, driver: Driver, command: Chain, ssh: Chain
    ) -> None:
        driver.ask(command, wait=0, behalf=claim(ssh))
        driver.paint()
        driver.click()
        other = driver.spawn(driver.tab(), "ssh")
        for behalf in (claim(other), fact(ssh), Behalf(ssh[0].process.pid), None):
            call = driver.ask(command, wait=0, behalf=behalf)
            assert isinstance(call.outcome, Pending)
        assert [prompt.state for prompt in driver.prompts].count(State.DECIDED) == 1

    def test_for_another_is_a_mismatch_by_ticket(
        self, driver: Driver, command: Chain, ssh: Chain
    ) -> None:
        driver.ask(command, wait=0, behalf=fact(ssh))
        driver.paint()
        driver.click()
        for behalf in (claim(ssh), None):
            error = driver.ask(command, behalf=behalf, ticket="ticket-1").error
            assert isinstance(error, Mismatch)
            assert error.field == "on_behalf"
        assert driver.take(driver.ask(command, behalf=fact(ssh), ticket="ticket-1")) == Approved()


class TestItsExit:
    @pytest.mark.parametrize("known", [fact, claim])
    @pytest.mark.parametrize("bound", [True, False])
    def test_withdraws_the_question(
        self,
        driver: Driver,
        command: Chain,
        ssh: Chain,
        known: Callable[[Chain], Behalf],
        bound: bool,
    ) -> None:
        call = driver.ask(command, behalf=known(ssh), bound=bound)
        driver.paint()
        assert ssh[0].process in driver.broker.owners
        driver.send(e.OwnerExited(ssh[0].process))
        assert call.outcome == Withdrawn("caller_gone")
        assert not driver.on_screen

    def test_of_one_that_can_not_be_seen_is_not_watched(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        before = driver.broker.owners
        driver.ask(command, behalf=Behalf(4711))
        assert driver.broker.owners == before


class TestTheDialog:
    def test_is_told(self, driver: Driver, command: Chain, ssh: Chain) -> None:
        driver.ask(command, behalf=fact(ssh))
        assert driver.show.behalf == fact(ssh)
        assert driver.show.lineage == Lineage(command)

    def test_of_a_successor_is_told_the_same(
        self, driver: Driver, command: Chain, ssh: Chain
    ) -> None:
        driver.ask(command, behalf=fact(ssh))
        driver.paint()
        driver.restart()
        assert driver.show.behalf == fact(ssh)

    def test_no_program_brings_up_what_is_asked_for_it(
        self, driver: Driver, command: Chain, ssh: Chain
    ) -> None:
        driver.ask(command, behalf=fact(ssh))
        driver.paint()
        driver.later()
        assert driver.open_next(ssh).opened is None


class TestTheLog:
    def test_names_the_program_of_a_fact_and_through_whom(
        self, driver: Driver, command: Chain, ssh: Chain
    ) -> None:
        driver.ask(command, behalf=fact(ssh))
        (topic,) = (entry.topic for entry in driver.log)
        assert (topic.asker, topic.pid, topic.cwd) == ("ssh", ssh[0].process.pid, "/repo")
        asker = Lineage(command).asker
        assert {name: topic.members()[name] for name in ("through", "through_pid")} == {
            "through": asker.name,
            "through_pid": asker.process.pid,
        }
        assert (topic.asks_for, topic.asks_for_name) == (ssh[0].process.pid, "ssh")

    def test_names_who_makes_a_claim_and_the_process_beside_it(
        self, driver: Driver, command: Chain, ssh: Chain
    ) -> None:
        driver.ask(command, behalf=claim(ssh))
        driver.ask(command, behalf=Behalf(4711))
        told_of = [each for each in driver.log if each.event is LogEvent.REQUESTED]
        members = [each.topic.members() for each in told_of]
        assert [each["asker"] for each in members] == [Lineage(command).asker.name] * 2
        pid = ssh[0].process.pid
        told = [(each["asks_for"], each.get("asks_for_name")) for each in members]
        assert told == [(pid, "ssh"), (4711, None)]
        assert not any("through" in each for each in members)

    def test_says_nothing_of_it_where_it_is_for_nobody_else(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        members = driver.log[0].topic.members()
        assert not members.keys() & {"asks_for", "asks_for_name", "through", "through_pid"}
        assert members["says_it_is"] == ""


class TestForAKey:
    """Whoever is denied the same elsewhere locks nobody out of a key."""

    def deny(self, driver: Driver, by: Chain, times: int, *, for_key: bool = False) -> None:
        for _ in range(times):
            call = driver.ask(by, for_key=for_key)
            driver.paint()
            driver.click(Choice.DENY)
            driver.take(call)

    def test_a_denial_here_is_not_one_for_all(self, driver: Driver, command: Chain) -> None:
        self.deny(driver, command, 3)
        self.deny(driver, driver.command(driver.tab()), 1, for_key=True)
        assert driver.shows[-1].denied_to is None
        assert driver.ask(driver.command(driver.tab()), for_key=True).final is None

    def test_what_is_denied_to_all_is_not_denied_to_a_key(
        self, driver: Driver, command: Chain
    ) -> None:
        self.deny(driver, command, 3)
        self.deny(driver, driver.command(driver.tab()), 1)
        third = driver.command(driver.tab())
        assert driver.ask(third).outcome == Refused("quiet_period", retry_after=600)
        assert driver.ask(third, for_key=True).final is None

    def test_it_is_quiet_where_it_was_denied(self, driver: Driver, command: Chain) -> None:
        self.deny(driver, command, 3, for_key=True)
        refused = driver.ask(command, DEPLOY, for_key=True)
        assert refused.outcome == Refused("quiet_period", retry_after=600)
