"""The settings as a person sees them, and what they may write."""

import pytest

from sayso.core.settings import ADJUSTABLE, NAMES, Setting, Settings
from sayso.presentation.settings_page import rows, words
from sayso.presentation.settings_page.rows import WrongValue


def test_each_setting_stands_there_once() -> None:
    shown = [row["name"] for group in rows.groups({}) for row in group["rows"]]
    assert sorted(shown) == sorted(NAMES)
    assert all(row["label"] for group in rows.groups({}) for row in group["rows"])
    assert {*words.HELP, *words.COSTS} <= {*NAMES}


def test_a_number_says_how_far_it_may_be() -> None:
    row = rows.row("timeout", {})
    assert (row["kind"], row["value"], row["unit"]) == ("number", 120, "seconds")
    assert (row["bounds"], row["default"]) == ("5 to 600 seconds", "120 seconds")
    assert row["is_default"]
    assert rows.row("max_retries", {})["bounds"] == "0 to 5"


def test_a_choice_says_what_it_may_be() -> None:
    row = rows.row("locked", {"locked": "wait"})
    assert row["choices"] == [("refuse", "are refused"), ("wait", "wait")]
    assert (row["kind"], row["value"], row["is_default"]) == ("choice", "wait", False)
    assert row["default"] == "are refused"
    assert row["cost"].startswith("Questions that wait")


def test_a_program_of_the_persons_is_said_and_not_changed_here() -> None:
    row = rows.row("notify_command", {"notify_command": ("to-phone\u202e", "a secret")})
    assert (row["kind"], row["default"]) == ("fixed", "none")
    assert row["value"] == "to-phone\\u{202e}"
    with pytest.raises(WrongValue):
        rows.read("notify_command", ["rm"])
    assert not rows.loosens("notify_command", {"notify_command": ("to-phone",)}, ())


def test_a_switch_is_on_or_off() -> None:
    row = rows.row("sound", {"sound": True})
    assert (row["kind"], row["value"], row["default"]) == ("switch", True, "off")
    assert rows.row("tray", {})["default"] == "on"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("timeout", "90", 90.0),
        ("timeout", " 90.5 ", 90.5),
        ("timeout", "90,5", 90.5),
        ("timeout", 90, 90.0),
        ("max_retries", "2", 2),
        ("locked", "wait", "wait"),
        ("sound", True, True),
    ],
)
def test_what_is_right_is_read(name: str, text: object, value: Setting) -> None:
    read = rows.read(name, text)
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("timeout", "long", "Write a number."),
        ("timeout", "", "Write a number."),
        ("timeout", None, "Write a number."),
        ("timeout", "nan", "Write a number."),
        ("timeout", "1e999", "Write a number."),
        ("timeout", 10**400, "Write a number."),
        ("timeout", "4", "It must be 5 to 600 seconds."),
        ("timeout", True, "It must be 5 to 600 seconds."),
        ("max_retries", "1.5", "Write a whole number."),
        ("max_retries", "6", "It must be 0 to 5."),
        ("locked", "ever", "This can't be changed now"),
        ("sound", "true", "This can't be changed now"),
        ("sound", 1, "This can't be changed now"),
    ],
)
def test_what_is_wrong_is_said(name: str, text: object, wrong: str) -> None:
    with pytest.raises(WrongValue) as raised:
        rows.read(name, text)
    assert str(raised.value) == wrong


def test_nothing_that_may_be_set_is_unknown_here() -> None:
    """A new setting needs its words, and whether it is a guard."""
    for name, each in ADJUSTABLE.items():
        if isinstance(each.allowed, tuple):
            default = getattr(Settings(), name)
            assert isinstance(default, bool) or default in words.CHOICES
