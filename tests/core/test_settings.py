"""What the person may set, in words and as a file has it."""

import pytest

from sayso.core.settings import (
    CHOICES,
    CONFIGURABLE,
    NAMES,
    Setting,
    Settings,
    allowed,
    is_allowed,
    is_whole,
    plain_value,
    written,
)


def test_every_default_is_allowed() -> None:
    defaults = Settings()
    for name, bounds in CONFIGURABLE.items():
        assert bounds.low <= getattr(defaults, name) <= bounds.high
    for name, choices in CHOICES.items():
        assert getattr(defaults, name) == choices[0]
    assert len(NAMES) == len(set(NAMES))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("wait", "0 to 600"),
        ("quiet_period", "600 to 86400"),
        ("locked", "refuse or wait"),
        ("sound", "false or true"),
        ("tray", "true or false"),
    ],
)
def test_what_is_allowed_is_told(name: str, words: str) -> None:
    assert allowed(name) == words


@pytest.mark.parametrize(
    ("name", "value", "is_right"),
    [
        ("wait", 0, True),
        ("wait", 600.0, True),
        ("wait", 600.5, False),
        ("wait", -1, False),
        ("wait", float("nan"), False),
        ("wait", "45", False),
        ("wait", True, False),
        ("prompts", 8, True),
        ("prompts", 8.5, False),
        ("sound", True, True),
        ("sound", 1, False),
        ("locked", "wait", True),
        ("locked", "approve", False),
    ],
)
def test_what_is_not_allowed_is_not(name: str, value: object, is_right: bool) -> None:
    assert is_allowed(name, value) == is_right


@pytest.mark.parametrize(
    ("value", "plain", "line"),
    [
        (30.0, 30, "30"),
        (2.5, 2.5, "2.5"),
        (3, 3, "3"),
        (True, True, "true"),
        (False, False, "false"),
        ("wait", "wait", '"wait"'),
    ],
)
def test_values(value: Setting, plain: Setting, line: str) -> None:
    got = plain_value(value)
    assert (got, type(got)) == (plain, type(plain))
    assert written(value) == line


def test_which_are_counted() -> None:
    assert [name for name in CONFIGURABLE if is_whole(name)] == [
        "max_retries",
        "prompts_per_origin",
        "prompts",
        "connections",
        "denials",
    ]
