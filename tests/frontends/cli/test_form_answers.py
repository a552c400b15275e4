"""sayso form --if-headless env:NAME: the answers where nobody can be asked."""

import sys

assert sys.platform != "win32"

import json
from typing import Any

import pytest

from support.command import Result, run, sayso
from support.scripted_daemon import Caller, committing

NAME: dict[str, Any] = {"kind": "text", "header": "Name"}
PLAN: dict[str, Any] = {"kind": "select", "header": "Plan", "options": ["Free", {"label": "Team"}]}
BACKUPS: dict[str, Any] = {"kind": "confirm", "header": "Backups"}
LEFT_OUT = {"required": False}
MANY = PLAN | {"multiple": True, "custom": True}
CANARY = "canary-7f3a"
ARGS = ("form", "-", "--if-headless=env:ANSWERS")


def nobody(caller: Caller) -> None:
    caller.greet()
    caller.expect("ask")
    caller.reply({"status": "no_interactor", "reason": "r", "decider": "headless"})


def form(*questions: dict[str, Any]) -> str:
    return json.dumps({"message": "A new shop", "questions": questions})


def declared(
    monkeypatch: pytest.MonkeyPatch, held: object, *questions: dict[str, Any], options: str = ""
) -> Result:
    monkeypatch.setenv("ANSWERS", json.dumps(held))
    return sayso(*ARGS, *options.split(), script=nobody, stdin=form(*questions))


def refused(monkeypatch: pytest.MonkeyPatch, held: str, *questions: dict[str, Any]) -> str:
    """Before anything is asked: there is no daemon to be asked. What it said."""
    monkeypatch.setenv("ANSWERS", held)
    done = run(*ARGS, "--no-spawn", path="/proc/nowhere", stdin=form(*questions))
    assert (done.returncode, done.stdout) == (2, ""), done
    assert CANARY not in done.stderr
    assert "What to do: set ANSWERS to the list that sayso form --json writes" in done.stderr
    return done.stderr


def test_they_stand_in_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    held = [{"answer": "shop"}, {"answer": ["Team"]}, {"answer": False}]
    done = declared(monkeypatch, held, NAME, PLAN, BACKUPS)
    assert (done.returncode, done.stdout) == (0, "shop\nTeam\nno\n")
    assert done.stderr == (
        "answered\nAnswered from the environment, as declared for when nobody can be asked.\n"
    )


def test_json_has_them_as_a_person_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    held = [{}, {"answer": ["Team", "Free"], "custom": "both"}, {"custom": "none"}, {}, {}]
    asked = (NAME | LEFT_OUT, MANY, PLAN | {"custom": True}, PLAN | LEFT_OUT, BACKUPS | LEFT_OUT)
    done = declared(monkeypatch, held, *asked, options="--json")
    assert json.loads(done.stdout) == {
        "status": "answered",
        "decider": "headless",
        "allowed": True,
        "exit": 0,
        "answers": [
            {},
            {"answer": ["Free", "Team"], "custom": "both"},
            {"answer": [], "custom": "none"},
            {},
            {},
        ],
    }
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("outcome", "status", "out"),
    [
        ({"status": "answered", "decider": "user", "answers": [{"answer": "typed"}]}, 0, "typed\n"),
        ({"status": "denied", "decider": "user"}, 1, ""),
    ],
)
def test_a_person_who_can_be_asked_wins(
    outcome: dict[str, Any], status: int, out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANSWERS", '[{"answer": "declared"}]')
    done = sayso(*ARGS, script=committing(outcome), stdin=form(NAME))
    assert (done.returncode, done.stdout) == (status, out)


def test_a_variable_that_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANSWERS", raising=False)
    done = run(*ARGS, "--no-spawn", path="/proc/nowhere", stdin=form(NAME))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "sayso form: --if-headless: the environment variable ANSWERS is not set\n"
        "What to do: set ANSWERS, or say deny\n"
    )


@pytest.mark.parametrize("declared", ["env:", "env:A=B", "approve", CANARY, ""])
def test_nothing_else_can_be_declared(declared: str) -> None:
    args = ("form", "-", f"--if-headless={declared}", "--no-spawn")
    done = run(*args, path="/proc/nowhere", stdin=form(NAME))
    assert done.returncode == 2
    assert "must be deny, or env:NAME for the answers in that environment variable" in done.stderr
    assert CANARY not in done.stderr


@pytest.mark.parametrize(
    "held",
    [
        "",
        CANARY,
        f'{{"answer": "{CANARY}"}}',
        f'"{CANARY}"',
        f'[{{"answer": "{CANARY}", "answer": "x"}}]',
        f'[], "{CANARY}": 1',
        "[" * 20_000,
        "[NaN]",
        "\udcff",
    ],
)
def test_what_is_no_json_list(held: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = refused(monkeypatch, held, NAME)
    assert "the environment variable ANSWERS does not hold a JSON list\n" in said


@pytest.mark.parametrize("count", [1, 3])
def test_there_is_one_for_each_question(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    said = refused(monkeypatch, json.dumps([{"answer": CANARY}] * count), NAME, NAME)
    assert f"ANSWERS has {count} answers, and there are 2 questions\n" in said


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (NAME, CANARY),
        (NAME, {"anwser": CANARY}),
        (NAME | LEFT_OUT, {CANARY: 1}),
        (NAME, {"answer": [CANARY]}),
        (NAME, {"answer": 5}),
        (NAME, {"answer": True}),
        (NAME, {"answer": CANARY, "custom": CANARY}),
        (PLAN, {"answer": CANARY}),
        (PLAN, {"answer": [5]}),
        (PLAN | {"custom": True}, {"custom": 5}),
        (BACKUPS, {"answer": "yes"}),
        (BACKUPS, {"answer": True, "custom": CANARY}),
    ],
)
def test_an_answer_of_another_shape(
    question: dict[str, Any], answer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = refused(monkeypatch, json.dumps([{"answer": "x"}, answer]), NAME, question)
    header = question["header"]
    assert f"ANSWERS: question 2 ({header}) has an answer of another kind\n" in said


@pytest.mark.parametrize(
    ("question", "answer", "complaint"),
    [
        (NAME, {}, "has no answer, but needs one"),
        (NAME, {"answer": ""}, "has no answer, but needs one"),
        (PLAN, {"answer": []}, "has no answer, but needs one"),
        (BACKUPS, {}, "has no answer, but needs one"),
        (NAME, {"answer": f"{CANARY}\n"}, "has characters that are not text, or several lines"),
        (NAME | {"min_length": 20}, {"answer": CANARY}, "has fewer characters than min_length"),
        (NAME | {"max_length": 5}, {"answer": CANARY}, "has more characters than it may"),
        (
            NAME | {"format": "integer"},
            {"answer": CANARY},
            "does not have the format that it asks for",
        ),
        (NAME | {"format": "number", "minimum": 5}, {"answer": "4"}, "has a number below minimum"),
        (NAME | {"format": "number", "maximum": 5}, {"answer": "6"}, "has a number above maximum"),
        (PLAN, {"answer": [CANARY]}, "has a choice that it does not offer"),
        (PLAN, {"answer": ["Free", "Team"]}, "has a choice that it does not offer"),
        (MANY, {"answer": ["Free", "Free"]}, "has a choice that it does not offer"),
        (PLAN, {"answer": ["Free"], "custom": CANARY}, "has a choice that it does not offer"),
    ],
)
def test_the_rules_of_the_form_hold(
    question: dict[str, Any], answer: object, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = refused(monkeypatch, json.dumps([{"answer": True}, answer]), BACKUPS, question)
    assert f"ANSWERS: question 2 ({question['header']}) {complaint}" in said
