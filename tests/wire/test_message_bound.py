"""A question that is bound to its call, and what can't stand beside that."""

import math
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sayso.core.events import BoundRequest, Request
from sayso.wire import schema
from sayso.wire.messages import ASKS, parse_ask
from support.requests import ASK, TICKET, ask, ask_refusal, refused

OF_ANOTHER_CALL = {
    "wait": 45, "retention": 60, "slot": "deploy", "ticket": TICKET, "rewords": True,
}  # fmt: skip


class TestBound:
    @pytest.mark.parametrize("kind", ASKS)
    def test_each_kind_may_be(self, kind: str) -> None:
        more: dict[str, dict[str, Any]] = {
            "select": {"options": ["a", "b"]},
            "form": {"questions": [{"kind": "confirm", "header": "Sure"}]},
            "device_code": {"address": "https://example.com", "code": "WDJB"},
        }
        asked = {"kind": kind, "message": "?", "bound": True, "limit": 50} | more.get(kind, {})
        request = parse_ask(asked)
        assert isinstance(request, BoundRequest)
        assert request.limit == 50

    def test_keeps_what_it_may_have(self) -> None:
        terms: dict[str, Any] = {
            "timeout": 9, "render_timeout": 10, "max_retries": 1, "scope": "s", "owner": 7,
        }  # fmt: skip
        request = ask(bound=True, **terms)
        assert request == BoundRequest(request.question, **terms)

    def test_has_no_limit_of_its_own(self) -> None:
        request = ask(bound=True)
        assert isinstance(request, BoundRequest)
        assert request.limit is None

    def test_none_is_unless_it_says_so(self) -> None:
        assert type(ask(bound=False, **OF_ANOTHER_CALL)) is type(ask()) is Request

    @pytest.mark.parametrize("field", OF_ANOTHER_CALL)
    def test_has_nothing_to_do_with_another_call(self, field: str) -> None:
        error = refused(bound=True, **{field: OF_ANOTHER_CALL[field]})
        assert error.field == field
        assert "a bound question" in error.message

    @pytest.mark.parametrize("value", [None, 1, "true"])
    def test_is_true_or_false(self, value: object) -> None:
        assert refused(bound=value).field == "bound"


class TestItsLimit:
    @pytest.mark.parametrize("limit", [5, 86400, 7.5])
    def test_may_be_at_its_bounds(self, limit: float) -> None:
        request = ask(bound=True, limit=limit)
        assert isinstance(request, BoundRequest)
        assert request.limit == limit

    @pytest.mark.parametrize(
        "limit", [None, True, "50", -1, 0, 4.9, 86400.1, math.nan, math.inf, -math.inf]
    )
    def test_is_a_number_within_them(self, limit: object) -> None:
        error = ask_refusal(ASK | {"bound": True, "limit": limit})
        assert error.field == "limit"
        assert error.remedy == "limit takes 5 to 86400"

    @pytest.mark.parametrize("more", [{}, {"bound": False}])
    def test_goes_with_a_bound_question_alone(self, more: dict[str, bool]) -> None:
        assert refused(limit=50, **more).field == "limit"


@pytest.mark.parametrize(
    ("given", "fits"),
    [
        ({"bound": True}, True),
        ({"bound": True, "limit": 50}, True),
        ({"bound": False, "wait": 45}, True),
        ({"limit": 50}, False),
        ({"bound": False, "limit": 50}, False),
        *(({"bound": True, field: value}, False) for field, value in OF_ANOTHER_CALL.items()),
    ],
)
def test_the_schema_says_the_same(given: dict[str, Any], fits: bool) -> None:
    said = Draft202012Validator(schema.document("ask.confirm"))
    assert said.is_valid(ASK | given) is fits
