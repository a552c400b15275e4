"""The contract's table of exit statuses, outcome by outcome, and the words that go with each."""

import pytest

from sayso import errors
from sayso.core.outcome import (
    OUTCOMES,
    Answered,
    Approved,
    Decider,
    Denied,
    Dismissed,
    NoInteractor,
    NotShown,
    Outcome,
    Pending,
    Refused,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.frontends.cli.exits import of_error, of_error_of_run, of_outcome
from sayso.presentation.outcomes import explain

TABLE: list[tuple[Outcome, int, str]] = [
    (Approved(), 0, "Approved by the person"),
    (Answered(), 0, "Answered by the person"),
    (Answered(Decider.HEADLESS), 0, "from the environment, as declared"),
    (Denied(), 1, "Denied by the person"),
    (Denied(Decider.HEADLESS), 1, "as declared"),
    (Dismissed(), 1, "no explicit no"),
    (Pending("f" * 32), 3, "sayso collect " + "f" * 32),
    (NoInteractor("there is no screen"), 4, "Nobody can be asked: there is no screen."),
    (Pending("f" * 32, unopened=True), 3, "The person has not opened the question"),
    (TimedOut("unopened"), 5, "The person has not opened it"),
    (TimedOut(), 5, "time for an answer is over"),
    (TimedOut("queue"), 5, "too long for its turn"),
    (TimedOut("limit"), 5, "this call had is over"),
    (NotShown(True, "the dialog died"), 7, "the dialog died. Repeat the same request"),
    (NotShown(False, "the dialog died"), 7, "the dialog died. Do not try again"),
    (Superseded("newer_call"), 8, "newer request"),
    (Superseded("slot"), 8, "took its place"),
    (Superseded("reworded"), 8, "asked again in other words"),
    (Withdrawn("requester"), 8, "before it was answered"),
    (Withdrawn("owner_exited"), 8, "its owner exited"),
    (Withdrawn("caller_gone"), 8, "its answer is not kept"),
    (Refused("origin_limit"), 9, "of this terminal or application are open."),
    (Refused("prompt_limit"), 9, "too many questions are open."),
    (Refused("quiet_period", 590.4), 9, "in a row. Ask again in 590 s"),
    (Refused("do_not_disturb"), 9, "disturbed."),
]


@pytest.mark.parametrize(("outcome", "status", "words"), TABLE)
def test_each_outcome_has_its_status_and_words(outcome: Outcome, status: int, words: str) -> None:
    assert of_outcome(outcome) == status
    assert words in explain(outcome)


def test_the_table_is_whole_and_zero_means_allowed() -> None:
    assert {type(outcome) for outcome, _, _ in TABLE} == set(OUTCOMES)
    for outcome, status, _ in TABLE:
        assert (status == 0) == outcome.allowed


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.InvalidParams("x"), 2),
        (errors.Mismatch("x"), 2),
        (errors.Expired("x"), 2),
        (errors.Unreachable("x"), 6),
        (errors.ProtocolError("x"), 6),
        (errors.NotAcknowledged("x"), 6),
        (errors.VersionMismatch("x"), 6),
        (errors.UntrustedPlace("x"), 6),
    ],
)
def test_errors_by_who_is_to_blame(error: errors.SaysoError, status: int) -> None:
    assert of_error(error) == status


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.InvalidParams("x"), 2),
        (errors.CommandNotFound("x"), 127),
        (errors.Mismatch("x"), 126),
        (errors.Expired("x"), 126),
        (errors.Unreachable("x"), 126),
        (errors.Unsupported("x"), 126),
        (errors.CommandChanged("x"), 126),
        (errors.CommandNotStarted("x"), 126),
        (errors.InternalError("x"), 126),
    ],
)
def test_a_command_that_was_not_run_has_those_of_shells(
    error: errors.SaysoError, status: int
) -> None:
    assert of_error_of_run(error) == status


def test_what_is_pending_of_a_command_names_no_way_to_spend_its_answer() -> None:
    pending = Pending("f" * 32)
    assert "The same command then runs at once." in explain(pending, runs=True)
    assert f"--ticket {'f' * 32}" in explain(pending, runs=True, secret=True)
    for secret in (False, True):
        assert "collect" not in explain(pending, runs=True, secret=secret)
