"""What requesters may send of options, and of the questions of a form."""

from typing import Any

import pytest

from sayso.core.questions import Form, FormConfirm, FormSelect, FormText, Option, Select
from sayso.core.settings import ANSWER_BYTES
from sayso.errors import InvalidParams
from sayso.wire.messages import PARAMS, parse_ask
from sayso.wire.params import object_schema
from support.requests import ask_refusal

TEXT: dict[str, Any] = {"kind": "text", "header": "Name"}
PLACE: dict[str, Any] = {"kind": "select", "header": "Where", "options": ["a", "b"]}
SURE: dict[str, Any] = {"kind": "confirm", "header": "Sure"}


def form(*questions: object, **more: object) -> Form:
    asked = {"kind": "form", "message": "A new host", "questions": list(questions)}
    question = parse_ask(asked | more).question
    assert isinstance(question, Form)
    return question


def refused(*questions: object) -> InvalidParams:
    return ask_refusal({"kind": "form", "message": "A new host", "questions": list(questions)})


class TestOptions:
    def test_each_is_a_label_or_has_a_description(self) -> None:
        options = ["a", {"label": "b"}, {"label": "c", "description": "the third"}]
        question = parse_ask({"kind": "select", "message": "Which?", "options": options}).question
        assert isinstance(question, Select)
        assert question.options == (Option("a"), Option("b"), Option("c", "the third"))

    @pytest.mark.parametrize(
        ("option", "field", "says"),
        [
            (5, "options.1", "must be a text or an object"),
            ({}, "options.1.label", "is missing"),
            ({"label": ""}, "options.1.label", "must not be blank"),
            ({"label": "b", "description": "x" * 201}, "options.1.description", "at most 200"),
            ({"label": "b", "description": "two\nlines"}, "options.1.description", "one line"),
            ({"label": "b", "colour": "red"}, "options.1.colour", "is not a field"),
            ({"label": "a"}, "options", "number 1 and number 2 look the same"),
            ({"label": "\u0430"}, "options", "number 1 and number 2 look the same"),
        ],
    )
    def test_a_wrong_one_is_named(self, option: object, field: str, says: str) -> None:
        error = ask_refusal({"kind": "select", "message": "Which?", "options": ["a", option]})
        assert error.field == field
        assert says in error.message

    def test_both_ways_are_in_the_schema(self) -> None:
        items = object_schema(PARAMS["ask.select"])["properties"]["options"]["items"]
        assert [each["type"] for each in items["anyOf"]] == ["string", "object"]

    @pytest.mark.parametrize("count", [0, 1, 33])
    def test_there_are_2_to_32(self, count: int) -> None:
        options = [f"{number}" for number in range(count)]
        error = ask_refusal({"kind": "select", "message": "Which?", "options": options})
        assert error.field == "options"
        assert "at least 2 and at most 32" in error.message


class TestQuestions:
    def test_the_least_of_each_kind(self) -> None:
        options = (Option("a"), Option("b"))
        assert form(TEXT, PLACE, SURE).questions == (
            FormText("Name"),
            FormSelect("Where", options),
            FormConfirm("Sure"),
        )

    def test_each_field_of_each_kind(self) -> None:
        more = {"message": "Which?", "required": False}
        lines = {"default": "a\nb", "placeholder": "x", "multiline": True}
        lengths = {"min_length": 2, "max_length": 9}
        number = {"format": "number", "minimum": -1, "maximum": 2.5}
        several = {"multiple": True, "custom": True}
        assert form(
            TEXT | more | lines | lengths, TEXT | number, PLACE | more | several, SURE | more
        ).questions == (
            FormText("Name", "Which?", False, "a\nb", "x", True, 2, 9),
            FormText("Name", format="number", minimum=-1, maximum=2.5),
            FormSelect("Where", (Option("a"), Option("b")), "Which?", False, True, True),
            FormConfirm("Sure", "Which?", False),
        )

    def test_the_form_has_words_of_its_own(self) -> None:
        words = {"title": "T", "details": "D", "error": "E", "approve": "Send", "deny": "Not now"}
        asked = form(SURE, **words)
        assert {name: getattr(asked, name) for name in words} == words

    @pytest.mark.parametrize(
        ("question", "field", "says"),
        [
            ("Name?", "questions.0", "must be an object"),
            ({"header": "Name"}, "questions.0.kind", "is missing"),
            (
                TEXT | {"kind": "poll"},
                "questions.0.kind",
                "must be 'text' or 'select' or 'confirm'",
            ),
            (TEXT | {"kind": ["text"]}, "questions.0.kind", "must be 'text'"),
            ({"kind": "text"}, "questions.0.header", "is missing"),
            (TEXT | {"header": "x" * 31}, "questions.0.header", "at most 30"),
            (TEXT | {"header": " "}, "questions.0.header", "must not be blank"),
            (TEXT | {"options": ["a", "b"]}, "questions.0.options", "is not a field"),
            (SURE | {"default": "yes"}, "questions.0.default", "is not a field"),
            (TEXT | {"min_length": 3, "max_length": 2}, "questions.0.min_length", "at most max"),
            (TEXT | {"max_length": 0}, "questions.0.max_length", f"from 1 to {ANSWER_BYTES}"),
            (TEXT | {"format": "colour"}, "questions.0.format", "must be"),
            (
                TEXT | {"minimum": 1},
                "questions.0.minimum",
                "works only with the format integer or number",
            ),
            (
                TEXT | {"maximum": 1},
                "questions.0.maximum",
                "works only with the format integer or number",
            ),
            (
                TEXT | {"format": "integer", "minimum": 2, "maximum": 1},
                "questions.0.minimum",
                "must be at most maximum",
            ),
            (TEXT | {"format": "date", "multiline": True}, "questions.0.format", "for one line"),
            (
                TEXT | {"format": "integer", "default": "x"},
                "questions.0.default",
                "must be an answer that the question takes",
            ),
            (TEXT | {"default": "two\nlines"}, "questions.0.default", "must be an answer"),
            (TEXT | {"default": "a\u200b"}, "questions.0.default", "what can't be seen"),
            (PLACE | {"options": ["a"]}, "questions.0.options", "at least 2"),
            (PLACE | {"options": ["a", "a"]}, "questions.0.options", "look the same"),
        ],
    )
    def test_a_wrong_one_is_named(self, question: object, field: str, says: str) -> None:
        error = refused(question)
        assert error.field == field
        assert says in error.message

    def test_each_kind_is_in_the_schema(self) -> None:
        items = object_schema(PARAMS["ask.form"])["properties"]["questions"]["items"]
        kinds = [each["properties"]["kind"]["const"] for each in items["oneOf"]]
        assert kinds == ["text", "select", "confirm"]

    def test_it_is_named_by_its_place(self) -> None:
        assert refused(SURE, TEXT, PLACE | {"options": ["a", 5]}).field == "questions.2.options.1"

    @pytest.mark.parametrize("count", [0, 11])
    def test_there_are_1_to_10(self, count: int) -> None:
        error = refused(*[SURE] * count)
        assert error.field == "questions"
        assert "at least 1 and at most 10" in error.message

    def test_without_any_there_is_no_form(self) -> None:
        error = ask_refusal({"kind": "form", "message": "A new host"})
        assert (error.field, error.message) == ("questions", "questions: is missing")
