"""A password: for the very process that asked, or by ticket; once; and wiped everywhere else."""

import pytest

from sayso.core import events as e
from sayso.core.action import Action, Change, Program
from sayso.core.outcome import (
    Answered,
    By,
    Denied,
    Dismissed,
    NotShown,
    Outcome,
    Pending,
    Refused,
    Superseded,
    TimedOut,
)
from sayso.core.prompt import State
from sayso.core.questions import Choice, Confirm, Password, Question
from sayso.core.secret import Secret
from sayso.core.settings import Settings
from sayso.errors import Expired, MemoryNotLocked
from sayso.values import replace
from support.core_driver import DEPLOY, UNLOCK, Call, Chain, Driver

KEPT = Password("Unlock the disk", check="Keep it")
GPG = Program("/usr/bin/gpg", "0" * 64)
SIGN = Action(("gpg", "--sign"), "/srv", (GPG,))
ACTIONS = [
    SIGN,
    replace(SIGN, argv=("gpg", "--sign", "")),
    replace(SIGN, argv=("gpg --sign",)),
    replace(SIGN, cwd="/srv/shop"),
    replace(SIGN, programs=(GPG, GPG)),
    replace(SIGN, programs=(replace(GPG, path="/bin/gpg"),)),
    replace(SIGN, programs=(replace(GPG, sha256="1" * 64),)),
    replace(SIGN, environment=(Change("A", None),)),
    replace(SIGN, environment=(Change("A", "1"),)),
    replace(SIGN, descriptor=3),
    replace(SIGN, newline=False),
]
"""Each is another."""


def typed(driver: Driver, by: Chain, *, retention: float | None = None) -> tuple[Call, Secret]:
    """Asked by this process, and answered when it waits no more."""
    call = driver.ask(by, UNLOCK, wait=0, retention=retention)
    driver.paint()
    return call, driver.submit()


def ticket(call: Call) -> str:
    assert isinstance(call.outcome, Pending)
    return call.outcome.ticket


def handed_over(outcome: Outcome) -> bytes:
    """As its receiver does: the bytes, then wiped."""
    assert isinstance(outcome, Answered)
    assert outcome.secret is not None
    data = bytes(outcome.secret.view())
    outcome.secret.wipe()
    return data


def rerun(driver: Driver, agent: Chain, command: Chain) -> Chain:
    """The agent runs its command again, a second later, once the first has exited."""
    driver.advance(1)
    driver.end_command(command)
    return driver.command(agent)


class TestQuestion:
    def test_has_the_default_deadline(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, UNLOCK)
        assert driver.show.standing.seconds == 120

    def test_is_another_for_anything_that_the_person_would_see(self) -> None:
        others: list[Question] = [
            Password("Unlock"),
            Password("Unlock!"),
            Password("Unlock", title="t"),
            Password("Unlock", details="t"),
            Password("Unlock", error="t"),
            Password("Unlock", repeat=True),
            Password("Unlock", check="Keep it"),
            Password("Unlock", check="Keep it here"),
            Password("Unlock", approve="t"),
            Password("Unlock", deny="t"),
            Confirm("Unlock"),
            *(Password("Unlock", action=action) for action in ACTIONS),
            *(Confirm("Unlock", action=action) for action in ACTIONS),
        ]
        assert len({question.fingerprint for question in others}) == len(others)


class TestSubmitted:
    def test_is_recorded_offered_and_committed(self, driver: Driver, agent: Chain) -> None:
        call = driver.ask(agent, UNLOCK)
        driver.paint()
        driver.submit("hunter2")
        assert driver.recorded == [driver.show.run]
        assert call.offer.kind == "password"
        assert handed_over(driver.take(call)) == b"hunter2"

    @pytest.mark.parametrize("on", [True, False])
    def test_the_check_box_goes_along(self, driver: Driver, agent: Chain, on: bool) -> None:
        call = driver.ask(agent, KEPT)
        driver.paint()
        driver.submit(checked=on)
        assert driver.take(call) == Answered(checked=on)

    def test_so_it_does_with_a_late_answer(self, driver: Driver, agent: Chain) -> None:
        call = driver.ask(agent, KEPT, wait=0)
        driver.paint()
        driver.submit(checked=True)
        late = driver.collect(agent, ticket(call))
        assert driver.take(late) == Answered(checked=True)

    @pytest.mark.parametrize(
        ("question", "checked"), [(KEPT, None), (UNLOCK, True), (UNLOCK, False)]
    )
    def test_a_box_is_told_of_where_there_is_one_alone(
        self, driver: Driver, agent: Chain, question: Password, checked: bool | None
    ) -> None:
        driver.ask(agent, question)
        driver.paint()
        secret = driver.submit(checked=checked)
        reason = "this is not an answer to this kind of question"
        assert driver.refused_clicks == [e.NotRecorded(1, reason)]
        assert len(secret) == 0

    def test_by_assistive_technology_says_so(self, driver: Driver, agent: Chain) -> None:
        call = driver.ask(agent, UNLOCK)
        driver.paint()
        driver.submit(by=By.ASSISTIVE)
        outcome = driver.take(call)
        assert isinstance(outcome, Answered)
        assert outcome.by is By.ASSISTIVE
        assert outcome != Answered()

    def test_may_be_empty(self, driver: Driver, agent: Chain) -> None:
        call = driver.ask(agent, UNLOCK)
        driver.paint()
        driver.submit("")
        assert handed_over(driver.take(call)) == b""

    def test_before_the_dialog_is_painted_is_wiped(self, driver: Driver, agent: Chain) -> None:
        call = driver.ask(agent, UNLOCK)
        secret = driver.submit()
        assert len(secret) == 0
        assert driver.recorded == []
        assert "not on the screen" in driver.refused_clicks[0].reason
        assert call.final is None

    def test_after_the_question_has_ended_is_wiped(self, driver: Driver, agent: Chain) -> None:
        driver.lingers = True
        call, first = typed(driver, agent)
        assert len(driver.submit()) == 0
        assert len(first) > 0
        assert driver.states() == [State.DECIDED]
        assert ticket(call)

    def test_is_no_answer_to_a_confirmation(self, driver: Driver, agent: Chain) -> None:
        call = driver.ask(agent, DEPLOY)
        driver.paint()
        assert len(driver.submit()) == 0
        assert "not an answer to this kind" in driver.refused_clicks[0].reason
        assert call.final is None

    def test_a_password_is_not_approved(self, driver: Driver, agent: Chain) -> None:
        call = driver.ask(agent, UNLOCK)
        driver.paint()
        driver.click(Choice.APPROVE)
        assert "not an answer to this kind" in driver.refused_clicks[0].reason
        assert call.final is None

    @pytest.mark.parametrize(
        ("choice", "outcome"), [(Choice.DENY, Denied()), (Choice.DISMISS, Dismissed())]
    )
    def test_it_can_be_refused(
        self, driver: Driver, agent: Chain, choice: Choice, outcome: Outcome
    ) -> None:
        call = driver.ask(agent, UNLOCK)
        driver.paint()
        driver.click(choice)
        assert driver.take(call) == outcome


class TestOnce:
    def test_a_repeated_claim_never_hears_it_again(self, driver: Driver, agent: Chain) -> None:
        call, _ = typed(driver, agent)
        again = driver.collect(agent, ticket(call))
        secret = driver.take(again)
        repeated = driver.claim(again)
        assert isinstance(repeated.error, Expired)
        assert "handed out once" in repeated.error.message
        assert handed_over(secret)

    def test_the_broker_keeps_nothing_of_what_it_handed_over(
        self, driver: Driver, agent: Chain
    ) -> None:
        call, _ = typed(driver, agent)
        again = driver.collect(agent, ticket(call))
        assert driver.prompts[0].outcome.allowed
        driver.take(again)
        outcome = driver.prompts[0].outcome
        assert isinstance(outcome, Answered)
        assert outcome.secret is None

    def test_a_denial_may_be_repeated_to_the_process_that_claimed_it(
        self, driver: Driver, agent: Chain
    ) -> None:
        call = driver.ask(agent, UNLOCK)
        driver.paint()
        driver.click(Choice.DENY)
        assert driver.take(call) == driver.claim(call).outcome == Denied()

    def test_by_its_ticket_it_is_expired_then(self, driver: Driver, agent: Chain) -> None:
        call, _ = typed(driver, agent)
        driver.take(driver.collect(agent, ticket(call)))
        assert isinstance(driver.collect(agent, ticket(call)).error, Expired)


class TestForgotten:
    def test_at_the_end_of_retention_it_is_wiped(self, driver: Driver, agent: Chain) -> None:
        call, secret = typed(driver, agent, retention=30)
        driver.advance(29)
        assert len(secret) > 0
        driver.advance(1)
        assert len(secret) == 0
        assert driver.logged(e.LogEvent.FORGOTTEN) == [1]
        assert isinstance(driver.collect(agent, ticket(call)).error, Expired)

    def test_without_retention_at_once(self, driver: Driver, agent: Chain) -> None:
        _, secret = typed(driver, agent, retention=0)
        assert len(secret) == 0

    def test_an_offer_that_nobody_claims_leaves_it_until_then(
        self, driver: Driver, agent: Chain
    ) -> None:
        call = driver.ask(agent, UNLOCK, retention=30)
        driver.paint()
        secret = driver.submit()
        assert call.offer
        driver.advance(10)
        assert len(secret) > 0
        driver.advance(20)
        assert len(secret) == 0


class TestWhoMayHaveIt:
    def test_the_very_process_that_asked_asks_again(self, driver: Driver, agent: Chain) -> None:
        typed(driver, agent)
        again = driver.ask(agent, UNLOCK)
        assert handed_over(driver.take(again)) == b"hunter2"
        assert len(driver.shows) == 1

    def test_while_it_is_open_the_same_process_attaches(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, UNLOCK, wait=0)
        driver.paint()
        again = driver.ask(agent, UNLOCK)
        driver.submit()
        assert handed_over(driver.take(again)) == b"hunter2"
        assert len(driver.shows) == 1

    @pytest.mark.parametrize("question", [None, UNLOCK])
    def test_whoever_has_the_ticket(
        self, driver: Driver, agent: Chain, question: Password | None
    ) -> None:
        call, _ = typed(driver, agent)
        other = driver.spawn(driver.tab())
        again = (
            driver.ask(other, question, ticket=ticket(call))
            if question
            else driver.collect(other, ticket(call))
        )
        assert handed_over(driver.take(again)) == b"hunter2"

    def test_another_agent_has_a_dialog_of_its_own(self, driver: Driver, agent: Chain) -> None:
        call, secret = typed(driver, agent)
        other = driver.ask(driver.spawn(driver.tab(), "agent"), UNLOCK)
        driver.paint()
        assert driver.show.run == 2
        assert other.final is None
        assert len(secret) > 0
        assert handed_over(driver.take(driver.collect(agent, ticket(call)))) == b"hunter2"


class TestUnproven:
    """Where the system does not prove which process asks, as on macOS, the ticket alone finds it
    again: another program may seem to be the very process that asked."""

    @pytest.fixture(autouse=True)
    def unproven(self, driver: Driver) -> None:
        driver.unproven = True

    def test_the_call_that_waits_has_it(self, driver: Driver, agent: Chain) -> None:
        call = driver.ask(agent, UNLOCK)
        driver.paint()
        driver.submit()
        assert handed_over(driver.take(call)) == b"hunter2"

    @pytest.mark.parametrize("question", [None, UNLOCK])
    def test_whoever_has_the_ticket_has_it(
        self, driver: Driver, agent: Chain, question: Password | None
    ) -> None:
        call, _ = typed(driver, agent)
        again = (
            driver.ask(agent, question, ticket=ticket(call))
            if question
            else driver.collect(agent, ticket(call))
        )
        assert handed_over(driver.take(again)) == b"hunter2"

    def test_the_same_process_that_asks_again_is_asked_anew(
        self, driver: Driver, agent: Chain
    ) -> None:
        call, secret = typed(driver, agent)
        again = driver.ask(agent, UNLOCK)
        assert len(secret) == 0
        assert again.final is None
        driver.paint()
        driver.submit("other")
        assert handed_over(driver.take(again)) == b"other"
        assert driver.collect(agent, ticket(call)).outcome == Superseded("newer_call")

    def test_while_it_is_open_it_is_replaced(self, driver: Driver, agent: Chain) -> None:
        first = driver.ask(agent, UNLOCK)
        driver.paint()
        driver.ask(agent, UNLOCK)
        assert first.outcome == Superseded("newer_call")
        assert driver.closed == [1]
        assert driver.show.run == 2

    def test_that_there_is_none_the_same_process_hears(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, UNLOCK, wait=0)
        driver.paint()
        driver.click(Choice.DENY)
        assert driver.take(driver.ask(agent, UNLOCK)) == Denied()

    def test_what_is_no_secret_is_found_as_ever(self, driver: Driver, agent: Chain) -> None:
        driver.ask(agent, DEPLOY, wait=0)
        driver.paint()
        driver.click(Choice.APPROVE)
        assert driver.take(driver.ask(agent, DEPLOY)).allowed
        assert len(driver.shows) == 1


class TestObstacle:
    """What keeps a secret from being kept keeps its question from being asked."""

    def test_nothing_is_shown(self, driver: Driver, agent: Chain) -> None:
        driver.obstacle = MemoryNotLocked("no room")
        call = driver.ask(agent, UNLOCK)
        assert call.error is driver.obstacle
        assert driver.shows == []
        assert list(driver.broker.prompts) == []

    def test_a_retry_is_never_refused(self, driver: Driver, agent: Chain) -> None:
        typed(driver, agent)
        driver.obstacle = MemoryNotLocked("no room")
        assert handed_over(driver.take(driver.ask(agent, UNLOCK))) == b"hunter2"


class TestReplaced:
    """The same asker asks the same again, from another process."""

    def test_what_was_not_collected_is_wiped_and_asked_anew(
        self, driver: Driver, agent: Chain
    ) -> None:
        first = driver.command(agent)
        call, secret = typed(driver, first)
        second = driver.ask(rerun(driver, agent, first), UNLOCK)
        assert len(secret) == 0
        assert second.final is None
        driver.paint()
        driver.submit("other")
        assert handed_over(driver.take(second)) == b"other"
        assert driver.collect(agent, ticket(call)).outcome == Superseded("newer_call")

    def test_an_open_dialog_makes_way_in_its_place(self, driver: Driver, agent: Chain) -> None:
        first = driver.command(agent)
        call = driver.ask(first, UNLOCK, wait=0)
        driver.ask(agent, DEPLOY)
        driver.paint()
        driver.ask(rerun(driver, agent, first), UNLOCK)
        assert driver.closed == [1]
        assert driver.show.run == 2
        assert driver.places == {"Unlock the disk": 1, "Deploy to production?": 2}
        assert driver.collect(agent, ticket(call)).outcome == Superseded("newer_call")

    def test_what_was_typed_into_it_meanwhile_is_wiped(self, driver: Driver, agent: Chain) -> None:
        driver.lingers = True
        first = driver.command(agent)
        driver.ask(first, UNLOCK, wait=0)
        driver.paint()
        driver.ask(rerun(driver, agent, first), UNLOCK)
        assert len(driver.submit()) == 0
        assert driver.recorded == []

    def test_an_older_claim_hears_that_it_is_superseded(self, driver: Driver, agent: Chain) -> None:
        first = driver.command(agent)
        call = driver.ask(first, UNLOCK)
        driver.paint()
        secret = driver.submit()
        driver.ask(rerun(driver, agent, first), UNLOCK)
        assert len(secret) == 0
        driver.advance(10)  # when the offer would have lapsed
        assert driver.claim(call).outcome == Superseded("newer_call")

    def test_a_refused_question_wipes_nothing(self) -> None:
        driver = Driver(Settings(prompts_per_origin=1))
        agent = driver.spawn(driver.tab())
        first = driver.command(agent)
        call, secret = typed(driver, first)
        driver.ask(agent, DEPLOY)
        assert driver.ask(rerun(driver, agent, first), UNLOCK).outcome == Refused("origin_limit")
        assert len(secret) > 0
        assert handed_over(driver.take(driver.collect(agent, ticket(call)))) == b"hunter2"

    @pytest.mark.parametrize(
        ("choice", "outcome"), [(Choice.DENY, Denied()), (Choice.DISMISS, Dismissed())]
    )
    def test_a_refusal_holds_no_secret_and_is_heard(
        self, driver: Driver, agent: Chain, choice: Choice, outcome: Outcome
    ) -> None:
        first = driver.command(agent)
        driver.ask(first, UNLOCK, wait=0)
        driver.paint()
        driver.click(choice)
        assert driver.take(driver.ask(rerun(driver, agent, first), UNLOCK)) == outcome

    def test_so_is_that_the_time_is_over(self, driver: Driver, agent: Chain) -> None:
        first = driver.command(agent)
        driver.ask(first, UNLOCK, wait=0, timeout=5)
        driver.paint()
        driver.advance(5)
        assert driver.take(driver.ask(rerun(driver, agent, first), UNLOCK)) == TimedOut()

    def test_attempts_to_show_it_stay_limited(self, driver: Driver, agent: Chain) -> None:
        outcomes = []
        for _ in range(3):
            command = driver.command(agent)
            call = driver.ask(command, UNLOCK, wait=600, render_timeout=10, max_retries=1)
            driver.advance(10)
            outcomes.append(call.outcome)
            driver.end_command(command)
        assert {show.number for show in driver.shows} == {1, 2}
        assert [o.should_retry for o in outcomes if isinstance(o, NotShown)] == [True, False, False]

    def test_whose_request_allows_fewer_attempts_than_there_were_is_the_last(
        self, driver: Driver, agent: Chain
    ) -> None:
        for retries in (3, 0):
            command = driver.command(agent)
            call = driver.ask(command, UNLOCK, wait=600, render_timeout=10, max_retries=retries)
            driver.advance(10)
            driver.end_command(command)
        why = "nothing was painted within 10 s"
        assert call.outcome == NotShown(False, f"attempt 2 of 2: {why}")
