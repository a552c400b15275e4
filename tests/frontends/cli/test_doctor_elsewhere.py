"""What sayso doctor says of other machines."""

import sys

assert sys.platform != "win32"

import os
from pathlib import Path
from typing import Any

import pytest

from sayso import __version__
from sayso.client.shapes import DaemonStatus, PlaceInfo
from sayso.frontends.cli import doctor_elsewhere
from sayso.platforms.contract.doctor import Finding, Health
from support.scripted_daemon import Caller, Script, ScriptedDaemon

STATUS: Any = {
    "pid": 7,
    "keeper": None,
    "version": __version__,
    "protocol": 1,
    "uptime": 1.0,
    "socket": "",
    "screen": ":7",
    "screen_reason": None,
    "place": "build-7",
    "open": 0,
    "waiting": 0,
    "retained": 0,
    "connections": 1,
}


def place(**more: Any) -> PlaceInfo:
    told: Any = {
        "name": "build-7",
        "socket": "/run/socket",
        "container": False,
        "uid": None,
        "destination": "ada@build-7",
        "secrets": False,
        "fault": None,
        "connections": 0,
        "open": 0,
        "askers": [],
    }
    info: PlaceInfo = told | more
    return info


class TestWhoMayAsk:
    def found(self, *places: PlaceInfo) -> list[Finding]:
        status: DaemonStatus = STATUS | {"places": list(places)}
        return list(doctor_elsewhere.places(status))

    def test_one_that_ssh_reaches_works(self) -> None:
        assert self.found(place(carrier="up")) == [Finding("build-7", Health.WORKS, "connected")]

    def test_one_that_it_does_not_reach_says_why_and_what_to_do(self) -> None:
        lost = place(carrier="stopped", carrier_why="no\x1b route", carrier_remedy="mend it")
        (told,) = self.found(lost)
        assert told.health is Health.DOUBTFUL
        assert told.words == "not connected: no\\u{1b} route"
        assert told.remedy == "mend it"

    def test_one_whose_socket_is_closed_says_why(self) -> None:
        (told,) = self.found(place(fault="no room", destination=""))
        assert (told.health, told.words) == (Health.DOUBTFUL, "closed: no room")

    def test_an_older_daemon_has_none(self) -> None:
        assert list(doctor_elsewhere.places(STATUS)) == []


def answering(**more: Any) -> Script:
    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect("status")
        caller.reply(STATUS | more)

    return script


class TestWhereThePersonSits:
    @pytest.fixture
    def runtime(self, tmp_path: Path) -> Path:
        for each in (tmp_path, tmp_path / "sayso", tmp_path / "sayso" / "forwarded"):
            each.mkdir(mode=0o700, exist_ok=True)
            each.chmod(0o700)
        return tmp_path

    def found(self, runtime: Path, *scripts: Script, **environ: str) -> list[Finding]:
        """By a socket that ssh has put there."""
        with ScriptedDaemon(*scripts) as daemon:
            os.link(daemon.path, runtime / "sayso" / "forwarded" / "new")
            return self.looked(runtime, **environ)

    def looked(self, runtime: Path, **environ: str) -> list[Finding]:
        given = {"XDG_RUNTIME_DIR": str(runtime)} | environ
        return list(doctor_elsewhere.where_person_sits(given))

    def test_one_that_answers_works(self, runtime: Path) -> None:
        (told,) = self.found(runtime, answering())
        assert told == Finding("where you sit", Health.WORKS, "this is build-7 there")

    def test_one_of_another_version_says_which(self, runtime: Path) -> None:
        (told,) = self.found(runtime, answering(version="0.0.7"))
        assert "of version 0.0.7" in told.words
        assert "where the person sits" in told.remedy

    def test_one_without_a_screen_is_doubtful(self, runtime: Path) -> None:
        (told,) = self.found(runtime, answering(screen=None, screen_reason="it is off"))
        assert (told.health, told.words) == (Health.DOUBTFUL, "there is no screen: it is off")

    def test_one_that_refuses_is_what_a_login_left_behind(self, runtime: Path) -> None:
        with ScriptedDaemon() as daemon:
            os.link(daemon.path, runtime / "sayso" / "forwarded" / "old")
        (told,) = self.looked(runtime)
        assert told.health is Health.DOUBTFUL
        assert "left it behind" in told.words

    def test_one_that_talks_nonsense_is_doubtful(self, runtime: Path) -> None:
        def script(caller: Caller) -> None:
            caller.greet(protocol="x")

        (told,) = self.found(runtime, script)
        assert told.health is Health.DOUBTFUL
        assert "which protocol" in told.words

    def test_after_a_login_without_any_it_says_what_to_do(self, runtime: Path) -> None:
        (told,) = self.looked(runtime, SSH_CONNECTION="1.2.3.4 5 6.7.8.9 22")
        assert (told.health, told.words) == (Health.DOUBTFUL, "no socket leads there")
        assert "sayso remote add" in told.remedy

    def test_a_login_without_a_runtime_directory_is_told(self) -> None:
        found = list(doctor_elsewhere.where_person_sits({"SSH_CONNECTION": "1 2 3 4"}))
        assert all("XDG_RUNTIME_DIR" in each.words for each in found if "no socket" in each.words)

    def test_on_a_screen_or_where_nobody_logged_in_it_says_nothing(self, runtime: Path) -> None:
        assert self.looked(runtime) == []
        for given in ({"DISPLAY": ":0"}, {"SAYSO_SOCKET": "/run/x"}):
            assert self.looked(runtime, SSH_CONNECTION="1 2 3 4", **given) == []
