"""The tables: total, and nothing in them that cannot happen."""

import pytest

from sayso.core import answers
from sayso.core.outcome import Approved, Denied, Dismissed
from sayso.core.prompt import OPEN, TRANSITIONS, State, Trigger
from sayso.core.questions import Choice, Confirm, DetailKind, Password, Select, Severity
from sayso.core.questions.fingerprint import fingerprint
from sayso.core.retry import BY_REQUEST, BY_TICKET, Action
from support.core_driver import Chain, Driver
from support.entries import options


def test_every_table_covers_every_state() -> None:
    assert set(TRANSITIONS) == set(BY_REQUEST) == set(BY_TICKET) == set(State)


def test_every_trigger_moves_some_state() -> None:
    assert {trigger for moves in TRANSITIONS.values() for trigger in moves} == set(Trigger)


def test_every_choice_is_an_outcome_of_its_own() -> None:
    question = Confirm("Deploy?")
    assert {choice: answers.choose(question, choice) for choice in Choice} == {
        Choice.APPROVE: Approved(),
        Choice.DENY: Denied(),
        Choice.DISMISS: Dismissed(),
    }


def test_every_state_can_be_reached_and_left() -> None:
    reached = {after for moves in TRANSITIONS.values() for after in moves.values()}
    assert reached | {State.QUEUED} == set(State)
    assert [state for state, moves in TRANSITIONS.items() if not moves] == [State.FORGOTTEN]


def test_every_open_prompt_can_be_decided_and_no_other() -> None:
    decided = {state for state, moves in TRANSITIONS.items() if Trigger.DECIDE in moves}
    assert decided == OPEN


def test_nothing_returns_to_the_screen_once_it_is_decided_or_ended() -> None:
    for state in (State.DECIDED, State.ENDED, State.SPENT):
        assert not OPEN & set(TRANSITIONS[state].values())


def test_what_the_table_does_not_name_is_a_fault(driver: Driver, command: Chain) -> None:
    driver.ask(command)
    (prompt,) = driver.prompts
    for state, moves in TRANSITIONS.items():
        for trigger in set(Trigger) - set(moves):
            prompt.state = state
            with pytest.raises(KeyError):
                prompt.advance(trigger)


def test_a_retry_opens_a_new_prompt_only_without_a_ticket() -> None:
    assert Action.NEW in BY_REQUEST.values()
    assert Action.NEW not in BY_TICKET.values()


class TestFingerprint:
    def test_is_the_same_for_the_same_question(self) -> None:
        assert Confirm("Deploy?").fingerprint == Confirm("Deploy?").fingerprint

    @pytest.mark.parametrize(
        ("question", "beginning"),
        [
            (Confirm("Deploy?"), "329088e7ce0ec5b6"),
            (Select("Where?", options("a", "b")), "bbd0ea2a808f35f7"),
            (Password("Unlock"), "cb3ae59cab2d63cc"),
        ],
    )
    def test_is_what_it_was_before_there_were_more_fields(
        self, question: Confirm | Select | Password, beginning: str
    ) -> None:
        """A retry after an upgrade finds its question again."""
        assert question.fingerprint.startswith(beginning)

    def test_is_another_for_anything_that_the_person_would_see(self) -> None:
        others = [
            Confirm("Deploy!"),
            Confirm("Deploy?", title="t"),
            Confirm("Deploy?", details="t"),
            *(Confirm("Deploy?", details="d", detail_kind=kind) for kind in DetailKind),
            Confirm("Deploy?", approve="t"),
            Confirm("Deploy?", deny="t"),
            Confirm("Deploy?", severity=Severity.DESTRUCTIVE),
            Confirm("Deploy?", address="https://example.com"),
            Confirm("Deploy?"),
        ]
        assert len({question.fingerprint for question in others}) == len(others)

    def test_of_another_kind_is_another_though_the_words_are_the_same(self) -> None:
        words = {"message": "Unlock the disk?"}
        assert fingerprint("confirm", words) != fingerprint("password", words)
