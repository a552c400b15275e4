"""Our client and daemons of other versions: newer ones say more, older ones know less."""

import sys

assert sys.platform != "win32"

from typing import Any

import pytest

from sayso import errors
from sayso.client.exchange import READABLE_KINDS
from sayso.core.action import Action, Program
from sayso.core.outcome import Answered, Approved, By, Pending, Refused
from sayso.wire.messages import ASKS
from support.calls import Call
from support.command import sayso
from support.scripted_daemon import (
    APPROVED,
    CLAIM,
    PENDING,
    READY,
    TICKET,
    Caller,
    Script,
    ScriptedDaemon,
    answering,
    committing,
)

NEWER: dict[str, Any] = {"since": "9.9", "allowed": True, "extra": {"a": [1]}}
SIGN = Action(("gpg", "--sign"), "/srv", (Program("/usr/bin/gpg", "0" * 64),))
FIELDS = {"ask.confirm": ["kind", "message", "wait"], "collect": ["ticket", "wait"], "list": []}


def newer(caller: Caller) -> None:
    """All that a newer daemon of this protocol may add."""
    kinds = {"kinds": ["confirm", "wish"], "fields": FIELDS | {"wish": ["star"]}}
    caller.greet(version="9.9.0", **kinds, **NEWER)
    caller.expect("ask")
    caller.notify("weather", sky="blue")
    caller.progress(number=1, state="shown", place=1, of=1, seconds_left=9.5, **NEWER)
    caller.reply(READY | NEWER)
    assert caller.expect("claim") == {"claim": CLAIM}
    caller.notify("weather", sky="grey")
    caller.reply(APPROVED | NEWER)


def older(**members: object) -> Script:
    """Greets, and must be asked nothing after that."""

    def script(caller: Caller) -> None:
        caller.greet(version="0.0.1", **members)
        assert caller.ends()

    return script


class TestANewerDaemon:
    def test_may_say_more(self, call: Call) -> None:
        with ScriptedDaemon(newer) as daemon:
            assert call(daemon.path, "confirm", "Deploy?") == Approved()

    @pytest.mark.parametrize(
        "members",
        [{"decider": "policy"}, {"decider": "owl"}, {}, {"decider": "user", "by": "magic"}],
    )
    def test_does_not_approve_by_anyone_but_the_person(
        self, call: Call, members: dict[str, str]
    ) -> None:
        outcome = {"status": "approved"} | members

        def again(caller: Caller) -> None:
            caller.greet()
            caller.expect("claim")
            caller.reply(outcome)

        with (
            ScriptedDaemon(committing(outcome), again) as daemon,
            pytest.raises(errors.Unreachable, match="may have been handed out"),
        ):
            call(daemon.path, "confirm", "Deploy?")

    def test_says_by_what_it_was_approved(self, call: Call) -> None:
        with ScriptedDaemon(committing(APPROVED | {"by": "assistive"})) as daemon:
            assert call(daemon.path, "confirm", "Deploy?") == Approved(by=By.ASSISTIVE)

    @pytest.mark.parametrize("status", ["approved_for_ever", "Approved", "", None, True, 7])
    def test_a_status_that_we_do_not_know_is_an_error(self, call: Call, status: object) -> None:
        reply = {"status": status, "decider": "user", "allowed": True}
        with (
            ScriptedDaemon(answering(reply)) as daemon,
            pytest.raises(errors.ProtocolError, match="unknown status"),
        ):
            call(daemon.path, "confirm", "Deploy?")

    def test_a_reason_that_we_do_not_know_is_passed_on(self, call: Call) -> None:
        reply = {"status": "refused", "decider": "policy", "reason": "mood", "retry_after": 5}
        with ScriptedDaemon(answering(reply)) as daemon:
            outcome = call(daemon.path, "confirm", "Deploy?")
        assert isinstance(outcome, Refused)
        assert not outcome.allowed

    def test_keeps_an_answer_to_a_kind_that_we_do_not_know(self, call: Call) -> None:
        def script(caller: Caller) -> None:
            caller.greet(version="9.9.0", fields=FIELDS)
            caller.expect("collect")
            caller.reply(READY | {"kind": "drawing"})
            assert caller.ends()

        with (
            ScriptedDaemon(script) as daemon,
            pytest.raises(errors.VersionMismatch, match="does not know: drawing"),
        ):
            call(daemon.path, "collect", TICKET)

    @pytest.mark.parametrize("known", [True, False])
    @pytest.mark.parametrize(
        "field", [{"says_it_is": "gemini-cli 1"}, {"detail_kind": "diff"}, {"for_key": True}]
    )
    def test_what_a_question_can_do_without_fails_none(
        self, call: Call, field: dict[str, object], known: bool
    ) -> None:
        asked = ["kind", "message", *(field if known else [])]

        def script(caller: Caller) -> None:
            caller.greet(version="9.9.0", fields={"ask.confirm": asked})
            assert sorted(caller.expect("ask")) == sorted(asked)
            caller.reply(READY)
            caller.expect("claim")
            caller.reply(APPROVED)

        with ScriptedDaemon(script) as daemon:
            assert call(daemon.path, "confirm", "Go?", **field) == Approved()

    def test_of_another_protocol_is_told_apart(self, call: Call) -> None:
        def script(caller: Caller) -> None:
            caller.greet(protocol=2)
            assert caller.ends()

        with (
            ScriptedDaemon(script) as daemon,
            pytest.raises(errors.VersionMismatch, match="newer") as caught,
        ):
            call(daemon.path, "confirm", "Deploy?")
        assert caught.value.remedy == "update this program"


class TestAnOlderDaemon:
    @pytest.mark.parametrize(
        ("method", "options", "lacks"),
        [
            ("password", {}, "ask.password"),
            ("text", {}, "ask.text"),
            ("select", {}, "ask.select"),
            ("confirm", {"slot": "deploy"}, "slot"),
            pytest.param("confirm", {"action": SIGN}, "action", marks=pytest.mark.of_python),
            pytest.param("password", {"action": SIGN}, "action", marks=pytest.mark.of_python),
            ("status", {}, "status"),
        ],
    )
    def test_is_not_asked_for_what_it_does_not_know(
        self, call: Call, method: str, options: dict[str, Any], lacks: str
    ) -> None:
        arguments: list[object] = [] if method == "status" else ["Deploy?"]
        knows_passwords = {"ask.password": ["kind", "message"]} if "action" in options else {}
        fields = FIELDS | knows_passwords
        if method == "select":
            arguments.append(["a", "b"])
        with (
            ScriptedDaemon(older(fields=fields)) as daemon,
            pytest.raises(
                errors.VersionMismatch, match=rf"0\.0\.1.* does not know {lacks}$"
            ) as caught,
        ):
            call(daemon.path, method, *arguments, **options)
        assert "sayso daemon restart" in caught.value.remedy

    def test_is_asked_for_what_it_knows(self, call: Call) -> None:
        def script(caller: Caller) -> None:
            caller.greet(version="0.0.1", fields=FIELDS)
            assert caller.expect("collect") == {"ticket": TICKET, "wait": 1.0}
            caller.reply(PENDING)

        with ScriptedDaemon(script) as daemon:
            assert call(daemon.path, "collect", TICKET, wait=1.0) == Pending(TICKET)

    @pytest.mark.parametrize("fields", [None, "all", 7])
    def test_that_does_not_tell_what_it_knows_refuses_by_itself(
        self, call: Call, fields: object
    ) -> None:
        def script(caller: Caller) -> None:
            caller.greet(version="0.0.1", fields=fields)
            caller.expect("ask")
            caller.fail(-32602, "slot: is not a field of this method", field="slot")

        with (
            ScriptedDaemon(script) as daemon,
            pytest.raises(errors.InvalidParams, match="slot") as caught,
        ):
            call(daemon.path, "confirm", "Deploy?", slot="deploy")
        assert caught.value.field == "slot"

    def test_of_this_version_says_itself_what_is_wrong(self, call: Call) -> None:
        def script(caller: Caller) -> None:
            caller.greet(fields=FIELDS)
            assert caller.expect("ask")["colour"] == "red"
            caller.fail(-32602, "colour: is not a field of this method", field="colour")

        with ScriptedDaemon(script) as daemon, pytest.raises(errors.InvalidParams, match="colour"):
            call(daemon.path, "confirm", "Deploy?", colour="red")


class TestTheCommand:
    def test_of_an_older_protocol_exits_with_6_and_the_remedy(self) -> None:
        def script(caller: Caller) -> None:
            caller.greet(protocol=0)
            assert caller.ends()

        done = sayso("confirm", "Deploy?", script=script)
        assert (done.returncode, done.stdout) == (6, "")
        assert "the daemon is older than this program" in done.stderr
        assert "sayso daemon restart" in done.stderr

    def test_what_an_older_daemon_does_not_know_exits_with_6_and_the_remedy(self) -> None:
        done = sayso("confirm", "Deploy?", "--slot", "s", script=older(fields=FIELDS))
        assert (done.returncode, done.stdout) == (6, "")
        assert "does not know slot" in done.stderr
        assert "sayso daemon restart" in done.stderr

    @pytest.mark.parametrize(
        ("reply", "code"),
        [
            ({"status": "refused", "decider": "policy", "reason": "mood"}, 9),
            ({"status": "superseded", "decider": "requester", "reason": "mood"}, 8),
            ({"status": "withdrawn", "decider": "requester", "reason": "mood"}, 8),
            ({"status": "approved_for_ever", "decider": "user"}, 6),
        ],
    )
    def test_what_only_a_newer_daemon_says_is_no_approval(
        self, reply: dict[str, str], code: int
    ) -> None:
        done = sayso("confirm", "Deploy?", script=answering(reply))
        assert done.returncode == code
        assert done.stderr


def test_both_clients_take_what_was_answered(call: Call) -> None:
    """A newer daemon's password, with more around it."""

    def script(caller: Caller) -> None:
        caller.greet(version="9.9.0", fields={"ask.password": ["kind", "message"]})
        caller.expect("ask")
        caller.reply(READY | {"kind": "password"} | NEWER)
        caller.expect("claim")
        caller.reply_secret(b"hunter2", **NEWER)

    with ScriptedDaemon(script) as daemon:
        outcome = call(daemon.path, "password", "Unlock")
    assert isinstance(outcome, Answered)
    assert outcome.secret is not None
    assert bytes(outcome.secret.view()) == b"hunter2"


def test_the_kinds_that_the_client_knows_are_the_daemons() -> None:
    assert set(ASKS) == READABLE_KINDS
