"""sayso dnd, against a scripted daemon, and where none runs."""

import sys

assert sys.platform != "win32"

import json
import re
from pathlib import Path
from typing import Any

import pytest

from support.command import run, sayso
from support.scripted_daemon import Caller, Script, answering

DAY = 24 * 3600

STATUS = {
    "pid": 4312,
    "version": "0.1.0",
    "protocol": 1,
    "uptime": 61.4,
    "socket": "/run/user/1000/sayso/socket",
    "screen": ":0",
    "screen_reason": None,
    "open": 0,
    "waiting": 0,
    "retained": 0,
    "connections": 1,
}


def hearing(heard: list[dict[str, Any]]) -> Script:
    def script(caller: Caller) -> None:
        caller.greet()
        heard.append(caller.expect("dnd"))
        caller.reply({})

    return script


@pytest.mark.parametrize(
    ("args", "seconds"),
    [(["on"], 3600), (["on", "30m"], 1800), (["on", "2h"], 7200), (["on", "36h"], 1.5 * DAY)],
)
def test_on(args: list[str], seconds: float) -> None:
    heard: list[dict[str, Any]] = []
    done = sayso("dnd", *args, script=hearing(heard))
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"on until (\S+ )?\d\d:\d\d\n", done.stdout)
    assert heard == [{"seconds": seconds}]


def test_on_until_tomorrow() -> None:
    heard: list[dict[str, Any]] = []
    done = sayso("dnd", "on", "tomorrow", script=hearing(heard))
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"on until (\S+ )?06:00\n", done.stdout)
    assert 0 < heard[0]["seconds"] <= 25 * 3600  # one hour more in the night of a change of clocks


def test_on_in_json() -> None:
    done = sayso("dnd", "on", "30m", "--json", script=hearing([]))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {"do_not_disturb": 1800, "exit": 0}


def test_off() -> None:
    heard: list[dict[str, Any]] = []
    done = sayso("dnd", "off", script=hearing(heard))
    assert (done.returncode, done.stdout, done.stderr) == (0, "off\n", "")
    assert heard == [{"seconds": 0}]


@pytest.mark.parametrize("off", [{"do_not_disturb": None}, {}], ids=["off", "an older daemon"])
def test_status_of_what_is_off(off: dict[str, Any]) -> None:
    done = sayso("dnd", "status", script=answering(STATUS | off, method="status"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "off\n", "")


def test_status_of_what_is_on() -> None:
    status = answering(STATUS | {"do_not_disturb": 1740.5}, method="status")
    done = sayso("dnd", "status", script=status)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"on until (\S+ )?\d\d:\d\d\n", done.stdout)


def test_status_in_json() -> None:
    status = answering(STATUS | {"do_not_disturb": 1740.5}, method="status")
    done = sayso("dnd", "status", "--json", script=status)
    assert json.loads(done.stdout) == {"do_not_disturb": 1740.5, "exit": 0}


def test_another_day_is_named() -> None:
    status = answering(STATUS | {"do_not_disturb": DAY}, method="status")
    done = sayso("dnd", "status", script=status)
    assert re.fullmatch(r"on until \w+ \d\d:\d\d\n", done.stdout)


@pytest.mark.parametrize("verb", ["off", "status"])
def test_where_no_daemon_runs_it_is_off(verb: str, tmp_path: Path) -> None:
    path = str(tmp_path / "socket")
    done = run("dnd", verb, path=path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "off\n", "")
    done = run("dnd", verb, "--json", path=path)
    assert json.loads(done.stdout) == {"do_not_disturb": None, "exit": 0}
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("wrong", ["soon", "37h", "-1", "", "nan", "1e9", "\x1b[2J" * 100])
def test_what_is_no_duration(wrong: str, tmp_path: Path) -> None:
    done = run("dnd", "on", "--", wrong, path=str(tmp_path / "socket"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "FOR" in done.stderr
    assert "give a duration from 0s to 36h" in done.stderr
    assert "tomorrow" in done.stderr
    assert "\x1b" not in done.stderr
    assert len(done.stderr) < 400


def test_what_is_no_duration_in_json(tmp_path: Path) -> None:
    done = run("dnd", "on", "soon", "--json", path=str(tmp_path / "socket"))
    told = json.loads(done.stdout)
    assert (done.returncode, told["exit"]) == (2, 2)
    assert told["error"]["data"]["remedy"] == "or say tomorrow"
