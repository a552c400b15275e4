"""sayso config: each verb as a command of its own, in a home directory of the test's."""

import sys

assert sys.platform != "win32"

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sayso.core.settings import COMMANDS, NAMES, Settings
from support import homes
from support.command import Result


class Home(homes.Home):
    """With the settings' file."""

    def __init__(self, place: Path) -> None:
        super().__init__(place)
        del self.environ["HOME"]  # the account's counts
        self.path = place / ".config" / "sayso" / "config.toml"

    def config(self, *args: str, **environ: str) -> Result:
        return self.run("config", *args, **environ)

    def json(self, *args: str, **environ: str) -> dict[str, Any]:
        return super().json("config", *args, **environ)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def editor(tmp_path: Path, body: str) -> str:
    """A command of two words, in a directory whose name has a space: no shell splits it."""
    script = tmp_path / "an editor" / "it's $HOME; ed"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\n[ "$1" = --wait ] || exit 9\nfile=$2\n{body}\n')
    script.chmod(0o700)
    quoted = str(script).replace("'", "'\\''")
    return f"'{quoted}' --wait"


class TestGetAndSet:
    def test_what_is_set_is_got(self, home: Home) -> None:
        done = home.config("set", "timeout", "3m")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"timeout = 180 in {home.path}\n"
        assert home.config("get", "timeout").stdout == "180\n"
        assert home.path.read_text() == "timeout = 180\n"

    def test_in_json(self, home: Home) -> None:
        told = {"name": "denials", "exit": 0}
        assert home.json("get", "denials") == told | {"value": 3, "source": "default"}
        path = {"path": str(home.path)}
        assert home.json("set", "denials", "2") == told | path | {"value": 2}
        assert home.json("get", "denials") == told | {"value": 2, "source": "file"}
        assert home.json("unset", "denials") == told | path | {"value": 3, "changed": True}
        assert home.json("unset", "denials") == told | path | {"value": 3, "changed": False}

    def test_unset_says_what_holds_again(self, home: Home) -> None:
        home.config("set", "wait", "2.5")
        assert home.config("unset", "wait").stdout == "wait is 45 again, the default\n"
        assert home.config("unset", "wait").stdout == f"not in {home.path}\n"

    @pytest.mark.parametrize(
        ("args", "told"),
        [
            (
                ("timeout", "2"),
                (
                    "sayso config: timeout: '2' is out of bounds: give a duration from 5s to 600s, "
                    "such as 45, 45s or 2m\nWhat to do: see sayso config list\n"
                ),
            ),
            (
                ("denials", "2.5"),
                (
                    "sayso config: denials: '2.5' is not a whole number from 1 to 3\n"
                    "What to do: see sayso config list\n"
                ),
            ),
            (("arming", "0.5"), "arming: '0.5' is out of bounds: give a duration from 1s to 3s"),
            (("wait", "inf"), "wait: 'inf' is not a duration"),
            (("wait", "\x1b[2J"), "wait: '\\u{1b}[2J' is not a duration"),
            (("wait",), "VALUE is missing"),
            (("timout", "30"), "NAME: 'timout' is not known (did you mean timeout?): say wait, "),
        ],
    )
    def test_a_bad_value_names_the_setting_and_the_fix(
        self, home: Home, args: tuple[str, ...], told: str
    ) -> None:
        done = home.config("set", *args)
        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr
        assert not home.path.exists()

    def test_in_json_the_field_is_named(self, home: Home) -> None:
        told = home.json("set", "timeout", "2")
        assert (told["exit"], told["allowed"]) == (2, False)
        assert told["error"]["data"]["field"] == "timeout"

    @pytest.mark.parametrize("args", [("get", "wait"), ("set", "wait", "1"), ("list",)])
    def test_a_file_that_is_wrong_elsewhere_stays(self, home: Home, args: tuple[str, ...]) -> None:
        home.path.parent.mkdir(parents=True)
        home.path.write_text("# mine\ndenials = 7\n")
        done = home.config(*args)
        assert (done.returncode, done.stdout) == (6, "")
        assert done.stderr == (
            f"sayso config: {home.path}: line 2, denials: must be a whole number from 1 to 3\n"
            "What to do: mend it with: sayso config edit\n"
        )
        assert home.path.read_text() == "# mine\ndenials = 7\n"


class TestList:
    def test_names_value_default_bounds_source_and_help(self, home: Home) -> None:
        home.config("set", "timeout", "30")
        done = home.config("list")
        assert (done.returncode, done.stderr) == (0, "")
        header, *rows = done.stdout.splitlines()
        assert header.split() == [
            "NAME",
            "VALUE",
            "DEFAULT",
            "ALLOWED",
            "SOURCE",
            "WHAT",
            "IT",
            "DOES",
        ]
        assert [row.split()[0] for row in rows] == list(NAMES)
        assert rows[1].split(maxsplit=8)[1:8] == ["30", "s", "120", "s", "5-600", "s", "file"]
        assert rows[6].split()[1:5] == ["3", "3", "0-5", "default"]

    def test_in_json(self, home: Home) -> None:
        home.config("set", "timeout", "30")
        told = home.json("list")
        assert told["path"] == str(home.path)
        assert [each["name"] for each in told["settings"]] == list(NAMES)
        timeout = told["settings"][1]
        assert timeout.pop("help")
        assert timeout == {
            "name": "timeout", "value": 30, "default": 120, "low": 5, "high": 600, "source": "file",
        }  # fmt: skip
        for each in told["settings"]:
            default = getattr(Settings(), each["name"])
            assert each["default"] == (list(default) if each["name"] in COMMANDS else default)

    def test_a_program_of_the_persons_is_set_in_the_file_alone(self, home: Home) -> None:
        done = home.config("set", "notify_command", "rm")
        assert done.returncode == 2
        assert "sayso config edit" in done.stderr
        assert not home.path.exists()
        home.path.parent.mkdir(parents=True)
        home.path.write_text('notify_command = ["to-phone", "-q"]\n')
        assert home.config("get", "notify_command").stdout == '["to-phone", "-q"]\n'
        assert home.json("unset", "notify_command")["changed"]


def test_path(home: Home) -> None:
    assert home.config("path").stdout == f"{home.path}\n"
    assert home.json("path") == {"path": str(home.path), "exists": False, "exit": 0}
    home.config("set", "wait", "1")
    assert home.json("path")["exists"]


class TestEdit:
    def test_opens_what_there_is_none_of_as_a_template(self, home: Home, tmp_path: Path) -> None:
        """The command's words are the person's own; no shell sees them."""
        command = editor(
            tmp_path, "grep -q '^# timeout = 120$' \"$file\" && echo 'wait = 9' >> \"$file\""
        )
        done = home.config("edit", VISUAL=command, EDITOR="false")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"{home.path} is in force.\n"
        assert home.config("get", "wait").stdout == "9\n"

    def test_what_is_wrong_afterwards_is_named_and_stays(self, home: Home, tmp_path: Path) -> None:
        command = editor(tmp_path, "printf 'wait = 9\\nwiat = 8\\n' > \"$file\"")
        done = home.config("edit", EDITOR=command)
        assert done.returncode == 6
        assert "line 2, wiat: there is no such setting" in done.stderr
        assert home.path.read_text() == "wait = 9\nwiat = 8\n"

    def test_a_broken_file_can_be_mended(self, home: Home, tmp_path: Path) -> None:
        home.path.parent.mkdir(parents=True)
        home.path.write_text("nonsense")
        command = editor(tmp_path, '[ "$(cat "$file")" = nonsense ] && : > "$file"')
        assert home.json("edit", EDITOR=command) == {"path": str(home.path), "exit": 0}

    @pytest.mark.parametrize(
        ("command", "told"),
        [
            ("false", "the editor false ended with status 1"),
            ("/proc/nowhere/ed", "the editor /proc/nowhere/ed can't be started: No such file"),
            ("ed 'x", "EDITOR is not a command: No closing quotation"),
        ],
    )
    def test_an_editor_that_fails(self, home: Home, command: str, told: str) -> None:
        done = home.config("edit", EDITOR=command)
        assert done.returncode == 6
        assert told in done.stderr
        assert "What to do: name another one, as in: EDITOR=nano sayso config edit" in done.stderr

    def test_without_any_editor(self, home: Home) -> None:
        done = home.config("edit", PATH="/proc/nowhere", EDITOR=" ")
        assert done.returncode == 6
        assert "no editor was found: VISUAL and EDITOR are not set" in done.stderr
        assert not home.path.exists()


def test_doctor_names_what_is_wrong(home: Home) -> None:
    home.path.parent.mkdir(parents=True)
    home.path.write_text("wait = -1\n")
    environ = home.environ | {"SAYSO_SOCKET": str(home.path.parent / "run" / "socket")}
    done = subprocess.run(
        [*home.sayso, "doctor", "--json"], env=environ, capture_output=True, timeout=60, check=False
    )
    found = {each["name"]: each for each in json.loads(done.stdout)["findings"]}["configuration"]
    assert found["health"] == "doubtful"
    assert "line 1, wait: must be a number from 0 to 600; not in force" in found["words"]
    assert found["remedy"] == "mend it with: sayso config edit"
