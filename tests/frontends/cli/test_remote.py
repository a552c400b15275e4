"""sayso remote: what it says, and how a place's socket gets into a container."""

import sys

assert sys.platform != "win32"

import json
import os
from collections.abc import Callable
from inspect import signature
from typing import Any

import pytest

from sayso import __version__
from sayso.carrier import login
from sayso.client.sync import Client
from sayso.errors import InvalidParams
from sayso.frontends.cli.main import run as main
from sayso.frontends.cli.mounts import describe, mount_of
from sayso.frontends.cli.remote import name_of
from support.scripted_daemon import APPROVED, READY, Caller, ScriptedDaemon, answering

PLACE: dict[str, Any] = {
    "name": "build-7",
    "socket": "/run/user/1000/sayso/places/build-7/socket",
    "container": False,
    "uid": None,
    "destination": "ada@build-7",
    "secrets": False,
    "fault": None,
    "connections": 1,
    "open": 1,
    "askers": ["claude", "ma\x1bke"],
    "carrier": "up",
}


STATUS: dict[str, Any] = {
    "pid": 7,
    "version": __version__,
    "protocol": 1,
    "uptime": 1.0,
    "socket": "/run/socket",
    "screen": ":7",
    "screen_reason": None,
    "open": 0,
    "waiting": 0,
    "retained": 0,
    "connections": 1,
}


class Talk:
    """One request to the daemon after another, each on a connection of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard: list[tuple[str, dict[str, Any]]] = []
        self._monkeypatch = monkeypatch

    def answering(self, method: str, *places: dict[str, Any]) -> Any:
        def script(caller: Caller) -> None:
            self._hear(caller, method)
            caller.reply({"places": list(places)})

        return script

    def refusing(self, method: str) -> Any:
        def script(caller: Caller) -> None:
            self._hear(caller, method)
            caller.fail(InvalidParams.code, "name: it is open already", field="name")

        return script

    def _hear(self, caller: Caller, method: str) -> None:
        caller.greet(fields={method: [*signature(Client.open_place).parameters, "secrets"]})
        self.heard.append((method, caller.expect(method)))

    def run(self, *words: str, scripts: tuple[Any, ...]) -> int:
        return self.run_command("remote", *words, scripts=scripts)

    def run_command(self, *words: str, scripts: tuple[Any, ...]) -> int:
        with ScriptedDaemon(*scripts) as daemon:
            self._monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
            return main([*words])


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Talk:
    return Talk(monkeypatch)


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("build-7", "build-7"),
        ("ada@build-7.example.org", "build-7"),
        ("ssh://ada@build-7.example.org:2222", "build-7"),
        ("10.0.0.7", "10.0.0.7"),
        ("ada@10.0.0.7", "10.0.0.7"),
    ],
)
def test_a_machine_is_called_by_its_hosts_name(host: str, name: str) -> None:
    assert name_of(host) == name


class TestAdd:
    def test_waits_until_the_line_stands(
        self, talk: Talk, capsys: pytest.CaptureFixture[str]
    ) -> None:
        connecting = PLACE | {"carrier": "connecting"}
        scripts = (
            talk.answering("remote_open", connecting),
            talk.answering("remote_list", connecting),
            talk.answering("remote_list", PLACE),
            talk.answering("remote_list", PLACE),
        )
        assert talk.run("add", "ada@build-7", scripts=scripts) == 0
        assert talk.heard[0][1]["name"] == "build-7"
        assert talk.heard[0][1]["destination"] == "ada@build-7"
        assert capsys.readouterr().err == "build-7 may ask you now.\n"

    def test_says_why_it_does_not(self, talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
        lost = PLACE | {"carrier": "stopped", "carrier_why": "no", "carrier_remedy": "do this"}
        assert talk.run("add", "build-7", scripts=(talk.answering("remote_open", lost),)) == 6
        assert capsys.readouterr().err == "sayso remote: no\nWhat to do: do this\n"


class TestList:
    def test_tells_of_each_who_uses_it(
        self, talk: Talk, capsys: pytest.CaptureFixture[str]
    ) -> None:
        lost = {"name": "lab", "carrier": "waiting", "carrier_why": "too\x1b slow", "askers": []}
        closed = {"name": "dev", "container": True, "destination": "", "fault": "gone"}
        scripts = (talk.answering("remote_list", PLACE, PLACE | lost, PLACE | closed),)
        assert talk.run("list", scripts=scripts) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[1].split("  ")[0] == "build-7"
        assert "claude, ma\\u{1b}ke" in lines[1]
        assert lines[1].endswith("connected")
        assert lines[2].endswith("trying again: too\\u{1b} slow")
        assert lines[3].endswith("closed: gone")

    def test_says_that_there_is_none(self, talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
        scripts = talk.answering("remote_list"), answering(STATUS, method="status")
        assert talk.run("list", scripts=scripts) == 0
        assert capsys.readouterr().err == "No other machine may ask here.\n"

    def test_says_why_none_may_ask_after_all(
        self, talk: Talk, capsys: pytest.CaptureFixture[str]
    ) -> None:
        status = answering(STATUS | {"places_fault": "/p: no JSON"}, method="status")
        assert talk.run("list", scripts=(talk.answering("remote_list"), status)) == 6
        assert "/p: no JSON" in capsys.readouterr().err

    def test_in_json(self, talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
        assert talk.run("list", "--json", scripts=(talk.answering("remote_list", PLACE),)) == 0
        assert json.loads(capsys.readouterr().out) == {"places": [PLACE], "exit": 0}


def answered(outcome: dict[str, Any]) -> Any:
    def script(caller: Caller) -> None:
        fields = ["kind", "message", "title", "severity", "approve", "bound"]
        caller.greet(fields={"ask.confirm": fields})
        asked = caller.expect("ask")
        assert asked["severity"] == "destructive"
        assert "build-7" in asked["message"]
        caller.reply(READY)
        caller.expect("claim")
        caller.reply(outcome)

    return script


class TestAllow:
    def test_asks_by_a_dialog_first(self, talk: Talk) -> None:
        scripts = (
            talk.answering("remote_list", PLACE),
            answered(APPROVED),
            talk.answering("remote_allow", PLACE),
        )
        assert talk.run("allow", "build-7", scripts=scripts) == 0
        assert talk.heard[-1] == ("remote_allow", {"name": "build-7", "secrets": True})

    def test_a_denial_allows_nothing(self, talk: Talk) -> None:
        denied = {"status": "denied", "decider": "user"}
        scripts = (talk.answering("remote_list", PLACE), answered(denied))
        assert talk.run("allow", "build-7", scripts=scripts) == 1
        assert [method for method, _ in talk.heard] == ["remote_list"]

    def test_one_that_is_not_there_asks_nobody(self, talk: Talk) -> None:
        assert talk.run("allow", "other", scripts=(talk.answering("remote_list", PLACE),)) == 2

    def test_to_forbid_asks_nobody(self, talk: Talk) -> None:
        assert talk.run("forbid", "build-7", scripts=(talk.answering("remote_allow", PLACE),)) == 0
        assert talk.heard == [("remote_allow", {"name": "build-7", "secrets": False})]


class TestOpen:
    def test_writes_the_sockets_path(self, talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
        assert talk.run("open", "build-7", scripts=(talk.answering("remote_open", PLACE),)) == 0
        assert capsys.readouterr().out == f"{PLACE['socket']}\n"

    def test_a_user_without_a_container_is_refused(self, talk: Talk) -> None:
        assert talk.run("open", "build-7", "--uid", "0", scripts=()) == 2

    def test_for_a_container_writes_how_to_mount_it(
        self, talk: Talk, capsys: pytest.CaptureFixture[str]
    ) -> None:
        scripts = (talk.answering("remote_open", PLACE),)
        assert talk.run("open", "build-7", "--container", scripts=scripts) == 0
        told = capsys.readouterr()
        assert told.out.startswith("--volume=/run/user/1000/sayso/places/build-7:/run/sayso:ro ")
        assert "devcontainer.json" in told.err

    @pytest.mark.parametrize("verb", ["close", "remove"])
    def test_and_closes(self, talk: Talk, verb: str) -> None:
        assert talk.run(verb, "build-7", scripts=(talk.answering("remote_close"),)) == 0


class TestLogin:
    def test_of_two_at_the_same_moment_each_has_a_name_of_its_own(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Else the one that ends first would end what comes by the other."""
        paths = []

        def log_in(
            name: str, _host: str, _words: object, open_place: Callable[[str], str], _close: object
        ) -> int:
            paths.append(open_place(name))
            return 0

        monkeypatch.setattr(login, "log_in", log_in)
        other = PLACE | {"destination": ""}
        own = other | {"name": "build-7-2", "socket": "/run/2"}
        scripts = (
            talk.answering("remote_list"),
            talk.refusing("remote_open"),
            talk.answering("remote_list", other),
            talk.answering("remote_open", other, own),
        )
        assert talk.run_command("ssh", "build-7", scripts=scripts) == 0
        opened = [params for method, params in talk.heard if method == "remote_open"]
        assert [(each["name"], each["new"]) for each in opened] == [
            ("build-7", True),
            ("build-7-2", True),
        ]
        assert paths == ["/run/2"]

    def test_a_name_that_may_not_be_is_tried_once(self, talk: Talk) -> None:
        scripts = (
            talk.answering("remote_list"),
            talk.refusing("remote_open"),
            talk.answering("remote_list"),
        )
        assert talk.run_command("ssh", "build-7", "--name", "a b", scripts=scripts) == 2


class TestMount:
    MOUNT = mount_of("/run/places/dev/socket", owner=1000)

    def test_its_directory_is_mounted_to_be_read_alone(self) -> None:
        assert self.MOUNT.docker[0] == "--volume=/run/places/dev:/run/sayso:ro"
        assert self.MOUNT.bubblewrap[:3] == ["--ro-bind", "/run/places/dev", "/run/sayso"]
        assert self.MOUNT.devcontainer["mounts"] == [
            "source=/run/places/dev,target=/run/sayso,type=bind,readonly"
        ]

    def test_programs_there_are_told_where_and_whose_it_is(self) -> None:
        environment = {"SAYSO_SOCKET": "/run/sayso/socket", "SAYSO_SOCKET_OWNER": "1000"}
        assert self.MOUNT.environment == environment
        assert "SAYSO_SOCKET_OWNER" not in mount_of("/x/socket", None).environment
        assert os.linesep in describe(self.MOUNT)
