"""Who gets an answer: retries through fresh shells, agents side by side, left-behind requesters."""

from dataclasses import replace

import pytest

from sayso.core import events as e
from sayso.core.events import Request
from sayso.core.lineage import Lineage
from sayso.core.outcome import Approved, Denied, Superseded
from sayso.core.questions import Choice
from support.core_driver import DEPLOY, Chain, Driver


def prompts(driver: Driver) -> int:
    return len(driver.prompts)


class TestTheSameAsker:
    def test_runs_its_command_again_in_a_new_shell(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        driver.ask(command, wait=0)
        driver.end_command(command)
        driver.advance(1)
        driver.ask(driver.command(agent))
        assert prompts(driver) == 1

    def test_runs_it_again_through_make(self, driver: Driver, agent: Chain, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.end_command(command)
        driver.advance(1)
        driver.ask(driver.command(driver.spawn(agent, "make")))
        assert prompts(driver) == 1

    def test_may_be_the_tab_itself(self, driver: Driver, tab: Chain) -> None:
        first = driver.spawn(tab, "sayso")
        driver.ask(first, wait=0)
        driver.end(first)
        driver.advance(1)
        driver.ask(driver.spawn(tab, "sayso"))
        assert prompts(driver) == 1

    def test_is_known_by_the_exit_of_what_the_two_calls_do_not_share(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        driver.ask(command, wait=0)
        driver.advance(1)
        retry = Lineage(driver.command(agent))
        matter = driver.broker.kin(Request(DEPLOY), retry)
        assert matter == {member.process for member in command} - set(retry.processes)
        assert len(matter) == 2  # the command and its shell, and nobody from the agent on


class TestNotTheSameAsker:
    def test_while_the_earlier_command_lives(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        driver.ask(command, wait=0)
        driver.advance(1)
        driver.ask(driver.command(agent))
        assert prompts(driver) == 2

    def test_while_only_its_shell_lives(self, driver: Driver, agent: Chain, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.end(command)
        driver.advance(1)
        driver.ask(driver.command(agent))
        assert prompts(driver) == 2

    def test_with_a_process_that_lived_before_the_earlier_call(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        """`make -j2`: the second job was there when the first one asked."""
        sibling = driver.command(agent)
        driver.advance(1)
        driver.ask(command, wait=0)
        driver.end_command(command)
        driver.advance(1)
        driver.ask(sibling)
        assert prompts(driver) == 2

    def test_with_a_process_that_lived_before_its_latest_call(
        self, driver: Driver, agent: Chain, command: Chain
    ) -> None:
        """One that started between two calls of the asker is no retry of the second."""
        driver.ask(command, wait=0)
        driver.end_command(command)
        driver.advance(1)
        sibling = driver.command(agent)
        driver.advance(1)
        retry = driver.command(agent)
        driver.ask(retry, wait=0)
        assert prompts(driver) == 1
        driver.end_command(retry)
        driver.advance(1)
        driver.ask(sibling)
        assert prompts(driver) == 2

    def test_in_another_tab(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.end_command(command)
        driver.advance(1)
        driver.ask(driver.command(driver.tab()))
        assert prompts(driver) == 2

    def test_above_the_origin(self, driver: Driver) -> None:
        """Two tabs of one terminal have it in common, and it lies above their origins."""
        window = driver.tab()
        terminal = (replace(window[0], on_pty=False),)
        first, second = (self.below(driver, terminal) for _ in range(2))
        driver.ask(first, wait=0)
        driver.end(first)
        driver.advance(1)
        driver.ask(self.below(driver, terminal), wait=0)
        driver.ask(second, wait=0)
        assert prompts(driver) == 3

    def below(self, driver: Driver, terminal: Chain) -> Chain:
        """A shell in a tab of this terminal."""
        child = driver.spawn(terminal, "bash")
        return (replace(child[0], session=child[0].process.pid), *terminal)

    def test_of_another_scope(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0, scope="session 1")
        driver.ask(command, wait=0, scope="session 2")
        driver.ask(command, wait=0)
        driver.ask(command, wait=0, scope="session 1")
        assert prompts(driver) == 3

    def test_in_another_directory(self, driver: Driver, agent: Chain) -> None:
        first = driver.command(agent, cwd="/work/one")
        driver.ask(first, wait=0)
        driver.end_command(first)
        driver.advance(1)
        driver.ask(driver.command(agent, cwd="/work/two"))
        assert prompts(driver) == 2

    def test_in_an_unknown_directory_unless_the_same_process(
        self, driver: Driver, agent: Chain
    ) -> None:
        first = driver.command(agent, cwd=None)
        driver.ask(first, wait=0)
        driver.ask(first, wait=0)
        assert prompts(driver) == 1
        driver.end_command(first)
        driver.advance(1)
        driver.ask(driver.command(agent, cwd=None))
        assert prompts(driver) == 2


class TestTwoAgentsSideBySide:
    @pytest.fixture
    def agents(self, driver: Driver, tab: Chain) -> tuple[Chain, Chain]:
        return driver.spawn(tab, "agent"), driver.spawn(tab, "agent")

    def test_get_two_dialogs_and_each_its_own_answer(
        self, driver: Driver, agents: tuple[Chain, Chain]
    ) -> None:
        calls = [driver.ask(driver.command(agent)) for agent in agents]
        for choice in (Choice.APPROVE, Choice.DENY):
            driver.paint()
            driver.click(choice)
        assert [driver.take(call) for call in calls] == [Approved(), Denied()]
        assert [show.lineage.members[2:] for show in driver.shows] == list(agents)

    def test_each_retries_and_gets_its_own(
        self, driver: Driver, agents: tuple[Chain, Chain]
    ) -> None:
        commands = [driver.command(agent) for agent in agents]
        for command in commands:
            driver.ask(command)
        driver.paint()
        driver.advance(45)
        for command in commands:
            driver.end_command(command)
        driver.click(Choice.APPROVE)
        driver.paint()
        driver.click(Choice.DENY)
        retries = [driver.ask(driver.command(agent)) for agent in reversed(agents)]
        assert [driver.take(retry) for retry in retries] == [Denied(), Approved()]
        assert len(driver.shows) == 2

    def test_one_never_takes_what_the_other_left(
        self, driver: Driver, agents: tuple[Chain, Chain]
    ) -> None:
        first = driver.command(agents[0])
        driver.ask(first, wait=0)
        driver.paint()
        driver.click()
        driver.end_command(first)
        driver.advance(1)
        other = driver.ask(driver.command(agents[1]))
        assert other.final is None
        assert prompts(driver) == 2


class TestLeftBehind:
    """A command that outlives its killed shell: it loses an open prompt, never an answer."""

    def test_loses_an_open_prompt(self, driver: Driver, agent: Chain, command: Chain) -> None:
        left_over = driver.ask(command)
        driver.end(command[1:])
        driver.advance(1)
        driver.paint()
        retry = driver.ask(driver.command(agent))
        driver.click()
        assert left_over.outcome == Superseded("newer_call")
        assert driver.take(retry) == Approved()
        assert len(driver.shows) == 1

    def test_its_late_claim_is_refused(self, driver: Driver, agent: Chain, command: Chain) -> None:
        left_over = driver.ask(command)
        driver.end(command[1:])
        driver.advance(1)
        driver.paint()
        retry = driver.ask(driver.command(agent))
        driver.click()
        stolen = driver.claim(retry, command)
        assert isinstance(stolen.final, e.Fail)
        assert driver.take(retry) == Approved()
        assert isinstance(driver.claim(left_over).final, e.Fail)

    def test_keeps_an_answer(self, driver: Driver, agent: Chain, command: Chain) -> None:
        left_over = driver.ask(command)
        driver.end(command[1:])
        driver.advance(1)
        driver.paint()
        driver.click()
        driver.ask(driver.command(agent), wait=0)
        assert driver.take(left_over) == Approved()
        assert [show.number for show in driver.shows] == [1, 2]

    def test_is_not_who_still_has_a_process_between(self, driver: Driver, agent: Chain) -> None:
        make = driver.spawn(agent, "make")
        command = driver.command(make)
        driver.ask(command, wait=0)
        driver.end(command[1:])
        driver.advance(1)
        driver.ask(driver.command(agent))
        assert prompts(driver) == 2
