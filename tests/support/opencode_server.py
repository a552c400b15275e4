"""A double of an OpenCode server: it sends the events and replies that a test wants, and records
requests.

Sessions work in PROJECT. For each question there is a tool call under way, in a message of the
session.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PROJECT = "/home/mia/project"


def part_of(asked: dict[str, Any], tool: str, told: Any, status: str = "running") -> dict[str, Any]:
    """The part of a message for the tool call that a question is about. `told`: the tool's
    input."""
    state = {"status": status, "input": told}
    return {"type": "tool", "callID": asked["tool"]["callID"], "tool": tool, "state": state}


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Request)
        self.says: dict[str, Any] = {"/permission": [], "/question": []}
        """Replies by path: a value for JSON, raw bytes, or a function that returns either. The
        items of a `Then` are replied one after another."""
        self.fails: dict[str, int] = {}
        """Statuses of replies by path, for requests that are to fail. They redirect to `leads_to`
        if that is set."""
        self.leads_to = ""
        self.heard: list[tuple[str, Any, str | None]] = []
        """Paths, bodies and Authorization headers of POST requests."""
        self.read: list[tuple[str, str | None]] = []
        """Paths and Authorization headers of GET requests."""
        self._more = threading.Condition()
        self._events: list[bytes] = [b'data: {"type": "server.connected"}\n\n']
        self._is_over = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def ask(self, asked: dict[str, Any], *parts: dict[str, Any]) -> None:
        """Sends the event of a question. `parts`: the parts of its message; see `part_of`."""
        self.know(asked, *parts)
        self.tell("permission.asked", **asked)

    def know(self, asked: dict[str, Any], *parts: dict[str, Any]) -> None:
        """Makes a question's session and message known, so that a client can get them."""
        session = f"/session/{asked['sessionID']}"
        self.says[session] = {"id": asked["sessionID"], "directory": PROJECT}
        self.says[f"{session}/message/{asked['tool']['messageID']}"] = {"parts": list(parts)}

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

    def note(self, path: str, user: str | None, told: Any = None, *, is_post: bool = False) -> None:
        with self._more:
            if is_post:
                self.heard.append((path, told, user))
            else:
                self.read.append((path, user))
            self._more.notify_all()

    def until_heard(self, number: int = 1) -> tuple[str, Any, str | None]:
        """Waits for this many POST requests. Returns the last of them."""
        with self._more:
            assert self._more.wait_for(lambda: len(self.heard) >= number, 30)
            return self.heard[number - 1]

    def until_read(self, path: str, times: int = 1) -> None:
        with self._more:
            assert self._more.wait_for(
                lambda: [each for each, _ in self.read].count(path) >= times, 30
            )

    def said(self, path: str) -> bytes | None:
        with self._more:
            told = self.says.get(path)
            if isinstance(told, Then) and len(told) > 1:
                told = told.pop(0)
            elif isinstance(told, Then):
                told = told[0]
        if callable(told):
            told = told()
        if told is None or isinstance(told, bytes):
            return told
        return json.dumps(told).encode()


class Then(list[Any]):
    """Replies to be sent in turn; the last stays."""


class Request(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self.server.note(self.path, self.headers.get("authorization"))
        if self._fails():
            return
        if self.path == "/event":
            self.send_response(200)
            self.end_headers()
            for event in self.server.events():
                self.wfile.write(event)
                self.wfile.flush()
            return
        self._send(self.server.said(self.path))

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers["content-length"]))
        told = json.loads(data) if data else None
        self.server.note(self.path, self.headers.get("authorization"), told, is_post=True)
        if not self._fails():
            self._send(b"true")

    def _fails(self) -> bool:
        status = self.server.fails.get(self.path)
        if status is None:
            return False
        self.send_response(status)
        if self.server.leads_to:
            self.send_header("location", self.server.leads_to + self.path)
        self.end_headers()
        return True

    def _send(self, data: bytes | None) -> None:
        self.send_response(404 if data is None else 200)
        self.end_headers()
        self.wfile.write(data or b"")


@contextmanager
def serving() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, args=[0.02])
    thread.start()
    try:
        yield server
    finally:
        server.end()
        server.shutdown()
        server.server_close()
        thread.join()
