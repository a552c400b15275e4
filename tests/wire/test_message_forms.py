"""What requesters may send of a text or a selection."""

from typing import Any

import pytest

from sayso.core.questions import Select, Text
from sayso.errors import InvalidParams
from sayso.wire.messages import parse_ask
from support.entries import options
from support.requests import ask_refusal

TEXT: dict[str, Any] = {"kind": "text", "message": "Name?"}
SELECT: dict[str, Any] = {"kind": "select", "message": "Where?", "options": ["a", "b"]}


def refused(params: dict[str, Any], **more: Any) -> InvalidParams:
    return ask_refusal(params | more)


class TestText:
    def test_each_field_is_read(self) -> None:
        given: dict[str, Any] = {"title": "T", "details": "D", "error": "E", "default": "a\n\tb"}
        labels: dict[str, Any] = {"approve": "Send", "deny": "Stop"}
        request = parse_ask(TEXT | given | labels | {"multiline": True, "timeout": 600})
        assert request.timeout == 600
        assert request.question == Text("Name?", **given, multiline=True, **labels)

    def test_the_least_is_a_message(self) -> None:
        request = parse_ask(TEXT)
        assert request.question == Text("Name?")
        assert request.timeout is None

    @pytest.mark.parametrize("default", ["two\nlines", "a\tb"])
    def test_a_default_is_an_answer(self, default: str) -> None:
        parse_ask(TEXT | {"default": default, "multiline": True})
        error = refused(TEXT, default=default)
        assert error.field == "default"
        assert "one line" in error.message

    @pytest.mark.parametrize(
        "default", ["a\u202eb", "a\u200b", "\x1b[1m", "a\r\nb", "e" + "\u0301" * 5]
    )
    def test_a_default_is_seen_whole(self, default: str) -> None:
        error = refused(TEXT, default=default, multiline=True)
        assert error.field == "default"
        assert r"can't be seen in a field: \u{" in error.message

    def test_a_default_is_no_longer_than_an_answer(self) -> None:
        parse_ask(TEXT | {"default": "\u00e9" * 8192})
        assert "16384 bytes" in refused(TEXT, default="\u00e9" * 8192 + "x").message

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("error", "e" * 201),
            ("error", "a\nb"),
            ("default", None),
            ("default", 5),
            ("multiline", 1),
            ("multiline", None),
            ("options", ["a", "b"]),
            ("multiple", True),
            ("severity", "destructive"),
            ("repeat", True),
        ],
    )
    def test_anything_else_is_named(self, field: str, value: object) -> None:
        assert refused(TEXT, **{field: value}).field == field


class TestSelect:
    def test_one_is_chosen_where_nothing_else_is_said(self) -> None:
        question = parse_ask(SELECT).question
        assert isinstance(question, Select)
        assert not question.multiple

    def test_each_field_is_read(self) -> None:
        given: dict[str, Any] = {"title": "T", "details": "D", "error": "E"}
        words: dict[str, Any] = given | {"approve": "Go", "deny": "Stop"}
        request = parse_ask(SELECT | words | {"multiple": True})
        assert request.question == Select("Where?", options("a", "b"), multiple=True, **words)

    @pytest.mark.parametrize("count", [2, 32])
    def test_there_are_some_options(self, count: int) -> None:
        options = ["\u00e9" * 190 + f"{number}" for number in range(count)]
        question = parse_ask(SELECT | {"options": options}).question
        assert isinstance(question, Select)
        assert [option.label for option in question.options] == options

    @pytest.mark.parametrize("count", [0, 1, 33])
    def test_but_not_too_few_or_many(self, count: int) -> None:
        error = refused(SELECT, options=[f"{number}" for number in range(count)])
        assert error.field == "options"

    @pytest.mark.parametrize("options", [None, "ab", {"a": "b"}, 5])
    def test_they_are_a_list(self, options: object) -> None:
        assert refused(SELECT, options=options).field == "options"

    def test_they_are_no_less_than_needed(self) -> None:
        error = ask_refusal({"kind": "select", "message": "Where?"})
        assert (error.field, error.message) == ("options", "options: is missing")

    @pytest.mark.parametrize(
        "option", ["", " ", "\u2003", "a\nb", "a\tb", "\x1b", "o" * 201, "\ud800", 5, None, ["a"]]
    )
    def test_each_is_a_line_of_text(self, option: object) -> None:
        assert refused(SELECT, options=["a", option]).field == "options.1"

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("a", "a"),
            ("a b", "a  b"),
            ("a b", "a\u00a0b"),
            ("a b", "a\u2003b"),
            ("a", " a "),
            ("caf\u00e9", "cafe\u0301"),
            ("\ufb01le", "file"),
            ("Keep", "\u041aeep"),
            ("\u0441\u043e\u0440", "cop"),
            ("\u039f\u03ba", "O\u03ba"),
            ("Keep \u05d0 1", "Keep 1 \u05d0"),
            ("\u0661 \u0627", "\u0627 \u0661"),
        ],
    )
    def test_no_two_look_the_same(self, one: str, other: str) -> None:
        error = refused(SELECT, options=["x", one, "y", other])
        assert error.field == "options"
        assert "number 2 and number 4 look the same" in error.message

    def test_what_looks_different_is_different(self) -> None:
        options = ["a", "A", "a\u200b", "a\u202e", "\\u{200b}", "\u200b", "ab", "ba"]
        options += ["10 k\u03a9", "10 k\u0416", "\u05d0 1", "\u05d0 2", "\u05d1 1"]
        assert parse_ask(SELECT | {"options": options}).question.kind == "select"

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("multiple", "yes"),
            ("multiple", None),
            ("default", "a"),
            ("multiline", True),
            ("error", "e" * 201),
            ("severity", "destructive"),
        ],
    )
    def test_anything_else_is_named(self, field: str, value: object) -> None:
        assert refused(SELECT, **{field: value}).field == field
