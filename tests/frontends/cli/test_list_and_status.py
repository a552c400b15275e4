"""Golden output of the verbs that look, against a scripted daemon."""

import sys

assert sys.platform != "win32"

import json

from support.command import sayso
from support.scripted_daemon import answering

PROMPT = {
    "number": 12,
    "kind": "confirm",
    "title": "Deploy\x1b[2J\n",
    "asker": "claude",
    "cwd": "/src",
    "pid": 4312,
    "state": "not_shown",
    "place": None,
    "waiting": False,
    "age": 61.2,
    "seconds_left": None,
}
QUEUED = PROMPT | {
    "number": 3,
    "title": "",
    "state": "queued",
    "place": 2,
    "waiting": True,
    "seconds_left": 119.5,
}


def test_list_is_a_table_in_which_text_of_others_is_only_text() -> None:
    done = sayso("list", script=answering({"prompts": [PROMPT, QUEUED]}, method="list"))
    assert done.returncode == 0
    header, first, second = done.stdout.splitlines()
    assert header.split() == ["NUMBER", "STATE", "LEFT", "AGE", "CALLER", "ASKER", "PID", "TITLE"]
    assert first.split()[:8] == ["12", "not", "shown", "-", "1:01", "gone", "claude", "4312"]
    assert first.endswith("Deploy\\u{1b}[2J\\u{a}")
    assert second.split() == ["3", "queued", "2", "1:59", "1:01", "waits", "claude", "4312", "-"]
    assert header.index("TITLE") == first.index("Deploy")


def test_an_empty_list_says_so() -> None:
    done = sayso("list", script=answering({"prompts": []}, method="list"))
    assert (done.returncode, done.stdout) == (0, "Nothing is waiting.\n")


def test_list_in_json() -> None:
    done = sayso("list", "--json", script=answering({"prompts": [PROMPT]}, method="list"))
    assert json.loads(done.stdout) == {"prompts": [PROMPT], "exit": 0}


STATUS = {
    "pid": 4312,
    "version": "0.1.0",
    "protocol": 1,
    "uptime": 61.4,
    "socket": "/run/user/1000/sayso/socket",
    "screen": None,
    "screen_reason": "no display",
    "open": 2,
    "waiting": 1,
    "retained": 3,
    "connections": 4,
}


def test_status() -> None:
    done = sayso("status", script=answering(STATUS, method="status"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "daemon       0.1.0, pid 4312, protocol 1\n"
        "running for  61 s\n"
        "socket       /run/user/1000/sayso/socket\n"
        "screen       none (no display)\n"
        "questions    2 open, 3 kept\n"
        "callers      1 waiting, 4 connected\n"
    )


def test_status_in_json() -> None:
    done = sayso("status", "--json", script=answering(STATUS, method="status"))
    assert json.loads(done.stdout) == {"status": "running", "daemon": STATUS, "exit": 0}
