"""What an agent is asked by its own servers, by a form of ours: what comes back keeps to their
schema."""

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from mcp_types import ElicitResult

from sayso.core import answers as core_answers
from sayso.core import outcome as core
from sayso.core.entry import EMPTY, Entry
from sayso.core.questions import Form
from sayso.errors import InvalidParams, ProtocolError
from sayso.frontends.elicitation import Elicitation, read
from sayso.wire import messages

SHOP: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Name", "description": "Of the shop.", "minLength": 2},
        "mail": {"type": "string", "format": "email", "default": "a@b.c"},
        "seats": {"type": "integer", "minimum": 1, "maximum": 99, "default": 4.0},
        "rent": {"type": "number", "minimum": 0.5},
        "open": {"type": "boolean", "default": True},
        "where": {
            "type": "string",
            "oneOf": [{"const": "n", "title": "North"}, {"const": "s", "title": "South"}],
            "default": "s",
        },
        "size": {"type": "string", "enum": ["S", "L"], "enumNames": ["small", "large"]},
        "days": {"type": "array", "items": {"type": "string", "enum": ["Mon", "Tue"]}},
        "sells": {
            "type": "array",
            "minItems": 1,
            "items": {"anyOf": [{"const": "t", "title": "Tea"}, {"const": "c", "title": "Cake"}]},
            "default": ["t"],
        },
    },
    "required": ["name", "seats", "open", "where", "sells", "days"],
}


def one(property_: dict[str, Any], *, required: bool = True) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": {"it": property_}}
    return schema | ({"required": ["it"]} if required else {})


def form(asked: Elicitation) -> Form:
    """As the daemon reads it."""
    params = messages.parse(messages.ASKS["form"], asked.params | {"kind": "form"})
    question = params.question()
    assert isinstance(question, Form)
    return question


def submit(asked: Elicitation, *entries: Entry) -> dict[str, Any] | None:
    """The result, where the form lets this be submitted."""
    outcome = core_answers.read(form(asked), entries)
    return None if outcome is None else asked.result(outcome)


class TestAsked:
    def test_each_property_is_a_question_with_what_the_schema_says_of_it(self) -> None:
        assert read("A new shop", SHOP).params == {
            "message": "A new shop",
            "questions": [
                {"kind": "text", "header": "Name", "message": "Of the shop.", "required": True,
                 "min_length": 2},
                {"kind": "text", "header": "mail", "required": False, "format": "email",
                 "default": "a@b.c"},
                {"kind": "text", "header": "seats", "required": True, "format": "integer",
                 "minimum": 1, "maximum": 99, "default": "4"},
                {"kind": "text", "header": "rent", "required": False, "format": "number",
                 "minimum": 0.5},
                {"kind": "confirm", "header": "open", "required": True, "message": "Proposed: yes"},
                {"kind": "select", "header": "where", "required": True,
                 "options": ["North", "South"], "message": "Proposed: South"},
                {"kind": "select", "header": "size", "required": False,
                 "options": ["small", "large"]},
                {"kind": "select", "header": "days", "required": False, "multiple": True,
                 "options": ["Mon", "Tue"]},
                {"kind": "select", "header": "sells", "required": True, "multiple": True,
                 "options": ["Tea", "Cake"], "message": "Proposed: Tea"},
            ],
        }  # fmt: skip

    def test_a_long_title_is_a_header_and_stands_whole_under_it(self) -> None:
        title = "The name under which the shop is known"
        property_ = {"type": "string", "title": title, "description": "Any."}
        (asked,) = read("Go on", one(property_)).params["questions"]
        assert asked["header"] == "The name under which the shop…"
        assert asked["message"] == f"{title}\nAny."

    @pytest.mark.parametrize("name", ["", " ", "\u202e\n", "x" * 100])
    def test_whatever_a_property_is_called_it_has_a_header(self, name: str) -> None:
        form(read("Go on", {"type": "object", "properties": {name: {"type": "string"}}}))

    @pytest.mark.parametrize("most", [1, 16 << 10, 1 << 40])
    def test_no_text_is_longer_than_ours_are(self, most: int) -> None:
        (asked,) = read("Go on", one({"type": "string", "maxLength": most})).params["questions"]
        assert asked["max_length"] == min(most, 16 << 10)


class TestNotShown:
    """A form can't hold the person to it, or it is no schema of an elicitation."""

    @pytest.mark.parametrize(
        ("property_", "at", "say"),
        [
            ({"type": "string", "pattern": "^a"}, ".pattern", "form can hold"),
            ({"type": "string", "format": "ipv4"}, "", "format"),
            ({"type": "string", "format": "integer"}, ".format", "email"),
            ({"type": "string", "minLength": 3, "maxLength": 2}, "", "at most"),
            ({"type": "string", "maxLength": 0}, "", "from 1"),
            ({"type": "string", "default": 5}, "", "text"),
            ({"type": "string", "format": "email", "default": "x"}, "", "default"),
            ({"type": "string", "title": 5}, ".title", "text"),
            ({"type": "number", "exclusiveMinimum": 1}, ".exclusiveMinimum", "form can hold"),
            ({"type": "integer", "multipleOf": 2}, ".multipleOf", "form can hold"),
            ({"type": "integer", "maximum": 1 << 53}, ".maximum", "within"),
            ({"type": "integer", "minimum": True}, ".minimum", "number"),
            ({"type": "number", "default": float("nan")}, ".default", "within"),
            ({"type": "integer", "default": 0.5}, "", "default"),
            ({"type": "number", "minimum": 2, "maximum": 1}, "", "at most"),
            ({"type": "boolean", "default": "yes"}, ".default", "true or false"),
            ({"type": "boolean", "const": True}, ".const", "form can hold"),
            ({"type": "string", "enum": ["only"]}, "", "at least 2"),
            ({"type": "string", "enum": ["a", "b "], "enumNames": ["a"]}, "", "one name"),
            ({"type": "string", "enum": ["a", "a"]}, "", "no two the same"),
            ({"type": "string", "enum": ["b\u00a0c", "b c"]}, "", "look the same"),
            ({"type": "string", "enum": [1, 2]}, ".enum", "texts"),
            ({"type": "string", "enum": ["a", "b"], "default": "c"}, ".default", "choose from"),
            ({"type": "string", "oneOf": ["a", "b"]}, ".oneOf", "objects"),
            ({"type": "string", "oneOf": [{"title": "a"}]}, ".oneOf", "texts"),
            ({"type": "array"}, ".items", "choose from"),
            ({"type": "array", "items": {"type": "string"}}, ".items.enum", "texts"),
            (
                {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2},
                ".minItems",
                "0 or 1",
            ),
            ({"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1}, ".maxItems", "all"),
            ({"type": "object", "properties": {}}, ".type", "string"),
            ({"type": ["string", "null"]}, ".type", "string"),
            ({"anyOf": [{"type": "string"}]}, ".type", "string"),
            ("string", "", "object"),
        ],
    )
    def test_a_property_is_an_error_that_names_it(self, property_: Any, at: str, say: str) -> None:
        with pytest.raises(InvalidParams, match=say) as error:
            read("Go on", one(property_))
        assert error.value.field == f"requestedSchema.properties.it{at}"
        assert str(error.value).startswith(f"{error.value.field}: ")
        assert "nothing was shown" in (error.value.remedy or "")

    @pytest.mark.parametrize(
        ("schema", "at"),
        [
            ({}, ""),
            ({"type": "array"}, ""),
            ({"type": "object", "properties": {}}, ".properties"),
            ({"type": "object", "properties": {str(n): {} for n in range(11)}}, ".properties"),
            (one({"type": "string"}) | {"minProperties": 1}, ".minProperties"),
            (one({"type": "string"}) | {"required": "it"}, ".required"),
            (one({"type": "string"}) | {"required": ["other"]}, ".required"),
        ],
    )
    def test_so_is_the_whole(self, schema: dict[str, Any], at: str) -> None:
        with pytest.raises(InvalidParams) as error:
            read("Go on", schema)
        assert error.value.field == f"requestedSchema{at}"

    def test_and_a_message_that_is_empty(self) -> None:
        with pytest.raises(InvalidParams, match="message: must not be empty"):
            read("", one({"type": "string"}))


class TestResult:
    def test_what_was_submitted_is_accepted_with_values_of_the_schemas_types(self) -> None:
        entries = (
            Entry("Tea & Co"), EMPTY, Entry("12"), Entry("5"), Entry(places=(1,)),
            Entry(places=(0,)), Entry(places=(1,)), EMPTY, Entry(places=(0, 1)),
        )  # fmt: skip
        result = submit(read("A new shop", SHOP), *entries)
        assert result == {
            "action": "accept",
            "content": {
                "name": "Tea & Co", "seats": 12, "rent": 5, "open": False, "where": "n",
                "size": "L", "days": [], "sells": ["t", "c"],
            },
        }  # fmt: skip
        Draft202012Validator(SHOP).validate(result["content"])
        ElicitResult.model_validate(result)

    @pytest.mark.parametrize(
        ("outcome", "action"),
        [
            (core.Denied(), "decline"),
            (core.Denied(core.Decider.HEADLESS), "cancel"),
            (core.Dismissed(), "cancel"),
            (core.TimedOut(), "cancel"),
            (core.NoInteractor("no screen"), "cancel"),
            (core.NotShown(should_retry=True, retry_reason="no frame"), "cancel"),
            (core.Superseded("slot"), "cancel"),
            (core.Withdrawn("requester"), "cancel"),
            (core.Refused("do_not_disturb"), "cancel"),
            (core.Pending("f" * 32), "cancel"),
        ],
    )
    def test_without_an_answer_nothing_is_accepted(
        self, outcome: core.Outcome, action: str
    ) -> None:
        assert read("A new shop", SHOP).result(outcome) == {"action": action}

    @pytest.mark.parametrize(
        ("property_", "answer"),
        [
            ({"type": "string"}, core.FormAnswer(answer=True)),
            ({"type": "string"}, core.FormAnswer()),
            ({"type": "integer"}, core.FormAnswer("5.0")),
            ({"type": "number"}, core.FormAnswer("many")),
            ({"type": "boolean"}, core.FormAnswer("yes")),
            ({"type": "string", "enum": ["a", "b"]}, core.FormAnswer(("c",))),
            ({"type": "string", "enum": ["a", "b"]}, core.FormAnswer(("a", "b"))),
            ({"type": "string", "enum": ["a", "b"]}, core.FormAnswer((), "of my own")),
            ({"type": "array", "items": {"enum": ["a", "b"]}}, core.FormAnswer("a")),
        ],
    )
    def test_what_no_form_answers_is_an_error(
        self, property_: dict[str, Any], answer: core.FormAnswer
    ) -> None:
        """Of a daemon that does not keep to what it was asked."""
        asked = read("Go on", one(property_))
        for answers in ((answer,), (), (answer, answer)):
            with pytest.raises(ProtocolError):
                asked.result(core.Answered(answers=answers))


NAMES = st.text(string.ascii_letters, min_size=1, max_size=8)
LIMITS = st.integers(-20, 20) | st.floats(-20, 20)
WORDS = st.sampled_from(["ab", "", "a@b.c", "mailto:a", "2026-11-25", "2026-11-25T10:00:00Z"])
FIGURES = st.sampled_from(["0", "-3", "2.5", "1e1", "9007199254740993", "-1e300", "0.1"])
TYPED = WORDS | FIGURES | st.text(max_size=6) | st.integers().map(str) | st.floats().map(repr)
ENUM = st.lists(NAMES, min_size=2, max_size=4, unique_by=str.casefold)


@st.composite
def properties(draw: st.DrawFn) -> dict[str, Any]:
    """Of an elicitation's schema. Some of them can't be shown."""
    more: dict[str, Any] = {}
    kind = draw(st.sampled_from(["string", "number", "integer", "boolean", "enum", "array"]))
    values = draw(ENUM)
    match kind:
        case "string":
            lengths = {"minLength": st.integers(0, 4), "maxLength": st.integers(1, 9)}
            forms = st.sampled_from(["email", "uri", "date", "date-time"])
            more = draw(st.fixed_dictionaries({}, optional=lengths | {"format": forms}))
        case "number" | "integer":
            limits = {"minimum": LIMITS, "maximum": LIMITS}
            more = draw(st.fixed_dictionaries({}, optional=limits))
        case "enum":
            titled = [{"const": each, "title": f"{each} {n}"} for n, each in enumerate(values)]
            return {"type": "string"} | draw(st.sampled_from([{"enum": values}, {"oneOf": titled}]))
        case "array":
            least = draw(st.sampled_from([{}, {"minItems": 0}, {"minItems": 1}]))
            return {"type": "array", "items": {"type": "string", "enum": values}} | least
    return {"type": kind} | more


SCHEMAS = st.dictionaries(NAMES, properties(), min_size=1, max_size=4).flatmap(
    lambda told: st.lists(st.sampled_from(sorted(told)), unique=True).map(
        lambda required: {"type": "object", "properties": told, "required": required}
    )
)
ENTRIES = st.just(EMPTY) | TYPED.map(Entry) | st.sampled_from(
    [Entry(places=places) for places in ((0,), (1,), (0, 1))]
)  # fmt: skip


@given(SCHEMAS, st.lists(ENTRIES, min_size=4, max_size=4))
def test_whatever_a_form_lets_through_validates(
    schema: dict[str, Any], entries: list[Entry]
) -> None:
    try:
        asked = read("Go on", schema)
    except InvalidParams:
        return  # a minimum above its maximum
    fields = form(asked).questions
    fit = [
        entry if field.problem(entry) is None else EMPTY
        for field, entry in zip(fields, entries, strict=False)
    ]
    result = submit(asked, *fit)
    if result is not None:  # else one that is required is empty
        Draft202012Validator(schema).validate(result["content"])
        ElicitResult.model_validate(result)


@given(properties(), TYPED)
def test_so_does_each_answer_by_itself(property_: dict[str, Any], typed: str) -> None:
    """That what was typed is let through as soon as it fits, and as the number that it is."""
    schema = one(property_)
    try:
        asked = read("Go on", schema)
    except InvalidParams:
        return
    result = submit(asked, Entry(typed))
    if result is not None:
        Draft202012Validator(schema).validate(result["content"])
