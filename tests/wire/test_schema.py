"""The schema against what it describes: what it refuses is refused, what we say it knows."""

import json
import re
from functools import cache
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from sayso import errors
from sayso.core.outcome import (
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
from sayso.core.secret import Secret
from sayso.errors import InvalidParams
from sayso.wire import schema
from sayso.wire.messages import FIELDS, PARAMS, parse, parse_ask
from sayso.wire.outcomes import encode_outcome
from support.requests import TICKET

NAMES = list(schema.definitions())


@cache
def validator(name: str) -> Draft202012Validator:
    """As other programs have it: over JSON."""
    return Draft202012Validator(json.loads(json.dumps(schema.document(name))))


def fits(name: str, value: object) -> bool:
    return bool(validator(name).is_valid(json.loads(json.dumps(value))))


def params_of(name: str) -> str:
    """The schema's name for what a method takes; `ask`, by its kind."""
    return name if "." in name else f"{name}.params"


def fields_of(name: str) -> dict[str, Any]:
    said: dict[str, Any] = schema.definitions()[params_of(name)]["properties"]
    return said


def is_taken(name: str, params: dict[str, Any]) -> bool:
    """By the daemon."""
    try:
        if name.startswith("ask."):
            parse_ask(params)
        else:
            parse(PARAMS[name], params)
    except InvalidParams:
        return False
    return True


class TestTheDocument:
    @pytest.mark.parametrize("name", ["", *NAMES])
    def test_is_a_schema_that_holds_all_that_it_refers_to(self, name: str) -> None:
        said = schema.document(name)
        Draft202012Validator.check_schema(said)
        assert said["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
        text = json.dumps(said)
        for other in NAMES:
            assert f'"#/$defs/{other}"' not in text or other in said["$defs"]

    @pytest.mark.parametrize("name", NAMES)
    def test_says_what_each_part_and_each_field_is(self, name: str) -> None:
        part = schema.definitions()[name]
        envelope = "jsonrpc" in part.get("properties", {})
        for field, each in part.get("properties", {}).items():
            told = "description" in each or "const" in each
            assert told or envelope or field in ("decider", "message", "data"), field

    def test_has_the_fields_that_hello_tells(self) -> None:
        for name, fields in FIELDS.items():
            assert list(fields_of(name)) == fields

    def test_no_such_message(self) -> None:
        with pytest.raises(KeyError):
            schema.document("approve")

    def test_every_method_parameter_outcome_and_error_is_in_the_tables(self) -> None:
        text = schema.tables()
        for fields in FIELDS.values():
            for field in fields:
                assert f"| `{field}` |" in text
        for kind in errors.kinds():
            assert (f"| {kind.code} | `{kind.name}` |" in text) is not kind.local
        for name in NAMES:
            if name.startswith("outcome."):
                assert f"| `{name.removeprefix('outcome.')}` |" in text


WHOLE: dict[str, dict[str, Any]] = {
    "ask.confirm": {"kind": "confirm", "message": "Deploy?"},
    "ask.notice": {"kind": "notice", "message": "Deploy?"},
    "ask.password": {"kind": "password", "message": "Deploy?"},
    "ask.text": {"kind": "text", "message": "Deploy?"},
    "ask.select": {"kind": "select", "message": "Deploy?", "options": ["a", "b"]},
    "ask.form": {
        "kind": "form",
        "message": "Deploy?",
        "questions": [{"kind": "confirm", "header": "Sure"}],
    },
    "ask.device_code": {
        "kind": "device_code",
        "message": "Deploy?",
        "address": "https://example.com",
        "code": "WDJB",
        "bound": False,
    },
    "finish": {"number": 1, "done": True},
    "collect": {"ticket": TICKET},
    "claim": {"claim": TICKET},
    "withdraw": {"number": 1},
    "dnd": {"seconds": 1800},
    "list": {},
    "make_way": {"screen": ":0"},
    "remote_open": {"name": "build-7"},
    "remote_allow": {"name": "build-7", "secrets": True},
    "remote_close": {"name": "build-7"},
}


def near(each: dict[str, Any]) -> st.SearchStrategy[object]:
    """Values on both sides of a field's bounds, and of other types."""
    others: st.SearchStrategy[object] = st.sampled_from(
        [None, True, 0, "", "x", [], {}, -1, 1.5, 1e300]
    )
    if "enum" in each or "const" in each:
        return st.sampled_from([each.get("const", "?"), *each.get("enum", [])]) | others
    if "minItems" in each:
        return st.lists(near(each["items"]), max_size=4) | others
    if "pattern" in each:
        return st.text("0123456789abcdefg\n", min_size=31, max_size=33) | others
    if "maxLength" in each:
        limit = each["maxLength"]
        characters = st.sampled_from(["x", "é", "🙂", "\n", "\x85", "\u2028", " "])
        sizes = st.sampled_from([0, 1, limit // 2, limit - 1, limit, limit + 1])
        return st.builds(str.__mul__, characters, sizes) | others
    if "maximum" in each:
        bounds = [each["minimum"], each["maximum"]]
        steps = st.sampled_from([-1, -1e-6, 0, 1e-6, 1])
        return st.builds(lambda at, step: at + step, st.sampled_from(bounds), steps) | others
    return st.integers(-2, 2) | others


@st.composite
def params(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Of some method, some fields of them near their bounds, left out, or unknown."""
    name = draw(st.sampled_from(list(PARAMS)))
    said = fields_of(name)
    fields = draw(st.lists(st.sampled_from([*said, "unknown"]), max_size=3, unique=True))
    drawn = {field: draw(near(said.get(field, {}))) for field in fields}
    return name, (WHOLE.get(name, {}) if draw(st.booleans()) else {}) | drawn


@given(params())
def test_what_the_schema_refuses_the_daemon_refuses(drawn: tuple[str, dict[str, Any]]) -> None:
    name, given_params = drawn
    if not fits(params_of(name), given_params):
        assert not is_taken(name, given_params)


BOUNDED = [
    (name, field, bound, beyond)
    for name in PARAMS
    for field, each in fields_of(name).items()
    for bound, beyond in (("minimum", -1), ("maximum", 1))
    if bound in each
]


@pytest.mark.parametrize(("name", "field", "bound", "beyond"), BOUNDED)
def test_the_daemon_takes_the_bounds_themselves_and_nothing_beyond(
    name: str, field: str, bound: str, beyond: int
) -> None:
    at = fields_of(name)[field][bound]
    whole = WHOLE[name] | ({"bound": True} if field == "limit" else {})
    assert is_taken(name, whole | {field: at})
    assert not is_taken(name, whole | {field: at + beyond})


def test_no_option_is_empty() -> None:
    assert fits("ask.select", WHOLE["ask.select"] | {"options": ["b", "a"]})
    assert not fits("ask.select", WHOLE["ask.select"] | {"options": ["", "a"]})


def test_bounds_of_texts_are_the_daemons() -> None:
    for name in PARAMS:
        for field, each in fields_of(name).items():
            if "maxLength" in each and "pattern" not in each:
                whole = {} if name == "withdraw" else WHOLE.get(name, {})  # which takes one alone
                begins = "https://" if field == "address" else ""
                most = each["maxLength"] - len(begins)
                assert is_taken(name, whole | {field: begins + "x" * most})
                assert not is_taken(name, whole | {field: begins + "x" * (most + 1)})


OUTCOMES: list[Outcome] = [
    Approved(),
    Answered(),
    Answered(secret=Secret(bytearray(b"hunter2"))),
    Answered(secret=Secret(bytearray(b"hunter2")), checked=True),
    Answered(Decider.HEADLESS),
    Answered(Decider.REQUESTER),
    Denied(),
    Denied(Decider.HEADLESS),
    Denied(words="Not on a Friday"),
    Approved(checked=True),
    Approved(checked=False),
    Dismissed(),
    Approved(by=By.ASSISTIVE),
    Answered(answer="a", by=By.ASSISTIVE),
    Answered(answer=("a",), custom="b"),
    Answered(answers=(FormAnswer("a"), FormAnswer(("a",), "b"), FormAnswer(False), FormAnswer())),
    Pending(TICKET),
    NoInteractor("no screen"),
    TimedOut(),
    TimedOut("queue"),
    TimedOut("limit"),
    NotShown(True, "nothing was painted"),
    Superseded("slot"),
    Superseded("reworded"),
    Withdrawn("owner_exited"),
    Withdrawn("caller_gone"),
    Refused("quiet_period", 1.5),
    Refused("prompt_limit"),
]


class TestOutcomes:
    @pytest.mark.parametrize("outcome", OUTCOMES, ids=str)
    def test_each_fits_as_itself_and_as_no_other(self, outcome: Outcome) -> None:
        written = encode_outcome(outcome)
        as_what = [name for name in NAMES if name.startswith("outcome.") and fits(name, written)]
        assert as_what == [f"outcome.{outcome.status}"]
        assert fits("outcome", written)

    @pytest.mark.parametrize(
        "written",
        [
            {"status": "approved"},
            {"status": "approved", "decider": "headless"},
            {"status": "approved", "decider": None},
            {"status": "approved", "decider": "user", "by": None},
            {"status": "approved", "decider": "user", "by": "magic"},
            {"status": "approved_for_ever", "decider": "user"},
            {"status": "refused", "decider": "policy", "reason": "mood", "retry_after": None},
            {"status": "pending", "decider": None},
        ],
    )
    def test_nothing_else_does(self, written: dict[str, Any]) -> None:
        assert not fits("outcome", written)

    @pytest.mark.parametrize(
        ("size", "fitting"), [(-1, False), (0, True), (65536, True), (65537, False)]
    )
    def test_a_secret_has_a_size(self, size: int, fitting: bool) -> None:
        written = encode_outcome(Answered()) | {"secret_bytes": size}
        assert fits("outcome", written) is fitting

    @pytest.mark.parametrize("kind", get_args(Outcome), ids=lambda kind: kind.status)
    def test_who_decides_is_told_as_it_is_checked(self, kind: type[Outcome]) -> None:
        told = schema.definitions()[f"outcome.{kind.status}"]["properties"]["decider"]
        fitting = Draft202012Validator(told).is_valid
        assert {each for each in (None, *Decider) if fitting(each)} == set(kind.deciders)

    def test_what_a_person_decided_is_no_result_of_asking(self) -> None:
        decisions = (Approved, Answered, Denied, Dismissed, TimedOut)
        for outcome in OUTCOMES:
            fitting = fits("ask.result", encode_outcome(outcome))
            assert fitting is not isinstance(outcome, decisions)


class TestErrors:
    @pytest.mark.parametrize("kind", errors.kinds())
    def test_each_that_goes_over_the_socket_fits(self, kind: type[errors.SaysoError]) -> None:
        line = {"jsonrpc": "2.0", "id": None, "error": kind("no", field="wait").to_wire()}
        assert fits("error", line) is not kind.local

    def test_a_code_has_its_own_word(self) -> None:
        wrong = errors.Expired("no").to_wire() | {"code": errors.Mismatch.code}
        assert not fits("error", {"jsonrpc": "2.0", "id": 1, "error": wrong})

    def test_no_two_have_the_same_code_or_word(self) -> None:
        kinds = errors.kinds()
        assert (
            len({kind.code for kind in kinds}) == len({kind.name for kind in kinds}) == len(kinds)
        )

    @pytest.mark.parametrize("method", sorted({name.partition(".")[0] for name in PARAMS}))
    def test_who_asks_for_what_there_is_not_hears_what_there_is(self, method: str) -> None:
        assert method in re.findall(r"\w+", errors.UnknownMethod.default_remedy)
