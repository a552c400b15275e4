"""A client that hands its model nothing but `content`: every answer stands there, word for word,
and so does whether to act. So it is in this process, and through each of the official SDKs."""

import sys

assert sys.platform == "linux"

import os
import re
from pathlib import Path
from typing import Any

import pytest
from mcp_types import CallToolResult

from sayso.frontends.mcp.tools import IN_A_VARIABLE
from support import mcp_server_program
from support.ask_user import APPROVED, BOTH, DENIED, NAME, SURE, WHERE, answered, filled_in
from support.mcp_desk import call, use
from support.mcp_session import CLIENTS, HANDSHAKE, STATELESS, Era, texts
from support.scripted_daemon import (
    PENDING,
    TICKET,
    Script,
    ScriptedDaemon,
    answering,
    committing,
    failing,
)
from support.secret_desk import typing

SERVER = (sys.executable, str(Path(mcp_server_program.__file__)), "45")

GO = {"message": "Go?"}
NOTICE = {"message": "It is done.", "type": "notice"}
SIGNED_IN = {"status": "answered", "decider": "requester"}
DISMISSED = {"status": "dismissed", "decider": "user"}
WITHDRAWN = {"status": "withdrawn", "decider": "requester", "reason": "requester"}
SEVERAL = WHERE | {"type": "multi-select", "custom": True}
TYPED = "  \u202eshop {}\n\u200b'\"\\n: €😀\n"
"""As somebody may type it; none of it is changed."""

PAGE = {
    "questions": [
        NAME | {"id": "name"},
        {"message": "Port?", "required": False},
        SEVERAL,
        WHERE | {"message": "Or?", "custom": True},
        SURE,
        SURE | {"message": "Quite?"},
    ]
}
FILLED_IN = [
    {"answer": TYPED}, {}, {"answer": ["Here", "There"]}, {"custom": TYPED}, {"answer": True},
    {"answer": False},
]  # fmt: skip


def command(*argv: str) -> dict[str, Any]:
    return {"message": "Passphrase?", "command": list(argv), "cwd": "/"}


def sign_in(code: str, **more: str) -> dict[str, Any]:
    return {"message": "Registry", "address": "https://a.example/", "code": code} | more


def until_finish(*then: Script) -> tuple[Script, ...]:
    """The question is open, and another server has asked it."""
    row = {"kind": "device_code", "title": "Registry", "state": "shown"}
    return (answering({"prompts": [row]}, method="list"), answering(PENDING), *then)


def read(script: Script, tool: str, arguments: dict[str, Any], era: Era = HANDSHAKE) -> list[str]:
    """All that such a client hands on of the tool's result."""
    return read_after((script,), tool, arguments, era)


def read_after(
    scripts: tuple[Script, ...], tool: str, arguments: dict[str, Any], era: Era
) -> list[str]:
    with ScriptedDaemon(*scripts) as daemon:
        result: CallToolResult = use(
            daemon.path, lambda client: client.call_tool(tool, arguments), era=era
        )
    return texts(result.model_copy(update={"structured_content": None}))


finished = answering({"status": "finished"}, method="finish")
too_late = failing(4006, "this question is not open any more", method="finish", error="not_open")
collected = failing(4004, "this ticket is expired", method="collect", error="expired")

Situation = tuple[Script | tuple[Script, ...], str, dict[str, Any], str, list[str]]

WHAT_THEY_HEAR: dict[str, Situation] = {
    # what happens, the tool and its arguments; what the first text has, and the texts after it
    "approved": (committing(APPROVED), "confirm", GO, r'^approved: .*"allowed": true\.$', []),
    "denied": (
        committing(DENIED), "confirm", GO, r'^denied: .*do not ask.*"allowed": false\.$', [],
    ),
    "denied with words": (
        committing(DENIED | {"words": "use the other branch"}), "confirm",
        GO | {"deny_words": True},
        r'Go by their words, which approve nothing.*"allowed": false\.$', ["use the other branch"],
    ),
    "checked": (
        committing(APPROVED | {"checked": True}), "confirm", GO | {"check": "All of them"},
        r'They have checked the box.*"allowed": true\.$', [],
    ),
    "not checked": (
        committing(APPROVED | {"checked": False}), "confirm", GO | {"check": "All of them"},
        r'They have not checked the box.*"allowed": true\.$', [],
    ),
    "dismissed": (
        committing(DISMISSED), "confirm", GO,
        r'^dismissed: .*Do not act.*"allowed": false\.$', [],
    ),
    "nobody there": (
        answering({"status": "no_interactor", "decider": "headless", "reason": "no screen"}),
        "confirm", GO, r'only with what is safe without their answer\. "allowed": false\.$', [],
    ),
    "text": (
        committing(answered(TYPED), kind="text"), "ask_user", NAME | {"multiline": True},
        r"^answered: ", [f"Answer (Name?):\n{TYPED}"],
    ),
    "select": (
        committing(answered(["There"]), kind="select"), "ask_user", WHERE,
        r"^answered: ", ["Answer (Where?):\nThere"],
    ),
    "multi-select": (
        committing(answered(["Here", "There"]), kind="select"), "ask_user", SEVERAL,
        r"^answered: ", ["Answer (Where?):\nHere\nThere"],
    ),
    "own words": (
        committing(answered([], custom=TYPED), kind="select"), "ask_user",
        WHERE | {"custom": True},
        r"^answered: ", [f"Answer (Where?), in words of their own:\n{TYPED}"],
    ),
    "options and own words": (
        committing(answered(["Here"], custom="Mars"), kind="select"), "ask_user", SEVERAL,
        r"^answered: ", ["Answer (Where?):\nHere", "Answer (Where?), in words of their own:\nMars"],
    ),
    "yes": (committing(APPROVED), "ask_user", SURE, r"^approved: ", ["Answer (Sure?): yes"]),
    "no": (
        committing(DENIED), "ask_user", SURE,
        r'^denied: Answered by the person: no.*"allowed": false\.$', ["Answer (Sure?): no"],
    ),
    "several questions": (
        committing({"status": "answered", "decider": "user", "answers": FILLED_IN}, kind="form"),
        "ask_user", PAGE, r"They say no to: Quite\?\.",
        [
            f"Answer 1 of 6 (name: Name?):\n{TYPED}",
            "Answer 2 of 6 (Port?): left unanswered",
            "Answer 3 of 6 (Where?):\nHere\nThere",
            f"Answer 4 of 6 (Or?), in words of their own:\n{TYPED}",
            "Answer 5 of 6 (Sure?): yes",
            "Answer 6 of 6 (Quite?): no",
        ],
    ),
    "by its ticket": (
        committing(answered(TYPED), method="collect", kind="text"), "check", {"ticket": TICKET},
        r"^answered: ", [f"Answer:\n{TYPED}"],
    ),
    "withdrawn": (
        answering({"number": 1}, method="withdraw"), "withdraw", {"ticket": TICKET},
        r'^withdrawn: .*"allowed": false\.$', [],
    ),
    "an error": (
        failing(-32005, "it is full"), "confirm", GO,
        r'^error: .*Not approved: do not act.*"allowed": false\.$', [],
    ),
    "a command that ended well": (
        typing(b"canary"), "request_secret", command("cat"),
        r'exit status 0\. Go on now\. "allowed": true\.$', [],
    ),
    "a command that failed": (
        typing(b"canary"), "request_secret", command("sh", "-c", "cat; exit 5"),
        r"exit status 5\.", [],
    ),
    "a secret denied": (
        committing(DENIED, kind="password"), "request_secret", command("cat"),
        r'^denied: .*"allowed": false\.$', [],
    ),
    "acknowledged": (
        committing({"status": "answered", "decider": "user"}, kind="notice"), "ask_user", NOTICE,
        r'^answered: The person has acknowledged.*approves nothing.*"allowed": false\.$', [],
    ),
    "a notice closed": (
        committing(DISMISSED, kind="notice"), "ask_user", NOTICE,
        r'^dismissed: .*They are told: go on.*"allowed": false\.$', [],
    ),
    "a code that is shown": (
        answering(PENDING), "sign_in", sign_in("A") | {"wait": 0},
        r'^pending: .*call sign_in again .* finish: done, or failed.*"allowed": false\.$', [],
    ),
    "a code that is closed": (
        committing(DISMISSED, kind="device_code"), "sign_in", sign_in("B"),
        r'^dismissed: .*Look at your command.*"allowed": false\.$', [],
    ),
    "signed in": (
        until_finish(finished, committing(SIGNED_IN, method="collect", kind="device_code")),
        "sign_in", sign_in("C", finish="done"),
        r'^answered: .*signed in, as you told it.*approves nothing.*"allowed": false\.$', [],
    ),
    "a login that failed": (
        until_finish(finished, answering(WITHDRAWN, method="collect")),
        "sign_in", sign_in("D", finish="failed"),
        r'^withdrawn: The dialog is closed\..*"allowed": false\.$', [],
    ),
    "finished too late": (
        until_finish(too_late, collected), "sign_in", sign_in("E", finish="done"),
        r'^not_open: .*Go by how your command ended.*"allowed": false\.$', [],
    ),
}  # fmt: skip


def scripts_of(situation: Situation) -> tuple[Script, ...]:
    first, *_ = situation
    return first if isinstance(first, tuple) else (first,)


@pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
@pytest.mark.parametrize("situation", WHAT_THEY_HEAR.values(), ids=WHAT_THEY_HEAR.keys())
def test_every_answer_is_heard(situation: Situation, era: Era) -> None:
    _, tool, arguments, first, others = situation
    told, *answers = read_after(scripts_of(situation), tool, arguments, era)
    assert re.search(first, told, re.DOTALL)
    assert answers == others


SHORT = ("typescript-1", "typescript-2-stateless")
"""Of each SDK for TypeScript and each era of the protocol one. The long tier has all clients."""


@pytest.mark.parametrize(
    "client",
    [pytest.param(name, marks=() if name in SHORT else pytest.mark.long) for name in CLIENTS],
)
def test_so_it_is_through_each_sdk(client: str) -> None:
    """One program of an agent, which calls one tool after the other."""
    program = CLIENTS[client]
    if not program.installed:
        pytest.skip("packaging/test.sh installs it")
    scripts = [each for situation in WHAT_THEY_HEAR.values() for each in scripts_of(situation)]
    heard: dict[str, list[str]] = {}
    with ScriptedDaemon(*scripts) as daemon:
        environ = {**os.environ, "SAYSO_SOCKET": daemon.path}
        with program.session(environ, SERVER) as session:
            for name, (_, tool, arguments, *_) in WHAT_THEY_HEAR.items():
                heard[name] = texts(session.start(tool, **arguments).result())
    for name, (_, _, _, first, others) in WHAT_THEY_HEAR.items():
        told, *answers = heard[name]
        assert re.search(first, told, re.DOTALL), name
        assert answers == others, name


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("confirm", GO), ("ask_user", NAME), ("ask_user", PAGE), ("request_secret", command("cat"))],
)
def test_what_is_pending_goes_on_by_what_was_read(tool: str, arguments: dict[str, Any]) -> None:
    """The ticket stands in the text, and nothing there is an answer."""
    (told,) = read(answering(PENDING), tool, arguments)
    assert told.startswith("pending: ")
    assert told.endswith('"allowed": false.')
    ticket = re.search(r"call check with the ticket ([0-9a-f]{32})\.", told)
    assert ticket
    assert (ticket[1] == TICKET) is (tool != "request_secret")  # that one's is this server's own


def test_the_command_that_agents_are_shown_hands_the_secret_on_in_a_variable(
    tmp_path: Path,
) -> None:
    npm = tmp_path / "npm"
    npm.write_text('#!/bin/sh\nprintf "%s %s" "$1" "$TOKEN" > got\n')
    npm.chmod(0o755)
    place = {"cwd": str(tmp_path), "environment": {"PATH": f"{tmp_path}:/usr/bin:/bin"}}
    (told,) = read(typing(b"canary"), "request_secret", command(*IN_A_VARIABLE) | place)
    assert "exit status 0." in told
    assert "canary" not in told
    assert (tmp_path / "got").read_text() == "publish canary"


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
