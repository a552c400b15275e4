"""Golden output of the verbs that ask and fetch, each against a scripted daemon."""

import sys

assert sys.platform != "win32"

import json
import os
import pty
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from sayso import errors
from support.command import BOUND, SAYSO, environ, run, sayso
from support.scripted_daemon import (
    APPROVED,
    CLAIM,
    PENDING,
    READY,
    TICKET,
    Caller,
    ScriptedDaemon,
    answering,
    committing,
    failing,
)


@pytest.fixture
def no_daemon() -> Iterator[str]:
    """A proper place where none listens."""
    with ScriptedDaemon() as daemon:
        yield f"{daemon.path}-none"


def test_approved_is_one_word_and_status_0() -> None:
    done = sayso("confirm", "Deploy?", script=committing(APPROVED))
    assert (done.returncode, done.stdout) == (0, "approved\n")
    assert done.stderr == "Approved by the person at the screen.\n"


def test_every_option_reaches_the_daemon() -> None:
    asked: dict[str, Any] = {}

    def script(caller: Caller) -> None:
        known = {"ask.confirm": ["detail_kind"]}
        assert caller.greet(fields=known).startswith("sayso-cli/")
        asked.update(caller.expect("ask"))
        caller.reply(PENDING)

    options = (
        "--title=T --detail=D --detail-kind=diff --approve=A --deny=N --destructive --wait=1 "
        "--timeout=2m --cancel=C --check=K --deny-words "
        "--retention=90s --render-timeout=10 --max-retries=5 --scope=S --slot=L --owner=4711 "
        f"--for=7 --ticket={TICKET} --no-spawn"
    )
    sayso("confirm", *options.split(), "Message", script=script)
    assert asked == {
        "kind": "confirm",
        "message": "Message",
        "title": "T",
        "details": "D",
        "detail_kind": "diff",
        "approve": "A",
        "deny": "N",
        "severity": "destructive",
        "cancel": "C",
        "check": "K",
        "deny_words": True,
        "wait": 1,
        "timeout": 120,
        "retention": 90,
        "render_timeout": 10,
        "max_retries": 5,
        "scope": "S",
        "slot": "L",
        "owner": 4711,
        "on_behalf": 7,
        "ticket": TICKET,
    }


def test_an_address_reaches_the_daemon() -> None:
    asked: dict[str, Any] = {}

    def script(caller: Caller) -> None:
        caller.greet()
        asked.update(caller.expect("ask"))
        caller.reply(PENDING)

    sayso("confirm", "Read it?", "--address", "https://example.com/terms", script=script)
    assert asked["address"] == "https://example.com/terms"


@pytest.mark.parametrize(
    ("outcome", "out", "err"),
    [
        (
            APPROVED | {"checked": True},
            "approved\nchecked\n",
            "Approved by the person at the screen. They have checked the box.\n",
        ),
        (
            APPROVED | {"checked": False},
            "approved\n",
            "Approved by the person at the screen. They have not checked the box.\n",
        ),
        (
            {"status": "denied", "decider": "user", "words": "Not \u200b on a Friday"},
            "denied\nNot \u200b on a Friday\n",
            (
                "Denied by the person at the screen. Stop here. "
                'They say: "Not \\u{200b} on a Friday"\n'
            ),
        ),
    ],
)
def test_what_goes_along_with_yes_or_no_is_a_line_of_its_own(
    outcome: dict[str, Any], out: str, err: str
) -> None:
    done = sayso("confirm", "Push?", script=committing(outcome))
    assert (done.stdout, done.stderr) == (out, err)
    done = sayso("confirm", "Push?", "--json", script=committing(outcome))
    told = json.loads(done.stdout)
    assert {name: told[name] for name in outcome} == outcome


@pytest.mark.parametrize(("status", "code"), [("answered", 0), ("dismissed", 1)])
def test_a_notice_says_whether_its_button_was_pressed(status: str, code: int) -> None:
    asked: dict[str, Any] = {}

    def script(caller: Caller) -> None:
        caller.greet()
        asked.update(caller.expect("ask"))
        caller.reply(READY | {"kind": "notice"})
        caller.expect("claim")
        caller.reply({"status": status, "decider": "user"})

    done = sayso("notice", "Done.", "--approve=Good", script=script)
    assert (done.returncode, done.stdout) == (code, f"{status}\n")
    assert asked == {"kind": "notice", "message": "Done.", "approve": "Good"}


def test_left_out_options_are_not_sent() -> None:
    asked: dict[str, Any] = {}

    def script(caller: Caller) -> None:
        caller.greet()
        asked.update(caller.expect("ask"))
        caller.reply(PENDING)

    sayso("confirm", "--detail-file=-", "Message", script=script, stdin="from\na pipe\n")
    assert asked == {"kind": "confirm", "message": "Message", "details": "from\na pipe\n"}


def test_pending_prints_the_ticket_and_the_command_that_picks_the_answer_up() -> None:
    done = sayso("confirm", "Deploy?", script=answering(PENDING))
    assert (done.returncode, done.stdout) == (3, "pending\n")
    assert done.stderr == (
        "No answer yet. The dialog stays open. A late answer is kept for 60 s (600 s\n"
        "from another machine), or as long as --retention or a setting says. The same command "
        "then gets it at once.\n"
        f"Ticket: {TICKET}\n"
        f"Pick the answer up with: sayso collect {TICKET}\n"
    )


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        ({"status": "denied", "decider": "user"}, 1),
        ({"status": "dismissed", "decider": "user"}, 1),
        ({"status": "timed_out", "reason": "deadline", "decider": "deadline"}, 5),
    ],
)
def test_committed_outcomes(outcome: dict[str, Any], status: int) -> None:
    done = sayso("confirm", "Deploy?", script=committing(outcome))
    assert (done.returncode, done.stdout) == (status, f"{outcome['status']}\n")


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        ({"status": "no_interactor", "reason": "no screen", "decider": "headless"}, 4),
        (
            {"status": "not_shown", "should_retry": True, "retry_reason": "died", "decider": "ui"},
            7,
        ),
        ({"status": "superseded", "reason": "newer_call", "decider": "requester"}, 8),
        ({"status": "withdrawn", "reason": "owner_exited", "decider": "requester"}, 8),
        (
            {"status": "refused", "reason": "quiet_period", "retry_after": 5, "decider": "policy"},
            9,
        ),
    ],
)
def test_plain_outcomes(outcome: dict[str, Any], status: int) -> None:
    done = sayso("confirm", "--json", "Deploy?", script=answering(outcome))
    assert done.returncode == status
    assert json.loads(done.stdout) == outcome | {"allowed": False, "exit": status}
    assert done.stderr == ""


def test_an_approval_in_json() -> None:
    done = sayso("confirm", "--json", "Deploy?", script=committing(APPROVED))
    assert done.returncode == 0
    assert json.loads(done.stdout) == APPROVED | {"allowed": True, "exit": 0}
    assert done.stdout.count("\n") == 1


def test_an_approval_by_assistive_technology_says_so() -> None:
    by = APPROVED | {"by": "assistive"}
    done = sayso("confirm", "--json", "Deploy?", script=committing(by))
    assert json.loads(done.stdout) == by | {"allowed": True, "exit": 0}
    done = sayso("confirm", "Deploy?", script=committing(by))
    assert (done.returncode, done.stdout) == (0, "approved\n")
    assert "through assistive technology" in done.stderr


def test_declared_deny_stands_in_for_nobody_alone() -> None:
    nobody = {"status": "no_interactor", "reason": "no screen", "decider": "headless"}
    done = sayso("confirm", "--if-headless=deny", "Deploy?", script=answering(nobody))
    assert (done.returncode, done.stdout) == (1, "denied\n")
    assert "as declared" in done.stderr
    done = sayso("confirm", "--if-headless=deny", "Deploy?", script=committing(APPROVED))
    assert (done.returncode, done.stdout) == (0, "approved\n")


def test_the_daemons_complaint_names_the_option() -> None:
    script = failing(-32602, "approve: must be at most 40 characters", field="approve")
    done = sayso("confirm", "Deploy?", script=script)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sayso confirm: --approve: must be at most 40 characters\n"


def test_a_mismatch_says_what_to_do() -> None:
    script = failing(4003, "this ticket belongs to other words", remedy="leave it out")
    done = sayso("confirm", f"--ticket={TICKET}", "Deploy?", script=script)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "sayso confirm: this ticket belongs to other words\nWhat to do: leave it out\n"
    )


@pytest.mark.parametrize(
    "verb", [["confirm", "--no-spawn", "Go?"], ["list"], ["status"], ["withdraw", "1"]]
)
def test_no_daemon_is_status_6_and_none_is_started(verb: list[str], no_daemon: str) -> None:
    done = run(*verb, path=no_daemon)
    assert (done.returncode, done.stdout) == (6, "")
    assert "no daemon" in done.stderr
    assert "sayso daemon start" in done.stderr


def test_an_older_daemon_is_status_6_with_the_remedy() -> None:
    done = sayso("confirm", "Go?", script=lambda caller: void(caller.greet(protocol=0)))
    assert done.returncode == 6
    assert "older" in done.stderr
    assert "sayso daemon restart" in done.stderr


def void(_value: object) -> None:
    """A script returns nothing."""


def test_collect() -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("collect") == {"ticket": TICKET, "wait": 0}
        caller.reply(READY)
        assert caller.expect("claim") == {"claim": CLAIM}
        caller.reply(APPROVED)

    done = sayso("collect", TICKET, "--wait=0", script=script)
    assert (done.returncode, done.stdout) == (0, "approved\n")


@pytest.mark.parametrize(
    ("kind", "answer", "out"),
    [
        ("text", {"answer": "shop\n\u202efront"}, "shop\n\u202efront\n"),
        ("select", {"answer": ["Here"]}, "Here\n"),
        ("select", {"answer": ["a\u200b", "b"], "custom": "c"}, "a\u200b\nb\nc\n"),
        ("select", {"answer": []}, ""),
        ("form", {"answers": [{"answer": "shop"}, {}, {"answer": True}]}, "shop\n\nyes\n"),
        ("form", {"answers": [{}]}, "\n"),
    ],
)
def test_collect_writes_what_was_typed_or_chosen(
    kind: str, answer: dict[str, Any], out: str
) -> None:
    outcome = {"status": "answered", "decider": "user"} | answer
    script = committing(outcome, method="collect", kind=kind)
    done = sayso("collect", TICKET, script=script)
    assert (done.returncode, done.stdout) == (0, out)
    assert done.stderr == "answered\nAnswered by the person at the screen.\n"
    script = committing(outcome, method="collect", kind=kind)
    done = sayso("collect", TICKET, "--json", script=script)
    assert done.stderr == ""
    assert json.loads(done.stdout) == outcome | {"allowed": True, "exit": 0}


def test_collect_says_whether_the_button_of_a_notice_was_pressed() -> None:
    pressed = {"status": "answered", "decider": "user"}
    done = sayso("collect", TICKET, script=committing(pressed, method="collect", kind="notice"))
    assert (done.returncode, done.stdout) == (0, "answered\n")


@pytest.mark.parametrize("kind", ["text", "select", "form"])
def test_collect_writes_no_word_of_ours_where_an_answer_would_stand(kind: str) -> None:
    denied = {"status": "denied", "decider": "user"}
    done = sayso("collect", TICKET, script=committing(denied, method="collect", kind=kind))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("denied\n")


def test_a_terminal_is_shown_what_can_not_be_seen() -> None:
    outcome = {"status": "answered", "decider": "user", "answer": "a\u202eb\nc"}
    ours, its = pty.openpty()
    script = committing(outcome, method="collect", kind="text")
    with ScriptedDaemon(script) as daemon:
        command = [*SAYSO, "collect", TICKET]
        subprocess.run(command, env=environ(daemon.path), stdout=its, timeout=BOUND, check=True)
    assert os.read(ours, 1 << 10) == b"a\\u{202e}b\r\nc\r\n"
    os.close(its)
    os.close(ours)


def test_a_ticket_that_is_none_is_told_with_what_to_do() -> None:
    script = failing(-32602, "ticket: must be 32 digits", method="collect", field="ticket")
    done = sayso("collect", "7", script=script)
    assert done.returncode == 2
    assert done.stderr.endswith("What to do: give it as pending printed it\n")


def test_an_expired_ticket_is_status_2() -> None:
    script = failing(4004, "its time is over", method="collect", remedy="ask again without it")
    done = sayso("collect", TICKET, "--json", script=script)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["data"]["error"] == "expired"


@pytest.mark.parametrize(
    ("prompt", "params"),
    [("3", {"number": 3}), (TICKET, {"ticket": TICKET}), ("7" * 32, {"ticket": "7" * 32})],
)
def test_withdraw(prompt: str, params: dict[str, Any]) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("withdraw") == params
        caller.reply({"number": 3, "status": "withdrawn"})

    done = sayso("withdraw", prompt, script=script)
    assert (done.returncode, done.stdout) == (0, "withdrawn\n")
    assert done.stderr == "Question 3 is withdrawn.\n"


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([3], "1 question is withdrawn.\n"), ([3, 5], "2 questions are withdrawn.\n")],
)
def test_withdraw_by_scope_says_how_many(numbers: list[int], words: str) -> None:
    def script(caller: Caller) -> None:
        caller.greet()
        assert caller.expect("withdraw") == {"scope": "session"}
        caller.reply({"numbers": numbers, "status": "withdrawn"})

    done = sayso("withdraw", "--scope", "session", script=script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "withdrawn\n", words)
    done = sayso("withdraw", "--scope=session", "--json", script=script)
    assert json.loads(done.stdout) == {"numbers": numbers, "status": "withdrawn", "exit": 0}


def test_withdraw_by_a_scope_with_nothing_open_is_status_2() -> None:
    words = "no question of this asker is open in this scope"
    done = sayso("withdraw", "--scope", "s", script=failing(4006, words, method="withdraw"))
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


@pytest.mark.parametrize("words", [["3", "--scope", "session"], []])
def test_withdraw_takes_a_question_or_a_scope(words: list[str]) -> None:
    done = run("withdraw", *words, path="/proc/nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert "TICKET|NUMBER or --scope: give one of them" in done.stderr


def test_withdraw_where_the_dialog_had_to_be_ended_by_force_is_status_6() -> None:
    words = "its dialog did not say closed within 1.5 s and was ended by force"
    remedy = errors.NotAcknowledged.default_remedy
    script = failing(5008, words, method="withdraw", remedy=remedy)
    done = sayso("withdraw", "3", script=script)
    assert (done.returncode, done.stdout) == (6, "")
    assert done.stderr == f"sayso withdraw: {words}\nWhat to do: {remedy}\n"
