"""What the broker has the log say: every question, how it ended, and never an answer's text."""

from dataclasses import asdict

import pytest

from sayso.core import events as e
from sayso.core.events import LogEvent
from sayso.core.lineage import Lineage, Member, Process
from sayso.core.log_allowance import AT_ONCE, ONE_MORE
from sayso.core.log_subject import LogOutcome, LogSubject, ancestry
from sayso.core.outcome import By
from sayso.core.questions import Choice, Confirm, Notice
from sayso.errors import MemoryNotLocked
from support.core_driver import DEPLOY, UNLOCK, WIPE, Chain, Driver


def story(driver: Driver) -> list[tuple[LogEvent, int, LogOutcome | None]]:
    return [(entry.event, entry.number, entry.verdict) for entry in driver.log]


def verdicts(driver: Driver, event: LogEvent) -> list[LogOutcome | None]:
    return [entry.verdict for entry in driver.log if entry.event is event]


class TestStory:
    def test_of_an_answer(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.click(Choice.APPROVE)
        driver.take(call)
        approved = LogOutcome("approved", "user")
        assert story(driver) == [
            (LogEvent.REQUESTED, 1, None),
            (LogEvent.SHOWN, 1, None),
            (LogEvent.ANSWERED, 1, approved),
            (LogEvent.COLLECTED, 1, approved),
        ]

    def test_of_an_answer_by_assistive_technology(self, driver: Driver, command: Chain) -> None:
        """As the person allows; what it denies anybody may."""
        for choice in (Choice.APPROVE, Choice.DENY):
            call = driver.ask(command)
            driver.paint()
            driver.click(choice, by=By.ASSISTIVE)
            driver.take(call)
        approved = LogOutcome("approved", "user", by="assistive")
        denied = LogOutcome("denied", "user")
        assert verdicts(driver, LogEvent.ANSWERED) == [approved, denied]
        assert verdicts(driver, LogEvent.COLLECTED) == [approved, denied]

    def test_is_told_after_all_that_somebody_waits_for(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command)
        driver.paint()
        click = e.Answered(driver.show.run, Choice.APPROVE)
        effects = driver.broker.handle(click, driver.now)
        assert [type(effect) for effect in effects] == [e.Keep, e.Offer, e.Recorded, e.Log]

    def test_of_an_answer_that_nobody_came_for(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, wait=0)
        driver.paint()
        driver.click(Choice.DENY)
        driver.advance(60)
        assert verdicts(driver, LogEvent.FORGOTTEN) == [LogOutcome("denied", "user")]

    def test_of_a_question_that_timed_out(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.advance(120)
        late = LogOutcome("timed_out", "deadline", "deadline")
        assert verdicts(driver, LogEvent.TIMED_OUT) == [late]

    def test_of_a_question_that_was_withdrawn(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.withdraw(number=1)
        gone = LogOutcome("withdrawn", "requester", "requester")
        assert verdicts(driver, LogEvent.WITHDRAWN) == [gone]

    def test_of_a_question_that_the_screen_never_confirmed(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, max_retries=0)
        driver.advance(30)
        (verdict,) = verdicts(driver, LogEvent.NOT_SHOWN)
        assert verdict == LogOutcome(
            "not_shown", "ui", "attempt 1 of 1: nothing was painted within 30 s"
        )

    def test_of_a_question_that_nobody_can_be_asked(self, driver: Driver, command: Chain) -> None:
        driver.send(e.ScreenChanged("there is no screen"))
        driver.ask(command)
        nobody = LogOutcome("no_interactor", "headless", "there is no screen")
        assert story(driver) == [(LogEvent.REFUSED, 0, nobody)]
        assert driver.log[0].topic.words == "Deploy to production?"

    def test_of_a_question_over_the_limit(self, driver: Driver, agent: Chain) -> None:
        for number in range(9):
            driver.ask(driver.spawn(agent), Confirm(f"Number {number}?"))
        refused = LogOutcome("refused", "policy", "origin_limit")
        assert verdicts(driver, LogEvent.REFUSED) == [refused]
        assert driver.log[-1].topic.words == "Number 8?"

    def test_of_a_password_that_could_not_be_kept_safe(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.obstacle = MemoryNotLocked("no more can be locked")
        assert isinstance(driver.ask(command, UNLOCK).error, MemoryNotLocked)
        refused = LogOutcome("memory_not_locked", "system", "no more can be locked")
        assert story(driver) == [(LogEvent.REFUSED, 0, refused)]
        assert driver.log[0].topic.words == "Unlock the disk"

    def test_of_a_password_has_no_room_for_it(self, driver: Driver, command: Chain) -> None:
        call = driver.ask(command, UNLOCK)
        driver.paint()
        driver.submit("hunter2")
        driver.take(call)
        assert verdicts(driver, LogEvent.COLLECTED) == [LogOutcome("answered", "user")]
        assert "hunter2" not in str([asdict(entry) for entry in driver.log])
        assert "ticket" not in str([asdict(entry) for entry in driver.log])


class TestToolCall:
    """What an agent's tool call came to, beside what became of its question."""

    def test_that_the_person_denied_without_their_words(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, Confirm("Push?", deny_words=True), tool_call=True)
        driver.paint()
        driver.click(Choice.DENY, words="Not on a Friday")
        denied = LogOutcome("denied", "user")
        assert story(driver)[2:] == [
            (LogEvent.ANSWERED, 1, denied),
            (LogEvent.TOOL_CALL_DENIED, 1, denied),
        ]
        assert driver.log[-1].topic.words == "Push?"
        assert "Friday" not in str([asdict(entry) for entry in driver.log])

    def test_whose_denial_comes_late_is_told_once(self, driver: Driver, command: Chain) -> None:
        driver.ask(command, tool_call=True, wait=0)
        driver.paint()
        driver.click(Choice.DENY)
        driver.take(driver.ask(command, tool_call=True))
        assert driver.logged(LogEvent.TOOL_CALL_DENIED) == [1]

    def test_that_policy_refused_says_why(self, driver: Driver, command: Chain) -> None:
        driver.do_not_disturb(60)
        driver.ask(command, tool_call=True)
        refused = LogOutcome("refused", "policy", "do_not_disturb")
        assert story(driver) == [
            (LogEvent.REFUSED, 0, refused),
            (LogEvent.TOOL_CALL_DENIED, 0, refused),
        ]

    def test_that_a_limit_or_a_quiet_period_refused(self, driver: Driver, command: Chain) -> None:
        for _ in range(3):
            driver.ask(command, tool_call=True)
            driver.paint()
            driver.click(Choice.DENY)
            driver.take(driver.ask(command, tool_call=True))
        driver.ask(command, tool_call=True)
        for number in range(9):
            driver.ask(command, Confirm(f"Number {number}?"), tool_call=True)
        reasons = [each and each.reason for each in verdicts(driver, LogEvent.TOOL_CALL_DENIED)]
        assert reasons == ["", "", "", "quiet_period", "origin_limit"]

    @pytest.mark.parametrize("choice", [Choice.APPROVE, Choice.DISMISS])
    def test_is_not_denied_by_another_answer(
        self, driver: Driver, command: Chain, choice: Choice
    ) -> None:
        driver.ask(command, tool_call=True)
        driver.paint()
        driver.click(choice)
        assert driver.logged(LogEvent.TOOL_CALL_DENIED) == []

    def test_is_not_denied_by_who_closes_a_notice(self, driver: Driver, command: Chain) -> None:
        """Though that counts for a quiet period."""
        driver.ask(command, Notice("The build is done."), tool_call=True)
        driver.paint()
        driver.click(Choice.DISMISS)
        assert driver.logged(LogEvent.TOOL_CALL_DENIED) == []

    def test_is_not_denied_where_nobody_can_be_asked(self, driver: Driver, command: Chain) -> None:
        driver.send(e.ScreenChanged("there is no screen"))
        driver.ask(command, tool_call=True)
        assert driver.logged(LogEvent.TOOL_CALL_DENIED) == []

    def test_is_none_of_another_program(self, driver: Driver, command: Chain) -> None:
        driver.ask(command)
        driver.paint()
        driver.click(Choice.DENY)
        driver.do_not_disturb(60)
        driver.ask(command, WIPE)
        assert driver.logged(LogEvent.TOOL_CALL_DENIED) == []


class TestWithoutEnd:
    """Somebody asks so much that older records would have to go."""

    @pytest.fixture
    def flood(self, driver: Driver, command: Chain) -> Driver:
        """Nobody could be asked, and `command` has asked once more than the log takes."""
        driver.send(e.ScreenChanged("there is no screen"))
        for _ in range(AT_ONCE + 1):
            driver.ask(command)
        driver.send(e.ScreenChanged(None))
        return driver

    def test_refusals_are_left_out_and_counted(self, flood: Driver, command: Chain) -> None:
        assert len(flood.log) == AT_ONCE
        flood.advance(ONE_MORE)
        flood.ask(command)
        assert flood.log[-1].event is LogEvent.REQUESTED
        assert [entry.left_out for entry in flood.log] == [0] * AT_ONCE + [1]

    def test_so_are_denied_tool_calls(self, flood: Driver, command: Chain) -> None:
        flood.do_not_disturb(60)
        flood.ask(command, tool_call=True)
        assert flood.logged(LogEvent.TOOL_CALL_DENIED) == []

    def test_so_is_a_question_and_all_that_becomes_of_it(
        self, flood: Driver, command: Chain
    ) -> None:
        flood.ask(command)
        flood.paint()
        flood.withdraw(number=1)
        assert len(flood.log) == AT_ONCE

    @pytest.mark.parametrize("choice", [Choice.APPROVE, Choice.DENY, Choice.DISMISS])
    def test_but_not_one_that_the_person_answers(
        self, flood: Driver, command: Chain, choice: Choice
    ) -> None:
        call = flood.ask(command)
        flood.paint()
        flood.click(choice)
        flood.take(call)
        told = flood.log[AT_ONCE:]
        assert [(entry.event, entry.number) for entry in told] == [
            (LogEvent.REQUESTED, 1),
            (LogEvent.ANSWERED, 1),
            (LogEvent.COLLECTED, 1),
        ]
        assert told[0].ancestry == tuple((each.name, each.process.pid) for each in command)

    def test_nor_what_others_ask(self, flood: Driver) -> None:
        flood.ask(flood.command(flood.tab()))
        assert flood.log[-1].event is LogEvent.REQUESTED


class TestTopic:
    def test_says_what_the_asker_calls_itself(self, driver: Driver, tab: Chain) -> None:
        agent = driver.spawn(tab, "node")
        driver.ask(agent, says_it_is="gemini-cli 1")
        driver.obstacle = MemoryNotLocked("no memory")
        driver.ask(agent, Confirm("Another?"), says_it_is="gemini-cli 2")
        told = [(entry.event, entry.topic.asker, entry.topic.says_it_is) for entry in driver.log]
        assert told == [
            (LogEvent.REQUESTED, "node", "gemini-cli 1"),
            (LogEvent.REFUSED, "node", "gemini-cli 2"),
        ]

    def test_has_the_whole_lineage_once(self, driver: Driver, tab: Chain) -> None:
        """By names and pids alone: a command line may hold a secret."""
        agent = driver.spawn(tab, "node")
        driver.ask(agent)
        driver.paint()
        driver.obstacle = MemoryNotLocked("no memory")
        driver.ask(agent, Confirm("Another?"))
        told = tuple((each.name, each.process.pid) for each in agent)
        assert told[0][0] == "node"
        assert [(entry.event, entry.ancestry) for entry in driver.log] == [
            (LogEvent.REQUESTED, told),
            (LogEvent.SHOWN, ()),
            (LogEvent.REFUSED, told),
        ]

    def test_of_an_endless_lineage_it_has_the_nearest(self, driver: Driver, tab: Chain) -> None:
        chain = tab
        for number in range(40):
            chain = driver.spawn(chain, f"{number}")
        driver.ask(chain)
        assert [name for name, _pid in driver.log[0].ancestry] == [
            str(number) for number in range(39, 7, -1)
        ]

    def test_of_long_names_on_another_machine_it_has_what_takes_4_kib(self) -> None:
        """In the log, an emoji takes twelve bytes."""
        members = tuple(
            Member(Process(pid, 1.0), 1, on_pty=True, cgroup="", name="😀" * 200)
            for pid in range(1, 33)
        )
        assert len(ancestry(Lineage(members))) == 32
        nearest = ancestry(Lineage(members, place="alpha"))
        assert nearest == (("😀" * 200, 1),)

    def test_says_who_asked_what(self, driver: Driver, tab: Chain) -> None:
        agent = driver.spawn(tab, "agent", cwd="/srv/app")
        driver.ask(agent)
        assert driver.log[0].topic == LogSubject(
            kind="confirm",
            asker="agent",
            pid=agent[0].process.pid,
            cwd="/srv/app",
            origin=tab[0].process.pid,
            fingerprint=DEPLOY.fingerprint,
            words="Deploy to production?",
        )

    @pytest.mark.parametrize(
        ("question", "words"),
        [
            (Confirm("Message", title="Title"), "Title"),
            (Confirm("\n  First line\nand more", details="Details"), "First line"),
            (Confirm("x" * 16_000), "x" * 100 + "…" + "x" * 99),
        ],
    )
    def test_its_words_are_one_short_line(
        self, question: Confirm, words: str, driver: Driver, command: Chain
    ) -> None:
        driver.ask(command, question)
        assert driver.log[0].topic.words == words

    def test_is_short_whatever_others_are_called(self, driver: Driver, tab: Chain) -> None:
        driver.ask(driver.spawn(tab, "n" * 5000, cwd="/" + "c" * 5000))
        topic = driver.log[0].topic
        assert (len(topic.asker), len(topic.cwd or "")) == (200, 400)

    def test_so_is_the_verdict_whatever_the_screen_complains_of(
        self, driver: Driver, command: Chain
    ) -> None:
        driver.send(e.ScreenChanged("r" * 5000))
        driver.ask(command)
        (verdict,) = verdicts(driver, LogEvent.REFUSED)
        assert verdict is not None
        assert len(verdict.reason) == 200

    def test_says_what_could_not_be_read(self, driver: Driver, agent: Chain) -> None:
        driver.ask(driver.command(agent, cwd=None))
        assert driver.log[0].topic.cwd is None

    def test_is_the_same_for_all_that_becomes_of_a_question(
        self, driver: Driver, command: Chain
    ) -> None:
        call = driver.ask(command)
        driver.paint()
        driver.click()
        driver.take(call)
        topics = {entry.topic for entry in driver.log}
        assert len(driver.log) == 4
        assert len(topics) == 1
