"""An OpenCode server's events are followed: its questions are asked, and answered there.

The server is made up here, and so is the daemon; tests/agents has OpenCode itself.
"""

import sys

assert sys.platform != "win32"

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from sayso.errors import ServiceError
from sayso.frontends.hook.following import AT_ONCE, Follower
from support.following import following
from support.hook_events import recorded
from support.opencode_server import Server, Then, part_of, serving
from support.scripted_daemon import APPROVED, READY, Caller, ScriptedDaemon

VERSION = "opencode-1.18.33"
ASKED = recorded(f"{VERSION}/permission.asked-mcp")
NUMBER = ASKED["id"]
SESSION = f"/session/{ASKED['sessionID']}"
MESSAGE = f"{SESSION}/message/{ASKED['tool']['messageID']}"
PART = part_of(ASKED, "x_deploy", {"where": "prod"})
FORM = recorded(f"{VERSION}/question.asked")
NESTED = b"[" * 100_000 + b"]" * 100_000


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


def deciding(
    questions: list[dict[str, Any]], outcome: dict[str, Any], kind: str = "confirm"
) -> Any:
    def script(caller: Caller) -> None:
        caller.greet(fields={f"ask.{kind}": ["bound", "detail_kind"]})
        questions.append(caller.expect("ask"))
        caller.reply(READY | {"kind": kind})
        caller.expect("claim")
        caller.reply(outcome)

    return script


@pytest.fixture
def asked(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """What the person is asked: one question, which is approved."""
    questions: list[dict[str, Any]] = []
    with ScriptedDaemon(deciding(questions, APPROVED)) as daemon:
        monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
        yield questions


class TestAQuestion:
    def test_shows_the_tools_input_and_is_answered_by_its_number(
        self, server: Server, asked: list[dict[str, Any]]
    ) -> None:
        with following(server) as notes:
            server.ask(ASKED, PART)
            path, told, user = server.until_heard()
        assert path == f"/permission/{NUMBER}/reply"
        assert (told, user) == ({"reply": "once"}, None)
        assert asked[0]["details"] == "where: prod"
        assert "OpenCode asks to use x_deploy in /home/mia/project." in asked[0]["message"]
        assert notes == []

    def test_waits_until_the_model_has_said_all_of_the_input(
        self, server: Server, asked: list[dict[str, Any]]
    ) -> None:
        server.know(ASKED)
        pending = part_of(ASKED, "x_deploy", {}, "pending")
        server.says[MESSAGE] = Then([{"parts": [pending]}, {"parts": [PART]}])
        with following(server):
            server.tell("permission.asked", **ASKED)
            server.until_heard()
        assert asked[0]["details"] == "where: prod"

    def test_that_waits_already_is_asked_once(
        self, server: Server, asked: list[dict[str, Any]]
    ) -> None:
        server.says["/permission"] = [ASKED]
        server.know(ASKED, PART)
        with following(server):
            server.tell("permission.asked", **ASKED)
            server.until_heard()
        assert len(asked) == len(server.heard) == 1

    def test_of_its_own_is_a_form(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        questions: list[dict[str, Any]] = []
        outcome = {"status": "answered", "decider": "user", "answers": [{"answer": ["B"]}]}
        with ScriptedDaemon(deciding(questions, outcome, "form")) as daemon:
            monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
            with following(server) as notes:
                server.know(FORM, part_of(FORM, "question", {}))
                server.tell("question.asked", **FORM)
                path, told, _ = server.until_heard()
        assert path == f"/question/{FORM['id']}/reply"
        assert told == {"answers": [["B"]]}
        assert questions[0]["kind"] == "form"
        assert notes == []

    def test_of_its_own_that_is_denied_is_rejected(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        denied = {"status": "denied", "decider": "user"}
        with ScriptedDaemon(deciding([], denied, "form")) as daemon:
            monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
            with following(server):
                server.know(FORM, part_of(FORM, "question", {}))
                server.tell("question.asked", **FORM)
                path, told, _ = server.until_heard()
        assert (path, told) == (f"/question/{FORM['id']}/reject", None)


class TestWithoutItsInput:
    def test_nothing_is_asked(self, server: Server) -> None:
        with following(server) as notes:
            server.ask(ASKED)
            notes.until()
        assert notes == ["nobody decided. the server knows no such call that would wait"]
        assert server.heard == []

    @pytest.mark.parametrize(("field", "value"), [("id", "../x"), ("id", 7), ("metadata", "text")])
    def test_or_a_number_or_more_nothing_is_asked(
        self, server: Server, field: str, value: Any
    ) -> None:
        with following(server) as notes:
            server.ask(ASKED | {field: value}, PART)
            notes.until()
        assert len(notes) == 1
        assert field in notes[0]
        assert server.heard == []


class TestWhatIsNoEvent:
    @pytest.mark.parametrize(
        ("data", "is_noted"),
        [
            (b"data: {\n\n", True),
            (b"data: 7\n\n", True),
            (b"data: " + NESTED + b"\n\n", True),
            (b'data: {"type": "permission.asked", "properties": {}}\n\n', True),
            (b'data: {"type": "permission.replied", "properties": {}}\n\n', True),
            (b"data: \xff\n\n", True),
            (b'data: {"type": 7}\n\n', False),
            (b'data: {"type": "tomorrow.new"}\n\n', False),
            (b": a comment\n\n", False),
            (b"x" * (17 << 20) + b"\n\n", False),
        ],
        ids=range(10),
    )
    def test_ends_nothing_but_itself_and_is_noted_once(
        self, server: Server, asked: list[dict[str, Any]], data: bytes, is_noted: bool
    ) -> None:
        with following(server) as notes:
            server.tell_raw(data)
            server.ask(ASKED, PART)
            server.until_heard()
        assert len(asked) == 1
        assert len(notes) == is_noted

    @pytest.mark.parametrize("waiting", [b"<html>", NESTED, 7, [7], [{}], None])
    def test_as_an_answer_to_what_waits(
        self, server: Server, asked: list[dict[str, Any]], waiting: Any
    ) -> None:
        server.says["/permission"] = waiting
        with following(server) as notes:
            server.ask(ASKED, PART)
            server.until_heard()
        assert len(asked) == 1
        assert len(notes) == 1

    def test_as_an_answer_it_hides_no_other(self, server: Server) -> None:
        server.says |= {"/permission": b"<html>", "/question": [FORM]}
        with following(server) as notes:
            notes.until(2)
        assert "/permission is no JSON" in notes[0]
        assert f"404 to {SESSION}" in notes[1]  # which the form is of

    def test_a_fault_of_ours_is_noted_with_where_it_came_from(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_: object, context: object) -> None:
            raise ZeroDivisionError("made up")

        monkeypatch.setattr("sayso.frontends.hook.opencode.KINDS", {"permission": fail})
        with following(server) as notes:
            server.ask(ASKED, PART)
            notes.until()
        assert "a fault in sayso itself: " in notes[0]
        assert "ZeroDivisionError: made up" in notes[0]


class TestWhatIsOver:
    def test_while_its_input_is_fetched_it_is_not_asked(
        self,
        server: Server,
        asked: list[dict[str, Any]],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("sayso.frontends.hook.following.AT_ONCE", 1)
        with following(server) as notes:

            def say() -> Any:
                server.tell("permission.replied", requestID=NUMBER)
                server.tell("permission.asked", id=7)
                notes.until()  # both were read
                return {"parts": [PART]}

            server.know(ASKED)
            server.says[MESSAGE] = Then([say, {"parts": [PART]}])
            server.tell("permission.asked", **ASKED)
            server.tell("permission.asked", **ASKED | {"id": "per_2", "permission": "second"})
            path, _, _ = server.until_heard()
        assert path == "/permission/per_2/reply"
        assert ["permission: second" in each["message"] for each in asked] == [True]
        assert len(notes) == 1

    def test_while_it_waits_for_its_turn_it_is_never_looked_at(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sayso.frontends.hook.following.AT_ONCE", 1)
        going_on = threading.Event()
        questions: list[dict[str, Any]] = []

        def first(caller: Caller) -> None:
            begun.set()
            assert going_on.wait(30)
            deciding(questions, APPROVED)(caller)

        begun = threading.Event()
        with ScriptedDaemon(first, deciding(questions, APPROVED)) as daemon:
            monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
            with following(server) as notes:
                server.ask(ASKED, PART)
                assert begun.wait(30)
                server.know(FORM)
                server.ask(ASKED | {"id": "per_2", "sessionID": "ses_2"}, PART)
                server.ask(ASKED | {"id": "per_3"}, PART)
                server.tell("permission.replied", requestID="per_2")
                server.tell("question.replied", requestID="que_of_nobody")
                server.says["/session/last"] = {}
                server.tell("permission.asked", id="per_4", sessionID="last")
                going_on.set()
                server.until_heard(2)
                notes.until()
        assert [path.split("/")[2] for path, _, _ in server.heard] == [NUMBER, "per_3"]
        assert len(questions) == 2
        assert "/session/ses_2" not in {path for path, _ in server.read}

    @pytest.mark.parametrize(
        ("event", "properties"),
        [
            ("permission.replied", {"requestID": NUMBER}),
            ("session.idle", {"sessionID": ASKED["sessionID"]}),
            ("session.deleted", {"sessionID": ASKED["sessionID"]}),
        ],
    )
    def test_its_dialog_goes_and_no_answer_is_sent(
        self,
        server: Server,
        event: str,
        properties: dict[str, Any],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        gone = threading.Event()

        def script(caller: Caller) -> None:
            caller.greet(fields={"ask.confirm": ["bound", "detail_kind"]})
            caller.expect("ask")
            server.tell("session.idle", sessionID="ses_other")
            server.tell(event, **properties)
            assert caller.ends()
            gone.set()

        with ScriptedDaemon(script) as daemon:
            monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
            with following(server) as notes:
                server.ask(ASKED, PART)
                assert gone.wait(30)
        assert server.heard == []
        assert notes == []

    def test_that_its_input_could_not_be_fetched_any_more_is_not_noted(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sayso.frontends.hook.following.AT_ONCE", 1)
        with following(server) as notes:
            server.ask(ASKED, part_of(ASKED, "x_deploy", {}, "pending"))
            server.until_read(MESSAGE)
            server.tell("permission.replied", requestID=NUMBER)
            server.tell("permission.asked", **ASKED | {"id": "per_2", "sessionID": "ses_2"})
            notes.until()
        assert ["/session/ses_2" in note for note in notes] == [True]

    def test_an_answer_that_was_given_meanwhile_is_not_sent(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # nobody looks whether it is over while it is asked
        monkeypatch.setattr("sayso.frontends.bound.CHECK_EVERY", 60.0)
        monkeypatch.setattr("sayso.frontends.hook.following.AT_ONCE", 1)
        with following(server) as notes:

            def script(caller: Caller) -> None:
                caller.greet(fields={"ask.confirm": ["bound", "detail_kind"]})
                caller.expect("ask")
                caller.reply(READY)
                caller.expect("claim")
                server.tell("permission.replied", requestID=NUMBER)
                server.tell("permission.asked", id=7)
                notes.until()  # both were read
                caller.reply(APPROVED)

            with ScriptedDaemon(script, deciding([], APPROVED)) as daemon:
                monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
                server.ask(ASKED, PART)
                server.tell("permission.asked", **ASKED | {"id": "per_2"})
                path, _, _ = server.until_heard()
        assert path == "/permission/per_2/reply"

    def test_an_answer_that_comes_too_late_is_no_fault(
        self, server: Server, asked: list[dict[str, Any]]
    ) -> None:
        place = f"/permission/{NUMBER}/reply"
        server.fails[place] = 404
        with following(server) as notes:
            server.ask(ASKED, PART)
            server.until_heard()
            server.tell("permission.asked", id=7)
            notes.until()
        assert len(notes) == 1
        assert "id" in notes[0]

    def test_an_answer_that_is_refused_is_noted(
        self, server: Server, asked: list[dict[str, Any]]
    ) -> None:
        server.fails[f"/permission/{NUMBER}/reply"] = 400
        with following(server) as notes:
            server.ask(ASKED, PART)
            notes.until()
        assert "says 400" in notes[0]


def test_closing_the_dialog_is_noted_and_leaves_it_to_the_terminal(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    dismissed = {"status": "dismissed", "decider": "user"}
    with ScriptedDaemon(deciding([], dismissed)) as daemon:
        monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
        with following(server) as notes:
            server.ask(ASKED, PART)
            notes.until()
    assert notes[0].startswith("nobody decided. The person closed the dialog")
    assert server.heard == []


def test_no_daemon_leaves_the_question_to_its_terminal(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAYSO_SOCKET", "/proc/nowhere/sayso/socket")
    with following(server) as notes:
        server.ask(ASKED, PART)
        notes.until()
    assert notes[0].startswith("nobody decided. ")
    assert server.heard == []


def test_a_flood_takes_no_more_threads_than_it_may(server: Server) -> None:
    before = threading.active_count()
    most = 0
    with following(server) as notes:
        pending = part_of(ASKED, "x_deploy", {}, "pending")
        server.know(ASKED, pending)
        for number in range(2000):
            server.tell("permission.asked", **ASKED | {"id": f"per_{number}"})
        server.tell("permission.asked", id=7)
        notes.until()  # all of the events before this one were read
        most = threading.active_count() - before
    # each that is fetched has one of ours and one of the server's; and the follower and its events
    assert most <= 2 * AT_ONCE + 2


def test_a_server_that_is_not_there_or_refuses(server: Server) -> None:
    server.fails["/event"] = 401
    with pytest.raises(ServiceError, match="401"):
        Follower(server.address, {}, print, spawn=False).follow()
    with pytest.raises(ServiceError, match="can't be reached"):
        Follower("http://127.0.0.1:9", {}, print, spawn=False).follow()
