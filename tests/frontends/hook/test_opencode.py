"""OpenCode: its server's events become questions, and what the person says goes back to it.

The server is made up here, and so is the daemon; tests/agents has OpenCode itself.
"""

import sys

assert sys.platform != "win32"

import base64
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from sayso.core.outcome import Approved, Denied, Dismissed
from sayso.errors import InvalidParams, ServiceError
from sayso.frontends.hook.event import Abstention
from sayso.frontends.hook.following import Follower
from support.hook_events import asked, recorded
from support.scripted_daemon import APPROVED, READY, Caller, ScriptedDaemon

VERSION = "opencode-1.18.33"
BASH = f"{VERSION}/permission.asked-bash"


class TestItsQuestions:
    def test_a_command(self) -> None:
        question = asked("opencode", recorded(BASH))
        assert question.options["details"] == "echo marker > made.txt"
        assert question.options["detail_kind"] == "command"
        assert "allow until OpenCode ends:\n- bash echo *" in question.words[0]
        assert question.reply(Approved(checked=False)) == {"reply": "once"}
        assert question.reply(Approved(checked=True)) == {"reply": "always"}

    def test_another_tool(self) -> None:
        question = asked("opencode", recorded(f"{VERSION}/permission.asked-webfetch"))
        assert question.options["detail_kind"] == "fields"
        assert "url: http://127.0.0.1:9/x" in question.options["details"]

    def test_a_denial_with_words_and_no_answer(self) -> None:
        question = asked("opencode", recorded(BASH))
        told = question.reply(Denied(words="later"))
        assert told == {"reply": "reject", "message": "The person said no: later"}
        assert question.reply(Dismissed()) is None

    @pytest.mark.parametrize("always", [[], [7], [""], ["*", 7], None])
    def test_what_it_offers_without_words_is_not_offered(self, always: object) -> None:
        question = asked("opencode", recorded(BASH, always=always))
        assert "check" not in question.options

    def test_without_a_tool_nothing_is_asked(self) -> None:
        with pytest.raises(Abstention, match="permission"):
            asked("opencode", {"id": "per_1"})


class Server(ThreadingHTTPServer):
    """Tells its events, and notes what it is told."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Request)
        self.waiting: list[Any] = []
        """What waits for an answer already."""
        self.heard: list[tuple[str, Any, str | None]] = []
        """Paths, bodies, and by whom."""
        self.refuses = False
        self._more = threading.Condition()
        self._events: list[bytes] = [b'data: {"type": "server.connected"}\n\n']
        self._is_over = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def tell(self, kind: str, **properties: Any) -> None:
        event = json.dumps({"type": kind, "properties": properties})
        self.tell_raw(f"data: {event}\n\n".encode())

    def tell_raw(self, data: bytes) -> None:
        with self._more:
            self._events.append(data)
            self._more.notify_all()

    def end(self) -> None:
        with self._more:
            self._is_over = True
            self._more.notify_all()

    def events(self) -> Iterator[bytes]:
        told = 0
        while True:
            with self._more:
                self._more.wait_for(self._has_more_than(told), 30)
                if len(self._events) == told:
                    return
                event = self._events[told]
            told += 1
            yield event

    def _has_more_than(self, told: int) -> Callable[[], bool]:
        return lambda: len(self._events) > told or self._is_over

    def hear(self, path: str, told: Any, user: str | None) -> None:
        with self._more:
            self.heard.append((path, told, user))
            self._more.notify_all()

    def until_heard(self) -> tuple[str, Any, str | None]:
        with self._more:
            assert self._more.wait_for(lambda: self.heard, 30)
            return self.heard[0]


class Request(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        if self.server.refuses:
            self.send_error(401)
            return
        self.send_response(200)
        self.end_headers()
        if self.path == "/event":
            for event in self.server.events():
                self.wfile.write(event)
                self.wfile.flush()
            return
        told = {"/path": {"directory": "/home/mia/project"}, "/permission": self.server.waiting}
        self.wfile.write(json.dumps(told[self.path]).encode())

    def do_POST(self) -> None:
        told = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.hear(self.path, told, self.headers.get("authorization"))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"true")


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    thread = threading.Thread(target=made.serve_forever)
    thread.start()
    yield made
    made.end()
    made.shutdown()
    made.server_close()
    thread.join()


@pytest.fixture
def notes() -> list[str]:
    """What the follower says to people."""
    return []


def follow(
    server: Server, notes: list[str], environ: dict[str, str] | None = None
) -> threading.Thread:
    follower = Follower(server.address, environ or {}, notes.append, spawn=False)
    thread = threading.Thread(target=follower.follow)
    thread.start()
    return thread


def deciding(questions: list[dict[str, Any]], outcome: dict[str, Any]) -> Any:
    def script(caller: Caller) -> None:
        caller.greet(fields={"ask.confirm": ["bound", "detail_kind"]})
        questions.append(caller.expect("ask"))
        caller.reply(READY)
        caller.expect("claim")
        caller.reply(outcome)

    return script


class TestFollowing:
    def test_an_answer_goes_back_with_the_servers_own_number(
        self, server: Server, notes: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        questions: list[dict[str, Any]] = []
        with ScriptedDaemon(deciding(questions, APPROVED)) as daemon:
            monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
            thread = follow(server, notes)
            server.tell("permission.asked", **recorded(BASH))
            path, told, user = server.until_heard()
            server.end()
            thread.join(30)
        assert path == f"/permission/{recorded(BASH)['id']}/reply"
        assert (told, user) == ({"reply": "once"}, None)
        assert "OpenCode asks to use bash in /home/mia/project." in questions[0]["message"]
        assert notes == []

    def test_what_waits_already_is_asked_once(
        self, server: Server, notes: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        server.waiting = [recorded(BASH)]
        server.tell("permission.asked", **recorded(BASH))
        questions: list[dict[str, Any]] = []
        with ScriptedDaemon(deciding(questions, APPROVED)) as daemon:
            monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
            thread = follow(server, notes)
            server.until_heard()
            server.end()
            thread.join(30)
        assert len(questions) == 1
        assert len(server.heard) == 1

    def test_a_number_is_never_a_path(
        self, server: Server, notes: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with ScriptedDaemon(deciding([], APPROVED)) as daemon:
            monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
            thread = follow(server, notes)
            server.tell("permission.asked", **recorded(BASH, id="../session/x?y"))
            path, _, _ = server.until_heard()
            server.end()
            thread.join(30)
        assert path == "/permission/..%2Fsession%2Fx%3Fy/reply"

    def test_the_servers_password_goes_along(
        self, server: Server, notes: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with ScriptedDaemon(deciding([], APPROVED)) as daemon:
            monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
            thread = follow(server, notes, {"OPENCODE_SERVER_PASSWORD": "made up"})
            server.tell("permission.asked", **recorded(BASH))
            _, _, user = server.until_heard()
            server.end()
            thread.join(30)
        assert user == "Basic " + base64.b64encode(b"opencode:made up").decode()

    @pytest.mark.parametrize("data", [b"data: {\n\n", b"data: 7\n\n", b": a comment\n\n"])
    def test_what_is_no_event_ends_nothing_but_itself(
        self,
        server: Server,
        notes: list[str],
        data: bytes,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        thread = follow(server, notes)
        server.tell_raw(data)
        for asked_of in ({"id": 7}, {}, {"id": "per_1"}):
            server.tell("permission.asked", **asked_of)
        with ScriptedDaemon(deciding([], APPROVED)) as daemon:
            monkeypatch.setenv("SAYSO_SOCKET", daemon.path)
            server.tell("permission.asked", **recorded(BASH))
            server.until_heard()
            server.end()
            thread.join(30)
        assert len(server.heard) == 1

    def test_no_daemon_leaves_the_question_to_its_terminal(
        self, server: Server, notes: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        said = threading.Event()
        monkeypatch.setenv("SAYSO_SOCKET", "/proc/nowhere/sayso/socket")

        def note(words: str) -> None:
            notes.append(words)
            said.set()

        follower = Follower(server.address, {}, note, spawn=False)
        thread = threading.Thread(target=follower.follow)
        thread.start()
        server.tell("permission.asked", **recorded(BASH))
        assert said.wait(30)
        server.end()
        thread.join(30)
        assert notes[0].startswith("nobody decided. ")
        assert server.heard == []


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org:4096",
        "http://10.0.0.1:4096",
        "ftp://127.0.0.1",
        "file:///etc/passwd",
        "127.0.0.1:4096",
        "http://me:word@127.0.0.1:4096",
        "",
    ],
)
def test_only_this_machine_is_followed(address: str) -> None:
    with pytest.raises(InvalidParams, match="--serve"):
        Follower(address, {}, print, spawn=False)


def test_a_server_that_is_not_there_or_refuses(server: Server) -> None:
    server.refuses = True
    with pytest.raises(ServiceError, match="401"):
        Follower(server.address, {}, print, spawn=False).follow()
    with pytest.raises(ServiceError, match="can't be reached"):
        Follower("http://127.0.0.1:9", {}, print, spawn=False).follow()
