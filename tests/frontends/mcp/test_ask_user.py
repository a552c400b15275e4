"""The tool that asks for words and choices: one question, or several on one page."""

import sys

assert sys.platform != "win32"

import os
import threading
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp_types import CallToolResult

from sayso.frontends.mcp.asked import KEPT, KEPT_SECONDS, AskedCalls
from sayso.frontends.mcp.questions import read
from support.mcp_desk import (
    BOUND,
    NOWHERE,
    RESULTS,
    call,
    fault,
    noting,
    pending,
    texts,
    use,
    words,
)
from support.mcp_session import HANDSHAKE, STATELESS, Era
from support.scripted_daemon import (
    PENDING,
    READY,
    TICKET,
    Caller,
    Script,
    ScriptedDaemon,
    answering,
    committing,
)

NAME = {"message": "Name?"}
WHERE = {"message": "Where?", "options": ["Here", "There"]}
BOTH = {"questions": [NAME, WHERE]}
SURE = {"message": "Sure?", "type": "confirm"}
APPROVED = {"status": "approved", "decider": "user"}
DENIED = {"status": "denied", "decider": "user"}


def answered(answer: object, **more: object) -> dict[str, Any]:
    return {"status": "answered", "decider": "user", "answer": answer} | more


def filled_in(*answers: dict[str, Any]) -> dict[str, Any]:
    """How a form was answered."""
    return {"status": "answered", "decider": "user", "answers": list(answers)}


SHOP_THERE = filled_in({"answer": "shop"}, {"answer": ["There"]})
TEXT = {"kind": "text", "header": "Name?"}
SELECT = {"kind": "select", "header": "Where?", "options": ["Here", "There"]}


def told(result: CallToolResult) -> dict[str, Any]:
    content: dict[str, Any] = result.structured_content
    return content


def calls(path: str, *arguments: dict[str, Any], **options: Any) -> list[dict[str, Any]]:
    """What one session hears to calls of ask_user, or (`ticket`) of check, one after another."""

    async def talk(client: Client) -> list[dict[str, Any]]:
        return [
            told(await client.call_tool("check" if "ticket" in each else "ask_user", each))
            for each in arguments
        ]

    return use(path, talk, **options)


class TestOneQuestion:
    @pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
    @pytest.mark.parametrize(
        ("arguments", "kind", "answer"),
        [
            (NAME, "text", "shop \u202e"),
            (NAME | {"multiline": True, "default": "a\nb"}, "text", "a\n"),
            (WHERE, "select", ["There"]),
            (WHERE | {"multiple": True}, "select", []),
            (WHERE | {"type": "select"}, "select", ["Here"]),
        ],
    )
    def test_is_answered(
        self, arguments: dict[str, Any], kind: str, answer: object, era: Era
    ) -> None:
        asked: list[dict[str, Any]] = []
        with ScriptedDaemon(noting(asked, answered(answer), kind=kind)) as daemon:
            result = call(daemon.path, "ask_user", arguments, era=era)
        own = {name: value for name, value in arguments.items() if name != "type"}
        assert asked == [own | {"kind": kind, "wait": 45.0, "rewords": True, "tool_call": True}]
        content = told(result)
        assert "Go on now" in content.pop("next_step")
        assert content == {
            "allowed": True,
            "status": "answered",
            "decider": "user",
            "answered": True,
            "cancelled": False,
            "timedOut": False,
            "shouldRetry": False,
            "renderConfirmed": True,
            "answers": [{"answer": answer}],
        }

    @pytest.mark.parametrize("more", [{}, {"placeholder": "shop"}])
    def test_has_its_id_beside_its_answer(self, more: dict[str, Any]) -> None:
        outcome = filled_in({"answer": "shop"}) if more else answered("shop")
        script = committing(outcome, kind="form" if more else "text")
        with ScriptedDaemon(script) as daemon:
            content = told(call(daemon.path, "ask_user", NAME | {"id": "name"} | more))
        assert content["answers"] == [{"id": "name", "answer": "shop"}]

    @pytest.mark.parametrize(
        ("arguments", "dialog"),
        [
            ({"question": "Name?"}, NAME | {"kind": "text"}),
            (NAME | {"header": "Shop"}, NAME | {"kind": "text", "title": "Shop"}),
            (NAME | {"header": "Shop", "title": "T"}, NAME | {"kind": "text", "title": "T"}),
            (NAME | {"id": "n", "required": True}, NAME | {"kind": "text"}),
            (WHERE | {"custom": True}, WHERE | {"kind": "select", "custom": True}),
            (WHERE | {"type": "multi-select"}, WHERE | {"kind": "select", "multiple": True}),
            (
                {"message": "?", "options": ["a", {"label": "b", "description": "B"}]},
                {
                    "kind": "select",
                    "message": "?",
                    "options": ["a", {"label": "b", "description": "B"}],
                },
            ),
            (SURE, {"kind": "confirm", "message": "Sure?", "approve": "Yes", "deny": "No"}),
            (
                SURE | {"approve": "Use it", "deny": "Leave it"},
                {
                    "kind": "confirm",
                    "message": "Sure?",
                    "approve": "Use it",
                    "deny": "Leave it",
                },
            ),
            ({"questions": [NAME]}, NAME | {"kind": "text"}),
        ],
    )
    def test_has_the_dialog_of_its_kind(
        self, arguments: dict[str, Any], dialog: dict[str, Any]
    ) -> None:
        asked: list[dict[str, Any]] = []
        with ScriptedDaemon(pending(asked, "ask")) as daemon:
            call(daemon.path, "ask_user", arguments)
        rest = {"wait": 45.0, "rewords": True, "tool_call": True}
        assert asked == [dialog | rest]

    @pytest.mark.parametrize(
        ("arguments", "field"),
        [
            (NAME | {"placeholder": "shop"}, TEXT | {"placeholder": "shop", "required": True}),
            (NAME | {"required": False}, TEXT | {"required": False}),
            (WHERE | {"required": False}, SELECT | {"required": False}),
            (
                WHERE | {"required": True, "type": "multi-select"},
                SELECT | {"required": True, "multiple": True},
            ),
            (SURE | {"error": "Say so"}, {"kind": "confirm", "header": "", "required": True}),
        ],
    )
    def test_that_needs_more_than_that_has_a_form(
        self, arguments: dict[str, Any], field: dict[str, Any]
    ) -> None:
        asked: list[dict[str, Any]] = []
        with ScriptedDaemon(pending(asked, "ask"), pending(asked, "ask")) as daemon:
            call(daemon.path, "ask_user", arguments)
            call(daemon.path, "ask_user", arguments | {"header": "Of the shop"})
        for each, header in zip(asked, ("Answer", "Of the shop"), strict=True):
            assert (each["kind"], each["message"]) == ("form", arguments["message"])
            assert each["questions"] == [field | {"header": header}]
            assert each.get("error") == arguments.get("error")

    def test_for_yes_or_no_is_answered_by_either_button(self) -> None:
        """And no agent that looks at `allowed` alone takes a no for a yes."""
        scripts = [committing(each, kind="confirm") for each in (APPROVED, DENIED)]
        with ScriptedDaemon(*scripts) as daemon:
            yes = call(daemon.path, "ask_user", SURE)
            no = call(daemon.path, "ask_user", SURE)
        for result, answer, text in ((yes, True, "yes"), (no, False, "no")):
            content = told(result)
            assert content["answers"] == [{"answer": answer}]
            assert (content["allowed"], content["answered"]) == (answer, True)
            assert content["cancelled"] is False
            assert texts(result)[1:] == [f"Answer (Sure?): {text}"]
        assert "Answered by the person: no" in told(no)["next_step"]

    def test_for_yes_or_no_that_nobody_answers_is_not_answered(self) -> None:
        closed = {"status": "dismissed", "decider": "user"}
        nobody = {"status": "no_interactor", "decider": "headless", "reason": "no screen"}
        with ScriptedDaemon(committing(closed), answering(nobody)) as daemon:
            dismissed = told(call(daemon.path, "ask_user", SURE))
            declared = told(call(daemon.path, "ask_user", SURE | {"if_headless": "deny"}))
        assert (dismissed["answers"], dismissed["cancelled"]) == ([], True)
        assert (declared["status"], declared["answers"]) == ("denied", [])
        assert (declared["answered"], declared["cancelled"]) == (False, False)

    def test_words_of_the_persons_own_are_told_apart(self) -> None:
        own = answered(["There"], custom="Mars")
        where = WHERE | {"type": "multi-select", "custom": True, "id": "place"}
        with ScriptedDaemon(committing(own, kind="select")) as daemon:
            result = call(daemon.path, "ask_user", where)
        assert told(result)["answers"] == [{"id": "place", "answer": ["There"], "custom": "Mars"}]
        assert "custom" not in told(result)
        assert texts(result)[1:] == [
            "Answer (place: Where?):\nThere",
            "Answer (place: Where?), in words of their own:\nMars",
        ]

    def test_all_arguments_reach_the_daemon(self) -> None:
        asked: list[dict[str, Any]] = []
        given = {
            "title": "T", "approve": "Go", "deny": "Stay", "error": "Not that", "timeout": 90,
            "retention": 0, "max_retries": 1, "render_timeout": 20, "scope": "s", "slot": "p",
        }  # fmt: skip
        own = {"detail": "D", "wait": 7}
        with ScriptedDaemon(noting(asked, answered("a"), kind="text")) as daemon:
            call(daemon.path, "ask_user", NAME | given | own, parent=os.getppid())
        theirs = {"kind": "text", "details": "D"}
        assert asked[0].pop("wait") == 7
        assert asked == [
            NAME | given | theirs | {"owner": os.getppid(), "rewords": True, "tool_call": True}
        ]

    ENDINGS: tuple[tuple[dict[str, Any], Script, dict[str, Any]], ...] = (
        (DENIED, committing(DENIED, kind="text"), {"cancelled": True, "renderConfirmed": True}),
        (
            {"status": "dismissed", "decider": "user"},
            committing({"status": "dismissed", "decider": "user"}, kind="text"),
            {"cancelled": True, "renderConfirmed": True},
        ),
        (
            {"status": "timed_out"},
            committing(
                {"status": "timed_out", "decider": "deadline", "reason": "deadline"}, kind="text"
            ),
            {"timedOut": True, "renderConfirmed": True},
        ),
        (
            {"status": "timed_out"},
            committing(
                {"status": "timed_out", "decider": "deadline", "reason": "queue"}, kind="text"
            ),
            {"timedOut": True},
        ),
        (
            {"status": "not_shown", "should_retry": True},
            answering(
                {
                    "status": "not_shown",
                    "decider": "ui",
                    "should_retry": True,
                    "retry_reason": "no frame",
                }
            ),
            {"shouldRetry": True, "retryReason": "no frame"},
        ),
        (
            {"status": "not_shown", "should_retry": False},
            answering(
                {
                    "status": "not_shown",
                    "decider": "ui",
                    "should_retry": False,
                    "retry_reason": "no frame",
                }
            ),
            {"retryReason": "no frame"},
        ),
        (
            {"status": "refused", "reason": "origin_limit"},
            answering(
                {
                    "status": "refused",
                    "decider": "policy",
                    "reason": "origin_limit",
                    "retry_after": None,
                }
            ),
            {},
        ),
        ({"status": "withdrawn"}, answering(
            {"status": "withdrawn", "decider": "requester", "reason": "requester"}), {}),
        ({"status": "superseded"}, answering(
            {"status": "superseded", "decider": "requester", "reason": "slot"}), {}),
        ({"status": "no_interactor"}, answering(
            {"status": "no_interactor", "decider": "headless", "reason": "no screen"}), {}),
        (
            {"status": "pending", "ticket": TICKET},
            answering(PENDING),
            {
                "shouldRetry": True,
                "retryReason": "nobody has answered yet; the dialog is still open",
            },
        ),
    )  # fmt: skip

    @pytest.mark.parametrize(("outcome", "script", "follows"), ENDINGS)
    def test_is_not_answered(
        self, outcome: dict[str, Any], script: Script, follows: dict[str, Any]
    ) -> None:
        with ScriptedDaemon(script) as daemon:
            content = told(call(daemon.path, "ask_user", NAME))
        nothing: dict[str, Any] = {
            "allowed": False,
            "answered": False,
            "cancelled": False,
            "timedOut": False,
            "shouldRetry": False,
            "renderConfirmed": False,
            "answers": [],
        }
        expected = nothing | outcome | follows
        assert {name: content[name] for name in expected} == expected
        assert ("retryReason" in content) is ("retryReason" in expected)
        assert None not in content.values()

    def test_that_is_on_the_screen_is_said_to_be(self) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.progress(number=1, state="shown", place=1, of=1, seconds_left=60.0)
            caller.reply(PENDING)

        with ScriptedDaemon(script) as daemon:
            assert told(call(daemon.path, "ask_user", NAME))["renderConfirmed"] is True

    def test_the_same_call_after_an_answer_asks_anew(self) -> None:
        scripts = [committing(answered(answer), kind="text") for answer in ("a", "b")]
        with ScriptedDaemon(*scripts) as daemon:
            first, second = calls(daemon.path, NAME, NAME)
        assert (first["answers"], second["answers"]) == ([{"answer": "a"}], [{"answer": "b"}])


class TestTexts:
    """Some clients hand their model nothing else: what it does not hear there is spent and lost."""

    LONG = "word\n" * 3_000 + "end"

    @pytest.mark.parametrize(
        ("arguments", "kind", "answer", "text"),
        [
            (NAME, "text", "shop \u202e {}", "Answer (Name?):\nshop \u202e {}"),
            (NAME | {"multiline": True}, "text", LONG, f"Answer (Name?):\n{LONG}"),
            (NAME, "text", " ", 'Answer (Name?): blank, " "'),
            (NAME, "text", "", 'Answer (Name?): blank, ""'),
            (WHERE, "select", ["There"], "Answer (Where?):\nThere"),
            (WHERE | {"multiple": True}, "select", ["Here", "There"],
             "Answer (Where?):\nHere\nThere"),
            (WHERE | {"multiple": True}, "select", [], "Answer (Where?): none of the options"),
        ],
    )  # fmt: skip
    def test_the_answer_stands_there_word_for_word(
        self, arguments: dict[str, Any], kind: str, answer: object, text: str
    ) -> None:
        with ScriptedDaemon(committing(answered(answer), kind=kind)) as daemon:
            first, *others = texts(call(daemon.path, "ask_user", arguments))
        assert first.startswith("answered: Answered by the person")
        assert others == [text]
        with ScriptedDaemon(committing(answered(answer), method="collect", kind=kind)) as daemon:
            first, *others = texts(call(daemon.path, "check", {"ticket": TICKET}))
        assert first.startswith("answered: Answered by the person")
        assert others == [text.replace(f" ({arguments['message']})", "")]

    def test_of_several_each_says_of_which_question_it_is(self) -> None:
        where = WHERE | {"message": "\nWhere?\nOne of both.", "multiple": True}
        asked = {"questions": [NAME | {"message": "N" * 100}, where, NAME, SURE | {"id": "s"}]}
        answers = filled_in({"answer": "shop"}, {}, {}, {"answer": True})
        with ScriptedDaemon(committing(answers, kind="form")) as daemon:
            _, *others = texts(call(daemon.path, "ask_user", asked))
        assert others == [
            f"Answer 1 of 4 ({'N' * 20}…{'N' * 19}):\nshop",
            "Answer 2 of 4 (Where?): none of the options",
            "Answer 3 of 4 (Name?): left unanswered",
            "Answer 4 of 4 (s: Sure?): yes",
        ]

    def test_words_of_ones_own_stand_in_a_text_by_themselves(self) -> None:
        answers = filled_in({"answer": []} | {"custom": "Mars"}, {"answer": "x"})
        with ScriptedDaemon(committing(answers, kind="form")) as daemon:
            _, *others = texts(
                call(daemon.path, "ask_user", {"questions": [WHERE | {"custom": True}, NAME]})
            )
        assert others == [
            "Answer 1 of 2 (Where?), in words of their own:\nMars",
            "Answer 2 of 2 (Name?):\nx",
        ]

    def test_more_answers_than_questions_are_told_all_the_same(self) -> None:
        """Of a daemon that does not keep to what it was asked: they are spent."""
        answers = filled_in({"answer": "a"}, {"answer": "b"}, {"answer": False})
        with ScriptedDaemon(committing(answers, kind="form")) as daemon:
            first, *others = texts(call(daemon.path, "ask_user", BOTH))
        assert others == ["Answer 1 of 3:\na", "Answer 2 of 3:\nb", "Answer 3 of 3: no"]
        assert "They say no to: question 3" in first

    def test_a_no_among_the_answers_is_no_surprise(self) -> None:
        answers = filled_in({"answer": False}, {"answer": "shop"}, {"answer": False})
        asked = {"questions": [SURE | {"id": "first"}, NAME, SURE | {"message": "Really?"}]}
        with ScriptedDaemon(committing(answers, kind="form")) as daemon:
            first, *_ = texts(call(daemon.path, "ask_user", asked))
        assert "They say no to: first: Sure?; Really?." in first

    def test_without_an_answer_there_is_no_other_text(self) -> None:
        with ScriptedDaemon(answering(PENDING)) as daemon:
            (only,) = texts(call(daemon.path, "ask_user", NAME))
        assert only.startswith("pending: ")


class TestErrors:
    @pytest.mark.parametrize(
        ("arguments", "field", "say"),
        [
            ({}, "message", "is missing"),
            ({"message": ""}, "message", "must not be empty"),
            ({"message": 0}, "message", "text"),
            ({"message": None}, "message", "text"),
            (NAME | {"type": "password"}, "type", "text, select, multi-select or confirm"),
            (NAME | {"type": None}, "type", "text, select"),
            (NAME | {"type": "select"}, "options", "is missing"),
            (NAME | {"multiple": True}, "multiple", "for type select alone"),
            (WHERE | {"multiline": True}, "multiline", "for type text alone"),
            (WHERE | {"default": "Here"}, "default", "for type text alone"),
            (WHERE | {"type": "text"}, "options", "for type select or multi-select alone"),
            (WHERE | {"options": []}, "options", "at least 2"),
            (WHERE | {"options": None}, "options", "list"),
            (WHERE | {"options": "ab"}, "options", "list"),
            (WHERE | {"options": ["a", "a"]}, "options", "look the same"),
            (WHERE | {"options": ["a", "b\u00a0c", "b c"]}, "options", "number 2 and number 3"),
            (WHERE | {"options": ["a", "o" * 10_240]}, "options[1]", "200"),
            (WHERE | {"options": ["a", 1]}, "options[1]", "text"),
            (WHERE | {"options": [str(each) for each in range(33)]}, "options", "at most 32"),
            (WHERE | {"options": ["a", {"label": "b\n"}]}, "options[1].label", "one line"),
            (WHERE | {"options": ["a", {"name": "b"}]}, "options[1].label", "is missing"),
            (WHERE | {"type": "multi-select", "multiple": True}, "multiple", "select alone"),
            (WHERE | {"placeholder": "p"}, "placeholder", "for type text alone"),
            (NAME | {"custom": True}, "custom", "for type select or multi-select alone"),
            (SURE | {"options": ["a", "b"]}, "options", "for type select"),
            (NAME | {"question": "Name?"}, "question", "another name of message"),
            ({"question": 5}, "question", "text"),
            (NAME | {"header": "h" * 31}, "header", "30"),
            (NAME | {"header": ""}, "header", "blank"),
            (NAME | {"header": None}, "header", "text"),
            (NAME | {"id": 5}, "id", "text"),
            (NAME | {"id": ""}, "id", "empty"),
            (NAME | {"required": "yes"}, "required", "true or false"),
            (NAME | {"placeholder": "p\n"}, "placeholder", "one line"),
            (NAME | {"approve": "y" * 10_240}, "approve", "40"),
            (NAME | {"deny": "ok"}, "deny", "means the other button"),
            (NAME | {"default": "a\nb"}, "default", "an answer that the question takes"),
            (NAME | {"timeout": 0}, "timeout", "5 to 600"),
            (NAME | {"timeout": None}, "timeout", "5 to 600"),
            (NAME | {"timeout": 1e9}, "timeout", "5 to 600"),
            (NAME | {"wait": -1}, "wait", "0 to 600"),
            (NAME | {"maxRetries": 6}, "maxRetries", "0 to 5"),
            (NAME | {"maxRetries": None}, "maxRetries", "0 to 5"),
            (NAME | {"renderTimeout": 9_999}, "renderTimeout", "10000 to 60000"),
            (NAME | {"renderTimeout": 60_001}, "renderTimeout", "10000 to 60000"),
            (NAME | {"renderTimeout": 30}, "renderTimeout", "milliseconds"),
            (NAME | {"renderTimeout": True}, "renderTimeout", "10000 to 60000"),
            (NAME | {"renderTimeout": 1e4}, "renderTimeout", "10000 to 60000"),
            (NAME | {"render_timeout": 9}, "render_timeout", "10 to 60"),
            (NAME | {"max_retries": 6}, "max_retries", "0 to 5"),
            (NAME | {"details": "wire"}, "details", "is no argument"),
            (NAME | {"header": "H", "questions": [NAME]}, "header", "stands beside questions"),
            (BOTH | {"question": ""}, "question", "must not be empty"),
            (BOTH | {"question": "?", "message": "?"}, "question", "another name of message"),
            (BOTH | {"question": "?", "id": "n"}, "id", "stands beside questions"),
            (BOTH | {"placeholder": "p"}, "placeholder", "stands beside questions"),
            ({"questions": [NAME], "message": ""}, "message", "must not be empty"),
            ({"questions": []}, "questions", "1 to 10"),
            ({"questions": [NAME] * 11}, "questions", "1 to 10"),
            ({"questions": None}, "questions", "1 to 10"),
            ({"questions": NAME}, "questions", "1 to 10"),
            ({"questions": [NAME, "Name?"]}, "questions[1]", "object with a message"),
            ({"questions": [NAME, {}]}, "questions[1].message", "is missing"),
            ({"questions": [NAME, NAME, WHERE | {"options": ["a"]}]}, "questions[2].options", "2"),
            ({"questions": [NAME, WHERE | {"options": ["a", ""]}]}, "questions[1].options[1]", ""),
            ({"questions": [NAME | {"wait": 5}]}, "questions[0].wait", "beside questions"),
            ({"questions": [NAME, NAME | {"title": "T"}]}, "questions[1].title", "beside"),
            ({"questions": [NAME, {"question": ""}]}, "questions[1].question", "empty"),
            ({"questions": [NAME | {"id": "n"}] * 2}, "questions[1].id", "before it"),
            ({"questions": [NAME | {"\u202e": 5}]}, "questions[0].\\u{202e}", "is no argument"),
        ],
    )  # fmt: skip
    def test_a_wrong_argument_is_named_and_nothing_is_shown(
        self, arguments: dict[str, Any], field: str, say: str
    ) -> None:
        """Not the questions before it either."""
        result = call(NOWHERE, "ask_user", arguments)
        assert fault(result) == ("invalid_params", field)
        said = words(result)
        assert said.startswith(f"error: {field}: ")
        assert say in said
        assert "Nothing was shown" in said
        assert "call ask_user again" in said
        assert len(said) < 500


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
        with ScriptedDaemon(pending(asked, "ask")) as daemon:
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
        with ScriptedDaemon(pending(asked, "ask")) as daemon:
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


class TestRepeated:
    def test_after_pending_the_same_is_asked(self) -> None:
        asked: list[dict[str, Any]] = []
        scripts = [pending(asked, "ask"), pending(asked, "ask"), noting(asked, SHOP_THERE)]
        with ScriptedDaemon(*scripts) as daemon:
            first, second, third = calls(daemon.path, BOTH, BOTH | {"wait": 3}, BOTH)
        for content in (first, second):
            assert (content["status"], content["ticket"]) == ("pending", TICKET)
            assert content["answers"] == []
            assert "call ask_user again with the same arguments" in content["next_step"]
        assert third["answers"] == [{"answer": "shop"}, {"answer": ["There"]}]
        assert asked[0] | {"wait": 0} == asked[1] | {"wait": 0} == asked[2] | {"wait": 0}

    def test_it_has_been_on_the_screen_before(self) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.progress(number=1, state="put_off", place=1, of=1, seconds_left=60.0)
            caller.reply(PENDING)

        with ScriptedDaemon(script, answering(PENDING), answering(PENDING)) as daemon:
            told_ = calls(daemon.path, NAME, NAME | {"wait": 0}, NAME | {"slot": "other"})
        assert [each["renderConfirmed"] for each in told_] == [True, True, False]

    @pytest.mark.parametrize("passed", [KEPT_SECONDS - 1, KEPT_SECONDS])
    def test_that_is_not_remembered_for_ever(self, passed: float) -> None:
        now = 0.0

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.progress(number=1, state="shown", place=1, of=1, seconds_left=60.0)
            caller.reply(PENDING)

        async def talk(client: Client) -> object:
            nonlocal now
            await client.call_tool("ask_user", NAME)
            now = passed
            return told(await client.call_tool("ask_user", NAME))["renderConfirmed"]

        with ScriptedDaemon(script, answering(PENDING)) as daemon:
            heard = use(daemon.path, talk, asked=AskedCalls(lambda: now))
        assert heard is (passed < KEPT_SECONDS)

    def test_of_many_calls_the_latest_are_remembered(self) -> None:
        known = AskedCalls(lambda: 0.0)
        first = known.take("first", ())
        assert known.take("first", ()) is first
        for number in range(KEPT):
            known.take(str(number), ())
        assert known.take("first", ()) is not first

    def test_the_client_that_repeats_by_itself_goes_on_by_the_ticket(self) -> None:
        asked: list[dict[str, Any]] = []
        scripts = [pending(asked, "ask"), noting(asked, SHOP_THERE, kind="form")]
        with ScriptedDaemon(*scripts) as daemon:
            content = told(call(daemon.path, "ask_user", BOTH, era=STATELESS, patience=10.0))
        assert content["answers"] == [{"answer": "shop"}, {"answer": ["There"]}]
        assert "ticket" not in asked[0]
        assert asked[1]["ticket"] == TICKET


class TestCancelled:
    @pytest.mark.parametrize(
        ("arguments", "outcome", "answers"),
        [
            (NAME, answered("shop"), [{"answer": "shop"}]),
            ({"questions": [NAME]}, answered("shop"), [{"answer": "shop"}]),
            (BOTH, SHOP_THERE, [{"answer": "shop"}, {"answer": ["There"]}]),
            (BOTH, DENIED, []),
        ],
    )
    def test_as_its_outcome_is_on_its_way_the_next_call_hears_it(
        self, arguments: dict[str, Any], outcome: dict[str, Any], answers: list[object]
    ) -> None:
        """It is claimed by then, and so spent: nobody else would hear it."""
        claimed, cancelled, over = (threading.Event() for _ in range(3))

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.reply(READY | {"kind": "text"})
            caller.expect("claim")
            claimed.set()
            assert cancelled.wait(BOUND)
            caller.reply(outcome)
            assert caller.ends()
            over.set()

        async def talk(client: Client) -> list[dict[str, Any]]:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "ask_user", arguments)
                await anyio.to_thread.run_sync(claimed.wait)
                group.cancel_scope.cancel()
            await client.list_tools()  # the server has heard of it by then
            cancelled.set()
            assert await anyio.to_thread.run_sync(over.wait, BOUND)
            return [told(await client.call_tool("ask_user", arguments)) for _ in range(2)]

        with ScriptedDaemon(script, answering(PENDING)) as daemon:
            first, second = use(daemon.path, talk)
        assert (first["status"], first["answers"]) == (outcome["status"], answers)
        assert second["status"] == "pending"


class TestTwoAtATime:
    """The client program makes the identical call while the one before is under way."""

    def test_nothing_is_asked_twice_as_an_answer_is_on_its_way(self) -> None:
        """The newer call gets it, and it alone."""
        claimed, called = threading.Event(), threading.Event()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.reply(READY | {"kind": "form"})
            caller.expect("claim")
            claimed.set()
            assert called.wait(BOUND)
            caller.reply(SHOP_THERE)

        heard: list[dict[str, Any]] = []

        async def talk(client: Client) -> None:
            async def ask() -> None:
                heard.append(told(await client.call_tool("ask_user", BOTH)))

            async with anyio.create_task_group() as group:
                group.start_soon(ask)
                await anyio.to_thread.run_sync(claimed.wait)
                group.start_soon(ask)
                await client.list_tools()  # the server has heard of the call by then
                called.set()

        with ScriptedDaemon(script) as daemon:
            use(daemon.path, talk)
        outcomes = {each["status"]: each["answers"] for each in heard}
        answers = [{"answer": "shop"}, {"answer": ["There"]}]
        assert outcomes == {"superseded": [], "answered": answers}

    def test_the_newer_takes_the_place_of_the_older(self) -> None:
        on_screen = threading.Event()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            on_screen.set()
            assert caller.ends()

        heard: list[dict[str, Any]] = []

        async def talk(client: Client) -> None:
            async def ask() -> None:
                heard.append(told(await client.call_tool("ask_user", NAME)))

            async with anyio.create_task_group() as group:
                group.start_soon(ask)
                await anyio.to_thread.run_sync(on_screen.wait)
                group.start_soon(ask)

        with ScriptedDaemon(script, committing(answered("shop"), kind="text")) as daemon:
            use(daemon.path, talk)
        outcomes = {each["status"]: each["answers"] for each in heard}
        assert outcomes == {"superseded": [], "answered": [{"answer": "shop"}]}


class TestCheck:
    def test_gets_answers_whose_questions_another_session_asked(self) -> None:
        for kind, outcome, answers in (
            ("text", answered("shop"), [{"answer": "shop"}]),
            ("select", answered(["a"], custom="c"), [{"answer": ["a"], "custom": "c"}]),
            ("form", SHOP_THERE, [{"answer": "shop"}, {"answer": ["There"]}]),
        ):
            with ScriptedDaemon(committing(outcome, method="collect", kind=kind)) as daemon:
                content = told(call(daemon.path, "check", {"ticket": TICKET}))
            assert (content["status"], content["answers"]) == ("answered", answers)
            assert "answer" not in content

    def test_tells_each_with_its_question_and_the_call_asks_anew(self) -> None:
        both = {"questions": [NAME | {"id": "n"}, WHERE]}
        scripts = [
            answering(PENDING),
            committing(SHOP_THERE, method="collect", kind="form"),
            answering(PENDING),
        ]

        async def talk(client: Client) -> tuple[CallToolResult, CallToolResult]:
            await client.call_tool("ask_user", both)
            checked = await client.call_tool("check", {"ticket": TICKET})
            return checked, await client.call_tool("ask_user", both)

        with ScriptedDaemon(*scripts) as daemon:
            checked, again = use(daemon.path, talk)
        RESULTS["check"].validate(told(checked))
        assert told(checked)["answers"] == [
            {"id": "n", "answer": "shop"},
            {"answer": ["There"]},
        ]
        assert told(checked)["answered"] is True
        assert texts(checked)[1:] == [
            "Answer 1 of 2 (n: Name?):\nshop",
            "Answer 2 of 2 (Where?):\nThere",
        ]
        assert told(again)["status"] == "pending"

    def test_that_is_still_pending_says_so_and_how_to_go_on(self) -> None:
        scripts = [answering(PENDING), answering(PENDING, method="collect")]
        with ScriptedDaemon(*scripts) as daemon:
            _, checked = calls(daemon.path, BOTH, {"ticket": TICKET})
        assert (checked["status"], checked["shouldRetry"]) == ("pending", True)
        assert "call check with the ticket" in checked["next_step"]

    def test_of_yes_or_no_tells_the_no(self) -> None:
        scripts = [answering(PENDING), committing(DENIED, method="collect", kind="confirm")]
        with ScriptedDaemon(*scripts) as daemon:
            _, checked = calls(daemon.path, SURE, {"ticket": TICKET})
        assert (checked["answers"], checked["allowed"]) == ([{"answer": False}], False)

    @pytest.mark.parametrize("tool", ["check", "withdraw"])
    def test_after_an_end_nothing_is_remembered(self, tool: str) -> None:
        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.progress(number=1, state="shown", place=1, of=1, seconds_left=60.0)
            caller.reply(PENDING)

        ends = {
            "check": committing(DENIED, method="collect", kind="text"),
            "withdraw": answering({"number": 2}, method="withdraw"),
        }

        async def talk(client: Client) -> object:
            await client.call_tool("ask_user", NAME)
            await client.call_tool(tool, {"ticket": TICKET})
            return told(await client.call_tool("ask_user", NAME))["renderConfirmed"]

        with ScriptedDaemon(script, ends[tool], answering(PENDING)) as daemon:
            assert use(daemon.path, talk) is False
