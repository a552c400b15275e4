"""The overview on its way from daemon to tray."""

import json
from typing import Any

import pytest

from sayso.core.overview import (
    STOPPED,
    Overview,
    PlaceOverview,
    PromptOverview,
    QuietPeriod,
    QuietSuggestion,
    TimedOutPrompt,
)
from sayso.core.settings import Settings
from sayso.errors import ProtocolError
from sayso.values import fields, replace
from sayso.wire.overview import (
    read,
    read_not_shown,
    read_timed_out,
    write,
    write_not_shown,
    write_timed_out,
)

PROMPT = PromptOverview(7, "confirm", "Deploy?", "claude", "shown", 93.0, "build-7")
OVERVIEW = Overview(
    prompts=(PROMPT,),
    do_not_disturb=1740.0,
    away="the screen is locked",
    quiet=(QuietPeriod(1, "claude", "Deploy?", 512.0, "build-7"),),
    suggested=(QuietSuggestion(2, "claude", 512.0),),
    places=(PlaceOverview("build-7", STOPPED, "no route to host", ("claude", "make")),),
    troubles=("config.toml: no",),
    settings=Settings(wait=7, locked="wait"),
    config="/home/me/config.toml",
    log="/home/me/log",
    version="0.1.0",
    pid=123,
)
TIMED_OUT = TimedOutPrompt(PROMPT, touched=True, shown_for=12.5)


def as_json(params: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(json.dumps(params))
    return told


@pytest.mark.parametrize("overview", [OVERVIEW, Overview()])
def test_it_arrives_as_it_was(overview: Overview) -> None:
    assert read(as_json(write(overview))) == overview


def test_what_timed_out_arrives_as_it_was() -> None:
    assert read_timed_out(as_json(write_timed_out(TIMED_OUT))) == TIMED_OUT


def test_what_was_not_shown_arrives_as_it_was() -> None:
    assert read_not_shown(as_json(write_not_shown(PROMPT))) == PROMPT


@pytest.mark.parametrize("told", [{}, {"prompt": 7}, {"prompt": {"number": 7}}])
def test_garbage_is_nothing_that_was_not_shown(told: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError, match="can't be read"):
        read_not_shown(told)


def test_what_a_later_daemon_adds_is_no_matter() -> None:
    more = {"weather": "fine"}
    told = write(OVERVIEW)
    told["prompts"] = [each | more for each in told["prompts"]]
    told["settings"] = told["settings"] | more
    assert read(told | more) == OVERVIEW
    assert read_timed_out(write_timed_out(TIMED_OUT) | more) == TIMED_OUT
    assert read_not_shown(write_not_shown(PROMPT) | more) == PROMPT


def test_a_setting_that_an_earlier_daemon_does_not_know_has_its_default() -> None:
    told = write(OVERVIEW)
    told["settings"] = {"wait": 7, "locked": "wait"}
    assert read(told) == OVERVIEW


def test_a_program_of_the_persons_is_told_as_it_is() -> None:
    command = ("to-phone", "-q")
    overview = replace(OVERVIEW, settings=replace(OVERVIEW.settings, notify_command=command))
    assert read(json.loads(json.dumps(write(overview)))) == overview


@pytest.mark.parametrize("name", fields(OVERVIEW))
def test_what_is_missing_is_named(name: str) -> None:
    with pytest.raises(ProtocolError, match=name):
        read({key: value for key, value in write(OVERVIEW).items() if key != name})


@pytest.mark.parametrize("name", fields(TIMED_OUT))
def test_what_is_missing_of_what_timed_out_is_named(name: str) -> None:
    told = write_timed_out(TIMED_OUT)
    with pytest.raises(ProtocolError, match=name):
        read_timed_out({key: value for key, value in told.items() if key != name})


@pytest.mark.parametrize(
    "garbage",
    [{"prompts": 7}, {"prompts": [7]}, {"quiet": [{}]}, {"places": [{}]}, {"settings": 7}],
)
def test_garbage_is_no_overview(garbage: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError, match="can't be read"):
        read(write(OVERVIEW) | garbage)
