"""The command that a question may be said to be about: bounds of each field, and what is wrong."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sayso.client.calls import confirm_params, password_params
from sayso.core.action import Action, Change, Program
from sayso.core.questions import Confirm, Password, wordless
from sayso.wire import schema
from sayso.wire.messages import parse_ask
from support.requests import ask_refusal, over_the_wire

WHOLE: dict[str, Any] = {
    "argv": ["gpg", "--sign", ""],
    "cwd": "/srv/shop",
    "programs": [
        {"path": "/usr/local/bin/gpg", "sha256": "0" * 64},
        {"path": "/bin/sh", "sha256": "a" * 64},
    ],
    "environment": {"TZ": None, "LANG": "C"},
    "descriptor": 3,
    "newline": False,
}
LEAST = {name: WHOLE[name] for name in ("argv", "cwd", "programs")}
ACTION = Action(
    argv=("gpg", "--sign", ""),
    cwd="/srv/shop",
    programs=(Program("/usr/local/bin/gpg", "0" * 64), Program("/bin/sh", "a" * 64)),
    environment=(Change("LANG", "C"), Change("TZ", None)),
    descriptor=3,
    newline=False,
)
PROGRAM = WHOLE["programs"][0]


def params(action: object) -> dict[str, Any]:
    return over_the_wire({"kind": "password", "message": "Passphrase?", "action": action})


def read(action: object) -> Action:
    question = parse_ask(params(action)).question
    assert isinstance(question, Password)
    assert question.action
    return question.action


def fits(action: object) -> bool:
    return bool(Draft202012Validator(schema.document("ask.password")).is_valid(params(action)))


def test_every_field_arrives() -> None:
    assert read(WHOLE) == ACTION
    assert fits(WHOLE)


def test_some_may_be_left_out() -> None:
    assert read(LEAST) == Action(ACTION.argv, ACTION.cwd, ACTION.programs)
    assert fits(LEAST)


def test_the_client_writes_what_the_daemon_reads() -> None:
    for action in (ACTION, read(LEAST)):
        sent = over_the_wire(dict(password_params("Passphrase?", {"action": action})))
        question = parse_ask(sent).question
        assert question == Password("Passphrase?", action=action)


@pytest.mark.parametrize("path", ["/srv", "C:\\srv", "C:/srv", "c:\\", "\\\\host\\share"])
def test_paths_of_every_system_are_absolute(path: str) -> None:
    assert read(WHOLE | {"cwd": path}).cwd == path
    assert fits(WHOLE | {"cwd": path})


@pytest.mark.parametrize("path", ["srv", "C:srv", "\\srv", "CC:\\srv", "~"])
def test_and_nothing_else_is(path: str) -> None:
    assert "absolute" in ask_refusal(params(WHOLE | {"cwd": path})).message
    assert not fits(WHOLE | {"cwd": path})


def test_a_yes_may_be_about_one_as_well() -> None:
    for action in (ACTION, read(LEAST)):
        sent = over_the_wire(dict(confirm_params("Run it?", {"action": action})))
        assert Draft202012Validator(schema.document("ask.confirm")).is_valid(sent)
        assert parse_ask(sent).question == Confirm("Run it?", action=action)
    with_nonsense = over_the_wire({"kind": "confirm", "message": "Run it?", "action": {}})
    assert ask_refusal(with_nonsense).field == "action.argv"


@pytest.mark.parametrize("missing", LEAST)
def test_what_is_missing_is_named(missing: str) -> None:
    action = {name: value for name, value in WHOLE.items() if name != missing}
    assert ask_refusal(params(action)).message == f"action.{missing}: is missing"
    assert not fits(action)


@pytest.mark.parametrize(
    ("changes", "field", "say"),
    [
        ({"argv": []}, "action.argv", "at least 1"),
        ({"argv": ["x"] * 257}, "action.argv", "at most 256"),
        ({"argv": "gpg"}, "action.argv", "must be a list"),
        ({"argv": [None]}, "action.argv.0", "must be a text"),
        ({"argv": ["a", "\0"]}, "action.argv.1", "character 0"),
        ({"cwd": "srv"}, "action.cwd", "absolute"),
        ({"cwd": ""}, "action.cwd", "absolute"),
        ({"cwd": "/" + "x" * 4096}, "action.cwd", "4096"),
        ({"environment": None}, "action.environment", "must be an object"),
        ({"environment": {"A": 1}}, "action.environment.A", "must be a text"),
        ({"environment": {"A": "\0"}}, "action.environment.A", "character 0"),
        ({"environment": {str(n): "" for n in range(65)}}, "action.environment", "64"),
        ({"descriptor": 2}, "action.descriptor", "3 to 9"),
        ({"descriptor": 10}, "action.descriptor", "3 to 9"),
        ({"descriptor": None}, "action.descriptor", "3 to 9"),
        ({"newline": 1}, "action.newline", "true or false"),
        ({"programs": []}, "action.programs", "at least 1"),
        ({"programs": [PROGRAM] * 7}, "action.programs", "at most 6"),
        ({"programs": [PROGRAM | {"path": "gpg"}]}, "action.programs.0.path", "absolute"),
        ({"programs": [PROGRAM | {"sha256": "0" * 63}]}, "action.programs.0.sha256", "64 lower"),
        ({"programs": [PROGRAM | {"sha256": "A" * 64}]}, "action.programs.0.sha256", "64 lower"),
        ({"programs": [PROGRAM | {"size": 1}]}, "action.programs.0.size", "is not a field"),
        ({"shell": True}, "action.shell", "is not a field"),
    ],
)
def test_what_is_wrong_is_refused_and_named(changes: dict[str, Any], field: str, say: str) -> None:
    error = ask_refusal(params(WHOLE | changes))
    assert error.field == field
    assert say in f"{error.message} {error.remedy}"
    assert not fits(WHOLE | changes)


@pytest.mark.parametrize("name", ["", "A=B", "\0"])
def test_so_is_a_variable_that_there_can_not_be(name: str) -> None:
    action = WHOLE | {"environment": {name: "1"}}
    assert (ask_refusal(params(action)).field or "").startswith(("action.environment", "("))
    assert not fits(action)


def test_a_variable_of_a_fields_name_is_no_such_field() -> None:
    error = ask_refusal(params(WHOLE | {"environment": {"descriptor": 1}}))
    assert error.field == "action.environment.descriptor"
    assert "3 to 9" not in f"{error.remedy}"


def test_what_json_schema_can_not_say_is_refused_all_the_same() -> None:
    for changes in ({"argv": [""]}, {"argv": ["x" * 60_000], "environment": {"A": "x" * 6_000}}):
        assert "argv: " in ask_refusal(params(WHOLE | changes)).message
    just = {"argv": ["x" * 60_000], "environment": {"A": "x" * 5_535}}
    assert read(WHOLE | just).argv == ("x" * 60_000,)


@pytest.mark.parametrize("action", [None, [], "gpg", 1])
def test_it_is_an_object(action: object) -> None:
    assert ask_refusal(params(action)).field == "action"
    assert not fits(action)


def test_every_field_is_in_the_tables() -> None:
    text = schema.tables()
    for field in (*WHOLE, *PROGRAM):
        assert f"| `{field}` |" in text
    assert "64 lowercase hexadecimal digits" in text


def test_a_question_that_is_over_keeps_nothing_of_it() -> None:
    assert wordless(Password("Passphrase?", action=ACTION)) == Password("")
    assert wordless(Confirm("Run it?", action=ACTION)) == Confirm("")
