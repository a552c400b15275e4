"""Golden output of the verbs that look, against a scripted daemon."""

import sys

assert sys.platform != "win32"

import contextlib
import fcntl
import json
import os
import pty
import struct
import subprocess
import termios

import pytest

from sayso.frontends.cli.table import cells
from support.command import BOUND, SAYSO, environ, sayso
from support.scripted_daemon import Script, ScriptedDaemon, answering

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
HIDDEN = PROMPT | {"asker": "claude\x1b[2J"}
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


def test_so_is_the_askers_name() -> None:
    done = sayso("list", script=answering({"prompts": [HIDDEN]}, method="list"))
    assert done.stdout.splitlines()[1].split()[6:8] == ["claude\\u{1b}[2J", "4312"]


def test_letters_that_the_stream_lacks_hide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii:strict")
    prompts = [PROMPT | {"title": "Größe"}, QUEUED]
    done = sayso("list", script=answering({"prompts": prompts}, method="list"))
    assert done.returncode == 0
    assert "Gr\\xf6\\xdfe" in done.stdout
    assert len(done.stdout.splitlines()) == 3


def test_an_empty_list_says_so() -> None:
    done = sayso("list", script=answering({"prompts": []}, method="list"))
    assert (done.returncode, done.stdout) == (0, "Nothing is waiting.\n")


def test_list_has_a_column_for_places_where_something_comes_from_one() -> None:
    """Which gives way to no narrow terminal: it is a fact, and the asker's name is none."""
    there = QUEUED | {"from_place": "build-7", "asker": "", "pid": 0}
    done = sayso("list", script=answering({"prompts": [PROMPT, there]}, method="list"))
    header, here, elsewhere = done.stdout.splitlines()
    assert header.split()[4:8] == ["CALLER", "FROM", "ASKER", "PID"]
    assert here.split()[5:9] == ["gone", "-", "claude", "4312"]
    assert elsewhere.split()[5:9] == ["waits", "build-7", "-", "-"]


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


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 question"), (2, "2 questions"), (None, "questions")]
)
def test_status_says_whose_code_runs_and_what_was_given_up(count: int | None, words: str) -> None:
    told = {"program": "/opt/\x1b", "given_up": count, "given_up_reason": "not readable\x1b"}
    done = sayso("status", script=answering(STATUS | told, method="status"))
    assert (
        "\nprogram      /opt/\\u{1b}\n"
        f"given up     {words} of the daemon before: not readable\\u{{1b}}\n"
    ) in done.stdout
    well = told | {"given_up": 0, "given_up_reason": None}
    done = sayso("status", script=answering(STATUS | well, method="status"))
    assert "given up" not in done.stdout


@pytest.mark.parametrize(
    ("forgotten", "line"),
    [
        (0, "questions    2 open, 3 kept\n"),
        (7, "questions    2 open, 3 kept, 7 forgotten, as there was no room for more\n"),
    ],
)
def test_status_says_how_many_it_had_no_room_for(forgotten: int, line: str) -> None:
    crowded = STATUS | {"forgotten": forgotten}
    assert line in sayso("status", script=answering(crowded, method="status")).stdout


def test_status_says_what_waits_to_be_opened() -> None:
    waiting = STATUS | {"unopened": 2, "appear_fault": None}
    done = sayso("status", script=answering(waiting, method="status"))
    assert (
        "questions    2 open, 3 kept\n             2 of them to be opened: sayso next"
        in done.stdout
    )
    assert "appear" not in done.stdout


def test_status_says_why_questions_do_not_wait_for_that() -> None:
    alone = STATUS | {"unopened": 0, "appear_fault": "no panel shows tray icons"}
    lines = sayso("status", script=answering(alone, method="status")).stdout.splitlines()
    place = lines.index("appear       at once, not when asked: nobody would learn of a question")
    assert lines[place + 1].strip() == "no panel shows tray icons"


def test_status_says_what_is_not_guarded_on_its_screen() -> None:
    by_wayland = STATUS | {"screen": "wayland-1", "screen_unguarded": "by Wayland, \x1b"}
    done = sayso("status", script=answering(by_wayland, method="status"))
    assert (
        "\nscreen       wayland-1\n"
        "             not guarded there: a dialog is shown by Wayland, \\u{1b}\n"
    ) in done.stdout
    guarded = STATUS | {"screen": ":0", "screen_unguarded": None}
    done = sayso("status", script=answering(guarded, method="status"))
    assert "\nscreen       :0\nquestions" in done.stdout


def test_status_says_what_the_daemon_ends_with() -> None:
    in_a_terminal = STATUS | {"ends_with": "vte-spawn-1.scope\x1b"}
    done = sayso("status", script=answering(in_a_terminal, method="status"))
    assert ", protocol 1\n             it ends with vte-spawn-1.scope\\u{1b}\n" in done.stdout
    by_itself = STATUS | {"ends_with": None}
    done = sayso("status", script=answering(by_itself, method="status"))
    assert "ends with" not in done.stdout


CONFIG = "/home/me/.config/sayso/config.toml"


def test_status_names_the_settings_and_what_is_wrong_with_them() -> None:
    good = STATUS | {"config": CONFIG, "config_fault": None}
    done = sayso("status", script=answering(good, method="status"))
    assert f"\nsettings     {CONFIG}\n" in done.stdout
    bad = good | {"config_fault": r"line 3, \u{1b}" + "x\x1b[2J: there is no such setting"}
    done = sayso("status", script=answering(bad, method="status"))
    words = r"line 3, \u{1b}x\u{1b}[2J: there is no such setting"  # the first is visible already
    assert f"\nsettings     {CONFIG}\n             not in force: {words}\n" in done.stdout
    assert "\x1b" not in done.stdout


def test_status_tells_whether_anybody_may_be_there() -> None:
    def told(away: str | None, fault: str | None, bus: str | None) -> list[str]:
        said = {"away": away, "presence_fault": fault, "session_bus_fault": bus}
        done = sayso("status", script=answering(STATUS | said, method="status"))
        assert "\x1b" not in done.stdout
        return [line for line in done.stdout.splitlines() if line.startswith(("person", "session"))]

    assert told(None, None, None) == ["person       somebody may be there", "session bus  there"]
    assert told("the screen is locked", None, None)[0] == "person       the screen is locked"
    assert told(None, "/run/b\x1bus: No such file", "the bus has gone") == [
        "person       not known: /run/b\\u{1b}us: No such file",
        "session bus  none: the bus has gone",
    ]


def test_status_in_json() -> None:
    done = sayso("status", "--json", script=answering(STATUS, method="status"))
    assert json.loads(done.stdout) == {"status": "running", "daemon": STATUS, "exit": 0}


MANY = [
    QUEUED
    | {
        "number": number,
        "place": number,
        "asker": f"agent-{number:02}-of-a-large-swarm",
        "title": f"Deploy build {4700 + number} of the whole platform to production 配置",
    }
    for number in range(1, 65)
]


def on_a_terminal(*args: str, columns: int, script: Script) -> str:
    """What a terminal of so many columns is given, without its carriage returns."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    shown = b""
    with ScriptedDaemon(script) as daemon:
        env = {key: value for key, value in environ(daemon.path).items() if key != "COLUMNS"}
        env["TERM"] = "xterm-256color"
        with subprocess.Popen([*SAYSO, *args], env=env, stdout=its, stderr=its) as process:
            os.close(its)
            with contextlib.suppress(OSError):  # EIO: the last writer has gone
                while piece := os.read(ours, 1 << 16):
                    shown += piece
            assert process.wait(BOUND) == 0
    os.close(ours)
    return shown.decode().replace("\r", "")


class TestMany:
    def test_fit_a_terminal_of_80_columns(self) -> None:
        script = answering({"prompts": MANY}, method="list")
        header, *rows = on_a_terminal("list", columns=80, script=script).splitlines()
        assert [row.split()[0] for row in rows] == [str(number) for number in range(1, 65)]
        assert all(cells(row) <= 80 for row in (header, *rows))
        assert all("…" in row and "queued" in row and "4312" in row for row in rows)
        assert rows[6].startswith("7       queued 7   1:59  1:01  waits   agent-07-of-a-l")

    def test_are_whole_on_a_wide_one(self) -> None:
        script = answering({"prompts": MANY}, method="list")
        shown = on_a_terminal("list", columns=200, script=script)
        assert "…" not in shown
        assert all(str(prompt["title"]) in shown for prompt in MANY)

    def test_are_whole_in_a_pipe(self) -> None:
        done = sayso("list", script=answering({"prompts": MANY}, method="list"))
        assert "…" not in done.stdout
        assert all(str(prompt["title"]) in done.stdout for prompt in MANY)


def test_a_terminal_gets_no_colours_and_no_escape_codes() -> None:
    script = answering({"prompts": [PROMPT, QUEUED]}, method="list")
    assert "\x1b" not in on_a_terminal("list", columns=100, script=script)
    assert "\x1b" not in on_a_terminal(
        "status", columns=100, script=answering(STATUS, method="status")
    )
