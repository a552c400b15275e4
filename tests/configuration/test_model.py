"""What a configuration may say, and what is told of one that says something else."""

import contextlib
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.configuration.model import BadConfiguration, lines_of, parse
from sayso.core.settings import (
    ADJUSTABLE,
    CHOICES,
    CONFIGURABLE,
    Settings,
    is_whole,
    written,
)
from sayso.values import fields


def wrong(text: str) -> str:
    with pytest.raises(BadConfiguration) as caught:
        parse(text)
    return str(caught.value)


def test_nothing_said_is_the_contract() -> None:
    assert parse("") == parse("# wait = 1\n") == Settings()


@pytest.mark.parametrize("name", CONFIGURABLE)
def test_each_goes_from_bound_to_bound(name: str) -> None:
    bounds = CONFIGURABLE[name]
    step = 1 if is_whole(name) else 0.001
    for value in (bounds.low, bounds.high):
        assert fields(parse(f"{name} = {value}"))[name] == value
    for value in (bounds.low - step, bounds.high + step):
        assert f"from {bounds.low:g} to {bounds.high:g}" in wrong(f"{name} = {value}")
    assert ADJUSTABLE[name].says


@pytest.mark.parametrize("name", CONFIGURABLE)
@pytest.mark.parametrize("value", ["inf", "nan", "-inf", "true", '"45"', "[]", "{}", "1e999"])
def test_what_is_no_number_is_refused(name: str, value: str) -> None:
    assert wrong(f"\n\n{name} = {value}").startswith(f"line 3, {name}: must be a")


@pytest.mark.parametrize("name", CHOICES)
def test_each_choice_can_be_made(name: str) -> None:
    assert CHOICES[name][0] == getattr(Settings(), name)
    for value in CHOICES[name]:
        assert fields(parse(f"{name} = {written(value)}"))[name] == value
    assert ADJUSTABLE[name].says


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("value", ["1", "0", '"yes"', '"true"', '"approve"', "[]", '""', "1.0"])
def test_what_is_no_choice_is_refused(name: str, value: str) -> None:
    choices = " or ".join(map(written, CHOICES[name]))
    assert wrong(f"\n{name} = {value}") == f"line 2, {name}: must be {choices}"


def test_a_program_is_a_list_of_words() -> None:
    said = parse('notify_command = [\n  "/usr/bin/to-phone", # mine\n  "-é \\" \\\\",\n]\n')
    assert said.notify_command == ("/usr/bin/to-phone", '-é " \\')
    assert parse(f"notify_command = {written(said.notify_command)}") == said
    assert parse("notify_command = []").notify_command == ()


@pytest.mark.parametrize(
    "value",
    ['"to-phone"', "1", "true", "{}", "[1]", '[""]', '["a\\n"]', '["a", ["b"]]',
     "[" + "'a',\n" * 33 + "]", str(["a" * 1001])],
)  # fmt: skip
def test_what_is_no_list_of_words_is_refused(value: str) -> None:
    said = wrong(f"\nnotify_command = {value}")
    assert said.startswith("line 2, notify_command: must be a list of texts")


@pytest.mark.parametrize(
    "line", [f"wait = 1{'0' * 400}", f"wait = {'9' * 5000}", f"{'a.' * 1000}a = 1"]
)
def test_what_takes_long_to_read_is_refused_before(line: str) -> None:
    said = wrong(f"# {'long ' * 100}\n{' ' * 100}wait = 1{' ' * 100}# too\n{line}\n")
    assert said == "line 3: it is too long for a setting"


@pytest.mark.parametrize("name", ["approve", "on_timeout", "offer", "relaunch_delays", "arm"])
def test_nothing_else_can_be_said(name: str) -> None:
    assert wrong(f"wait = 1\n{name} = 1") == f"line 2, {name}: there is no such setting"


def test_all_that_is_wrong_is_told() -> None:
    said = wrong('# mine\nwait = -1\ntimeout = 30\n[table]\n"retention" = 1\n')
    assert (
        said
        == "line 2, wait: must be a number from 0 to 600; line 4, table: there is no such setting"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("wait = 1\nwait = 2\n", 2),
        ("wait = \n", 1),
        ("a = '''\n\n", 3),
        ("\n\n = 3", 3),
        ("wait 45", 1),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(text: str, line: int) -> None:
    assert wrong(text).startswith(f"line {line}: ")


def test_a_name_that_hides_something_is_told_visibly_and_shortly() -> None:
    said = wrong('"\\u202e' + "x" * 500 + '" = 1')
    assert "\\u{202e}xxx" in said
    assert len(said) < 120


def test_a_nest_of_lists_is_a_fault() -> None:
    assert wrong("wait = " + "[\n" * 10_000) == "it is nested too deep"


def test_of_what_is_something_else_the_first_faults_are_told() -> None:
    said = wrong("".join(f"name{number} = 1\n" for number in range(1000)))
    assert said.startswith("line 1, name0: there is no such setting; line 2, name1: ")
    assert said.endswith("line 5, name4: there is no such setting; and 995 more")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = '''\nwait = 1\n'''\nwait = -1\n", 4),
        ('x = """\nwait = 1\n"""""\nwait = -1\n', 4),
        ('x = """\\"""\nwait = 1\n"""\nwait = -1\n', 4),
        ("x = [\n'wait',\n{wait = 1},\n]\nwait = -1\n", 5),
        ("x = '[' # [ {\nwait = -1\n", 2),
        ("x = 1\u2028\nwait = -1\n", 2),
        ("[wait]\n", 1),
        ("'wait' = 1", 1),
        ("wait.a = 1", 1),
        ("waiting = 1\n  wait=-1", 2),
        ('"w\\u0061it" = -1', None),
        ("x = 1", None),
    ],
)
def test_the_line_of_a_setting(text: str, line: int | None) -> None:
    assert lines_of(text).get("wait") == line


@settings(deadline=None)  # of a busy machine
@given(st.text() | st.text("wait=1\n[]{}'\".#x "))
def test_whatever_it_says_it_is_settings_or_a_fault(text: str) -> None:
    with contextlib.suppress(BadConfiguration):
        assert fields(parse(text)) == fields(Settings()) | tomllib.loads(text)
