"""What the daemon tells of how all stands, as the tray takes it."""

from typing import Any

import pytest

from sayso.errors import ProtocolError
from sayso.presentation.tray.state import (
    Prompt,
    Quiet,
    State,
    later,
    minutes,
    read,
    until_other_minute,
)

TOLD: dict[str, Any] = {
    "prompts": [
        {
            "number": 7,
            "kind": "confirm",
            "title": "Deploy?",
            "asker": "claude",
            "state": "shown",
            "seconds_left": 93.0,
        }
    ],
    "do_not_disturb": 1740.0,
    "away": None,
    "quiet": [{"number": 1, "asker": "claude", "title": "Deploy?", "seconds_left": 512.0}],
    "troubles": ["config.toml: no"],
    "settings": {"wait": 45},
    "config": "/home/me/config.toml",
    "log": "/home/me/log",
    "version": "0.1.0",
    "pid": 123,
}
STATE = State(
    prompts=(Prompt(7, "Deploy?", "claude", 93.0),),
    do_not_disturb=1740.0,
    quiet=(Quiet(1, "claude", "Deploy?", 512.0),),
    troubles=("config.toml: no",),
    settings={"wait": 45},
    config="/home/me/config.toml",
    log="/home/me/log",
    version="0.1.0",
)


def waiting(*seconds: float | None) -> State:
    return State(prompts=tuple(Prompt(1, "", "", left) for left in seconds))


def test_it_is_read_and_what_a_later_daemon_adds_is_no_matter() -> None:
    assert read(TOLD | {"weather": "fine"}) == STATE


@pytest.mark.parametrize("name", sorted(TOLD.keys() - {"away", "pid"}))
def test_what_is_missing_is_named(name: str) -> None:
    with pytest.raises(ProtocolError, match=name):
        read({key: value for key, value in TOLD.items() if key != name})


@pytest.mark.parametrize("garbage", [{"prompts": 7}, {"prompts": [7]}, {"quiet": [{}]}])
def test_garbage_is_no_state(garbage: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError, match="can't be read"):
        read(TOLD | garbage)


@pytest.mark.parametrize(
    ("seconds", "count"), [(0, 1), (1, 1), (60, 1), (60.1, 2), (120, 2), (120.5, 3)]
)
def test_minutes_that_have_begun_are_whole(seconds: float, count: int) -> None:
    assert minutes(seconds) == count


@pytest.mark.parametrize(
    ("left", "seconds"),
    [((), None), ((None,), None), ((60.0,), None), ((90.0,), 30.0), ((61.0, 200.0, None), 1.0)],
)
def test_when_a_label_changes(left: tuple[float | None, ...], seconds: float | None) -> None:
    assert until_other_minute(waiting(*left)) == seconds


def test_later_less_is_left_and_never_less_than_nothing() -> None:
    soon = later(STATE, 93.5)
    assert soon.prompts[0].seconds_left == 0
    assert soon.do_not_disturb == 1646.5
    assert soon.quiet[0].seconds_left == 418.5


def test_what_has_no_end_has_none_later() -> None:
    assert later(waiting(None), 1000) == waiting(None)
