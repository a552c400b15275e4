"""A program on another machine than the person: which daemon it asks, and what it says there."""

import json
import os
from typing import Any

import pytest

from sayso.client.exchange import SILENCE, question, request
from sayso.client.link import Connect, Receive, Send
from sayso.client.routes import Route
from sayso.core.outcome import Approved
from sayso.errors import Expired, ProtocolError, Unreachable, VersionMismatch
from sayso.platforms import select
from support.conversation import APPROVED, READY, TICKET, Daemon

ASK = {"kind": "confirm", "message": "Deploy?"}
ROUTES = (Route(needs_screen=True), Route("/new"), Route("/old"), Route(start=True))


def asks(method: str = "ask", params: dict[str, Any] | None = None) -> Daemon:
    routes = list(ROUTES)
    return Daemon(
        question("test/1", method, params or dict(ASK), start=True, routes=lambda _: routes)
    )


def notified(daemon: Daemon) -> tuple[str, dict[str, Any]]:
    """Takes what it says without expecting an answer."""
    assert isinstance(daemon.step, Send)
    message = json.loads(daemon.step.data)
    assert "id" not in message
    daemon.go()
    return message["method"], message["params"]


def greeted_from_place(daemon: Daemon, machine: str = "laptop") -> dict[str, Any]:
    """What it says of itself then. `machine`: where the person sits."""
    daemon.greet(within=5.0, place="build-7", screen=True, daemon=machine)
    method, said = notified(daemon)
    assert method == "introduce"
    return said


def none_here(daemon: Daemon) -> None:
    assert daemon.step == Connect(False)
    daemon.break_off(Unreachable("nobody there"))


class TestWhichDaemon:
    def test_an_own_one_that_has_a_screen_comes_first(self) -> None:
        daemon = asks()
        daemon.connect(start=False)
        daemon.greet(screen=True)
        assert daemon.expect("ask", SILENCE) == ASK

    def test_then_the_newest_that_answers(self) -> None:
        daemon = asks()
        daemon.connect(start=False)
        daemon.greet(screen=False)
        assert daemon.step == Connect(False, path="/new")
        daemon.break_off(Unreachable("refused"))
        assert daemon.step == Connect(False, path="/old")
        daemon.go()
        greeted_from_place(daemon)
        assert daemon.expect("ask", SILENCE) == ASK

    def test_where_none_leads_anywhere_the_own_one_says_why_it_can_not_ask(self) -> None:
        daemon = asks()
        none_here(daemon)
        for path in ("/new", "/old"):
            assert daemon.step == Connect(False, path=path)
            daemon.break_off(Unreachable("refused"))
        assert daemon.step == Connect(True)

    def test_where_one_is_there_and_does_not_answer_no_own_one_is_started(self) -> None:
        daemon = asks()
        none_here(daemon)
        for path in ("/new", "/old"):
            assert daemon.step == Connect(False, path=path)
            daemon.go()
            daemon.expect("hello", 5.0)
            if path == "/new":
                daemon.break_off(TimeoutError())
        with pytest.raises(ProtocolError):
            daemon.break_off(TimeoutError())

    def test_a_line_that_broke_leads_to_no_other_daemon(self) -> None:
        daemon = asks()
        none_here(daemon)
        daemon.go()
        greeted_from_place(daemon)
        daemon.expect("ask", SILENCE)
        daemon.say(progress(daemon))
        assert notified(daemon) == ("echo", {})
        daemon.go()  # closed
        tried: list[Connect] = []
        with pytest.raises(Unreachable, match="closed the connection"):
            refuse_all(daemon, tried)
        assert {each.path for each in tried} == {"/new", "/old"}
        assert {each.after for each in tried} == {0.0, 0.5}

    def test_a_line_that_broke_leads_to_no_other_machine_of_the_persons(self) -> None:
        daemon = asks()
        none_here(daemon)
        daemon.go()
        greeted_from_place(daemon, "laptop")
        daemon.expect("ask", SILENCE)
        daemon.say(progress(daemon))
        notified(daemon)
        daemon.go()  # closed
        assert daemon.step == Connect(False, path="/new")
        daemon.go()
        daemon.expect("hello", 5.0)
        daemon.break_off(TimeoutError())  # it hangs
        assert daemon.step == Connect(False, path="/old")
        daemon.go()
        greeted_from_place(daemon, "desktop")
        assert daemon.step == Connect(False, path="/new", after=0.5)
        daemon.go()
        greeted_from_place(daemon, "laptop")
        assert daemon.expect("ask", SILENCE)["message"] == "Deploy?"

    def test_one_that_accepts_and_closes_is_no_reason_to_start_one_here(self) -> None:
        daemon = asks()
        none_here(daemon)
        for path in ("/new", "/old"):
            assert daemon.step == Connect(False, path=path)
            daemon.go()
            daemon.expect("hello", 5.0)
            if path == "/new":
                daemon.go()  # closed
        with pytest.raises(ProtocolError, match="leads to no daemon"):
            daemon.go()

    def test_a_ticket_is_tried_at_each(self) -> None:
        daemon = asks("collect", {"ticket": TICKET})
        none_here(daemon)
        daemon.go()
        greeted_from_place(daemon)
        daemon.expect("collect")
        daemon.fail(Expired.code)
        assert daemon.step == Connect(False, path="/old")
        daemon.go()
        greeted_from_place(daemon)
        daemon.expect("collect")
        daemon.reply(READY)
        daemon.expect("claim")
        daemon.reply(APPROVED)
        assert notified(daemon) == ("echo", {})  # that it has heard
        assert daemon.outcome == Approved()

    def test_one_that_nobody_knows_is_expired(self) -> None:
        routes = [Route("/new"), Route(start=True)]
        daemon = Daemon(request("test/1", "withdraw", {"ticket": TICKET}, routes=lambda _: routes))
        daemon.go()
        greeted_from_place(daemon)
        daemon.expect("withdraw")
        daemon.fail(Expired.code)
        assert daemon.step == Connect(False)
        with pytest.raises(Expired):
            daemon.break_off(Unreachable("nobody there"))


def refuse_all(daemon: Daemon, tried: list[Connect]) -> None:
    """Whatever is tried from now on, nobody is there. Raises what comes of it."""
    while isinstance(daemon.step, Connect):
        tried.append(daemon.step)
        daemon.break_off(Unreachable("refused"))


def progress(daemon: Daemon) -> dict[str, Any]:
    params = {"id": daemon.id, "number": 1, "state": "shown", "place": 1, "of": 1}
    return {"jsonrpc": "2.0", "method": "progress", "params": params | {"seconds_left": 9}}


class TestWhatItSays:
    def test_it_says_who_asks(self) -> None:
        daemon = asks()
        none_here(daemon)
        daemon.go()
        said = greeted_from_place(daemon)
        own = said["processes"][0]
        assert own["pid"] == os.getpid()
        assert said["now"] >= own["start"]
        assert said["system"]

    def test_where_it_can_not_be_read_it_asks_all_the_same(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails() -> str:
            raise OSError(24, "no room")

        monkeypatch.setattr(select.peer(), "system", fails)
        daemon = asks()
        none_here(daemon)
        daemon.go()
        daemon.greet(within=5.0, place="build-7", screen=True)
        assert daemon.expect("ask", SILENCE) == ASK

    def test_where_the_person_sits_here_it_says_nothing(self) -> None:
        daemon = asks()
        daemon.connect(start=False)
        daemon.greet(screen=True)
        daemon.expect("ask")
        daemon.say(progress(daemon))
        assert isinstance(daemon.step, Receive)

    def test_each_progress_is_answered_by_a_sign_of_life(self) -> None:
        daemon = asks()
        none_here(daemon)
        daemon.go()
        greeted_from_place(daemon)
        daemon.expect("ask")
        for _ in range(2):
            daemon.say(progress(daemon))
            assert notified(daemon) == ("echo", {})

    def test_it_says_which_processes_are_gone(self) -> None:
        daemon = asks()
        none_here(daemon)
        daemon.go()
        own = greeted_from_place(daemon)["processes"][0]
        daemon.expect("ask")
        asked = [[own["pid"], own["start"]], [own["pid"], own["start"] + 1]]
        params = {"check": 3, "processes": asked}
        daemon.say({"jsonrpc": "2.0", "method": "check_exited", "params": params})
        assert notified(daemon) == ("exited", {"check": 3, "processes": [1]})

    @pytest.mark.parametrize("params", [{}, {"check": 1, "processes": [7]}, {"check": "x"}])
    def test_nonsense_is_the_daemons_fault(self, params: dict[str, Any]) -> None:
        daemon = asks()
        none_here(daemon)
        daemon.go()
        greeted_from_place(daemon)
        daemon.expect("ask")
        with pytest.raises(ProtocolError):
            daemon.say({"jsonrpc": "2.0", "method": "check_exited", "params": params})

    def test_one_that_is_too_old_is_to_be_renewed_where_the_person_sits(self) -> None:
        daemon = asks()
        none_here(daemon)
        daemon.go()
        daemon.greet(0, within=5.0, place="build-7")
        with pytest.raises(VersionMismatch) as caught:
            refuse_all(daemon, [])
        assert "where the person sits" in caught.value.remedy
