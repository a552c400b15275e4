"""The tool that asks for words and choices: one question, and what is wrong with a call."""

import sys

assert sys.platform != "win32"

import os
from typing import Any

import pytest

from support.ask_user import (
    APPROVED,
    BOTH,
    DENIED,
    NAME,
    SELECT,
    SURE,
    TEXT,
    WHERE,
    answered,
    calls,
    filled_in,
    told,
)
from support.mcp_desk import (
    NOWHERE,
    call,
    fault,
    noting,
    pending,
    texts,
    words,
)
from support.mcp_session import HANDSHAKE, STATELESS, Era
from support.scripted_daemon import (
    PENDING,
    TICKET,
    Caller,
    Script,
    ScriptedDaemon,
    answering,
    committing,
)


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
        with ScriptedDaemon(pending(asked)) as daemon:
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
        with ScriptedDaemon(pending(asked), pending(asked, "ask")) as daemon:
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
                "retryReason": "nobody has answered yet; the question is still open",
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


class TestErrors:
    @pytest.mark.parametrize(
        ("arguments", "field", "say"),
        [
            ({}, "message", "is missing"),
            ({"message": ""}, "message", "must not be empty"),
            ({"message": 0}, "message", "text"),
            ({"message": None}, "message", "text"),
            (NAME | {"type": "password"}, "type", "text, select, multi-select, confirm or notice"),
            (NAME | {"type": None}, "type", "text, select"),
            (NAME | {"type": "select"}, "options", "is missing"),
            (NAME | {"multiple": True}, "multiple", "with type select"),
            (WHERE | {"multiline": True}, "multiline", "works only with type text"),
            (WHERE | {"default": "Here"}, "default", "works only with type text"),
            (WHERE | {"type": "text"}, "options", "works only with type select or multi-select"),
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
            (WHERE | {"type": "multi-select", "multiple": True}, "multiple", "with type select"),
            (WHERE | {"placeholder": "p"}, "placeholder", "works only with type text"),
            (NAME | {"custom": True}, "custom", "works only with type select or multi-select"),
            (SURE | {"options": ["a", "b"]}, "options", "works only with type select"),
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
            (NAME | {"details": "wire"}, "details", "is not an argument"),
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
            ({"questions": [NAME | {"\u202e": 5}]}, "questions[0].\\u{202e}", "is not an argument"),
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
