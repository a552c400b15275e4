"""The tool that asks for words and choices: one question, or several one after the other."""

import sys

assert sys.platform != "win32"

import os
import threading
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp_types import CallToolResult

from sayso.frontends.mcp.question_batch import KEPT_SECONDS, KEPT_SERIES, QuestionBatches
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
DENIED = {"status": "denied", "decider": "user"}


def answered(answer: object) -> dict[str, Any]:
    return {"status": "answered", "decider": "user", "answer": answer}


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
        assert asked == [
            own | {"kind": kind, "wait": asked[0]["wait"], "rewords": True, "tool_call": True}
        ]
        assert 44 < asked[0]["wait"] <= 45
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
            "answers": [answer],
        }

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
        assert 6 < asked[0].pop("wait") <= 7
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
        assert (first["answers"], second["answers"]) == (["a"], ["b"])


class TestTexts:
    """Some clients hand their model nothing else: what it does not hear there is spent and lost."""

    LONG = "word\n" * 3_000 + "end"

    @pytest.mark.parametrize(
        ("arguments", "kind", "answer", "text"),
        [
            (NAME, "text", "shop \u202e {}", "shop \u202e {}"),
            (NAME | {"multiline": True}, "text", LONG, LONG),
            (NAME, "text", " ", 'Answer: blank, " "'),
            (NAME, "text", "", 'Answer: blank, ""'),
            (WHERE, "select", ["There"], "There"),
            (WHERE | {"multiple": True}, "select", ["Here", "There"], "Here\nThere"),
            (WHERE | {"multiple": True}, "select", [], "Answer: none of the options"),
        ],
    )
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
        assert others == [text]

    def test_of_several_each_says_of_which_question_it_is(self) -> None:
        where = WHERE | {"message": "\nWhere?\nOne of both.", "multiple": True}
        both = {"questions": [NAME | {"message": "N" * 100}, where]}
        scripts = [
            committing(answered("shop"), kind="text"),
            committing(answered([]), kind="select"),
        ]
        with ScriptedDaemon(*scripts) as daemon:
            _, *others = texts(call(daemon.path, "ask_user", both))
        assert others == [
            f"Answer 1 of 2 ({'N' * 20}…{'N' * 19}):\nshop",
            "Answer 2 of 2 (Where?): none of the options",
        ]

    def test_so_do_those_before_one_that_is_not_answered(self) -> None:
        scripts = [committing(answered("shop"), kind="text"), committing(DENIED, kind="select")]
        with ScriptedDaemon(*scripts) as daemon:
            first, *others = texts(call(daemon.path, "ask_user", BOTH))
        assert first.startswith("denied: ")
        assert others == ["Answer 1 of 2 (Name?):\nshop"]

    def test_check_of_the_last_has_all_of_them(self) -> None:
        scripts = [
            committing(answered("shop"), kind="text"),
            answering(PENDING),
            committing(answered(["There"]), method="collect", kind="select"),
        ]

        async def talk(client: Client) -> list[str]:
            await client.call_tool("ask_user", BOTH)
            return texts(await client.call_tool("check", {"ticket": TICKET}))

        with ScriptedDaemon(*scripts) as daemon:
            assert use(daemon.path, talk)[1:] == [
                "Answer 1 of 2 (Name?):\nshop",
                "Answer 2 of 2 (Where?):\nThere",
            ]

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
            (NAME | {"type": "password"}, "type", "text or select"),
            (NAME | {"type": None}, "type", "text or select"),
            (NAME | {"type": "select"}, "options", "is missing"),
            (NAME | {"multiple": True}, "multiple", "for type select alone"),
            (WHERE | {"multiline": True}, "multiline", "for type text alone"),
            (WHERE | {"default": "Here"}, "default", "for type text alone"),
            (WHERE | {"type": "text"}, "options", "for type select alone"),
            (WHERE | {"options": []}, "options", "at least 2"),
            (WHERE | {"options": None}, "options", "list"),
            (WHERE | {"options": "ab"}, "options", "list"),
            (WHERE | {"options": ["a", "a"]}, "options", "look the same"),
            (WHERE | {"options": ["a", "b\u00a0c", "b c"]}, "options", "number 2 and number 3"),
            (WHERE | {"options": ["a", "o" * 10_240]}, "options[1]", "200"),
            (WHERE | {"options": ["a", 1]}, "options[1]", "text"),
            (WHERE | {"options": [str(each) for each in range(33)]}, "options", "at most 32"),
            (NAME | {"approve": "y" * 10_240}, "approve", "40"),
            (NAME | {"deny": "ok"}, "deny", "means the other button"),
            (NAME | {"default": "a\nb"}, "default", "one line"),
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
            (NAME | {"questions": [NAME]}, "message", "stands beside questions"),
            ({"questions": [NAME], "title": "T"}, "title", "stands beside questions"),
            ({"questions": []}, "questions", "1 to 8"),
            ({"questions": [NAME] * 9}, "questions", "1 to 8"),
            ({"questions": None}, "questions", "1 to 8"),
            ({"questions": NAME}, "questions", "1 to 8"),
            ({"questions": [NAME, "Name?"]}, "questions[1]", "object with a message"),
            ({"questions": [NAME, {}]}, "questions[1].message", "is missing"),
            ({"questions": [NAME, NAME, WHERE | {"options": ["a"]}]}, "questions[2].options", "2"),
            ({"questions": [NAME, WHERE | {"options": ["a", ""]}]}, "questions[1].options[1]", ""),
            ({"questions": [NAME | {"wait": 5}]}, "questions[0].wait", "is no argument"),
            (WHERE | {"custom": True}, "custom", "is no argument"),
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
    def test_are_asked_one_after_the_other(self) -> None:
        asked: list[dict[str, Any]] = []
        scripts = [
            noting(asked, answered("shop"), kind="text"),
            noting(asked, answered(["There"]), kind="select"),
        ]
        with ScriptedDaemon(*scripts) as daemon:
            content = told(call(daemon.path, "ask_user", BOTH | {"timeout": 60}))
        assert (content["status"], content["answered"]) == ("answered", True)
        assert content["answers"] == ["shop", ["There"]]
        assert [(each["kind"], each["timeout"]) for each in asked] == [("text", 60), ("select", 60)]
        assert asked[1]["wait"] <= asked[0]["wait"] <= 45

    def test_stop_at_the_first_that_is_not_answered(self) -> None:
        scripts = [committing(answered("shop"), kind="text"), committing(DENIED, kind="select")]
        with ScriptedDaemon(*scripts) as daemon:
            content = told(call(daemon.path, "ask_user", BOTH))
        assert (content["status"], content["allowed"], content["answered"]) == (
            "denied",
            False,
            False,
        )
        assert content["answers"] == ["shop"]

    def test_one_answer_by_assistive_technology_tells_it_of_all(self) -> None:
        """There is one place for it, beside the answers."""
        by = answered("shop") | {"by": "assistive"}
        scripts = [committing(by, kind="text"), committing(answered(["There"]), kind="select")]
        with ScriptedDaemon(*scripts) as daemon:
            content = told(call(daemon.path, "ask_user", BOTH))
        assert content["answers"] == ["shop", ["There"]]
        assert content["by"] == "assistive"
        with ScriptedDaemon(committing(by, kind="text"), committing(DENIED)) as daemon:
            assert "by" not in told(call(daemon.path, "ask_user", BOTH))

    def test_go_on_with_the_next_after_pending(self) -> None:
        asked: list[dict[str, Any]] = []
        scripts = [
            committing(answered("shop"), kind="text"),
            pending(asked, "ask"),
            pending(asked, "ask"),
            noting(asked, answered(["There"]), kind="select"),
        ]
        with ScriptedDaemon(*scripts) as daemon:
            first, second, third = calls(daemon.path, BOTH, BOTH | {"wait": 3}, BOTH)
        for content in (first, second):
            assert (content["status"], content["ticket"]) == ("pending", TICKET)
            assert content["answers"] == ["shop"]
            assert "1 of 2 questions are answered" in content["next_step"]
            assert "call ask_user again with the same arguments" in content["next_step"]
        assert third["answers"] == ["shop", ["There"]]
        assert [each["kind"] for each in asked] == ["select"] * 3

    @pytest.mark.parametrize("ending", [DENIED, {"status": "timed_out", "decider": "deadline",
                                                 "reason": "deadline"}])  # fmt: skip
    def test_begin_anew_once_they_have_ended(self, ending: dict[str, Any]) -> None:
        scripts = [
            committing(answered("shop"), kind="text"),
            committing(ending, kind="select"),
            committing(answered("market"), kind="text"),
            committing(answered(["Here"]), kind="select"),
        ]
        with ScriptedDaemon(*scripts) as daemon:
            _, second = calls(daemon.path, BOTH, BOTH)
        assert second["answers"] == ["market", ["Here"]]

    def test_of_other_words_begin_by_themselves(self) -> None:
        scripts = [
            committing(answered("shop"), kind="text"),
            answering(PENDING),
            committing(answered("market"), kind="text"),
            answering(PENDING),
        ]
        with ScriptedDaemon(*scripts) as daemon:
            _, other = calls(daemon.path, BOTH, BOTH | {"scope": "other"})
        assert other["answers"] == ["market"]

    def test_are_not_remembered_for_ever(self) -> None:
        now = 0.0
        shelf = QuestionBatches(lambda: now)
        scripts = [
            committing(answered("shop"), kind="text"),
            answering(PENDING),
            answering(PENDING),
            answering(PENDING),
        ]

        async def talk(client: Client) -> list[object]:
            nonlocal now
            heard = []
            for passed in (0.0, KEPT_SECONDS - 1, KEPT_SECONDS):
                now += passed
                heard.append(told(await client.call_tool("ask_user", BOTH))["answers"])
            return heard

        with ScriptedDaemon(*scripts) as daemon:
            assert use(daemon.path, talk, batches=shelf) == [["shop"], ["shop"], []]

    def test_of_long_ones_little_is_remembered(self) -> None:
        questions = [NAME | {"detail": "word " * 1_000}] * 8
        assert len(read({"questions": questions}).key) < 100

    def test_of_many_calls_the_latest_are_remembered(self) -> None:
        shelf = QuestionBatches(lambda: 0.0)
        first = shelf.take("first", ("a", "b"))
        assert shelf.take("first", ("a", "b")) is first
        for number in range(KEPT_SERIES):
            shelf.take(str(number), ("a", "b"))
        assert shelf.take("first", ("a", "b")) is not first

    def test_the_client_that_repeats_by_itself_goes_on(self) -> None:
        asked: list[dict[str, Any]] = []
        scripts = [
            committing(answered("shop"), kind="text"),
            pending(asked, "ask"),
            noting(asked, answered(["There"]), kind="select"),
        ]
        with ScriptedDaemon(*scripts) as daemon:
            content = told(call(daemon.path, "ask_user", BOTH, era=STATELESS, patience=10.0))
        assert content["answers"] == ["shop", ["There"]]
        assert "ticket" not in asked[1]


class TestCancelled:
    def test_what_was_answered_before_is_not_asked_again(self) -> None:
        asked = threading.Event()

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            asked.set()
            assert caller.ends()

        scripts = [
            committing(answered("shop"), kind="text"),
            script,
            committing(answered(["There"]), kind="select"),
        ]

        async def talk(client: Client) -> dict[str, Any]:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "ask_user", BOTH)
                await anyio.to_thread.run_sync(asked.wait)
                group.cancel_scope.cancel()
            return told(await client.call_tool("ask_user", BOTH))

        with ScriptedDaemon(*scripts) as daemon:
            assert use(daemon.path, talk)["answers"] == ["shop", ["There"]]

    @pytest.mark.parametrize("arguments", [NAME, {"questions": [NAME]}])
    def test_as_its_answer_is_on_its_way_the_next_call_hears_it(
        self, arguments: dict[str, Any]
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
            caller.reply(answered("shop"))
            assert caller.ends()
            over.set()

        async def talk(client: Client) -> dict[str, Any]:
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "ask_user", arguments)
                await anyio.to_thread.run_sync(claimed.wait)
                group.cancel_scope.cancel()
            await client.list_tools()  # the server has heard of it by then
            cancelled.set()
            assert await anyio.to_thread.run_sync(over.wait, BOUND)
            return told(await client.call_tool("ask_user", arguments))

        with ScriptedDaemon(script) as daemon:
            assert use(daemon.path, talk)["answers"] == ["shop"]


class TestTwoAtATime:
    """The client program makes the identical call while the one before is under way."""

    def test_nothing_is_asked_twice_as_an_answer_is_on_its_way(self) -> None:
        claimed, called = threading.Event(), threading.Event()
        asked: list[dict[str, Any]] = []

        def script(caller: Caller) -> None:
            caller.greet()
            caller.expect("ask")
            caller.reply(READY | {"kind": "text"})
            caller.expect("claim")
            claimed.set()
            assert called.wait(BOUND)
            caller.reply(answered("shop"))

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

        with ScriptedDaemon(script, noting(asked, answered(["There"]), kind="select")) as daemon:
            use(daemon.path, talk)
        assert [each["kind"] for each in asked] == ["select"]
        outcomes = {each["status"]: each["answers"] for each in heard}
        assert outcomes == {"superseded": ["shop"], "answered": ["shop", ["There"]]}

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
        assert outcomes == {"superseded": [], "answered": ["shop"]}


class TestCheck:
    def test_gets_the_answer_to_one_question(self) -> None:
        for kind, answer in (("text", "shop"), ("select", ["a", "b"])):
            script = committing(answered(answer), method="collect", kind=kind)
            with ScriptedDaemon(script) as daemon:
                content = told(call(daemon.path, "check", {"ticket": TICKET}))
            assert (content["status"], content["answer"]) == ("answered", answer)

    def test_of_a_list_lets_the_call_go_on(self) -> None:
        scripts = [
            answering(PENDING),
            committing(answered("shop"), method="collect", kind="text"),
            committing(answered(["There"]), kind="select"),
        ]
        with ScriptedDaemon(*scripts) as daemon:
            _, checked, content = calls(daemon.path, BOTH, {"ticket": TICKET}, BOTH)
        assert checked["answer"] == "shop"
        assert "1 are still to be asked: call ask_user again" in checked["next_step"]
        assert content["answers"] == ["shop", ["There"]]

    def test_of_the_last_has_all_of_them_and_the_call_asks_anew(self) -> None:
        scripts = [
            committing(answered("shop"), kind="text"),
            answering(PENDING),
            committing(answered(["There"]), method="collect", kind="select"),
            answering(PENDING),
        ]
        with ScriptedDaemon(*scripts) as daemon:
            _, checked, content = calls(daemon.path, BOTH, {"ticket": TICKET}, BOTH)
        RESULTS["check"].validate(checked)
        assert (checked["answer"], checked["answers"]) == (["There"], ["shop", ["There"]])
        assert (content["status"], content["answers"]) == ("pending", [])

    def test_of_a_single_one_ends_it(self) -> None:
        scripts = [
            answering(PENDING),
            committing(answered("shop"), method="collect", kind="text"),
            committing(answered("market"), kind="text"),
        ]
        with ScriptedDaemon(*scripts) as daemon:
            _, checked, content = calls(daemon.path, NAME, {"ticket": TICKET}, NAME)
        assert checked["answer"] == "shop"
        assert content["answers"] == ["market"]

    def test_of_one_that_was_denied_ends_the_list(self) -> None:
        scripts = [
            committing(answered("shop"), kind="text"),
            answering(PENDING),
            committing(DENIED, method="collect", kind="select"),
            answering(PENDING),
        ]
        with ScriptedDaemon(*scripts) as daemon:
            *_, content = calls(daemon.path, BOTH, {"ticket": TICKET}, BOTH)
        assert content["answers"] == []

    def test_withdrawing_ends_the_list(self) -> None:
        scripts = [
            committing(answered("shop"), kind="text"),
            answering(PENDING),
            answering({"number": 2}, method="withdraw"),
            answering(PENDING),
        ]

        async def talk(client: Client) -> object:
            await client.call_tool("ask_user", BOTH)
            await client.call_tool("withdraw", {"ticket": TICKET})
            return told(await client.call_tool("ask_user", BOTH))["answers"]

        with ScriptedDaemon(*scripts) as daemon:
            assert use(daemon.path, talk) == []
