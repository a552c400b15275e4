"""A client that hands its model nothing but `content`: every answer stands there, word for word,
and so does whether to act."""

import sys

assert sys.platform == "linux"

import re
from pathlib import Path
from typing import Any

import pytest
from mcp_types import CallToolResult

from sayso.frontends.mcp.tools import IN_A_VARIABLE
from support.mcp_desk import use
from support.mcp_session import HANDSHAKE, STATELESS, Era, texts
from support.scripted_daemon import (
    APPROVED,
    PENDING,
    READY_PASSWORD,
    TICKET,
    Caller,
    Script,
    ScriptedDaemon,
    answering,
    committing,
    failing,
)

DENIED = {"status": "denied", "decider": "user"}
GO = {"message": "Go?"}
NAME = {"message": "Name?"}
WHERE = {"message": "Where?", "options": ["Here", "There"]}
SEVERAL = WHERE | {"type": "multi-select", "custom": True}
SURE = {"message": "Sure?", "type": "confirm"}
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


def answered(answer: object, **more: object) -> dict[str, Any]:
    return {"status": "answered", "decider": "user", "answer": answer} | more


def typing(secret: bytes) -> Script:
    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("ask")
        caller.reply(READY_PASSWORD)
        caller.expect("claim")
        caller.reply_secret(secret)

    return script


def command(*argv: str) -> dict[str, Any]:
    return {"message": "Passphrase?", "command": list(argv), "cwd": "/"}


def read(script: Script, tool: str, arguments: dict[str, Any], era: Era = HANDSHAKE) -> list[str]:
    """All that such a client hands on of the tool's result."""
    with ScriptedDaemon(script) as daemon:
        result: CallToolResult = use(
            daemon.path, lambda client: client.call_tool(tool, arguments), era=era
        )
    return texts(result.model_copy(update={"structured_content": None}))


WHAT_THEY_HEAR: dict[str, tuple[Script, str, dict[str, Any], str, list[str]]] = {
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
        committing({"status": "dismissed", "decider": "user"}), "confirm", GO,
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
}  # fmt: skip


@pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
@pytest.mark.parametrize(
    ("script", "tool", "arguments", "first", "others"),
    WHAT_THEY_HEAR.values(),
    ids=WHAT_THEY_HEAR.keys(),
)
def test_every_answer_is_heard(
    script: Script, tool: str, arguments: dict[str, Any], first: str, others: list[str], era: Era
) -> None:
    told, *answers = read(script, tool, arguments, era)
    assert re.search(first, told, re.DOTALL)
    assert answers == others


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
