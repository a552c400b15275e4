"""`ask_user`: several questions on one page."""

import sys

assert sys.platform != "win32"

from typing import Any

import pytest

from sayso.frontends.mcp.questions import read
from support.ask_user import (
    BOTH,
    DENIED,
    NAME,
    SELECT,
    SHOP_THERE,
    SURE,
    TEXT,
    WHERE,
    filled_in,
    told,
)
from support.mcp_desk import (
    call,
    noting,
    pending,
)
from support.mcp_session import HANDSHAKE, STATELESS, Era
from support.scripted_daemon import (
    ScriptedDaemon,
    committing,
)


class TestSeveral:
    @pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
    def test_are_asked_by_one_form(self, era: Era) -> None:
        asked: list[dict[str, Any]] = []
        several = {
            "questions": [
                {"question": "Name?", "placeholder": "shop", "id": "name"},
                WHERE | {"custom": True, "required": False, "header": "Place"},
                {"message": "Which?", "options": ["a", "b"], "type": "multi-select"},
                SURE,
            ],
            "title": "A shop",
            "timeout": 60,
        }
        answers = filled_in(
            {"answer": "shop"}, {"answer": [], "custom": "Mars"}, {}, {"answer": True}
        )
        with ScriptedDaemon(noting(asked, answers, kind="form")) as daemon:
            content = told(call(daemon.path, "ask_user", several, era=era))
        assert asked == [
            {
                "kind": "form",
                "message": "Please answer these 4 questions.",
                "title": "A shop",
                "timeout": 60,
                "wait": 45.0,
                "rewords": True,
                "tool_call": True,
                "questions": [
                    TEXT | {"required": True, "placeholder": "shop"},
                    SELECT
                    | {"header": "Place", "message": "Where?", "required": False, "custom": True},
                    {
                        "kind": "select",
                        "header": "Which?",
                        "required": False,
                        "multiple": True,
                        "options": ["a", "b"],
                    },
                    {"kind": "confirm", "header": "Sure?", "required": True},
                ],
            }
        ]
        assert content["answers"] == [
            {"id": "name", "answer": "shop"},
            {"answer": [], "custom": "Mars"},
            {"answer": []},
            {"answer": True},
        ]
        assert (content["status"], content["allowed"], content["answered"]) == (
            "answered",
            True,
            True,
        )

    def test_one_left_unanswered_keeps_its_place(self) -> None:
        answers = filled_in({}, {"answer": ["There"]})
        both = {"questions": [NAME | {"required": False, "id": "n"}, WHERE]}
        with ScriptedDaemon(committing(answers, kind="form")) as daemon:
            content = told(call(daemon.path, "ask_user", both))
        assert content["answers"] == [{"id": "n"}, {"answer": ["There"]}]

    @pytest.mark.parametrize("questions", [[NAME], [NAME, WHERE]])
    def test_have_words_for_all_of_them(self, questions: list[dict[str, Any]]) -> None:
        asked: list[dict[str, Any]] = []
        arguments = {"questions": questions, "message": "About the shop"}
        with ScriptedDaemon(pending(asked)) as daemon:
            call(daemon.path, "ask_user", arguments)
        assert (asked[0]["kind"], asked[0]["message"]) == ("form", "About the shop")
        assert len(asked[0]["questions"]) == len(questions)

    @pytest.mark.parametrize(
        ("message", "header", "words"),
        [
            ("Name?", "Name?", None),
            ("N" * 30, "N" * 30, None),
            ("Which of the regions shall it run in?", "Which of the regions shall it…", "whole"),
            ("\n Name? \nOf the shop.", "Name?", "whole"),
            ("Name\t?", "Name ?", "whole"),
            ("\u202eName", "\u202eName", None),
            ("Na\x07me", r"Na\u{7}me", "whole"),
            ("\x07" * 40, r"\u{7}" * 5 + r"\u{7…", "whole"),
            ("  ", "Question", "whole"),
        ],
    )
    def test_have_a_header_each_made_from_the_message(
        self, message: str, header: str, words: str | None
    ) -> None:
        """Where it does not say all of the message that stands under it."""
        asked: list[dict[str, Any]] = []
        with ScriptedDaemon(pending(asked)) as daemon:
            call(daemon.path, "ask_user", {"questions": [WHERE, {"message": message}]})
        field = asked[0]["questions"][1]
        assert field["header"] == header
        assert field.get("message") == (message if words else None)

    def test_denied_have_no_answers(self) -> None:
        with ScriptedDaemon(committing(DENIED, kind="form")) as daemon:
            content = told(call(daemon.path, "ask_user", BOTH))
        assert (content["status"], content["allowed"], content["answered"]) == (
            "denied",
            False,
            False,
        )
        assert (content["cancelled"], content["answers"]) == (True, [])

    def test_by_what_they_were_answered_is_told_beside_them(self) -> None:
        by = SHOP_THERE | {"by": "assistive"}
        with ScriptedDaemon(committing(by, kind="form")) as daemon:
            assert told(call(daemon.path, "ask_user", BOTH))["by"] == "assistive"

    def test_of_long_ones_little_is_remembered(self) -> None:
        questions = [NAME | {"message": "word " * 1_000}] * 10
        assert len(read({"questions": questions}).key) < 100
