"""Outcomes over the wire: each comes back as it went, and nothing else comes in."""

import typing
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.outcome import (
    OUTCOMES,
    Answered,
    Approved,
    By,
    Decider,
    Denied,
    Dismissed,
    FormAnswer,
    NoInteractor,
    NotShown,
    Outcome,
    Pending,
    Refused,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.errors import ProtocolError
from sayso.values import replace
from sayso.wire.codec import decode, encode
from sayso.wire.outcomes import decode_outcome, encode_outcome

TICKET = "0123456789abcdef0123456789abcdef"

WIRE: list[tuple[Outcome, dict[str, Any]]] = [
    (Approved(), {"status": "approved", "decider": "user"}),
    (Approved(by=By.ASSISTIVE), {"status": "approved", "decider": "user", "by": "assistive"}),
    (Approved(checked=True), {"status": "approved", "decider": "user", "checked": True}),
    (Approved(checked=False), {"status": "approved", "decider": "user", "checked": False}),
    (Answered(), {"status": "answered", "decider": "user"}),
    (Answered(checked=False), {"status": "answered", "decider": "user", "checked": False}),
    (
        Answered(answer="a", by=By.ASSISTIVE),
        {"status": "answered", "decider": "user", "answer": "a", "by": "assistive"},
    ),
    (Answered(Decider.HEADLESS), {"status": "answered", "decider": "headless"}),
    (Answered(answer=""), {"status": "answered", "decider": "user", "answer": ""}),
    (Answered(answer="a\nb"), {"status": "answered", "decider": "user", "answer": "a\nb"}),
    (Answered(answer=()), {"status": "answered", "decider": "user", "answer": []}),
    (Answered(answer=("a", "b")), {"status": "answered", "decider": "user", "answer": ["a", "b"]}),
    (
        Answered(answer=(), custom="c"),
        {"status": "answered", "decider": "user", "answer": [], "custom": "c"},
    ),
    (
        Answered(
            answers=(FormAnswer("a"), FormAnswer(("a",), "c"), FormAnswer(False), FormAnswer())
        ),
        {
            "status": "answered",
            "decider": "user",
            "answers": [
                {"answer": "a"},
                {"answer": ["a"], "custom": "c"},
                {"answer": False},
                {},
            ],
        },
    ),
    (Denied(), {"status": "denied", "decider": "user"}),
    (
        Denied(words="Not on a Friday"),
        {"status": "denied", "decider": "user", "words": "Not on a Friday"},
    ),
    (Denied(Decider.HEADLESS), {"status": "denied", "decider": "headless"}),
    (Dismissed(), {"status": "dismissed", "decider": "user"}),
    (TimedOut(), {"status": "timed_out", "reason": "deadline", "decider": "deadline"}),
    (TimedOut("queue"), {"status": "timed_out", "reason": "queue", "decider": "deadline"}),
    (TimedOut("unopened"), {"status": "timed_out", "reason": "unopened", "decider": "deadline"}),
    (Pending(TICKET), {"status": "pending", "ticket": TICKET, "decider": None}),
    (
        Pending(TICKET, unopened=True),
        {"status": "pending", "ticket": TICKET, "decider": None, "unopened": True},
    ),
    (
        NoInteractor("no screen"),
        {"status": "no_interactor", "reason": "no screen", "decider": "headless"},
    ),
    (
        NotShown(should_retry=True, retry_reason="nothing was painted"),
        {
            "status": "not_shown",
            "should_retry": True,
            "retry_reason": "nothing was painted",
            "decider": "ui",
        },
    ),
    (
        Superseded("newer_call"),
        {"status": "superseded", "reason": "newer_call", "decider": "requester"},
    ),
    (
        Withdrawn("owner_exited"),
        {"status": "withdrawn", "reason": "owner_exited", "decider": "requester"},
    ),
    (
        Refused("quiet_period", retry_after=12.5),
        {
            "status": "refused",
            "reason": "quiet_period",
            "retry_after": 12.5,
            "decider": "policy",
        },
    ),
    (
        Refused("origin_limit"),
        {"status": "refused", "reason": "origin_limit", "retry_after": None, "decider": "policy"},
    ),
]


@pytest.mark.parametrize(("outcome", "wire"), WIRE, ids=[wire["status"] for _, wire in WIRE])
def test_each_goes_out_literally_and_comes_back(outcome: Outcome, wire: dict[str, Any]) -> None:
    sent = encode_outcome(outcome)
    assert sent == wire
    received = decode_outcome(decode(encode(sent).rstrip()))
    assert received == outcome
    assert received.allowed is (wire["status"] in {"approved", "answered"})


def test_every_class_of_the_union_is_covered_here() -> None:
    assert {type(outcome) for outcome, _ in WIRE} == set(OUTCOMES) == set(get_args(Outcome))


@pytest.mark.parametrize("kind", OUTCOMES)
def test_who_can_decide_is_what_the_type_says(kind: type[Outcome]) -> None:
    assert set(kind.deciders) == set(
        get_args(get_type_hints(kind, localns=vars(typing))["decider"]) or (None,)
    )


def test_a_field_of_a_later_version_is_passed_over() -> None:
    wire = {"status": "denied", "decider": "user", "note": {"new": 1}}
    assert decode_outcome(wire) == Denied()


FIELDS_BEFORE = {"approved": {"decider"}, "answered": {"decider", "secret", "answer"}}
"""What the client read of these outcomes before there was `by`: it passed all else over."""


@pytest.mark.parametrize(
    "outcome",
    [Approved(by=By.ASSISTIVE), Answered(by=By.ASSISTIVE), Answered(answer="a", by=By.ASSISTIVE)],
)
def test_by_changes_nothing_that_a_client_from_before_reads(outcome: Approved | Answered) -> None:
    """It decoded an answer after it had claimed it: one that it could not read was lost."""
    now, before = encode_outcome(outcome), encode_outcome(replace(outcome, by=None))
    known = {"status", *FIELDS_BEFORE[outcome.status]}
    assert {name: value for name, value in now.items() if name in known} == before
    assert set(now) - set(before) == {"by"}


@pytest.mark.parametrize(
    "wire",
    [
        {},
        {"status": "approved", "decider": "user", "by": None},
        {"status": "approved", "decider": "user", "by": "magic"},
        {"status": "approved", "decider": "user", "by": ["assistive"]},
        {"status": "answered", "decider": "headless", "by": "assistive"},
        {"status": None, "decider": "user"},
        {"status": [], "decider": "user"},
        {"status": {}, "decider": "user"},
        {"status": "Approved", "decider": "user"},
        {"status": "ready", "decider": "user"},
        {"status": "approved"},
        {"status": "approved", "decider": "nobody"},
        {"status": "approved", "decider": "user", "checked": "yes"},
        {"status": "approved", "decider": "user", "checked": 1},
        {"status": "answered", "decider": "user", "checked": 1},
        {"status": "denied", "decider": "user", "words": ["No"]},
        {"status": "denied", "decider": "headless", "words": "No"},
        {"status": "approved", "decider": []},
        {"status": "pending", "decider": None},
        {"status": "pending", "decider": None, "ticket": TICKET, "unopened": 1},
        {"status": "not_shown", "decider": "ui", "should_retry": True},
        {"status": "answered", "decider": "user", "answer": None},
        {"status": "answered", "decider": "user", "custom": 1},
        {"status": "answered", "decider": "user", "answers": {}},
        {"status": "answered", "decider": "user", "answers": ["a"]},
        {"status": "answered", "decider": "user", "answers": [{"answer": 1}]},
        {"status": "answered", "decider": "user", "answers": [{"custom": 1}]},
        {"status": "answered", "decider": "user", "answer": 5},
        {"status": "answered", "decider": "user", "answer": ["a", 5]},
        {"status": "answered", "decider": "user", "answer": {"a": "b"}},
    ],
)
def test_what_is_no_outcome_broke_the_protocol(wire: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        decode_outcome(wire)


@pytest.mark.parametrize("decider", [None, "headless", "deadline", "ui", "requester", "policy"])
def test_nobody_but_the_user_approves(decider: str | None) -> None:
    with pytest.raises(ProtocolError):
        decode_outcome({"status": "approved", "decider": decider})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
STATUSES = st.sampled_from([kind.status for kind in OUTCOMES])
DECIDERS = st.sampled_from(["user", "headless", "deadline", "ui", "requester", "policy"])


@given(
    st.dictionaries(st.text(max_size=3), JSON),
    st.fixed_dictionaries({}, optional={"status": STATUSES | JSON, "decider": DECIDERS | JSON}),
)
def test_nothing_raises_anything_but_our_error(
    noise: dict[str, Any], result: dict[str, Any]
) -> None:
    try:
        outcome = decode_outcome(noise | result)
    except ProtocolError:
        return
    assert outcome.status == result["status"]
